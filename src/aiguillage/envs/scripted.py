"""Scripted bots in the games of a `BatchEnv` on the CPU, on threads."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from aiguillage.boards import Board
from aiguillage.bots.opinions import weights_for
from aiguillage.bots.scratch import POLICIES
from aiguillage.game.families import family_of
from aiguillage.game.kernels import COMPILED
from aiguillage.rules.records import Array

if TYPE_CHECKING:
    from aiguillage.envs.batch import BatchEnv


class Scripted:
    """A scripted bot of a title that decides in the games of a batch."""

    def __init__(self, board: Board, policy: str, threads: int) -> None:
        family = family_of(board)
        self.policy = policy
        self.board = board.table
        self.seens = COMPILED.zeros(threads, family.state_dtype)
        self.scratches = COMPILED.zeros(threads, family.bots.BOT_SCRATCH)
        self.wanted = COMPILED.zeros(0, np.bool_)
        self.advice = COMPILED.zeros(0, np.int64)
        self.weights = weights_for(board, policy)
        self.threads = threads
        self.pool = ThreadPoolExecutor(threads)
        self.advise = COMPILED.load(family.path("bots", "advise")).advise

    def decide(self, env: "BatchEnv", actions: Array, wanted: Array, seed: int) -> None:
        """Write its choice into `actions` where it is wanted."""
        if self.policy == "random":
            np.copyto(actions, env.samples, where=wanted)
            return
        if len(self.wanted) != env.batch:
            self.wanted = COMPILED.zeros(env.batch, np.bool_)
            self.advice = COMPILED.zeros(env.batch, np.int64)
        self.wanted[:] = wanted
        edges = [env.batch * part // self.threads for part in range(self.threads + 1)]
        fixed = self.board, env.states, self.wanted, self.advice, POLICIES[self.policy], seed
        advise = partial(self.advise, *fixed)
        own = zip(self.seens[:, None], self.scratches, strict=True)  # each thread's
        work = [
            self.pool.submit(advise, start, stop, seen, scratch, self.weights)
            for (start, stop), (seen, scratch) in zip(pairwise(edges), own, strict=True)
        ]
        for one in work:
            one.result()
        np.copyto(actions, self.advice, where=wanted)

    def close(self) -> None:
        """End the threads."""
        self.pool.shutdown()
