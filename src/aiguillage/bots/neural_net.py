"""Networks as files and in memory: the arrays that `neural.py` works on."""

import zipfile
from dataclasses import asdict, dataclass, fields, replace
from functools import cache, lru_cache
from pathlib import Path
from threading import Lock
from types import ModuleType
from typing import Any

import numpy as np

from aiguillage.boards import Board
from aiguillage.bots.bot import BotError
from aiguillage.bots.neural import MOST_SHIFT, NET
from aiguillage.game.families import family_of
from aiguillage.rules import RULES_VERSION
from aiguillage.rules.records import AnySights, Array
from aiguillage.seen.layout import NEWEST, VERSION
from aiguillage.titles import file_of

FORMAT = 2
TYPES = {
    "weights": "i1",
    "biases": "i4",
    "shifts": "i1",
    "scales": "i1",
    "columns": "i2",
}
LARGEST = 1 << 14
"""No layer has more values than this."""


@dataclass(frozen=True)
class IntegerNet:
    """A network of a title, for every number of players, and what it was trained for."""

    game: str
    digest: str  # of the board
    rules: int  # version of the rules
    layout: int  # version of the observation
    nets: Array  # one record of `NET`
    weights: Array  # int8, layer by layer; the first layer entry by entry, the others row by row
    biases: Array  # int32, row by row
    shifts: Array  # int8, row by row
    scales: Array  # int8, of each entry
    columns: Array  # int16, by number of seats: where each entry of its observation enters

    @classmethod
    def trained(cls, board: Board, layout: int = VERSION, **arrays: Array) -> "IntegerNet":
        """A network that was trained on this board by the rules of today and such observations."""
        return cls(board.id, board.digest, RULES_VERSION, layout, **arrays)

    def save(self, path: Path) -> None:
        """Write an .npz file."""
        with path.open("wb") as file:
            np.savez_compressed(file, format=np.array(FORMAT), **asdict(self))

    @classmethod
    def load(cls, path: Path) -> "IntegerNet":
        """Read such a file."""
        net = None
        try:
            with path.open("rb") as opened, np.load(opened) as file:
                version = int(file["format"])
                if version == FORMAT:
                    words = str(file["game"]), str(file["digest"]), int(file["rules"]), int(file["layout"])
                    net = cls(*words, *(file[one.name] for one in fields(cls)[len(words) :]))
        except FileNotFoundError:
            raise BotError(f"There is no file {path}.") from None
        except (OSError, KeyError, ValueError, TypeError, zipfile.BadZipFile) as error:
            raise BotError(f"{path} is not a network.") from error
        if net is None:
            raise BotError(f"{path} is a network of format {version}, and this program reads {FORMAT}.")
        if not net._is_whole():
            raise BotError(f"{path} is not a network: its arrays do not fit each other.")
        return net

    def _is_whole(self) -> bool:
        """Whether every array has the size that the others ask for: the kernel does not look again."""
        if self.nets.dtype != NET or self.nets.shape != (1,):
            return False
        if any(getattr(self, name).dtype != np.dtype(kind) for name, kind in TYPES.items()):
            return False
        inputs, width, inner, blocks, actions, seats, fewest, observed = (int(n) for n in self.nets[0])
        if min(inputs, width, inner, blocks, actions, seats, fewest, observed) < 0:
            return False
        if max(inputs, width, inner, blocks, actions, seats) > LARGEST:
            return False
        ends, rows = actions + seats, width + blocks * (inner + width) + actions + seats
        return (
            self.weights.shape == (width * (inputs + 2 * blocks * inner + ends),)
            and self.biases.shape == self.shifts.shape == (rows,)
            and self.scales.shape == (inputs,)
            and self.columns.shape == (seats + 1, observed)
            and 2 <= fewest <= seats
            and inputs == observed + seats - fewest + 1
            and 0 <= int(self.columns.min()) <= int(self.columns.max()) < observed
            and 0 <= int(self.shifts.min()) <= int(self.shifts.max()) <= MOST_SHIFT
        )

    def check_fit(self, board: Board) -> None:
        """Refuse a board, rules or observations that the network was not trained for."""
        if self.digest != board.digest:
            raise BotError(
                f"The network was trained for {self.game}, board {self.digest}: it cannot play {board.name}, "
                f"board {board.digest}."
            )
        if self.rules != RULES_VERSION:
            raise BotError(
                f"The network of {board.name} was trained by version {self.rules} of the rules, and these are "
                f"version {RULES_VERSION}."
            )
        if not 0 <= self.layout <= NEWEST:
            raise BotError(
                f"The network of {board.name} reads observations of version {self.layout}, and these are versions 0 "
                f"to {NEWEST}."
            )
        net, actions = self.nets[0], family_of(board).bots.actions(board)
        sizes = (net["fewest"], net["seats"], net["actions"])
        same_sizes = sizes == (board.min_seats, board.max_seats, actions)
        if not same_sizes or not np.array_equal(self.columns, all_columns(board, self.layout)):
            raise BotError(f"The network does not have the observations and actions of {board.name}.")

    def in_kernel(self) -> "IntegerNet":
        """The same network in the kernel's memory, so that no call copies it."""
        arrays: dict[str, Any] = {name: _placed(getattr(self, name)) for name in TYPES}
        return replace(self, nets=_placed(self.nets).view(np.recarray), **arrays)

    @property
    def arrays(self) -> tuple[Array, ...]:
        """What the kernel's functions take, in their order."""
        return self.nets, self.weights, self.biases, self.shifts, self.scales, self.columns

    def opinions(self, row: Array, seats: int, module: Any = None) -> Array:
        """What the network thinks of every action, then of every seat, counted from the one that looks."""
        room = Room(self)
        code = module or _kernel().module("bots.neural")
        code.consider((self.nets.view(np.recarray), *self.arrays[1:]), seats, row, room.arrays)
        return room.opinions


def _kernel() -> ModuleType:
    """Whoever only trains on a GPU does without."""
    from aiguillage import kernel

    return kernel


def _placed(array: Array) -> Array:
    found: Array = _kernel().zeros(array.shape, array.dtype)
    found[...] = array
    return found


class Room:
    """What one bot works in, in the kernel's memory."""

    def __init__(self, net: IntegerNet) -> None:
        sizes, zeros = net.nets[0], _kernel().zeros
        width, inner, ends = int(sizes["width"]), int(sizes["inner"]), int(sizes["actions"] + sizes["seats"])
        self.rows = zeros((1, int(sizes["observed"])), np.int8)
        self.opinions: Array = zeros(ends, np.int64)
        self.arrays = (
            zeros(width + max(width, inner, ends), np.int32),
            zeros(width, np.int8),
            zeros(inner, np.int8),
            self.opinions,
        )


Mind = tuple[int, AnySights, tuple[Array, ...], Array, tuple[Array, ...]]
"""What the functions of `shared/instinct.py` think with."""


def mind_of(net: IntegerNet, board: Board) -> Mind:
    """A network that fits the board with all that it works in.

    What it thinks of all actions is the last part of the last part.
    """
    room, sights = Room(net), _kernel().new_records(family_of(board).bots.SIGHT, 1)
    return net.layout, sights, net.arrays, room.rows, room.arrays


def columns(board: Board, seats: int, version: int = VERSION) -> Array:
    """Where the entries of an observation with so many seats enter: the observation with most seats has the same parts,
    some of them with more rows."""
    layout = family_of(board).bots.layout
    own, most = layout(board, seats, version).parts, layout(board, board.max_seats, version).slices()
    found = []
    for mine, (part, where) in zip(own, most, strict=True):
        assert (mine.name, mine.shape[1:]) == (part.name, part.shape[1:])
        found.append(where.start + np.arange(mine.size))
    return np.concatenate(found)


def all_columns(board: Board, version: int = VERSION) -> Array:
    """The same for every number of seats: what a network carries."""
    found = np.zeros((board.max_seats + 1, len(columns(board, board.max_seats, version))), np.int16)
    for seats in range(board.min_seats, board.max_seats + 1):
        own = columns(board, seats, version)
        found[seats, : len(own)] = own
    return found


_LOADING = Lock()
"""Held while a file is read: numpy reads headers with `ast`, which is no good for two threads at once."""


@lru_cache(maxsize=64)
def shipped_net(board: Board) -> IntegerNet | None:
    """The network that comes with the package for this very board, if there is one."""
    path = file_of(board.id, "net.npz")
    with _LOADING:
        net = _loaded(path) if path.exists() else None
    if net is None or net.digest != board.digest:
        return None
    net.check_fit(board)
    return net


@cache
def _loaded(path: Path) -> IntegerNet:
    """Once for each title, however many boards call themselves like it."""
    return IntegerNet.load(path).in_kernel()
