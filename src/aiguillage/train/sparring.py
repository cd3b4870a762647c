"""Scripted bots in some of the games, so that a network does not forget how others play."""

from typing import Any

import numpy as np
import torch
from torch import Tensor

from aiguillage.envs.batch import BatchEnv
from aiguillage.envs.scripted import Scripted
from aiguillage.train.tables import Tables


class Sparring:
    """The games in which one seat learns and a bot has all the others: the last ones of every number of players."""

    def __init__(self, tables: Tables, policy: str, share: float, threads: int) -> None:
        self.tables = tables
        # the seat that learns
        self.own = torch.full((tables.games,), -1, dtype=torch.int64, device=tables.device)
        self.parts: list[tuple[BatchEnv, slice]] = []  # environments with such games, and where all of theirs are
        for env, rows, _, _ in tables.envs:
            count = round(env.batch * share)
            self.own[rows.stop - count : rows.stop] = torch.arange(count, device=tables.device) % env.seats
            if count:
                self.parts.append((env, rows))
        self.bot: Any
        self.on_gpu = tables.envs[0][3]["status"].device.type == "cuda"
        if self.on_gpu:
            from aiguillage.envs.scripted_cuda import CudaScripted

            self.bot = CudaScripted(tables.inputs.board, policy)
        else:
            self.bot = Scripted(tables.inputs.board, policy, threads)
        self.random = np.random.default_rng(tables.games)

    def theirs(self, actors: Tensor) -> Tensor:
        """The games in which the bot is to act."""
        return (self.own >= 0) & (actors != self.own)

    def decide(self, actors: Tensor, actions: Tensor) -> None:
        """Replace the actions of the bot's seats."""
        theirs = self.theirs(actors)
        seed = int(self.random.integers(1 << 30))
        if self.on_gpu:
            for env, rows in self.parts:
                self.bot.decide(env, actions[rows], theirs[rows], seed)
        else:
            wanted, chosen = theirs.cpu().numpy(), actions.cpu().numpy()
            for env, rows in self.parts:
                self.bot.decide(env, chosen[rows], wanted[rows], seed)
            actions.copy_(torch.from_numpy(chosen))

    def close(self) -> None:
        """End the threads."""
        self.bot.close()
