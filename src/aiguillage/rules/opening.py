"""Set-up and the opening choice of tickets (S5-S8, S10)."""

from . import events
from .claim import open_tracks
from .deck import draw_card, settle_market
from .events import emit
from .jit import kernel
from .numbers import (
    IN_BOX,
    IN_DECK,
    KINDS,
    MAX_PLACES,
    MAX_SEATS,
    MAX_TICKETS,
    MAX_TRACKS,
    NOBODY,
    NOTHING,
    OFFERED,
)
from .phases import TURN
from .records import BoardRecord, ScratchRecord, StateRecord
from .rng import chance
from .start import clear_course, clear_player, start_chance
from .station import vacate_places
from .tickets import keep_tickets, note_opening, offer_tickets, shuffle_queue


@kernel
def clear_seat(board: BoardRecord, state: StateRecord, seat: int) -> None:
    """A seat with its pieces in front of it and nothing else (S1-S4)."""
    clear_player(state, seat)
    for piece in range(2):
        state.pieces[seat, piece] = board.pieces[piece] if seat < state.seats else 0
    state.stations[seat] = board.stations if seat < state.seats else 0
    state.goods[seat] = 0
    state.flag[seat] = 0
    state.flags_done[seat] = 0
    state.route_points[seat] = 0
    state.flag_points[seat] = 0
    state.station_points[seat] = 0
    state.goods_points[seat] = 0
    state.longest_points[seat] = 0
    state.longest[seat] = 0
    for i in range(3):
        state.borrowed[seat, i] = NOTHING


@kernel
def clear_table(board: BoardRecord, state: StateRecord) -> None:
    """An empty board, the cards in one deck, nothing under way."""
    clear_course(state)
    state.passes = 0
    state.deck_n = 0
    for kind in range(KINDS):
        state.deck[kind] = board.total[kind]
        state.deck_n += board.total[kind]
        state.discard[kind] = 0
    state.discard_n = 0
    for slot in range(5):
        state.market[slot] = NOTHING
    state.laid_colour = NOTHING
    state.laid = 0
    state.laid_wild = 0
    for i in range(3):
        state.revealed[i] = NOTHING
    state.owed = 0
    for track in range(MAX_TRACKS):
        state.owner[track] = NOBODY
    open_tracks(board, state)
    vacate_places(board, state)
    for place in range(MAX_PLACES):
        state.station_at[place] = NOBODY
    state.goods_left = board.goods
    for ticket in range(MAX_TICKETS):
        state.ticket_at[ticket] = IN_DECK if ticket < board.tickets else IN_BOX
        state.returned_by[ticket] = NOBODY


@kernel
def fill_queue(board: BoardRecord, state: StateRecord, long: int) -> None:
    """Shuffle the long (1) or the regular (0) tickets into a deck."""
    for i in range(MAX_TICKETS):
        state.queue[i] = NOTHING
    state.queue_head = 0
    state.queue_n = 0
    for ticket in range(board.tickets):
        if board.long[ticket] == long:
            state.queue[state.queue_n] = ticket
            state.queue_n += 1
    shuffle_queue(state)


@kernel
def deal_tickets(board: BoardRecord, state: StateRecord) -> None:
    """Deal the opening tickets: long ones first, those left over go back to the box unseen (S7, S8)."""
    if board.open_long > 0:
        fill_queue(board, state, 1)
        for seat in range(state.seats):
            offer_tickets(state, seat, board.open_long)
        for ticket in range(board.tickets):
            if board.long[ticket] and state.ticket_at[ticket] != OFFERED:
                state.ticket_at[ticket] = IN_BOX
    fill_queue(board, state, 0)
    for seat in range(state.seats):
        offer_tickets(state, seat, board.open_regular)


@kernel
def setup(
    board: BoardRecord,
    state: StateRecord,
    seats: int,
    first: int,
    seed: int,
    stream: int,
    scratch: ScratchRecord,
) -> None:
    """A new game (S5-S8, S10). `first` is a seat, or -1 for a random one; with `seed` -1 the record has its key."""
    start_chance(state, seats, seed, stream, scratch)
    for seat in range(MAX_SEATS):
        clear_seat(board, state, seat)
    clear_table(board, state)
    state.first = first if first >= 0 else chance(state, seats)
    for seat in range(seats):
        for _ in range(board.deal):
            state.hand[seat, draw_card(state)] += 1
        state.hand_n[seat] = board.deal
    settle_market(state, scratch)
    deal_tickets(board, state)
    state.actor = 0
    emit(scratch, events.START, state.first, 0, 0, 0)


@kernel
def put_in_box(state: StateRecord, seat: int, mask: int) -> None:
    """Tickets refused leave the game: drop them from the offer, so that all of it is kept (S7)."""
    kept = 0
    for i in range(state.offer_n[seat]):
        ticket = state.offer[seat, i]
        state.offer[seat, i] = NOTHING
        if (mask >> i) & 1:
            state.offer[seat, kept] = ticket
            kept += 1
        else:
            state.ticket_at[ticket] = IN_BOX
            state.returned_by[ticket] = seat
    state.offer_n[seat] = kept


@kernel
def choose_opening(board: BoardRecord, state: StateRecord, mask: int, scratch: ScratchRecord) -> bool:
    """Note the actor's choice; when all seats have chosen, carry the choices out in seat order and begin (S7, S8).

    No turn is over by it.
    """
    if not note_opening(state, mask, scratch):
        return False
    for seat in range(state.seats):
        chosen = state.chosen[seat]
        if board.open_to_box:
            put_in_box(state, seat, chosen)
            chosen = (1 << int(state.offer_n[seat])) - 1
        keep_tickets(state, seat, chosen)
    state.phase = TURN
    state.actor = state.first
    return False
