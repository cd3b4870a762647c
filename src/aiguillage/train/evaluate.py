"""How strong a network is: against scripted bots, on the CPU, by its integers."""

import math
import time
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import torch

from aiguillage.envs.batch import BatchEnv
from aiguillage.envs.scripted import Scripted
from aiguillage.train.inputs import Inputs
from aiguillage.train.network import Integers, Network

Z = 1.96  # 95 %


@dataclass(frozen=True)
class Strength:
    """What one network did against as many scripted bots as there are other seats."""

    players: int
    opponents: str
    games: int
    unfinished: int
    win: float  # share of the games won, ties shared
    low: float
    high: float
    points: float
    others: float  # points of the opponents
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {key: round(v, 4) if isinstance(v, float) else v for key, v in asdict(self).items()}


def wilson(share: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    if not games:
        return 0.0, 1.0
    middle = (share + Z * Z / (2 * games)) / (1 + Z * Z / games)
    half = Z * math.sqrt(share * (1 - share) / games + (Z / (2 * games)) ** 2) / (1 + Z * Z / games)
    return middle - half, middle + half


class Examiner:
    """Evaluates networks of one title; what was compiled and set up once is kept."""

    def __init__(self, inputs: Inputs, device: torch.device, threads: int) -> None:
        self.inputs, self.device, self.threads = inputs, device, threads
        self.bots: dict[str, Scripted] = {}

    def bot(self, name: str) -> Scripted:
        """A scripted bot, made once."""
        if name not in self.bots:
            self.bots[name] = Scripted(self.inputs.board, name, self.threads)
        return self.bots[name]

    def evaluate(
        self,
        net: Network,
        integers: Integers,
        players: int,
        games: int,
        opponents: str = "planner",
        seed: int = 977,
        deadline: float = math.inf,
    ) -> Strength:
        """One network against `players - 1` scripted bots, in every seat by turns.

        Games that are not over at the deadline (by `time.monotonic`) are not counted.
        """
        began = time.monotonic()
        bot, inputs = self.bot(opponents), self.inputs
        env = BatchEnv(inputs.game, players, games, seed=seed, threads=self.threads, layout=inputs.version)
        columns = inputs.columns(players)
        seen = np.zeros((games, inputs.size), np.int8)
        seen[:, inputs.count_column(players)] = 1
        seats = np.arange(games) % players
        over = np.zeros(games, bool)
        won, points, others = np.zeros(games), np.zeros(games), np.zeros(games)
        actions = np.zeros(games, np.int64)
        while not over.all() and time.monotonic() < deadline:
            own = env.actors == seats
            asked = np.flatnonzero(own & ~over)
            np.copyto(actions, env.samples)
            if len(asked):
                seen[asked[:, None], columns] = env.observations[asked]
                actions[asked] = self._choices(net, integers, seen[asked], env.masks[asked])
            bot.decide(env, actions, ~own & ~over, seed)
            env.step(actions)
            for i in np.flatnonzero((env.status != 0) & ~over):
                over[i] = True
                scores, rewards = env.scores[i].astype(float), env.rewards[i]
                if env.status[i] == env.FINISHED:
                    best = rewards == rewards.max()
                    won[i] = best[seats[i]] / best.sum()
                    points[i] = scores[seats[i]]
                    others[i] = (scores.sum() - scores[seats[i]]) / (players - 1)
                else:
                    won[i] = 1 / players
        env.close()
        count = int(over.sum())
        share = float(won[over].mean()) if count else 0.0
        low, high = wilson(share, count)
        own_points, other_points = (float(one[over].mean()) if count else 0.0 for one in (points, others))
        return Strength(
            players=players,
            opponents=opponents,
            games=count,
            unfinished=games - count,
            win=share,
            low=low,
            high=high,
            points=own_points,
            others=other_points,
            seconds=time.monotonic() - began,
        )

    def _choices(self, net: Network, integers: Integers, rows: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """What the network plays: of the legal actions the one that it thinks most of."""
        entries, legal = (torch.from_numpy(one).to(self.device) for one in (rows, masks))
        opinions = net.exact(integers, entries)[:, : self.inputs.actions]
        return opinions.masked_fill(~legal, -math.inf).argmax(1).cpu().numpy()

    def close(self) -> None:
        """End the threads."""
        for bot in self.bots.values():
            bot.close()
