"""Games with several numbers of players side by side, as PyTorch tensors of one shape."""

from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

import numpy as np
import torch
from torch import Tensor

from aiguillage.envs.batch import BatchEnv
from aiguillage.errors import AiguillageError
from aiguillage.rules.records import Array
from aiguillage.train.inputs import Inputs

NOBODY_SCORE = -30_000
"""What a seat that nobody has scores: less than anybody."""

STALLED = -0.5
"""What everybody is paid for a game that never ends: nearly as little as for one that is lost."""

WIN_PART = 0.6
"""How much of the reward is winning; the rest is the margin."""

Shares = dict[int, int]
"""Numbers of players, and how much of the games each gets."""


def read_shares(text: str, inputs: Inputs) -> Shares:
    """Of "2,4" or "2:3,4:1"; of nothing, every number of players alike."""
    if not text:
        return dict.fromkeys(inputs.counts, 1)
    shares = {}
    for one in text.split(","):
        players, _, weight = one.partition(":")
        if not (players.isdecimal() and (weight or "1").isdecimal()):
            raise AiguillageError("--players takes numbers of players, like 2,4 or 2:3,4:1.")
        shares[int(players)] = int(weight or "1")
    for count, share in shares.items():
        if count not in inputs.counts or share < 1:
            raise AiguillageError(f"{inputs.board.name} is for {inputs.fewest} to {inputs.seats} players.")
    return shares


@dataclass
class Rollout:
    """Some steps of all games; decision `t` of game `i` is `[t, i]`. Seats are those of the table."""

    seen: Tensor  # int8, steps x games x entries
    masks: Tensor  # bool
    actors: Tensor  # int64
    actions: Tensor  # int64
    status: Tensor  # int8
    wins: Tensor  # float32, steps x games x seats
    scores: Tensor  # float32, the same


def runs(columns: Array) -> list[tuple[slice, slice]]:
    """The stretches of entries that stay together: from where, to where."""
    edges = [0, *(np.flatnonzero(np.diff(columns) != 1) + 1).tolist(), len(columns)]
    return [
        (slice(start, stop), slice(int(columns[start]), int(columns[stop - 1]) + 1)) for start, stop in pairwise(edges)
    ]


def _pin(tensors: dict[str, Tensor]) -> None:
    """Let a GPU read arrays of this machine directly; where that is refused, it reads them as before."""
    runtime: Any = torch.cuda.cudart()  # type: ignore[no-untyped-call]
    for tensor in tensors.values():
        refused = int(runtime.cudaHostRegister(tensor.data_ptr(), tensor.numel() * tensor.element_size(), 0))
        if refused:
            with suppress(RuntimeError):  # the next thing done on the GPU is told of it
                torch.zeros(1, device="cuda").add_(1)
            return


class Tables:
    """Many games of a title; those with the same number of players are one `BatchEnv`."""

    def __init__(
        self,
        inputs: Inputs,
        shares: Shares,
        games: int,
        seed: int,
        device: torch.device,
        env_device: Literal["cpu", "cuda"],
        threads: int,
    ) -> None:
        self.inputs, self.device = inputs, device
        self.envs: list[tuple[BatchEnv, slice, list[tuple[slice, slice]], dict[str, Tensor]]] = []
        total, at, sofar = sum(shares.values()), 0, 0
        counts = []
        for players, share in shares.items():
            sofar += share
            end = max(at + 1, games * sofar // total)
            env = BatchEnv(
                inputs.game,
                players,
                end - at,
                seed=seed + players,
                device=env_device,
                threads=threads,
                limit=400 * players + 1200,
                layout=inputs.version,
            )
            names = ("observations", "masks", "actors", "status", "rewards", "scores")
            tensors = {name: torch.utils.dlpack.from_dlpack(getattr(env, name)) for name in names}
            if device.type == "cuda" and env_device == "cpu":
                _pin(tensors)
            self.envs.append((env, slice(at, end), runs(inputs.columns(players)), tensors))
            counts += [players] * (end - at)
            at = end
        self.games = at
        self.counts = torch.tensor(counts, device=device)  # players in each game

    def rollout(self, steps: int) -> Rollout:
        """Room for so many steps."""

        def room(*shape: int, dtype: torch.dtype, value: float = 0) -> Tensor:
            return torch.full((steps, self.games, *shape), value, dtype=dtype, device=self.device)

        seats = self.inputs.seats
        rollout = Rollout(
            room(self.inputs.size, dtype=torch.int8),
            room(self.inputs.actions, dtype=torch.bool),
            room(dtype=torch.int64),
            room(dtype=torch.int64),
            room(dtype=torch.int8),
            room(seats, dtype=torch.float32),
            room(seats, dtype=torch.float32, value=NOBODY_SCORE),
        )
        for env, rows, _, _ in self.envs:
            rollout.seen[:, rows, self.inputs.count_column(env.seats)] = 1
        return rollout

    def show(self, rollout: Rollout, step: int) -> None:
        """Write what the seats to act see. The copies are over when `step` has fetched the actions."""
        for _, rows, parts, now in self.envs:
            seen = now["observations"].to(self.device, non_blocking=True)
            for source, target in parts:
                rollout.seen[step, rows, target] = seen[:, source]
            rollout.masks[step, rows] = now["masks"].to(self.device, non_blocking=True)
            rollout.actors[step, rows] = now["actors"].to(self.device, torch.int64)

    def step(self, rollout: Rollout, step: int, actions: Tensor) -> None:
        """Play an action in every game and write what became of them."""
        if self.envs[0][3]["status"].device.type == "cpu":
            actions = actions.cpu()
        for env, rows, _, now in self.envs:
            env.step(actions[rows])
            rollout.status[step, rows] = now["status"].to(self.device)
            rollout.wins[step, rows, : env.seats] = now["rewards"].to(self.device)
            rollout.scores[step, rows, : env.seats] = now["scores"].to(self.device).float()

    def close(self) -> None:
        """End the threads."""
        for env, _, _, _ in self.envs:
            env.close()


def order_of_seats(actors: Tensor, counts: Tensor, seats: int) -> Tensor:
    """Which seat of the table is first, second, … counted from the one that acts; absent seats stay where they are."""
    steps = torch.arange(seats, device=actors.device)
    counts = counts[..., None]
    return torch.where(steps < counts, (actors[..., None] + steps) % counts, steps)


def pay(rollout: Rollout, counts: Tensor, scale: float) -> Tensor:
    """What each seat is paid where a game is over: for winning, and for the margin to the best of the others."""
    two = rollout.scores.topk(2, dim=-1).values
    best, second = two[..., :1], two[..., 1:]
    others = torch.where(rollout.scores == best, second, best)  # who shares the lead has a margin of 0
    paid = WIN_PART * rollout.wins + (1 - WIN_PART) * torch.tanh((rollout.scores - others) / scale)
    paid = torch.where((rollout.status == BatchEnv.FINISHED)[..., None], paid, torch.full_like(paid, STALLED))
    there = torch.arange(paid.shape[-1], device=paid.device) < counts[:, None]
    return paid * there


def look_back(
    rollout: Rollout, values: Tensor, after: Tensor, counts: Tensor, scale: float, decay: float
) -> tuple[Tensor, Tensor]:
    """How much better each decision turned out than its value; and what to expect for every seat, from the actor.

    `values` are those of the actors at their own decisions, nan where nobody had an opinion; each seat's return is
    computed over these alone, for others do not know what it knows. `after`: what every seat of the table can expect
    after the last step.
    """
    steps, _ = values.shape
    seats = after.shape[1]
    # Nobody is paid more than 1. In long games most of a return is expectation, which would run away if not held back.
    values, after = values.clamp(-1, 1), after.clamp(-1, 1)
    paid = pay(rollout, counts, scale)
    over = rollout.status != 0
    orders = order_of_seats(rollout.actors, counts, seats)
    better = torch.empty_like(values)
    targets = torch.empty(*values.shape, seats, device=values.device)
    coming, value = after.clone(), after.clone()  # of each seat's next decision: its return and its value
    for t in reversed(range(steps)):
        ended = over[t, :, None]
        coming = torch.where(ended, paid[t], coming)
        value = torch.where(ended, paid[t], value)
        actor = rollout.actors[t, :, None]
        own = decay * coming.gather(1, actor) + (1 - decay) * value.gather(1, actor)
        coming = coming.scatter(1, actor, own)
        value = value.scatter(1, actor, torch.where(values[t, :, None].isnan(), own, values[t, :, None]))
        better[t] = own.squeeze(1) - values[t]
        targets[t] = coming.gather(1, orders[t])
    return better, targets


def as_seen_from(actors: Tensor, counts: Tensor, relative: Tensor) -> Tensor:
    """Values of the seats of the table from values counted from the actor."""
    order = order_of_seats(actors, counts, relative.shape[-1])
    return torch.zeros_like(relative).scatter(1, order, relative)
