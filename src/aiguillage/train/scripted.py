"""Scripted bots in the games of a `BatchEnv` on the CPU, on threads."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from aiguillage.bots.scratch import POLICIES
from aiguillage.envs.batch import BatchEnv
from aiguillage.game.families import family_of
from aiguillage.game.kernels import COMPILED


def make_advise(board: Any) -> Any:
    """The compiled function that asks a bot in many games; each decision is made afresh, as kernel bots do."""
    import numba

    family = family_of(board)
    decide = COMPILED.load(family.path("bots", "policies")).decide
    forget_plans = COMPILED.load(family.path("bots", "family")).forget_plans
    observe = COMPILED.load(f"rules.{family.module}").observe

    @numba.njit(nogil=True, error_model="numpy")  # type: ignore[untyped-decorator]
    def advise(
        boards: Any,
        states: Any,
        seens: Any,
        scratches: Any,
        weights: Any,
        actions: Any,
        wanted: Any,
        policy: int,
        seed: int,
        part: int,
        start: int,
        stop: int,
    ) -> None:
        for i in range(start, stop):
            if wanted[i]:
                seat = np.int64(states[i].actor)
                seens[part] = states[i]
                observe(boards[0], seens[part], seat)
                forget_plans(scratches[part])
                actions[i] = decide(policy, boards[0], seens[part], seat, seed + i, scratches[part], weights)

    return advise


class Scripted:
    """A scripted bot of a title that decides in the games of a batch."""

    def __init__(self, board: Any, policy: str, threads: int) -> None:
        family = family_of(board)
        self.policy = policy
        self.boards = np.array([board.table])
        self.seens = np.zeros(threads, family.state_dtype)
        self.scratches = np.zeros(threads, family.bots.BOT_SCRATCH)
        self.weights = family.bots.weights_for(board, policy)
        self.threads = threads
        self.pool = ThreadPoolExecutor(threads)
        self.advise: Any = None if policy == "random" else make_advise(board)

    def decide(self, env: BatchEnv, actions: Any, wanted: Any, seed: int) -> None:
        """Write its choice into `actions` where it is wanted."""
        if self.advise is None:
            np.copyto(actions, env.samples, where=wanted)
            return
        edges = [env.batch * part // self.threads for part in range(self.threads + 1)]
        arrays: tuple[Any, ...] = (
            self.boards,
            env.states,
            self.seens,
            self.scratches,
            self.weights,
            actions,
            wanted,
        )
        advise = partial(self.advise, *arrays, POLICIES[self.policy], seed)
        work = [
            self.pool.submit(advise, part, start, stop) for part, (start, stop) in enumerate(pairwise(edges))
        ]
        for one in work:
            one.result()

    def close(self) -> None:
        """End the threads."""
        self.pool.shutdown()
