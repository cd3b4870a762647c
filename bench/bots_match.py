"""How strong and how fast the kernel bots are: matches over the same deals with the seats rotated.

    python bench/bots_match.py europe planner random --deals 500
    python bench/bots_match.py europe planner one-step one-step one-step --deals 250

The first bot is the one whose win rate is printed (a shared first place counts as half a win between two), with
Wilson's 95 % interval.
"""

import argparse
import json
import math
import time
from typing import Any

import numpy as np

from aiguillage.boards import load_board
from aiguillage.bots.opinions import weights_for
from aiguillage.bots.scratch import ILLEGAL, POLICIES, UNFINISHED
from aiguillage.game.families import family_of
from aiguillage.game.kernels import COMPILED
from aiguillage.rules.state import new_record, new_records

LIMIT = 10_000


def wilson(share: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    z = 1.96
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return middle - half, middle + half


def match(
    title: str,
    bots: list[str],
    deals: int,
    seed: int = 0,
    check: bool = False,
    weights: list[Any] | None = None,
    first_deal: int = 0,
) -> tuple[Any, float]:
    """The final states of all games, and the seconds of one core that they took."""
    board = load_board(title)
    family = family_of(board)
    play_match = COMPILED.load(family.path("bots", "match")).play_match
    seats = len(bots)
    states, went = new_records(family.state_dtype, deals * seats), np.zeros(deals * seats, np.int8)
    rows = np.array(weights if weights is not None else [weights_for(board, bot) for bot in bots])
    policies = np.array([POLICIES[bot] for bot in bots])
    seen = new_records(family.state_dtype, 1)
    scratch, rules = new_record(family.bots.BOT_SCRATCH), new_record(family.bots.RULES_SCRATCH)
    args = (seats, policies, rows, seed)
    play_match(board.table, states[:0], went[:0], *args, first_deal, LIMIT, check, seen, scratch, rules)
    start = time.thread_time()
    play_match(board.table, states, went, *args, first_deal, LIMIT, check, seen, scratch, rules)
    took = time.thread_time() - start
    if went.any():
        raise SystemExit(
            f"{(went == UNFINISHED).sum()} games did not end, {(went == ILLEGAL).sum()} had an illegal move"
        )
    return states, took


def by_bot(states: Any, field: str) -> Any:
    """A field of the final states by game and bot instead of by game and seat."""
    seats = int(states[0].seats)
    values = np.asarray(states[field])[:, :seats].astype(float)
    game = np.arange(len(states))[:, None]
    return values[game, (np.arange(seats)[None, :] + game) % seats]


def win_shares(states: Any) -> Any:
    """What each bot won of each game: 1, or a share of it."""
    first = by_bot(states, "rank") == 1
    return first / first.sum(axis=1, keepdims=True)


def summary(states: Any, bots: list[str], took: float) -> dict[str, Any]:
    """The figures of a match."""
    games = len(states)
    shares = win_shares(states).mean(axis=0)
    low, high = wilson(float(shares[0]), games)
    result: dict[str, Any] = {"games": games, "win_rate": float(shares[0]), "low": low, "high": high}
    result["games_per_second"] = games / took
    result["turns"] = float(states["turns"].mean())
    result["decisions"] = float(states["decisions"].mean())
    for number, bot in enumerate(bots):
        parts = [name for name in states.dtype.names if name.endswith("_points")]
        parts = ["total", *parts, "ticket_n", "made"]
        figures = {part: float(by_bot(states, part)[:, number].mean()) for part in parts}
        result[f"{number} {bot}"] = {key: round(value, 2) for key, value in figures.items()}
    return result


def main() -> None:
    """Run one match and print its figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("title")
    parser.add_argument("bots", nargs="+", choices=list(POLICIES))
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", action="store_true", help="ask the rules about every move")
    options = parser.parse_args()
    states, took = match(options.title, options.bots, options.deals, options.seed, options.check)
    print(json.dumps(summary(states, options.bots, took), indent=1))


if __name__ == "__main__":
    main()
