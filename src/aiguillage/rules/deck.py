"""Cards: the deck, the discards and the market, the row of five face-up cards (D2, D6, D7, D9).

The deck is a multiset drawn from uniformly, which is what a shuffled deck is to people who cannot see it.
"""

from . import events
from .events import emit
from .jit import kernel
from .numbers import KINDS, NOTHING, WILD
from .records import AnyScratch, AnyState
from .rng import chance

PLAIN = 3  # with fewer non-wild cards about, replacing the market would never end (D6)
TOLD = 6  # of so many replacements in a row every card is told; of a longer row the last ones


@kernel
def draw_card(state: AnyState) -> int:
    """Draw one card from a deck that is not empty."""
    rest = chance(state, state.deck_n)
    kind = 0
    while rest >= state.deck[kind]:
        rest -= state.deck[kind]
        kind += 1
    state.deck[kind] -= 1
    state.deck_n -= 1
    return kind


@kernel
def restock(state: AnyState, scratch: AnyScratch) -> None:
    """Make a new deck of the discards when the deck is empty (D7)."""
    if state.deck_n == 0 and state.discard_n > 0:
        for kind in range(KINDS):
            state.deck[kind] = state.discard[kind]
            state.discard[kind] = 0
        state.deck_n = state.discard_n
        state.discard_n = 0
        emit(scratch, events.RESHUFFLE, NOTHING, state.deck_n, 0, 0)


@kernel
def draw_and_restock(state: AnyState, scratch: AnyScratch) -> int:
    """Draw one card from a deck that is not empty, and make a new deck if that was the last one (D7)."""
    kind = draw_card(state)
    restock(state, scratch)
    return kind


@kernel
def discard_cards(state: AnyState, kind: int, count: int) -> None:
    """Put cards on the discard pile."""
    state.discard[kind] += count
    state.discard_n += count


@kernel
def market_wilds(state: AnyState) -> int:
    """How many of the face-up cards are wild."""
    wilds = 0
    for slot in range(5):
        if state.market[slot] == WILD:
            wilds += 1
    return wilds


@kernel
def fill_market(state: AnyState, scratch: AnyScratch) -> None:
    """Turn up a card for every gap in the row, as far as there are cards (D2, D9)."""
    while True:
        restock(state, scratch)
        slot = 0
        while slot < 5 and state.market[slot] != NOTHING:
            slot += 1
        if slot == 5 or state.deck_n == 0:
            return
        kind = draw_card(state)
        state.market[slot] = kind
        emit(scratch, events.TURN_UP, NOTHING, kind, slot, 0)


@kernel
def plain_cards(state: AnyState) -> int:
    """How many cards that are not wild lie in the deck, the discards and the row."""
    count = state.deck_n - state.deck[WILD] + state.discard_n - state.discard[WILD]
    for slot in range(5):
        if state.market[slot] != NOTHING and state.market[slot] != WILD:
            count += 1
    return count


@kernel
def never_in_order(state: AnyState) -> bool:
    """Whether replacing a full row with three wilds would never end (D6).

    So it is with too few plain cards; and when five cards are left beside the row, of which three are wild as well: the
    two fives would change places for ever.
    """
    if plain_cards(state) < PLAIN:
        return True
    return state.discard_n == 0 and state.deck_n == 5 and state.deck_n - state.deck[WILD] < PLAIN


@kernel
def settle_market(state: AnyState, scratch: AnyScratch) -> None:
    """Fill the row, and replace it until fewer than three of its cards are wild (D2, D6, D9, S6).

    A long row of replacements is told from both ends, so that there is room for what else the step does.
    """
    flushes = 0
    told = 0
    while True:
        fill_market(state, scratch)
        if market_wilds(state) < 3 or never_in_order(state):
            return
        flushes += 1
        if flushes < TOLD:
            told = scratch.events_n
        else:
            scratch.events_n = told
        emit(scratch, events.FLUSH, NOTHING, 0, 0, 0)
        for slot in range(5):
            if state.market[slot] != NOTHING:
                discard_cards(state, state.market[slot], 1)
                state.market[slot] = NOTHING
