"""What tells better how a game will end: a network's value, or play-outs? `master` weighs both accordingly.

    python bench/bots_predict.py [titles, default all] --games 200 --worlds 24

`neural` plays itself, two players. At a seat's turns, three in a game, what its network expects and how light planners
end the game on the average of some worlds are noted, and the end of the game as `search` counts it. Printed for each
third of the game: how much of the ends each of them explains alone and both together (R squared), and their weights.
"""

import argparse
from typing import Any

import numpy as np

from aiguillage import kernel
from aiguillage.bots.neural import OPINION
from aiguillage.bots.search import _space
from aiguillage.rules.numbers import NOTHING
from aiguillage.rules.phases import OVER, TURN
from bots_levels import TITLES, Table

THIRDS = 3


def ended(totals: Any, ranks: Any, seat: int, scale: float) -> Any:
    """How games ended for a seat, as `search` counts it."""
    margin = np.clip((totals[..., seat] - totals[..., 1 - seat]) / scale, -1, 1)
    return margin + 0.5 * (ranks[..., seat] == 1)


def played_out(table: Table, seat: int, worlds: int, seed: int, space: Any) -> float:
    """What play-outs expect for the seat, by what it sees."""
    judge = kernel.module(table.family.path("bots", "judge")).judge
    ends = kernel.zeros((worlds, 4), np.int16)
    states, scratch, rules = space
    given = (np.array([NOTHING], np.int16), np.ones(1, np.bool_), ends, states, scratch)
    weights = table.weights["planner"]
    judge(table.board.table, table.seen, seat, seed, 0, worlds, *given, weights, rules)
    return float(ended(ends[:, :2], ends[:, 2:], seat, table.family.bots.scale(table.board)).mean())


def look_at(title: str, games: int, worlds: int) -> list[Any]:
    """For each third of the game rows of: play-outs, network, end."""
    table, space = Table(title), None
    space = _space(table.family)
    rows: list[Any] = [[] for _ in range(THIRDS)]
    for number in range(games):
        state, notes = table.state, []
        table.rules.setup(table.board.table, state, 2, -1, 17, number, table.scratch)
        while state.phase != OVER:
            seat = int(state.actor)
            table.states[1] = state
            table.rules.observe(table.board.table, table.seen, seat)
            code = table.choice("neural", seat, number)
            if state.phase == TURN:
                value = table.room.opinions[int(table.net.nets[0].actions)] / OPINION  # type: ignore[union-attr]
                notes.append((table.states[1].copy(), seat, value))
            table.rules.step(table.board.table, state, code, table.scratch)
        totals, ranks = np.array(state.total[:2], float), np.array(state.rank[:2])
        for third in range(THIRDS):
            seen, seat, value = notes[(2 * third + 1) * len(notes) // (2 * THIRDS)]
            table.states[1] = seen
            guess = played_out(table, seat, worlds, number, space)
            rows[third].append(
                (guess, value, ended(totals, ranks, seat, table.family.bots.scale(table.board)))
            )
    return rows


def fit(columns: Any, ends: Any) -> tuple[float, Any]:
    """How much of the ends the columns explain, and their weights."""
    given = np.column_stack([columns, np.ones(len(ends))])
    weights, *_ = np.linalg.lstsq(given, ends, rcond=None)
    return 1 - float(np.var(ends - given @ weights) / np.var(ends)), weights


def main() -> None:
    """Look at what was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("titles", nargs="*", default=TITLES)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--worlds", type=int, default=24)
    options = parser.parse_args()
    for title in options.titles:
        for third, rows in enumerate(look_at(title, options.games, options.worlds)):
            found = np.array(rows)
            alone = [fit(found[:, [one]], found[:, 2])[0] for one in (0, 1)]
            both, (playouts, net, _) = fit(found[:, :2], found[:, 2])
            print(
                f"{title}, third {third + 1}: play-outs {alone[0]:.2f}, network {alone[1]:.2f}, both {both:.2f}; "
                f"weights {playouts:.2f} and {net:.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
