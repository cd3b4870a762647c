"""Frames per second while the Europe board is dragged and while trains are laid on it, with the processor slowed down.

Start the server (`aiguillage serve --no-browser --port 8000`), then `python bench/client_frames.py [address]` on a
quiet machine with Playwright and a system Chromium. Prints frames, median, 95th percentile and the share of frames that
came late for a phone and a desktop window, at full speed and slowed down four times. A frame counts when the page may
draw again; without a graphics card Chromium also puts the picture together on the processor, and that is included.
Trains are laid at the calm pace by a view that the page is told, as if a bot had claimed route after route.
"""

import copy
import json
import math
import re
import shutil
import sys
import time
from typing import Any

from playwright.sync_api import BrowserContext, Page, WebSocketRoute, sync_playwright

FLAGS = ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking"]
WINDOWS = {"phone": ((360, 740), True), "desktop": ((1440, 900), False)}
COUNT = """() => { window.__frames = []; let last = performance.now(); window.__on = true;
  const tick = (t) => { window.__frames.push(t - last); last = t; if (window.__on) requestAnimationFrame(tick); };
  requestAnimationFrame(tick); }"""
FRAMES = "() => { window.__on = false; return window.__frames.slice(2); }"
LATE = 25.0  # ms; a frame takes 16.7
SEATS = [{"kind": "me", "name": "Ida"}, {"kind": "bot", "bot": "easy"}, {"kind": "bot", "bot": "easy"}]
LONG = 4  # spaces of a route that is laid
ROUTES = 6
LOOK = 1600  # ms from one train to the next; at the calm pace the longest takes 1420
TAUGHT = 'try { localStorage.setItem("aiguillage.taught", \'["europe"]\'); } catch {}'


class Line:
    """The messages of a table, which the page can also be told as if the server had sent them."""

    def __init__(self, page: Page) -> None:
        self.view: dict[str, Any] = {}
        page.route_web_socket(re.compile("/socket$"), self.open)

    def open(self, page: WebSocketRoute) -> None:
        self.page = page
        page.connect_to_server().on_message(self.hear)

    def hear(self, message: str | bytes) -> None:
        read = json.loads(message)
        if read["type"] == "view":
            self.view = read
        self.page.send(message)

    def claim(self, track: str, seat: int) -> None:
        """A bot claims a route."""
        told = copy.deepcopy(self.view)
        told["view"]["claims"][track] = seat
        event = {"kind": "claim", "seat": seat, "text": "", "track": track, "points": 7}
        told |= {"events": [event], "cause": "action", "by": "bot", "log": None}
        told["sequence"] += 1
        self.view = told
        self.page.send(json.dumps(told))


def drag(page: Page, seconds: float) -> list[float]:
    """Drag the board around; the length of every frame in ms."""
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
    frames: list[float] = page.evaluate(FRAMES)
    return frames


def lay(page: Page, line: Line, tracks: list[str]) -> list[float]:
    """Trains are laid on these routes, one after the other; the length of every frame in ms.

    Nothing is asked of the page meanwhile: to look for an element in it takes as long as to lay a train.
    """
    before = page.locator(".pieces").count()
    page.evaluate(COUNT)
    for i, track in enumerate(tracks):
        line.claim(track, 1 + i % 2)
        page.wait_for_timeout(LOOK)
    frames: list[float] = page.evaluate(FRAMES)
    page.locator(".pieces").nth(before + len(tracks) - 1).wait_for(state="attached")
    return frames


def report(what: str, name: str, rate: int, frames: list[float]) -> None:
    n, ordered = len(frames), sorted(frames)
    late = sum(frame > LATE for frame in frames)
    print(
        f"{what:4} {name:8} processor 1/{rate}  {1000 * n / sum(frames):5.1f} frames/s  "
        f"median {ordered[n // 2]:.1f} ms  95 % {ordered[int(n * 0.95)]:.1f} ms  "
        f"longest {ordered[-1]:.0f} ms  {late} of {n} late",
        flush=True,
    )


def measure(context: BrowserContext, address: str, name: str) -> None:
    wish = {"game": "europe", "seats": SEATS, "start": True}
    table = context.request.post(f"{address}/api/tables", data=wish).json()["table"]["id"]
    routes = context.request.get(f"{address}/api/boards/europe").json()["tracks"]
    long = [one["id"] for one in routes if one["spaces"] >= LONG and one["twin"] is None]
    context.add_init_script(TAUGHT)
    page = context.new_page()
    line = Line(page)
    page.goto(f"{address}/#/table/{table}")
    page.locator(".window").wait_for()
    page.wait_for_timeout(1000)
    throttle = context.new_cdp_session(page)
    for rate in (1, 4):
        throttle.send("Emulation.setCPUThrottlingRate", {"rate": rate})
        report("lay", name, rate, lay(page, line, long[:ROUTES]))
        del long[:ROUTES]
    throttle.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    page.locator(".window").hover()
    for _ in range(3):
        page.mouse.wheel(0, -300)
    page.wait_for_timeout(600)
    for rate in (1, 4):
        throttle.send("Emulation.setCPUThrottlingRate", {"rate": rate})
        report("drag", name, rate, drag(page, 4))


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
            measure(context, address, name)
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
