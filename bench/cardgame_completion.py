"""Look for the on-track pile and the tickets that take longest to complete (C16), and time them.

Climbs from random positions: changes a ticket, a colour or the wilds, and keeps what makes the search look at more
branches. Prints the worst positions found, in a form that `tests/test_cardgame_complete.py` reads, with their times.

    python bench/cardgame_completion.py --seconds 60 --seed 1
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
from aiguillage.rules.state import COLOURS, IN_DECK, NOBODY, WILD, new_record, new_records

PATIENCE = 400  # changes that find nothing better before a climb ends


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
    """Change one to three things."""
    for _ in range(1 + below(state, 3)):
        what = below(state, 4)
        if what <= 1:
            ticket = below(state, board.tickets)
            state.ticket_at[ticket] = IN_DECK if state.ticket_at[ticket] == 0 else 0
        else:
            kind = WILD if what == 3 else below(state, COLOURS)
            most = MAX_WILDS if what == 3 else MAX_SAME
            state.track[0, kind] = min(most, max(0, state.track[0, kind] + below(state, 5) - 2))


@numba.njit  # type: ignore[untyped-decorator]
def climb(board: Any, records: Any, scratch: Any) -> int:
    """One climb in `records[0]`; records 1 and 2 hold the best position so far and the generator."""
    state, best, chance = records[0], records[1], records[2]
    state.rng = chance.rng
    start(board, state)
    most, failures = -1, 0
    while failures < PATIENCE:
        choose_tickets(board, state, 0, scratch)
        failures += 1
        if scratch.visits >= most:
            if scratch.visits > most:
                failures = 0
            most = scratch.visits
            records[1] = state
        chance.rng = state.rng
        records[0] = best
        state.rng = chance.rng
        change(board, state)
    chance.rng = state.rng
    return most


@numba.njit  # type: ignore[untyped-decorator]
def repeat(board: Any, state: Any, scratch: Any, times: int) -> None:
    """The same position again and again, to time it."""
    for _ in range(times):
        choose_tickets(board, state, 0, scratch)


def microseconds(board: Any, state: Any, scratch: Any) -> float:
    """The time that a position takes, the best of ten measurements of five."""
    best = 1e9
    for _ in range(10):
        begin = time.thread_time()
        repeat(board, state, scratch, 5)
        best = min(best, time.thread_time() - begin)
    return best / 5 * 1e6


def main() -> None:
    """Climb for the time given and print the worst ten positions."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    board, scratch = load_board("cardgame").table, new_record(CARD_SCRATCH)
    records = new_records(CARD_STATE, 3)
    seed_random(records[2], options.seed, 0)
    worst: list[tuple[int, Any]] = []
    climb(board, records, scratch)
    end = time.monotonic() + options.seconds
    climbs = 0
    while time.monotonic() < end:
        visits = climb(board, records, scratch)
        climbs += 1
        worst = sorted([*worst, (visits, records[1].copy())], key=lambda item: -item[0])[:10]
    print(f"{climbs} climbs")
    repeat(board, np.rec.array(worst[0][1]), scratch, 1)
    for visits, position in worst:
        state = np.array([position], CARD_STATE).view(np.recarray)[0]
        tickets = [int(t) for t in range(board.tickets) if state.ticket_at[t] == 0]
        pile = [int(count) for count in state.track[0]]
        print(
            f"{visits:8} branches {microseconds(board, state, scratch):8.1f} µs  {json.dumps([pile, tickets])}"
        )


if __name__ == "__main__":
    main()
