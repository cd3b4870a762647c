"""How strong `search` is: games against a kernel bot over the same deals with the seats rotated.

    python bench/bots_search.py amsterdam --bot search:ms=200:threads=1 --against planner --games 100

`--cpu` counts the milliseconds that the thread computes instead of those that pass: on a machine that others use
too, that is what a core of one's own would give.
"""

import argparse
import json
import time

import numpy as np

from aiguillage.bots import make_bot, play_game
from aiguillage.bots.bot import Seen
from aiguillage.bots.search import SearchBot
from aiguillage.game import Game, kernels
from bots_match import wilson


def main() -> None:
    """Play the games and print the share of wins after each tenth of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("title")
    parser.add_argument("--bot", default="search")
    parser.add_argument("--against", default="planner")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cpu", action="store_true", help="measure the budget in processor time")
    options = parser.parse_args()
    kernels.use(kernels.COMPILED)
    clock = time.thread_time if options.cpu else time.perf_counter
    SearchBot.clock = staticmethod(clock)
    play_game(
        Game.new(options.title, options.seats),
        [make_bot(options.bot)] + [make_bot(options.against)] * (options.seats - 1),
    )
    won, margins, start, thought, decisions = 0.0, [], time.time(), 0.0, 0
    for number in range(options.games):
        deal, seat = divmod(number, options.seats)
        game = Game.new(options.title, options.seats, seed=options.seed * 100_000 + deal)
        bots = [make_bot(options.against, number * 8 + other) for other in range(options.seats)]
        bots[seat] = make_bot(options.bot, number * 8 + 7)
        while not game.over:
            actor = game.actor
            before = clock()
            action = bots[actor].choose(Seen.of(game, actor))
            if actor == seat:
                thought += clock() - before
                decisions += 1
            game.play(action, actor)
        outcome = game.outcome()
        won += (seat in outcome.winners) / len(outcome.winners)
        totals = [result.total for result in outcome.seats]
        margins.append(totals[seat] - max(total for other, total in enumerate(totals) if other != seat))
        if (number + 1) % max(1, options.games // 10) == 0:
            low, high = wilson(won / (number + 1), number + 1)
            figures: dict[str, object] = {
                "title": options.title,
                "bot": options.bot,
                "against": options.against,
                "games": number + 1,
                "win_rate": round(won / (number + 1), 4),
                "low": round(low, 3),
                "high": round(high, 3),
                "margin": round(float(np.mean(margins)), 2),
                "ms": round(1000 * thought / decisions, 1),
                "seconds": round(time.time() - start),
            }
            print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    main()
