"""Frames per second while the Europe board is dragged, with the processor slowed down four times.

Start the server (`aiguillage serve --no-browser --port 8000`), then `python bench/client_pan.py [address]` on a
quiet machine with Playwright and a system Chromium. Prints frames, median, 95th percentile and the share of frames that
came late for a phone and a desktop window, at full speed and slowed down. A frame counts when the page may draw
again; without a graphics card Chromium also puts the picture together on the processor, and that is included.
"""

import math
import shutil
import sys
import time

from playwright.sync_api import Page, sync_playwright

FLAGS = ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking"]
WINDOWS = {"phone": ((360, 740), True), "desktop": ((1440, 900), False)}
COUNT = """() => { window.__frames = []; let last = performance.now(); window.__on = true;
  const tick = (t) => { window.__frames.push(t - last); last = t; if (window.__on) requestAnimationFrame(tick); };
  requestAnimationFrame(tick); }"""
LATE = 25.0  # ms; a frame takes 16.7
SEATS = [{"kind": "me", "name": "Ida"}, {"kind": "bot", "bot": "easy"}, {"kind": "bot", "bot": "easy"}]


def drag(page: Page, seconds: float) -> list[float]:
    """Drag the board around and return the length of every frame in ms."""
    box = page.locator(".window").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.evaluate(COUNT)
    page.mouse.move(x, y)
    page.mouse.down()
    start, step = time.monotonic(), 0
    while time.monotonic() - start < seconds:
        step += 1
        page.mouse.move(x + 90 * math.sin(step / 9), y + 70 * math.cos(step / 11))
        page.wait_for_timeout(8)
    page.mouse.up()
    frames: list[float] = page.evaluate("() => { window.__on = false; return window.__frames.slice(2); }")
    return sorted(frames)


def main() -> None:
    address = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000"
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for name, ((width, height), mobile) in WINDOWS.items():
            context = browser.new_context(
                viewport={"width": width, "height": height},
                device_scale_factor=2 if mobile else 1,
                is_mobile=mobile,
            )
            wish = {"game": "europe", "seats": SEATS, "start": True}
            table = context.request.post(f"{address}/api/tables", data=wish).json()["table"]["id"]
            page = context.new_page()
            page.goto(f"{address}/#/table/{table}")
            page.locator(".window").wait_for()
            page.wait_for_timeout(1000)
            page.locator(".window").hover()
            for _ in range(3):
                page.mouse.wheel(0, -300)
            page.wait_for_timeout(600)
            throttle = context.new_cdp_session(page)
            for rate in (1, 4):
                throttle.send("Emulation.setCPUThrottlingRate", {"rate": rate})
                frames = drag(page, 4)
                n = len(frames)
                fps = 1000 * n / sum(frames)
                late = sum(frame > LATE for frame in frames)
                print(
                    f"{name:8} processor 1/{rate}  {fps:5.1f} frames/s  "
                    f"median {frames[n // 2]:.1f} ms  95 % {frames[int(n * 0.95)]:.1f} ms  {late} of {n} late"
                )
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
