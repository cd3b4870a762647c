"""What every screen must be: nothing that axe-core finds, nothing that sticks out of the window."""

from pathlib import Path
from typing import Any

from hands import Person, Seen
from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
TRIES = 4


def run(page: Page) -> list[dict[str, Any]]:
    """What axe-core finds on the page as it is now."""
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = page.evaluate("axe.run({ resultTypes: ['violations'] }).then(r => r.violations)")
    return found


def violations(one: Person) -> list[str]:
    """The same, in words."""
    found = run(one.page)
    return [f"{v['id']}: {v['help']} ({'; '.join(n['html'][:160] for n in v['nodes'][:3])})" for v in found]


def sticks_out(one: Person) -> int:
    """By how many pixels the page is wider than its window."""
    out: int = one.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return out


def check(one: Person, where: str) -> None:
    """Nothing is found, at least once the page has come to rest: bots may move while axe-core looks."""
    found: list[str] = []
    for _ in range(TRIES):
        one.settle()
        found = violations(one)
        if not found:
            break
    assert not found, f"{where}: {found}"
    assert sticks_out(one) <= 0, f"{where} is wider than its window"


class Inspector:
    """Checks each kind of moment of a game once: every choice, somebody else's turn, the last round, the count."""

    def __init__(self) -> None:
        self.seen: set[str] = set()

    def __call__(self, one: Person, seen: Seen) -> None:
        kind = "over" if seen["over"] else str(seen["choice"] or ("turn" if seen["mine"] else "waiting"))
        if kind not in self.seen:
            self.seen.add(kind)
            check(one, kind)
