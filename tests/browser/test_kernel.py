"""The kernel's files in a real Chromium: the same bytes after every decision, the same choices of bots."""

from pathlib import Path
from typing import Any

import pytest

from aiguillage.kernel import file
from places import Played
from test_golden import TABLES

SCRIPT = Path(__file__).parents[1] / "kernel_places.mjs"
HOME = "http://localhost/"
RUN = """async (games) => {
    const { play } = await import('/kernel_places.mjs')
    const read = async (name) => await (await fetch(name)).arrayBuffer()
    const description = await (await fetch('kernel.json')).json()
    return await play({ board: await read('board.wasm'), card: await read('card.wasm') }, description, games)
}"""
TYPES = {".mjs": "text/javascript", ".wasm": "application/wasm", ".json": "application/json"}


def answer(route: Any) -> None:
    """The files as a server would give them; nothing leaves the machine."""
    name = route.request.url.removeprefix(HOME)
    path = SCRIPT if name == SCRIPT.name else file.FOLDER / name
    if name:
        route.fulfill(body=path.read_bytes(), content_type=TYPES[path.suffix])
    else:
        route.fulfill(body="<!doctype html>", content_type="text/html")


def check(browser: Any, played: list[Played]) -> None:
    page = browser.new_page()
    page.route("**/*", answer)
    page.goto(HOME)
    results = page.evaluate(RUN, [one.game for one in played])
    page.close()
    for one, result in zip(played, results, strict=True):
        one.check(result)


def test_chromium_gives_the_same_bytes_and_its_bots_choose_the_same(browser: Any) -> None:
    """The largest table of each title; node plays all of them (tests/test_kernel.py)."""
    largest = dict(TABLES)
    check(browser, [Played(title, seats, 100 + number) for number, (title, seats) in enumerate(largest.items())])


@pytest.mark.long
@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_the_same_at_length(browser: Any, title: str, seats: int) -> None:
    check(browser, [Played(title, seats, seed) for seed in range(110, 130)])
