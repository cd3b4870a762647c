"""How many play-outs a second `search` has in the page (node, one thread) and on the server, at the same decisions.

`python bench/page_search.py [play-outs]` prints a line for each title.
"""

import importlib.util
import json
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from aiguillage.boards import board_names
from aiguillage.bots import Seen, make_bot
from aiguillage.game import Game

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
SEATS = 3


def node() -> str:
    """The node that builds the client."""
    spec = importlib.util.spec_from_file_location("client_build", WEB / "build.py")
    assert spec is not None
    assert spec.loader is not None
    build = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(build)
    return shutil.which("node", path=str(build.node()[0])) or "node"


def decision(title: str, playouts: int) -> tuple[dict[str, Any], float]:
    """A decision in the middle of a game, and how long the server's search takes for it."""
    chance = random.Random(title)
    game = Game.new(title, SEATS, key=chance.getrandbits(128))
    bots = [make_bot("planner", seat) for seat in range(SEATS)]
    while True:
        seat = game.actor or 0
        seen = Seen.of(game, seat)
        if len(game.moves) >= 12 * SEATS and len(seen.legal) > 8:
            break
        game.play(str(bots[seat].choose(seen)), seat, chance.getrandbits(128))
    make_bot("search", 1, playouts=playouts // 4, threads=1).choose(seen)
    bot = make_bot("search", 1, playouts=playouts, threads=1)
    began = time.perf_counter()
    bot.choose(seen)
    took = time.perf_counter() - began
    moves = [[move.seat, move.text, f"{move.key:032x}"] for move in game.moves]
    wish = {"game": title, "seats": SEATS, "key": f"{game.key:032x}", "moves": moves, "seat": seat, "seed": 1}
    return {**wish, "playouts": playouts}, took


def main() -> None:
    """Measure and print."""
    playouts = int(sys.argv[1]) if len(sys.argv) > 1 else 8000
    program, titles = node(), board_names()
    found = [decision(title, playouts) for title in titles]
    with tempfile.TemporaryDirectory() as folder:
        engine = Path(folder) / "engine.mjs"
        bundler = WEB / "node_modules" / "rolldown" / "bin" / "cli.mjs"
        source = WEB / "src" / "lib" / "local" / "engine.ts"
        command = [program, str(bundler), str(source), "--file", str(engine), "--format", "esm"]
        subprocess.run(command, check=True, capture_output=True)
        script = [
            program,
            str(ROOT / "bench" / "page_search.mjs"),
            str(engine),
            str(WEB / "src/assets/engine"),
        ]
        wishes = json.dumps([wish for wish, _ in found])
        done = subprocess.run(script, input=wishes, capture_output=True, text=True, check=True)
    for title, (_, server), page in zip(titles, found, json.loads(done.stdout), strict=True):
        ours, theirs = playouts / page, playouts / server
        print(f"{title:10} {ours:7.0f} play-outs/s in the page, {theirs:7.0f} on the server: {ours / theirs:.2f}")


if __name__ == "__main__":
    main()
