"""What a seat may know, and a full game that agrees with it (S9, D5, K2)."""

import numpy as np

from .actions import CLAIM, STATION
from .deck import draw_card
from .jit import kernel
from .numbers import GREY, IN_BOX, IN_DECK, KINDS, MAX_TICKETS, NOBODY, NOTHING, OFFERED, UNKNOWN, WILD
from .phases import OPENING, OVER, PAYMENT
from .records import AnyState, BoardRecord, StateRecord
from .rng import below, forget_key
from .station import station_cost
from .tickets import count_bits


@kernel
def hide_cards(state: AnyState, seat: int) -> None:
    """Blank the deck and the other hands; how many cards there are stays, and so does what everybody has seen."""
    for kind in range(KINDS):
        state.deck[kind] = 0
    for other in range(state.seats):
        if other != seat:
            for kind in range(KINDS):
                state.hand[other, kind] = 0


@kernel
def hide_tickets(state: AnyState, seat: int) -> None:
    """Blank the tickets that the seat has not seen, or that have left its sight.

    How many opening tickets another kept is known when all have chosen; before that, only that he has (S7).
    """
    me = np.int8(seat if seat >= 0 else IN_BOX + UNKNOWN)  # a spectator is nowhere
    some = False  # tickets of the deck are known, for the seat put them there
    # bytes beside bytes, no branches, and every byte is written: so vectors take many at a time
    for ticket in range(MAX_TICKETS):
        where, back = state.ticket_at[ticket], state.returned_by[ticket]
        put_back = (where < 0) & (back == me)
        known = (where == me) | put_back
        some |= put_back
        state.ticket_at[ticket] = where if known else UNKNOWN
        state.returned_by[ticket] = back if known else NOBODY
    head, count = state.queue_head, state.queue_n
    for i in range(MAX_TICKETS):
        ticket = state.queue[i]
        behind = (i - head) & (MAX_TICKETS - 1)
        if not some or behind >= count or (ticket != NOTHING and state.ticket_at[ticket] == UNKNOWN):
            state.queue[i] = NOTHING
    for other in range(state.seats):
        for i in range(state.offer_n[other]):
            if other == seat:
                state.ticket_at[state.offer[seat, i]] = OFFERED
            else:
                state.offer[other, i] = NOTHING
        if other != seat and state.chosen[other] != NOTHING:
            count = 0 if state.phase == OPENING else count_bits(state.chosen[other])
            state.chosen[other] = (1 << int(count)) - 1


@kernel
def observe(board: BoardRecord, state: StateRecord, seat: int) -> None:
    """Reduce a copy of a game to what the seat may know; a spectator is seat -1 (S9, D5, K2)."""
    state.rng = 0
    forget_key(state)
    hide_cards(state, seat)
    if state.phase != OVER:
        hide_tickets(state, seat)


@kernel
def count_deck(state: AnyState) -> None:
    """What lies face up is not in the deck; how many cards that leaves in it."""
    for slot in range(5):
        if state.market[slot] != NOTHING:
            state.deck[state.market[slot]] -= 1
    state.deck_n = 0
    for kind in range(KINDS):
        state.deck_n += state.deck[kind]


@kernel
def fill_hands(state: AnyState, seat: int) -> None:
    """Draw what nobody has seen of the other hands."""
    for other in range(state.seats):
        if other != seat:
            unseen = state.hand_n[other]
            for kind in range(KINDS):
                unseen -= state.hand[other, kind]
            for _ in range(unseen):
                state.hand[other, draw_card(state)] += 1


@kernel
def guess_cards(board: BoardRecord, state: StateRecord, seat: int) -> None:
    """Deal the cards that the seat cannot see into the deck and the other hands.

    Every hand gets the cards that everybody has seen go into it; the rest of it is drawn from what is left.
    """
    for kind in range(KINDS):
        state.deck[kind] = board.total[kind] - state.discard[kind]
        if seat >= 0:
            state.deck[kind] -= state.hand[seat, kind]
        for other in range(state.seats):
            if other != seat:
                state.hand[other, kind] = state.shown[other, kind]
                state.deck[kind] -= state.shown[other, kind]
    for i in range(3):
        if state.revealed[i] != NOTHING:
            state.deck[state.revealed[i]] -= 1
    if state.laid > state.laid_wild:
        state.deck[state.laid_colour] -= state.laid - state.laid_wild
    state.deck[WILD] -= state.laid_wild
    for other in range(state.seats):
        for part in range(3):
            if (state.flag[other] >> part) & 1:
                state.deck[board.flag_colours[part]] -= 1
    count_deck(state)
    if state.phase == PAYMENT and state.actor != seat:
        guess_payment(board, state)
    fill_hands(state, seat)


@kernel
def guess_payment(board: BoardRecord, state: StateRecord) -> None:
    """Who is about to pay can: give him what is missing of some colour, with as few wilds as possible (R1, R2, F1)."""
    seat = state.actor
    low, high = 0, board.colours
    least, cost = 0, 0
    if state.target >= STATION:
        cost = station_cost(board, state, seat)
    else:
        track = state.target - CLAIM
        least, cost = board.ferry[track], board.cost[track]
        if board.colour[track] != GREY:
            low, high = board.colour[track], board.colour[track] + 1
    unseen = state.hand_n[seat]
    for kind in range(KINDS):
        unseen -= state.hand[seat, kind]
    start = below(state, high - low)
    for wilds in range(least, cost + 1):
        for i in range(high - low):
            colour = low + (start + i) % (high - low)
            need = max(0, cost - wilds - state.hand[seat, colour])
            need_wild = max(0, wilds - state.hand[seat, WILD])
            if need <= state.deck[colour] and need_wild <= state.deck[WILD] and need + need_wild <= unseen:
                state.hand[seat, colour] += need
                state.hand[seat, WILD] += need_wild
                state.deck[colour] -= need
                state.deck[WILD] -= need_wild
                state.deck_n -= need + need_wild
                return


@kernel
def take_unknown(board: BoardRecord, state: StateRecord, long: int, where: int) -> int:
    """Move a random ticket that nobody has been given yet to `where`; NOTHING if there is none of that kind."""
    count = 0
    for ticket in range(board.tickets):
        if state.ticket_at[ticket] == UNKNOWN and board.long[ticket] == long:
            count += 1
    if count == 0:
        return NOTHING
    rest = below(state, count)
    for ticket in range(board.tickets):
        if state.ticket_at[ticket] == UNKNOWN and board.long[ticket] == long:
            if rest == 0:
                state.ticket_at[ticket] = where
                return ticket
            rest -= 1
    return NOTHING


@kernel
def random_mask(state: AnyState, size: int, count: int) -> int:
    """A random choice of `count` out of `size` tickets, as a mask."""
    mask = 0
    for i in range(size):
        if below(state, size - i) < count:
            mask |= 1 << i
            count -= 1
    return mask


@kernel
def guess_choice(state: AnyState, size: int, least: int) -> int:
    """An opening choice that nobody else knows yet: at least so many of the tickets dealt (S7, S8, C3)."""
    return random_mask(state, size, least + below(state, size - least + 1))


@kernel
def guess_tickets(board: BoardRecord, state: StateRecord, seat: int) -> None:
    """Deal the tickets that the seat has not seen to the other seats, the deck and the box (S7, S8, K1, K2).

    Long tickets are dealt at the opening only, at most one to a seat; who kept k of n opening tickets kept the
    long one with chance k / n.
    """
    opening = board.open_long + board.open_regular
    for other in range(state.seats):
        if other == seat:
            continue
        if state.phase == OPENING and state.chosen[other] != NOTHING:
            state.chosen[other] = guess_choice(state, opening, board.open_keep)
        for i in range(state.offer_n[other]):
            long = 1 if state.phase == OPENING and i < board.open_long else 0
            state.offer[other, i] = take_unknown(board, state, long, OFFERED)
        kept = state.ticket_n[other]
        if kept > 0 and board.open_long > 0:
            chosen = count_bits(state.chosen[other])
            if below(state, opening) < chosen and take_unknown(board, state, 1, other) != NOTHING:
                kept -= 1
        for _ in range(kept):
            take_unknown(board, state, 0, other)
    for i in range(state.queue_n):
        slot = (state.queue_head + i) % MAX_TICKETS
        if state.queue[slot] == NOTHING:
            state.queue[slot] = take_unknown(board, state, 0, IN_DECK)
    for ticket in range(MAX_TICKETS):
        if state.ticket_at[ticket] == UNKNOWN:
            state.ticket_at[ticket] = IN_BOX


@kernel
def determinize(board: BoardRecord, state: StateRecord, seat: int) -> None:
    """Fill the blanks of an observed game at random, in agreement with what was seen. Seed its generator first."""
    guess_cards(board, state, seat)
    guess_tickets(board, state, seat)
