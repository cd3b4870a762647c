"""What the interfaces need to know about a game with a number of seats: its kernel, its actions, its observation."""

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import ModuleType
from typing import Any

import numpy as np

from aiguillage.boards import Board, load_board
from aiguillage.envs.layout import Layout, board_layout, card_layout
from aiguillage.errors import AiguillageError
from aiguillage.game.families import Family, family_of
from aiguillage.game.kernels import COMPILED
from aiguillage.rules.cardgame_state import CARD_ACTIONS
from aiguillage.rules.state import ACTIONS, CLAIM, WORD


@dataclass(frozen=True)
class Encoding:
    """How a family of games is shown: its action space, its modules in this package, its layout."""

    actions: Callable[[Board], int]
    single: str
    batch: str
    layout: Callable[[Board, int], Layout]


def board_actions(board: Board) -> int:
    """How many actions there are: naming places comes last, and only Europe has stations; whole words of tracks."""
    return ACTIONS if board.stations else CLAIM + WORD * int(board.table.words)


ENCODINGS = {
    "board": Encoding(board_actions, "single_board", "batch_board", board_layout),
    "cards": Encoding(lambda board: CARD_ACTIONS, "single_card", "batch_card", card_layout),
}
"""By family."""


def compiled(name: str) -> ModuleType:
    """The compiled copy of a kernel module of this package."""
    return importlib.import_module(f"aiguillage.compiled.envs.{name}")


class Title:
    """A game with a number of seats."""

    def __init__(self, game: str | Board, seats: int) -> None:
        board = game if isinstance(game, Board) else load_board(game)
        if not board.min_seats <= seats <= board.max_seats:
            raise AiguillageError(
                f"{board.name} is for {board.min_seats} to {board.max_seats} players, not {seats}."
            )
        self.game = game
        self.board = board
        self.seats = seats
        self.family: Family = family_of(board)
        self.encoding = ENCODINGS[board.family]
        self.actions = self.encoding.actions(board)
        self.layout = self.encoding.layout(board, seats)

    def __reduce__(self) -> tuple[Any, ...]:
        return find_title, (self.game, self.seats)

    def __deepcopy__(self, memo: Any) -> "Title":
        return self

    @property
    def quiet_scratch(self) -> np.dtype[Any]:
        """Scratch space without room for events, for games of which nobody reads them."""
        dtype: np.dtype[Any] = getattr(COMPILED, self.family.random_play).SCRATCH_DTYPE
        return dtype

    @cached_property
    def boards(self) -> Any:
        """The kernel's record of the board, as an array of one."""
        return np.array([self.board.table])

    @cached_property
    def single(self) -> Any:
        """The kernel functions for one game."""
        return compiled(self.encoding.single)

    @cached_property
    def batch(self) -> Any:
        """The kernel functions for many games."""
        return compiled(self.encoding.batch)


@lru_cache(maxsize=32)
def find_title(game: str | Board, seats: int) -> Title:
    """The title of that name (or board) with so many seats, made once."""
    return Title(game, seats)
