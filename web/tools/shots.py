"""Takes pictures of the developer pages in a real Chromium: `python web/tools/shots.py [part of a name ...]`.

Needs `npm run dev` (port 5173) and Playwright with a system Chromium. Pictures go to web/shots/, git-ignored.
"""

import shutil
import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

SHOTS = Path(__file__).resolve().parent.parent / "shots"
SIZES = {"desktop": (1440, 900), "tablet": (1024, 768), "phone": (360, 740), "landscape": (740, 360)}
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
]


def pictures() -> dict[str, tuple[str, str, str]]:
    """Name of the picture -> (size, query, what to click first)."""
    out = {}
    for game in ("europe", "paris", "berlin", "amsterdam"):
        out[f"board-{game}"] = ("desktop", f"board={game}", "")
        out[f"board-{game}-dark"] = ("desktop", f"board={game}&theme=dark", "")
    out["board-own"] = ("desktop", "board=paris&plain", "")
    moments = ("turn", "other", "second", "tunnel", "opening", "tickets", "last", "over")
    names = [f"europe-{m}" for m in moments] + [
        "paris-turn",
        "paris-flag",
        "paris-over",
        "berlin-turn",
        "berlin-over",
    ]
    names += [
        "amsterdam-turn",
        "amsterdam-over",
        "cardgame-turn",
        "cardgame-over",
        "cardgame-opening",
        "cardgame-tickets",
    ]
    for name in names:
        for size in SIZES:
            out[f"{name}-{size}"] = (size, f"moment={name}&lang=fr", "")
    for size in SIZES:
        out[f"europe-pay-{size}"] = (size, "moment=europe-turn&lang=en", "claim")
        out[f"cardgame-place-{size}"] = (size, "moment=cardgame-turn&lang=en", "idea")
        out[f"berlin-pay-{size}"] = (size, "moment=berlin-turn&lang=en", "claim")
        for tab in ("market", "tickets", "log"):
            if size in ("phone", "landscape"):
                out[f"europe-{tab}-{size}"] = (size, "moment=europe-turn&lang=fr", f"tab:{tab}")
        out[f"paris-dark-{size}"] = (size, "moment=paris-flag&lang=fr&theme=dark", "")
        out[f"europe-dark-{size}"] = (size, "moment=europe-turn&lang=en&theme=dark", "claim")
        for name in ("europe", "paris", "berlin", "amsterdam", "cardgame"):
            out[f"{name}-result-{size}"] = (size, f"moment={name}-over&lang=fr", "result")
        out[f"europe-count-{size}"] = (size, "moment=europe-over&lang=en", "made")
        out[f"europe-trail-{size}"] = (size, "moment=europe-over&lang=fr&theme=dark", "longest")
    out["europe-refused-desktop"] = ("desktop", "moment=europe-turn&lang=fr", "refused")
    out["europe-station-desktop"] = ("desktop", "moment=europe-turn&lang=en", "station")
    out["europe-lit-desktop"] = ("desktop", "moment=europe-turn&lang=fr", "ticket")
    out["europe-watch-desktop"] = ("desktop", "moment=europe-turn&lang=fr&watch", "")
    out["europe-settings-phone"] = ("phone", "moment=europe-turn&lang=fr", "settings")
    out["europe-command-desktop"] = ("desktop", "moment=europe-turn&lang=en", "command")
    return out


def act(page: Page, what: str) -> None:
    """Bring the page into the state of the picture."""
    if what == "claim":
        many = page.locator("[data-track][aria-disabled=false]")
        many.nth(min(1, many.count() - 1)).dispatch_event("click")
    elif what == "idea":
        page.locator("[data-idea]").first.click()
    elif what == "refused":
        page.locator("[data-track='moskva-petrograd'], [data-track][aria-disabled=true]").first.dispatch_event("click")
    elif what.startswith("tab:"):
        tabs = {"market": 1, "tickets": 2, "log": 3}
        page.locator("[role=tab]").nth(tabs[what[4:]]).click()
    elif what == "result":
        page.keyboard.press("End")
    elif what in ("made", "longest"):
        page.keyboard.press("Space")
        while page.locator(f"td.now:nth-child({ {'made': 4, 'longest': 6}[what] })").count() == 0:
            page.keyboard.press("ArrowRight")
    elif what == "station":
        page.locator("[data-action=station]").click()
    elif what == "ticket":
        page.locator("[data-ticket]").last.hover()
    elif what == "settings":
        page.locator(".top .home").last.click()
    elif what == "command":
        page.keyboard.press("/")


def main() -> None:
    wanted = {k: v for k, v in pictures().items() if not sys.argv[1:] or any(w in k for w in sys.argv[1:])}
    SHOTS.mkdir(exist_ok=True)
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for name, (size, query, first) in wanted.items():
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
            page.on("console", lambda m, n=name: print(n, m.text) if m.type in ("error", "warning") else None)
            page.on("pageerror", lambda e, n=name: print(n, "error:", e))
            page.goto(f"http://localhost:5173/dev.html?{query}", wait_until="networkidle")
            page.wait_for_timeout(250)
            if first:
                act(page, first)
                page.wait_for_timeout(500)
            page.screenshot(path=SHOTS / f"{name}.png")
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
