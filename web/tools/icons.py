"""Draws the page's icon as pictures of fixed sizes, for systems that install the page and do not read SVG.

`python web/tools/icons.py` writes them beside `web/public/icon.svg`, with the Chromium of the browser tests. A maskable
icon and Apple's fill their square, which the system cuts to its own shape: the sign stays in the middle four fifths.
"""

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "browser"))
import chromium  # noqa: E402

PUBLIC = ROOT / "web" / "public"
ENAMEL = "#16365C"
ICONS = {
    "icon-192.png": (192, False),
    "icon-512.png": (512, False),
    "icon-maskable-512.png": (512, True),
    "apple-touch-icon.png": (180, True),
}


def page_of(size: int, filled: bool) -> str:
    """A page that shows the icon and nothing else."""
    ground, share = (ENAMEL, 0.8) if filled else ("transparent", 1.0)
    svg = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    svg = svg.replace("<svg ", f'<svg width="{size * share}" height="{size * share}" ', 1)
    style = f"margin:0;width:{size}px;height:{size}px;display:grid;place-items:center;background:{ground}"
    return f'<!doctype html><body style="{style}">{svg}</body>'


def main() -> None:
    """Write all icons."""
    with sync_playwright() as playwright:
        browser = chromium.launch(playwright.chromium)
        for name, (size, filled) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(page_of(size, filled))
            page.screenshot(path=PUBLIC / name, omit_background=not filled)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
