"""The page's engine in a real Chromium: a sample of what tests/test_local_engine.py compares in node."""

from pathlib import Path
from typing import Any

from aiguillage.titles import FOLDER as TITLES
from test_golden import TABLES
from test_local_engine import ROOT, Node, bot_game, check

ASSETS = ROOT / "web" / "src" / "assets" / "engine"
PLAYER = ROOT / "tests" / "local_play.mjs"
HOME = "http://localhost/"
TYPES = {".mjs": "text/javascript", ".wasm": "application/wasm", ".json": "application/json"}
RUN = """async (games) => {
    const [{ play }, engine] = [await import('/local_play.mjs'), await import('/engine.mjs')]
    return await play(engine, async (name) => new Uint8Array(await (await fetch(name)).arrayBuffer()), games)
}"""


def test_chromium_tells_what_python_tells(browser: Any, tmp_path: Path) -> None:
    """A bot game of each title with all its seats: every seat and a spectator, decision by decision."""
    engine = Node(tmp_path).engine

    def answer(route: Any) -> None:
        name = route.request.url.removeprefix(HOME)
        places = {PLAYER.name: PLAYER, engine.name: engine}
        path = places.get(name) or (TITLES if name.endswith(".npz") else ASSETS) / name
        if name:
            kind = TYPES.get(path.suffix, "application/octet-stream")
            route.fulfill(body=path.read_bytes(), content_type=kind)
        else:
            route.fulfill(body="<!doctype html>", content_type="text/html")

    games = [bot_game(title, seats, 1000, 0.05) for title, seats in dict(TABLES).items()]
    page = browser.new_page()
    page.route("**/*", answer)
    page.goto(HOME)
    results = page.evaluate(RUN, [played.finish() for played in games])
    page.close()
    check(games, results)
