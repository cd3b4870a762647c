"""Ranks, and which tie-break a seat needed against those with as many points (E4, C20)."""

from .jit import kernel
from .records import AnyState

BY_POINTS, BY_TICKETS = range(2)
"""What is compared first; each family goes on from there."""


@kernel
def verdict(difference: int, how: int) -> int:
    """What separates two seats: positive for the better one, 0 if they share. The size is 1 and `how`."""
    if difference > 0:
        return 1 + how
    if difference < 0:
        return -1 - how
    return 0


@kernel
def compare_first(state: AnyState, seat: int, other: int) -> int:
    """What separates two seats before anything else does: points, then tickets completed; 0 if neither (E4, C20)."""
    by_points = verdict(state.total[seat] - state.total[other], BY_POINTS)
    return by_points if by_points != 0 else verdict(state.made[seat] - state.made[other], BY_TICKETS)


@kernel
def clear_ranks(state: AnyState) -> None:
    """Everybody is first, by points alone."""
    for seat in range(state.seats):
        state.rank[seat] = 1
        state.tie_break[seat] = 0


@kernel
def note_rank(state: AnyState, seat: int, other: int, found: int, shared: int) -> None:
    """What the verdict on a seat beside another means for its rank; `shared` is the number of a shared victory."""
    if found < 0:
        state.rank[seat] += 1
    if state.total[seat] == state.total[other]:
        needed = shared if found == 0 else abs(found) - 1
        state.tie_break[seat] = max(int(state.tie_break[seat]), needed)
