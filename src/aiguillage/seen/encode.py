"""What a seat sees of a board game, as one row of small numbers (kernel code).

`encode` reads only what survives `observe`: of the full record and of the observed one it makes the same row, so
that nothing hidden can leak and nothing has to be copied first. The parts of the row and their order are those of
`layout.py`. Seats are counted from the one that looks: 0 is itself, 1 the next in turn order, and so on.
"""

import numpy as np

from ..rules.actions import CLAIM, STATION
from ..rules.bits import count_ones
from ..rules.jit import inlined, kernel
from ..rules.numbers import KINDS, NOBODY, NOTHING, WILD
from ..rules.phases import OPENING
from ..rules.records import AnyState, Array, BoardRecord, StateRecord

PHASES = 10
PER_SEAT = 22
"""Entries for each seat in the part `players`."""

BLOCK = 32
"""Bytes that are written at a time; the kernel's arrays of tracks, places and tickets are multiples of it long."""

SEEN_PARTS = 3
"""Parts of a row that can be written at the same time."""

ONE = np.uint64(1)

SCORE_STEP = 100
"""Points up to this many fill the first of two entries, those above it the second."""


@inlined
def following(seat: int, seats: int) -> int:
    """The next seat in turn order, without a division."""
    return 0 if seat + 1 == seats else seat + 1


@inlined
def clear(out: Array, row: int, start: int, stop: int) -> None:
    """Write zeros where only some entries will be set.

    Here and in `mark` indices without a sign and a plain `while` make the difference between two and twenty
    instructions an entry on a GPU: nothing has to be done in case they are negative.
    """
    line, i, end = np.uint64(row), np.uint64(start), np.uint64(stop)
    while i < end:
        out[line, i] = 0
        i += ONE


@inlined
def write_table(state: AnyState, seat: int, out: Array, row: int) -> int:
    """The phase, who acts, the last round, the market, the discards; returns where the next part starts."""
    seats = int(state.seats)
    clear(out, row, 0, PHASES + seats + 1 + KINDS)
    out[row, state.phase] = 1
    at = PHASES
    if state.actor != NOBODY:
        steps = int(state.actor) - seat
        out[row, at + (steps if steps >= 0 else steps + seats)] = 1
    at += seats
    out[row, at] = state.last_turns + 1
    at += 1
    for slot in range(5):
        if state.market[slot] != NOTHING:
            out[row, at + state.market[slot]] += 1
    at += KINDS
    for kind in range(KINDS):
        out[row, at + kind] = state.discard[kind]
    return at + KINDS


@inlined
def write_hand(state: AnyState, seat: int, out: Array, row: int, at: int) -> int:
    """The seat's own cards of each kind."""
    for kind in range(KINDS):
        out[row, at + kind] = state.hand[seat, kind]
    return at + KINDS


@inlined
def write_pending(state: StateRecord, seat: int, out: Array, row: int, at: int) -> int:
    """The decks, the seat's hand, and what lies on the table for the claim under way."""
    out[row, at] = state.deck_n
    out[row, at + 1] = state.queue_n
    out[row, at + 2] = state.goods_left
    at += 3
    at = write_hand(state, seat, out, row, at)
    clear(out, row, at, at + 2 * KINDS)
    if state.laid > state.laid_wild:
        out[row, at + state.laid_colour] = state.laid - state.laid_wild
    out[row, at + WILD] = state.laid_wild
    at += KINDS
    for i in range(3):
        if state.revealed[i] != NOTHING:
            out[row, at + state.revealed[i]] += 1
    at += KINDS
    out[row, at] = state.owed
    return at + 1


@inlined
def kept_in_opening(state: AnyState, seat: int, other: int) -> int:
    """How many opening tickets a seat kept; of the others that is known once all have chosen (S7)."""
    if state.phase == OPENING and other != seat:
        return 0
    return count_ones(max(0, int(state.chosen[other])))


@inlined
def write_players(state: StateRecord, seat: int, out: Array, row: int, at: int) -> int:
    """What is public about every seat."""
    seats = int(state.seats)
    other = seat
    for _ in range(seats):
        out[row, at] = state.hand_n[other]
        for kind in range(KINDS):
            out[row, at + 1 + kind] = state.shown[other, kind]
        out[row, at + 10] = state.pieces[other, 0]
        out[row, at + 11] = state.pieces[other, 1]
        out[row, at + 12] = state.stations[other]
        out[row, at + 13] = state.goods[other]
        for part in range(3):
            out[row, at + 14 + part] = (state.flag[other] >> part) & 1
        out[row, at + 17] = state.flags_done[other]
        out[row, at + 18] = state.ticket_n[other]
        out[row, at + 19] = kept_in_opening(state, seat, other)
        points = int(state.route_points[other]) + int(state.flag_points[other])
        out[row, at + 20] = min(points, SCORE_STEP)
        out[row, at + 21] = max(points - SCORE_STEP, 0)
        at += PER_SEAT
        other = following(other, seats)
    return at


@inlined
def mark(values: Array, wanted: int, count: int, out: Array, row: int, at: int, stop: int) -> int:
    """Write 1 where a value is the wanted one and 0 elsewhere.

    So that the compiler can take many at a time, bytes are compared with a byte and whole blocks are written: beyond
    the last track, place or ticket nothing is anybody's, and the next parts, up to `stop`, are still to be written.
    """
    byte = np.int8(wanted)
    line, place, i = np.uint64(row), np.uint64(at), np.uint64(0)
    end = np.uint64(min((count + BLOCK - 1) // BLOCK * BLOCK, stop - at))
    while i < end:
        out[line, place + i] = 1 if values[i] == byte else 0
        i += ONE
    return at + count


@inlined
def write_owners(state: AnyState, seat: int, owner: Array, count: int, out: Array, row: int, at: int, stop: int) -> int:
    """What belongs to the seat itself, to the next, and so on: a row for each."""
    seats = int(state.seats)
    other = seat
    for _ in range(seats):
        at = mark(owner, other, count, out, row, at, stop)
        other = following(other, seats)
    return at


@inlined
def tracks_at(seats: int) -> int:
    """Where the parts about tracks start: after the table, what is pending, and the players."""
    return PHASES + seats + 1 + 2 * KINDS + 3 + 3 * KINDS + 1 + PER_SEAT * seats


@inlined
def write_tracks(board: BoardRecord, state: StateRecord, seat: int, out: Array, row: int) -> int:
    """Who owns each track, and which is being paid for."""
    tracks, seats, target = int(board.tracks), int(state.seats), int(state.target)
    at = tracks_at(seats)
    stop = at + (seats + 1) * tracks
    at = write_owners(state, seat, state.owner, tracks, out, row, at, stop)
    clear(out, row, at, stop)
    if CLAIM <= target < STATION:
        out[row, at + target - CLAIM] = 1
    return stop


@inlined
def write_stations(board: BoardRecord, state: StateRecord, seat: int, out: Array, row: int) -> int:
    """The same for stations."""
    places, seats, target = int(board.places), int(state.seats), int(state.target)
    at = tracks_at(seats) + (seats + 1) * int(board.tracks)
    if board.stations == 0:
        return at
    stop = at + (seats + 1) * places
    at = write_owners(state, seat, state.station_at, places, out, row, at, stop)
    clear(out, row, at, stop)
    if target >= STATION:
        out[row, at + target - STATION] = 1
    return stop


@kernel
def offer_slots(board: BoardRecord) -> int:
    """How many tickets a seat can be offered at once on this board."""
    return max(int(board.open_long) + int(board.open_regular), int(board.draw_tickets))


@inlined
def write_tickets(state: AnyState, seat: int, tickets: int, slots: int, out: Array, row: int, at: int) -> int:
    """The tickets that the seat keeps, those that it has put back or away, and its offer slot by slot.

    The slots matter: bit `i` of an action that keeps tickets stands for slot `i`.
    """
    stop = at + (2 + slots) * tickets
    at = mark(state.ticket_at, seat, tickets, out, row, at, stop)
    at = mark(state.returned_by, seat, tickets, out, row, at, stop)
    clear(out, row, at, stop)
    for i in range(state.offer_n[seat]):
        out[row, at + i * tickets + int(state.offer[seat, i])] = 1
    return stop


@inlined
def encode_part(board: BoardRecord, state: StateRecord, seat: int, out: Array, row: int, part: int) -> int:
    """One of the parts of what `encode` (`envs/shared/seen.py`) writes; returns where it ends."""
    if part == 0:
        at = write_table(state, seat, out, row)
        at = write_pending(state, seat, out, row, at)
        return write_players(state, seat, out, row, at)
    if part == 1:
        return write_tracks(board, state, seat, out, row)
    at = write_stations(board, state, seat, out, row)
    return write_tickets(state, seat, int(board.tickets), offer_slots(board), out, row, at)
