"""How long a view takes, from a game to the JSON that a client gets, and a view that a program reads.

`--against FOLDER` names another checkout: both are measured by turns, each in a process of its own.
"""

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from pydantic_core import to_json

from aiguillage import Game
from aiguillage.bots import make_bot
from aiguillage.bots.bot import Seen

ROUNDS = 5


def middle_game(title: str, seats: int, decisions: int) -> Game:
    """A game that planners have played so far."""
    game = Game.new(title, seats, seed=3)
    bots = [make_bot("planner", seat) for seat in range(seats)]
    while len(game.moves) < decisions and not game.over:
        actor = game.actor or 0
        game.play(bots[actor].choose(Seen.of(game, actor)))
    return game


def as_json(game: Any, seat: int | None) -> bytes:
    """What is sent of a view."""
    return game.view_json(seat) if hasattr(game, "view_json") else to_json(game.view(seat).to_dict())


def measure(title: str, seats: int, decisions: int, views: int) -> None:
    """Microseconds of processor time, of the seat to act and of another."""
    game = middle_game(title, seats, decisions)
    actor = game.actor or 0
    for who, seat in (("to act", actor), ("waiting", (actor + 1) % seats), ("spectator", None)):
        as_json(game, seat)
        times = []
        for call in (lambda seat=seat: as_json(game, seat), lambda seat=seat: game.view(seat)):
            began = time.thread_time()
            for _ in range(views):
                call()
            times.append((time.thread_time() - began) / views * 1e6)
        print(
            f"{title} {seats} {who:9} {len(as_json(game, seat)):6} bytes"
            f" {times[0]:8.0f} µs as JSON {times[1]:8.0f} µs as a View"
        )


def by_turns(against: Path) -> None:
    """Run this program in the other checkout and in this one, a few times each."""
    own = [one for one in sys.argv[1:] if one != "--against" and one != str(against)]
    for _ in range(ROUNDS):
        for folder in (against, Path(__file__).parents[1]):
            print(f"{folder.resolve().name}:", flush=True)
            environment = {**os.environ, "PYTHONPATH": str(folder.resolve() / "src")}
            subprocess.run([sys.executable, sys.argv[0], *own], env=environment, check=True)


def main() -> None:
    """Measure, here or in both checkouts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--title", default="europe")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--decisions", type=int, default=200)
    parser.add_argument("--views", type=int, default=200)
    parser.add_argument("--against", type=Path)
    given = parser.parse_args()
    if given.against is None:
        measure(given.title, given.seats, given.decisions, given.views)
        return
    by_turns(given.against)


if __name__ == "__main__":
    main()
