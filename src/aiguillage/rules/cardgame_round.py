"""How a round of the Card Game begins: set-up, the opening choice of tickets, the second round (C1-C4, C8, C17)."""

from . import events
from .cardgame_state import CARD_SEATS, MAX_CITIES
from .deck import draw_card
from .events import emit
from .jit import kernel
from .numbers import COLOURS, IN_BOX, IN_DECK, KINDS, MAX_TICKETS, NOBODY, NOTHING, WILD
from .phases import TURN
from .records import CardBoardRecord, CardScratchRecord, CardStateRecord
from .rng import chance
from .start import clear_course, clear_player, start_chance
from .tickets import keep_tickets, note_opening, offer_tickets, shuffle_queue


@kernel
def clear_seat(state: CardStateRecord, seat: int) -> None:
    """A seat with nothing in front of it."""
    clear_player(state, seat)
    clear_tracks(state, seat)
    state.bonus_points[seat] = 0
    state.bonus_n[seat] = 0
    state.made_before[seat] = 0
    state.points_before[seat] = 0


@kernel
def clear_tracks(state: CardStateRecord, seat: int) -> None:
    """An empty yard and nothing on track."""
    for colour in range(COLOURS):
        state.yard[seat, colour] = 0
        state.yard_wild[seat, colour] = 0
    for kind in range(KINDS):
        state.track[seat, kind] = 0
    state.track_n[seat] = 0


@kernel
def clear_table(board: CardBoardRecord, state: CardStateRecord) -> None:
    """All cards in one deck, all tickets in the other, nothing under way."""
    clear_course(state)
    state.round_no = 1
    state.last_seat = NOTHING
    state.look = 0
    for seat in range(CARD_SEATS):
        clear_seat(state, seat)
    for city in range(MAX_CITIES):
        state.bonus_to[city] = 0
    state.queue_head = 0
    state.queue_n = board.tickets
    for ticket in range(MAX_TICKETS):
        state.queue[ticket] = ticket if ticket < board.tickets else NOTHING
        state.ticket_at[ticket] = IN_DECK if ticket < board.tickets else IN_BOX
        state.returned_by[ticket] = NOBODY
        state.refused_by[ticket] = NOBODY
        state.done_by[ticket] = NOBODY


@kernel
def gather_cards(board: CardBoardRecord, state: CardStateRecord) -> None:
    """Make a deck of every card that is not in a hand (C2, C17)."""
    state.deck_n = 0
    state.discard_n = 0
    for kind in range(KINDS):
        state.deck[kind] = board.total[kind]
        for seat in range(state.seats):
            state.deck[kind] -= state.hand[seat, kind]
        state.deck_n += state.deck[kind]
        state.discard[kind] = 0
    for slot in range(5):
        state.market[slot] = NOTHING
    for seat in range(state.seats):
        clear_tracks(state, seat)


@kernel
def fill_row(state: CardStateRecord, scratch: CardScratchRecord) -> None:
    """Turn up a card for every gap in the row while the deck lasts; nothing clears the row (C2, C8)."""
    for slot in range(5):
        if state.market[slot] == NOTHING and state.deck_n > 0:
            kind = draw_card(state)
            state.market[slot] = kind
            emit(scratch, events.TURN_UP, NOTHING, kind, slot, 0)


@kernel
def deal_cards(state: CardStateRecord, first: int, count: int) -> None:
    """Deal cards one at a time, as far as they go (C2, C17)."""
    for _ in range(count):
        for i in range(state.seats):
            if state.deck_n > 0:
                seat = (first + i) % state.seats
                state.hand[seat, draw_card(state)] += 1
                state.hand_n[seat] += 1


@kernel
def begin_round(
    board: CardBoardRecord, state: CardStateRecord, first: int, count: int, scratch: CardScratchRecord
) -> None:
    """Shuffle every card that is not in a hand, deal, and turn up the row (C2, C17)."""
    gather_cards(board, state)
    deal_cards(state, first, count)
    fill_row(state, scratch)


@kernel
def setup(
    board: CardBoardRecord,
    state: CardStateRecord,
    seats: int,
    first: int,
    seed: int,
    stream: int,
    scratch: CardScratchRecord,
) -> None:
    """A new game (C1-C4). `first` is a seat, or -1 for a random one (S10); with `seed` -1 the record has its key."""
    start_chance(state, seats, seed, stream, scratch)
    clear_table(board, state)
    state.first = first if first >= 0 else chance(state, seats)
    for seat in range(seats):
        state.hand[seat, WILD] = board.deal_wild
        state.shown[seat, WILD] = board.deal_wild
        state.hand_n[seat] = board.deal_wild
    begin_round(board, state, 0, board.deal, scratch)
    shuffle_queue(state)
    for seat in range(seats):
        offer_tickets(state, seat, board.open_tickets)
    state.actor = 0
    emit(scratch, events.START, state.first, 0, 0, 0)


@kernel
def straighten_queue(state: CardStateRecord) -> None:
    """Move the ticket deck, which has not gone round its ring yet, to the start of it, where it can be shuffled."""
    head = state.queue_head
    for i in range(state.queue_n):
        state.queue[i] = state.queue[head + i]
    state.queue_head = 0


@kernel
def choose_opening(board: CardBoardRecord, state: CardStateRecord, mask: int, scratch: CardScratchRecord) -> bool:
    """Note the actor's choice; when all have chosen, carry them out in seat order, shuffle and begin (C3, C4).

    No turn is over by it.
    """
    if not note_opening(state, mask, scratch):
        return False
    straighten_queue(state)
    for seat in range(state.seats):
        keep_tickets(state, seat, state.chosen[seat])
    for i in range(state.queue_n):
        ticket = state.queue[i]
        state.refused_by[ticket] = state.returned_by[ticket]
        state.returned_by[ticket] = NOBODY
    shuffle_queue(state)
    state.phase = TURN
    state.actor = state.first
    return False


@kernel
def start_second_round(board: CardBoardRecord, state: CardStateRecord, scratch: CardScratchRecord) -> None:
    """Shuffle all cards but the hands into a new deck and deal from it (C17).

    Hands can hold so much that the deal or the row takes the last card: the last turns begin at once.
    """
    first = (state.last_seat + 1) % state.seats
    emit(scratch, events.ROUND, NOTHING, 2, 0, 0)
    begin_round(board, state, first, board.second_deal, scratch)
    state.round_no = 2
    state.last_seat = NOTHING
    for seat in range(state.seats):
        state.made_before[seat] = state.made[seat]
        state.points_before[seat] = state.ticket_points[seat]
    state.last_turns = NOTHING
    if state.deck_n == 0:
        state.last_turns = state.seats
        emit(scratch, events.LAST_ROUND, NOTHING, 0, 0, 0)
    state.phase = TURN
    state.actor = first
