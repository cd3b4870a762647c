"""What a seat sees of the Card Game, as one row of small numbers (kernel code); see `encode.py`."""

from ..rules.cardgame_state import PLACE
from ..rules.jit import inlined, kernel
from ..rules.numbers import COLOURS, KINDS, NOTHING
from ..rules.records import Array, CardBoardRecord, CardStateRecord
from .encode import (
    PHASES,
    SCORE_STEP,
    clear,
    following,
    kept_in_opening,
    mark,
    write_hand,
    write_owners,
    write_table,
    write_tickets,
)

CARD_PER_SEAT = 40
"""Entries for each seat in the part `players`."""

PLACEMENTS = COLOURS + 1
"""What a placement can be named as: one colour, or three."""


@kernel
def card_slots(board: CardBoardRecord) -> int:
    """How many tickets a seat can be offered at once."""
    return max(int(board.open_tickets), int(board.draw_tickets))


@inlined
def write_placing(state: CardStateRecord, seat: int, out: Array, row: int, at: int) -> int:
    """The round, the decks, the seat's hand and the placement under way."""
    out[row, at] = state.round_no
    out[row, at + 1] = state.deck_n
    out[row, at + 2] = state.queue_n
    at += 3
    at = write_hand(state, seat, out, row, at)
    clear(out, row, at, at + PLACEMENTS)
    if state.target != NOTHING:
        out[row, at + int(state.target) - PLACE] = 1
    return at + PLACEMENTS


@inlined
def write_yards(state: CardStateRecord, seat: int, out: Array, row: int, at: int) -> int:
    """What is public about every seat, the cards that were seen moving to its on-track pile included."""
    seats = int(state.seats)
    other = seat
    for _ in range(seats):
        for kind in range(KINDS):
            out[row, at + kind] = state.shown[other, kind]
            out[row, at + 9 + kind] = state.track[other, kind]
        for colour in range(COLOURS):
            out[row, at + 18 + colour] = state.yard[other, colour]
            out[row, at + 26 + colour] = state.yard_wild[other, colour]
        out[row, at + 34] = state.hand_n[other]
        out[row, at + 35] = state.ticket_n[other]
        out[row, at + 36] = kept_in_opening(state, seat, other)
        out[row, at + 37] = state.made[other]
        points = max(0, int(state.ticket_points[other]))
        out[row, at + 38] = min(points, SCORE_STEP)
        out[row, at + 39] = max(points - SCORE_STEP, 0)
        at += CARD_PER_SEAT
        other = following(other, seats)
    return at


@inlined
def done_at(seats: int) -> int:
    """Where the parts about tickets start: after the table, the hand and the yards."""
    return PHASES + seats + 1 + 2 * KINDS + 3 + KINDS + PLACEMENTS + CARD_PER_SEAT * seats


@inlined
def encode_part(board: CardBoardRecord, state: CardStateRecord, seat: int, out: Array, row: int, part: int) -> int:
    """One of the parts of what `encode` writes; returns where it ends."""
    seats, tickets = int(state.seats), int(board.tickets)
    at = done_at(seats)
    stop = at + (seats + 1) * tickets
    if part == 0:
        at = write_table(state, seat, out, row)
        at = write_placing(state, seat, out, row, at)
        return write_yards(state, seat, out, row, at)
    if part == 1:
        at = write_owners(state, seat, state.done_by, tickets, out, row, at, stop)
        return mark(state.refused_by, seat, tickets, out, row, at, stop)
    return write_tickets(state, seat, tickets, card_slots(board), out, row, stop)
