"""Time the proposal that people get when they choose which tickets to complete (C16), on positions made to be hard.

    python bench/cardgame_proposal.py --seconds 30 --seed 1

Random piles, tickets and tickets that others have completed, then climbs from the worst of them: a climb changes a few
things and keeps what takes no less processor time (the best of three calls). Prints the worst with their times.
"""

import argparse
import random
import time
from typing import Any

from aiguillage import kernel
from aiguillage.boards import load_board
from aiguillage.rules.cardgame_state import CARD_SCRATCH, CARD_STATE, MAX_SAME, MAX_WILDS
from aiguillage.rules.numbers import COLOURS, IN_DECK, NOBODY, WILD

SEATS = 4
RANDOM, KEPT, PATIENCE = 3000, 8, 150


class Clock:
    """A position in the kernel's memory, and what its proposal takes."""

    def __init__(self) -> None:
        self.board = load_board("cardgame").table
        self.tickets = int(self.board.tickets)
        self.state, self.scratch = kernel.new_record(CARD_STATE), kernel.new_record(CARD_SCRATCH)
        self.propose = kernel.module("rules.cardgame_complete").propose_tickets
        self.choose = kernel.module("rules.cardgame_complete").choose_tickets

    def place(self, holders: list[int], pile: list[int]) -> None:
        """Seat 0 has this pile and the tickets of holder 0; those of other holders are completed; -1: in the deck."""
        state = self.state
        state.seats = SEATS
        state.done_by[:] = NOBODY
        state.ticket_at[:] = IN_DECK
        for ticket, holder in enumerate(holders):
            state.ticket_at[ticket] = holder if holder >= 0 else IN_DECK
            if holder > 0:
                state.done_by[ticket] = holder
        state.track[0] = pile

    def microseconds(self, call: Any, times: int = 3) -> float:
        """The best of some calls."""
        best = 1e9
        for _ in range(times):
            began = time.thread_time_ns()
            call(self.board, self.state, 0, self.scratch)
            best = min(best, (time.thread_time_ns() - began) / 1000)
        return best


Position = tuple[list[int], list[int]]


def make(chance: random.Random, tickets: int) -> Position:
    """A random position: most tickets are the seat's own."""
    share, most = chance.uniform(0.4, 1.0), chance.randint(2, MAX_SAME)
    holders = [0 if chance.random() < share else chance.randint(-1, SEATS - 1) for _ in range(tickets)]
    pile = [chance.randint(0, most) for _ in range(COLOURS)] + [chance.randint(0, MAX_WILDS)]
    return holders, pile


def change(chance: random.Random, position: Position) -> Position:
    """Change one to four things."""
    holders, pile = list(position[0]), list(position[1])
    for _ in range(chance.randint(1, 4)):
        if chance.random() < 0.5:
            holders[chance.randrange(len(holders))] = chance.choice((0, 0, -1, 1, 2, 3))
        else:
            kind = chance.randrange(COLOURS + 1)
            most = MAX_WILDS if kind == WILD else MAX_SAME
            pile[kind] = min(most, max(0, pile[kind] + chance.randint(-2, 2)))
    return holders, pile


def main() -> None:
    """Climb for the time given."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    chance, clock = random.Random(given.seed), Clock()

    def cost(position: Position) -> float:
        clock.place(*position)
        return clock.microseconds(clock.propose)

    end = time.process_time() + given.seconds
    found = [(cost(position), position) for position in (make(chance, clock.tickets) for _ in range(RANDOM))]
    found.sort(key=lambda one: -one[0])
    middle = found[len(found) // 2][0]
    print(f"{RANDOM} random positions: the middle one takes {middle:.0f} µs, the worst {found[0][0]:.0f} µs")
    worst, climbs = found[:KEPT], 0
    while time.process_time() < end:
        spent, position = worst.pop(climbs % len(worst))
        climbs, failures = climbs + 1, 0
        while failures < PATIENCE and time.process_time() < end:
            other = change(chance, position)
            took = cost(other)
            failures += 1
            if took >= spent:
                failures = 0 if took > 1.02 * spent else failures
                spent, position = took, other
        worst = sorted([*worst, (spent, position)], key=lambda one: -one[0])
    print(f"{climbs} climbs")
    for _, position in worst:
        clock.place(*position)
        whole, first = (clock.microseconds(call, 20) for call in (clock.propose, clock.choose))
        print(f"{whole:7.0f} µs, of which {first:6.0f} µs without the bonuses: pile {position[1]}")


if __name__ == "__main__":
    main()
