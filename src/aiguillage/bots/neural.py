"""A network's opinion of an observation, in integers (kernel code).

The same on every device: weights are int8, sums are exact, and nothing is rounded but by shifts.

- What is seen enters as `entry * scale`, 0 to 127; 64 stands for 1.
- A layer's output `r` is `(sum over c of weight[r, c] * input[c] + bias[r] + half) >> shift[r]`: each row of weights
  has a power of two of its own, `2^-shift`.
- `stream = layer(entries)`; for each block `stream += layer(clip(layer(clip(stream))))`; `clip` is to 0…127.
- Opinions are not rounded: `sum << (MOST_SHIFT - shift[r])`, of which `OPINION` stands for 1. First come the actions
  (the greatest of the legal ones is chosen), then how the game will end for each seat, counted from the one that looks.
"""

from typing import Any

import numpy as np

from ..rules.jit import kernel
from ..rules.records import Array

UNIT = 64
"""What stands for 1."""

TOP = 127
"""The greatest weight, and the greatest value between layers."""

MOST_SHIFT = 12
OPINION = UNIT << MOST_SHIFT

NET = np.dtype(
    [
        ("inputs", "i4"),  # entries of the observation with most seats, then one for each number of seats
        ("width", "i4"),
        ("inner", "i4"),
        ("blocks", "i4"),
        ("actions", "i4"),
        ("seats", "i4"),  # the most
        ("fewest", "i4"),
        ("observed", "i4"),  # entries of the observation with most seats
    ],
    align=True,
)
"""The sizes of a network."""


@kernel
def clip(values: Array, out: Array, count: int) -> None:
    """Hold values within 0 and 127."""
    for j in range(count):
        out[j] = min(max(values[j], 0), TOP)


@kernel
def weigh_rows(weights: Array, at: int, rows: int, values: Array, count: int, sums: Array) -> None:
    """Of each row of weights the sum of the values, each times its weight: WebAssembly has a code of its own for it
    (`tools/kernel/dots.py`), with the same sums."""
    for i in range(rows):
        total, row = np.int32(0), weights[at + i * count : at + (i + 1) * count]
        for j in range(count):
            total = np.int32(total + np.int32(np.int32(values[j]) * np.int32(row[j])))
        sums[i] = total


@kernel
def add(weights: Array, at: int, value: int, values: Array, count: int) -> None:
    """Add to every value its weight so many times."""
    times, row = np.int32(value), weights[at : at + count]
    for j in range(count):
        values[j] = np.int32(values[j] + np.int32(times * np.int32(row[j])))


@kernel
def enter(net: Any, seats: int, row: Array, stream: Array) -> None:
    """The first layer, whose weights lie entry by entry: most entries are 0 and cost nothing."""
    nets, synapses, biases, shifts, scales, columns = net
    sizes = nets[0]
    width = int(sizes.width)
    for j in range(width):
        stream[j] = biases[j]
    for i in range(len(row)):
        if row[i] != 0:
            column = int(columns[seats, i])
            add(synapses, column * width, int(row[i]) * int(scales[column]), stream, width)
    counted = int(sizes.observed) + seats - int(sizes.fewest)
    add(synapses, counted * width, TOP, stream, width)
    for j in range(width):
        shift = int(shifts[j])
        stream[j] = (stream[j] + ((1 << shift) >> 1)) >> shift


@kernel
def consider(net: Any, seats: int, row: Array, room: Any) -> None:
    """Fill `opinions` for an observation of a game with so many seats.

    `net` is a network's arrays (`IntegerNet.arrays`), `room` the opinions (int64) and before them `stream` (int32,
    width and the rows of the widest layer), `left` (int8, width) and `right` (int8, inner) to work in.
    """
    nets, synapses, biases, shifts = net[0], net[1], net[2], net[3]
    stream, left, right, opinions = room
    sizes = nets[0]
    width, inner, ends = int(sizes.width), int(sizes.inner), int(sizes.actions) + int(sizes.seats)
    sums = stream[width:]
    enter(net, seats, row, stream)
    at, first = int(sizes.inputs) * width, width
    for _ in range(sizes.blocks):
        clip(stream, left, width)
        weigh_rows(synapses, at, inner, left, width, sums)
        for j in range(inner):
            shift = int(shifts[first + j])
            right[j] = min(max((sums[j] + biases[first + j] + ((1 << shift) >> 1)) >> shift, 0), TOP)
        at, first = at + inner * width, first + inner
        weigh_rows(synapses, at, width, right, inner, sums)
        for j in range(width):
            shift = int(shifts[first + j])
            stream[j] += (sums[j] + biases[first + j] + ((1 << shift) >> 1)) >> shift
        at, first = at + width * inner, first + width
    clip(stream, left, width)
    weigh_rows(synapses, at, ends, left, width, sums)
    for j in range(ends):
        total = int(sums[j]) + int(biases[first + j])
        opinions[j] = total << (MOST_SHIFT - int(shifts[first + j]))
