"""How long `neural` thinks: processor time of its decisions, in games against the planner.

    python bench/bots_neural.py [TITLE …] [--games 20] [--against FOLDER]

`--against FOLDER` names another checkout: both are measured by turns, each in a process of its own, and compared.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from aiguillage.bots import Seen, make_bot
from aiguillage.game import Game

TITLES = ("paris", "amsterdam", "berlin", "cardgame", "europe")
ROUNDS = 3


def decisions(title: str, games: int) -> list[float]:
    """Milliseconds of every decision but the first, which loads the kernel and the network."""
    spent = []
    for number in range(games):
        game = Game.new(title, seats=2, seed=number)
        bots = [make_bot("neural", number), make_bot("planner", number)]
        while not game.over:
            seat = game.actor
            assert seat is not None
            seen = Seen.of(game, seat)
            began = time.thread_time()
            choice = bots[(seat + number) % 2].choose(seen)
            if (seat + number) % 2 == 0:
                spent.append(1000 * (time.thread_time() - began))
            game.play(choice, seat)
    return spent[1:]


def measured(folder: Path, title: str, games: int) -> list[float]:
    """The same with the sources of a checkout."""
    environment = {**os.environ, "PYTHONPATH": str(folder / "src")}
    command = [sys.executable, __file__, title, "--games", str(games), "--json"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found: list[float] = json.loads(done.stdout)
    return found


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("titles", nargs="*", default=TITLES)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--against", type=Path)
    parser.add_argument("--json", action="store_true", help="all times of one title, and nothing else")
    options = parser.parse_args()
    for title in options.titles:
        if options.against is not None:
            here = Path(__file__).parents[1]
            rounds = [
                [float(np.median(measured(folder, title, options.games))) for folder in (options.against, here)]
                for _ in range(ROUNDS)
            ]
            other, own = np.median(rounds, axis=0)
            print(
                f"{title}: half within {own:.3f} ms, there {other:.3f}: {other / own:.2f} times as fast",
                flush=True,
            )
            continue
        spent = decisions(title, options.games)
        if options.json:
            print(json.dumps(spent))
            continue
        half, most = np.percentile(spent, (50, 99))
        times = f"{np.mean(spent):.2f} ms on average, half within {half:.2f}, 99 % within {most:.2f}"
        print(f"{title}: {len(spent)} decisions, {times}", flush=True)


if __name__ == "__main__":
    main()
