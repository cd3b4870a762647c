"""Fit anew what a network expects of a game's end, without touching what it chooses.

    python tools/fit_expectations.py berlin europe --games 3000 --out nets

A network that was trained last against planners alone expects to win: whoever looked was itself, the others were
planners. Here each seat is the network's or, one in three, the planner's, whoever looks; some decisions of a game are
looked at by who decides and by one of the others. The last layer's rows for the seats are then those that foresee best
what seats are paid (ridge regression, drawn towards the rows of before); all other weights stay. Writes TITLE.npz, for
`tools/ship_net.py`, and prints the mean squared errors in games that were not fitted to, before and after.
"""

import argparse
import random
from dataclasses import replace
from itertools import count
from math import gcd
from pathlib import Path
from typing import Any

import numpy as np

from aiguillage import kernel
from aiguillage.analysis.decision import prepared
from aiguillage.boards import Board, load_board
from aiguillage.bots import Seen, make_bot
from aiguillage.bots.kernel_bot import clean_scratch
from aiguillage.bots.neural import MOST_SHIFT, TOP, UNIT
from aiguillage.bots.neural_net import IntegerNet, mind_of, shipped_net
from aiguillage.game import Game
from aiguillage.game.families import family_of

LOOKED = 0.25
"""Share of the decisions that are looked at."""

DRAWN = 3000.0
"""How much the rows of before count: like so many looks that differ by 1 in every value."""

HELD_OUT = 5
"""About every fifth game is not fitted to."""

Array = np.ndarray[Any, Any]
Looks = list[tuple[int, Array, Array]]
"""Of each look the game's number, the values that opinions are made of, and what seats were paid, the one that looks
first."""


def paid(game: Game, scale: float) -> Array:
    """What networks are paid for such an end (`bots/shared/instinct.py`), seat by seat."""
    outcome = game.outcome()
    totals = np.array([seat.total for seat in outcome.seats])
    best = np.array([max(np.delete(totals, seat)) for seat in range(game.seats)])
    won = np.array([(seat in outcome.winners) / len(outcome.winners) for seat in range(game.seats)])
    result: Array = 0.6 * (game.seats * won - 1) / (game.seats - 1) + 0.4 * np.tanh(1.5 * (totals - best) / scale)
    return result


def players_of(board: Board) -> list[int]:
    """How many play the games, one after the other: two twice as often as any other number."""
    return [board.min_seats, *range(board.min_seats, board.max_seats + 1)]


def held_out(board: Board) -> int:
    """Every so many games one is not fitted to, of each number of players in turn."""
    return next(every for every in count(HELD_OUT) if gcd(every, len(players_of(board))) == 1)


def look_at(board: Board, net: IntegerNet, games: int) -> Looks:
    """Play games of every number of players, and look."""
    family, looks = family_of(board), list[tuple[int, Array, Array]]()
    decide = kernel.module(family.path("bots", "instinct")).decide_by_net
    mind, scratch, scale = mind_of(net, board), clean_scratch(family), family.bots.scale(board)
    counts = players_of(board)
    for number in range(games):
        chance = random.Random(f"{board.id} {number}")
        game = Game.new(board, counts[number % len(counts)], seed=900_000 + number)
        bots = [make_bot(chance.choice(("neural", "neural", "planner")), seat) for seat in range(game.seats)]
        seen: list[tuple[int, Array]] = []
        while not game.over:
            actor = game.actor
            assert actor is not None
            if chance.random() < LOOKED:
                for seat in {actor, chance.randrange(game.seats)}:
                    decide(board.table, prepared(game.observation(seat), seat), seat, 0, scratch, mind)
                    seen.append((seat, np.array(mind[-1][1])))
            game.play(bots[actor].choose(Seen.of(game, actor)), actor)
        end = paid(game, scale)
        looks += [(number, values, np.roll(end, -seat)) for seat, values in seen]
        if (number + 1) % max(1, games // 10) == 0:
            print(f"{board.id}: {number + 1:,} games, {len(looks):,} looks", flush=True)
    return looks


def fitted(net: IntegerNet, looks: Looks, every: int) -> IntegerNet:
    """The network with rows for the seats that foresee best."""
    sizes = net.nets[0]
    width, seats = int(sizes["width"]), int(sizes["seats"])
    weights, biases, shifts = net.weights.copy(), net.biases.copy(), net.shifts.copy()
    rows = weights[-seats * width :].reshape(seats, width)
    values = np.array([np.append(value / UNIT, 1.0) for _, value, _ in looks])
    fresh = np.array([number % every == 0 for number, _, _ in looks])
    for seat in range(seats):
        there = np.array([len(end) > seat for _, _, end in looks])
        known, ends = values[there], np.array([end[seat] for _, _, end in looks if len(end) > seat])
        own = fresh[there]
        factor = 2.0 ** -float(shifts[seat - seats])
        old = np.append(rows[seat] * factor, biases[seat - seats] * factor / UNIT)
        drawn = np.diag(np.append(np.full(width, DRAWN), 1.0))
        given = known[~own]
        new = old + np.linalg.solve(given.T @ given + drawn, given.T @ (ends[~own] - given @ old))
        shift = int(min(MOST_SHIFT, np.floor(np.log2(TOP / abs(new[:-1]).max()))))
        rows[seat] = np.clip(np.rint(new[:-1] * 2.0**shift), -TOP, TOP)
        biases[seat - seats], shifts[seat - seats] = np.rint(new[-1] * 2.0**shift * UNIT), shift
        whole = np.append(rows[seat], biases[seat - seats] / UNIT) * 2.0**-shift
        before, after = (ends[own] - known[own] @ one for one in (old, whole))
        who = f"seat {seat} after" if seat else "who looks"
        print(
            f"{net.game}, {who}: expected {(known[own] @ old).mean():+.3f}, "
            f"now {(known[own] @ whole).mean():+.3f}, came {ends[own].mean():+.3f}; squared error "
            f"{(before**2).mean():.4f}, now {(after**2).mean():.4f} ({own.sum():,} looks)",
            flush=True,
        )
    return replace(net, weights=weights, biases=biases, shifts=shifts)


def main() -> None:
    """Fit and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("titles", nargs="+")
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--held-out", type=int, help="fit to all games but one of so many; default: 5 or a little more")
    parser.add_argument("--out", type=Path, default=Path())
    options = parser.parse_args()
    for title in options.titles:
        board = load_board(title)
        net = shipped_net(board)
        assert net is not None, f"{title} has no network"
        options.out.mkdir(parents=True, exist_ok=True)
        every = options.held_out or held_out(board)
        fitted(net, look_at(board, net, options.games), every).save(options.out / f"{title}.npz")


if __name__ == "__main__":
    main()
