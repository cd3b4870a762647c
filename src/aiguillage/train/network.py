"""The network in PyTorch, rounded as `aiguillage.bots.neural` rounds, and its integers.

Values between layers are whole numbers from 0 to 127 of which 64 stand for 1; so are the entries. In training the
gradient passes through the rounding as if it were not there.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from aiguillage.bots.neural import MOST_SHIFT, NET, TOP, UNIT
from aiguillage.bots.neural_net import IntegerNet, all_columns
from aiguillage.train.inputs import Inputs

MOST_WEIGHTS = 1_900_000
MOST_PRODUCTS = 1_500_000
"""Weights, and products for a decision (the first layer not counted: most entries are 0), that a network may have."""

GREATEST_BIAS = 1 << 22
"""So that sums stay exact in 32-bit floating point."""

Weights = list[tuple[Tensor, Tensor]]
"""Of each layer the weights, and the biases in units of 1 / 64."""

Integers = list[tuple[Tensor, Tensor, Tensor]]
"""Of each layer the weights (int8), the biases (int32) and the shifts (int8)."""


@dataclass(frozen=True)
class Shape:
    """How large a network is."""

    width: int = 512
    blocks: int = 3
    inner: int = 0

    def fitting(self, inputs: Inputs) -> "Shape":
        """With the widest blocks that a network may have, unless a width is given."""
        if self.inner or not self.blocks:
            return self
        ends = (inputs.actions + inputs.seats) * self.width
        biases = (2 * self.blocks + 1) * self.width + inputs.actions + inputs.seats  # at most
        room = min(MOST_WEIGHTS - biases - inputs.size * self.width - ends, MOST_PRODUCTS - ends)
        inner = room // (2 * self.width * self.blocks) // 32 * 32
        return Shape(self.width, self.blocks, min(max(inner, 32), self.width))


class _Clip(torch.autograd.Function):
    """Round and hold within 0 and 127.

    At 127 the gradient still passes where it leads back down: without that a layer that once went beyond never
    returned, and with the many entries of Europe the whole network did so in its first hundred steps.
    """

    @staticmethod
    def forward(ctx: Any, values: Tensor) -> Tensor:
        result = values.clamp(0, TOP).round_()
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> Tensor:
        result: Tensor
        (result,) = ctx.saved_tensors
        return gradient * ((result > 0) & ((result < TOP) | (gradient > 0)))


def clip(values: Tensor) -> Tensor:
    """Values as the next layer sees them."""
    result: Tensor = _Clip.apply(values)  # type: ignore[no-untyped-call]
    return result


def _integers(weight: Tensor, bias: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The weights and biases of a layer as whole numbers (still floating point), and the shift of each row."""
    greatest = weight.abs().amax(1).clamp_min(TOP / (1 << MOST_SHIFT))
    shift = torch.log2(TOP / greatest).floor().clamp_(0, MOST_SHIFT)
    factor = torch.exp2(shift)
    whole = (weight * factor[:, None]).round().clamp_(-TOP, TOP)
    biases = (bias * (factor * UNIT)).round().clamp_(-GREATEST_BIAS, GREATEST_BIAS)
    return whole, biases, shift


class Network(nn.Module):
    """A residual network: entries to opinions of actions and seats."""

    def __init__(self, inputs: Inputs, shape: Shape) -> None:
        super().__init__()
        self.shape = shape = shape.fitting(inputs)
        self.actions, self.seats = inputs.actions, inputs.seats
        layers = [nn.Linear(inputs.size, shape.width)]
        for _ in range(shape.blocks):
            layers += [nn.Linear(shape.width, shape.inner), nn.Linear(shape.inner, shape.width)]
        layers.append(nn.Linear(shape.width, inputs.actions + inputs.seats))
        self.layers = nn.ModuleList(layers)
        for number, layer in enumerate(layers):
            nn.init.zeros_(layer.bias)
            if number == 0:
                nn.init.normal_(layer.weight, std=0.06)  # for a hundred entries that are not 0
            elif number % 2 and number < len(layers) - 1:
                nn.init.kaiming_normal_(layer.weight)
            else:
                nn.init.zeros_(layer.weight)
        self.register_buffer("scales", torch.from_numpy(inputs.scales.astype(np.float32)), persistent=False)

    def _linears(self) -> list[tuple[Tensor, Tensor]]:
        return [(layer.weight, layer.bias) for layer in self.layers]  # type: ignore[misc]

    def rounded(self, dtype: torch.dtype) -> Weights:
        """The weights as they will be, with gradients."""
        result = []
        for weight, bias in self._linears():
            with torch.no_grad():
                whole, biases, shift = _integers(weight, bias)
                factor = torch.exp2(-shift)
                off_weight = whole * factor[:, None] - weight
                off_bias = biases * factor - bias * UNIT
            result.append(((weight + off_weight).to(dtype), (bias * UNIT + off_bias).to(dtype)))
        return result

    @torch.no_grad()
    def integers(self) -> Integers:
        """The whole numbers themselves."""
        result = []
        for weight, bias in self._linears():
            whole, biases, shift = _integers(weight.float(), bias.float())
            result.append((whole.to(torch.int8), biases.to(torch.int32), shift.to(torch.int8)))
        return result

    def forward(self, weights: Weights, seen: Tensor) -> tuple[Tensor, Tensor]:
        """Opinions of the actions and of the seats (as float32), from int8 entries."""
        dtype = weights[0][0].dtype
        stream = functional.linear(seen.to(dtype) * self.scales.to(dtype), *weights[0])  # type: ignore[operator]
        for number in range(1, len(weights) - 1, 2):
            inner = functional.linear(clip(stream), *weights[number])
            stream = stream + functional.linear(clip(inner), *weights[number + 1])
        opinions = functional.linear(clip(stream), *weights[-1]).float() / UNIT
        return opinions[:, : self.actions], opinions[:, self.actions :]

    @torch.no_grad()
    def exact(self, integers: Integers, seen: Tensor) -> Tensor:
        """All opinions, the same to the last bit as those of the kernel, `OPINION` standing for 1."""

        def layer(number: int, values: Tensor) -> tuple[Tensor, Tensor]:
            whole, biases, shift = integers[number]
            total = functional.linear(values, whole.float(), biases.float())
            return total, shift.float()

        def step(number: int, values: Tensor) -> Tensor:
            total, shift = layer(number, values)
            return torch.floor(total * torch.exp2(-shift) + 0.5)

        stream = step(0, seen.float() * self.scales)  # type: ignore[operator]
        for number in range(1, len(integers) - 1, 2):
            inner = step(number, stream.clamp(0, TOP)).clamp(0, TOP)
            stream = stream + step(number + 1, inner)
        total, shift = layer(len(integers) - 1, stream.clamp(0, TOP))
        return total * torch.exp2(MOST_SHIFT - shift)

    @torch.no_grad()
    def take(self, net: IntegerNet) -> None:
        """Take over the weights of a network of the same shape."""
        weights, rows = 0, 0
        for number, (weight, bias) in enumerate(self._linears()):
            count, entries = weight.shape
            whole = torch.from_numpy(net.weights[weights : weights + count * entries].astype(np.float32))
            whole = whole.view(entries, count).T if number == 0 else whole.view(count, entries)
            factor = torch.exp2(-torch.from_numpy(net.shifts[rows : rows + count].astype(np.float32)))
            weight.copy_(whole * factor[:, None])
            bias.copy_(torch.from_numpy(net.biases[rows : rows + count].astype(np.float32)) * factor / UNIT)
            weights, rows = weights + count * entries, rows + count

    def to_integer_net(self, inputs: Inputs) -> IntegerNet:
        """The network as bots hold it."""
        integers = [tuple(one.cpu().numpy() for one in layer) for layer in self.integers()]
        first = integers[0][0].T  # entry by entry
        weights = [first, *(whole for whole, _, _ in integers[1:])]
        shape = self.shape
        sizes = (inputs.size, shape.width, shape.inner, shape.blocks)
        return IntegerNet.trained(
            inputs.board,
            inputs.version,
            nets=np.array([(*sizes, inputs.actions, inputs.seats, inputs.fewest, inputs.observed)], dtype=NET),
            weights=np.concatenate([np.ascontiguousarray(one).reshape(-1) for one in weights]),
            biases=np.concatenate([biases for _, biases, _ in integers]),
            shifts=np.concatenate([shift for _, _, shift in integers]),
            scales=inputs.scales,
            columns=all_columns(inputs.board, inputs.version),
        )


def as_weights(integers: Integers, dtype: torch.dtype) -> Weights:
    """What `Network.forward` takes, from whole numbers: for opponents that learn nothing any more."""
    result = []
    for whole, biases, shift in integers:
        factor = torch.exp2(-shift.float())
        result.append(((whole.float() * factor[:, None]).to(dtype), (biases.float() * factor).to(dtype)))
    return result
