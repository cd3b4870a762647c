"""What the interfaces need to know about a game with a number of seats: its kernel, its actions, its observation."""

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from aiguillage.boards import Board, board_names, load_board
from aiguillage.errors import AiguillageError
from aiguillage.game.families import Family, family_of
from aiguillage.game.kernels import COMPILED
from aiguillage.rules.records import Array
from aiguillage.seen.layout import NEWEST, VERSION, Layout

FIRST = board_names()[0]
"""The title that an environment is of where nobody names one."""


class Title:
    """A game with a number of seats, and the version of its observations."""

    def __init__(self, game: str | Board, seats: int, version: int = VERSION) -> None:
        board = game if isinstance(game, Board) else load_board(game)
        board.check_players(seats)
        if not 0 <= version <= NEWEST:
            raise AiguillageError(f"There is no layout {version} of observations; there are 0 to {NEWEST}.")
        self.game = game
        self.version = version
        self.board = board
        self.seats = seats
        self.family: Family = family_of(board)
        self.actions = self.family.envs.actions(board)
        self.layout: Layout = self.family.envs.layout(board, seats, version)
        self.seen: int = self.family.envs.layout(board, seats).size  # where the plan starts, if there is one

    def __reduce__(self) -> tuple[Callable[..., "Title"], tuple[str | Board, int, int]]:
        return find_title, (self.game, self.seats, self.version)

    def __deepcopy__(self, memo: object) -> "Title":
        return self

    def points(self, states: Array) -> Array:
        """The points that every seat has so far, of many games: what everybody sees."""
        fields = ("route_points", "flag_points") if self.board.family == "board" else ("ticket_points",)
        points: Array = np.stack([states[name][:, : self.seats] for name in fields]).sum(axis=0, dtype=np.int64)
        return points

    @cached_property
    def boards(self) -> Array:
        """The kernel's record of the board, as an array of one."""
        boards: Array = COMPILED.zeros(1, self.board.table.dtype)
        boards[0] = self.board.table
        return boards

    @cached_property
    def single(self) -> Any:
        """The kernel functions for one game."""
        return COMPILED.load(self.family.path("envs", "single"))

    @cached_property
    def batch(self) -> Any:
        """The kernel functions for many games."""
        return COMPILED.load(self.family.path("envs", "batch"))


def find_title(game: str | Board, seats: int, version: int = VERSION) -> Title:
    """The title of that name (or board) with so many seats and such observations, made once."""
    return _made(game, seats, version)


@lru_cache(maxsize=32)
def _made(game: str | Board, seats: int, version: int) -> Title:
    return Title(game, seats, version)
