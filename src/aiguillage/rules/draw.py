"""Drawing cards: two, face up or blind, and what a face-up wild costs (D1-D5, D9)."""

from . import events
from .actions import BLIND, TAKE
from .deck import draw_card
from .events import emit
from .jit import kernel
from .numbers import KINDS, NOTHING, WILD
from .records import AnyScratch, AnyState, Array, BoardRecord, StateRecord


@kernel
def market_kinds(state: AnyState) -> int:
    """The kinds of cards that lie face up, as a bit set."""
    kinds = 0
    for slot in range(5):
        if state.market[slot] != NOTHING:
            kinds |= 1 << int(state.market[slot])
    return kinds


@kernel
def may_draw(board: BoardRecord, state: StateRecord) -> bool:
    """Whether drawing cards can be chosen at all: some boards ask for a deck, whatever lies face up (D9)."""
    return not board.deck_needed or state.deck_n + state.discard_n > 0


@kernel
def legal_draws(state: AnyState, second: bool, out: Array, n: int) -> int:
    """Face-up cards by kind, then the deck; the second card is never a face-up wild (D1, D4, D9)."""
    kinds = market_kinds(state)
    for kind in range(WILD if second else KINDS):
        if (kinds >> kind) & 1:
            out[n] = TAKE + kind
            n += 1
    if state.deck_n > 0:
        out[n] = BLIND
        n += 1
    return n


@kernel
def can_draw_second(state: AnyState) -> bool:
    """Whether there is a second card to take (D9)."""
    return state.deck_n > 0 or (market_kinds(state) & ~(1 << WILD)) != 0


@kernel
def take_face_up(state: AnyState, kind: int, scratch: AnyScratch) -> None:
    """Take a face-up card of the kind; `settle_market` replaces it at once (D1, D2)."""
    seat = state.actor
    slot = 0
    while state.market[slot] != kind:
        slot += 1
    state.market[slot] = NOTHING
    state.hand[seat, kind] += 1
    state.shown[seat, kind] += 1
    state.hand_n[seat] += 1
    emit(scratch, events.TAKE, seat, kind, slot, 0)


@kernel
def draw_blind(state: AnyState, scratch: AnyScratch) -> None:
    """Draw a card from the deck that only its owner sees (D1, D5)."""
    seat = state.actor
    kind = draw_card(state)
    state.hand[seat, kind] += 1
    state.hand_n[seat] += 1
    emit(scratch, events.BLIND, seat, kind, 0, 0)


@kernel
def take_card(state: AnyState, action: int, scratch: AnyScratch) -> None:
    """Take the card that was chosen."""
    if action == BLIND:
        draw_blind(state, scratch)
    else:
        take_face_up(state, action - TAKE, scratch)
