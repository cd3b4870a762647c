"""One input for every number of players: the observation with most seats, then which number it is.

The observation with fewer seats has the same parts, some of them with fewer rows; the rows of seats that nobody has
are 0.
"""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from aiguillage.boards import Board, load_board
from aiguillage.bots.neural import TOP
from aiguillage.bots.neural_net import columns
from aiguillage.envs.title import find_title
from aiguillage.seen.layout import NEWEST, Layout


class Inputs:
    """How a network of a title reads what seats see."""

    def __init__(self, game: str, version: int = NEWEST) -> None:
        self.game = game
        self.version = version
        self.board: Board = load_board(game)
        self.fewest, self.seats = self.board.min_seats, self.board.max_seats
        self.counts = range(self.fewest, self.seats + 1)
        self.actions = find_title(game, self.seats, version).actions
        self.layout: Layout = find_title(game, self.seats, version).layout
        self.observed = self.layout.size
        self.size = self.observed + len(self.counts)

    @cached_property
    def scales(self) -> NDArray[np.int8]:
        """What each entry is multiplied by, so that its greatest value is about 127."""
        high = np.concatenate([self.layout.high(), np.ones(len(self.counts), np.int8)])
        return (TOP // high).astype(np.int8)

    def columns(self, seats: int) -> NDArray[np.int64]:
        """Where the entries of an observation with so many seats enter."""
        return columns(self.board, seats, self.version)

    def count_column(self, seats: int) -> int:
        """The entry that says that there are so many seats."""
        return self.observed + seats - self.fewest
