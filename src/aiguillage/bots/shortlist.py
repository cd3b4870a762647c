"""The list of candidates for a search, filled from what a family says of its actions (kernel code)."""

from ..rules.jit import kernel
from ..rules.numbers import NOTHING
from ..rules.records import AnyBotScratch, Array

CANDIDATES = 16
"""No decision has more candidates."""

OUT = -1e9
"""The score of an action that is a candidate already."""


@kernel
def begin_list(scratch: AnyBotScratch, n: int, choice: int, out: Array) -> int:
    """Begin the candidates with the planner's choice; returns how many there are."""
    out[0] = choice
    for i in range(n):
        if scratch.actions[i] == choice:
            scratch.score[i] = OUT
    return 1


@kernel
def take_best(scratch: AnyBotScratch, n: int, low: int, high: int, count: int, out: Array, size: int) -> int:
    """Move up to `count` of the most promising actions from `low` to `high - 1` to the candidates."""
    for _ in range(count):
        best = NOTHING
        for i in range(n):
            action = scratch.actions[i]
            if (
                low <= action < high
                and scratch.score[i] > OUT
                and (best == NOTHING or scratch.score[i] > scratch.score[best])
            ):
                best = i
        if best == NOTHING or size >= CANDIDATES:
            return size
        scratch.score[best] = OUT
        out[size] = scratch.actions[best]
        size += 1
    return size
