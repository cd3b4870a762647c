"""What is true of every game at every moment, and how to change only what a seat cannot see."""

import random
from collections import Counter
from typing import Any

import numpy as np

from aiguillage.boards import Board
from aiguillage.rules.numbers import IN_BOX, IN_DECK, KINDS, MAX_TICKETS, NOTHING, OFFERED, WILD
from aiguillage.rules.phases import OPENING, OVER


def copy_of(state: Any) -> Any:
    """An independent copy of a kernel record."""
    return np.frombuffer(bytearray(state.tobytes()), state.dtype).view(np.recarray)[0]


def queued(state: Any) -> list[int]:
    """The ring slots of the ticket deck, from the top."""
    return [(int(state.queue_head) + i) % MAX_TICKETS for i in range(int(state.queue_n))]


def check_conserved(board: Board, state: Any) -> None:
    """Cards per kind, pieces, stations, merchandise and tickets: none is lost, none appears."""
    seats = range(int(state.seats))
    check_cards(board, state)
    pieces = {str(name): count for name, count in board.pieces.items()}
    for seat in seats:
        for piece, kind in enumerate(("main", "subway")):
            placed = sum(
                track.spaces
                for number, track in enumerate(board.tracks)
                if state.owner[number] == seat and track.piece == kind
            )
            assert state.pieces[seat, piece] + placed == pieces.get(kind, 0)
            assert state.pieces[seat, piece] >= 0
        assert state.stations[seat] + (state.station_at == seat).sum() == board.stations
        owned = [track for number, track in enumerate(board.tracks) if state.owner[number] == seat]
        assert state.route_points[seat] == sum(track.points for track in owned)
        assert state.flag_points[seat] == state.flags_done[seat] * board.flag_points
        assert state.goods[seat] <= sum(track.carts for track in owned)
    assert state.goods_left + state.goods[: len(seats)].sum() == board.goods
    check_tickets(board, state)


def check_cards(board: Board, state: Any) -> None:
    counted = state.deck + state.discard + state.hand.sum(axis=0)
    assert state.deck_n == state.deck.sum()
    assert state.discard_n == state.discard.sum()
    assert (state.hand_n == state.hand.sum(axis=1)).all()
    for kind in [*state.market, *state.revealed]:
        if kind != NOTHING:
            counted[kind] += 1
    counted[WILD] += state.laid_wild
    if state.laid > state.laid_wild:
        counted[state.laid_colour] += state.laid - state.laid_wild
    for seat in range(int(state.seats)):
        for part, colour in enumerate(board.flag_colours):
            counted[board.colours.index(colour)] += int(state.flag[seat]) >> part & 1
    names = [*board.colours, *[""] * (WILD - len(board.colours)), "wild"]
    assert counted.tolist() == [board.cards.get(name, 0) for name in names]
    for pile in (state.deck, state.discard, state.hand):
        assert pile.min() >= 0
    assert (state.shown <= state.hand).all()
    assert state.shown.min() >= 0


def places_of_tickets(state: Any) -> Counter[int]:
    """How often each ticket lies in the deck or on offer."""
    places: Counter[int] = Counter()
    for slot in queued(state):
        places[int(state.queue[slot])] += 1
        assert state.ticket_at[state.queue[slot]] == IN_DECK
    for seat in range(int(state.seats)):
        for ticket in state.offer[seat, : state.offer_n[seat]]:
            places[int(ticket)] += 1
            assert state.ticket_at[ticket] == OFFERED
    return places


def check_tickets(board: Board, state: Any) -> None:
    places = places_of_tickets(state)
    for seat in range(int(state.seats)):
        assert state.ticket_n[seat] == (state.ticket_at[: len(board.tickets)] == seat).sum()
    for number in range(len(board.tickets)):
        where = int(state.ticket_at[number])
        assert where in (IN_DECK, OFFERED, IN_BOX) or 0 <= where < state.seats
        assert places[number] == (1 if where in (IN_DECK, OFFERED) else 0)
        if board.opening.rest != "box":
            assert where != IN_BOX


def hidden_tickets(board: Board, state: Any, seat: int) -> list[int]:
    """The tickets that a seat has never seen, or that have left its sight."""
    offered = {int(ticket) for ticket in state.offer[seat, : state.offer_n[seat]]} if seat >= 0 else set()
    return [
        number
        for number in range(len(board.tickets))
        if state.ticket_at[number] != seat
        and number not in offered
        and not (seat >= 0 and state.returned_by[number] == seat)
    ]


def change_hidden(board: Board, state: Any, seat: int, chance: random.Random) -> Any:
    """A copy in which everything that the seat cannot see was dealt anew: cards, tickets, choices, chance itself."""
    other = copy_of(state)
    other.rng = chance.getrandbits(64) | 1
    deal_cards(other, seat, chance)
    if state.phase != OVER:
        deal_tickets(other, hidden_tickets(board, other, seat), seat, chance)
        for one in range(int(state.seats)):
            if one != seat and state.chosen[one] != NOTHING:
                size = board.opening.long + board.opening.regular
                count = int(state.chosen[one]).bit_count()
                if state.phase == OPENING:  # how many somebody keeps is not known before all have chosen
                    count = chance.randint(board.opening.keep, size)
                kept = chance.sample(range(size), count)
                other.chosen[one] = sum(1 << i for i in kept)
    return other


def deal_cards(state: Any, seat: int, chance: random.Random) -> None:
    others = [one for one in range(int(state.seats)) if one != seat]
    piles = [state.deck, *[state.hand[one] - state.shown[one] for one in others]]
    sizes = [int(pile.sum()) for pile in piles]
    cards = [kind for pile in piles for kind in range(KINDS) for _ in range(int(pile[kind]))]
    chance.shuffle(cards)
    state.deck[:] = 0
    for one in others:
        state.hand[one] = state.shown[one]
    for target, size in zip([state.deck, *[state.hand[one] for one in others]], sizes, strict=True):
        for _ in range(size):
            target[cards.pop()] += 1


def deal_tickets(state: Any, hidden: list[int], seat: int, chance: random.Random) -> None:
    """Permute the tickets that the seat cannot see over the places where they lie."""
    becomes = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))
    at, by = state.ticket_at.copy(), state.returned_by.copy()
    for old, new in becomes.items():
        state.ticket_at[new] = at[old]
        state.returned_by[new] = by[old]
    for slot in queued(state):
        ticket = int(state.queue[slot])
        state.queue[slot] = becomes.get(ticket, ticket)
    for one in range(int(state.seats)):
        if one != seat:
            for i in range(int(state.offer_n[one])):
                state.offer[one, i] = becomes[int(state.offer[one, i])]
