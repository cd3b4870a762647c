"""A network that learns, its earlier selves, and the file that keeps them."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from aiguillage.bots.neural_net import IntegerNet
from aiguillage.errors import AiguillageError
from aiguillage.game.families import family_of
from aiguillage.train.inputs import Inputs
from aiguillage.train.network import Integers, Network, Shape, Weights

FORMAT = 1
KEPT_SELVES = 12
SAVED_SELVES = 4
"""Earlier selves to play against; of these, so many are kept in the file: the first and the latest."""

FIRST = "layers.0.weight"

DECAY = 0.98
"""How far a decision is judged by how the game went on, not by what the network expected next."""

STEEPER = 1.5
"""A margin of so much less than what is as good as any is worth three quarters of it."""


class Learner:
    """The network of a title in training."""

    def __init__(self, inputs: Inputs, shape: Shape, device: torch.device, seed: int) -> None:
        torch.manual_seed(seed)
        self.inputs, self.device, self.seed = inputs, device, seed
        self.net = Network(inputs, shape).to(device)
        self.dtype = torch.bfloat16 if device.type == "cuda" else torch.float32
        self.optimizer = torch.optim.AdamW(
            self.net.parameters(), lr=1e-3, weight_decay=1e-4, betas=(0.9, 0.98), fused=device.type == "cuda"
        )
        self.scale = family_of(inputs.board).bots.scale(inputs.board) / STEEPER
        self.decay = DECAY
        self.selves: list[Integers] = []
        self.imitated = self.decisions = self.rounds = 0
        self.seconds = 0.0

    def weights(self) -> Weights:
        """The weights as they are now, rounded, without gradients."""
        with torch.no_grad():
            return self.net.rounded(self.dtype)

    def opinions(self, seen: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Opinions of the actions (of those that are not legal, very low ones) and of the seats, to learn from."""
        logits, values = self.net(self.net.rounded(self.dtype), seen)
        return logits.masked_fill(~masks, -1e9), values

    def set_rate(self, rate: float) -> None:
        """How fast it learns from now on."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate

    def step(self, loss: Tensor) -> None:
        """Learn."""
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
        self.optimizer.step()

    def remember_self(self) -> None:
        """Keep what it is now as an opponent; when there are too many, one that is neither first nor last goes."""
        self.selves.append(self.net.integers())
        if len(self.selves) > KEPT_SELVES:
            self.selves.pop(1 + self.rounds % (len(self.selves) - 2))

    def save(self, path: Path) -> None:
        """Write the training file and, beside it, the integer network (.npz)."""
        selves = self.selves[:1] + self.selves[1:][-(SAVED_SELVES - 1) :]
        shape = self.net.shape
        kept = {
            "format": FORMAT,
            "game": self.inputs.game,
            "shape": [shape.width, shape.blocks, shape.inner],
            "layout": self.inputs.version,
            "sizes": [self.inputs.size, self.inputs.actions, self.inputs.seats],
            "counters": [self.imitated, self.decisions, self.rounds],
            "seconds": self.seconds,
            "weights": {name: one.half().cpu() for name, one in self.net.state_dict().items()},
            "selves": [[tuple(one.cpu() for one in layer) for layer in net] for net in selves],
        }
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, lambda temporary: torch.save(kept, temporary))
        _replace(path.with_suffix(".npz"), self.net.to_integer_net(self.inputs).save)

    @classmethod
    def resume(cls, path: Path, inputs: Inputs, device: torch.device, seed: int) -> "Learner":
        """Go on from a training file, or from a network (.npz) alone; the optimizer begins afresh."""
        if path.suffix == ".npz":
            return cls._from_network(path, inputs, device, seed)
        try:
            kept: dict[str, Any] = torch.load(path, map_location=device, weights_only=True)
        except Exception as error:
            raise AiguillageError(f"{path} cannot be read as a training file.") from error
        if kept["format"] != FORMAT or kept["game"] != inputs.game:
            raise AiguillageError(f"{path} is of another game or version.")
        old = _older(path, inputs, kept.get("layout", 0))
        if kept["sizes"] != [old.size, old.actions, old.seats]:
            raise AiguillageError(f"{path} was trained with other rules: its observations or actions do not fit.")
        learner = cls(inputs, Shape(*kept["shape"]), device, seed)
        weights = {name: one.float() for name, one in kept["weights"].items()}
        weights[FIRST] = _widened(weights[FIRST], old, inputs)
        learner.net.load_state_dict(weights)
        for (whole, *rest), *layers in kept["selves"]:
            first = (_widened(whole, old, inputs), *rest)
            learner.selves.append([first, *(tuple(layer) for layer in layers)])
        learner.imitated, learner.decisions, learner.rounds = kept["counters"]
        learner.seconds = kept["seconds"]
        return learner

    @classmethod
    def _from_network(cls, path: Path, inputs: Inputs, device: torch.device, seed: int) -> "Learner":
        kept = IntegerNet.load(path)
        kept.check_fit(inputs.board)
        sizes = kept.nets[0]
        shape = Shape(int(sizes["width"]), int(sizes["blocks"]), int(sizes["inner"]))
        old = _older(path, inputs, kept.layout)
        before = Network(old, shape)
        before.take(kept)
        weights = before.state_dict()
        weights[FIRST] = _widened(weights[FIRST], old, inputs)
        learner = cls(inputs, shape, device, seed)
        learner.net.load_state_dict(weights)
        return learner


def _older(path: Path, inputs: Inputs, version: int) -> Inputs:
    """What a network reads that was trained with this version of the observations, or a sentence."""
    if version > inputs.version:
        raise AiguillageError(
            f"{path} was trained with observations of version {version}: it cannot go on with {inputs.version}."
        )
    return Inputs(inputs.game, version)


def _widened(weight: Tensor, old: Inputs, inputs: Inputs) -> Tensor:
    """The weights of the first layer for more entries, which count for nothing yet: they come after those observed."""
    wide = torch.zeros(len(weight), inputs.size, dtype=weight.dtype, device=weight.device)
    wide[:, : old.observed] = weight[:, : old.observed]
    wide[:, inputs.observed :] = weight[:, old.observed :]
    return wide


def _replace(path: Path, write: Callable[[Path], object]) -> None:
    """Write a file so that it is whole whenever somebody looks."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    write(temporary)
    temporary.replace(path)
