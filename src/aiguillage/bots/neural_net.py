"""Networks as files and in memory: the arrays that `neural.py` works on."""

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from aiguillage.errors import AiguillageError
from aiguillage.game import kernels

Array = np.ndarray[Any, Any]
FORMAT = 1


@dataclass(frozen=True)
class IntegerNet:
    """A network of a title, for every number of players."""

    game: str
    nets: Array  # one record of `NET`
    weights: Array  # int8, layer by layer; the first layer entry by entry, the others row by row
    biases: Array  # int32, row by row
    shifts: Array  # int8, row by row
    scales: Array  # int8, of each entry
    columns: Array  # int16, by number of seats: where each entry of its observation enters

    def save(self, path: Path) -> None:
        """Write an .npz file."""
        arrays: dict[str, Any] = {one.name: getattr(self, one.name) for one in fields(self)}
        with path.open("wb") as file:
            np.savez_compressed(file, format=np.array(FORMAT), **arrays)

    @classmethod
    def load(cls, path: Path) -> "IntegerNet":
        """Read such a file."""
        try:
            with np.load(path) as file:
                known = int(file["format"]) == FORMAT
                net = cls(str(file["game"]), *(file[one.name] for one in fields(cls)[1:]))
        except (OSError, KeyError, ValueError) as error:
            raise AiguillageError(f"{path} is not a network.") from error
        if not known:
            raise AiguillageError(f"{path} was written by another version of this program.")
        return net

    def opinions(self, row: Array, seats: int, compiled: bool = True) -> Array:
        """What the network thinks of every action, then of every seat, counted from the one that looks."""
        kernel = (kernels.COMPILED if compiled else kernels.INTERPRETED).load("bots.neural")
        net = self.nets[0]
        stream, left = (np.zeros(int(net["width"]), dtype) for dtype in (np.int32, np.int8))
        right = np.zeros(int(net["inner"]), np.int8)
        opinions = np.zeros(int(net["actions"] + net["seats"]), np.int64)
        nets = self.nets if compiled else self.nets.view(np.recarray)
        arrays = nets, self.weights, self.biases, self.shifts, self.scales, self.columns
        kernel.consider(*arrays, seats, row, stream, left, right, opinions)
        return opinions
