"""Look for the on-track pile and the tickets that take longest to complete (C16), and time them.

Random positions first, then climbs from random positions: a climb changes tickets, colours and wilds, and keeps what
costs the search no less. The worst positions found so far are climbed from again with more patience. Any pile of up
to ten cards of each colour and sixteen wilds counts, with any of the 46 tickets: no game can have another one.

Cost is counted in branches of the search and pivots of the pricing, which are the same on every machine; a pivot
takes about as long as PIVOT branches. Prints the worst positions, in a form that `tests/test_cardgame_complete.py`
reads, with their times by the processor's clock.

    python bench/cardgame_completion.py --seconds 300 --seed 1
"""

import argparse
import json
import time
from typing import Any

import numba
import numpy as np
from aiguillage.compiled.rules.cardgame_complete import choose_tickets
from aiguillage.compiled.rules.rng import below, seed_random

from aiguillage.boards import load_board
from aiguillage.rules.cardgame_state import CARD_SCRATCH, CARD_STATE, MAX_SAME, MAX_WILDS
from aiguillage.rules.numbers import COLOURS, IN_DECK, NOBODY, WILD
from aiguillage.rules.state import new_record, new_records

PIVOT = 32  # branches that take as long as a pivot
PATIENCE, MORE_PATIENCE = 400, 3000  # changes that find nothing worse before a climb ends
RANDOM = 200_000  # positions tried without climbing
KEPT = 12


@numba.njit  # type: ignore[untyped-decorator]
def start(board: Any, state: Any) -> None:
    """A random position: most tickets, any pile."""
    share = 40 + below(state, 61)
    for ticket in range(board.tickets):
        state.done_by[ticket] = NOBODY
        state.ticket_at[ticket] = 0 if below(state, 100) < share else IN_DECK
    most = 2 + below(state, MAX_SAME - 1)
    for colour in range(COLOURS):
        state.track[0, colour] = below(state, most + 1)
    state.track[0, WILD] = below(state, MAX_WILDS + 1)


@numba.njit  # type: ignore[untyped-decorator]
def change(board: Any, state: Any) -> None:
    """Change one to four things."""
    for _ in range(1 + below(state, 4)):
        what = below(state, 4)
        if what <= 1:
            ticket = below(state, board.tickets)
            state.ticket_at[ticket] = IN_DECK if state.ticket_at[ticket] == 0 else 0
        else:
            kind = WILD if what == 3 else below(state, COLOURS)
            most = MAX_WILDS if what == 3 else MAX_SAME
            state.track[0, kind] = min(most, max(0, state.track[0, kind] + below(state, 5) - 2))


@numba.njit  # type: ignore[untyped-decorator]
def cost(board: Any, state: Any, scratch: Any) -> int:
    """What the search costs."""
    choose_tickets(board, state, 0, scratch)
    return scratch.visits + PIVOT * scratch.pivots


@numba.njit  # type: ignore[untyped-decorator]
def climb(board: Any, records: Any, scratch: Any, patience: int) -> int:
    """Climb from the position in `records[1]`, which holds the best so far; `records[2]` is the generator."""
    state, best, chance = records[0], records[1], records[2]
    most, failures = cost(board, best, scratch), 0
    while failures < patience:
        records[0] = best
        state.rng = chance.rng
        change(board, state)
        chance.rng = state.rng
        found = cost(board, state, scratch)
        failures += 1
        if found >= most:
            if found > most:
                failures = 0
            most = found
            records[1] = state
    return most


@numba.njit  # type: ignore[untyped-decorator]
def start_anew(board: Any, records: Any) -> None:
    """A random position in `records[1]`."""
    records[1].rng = records[2].rng
    start(board, records[1])
    records[2].rng = records[1].rng


@numba.njit  # type: ignore[untyped-decorator]
def worst_of(board: Any, records: Any, scratch: Any, count: int) -> int:
    """The greatest cost of so many random positions."""
    most = 0
    for _ in range(count):
        start_anew(board, records)
        most = max(most, cost(board, records[1], scratch))
    return most


@numba.njit  # type: ignore[untyped-decorator]
def repeat(board: Any, state: Any, scratch: Any, times: int) -> None:
    """The same position again and again, to time it."""
    for _ in range(times):
        choose_tickets(board, state, 0, scratch)


def microseconds(board: Any, state: Any, scratch: Any) -> float:
    """The processor time that a position takes, the best of twenty measurements of five."""
    best = 1e9
    for _ in range(20):
        begin = time.thread_time()
        repeat(board, state, scratch, 5)
        best = min(best, time.thread_time() - begin)
    return best / 5 * 1e6


def main() -> None:
    """Climb for the time given and print the worst positions."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    board, scratch = load_board("cardgame").table, new_record(CARD_SCRATCH)
    records = new_records(CARD_STATE, 3)
    seed_random(records[2], options.seed, 0)
    print(f"{worst_of(board, records, scratch, RANDOM)} is the worst of {RANDOM} random positions")
    worst: list[tuple[int, Any]] = []
    end = time.process_time() + options.seconds
    climbs = again = 0
    while time.process_time() < end:
        climbs += 1
        patience = PATIENCE
        if climbs % 4 == 0:  # again from one of the worst
            patience = MORE_PATIENCE
            records[1] = worst.pop(again % min(len(worst), KEPT))[1]
            again += 5
        else:
            start_anew(board, records)
        most = climb(board, records, scratch, patience)
        worst = sorted([*worst, (most, records[1].copy())], key=lambda item: -item[0])[:KEPT]
    print(f"{climbs} climbs")
    for _, position in worst:
        state = np.array([position], CARD_STATE).view(np.recarray)[0]
        spent = microseconds(board, state, scratch)
        tickets = [int(t) for t in range(board.tickets) if state.ticket_at[t] == 0]
        pile = [int(count) for count in state.track[0]]
        print(f"{scratch.visits:6} branches {scratch.pivots:5} pivots {spent:7.1f} µs  {json.dumps([pile, tickets])}")


if __name__ == "__main__":
    main()
