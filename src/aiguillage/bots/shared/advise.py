"""A kernel bot that decides in many games: as a teacher, and as the opponent of learners."""

from typing import Any

import numpy as np

from ...rules.jit import kernel
from ...rules.records import AnyBoard, AnyBotScratch, AnyStates, Array
from .family import forget_plans, observe
from .policies import decide


@kernel
def advise(
    board: AnyBoard,
    states: AnyStates,
    wanted: Array,
    advice: Array,
    policy: int,
    seed: int,
    start: int,
    stop: int,
    seen: AnyStates,
    scratch: AnyBotScratch,
    weights: Array,
) -> None:
    """Write what the bot would do into `advice` for those of the games from `start` to `stop` where it is wanted.

    Each decision is made afresh, from what the seat to act may know, put together in the one record of `seen`.
    """
    for i in range(start, stop):
        if wanted[i]:
            seat: Any = np.int64(states[i].actor)
            seen[0] = states[i]
            observe(board, seen[0], seat)
            forget_plans(scratch)
            advice[i] = decide(policy, board, seen[0], seat, seed + i, scratch, weights)
