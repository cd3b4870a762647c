"""Takes pictures of the developer pages in a real Chromium: `python web/tools/shots.py [filter ...]`.

Needs `npm run dev` (port 5173) and Playwright with a system Chromium. Pictures go to web/shots/, git-ignored.
"""

import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

SHOTS = Path(__file__).resolve().parent.parent / "shots"
SIZES = {"desktop": (1440, 900), "tablet": (1024, 768), "phone": (360, 740), "landscape": (740, 360)}
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]


def pictures() -> dict[str, tuple[str, str]]:
    """Name of the picture -> (size, query)."""
    out = {}
    for game in ("europe", "paris", "berlin", "amsterdam"):
        out[f"board-{game}"] = ("desktop", f"screen=board&game={game}")
        out[f"board-{game}-dark"] = ("desktop", f"screen=board&game={game}&theme=dark")
    out["board-own"] = ("desktop", "screen=board&game=paris&plain")
    return out


def main() -> None:
    wanted = {k: v for k, v in pictures().items() if not sys.argv[1:] or any(w in k for w in sys.argv[1:])}
    SHOTS.mkdir(exist_ok=True)
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for name, (size, query) in wanted.items():
            width, height = SIZES[size]
            small = size in ("phone", "landscape")
            context = browser.new_context(
                viewport={"width": width, "height": height},
                device_scale_factor=2 if small else 1,
                has_touch=small,
                is_mobile=small,
                reduced_motion="reduce",
            )
            page = context.new_page()
            page.on("console", lambda m: print("console:", m.text) if m.type in ("error", "warning") else None)
            page.on("pageerror", lambda e: print("error:", e))
            page.goto(f"http://localhost:5173/dev.html?{query}", wait_until="networkidle")
            page.wait_for_timeout(300)
            page.screenshot(path=SHOTS / f"{name}.png")
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
