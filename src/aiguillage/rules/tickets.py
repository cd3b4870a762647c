"""Tickets: the deck as a real queue, offers, and what is kept of them (S7, S8, K1-K4)."""

from . import events
from .actions import KEEP
from .events import emit
from .jit import kernel
from .numbers import IN_DECK, MAX_TICKETS, NOBODY, NOTHING, OFFERED
from .phases import TICKETS
from .records import AnyScratch, AnyState, Array
from .rng import chance


@kernel
def count_bits(mask: int) -> int:
    """How many tickets a mask names."""
    count = 0
    while mask > 0:
        count += mask & 1
        mask >>= 1
    return count


@kernel
def shuffle_queue(state: AnyState) -> None:
    """Shuffle a ticket deck that starts at the head of its ring."""
    for i in range(state.queue_n - 1, 0, -1):
        j = chance(state, i + 1)
        held = state.queue[i]
        state.queue[i] = state.queue[j]
        state.queue[j] = held


@kernel
def offer_tickets(state: AnyState, seat: int, count: int) -> None:
    """Move up to `count` tickets from the top of the deck to the seat's offer (K1, K3)."""
    for _ in range(min(count, state.queue_n)):
        ticket = state.queue[state.queue_head]
        state.queue_head = (state.queue_head + 1) % MAX_TICKETS
        state.queue_n -= 1
        state.ticket_at[ticket] = OFFERED
        state.returned_by[ticket] = NOBODY
        state.offer[seat, state.offer_n[seat]] = ticket
        state.offer_n[seat] += 1


@kernel
def put_under(state: AnyState, ticket: int, seat: int) -> None:
    """Put a ticket under the deck (K2)."""
    state.queue[(state.queue_head + state.queue_n) % MAX_TICKETS] = ticket
    state.queue_n += 1
    state.ticket_at[ticket] = IN_DECK
    state.returned_by[ticket] = seat


@kernel
def keep_tickets(state: AnyState, seat: int, mask: int) -> None:
    """Keep the tickets of the offer that the mask names and put the others under the deck (K1, K2, K4, S8)."""
    for i in range(state.offer_n[seat]):
        ticket = state.offer[seat, i]
        if (mask >> i) & 1:
            state.ticket_at[ticket] = seat
            state.ticket_n[seat] += 1
        else:
            put_under(state, ticket, seat)
        state.offer[seat, i] = NOTHING
    state.offer_n[seat] = 0


@kernel
def legal_keeps(state: AnyState, least: int, out: Array, n: int) -> int:
    """Every choice from the actor's offer that keeps `least` tickets or more, or all of fewer (S7, S8, K1, K3)."""
    offered = state.offer_n[state.actor]
    least = min(least, offered)
    for mask in range(1 << offered):
        if count_bits(mask) >= least:
            out[n] = KEEP + mask
            n += 1
    return n


@kernel
def keep_drawn(state: AnyState, mask: int, scratch: AnyScratch) -> bool:
    """Keep of the tickets drawn those that the mask names; the turn is over (K1, C14)."""
    seat = state.actor
    emit(scratch, events.KEEP, seat, count_bits(mask), mask, state.offer_n[seat])
    keep_tickets(state, seat, mask)
    return True


@kernel
def note_opening(state: AnyState, mask: int, scratch: AnyScratch) -> bool:
    """Note the actor's opening choice; whether it was the last one, and then all hear how many each keeps (S7, C3).

    Nothing changes hands before that and nobody learns how many tickets another kept, so the game does not depend on
    who was quicker.
    """
    state.chosen[state.actor] = mask
    emit(scratch, events.CHOOSE, state.actor, 0, mask, 0)
    for seat in range(state.seats):
        if state.chosen[seat] == NOTHING:
            state.actor = seat
            return False
    for seat in range(state.seats):
        emit(scratch, events.KEPT, seat, count_bits(state.chosen[seat]), state.offer_n[seat], 0)
    return True


@kernel
def draw_tickets(state: AnyState, count: int, scratch: AnyScratch) -> None:
    """Draw tickets to choose from (K1, K3)."""
    seat = state.actor
    offer_tickets(state, seat, count)
    emit(scratch, events.DRAW_TICKETS, seat, state.offer_n[seat], 0, 0)
    state.phase = TICKETS
