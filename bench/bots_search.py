"""How strong `search` is: games against a kernel bot over the same deals with the seats rotated.

    python bench/bots_search.py amsterdam --bot search:ms=200:threads=1 --against planner --games 100
    python bench/bots_search.py amsterdam --bot search:playouts=400:threads=1 --set trust=1.0 win=0.3

`--cpu` counts the milliseconds that the thread computes instead of those that pass: on a machine that others use
too, that is what a core of one's own would give. `--set` tries other parameters of the search. Tables for all titles
come from bench/bots_strength.py.
"""

import argparse
import json
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from aiguillage.bots import make_bot
from aiguillage.bots.bot import Seen
from aiguillage.bots.search import SearchBot
from aiguillage.game import Game
from bots_match import wilson


def play_one(
    title: str,
    bot: str,
    against: str,
    seats: int,
    seed: int,
    number: int,
    stop: float = float("inf"),
    clock: Callable[[], float] = time.perf_counter,
    parameters: dict[str, float] | None = None,
) -> dict[str, Any] | None:
    """Game `number` of a series: deal `number // seats`, the bot at seat `number % seats`; None if `stop` was passed.

    Says what share of the win the bot had, its margin over the best opponent, and the time its decisions took.
    """
    deal, seat = divmod(number, seats)
    game = Game.new(title, seats, seed=seed * 100_000 + deal)
    bots = [make_bot(against, number * 8 + other) for other in range(seats)]
    bots[seat] = make_bot(bot, number * 8 + 7)
    for name, value in (parameters or {}).items():
        getattr(bots[seat], name)  # it must be one that the search has
        setattr(bots[seat], name, value)
    thought, longest, decisions = 0.0, 0.0, 0
    while not game.over:
        if time.time() > stop:
            return None
        actor = game.actor
        assert actor is not None
        before = clock()
        action = bots[actor].choose(Seen.of(game, actor))
        if actor == seat:
            took = clock() - before
            thought, longest, decisions = thought + took, max(longest, took), decisions + 1
        game.play(action, actor)
    outcome = game.outcome()
    totals = [result.total for result in outcome.seats]
    return {
        "won": (seat in outcome.winners) / len(outcome.winners),
        "margin": totals[seat] - max(total for other, total in enumerate(totals) if other != seat),
        "decisions": decisions,
        "seconds": thought,
        "longest": longest,
    }


def main() -> None:
    """Play the games and print the share of wins after each tenth of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title")
    parser.add_argument("--bot", default="search")
    parser.add_argument("--against", default="planner")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cpu", action="store_true", help="measure the budget in processor time")
    parser.add_argument("--set", nargs="*", default=[], metavar="NAME=VALUE", help="parameters of the search")
    options = parser.parse_args()
    clock = time.thread_time if options.cpu else time.perf_counter
    SearchBot.clock = staticmethod(clock)
    parameters = {name: float(value) for name, value in (pair.split("=") for pair in options.set)}
    start = time.time()
    games: list[dict[str, Any]] = []
    for number in range(options.games):
        game = play_one(
            options.title,
            options.bot,
            options.against,
            options.seats,
            options.seed,
            number,
            clock=clock,
            parameters=parameters,
        )
        assert game is not None
        games.append(game)
        if len(games) % max(1, options.games // 10) == 0:
            won = float(np.mean([game["won"] for game in games]))
            low, high = wilson(won, len(games))
            margins = [game["margin"] for game in games]
            decisions = sum(game["decisions"] for game in games)
            figures: dict[str, object] = {
                "title": options.title,
                "bot": options.bot,
                "set": parameters,
                "games": len(games),
                "win_rate": round(won, 4),
                "low": round(low, 3),
                "high": round(high, 3),
                "margin": round(float(np.mean(margins)), 2),
                "margin_error": round(float(np.std(margins)) / len(margins) ** 0.5, 2),
                "decisions": round(decisions / len(games), 1),
                "ms": round(1000 * sum(game["seconds"] for game in games) / decisions, 1),
                "seconds": round(time.time() - start),
            }
            print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    main()
