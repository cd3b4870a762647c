"""What is true of every game of the Card Game at every moment, and how to change only what a seat cannot see."""

import random
from typing import Any

from aiguillage.boards import Board
from aiguillage.rules.numbers import IN_DECK, NOBODY, NOTHING, OFFERED, UNKNOWN, WILD
from aiguillage.rules.phases import OPENING, OVER
from invariants import copy_of, deal_cards, deal_tickets, hidden_tickets, places_of_tickets


def check_card_table(board: Board, state: Any) -> None:
    """Cards per kind and tickets: none is lost, none appears; columns are columns; points are what was completed."""
    check_cards(board, state)
    check_columns(state)
    check_tickets(board, state)
    for seat in range(int(state.seats)):
        done = [ticket for n, ticket in enumerate(board.tickets) if state.done_by[n] == seat]
        missed = [
            ticket
            for n, ticket in enumerate(board.tickets)
            if state.ticket_at[n] == seat and state.done_by[n] == NOBODY
        ]
        assert state.made[seat] == len(done)
        lost = sum(ticket.points for ticket in missed) if state.rank[seat] else 0
        assert state.ticket_points[seat] == sum(ticket.points for ticket in done) - lost


def check_cards(board: Board, state: Any) -> None:
    counted = state.deck + state.discard + state.hand.sum(axis=0) + state.track.sum(axis=0)
    counted[:WILD] += state.yard.sum(axis=0)
    counted[WILD] += state.yard_wild.sum()
    for kind in state.market:
        if kind != NOTHING:
            counted[kind] += 1
    names = [*board.colours, *[""] * (WILD - len(board.colours)), "wild"]
    assert counted.tolist() == [board.cards.get(name, 0) for name in names]
    assert state.deck_n == state.deck.sum()
    assert state.discard_n == state.discard.sum()
    assert (state.hand_n == state.hand.sum(axis=1)).all()
    assert (state.track_n == state.track.sum(axis=1)).all()
    for pile in (
        state.deck,
        state.discard,
        state.hand,
        state.track,
        state.yard,
        state.yard_wild,
        state.shown,
    ):
        assert pile.min() >= 0
    assert (state.shown <= state.hand).all()
    if NOTHING in state.market:
        assert state.deck_n == 0, "a gap in the row is filled while the deck lasts"


def check_columns(state: Any) -> None:
    """A wild lies on a card of the column's colour (C12, C13), and nobody has a colour that another has (C11)."""
    assert ((state.yard > 0) | (state.yard_wild == 0)).all()
    assert ((state.yard > 0).sum(axis=0) <= 1).all()


def check_tickets(board: Board, state: Any) -> None:
    places = places_of_tickets(state)
    for seat in range(int(state.seats)):
        kept = (state.ticket_at == seat) & (state.done_by == NOBODY)
        assert state.ticket_n[seat] == kept.sum()
    for number in range(len(board.tickets)):
        where = int(state.ticket_at[number])
        assert where in (IN_DECK, OFFERED) or 0 <= where < state.seats
        assert places[number] == (1 if where in (IN_DECK, OFFERED) else 0)
        assert state.done_by[number] in (NOBODY, where)


def unseen_tickets(board: Board, state: Any, seat: int) -> list[int]:
    """The tickets that a seat has never seen, or that have left its sight; completed ones were seen by all (C16)."""
    return [number for number in hidden_tickets(board, state, seat) if state.done_by[number] == NOBODY]


def check_view(state: Any, view: dict[str, Any], look: bool) -> None:
    """An on-track pile is a number to everybody, and to its owner, too, unless owners may look (C6).

    Who completes tickets sees his own (C16).
    """
    for player in view["players"]:
        assert player["on_track"] == state.track_n[player["seat"]]
        shown = player["on_track_cards"]
        completing = view["phase"] == "completion" and view["actor"] == view["seat"]
        if (look or completing) and player["seat"] == view["seat"]:
            assert sum(shown.values()) == player["on_track"]
        else:
            assert shown is None


def change_unseen(board: Board, state: Any, seat: int, chance: random.Random) -> Any:
    """A copy in which everything that the seat cannot see was dealt anew: cards, tickets, choices, chance itself."""
    other = copy_of(state)
    other.rng = chance.getrandbits(64) | 1
    deal_cards(other, seat, chance)
    for ticket in range(len(board.tickets)):
        if state.refused_by[ticket] not in (NOBODY, seat):
            other.refused_by[ticket] = chance.choice([one for one in range(int(state.seats)) if one != seat])
    if state.phase != OVER:
        deal_tickets(other, unseen_tickets(board, other, seat), seat, chance)
        for one in range(int(state.seats)):
            if one != seat and state.chosen[one] != NOTHING:
                count = int(state.chosen[one]).bit_count()
                if state.phase == OPENING:  # how many somebody keeps is not known before all have chosen
                    count = chance.randint(board.opening.keep, board.opening.regular)
                kept = chance.sample(range(board.opening.regular), count)
                other.chosen[one] = sum(1 << i for i in kept)
    return other


def check_nothing_left(board: Board, seen: Any, state: Any, seat: int) -> None:
    """An observation holds no deck, no other hand, no unseen ticket."""
    assert seen.rng == 0
    assert seen.deck.sum() == 0
    assert all(seen.hand[other].sum() == 0 for other in range(int(state.seats)) if other != seat)
    for ticket in unseen_tickets(board, state, seat):
        assert seen.ticket_at[ticket] == UNKNOWN
        assert ticket not in seen.queue
        assert ticket not in seen.offer
    assert set(seen.refused_by.tolist()) <= {NOBODY, seat}
