"""What a seat may know of the Card Game, and a full game that agrees with it (C3, C6, C14, S9, D5).

An on-track pile may not be looked at, but every card in it lay open in the yard and was seen moving: whoever has a good
memory knows the pile. An observation, which is what bots get, keeps it; `View`, which is what people get, shows only
how many cards it has. The same goes for tickets completed in the first round: shown when scored, then face down.
"""

import numpy as np

from .cardgame_complete import can_complete, in_conflict
from .cardgame_place import rival_cards, singles
from .cardgame_state import PLACE, THREE
from .jit import kernel
from .numbers import COLOURS, IN_DECK, KINDS, MAX_TICKETS, NOBODY, NOTHING, OFFERED, UNKNOWN, WILD
from .observe import count_deck, fill_hands, guess_choice, hide_cards, hide_tickets
from .phases import COMPLETION, OPENING, OVER, PLACEMENT
from .records import CardBoardRecord, CardStateRecord
from .rng import below, forget_key
from .tickets import count_bits


@kernel
def observe(board: CardBoardRecord, state: CardStateRecord, seat: int) -> None:
    """Reduce a copy of a game to what the seat may know; a spectator is seat -1 (C6, S9, D5)."""
    state.rng = 0
    forget_key(state)
    hide_cards(state, seat)
    me = np.int8(seat)
    for ticket in range(MAX_TICKETS):
        refused = state.refused_by[ticket]
        state.refused_by[ticket] = refused if refused == me else NOBODY
    if state.phase != OVER:
        hide_tickets(state, seat)
        for ticket in range(MAX_TICKETS):
            done, where = state.done_by[ticket], state.ticket_at[ticket]
            state.ticket_at[ticket] = done if done != NOBODY else where


@kernel
def give_unseen(state: CardStateRecord, seat: int, kind: int, count: int) -> int:
    """Put up to so many cards of a kind from the deck into a hand; how many it was."""
    count = max(0, min(count, state.deck[kind]))
    state.hand[seat, kind] += count
    state.deck[kind] -= count
    state.deck_n -= count
    return count


@kernel
def guess_placement(board: CardBoardRecord, state: CardStateRecord) -> None:
    """Who has named a placement has more than one way to carry it out: give him what that takes (C9-C11)."""
    seat = state.actor
    if state.target == THREE:
        colour = below(state, COLOURS)
        for _ in range(COLOURS):
            free = state.yard[seat, colour] == 0 and rival_cards(state, colour) == 0
            if free and state.hand[seat, colour] == 0 and count_bits(singles(board, state)) < 4:
                give_unseen(state, seat, colour, 1)
            colour = (colour + 1) % COLOURS
        return
    colour = state.target - PLACE
    lack = max(2, rival_cards(state, colour) + 1) + 1 - state.hand[seat, colour] - state.hand[seat, WILD]
    if state.hand[seat, colour] == 0:
        lack = max(1, lack)
    lack -= give_unseen(state, seat, colour, lack)
    give_unseen(state, seat, WILD, lack)


@kernel
def guess_cards(board: CardBoardRecord, state: CardStateRecord, seat: int) -> None:
    """Deal the cards that the seat cannot see into the other hands; the rest is the deck.

    Every hand gets the cards that everybody has seen go into it; the rest of it is drawn from what is left.
    """
    for kind in range(KINDS):
        state.deck[kind] = board.total[kind] - state.discard[kind]
        for other in range(state.seats):
            if other != seat:
                state.hand[other, kind] = state.shown[other, kind]
            state.deck[kind] -= state.hand[other, kind] + state.track[other, kind]
    for other in range(state.seats):
        for colour in range(COLOURS):
            state.deck[colour] -= state.yard[other, colour]
            state.deck[WILD] -= state.yard_wild[other, colour]
    count_deck(state)
    if state.phase == PLACEMENT and state.actor != seat:
        guess_placement(board, state)
    fill_hands(state, seat)


@kernel
def take_unknown(board: CardBoardRecord, state: CardStateRecord, where: int, refused: bool) -> int:
    """Move a random ticket that nobody has been given yet to `where`; NOTHING if there is none.

    `refused`: it may be one refused at the opening. When the game is over every ticket is known.
    """
    count = 0
    for ticket in range(board.tickets):
        if state.ticket_at[ticket] == UNKNOWN and (refused or state.refused_by[ticket] == NOBODY):
            count += 1
    if count == 0:
        return NOTHING
    rest = below(state, count)
    ticket = NOTHING
    while rest >= 0:
        ticket += 1
        if state.ticket_at[ticket] == UNKNOWN and (refused or state.refused_by[ticket] == NOBODY):
            rest -= 1
    state.ticket_at[ticket] = where
    return ticket


@kernel
def opening_tickets(state: CardStateRecord, seat: int) -> int:
    """How many of the tickets that a seat holds must be from its opening choice, whichever it has completed."""
    if state.ticket_n[seat] == 0:
        return 0
    return max(0, min(state.ticket_n[seat], count_bits(state.chosen[seat]) - state.made[seat]))


@kernel
def held_tickets(board: CardBoardRecord, state: CardStateRecord, seat: int, refused: bool) -> int:
    """How many tickets a seat has been given and not completed; `refused`: those too that were refused before."""
    count = 0
    for ticket in range(board.tickets):
        counted = refused or state.refused_by[ticket] == NOBODY
        if counted and state.ticket_at[ticket] == seat and state.done_by[ticket] == NOBODY:
            count += 1
    return count


@kernel
def guess_conflict(board: CardBoardRecord, state: CardStateRecord, seat: int) -> None:
    """Who is choosing which tickets to complete has some that cannot be completed together: give him such (C16).

    His opening tickets must leave enough for those of the others. What he holds gets one ticket that can be completed
    after the other until there is a conflict, first of all those that make one.
    """
    actor = state.actor
    spare = 0
    for ticket in range(board.tickets):
        if state.ticket_at[ticket] == UNKNOWN and state.refused_by[ticket] == NOBODY:
            spare += 1
    for other in range(state.seats):
        if other != seat and other != actor:
            spare -= opening_tickets(state, other)
    drawn = state.ticket_n[actor] - opening_tickets(state, actor)
    given = 0
    while given < state.ticket_n[actor] and not in_conflict(board, state, actor):
        best = NOTHING
        best_key = -1
        for ticket in range(board.tickets):
            refused = state.refused_by[ticket] != NOBODY
            if state.ticket_at[ticket] != UNKNOWN or (drawn if refused else spare) <= 0:
                continue
            state.ticket_at[ticket] = actor
            if can_complete(board, state, actor, ticket):
                key = below(state, 1 << 16)
                if given > 0 and in_conflict(board, state, actor):
                    key += 1 << 16
                if key > best_key:
                    best, best_key = ticket, key
            state.ticket_at[ticket] = UNKNOWN
        if best == NOTHING:
            return
        if state.refused_by[best] != NOBODY:
            drawn -= 1
        else:
            spare -= 1
        state.ticket_at[best] = actor
        given += 1


@kernel
def guess_tickets(board: CardBoardRecord, state: CardStateRecord, seat: int) -> None:
    """Deal the tickets that the seat cannot see to the other seats and the ticket deck (C3, C14).

    What it refused in the opening was shuffled into the deck, so it is in nobody's opening choice, but it may have been
    drawn since. Opening choices are dealt first for that reason.
    """
    if state.phase == COMPLETION and state.actor != seat:
        guess_conflict(board, state, seat)
    for other in range(state.seats):
        if other != seat:
            for _ in range(opening_tickets(state, other) - held_tickets(board, state, other, False)):
                take_unknown(board, state, other, False)
    for other in range(state.seats):
        if other != seat:
            for _ in range(state.ticket_n[other] - held_tickets(board, state, other, True)):
                take_unknown(board, state, other, True)
            if state.phase == OPENING and state.chosen[other] != NOTHING:
                state.chosen[other] = guess_choice(state, state.offer_n[other], board.open_keep)
            for i in range(state.offer_n[other]):
                state.offer[other, i] = take_unknown(board, state, OFFERED, True)
    for i in range(state.queue_n):
        slot = (state.queue_head + i) % MAX_TICKETS
        if state.queue[slot] == NOTHING:
            state.queue[slot] = take_unknown(board, state, IN_DECK, True)


@kernel
def determinize(board: CardBoardRecord, state: CardStateRecord, seat: int) -> None:
    """Fill the blanks of an observed game at random, in agreement with what was seen. Seed its generator first."""
    guess_cards(board, state, seat)
    guess_tickets(board, state, seat)
