"""A bot of this checkout against a bot of another one, for what the other's code had and this one's has no more.

    git worktree add /tmp/before COMMIT
    python bench/bots_checkouts.py paris --against /tmp/before --bot master:ms=60:threads=1 --games 100 --out new.jsonl
    python bench/bots_strength.py --merge new.jsonl                  # the tables

Two players over the same deals with the seats rotated. Each bot thinks in a process of its own, one at a time, and has
its milliseconds in processor time; each process plays the whole game along, and this one asks the rules about every
move. Every finished game is one line of JSON. A run with the same `--out` goes on where the last one was stopped.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from aiguillage.bots import Bot, Seen, make_bot
from aiguillage.bots.search import SearchBot
from aiguillage.game import Game

ROOT = Path(__file__).resolve().parents[1]


def answer(bot: str) -> None:
    """Be the bot: play games along as they are told, and say what it would play when it is asked."""
    SearchBot.clock = staticmethod(time.thread_time)
    game: Game
    player: Bot
    for line in sys.stdin:
        kind, *given = json.loads(line)
        if kind == "new":
            title, seed, own = given
            game, player = Game.new(title, 2, seed=seed), make_bot(bot, own)
        elif kind == "told":
            game.play(*given)
        else:
            start = time.thread_time()
            action = player.choose(Seen.of(game, given[0]))
            print(json.dumps([str(action), time.thread_time() - start]), flush=True)


class Player:
    """A bot of a checkout, in its own process."""

    def __init__(self, checkout: Path, bot: str) -> None:
        command = [sys.executable, __file__, "--answer", bot]
        paths = {**os.environ, "PYTHONPATH": str(checkout / "src")}
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=paths)
        self.took: list[float] = []

    def tell(self, *words: Any) -> None:
        """Send a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(words) + "\n")
        self.process.stdin.flush()

    def ask(self, seat: int) -> str:
        """What it plays; the time is noted."""
        assert self.process.stdout is not None
        self.tell("ask", seat)
        text, took = json.loads(self.process.stdout.readline())
        self.took.append(took)
        return str(text)


def play_one(title: str, players: list[Player], seed: int, number: int) -> dict[str, Any]:
    """Game `number` of a series: deal `number // 2`, the first player at seat `number % 2`."""
    deal, seat = divmod(number, 2)
    key = seed * 100_000 + deal
    game = Game.new(title, 2, seed=key)
    for own, player in enumerate(players):
        player.took = []
        player.tell("new", title, key, number * 2 + own)
    while (actor := game.actor) is not None and not game.over:
        text = players[actor != seat].ask(actor)
        game.play(text, actor)
        for player in players:
            player.tell("told", text, actor)
    outcome = game.outcome()
    totals = [result.total for result in outcome.seats]
    took = players[0].took
    return {
        "won": [(seat in outcome.winners) / len(outcome.winners)],
        "margin": [totals[seat] - totals[1 - seat]],
        "decisions": [len(took)],
        "seconds": [sum(took)],
        "longest": [max(took)],
        "seconds of the other": [sum(players[1].took)],
    }


def main() -> None:
    """Play the games that `--out` does not have."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("titles", nargs="*")
    parser.add_argument("--against", type=Path, help="the other checkout")
    parser.add_argument("--bot", default="master:ms=100:threads=1")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--answer", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.answer:
        answer(options.answer)
        return
    if not (options.titles and options.against and options.out):
        parser.error("titles, --against and --out are needed")
    lines = options.out.read_text().splitlines() if options.out.exists() else []
    names = ("title", "bots", "seed", "first", "games")
    known = [{name: task[name] for name in names} for task in map(json.loads, lines)]
    players = [Player(checkout, options.bot) for checkout in (ROOT, options.against)]
    bots = [options.bot, f"{options.against.name}/{options.bot}"]
    for number in range(options.games):
        for title in options.titles:
            task = {"title": title, "bots": bots, "seed": options.seed, "first": number, "games": 1}
            if task not in known:
                with options.out.open("a") as file:
                    file.write(json.dumps(task | play_one(title, players, options.seed, number)) + "\n")


if __name__ == "__main__":
    main()
