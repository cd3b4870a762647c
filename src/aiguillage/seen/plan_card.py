"""What a seat can work out from what it sees of the Card Game: which cards its tickets lack (kernel code).

What version 1 of an observation has more than version 0; see `plan.py`. The cards on track, in the yard and in hand are
shared out among the tickets, the dearest first.
"""

import numpy as np

from ..rules.jit import kernel
from ..rules.numbers import COLOURS, KINDS, MAX_TICKETS, NOBODY, WILD
from ..rules.records import Array, CardBoardRecord, CardSightRecord, CardStateRecord
from .encode_card import card_slots
from .plan import PER_OFFER, list_kept

MOST_LACKING = 15
MOST_CARDS = 31
MOST_VALUE = 127
CARD_PLANNED = 4
"""Entries for the plan as a whole."""

CARD_SIGHT = np.dtype(
    [
        ("spare", "i2", (KINDS,)),  # cards that no ticket has been given
        ("asked", "i2", (COLOURS,)),  # cards that the tickets ask for
        ("ticket", "i2", (MAX_TICKETS,)),
    ],
    align=True,
)
"""Room to work in."""


@kernel
def lacking(board: CardBoardRecord, ticket: int, cards: Array, seat: int) -> int:
    """How many cards the ticket lacks, given those that a seat has in a table of cards."""
    lack = 0
    for colour in range(COLOURS):
        lack += max(0, int(board.need[ticket, colour]) - int(cards[seat, colour]))
    return max(0, lack - int(cards[seat, WILD]))


@kernel
def lacking_spare(board: CardBoardRecord, ticket: int, sight: CardSightRecord) -> int:
    """How many cards the ticket lacks, given those that are spare."""
    lack = 0
    for colour in range(COLOURS):
        lack += max(0, int(board.need[ticket, colour]) - int(sight.spare[colour]))
    return max(0, lack - int(sight.spare[WILD]))


@kernel
def give_cards(board: CardBoardRecord, ticket: int, sight: CardSightRecord) -> None:
    """Give the ticket its cards out of the spare ones."""
    lack = 0
    for colour in range(COLOURS):
        need, have = int(board.need[ticket, colour]), int(sight.spare[colour])
        sight.asked[colour] += need
        lack += max(0, need - have)
        sight.spare[colour] = max(0, have - need)
    sight.spare[WILD] = max(0, int(sight.spare[WILD]) - lack)


@kernel
def gather_cards(state: CardStateRecord, seat: int, sight: CardSightRecord) -> None:
    """All cards of the seat are spare, nothing is asked for."""
    sight.spare[WILD] = state.track[seat, WILD] + state.hand[seat, WILD]
    for colour in range(COLOURS):
        cards = state.track[seat, colour] + state.yard[seat, colour] + state.hand[seat, colour]
        sight.spare[colour] = cards
        sight.spare[WILD] += state.yard_wild[seat, colour]
        sight.asked[colour] = 0


@kernel
def encode_plan(
    board: CardBoardRecord,
    state: CardStateRecord,
    seat: int,
    sight: CardSightRecord,
    out: Array,
    row: int,
    at: int,
) -> int:
    """Write what version 1 adds to a row whose version 0 ends at `at`; returns where it ends."""
    tickets = int(board.tickets)
    for i in range(2 * tickets):
        out[row, at + i] = 0
    gather_cards(state, seat, sight)
    total, count, points, safe = 0, 0, 0, 0
    for i in range(list_kept(board, state, seat, sight)):
        ticket = int(sight.ticket[i])
        if state.done_by[ticket] == NOBODY:
            lack = lacking_spare(board, ticket, sight)
            out[row, at + ticket] = min(MOST_LACKING, 1 + lacking(board, ticket, state.track, seat))
            out[row, at + tickets + ticket] = min(MOST_LACKING, 1 + lack)
            give_cards(board, ticket, sight)
            total += lack
            count += 1
            points += int(board.value[ticket])
            safe += int(board.value[ticket]) if lack == 0 else 0
    at += 2 * tickets
    for slot in range(card_slots(board)):
        lack, value, alone = 0, 0, 0
        if slot < state.offer_n[seat]:
            ticket = int(state.offer[seat, slot])
            lack = min(MOST_LACKING, 1 + lacking_spare(board, ticket, sight))
            alone = min(MOST_LACKING, 1 + lacking(board, ticket, state.track, seat))
            value = min(MOST_CARDS, int(board.value[ticket]))
        out[row, at] = lack
        out[row, at + 1] = alone
        out[row, at + 2] = value
        at += PER_OFFER
    for colour in range(COLOURS):
        have = int(state.track[seat, colour]) + int(state.yard[seat, colour]) + int(state.hand[seat, colour])
        out[row, at + colour] = min(MOST_LACKING, max(0, int(sight.asked[colour]) - have))
        placed = have - int(state.hand[seat, colour])
        out[row, at + COLOURS + colour] = min(MOST_LACKING, max(0, int(sight.asked[colour]) - placed))
        out[row, at + 2 * COLOURS + colour] = min(MOST_LACKING, int(sight.spare[colour]))
    at += 3 * COLOURS
    out[row, at] = min(MOST_CARDS, total)
    out[row, at + 1] = min(MOST_CARDS, count)
    out[row, at + 2] = min(MOST_VALUE, points)
    out[row, at + 3] = min(MOST_VALUE, safe)
    return at + CARD_PLANNED
