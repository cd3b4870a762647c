"""Tunnels: three cards are turned up, and each may ask for one card more (U1-U7)."""

from . import events
from .actions import DECLINE
from .claim import mixed_payments, wild_payment
from .deck import discard_cards, draw_and_restock
from .events import emit
from .jit import kernel
from .numbers import NOTHING, WILD
from .records import Array, ScratchRecord, StateRecord


@kernel
def asks_for_more(state: StateRecord, kind: int) -> bool:
    """Whether a card that is turned up asks for one card more (U2, U3)."""
    return kind == WILD or kind == state.laid_colour


@kernel
def reveal(state: StateRecord, scratch: ScratchRecord) -> None:
    """Turn up three cards, or as many as there are, and count what is owed (U1-U3, U6)."""
    owed = 0
    for i in range(3):
        if state.deck_n > 0:
            kind = draw_and_restock(state, scratch)
            state.revealed[i] = kind
            more = 1 if asks_for_more(state, kind) else 0
            owed += more
            emit(scratch, events.REVEAL, state.actor, kind, more, 0)
    state.owed = owed
    emit(scratch, events.OWE, state.actor, owed, 0, 0)


@kernel
def surcharges(state: StateRecord, out: Array, n: int) -> int:
    """Every way to pay the surcharge: the colour laid down or wilds; only wilds if only wilds were laid (U2, U3)."""
    if state.laid_colour != WILD:
        n = mixed_payments(state, state.actor, state.laid_colour, state.owed, 0, out, n)
    return wild_payment(state, state.actor, state.owed, out, n)


@kernel
def legal_surcharge(state: StateRecord, out: Array, n: int) -> int:
    """Give up, or pay in any way; who cannot pay still says so himself (U4)."""
    out[n] = DECLINE
    return surcharges(state, out, n + 1)


@kernel
def discard_revealed(state: StateRecord) -> None:
    """Discard the cards turned up (U5)."""
    for i in range(3):
        if state.revealed[i] != NOTHING:
            discard_cards(state, state.revealed[i], 1)
            state.revealed[i] = NOTHING
    state.owed = 0
