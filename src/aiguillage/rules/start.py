"""How games of both families begin: chance, and seats with nothing in front of them."""

from .jit import kernel
from .numbers import KINDS, MAX_OFFER, NOTHING
from .phases import OPENING
from .records import AnyScratch, AnyState
from .rng import forget_key, seed_random


@kernel
def start_chance(state: AnyState, seats: int, seed: int, stream: int, scratch: AnyScratch) -> None:
    """So many seats, no events yet, and where chance comes from; with `seed` -1 the record has its key."""
    scratch.events_n = 0
    if seed >= 0:
        forget_key(state)
        seed_random(state, seed, stream)
    state.seats = seats


@kernel
def clear_course(state: AnyState) -> None:
    """Nothing was decided yet."""
    for i in range(len(state.spare)):
        state.spare[i] = 0
    state.decisions = 0
    state.turns = 0
    state.phase = OPENING
    state.last_turns = NOTHING
    state.target = NOTHING


@kernel
def clear_player(state: AnyState, seat: int) -> None:
    """No cards, no tickets, no points."""
    for kind in range(KINDS):
        state.hand[seat, kind] = 0
        state.shown[seat, kind] = 0
    state.hand_n[seat] = 0
    state.ticket_n[seat] = 0
    for i in range(MAX_OFFER):
        state.offer[seat, i] = NOTHING
    state.offer_n[seat] = 0
    state.chosen[seat] = NOTHING
    state.ticket_points[seat] = 0
    state.total[seat] = 0
    state.made[seat] = 0
    state.rank[seat] = 0
    state.tie_break[seat] = 0
