"""The two families of games: all that tells them apart is named here, or in the modules that are named here.

A family is found by its board. What the layers above need of it stays with them, in a module `family` of a folder with
the family's name (`bots/cardgame/family.py`); beside it, under the same package, stand the kernel modules that both
families share (`bots/shared/playouts.py` is also `bots.cardgame.playouts`). `bots/shared/family.pyi` and its like in
`explain` and `envs` say what a family's module must have.
"""

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, cast

import numpy as np

from aiguillage.boards import Board
from aiguillage.explain.page import CARD_PAGE
from aiguillage.game import actions, cardgame, refusals
from aiguillage.game.actions import Action
from aiguillage.game.errors import Refusal
from aiguillage.game.written import BOARD_WRITER, Writer
from aiguillage.rules.cardgame_state import CARD_SCRATCH, CARD_STATE, QUIET_CARD_SCRATCH
from aiguillage.rules.records import AnyBotScratch
from aiguillage.rules.state import QUIET_SCRATCH, SCRATCH, STATE


class BotPart(Protocol):
    """What a family has for those who run its bots, beside their kernel functions."""

    BOT_SCRATCH: np.dtype[np.void]  # what a bot works in
    RULES_SCRATCH: np.dtype[np.void]  # what the rules work in, in play-outs and matches
    SIGHT: np.dtype[np.void]  # what a seat's plan is worked out in
    NAMES: tuple[str, ...]  # of the weights
    GUESSED: tuple[float, ...]  # weights that were tuned for no title
    LOOKS: tuple[int, int]  # the first and the last of the turns that `master` looks at

    def scale(self, board: Board) -> float:
        """A margin of so many points is as good as any."""

    def forget_plans(self, scratch: AnyBotScratch) -> None:
        """Let every seat begin without a plan."""

    def actions(self, board: Board) -> int:
        """How many actions there are."""

    def layout(self, board: Board, seats: int, version: int = ...) -> Any:
        """What an observation is made of: a `Layout`."""


class EnvPart(Protocol):
    """What a family has for those who show its games to learners, beside kernel functions."""

    SIGHT: np.dtype[np.void]  # what a seat's plan is worked out in

    def actions(self, board: Board) -> int:
        """How many actions there are."""

    def layout(self, board: Board, seats: int, version: int = ...) -> Any:
        """What an observation is made of: a `Layout`."""


@dataclass(frozen=True, eq=False)
class Family:
    """What a family is."""

    name: str  # as board files say it
    folder: str  # of its modules in the layers above
    module: str  # the kernel's main module
    random_play: str  # the kernel's module of random play
    state_dtype: np.dtype[np.void]
    scratch_dtype: np.dtype[np.void]
    quiet_dtype: np.dtype[np.void]  # scratch space without room for events, for games of which nobody reads them
    describe: Callable[[Board, Any, int, int], Action]  # board, state, seat, code
    # board, kernel, state, scratch, seat, text, legal
    resolve: Callable[[Board, Any, Any, Any, int, str, list[int]], list[int] | Refusal]
    refuse: Callable[[Board, Any, Any, int, int], Refusal]  # board, kernel, state, seat, code
    writer: Writer  # of what people are told

    def path(self, layer: str, name: str) -> str:
        """Where a kernel module of a layer above is, for `Kernel.load`: `bots.cardgame.playouts`."""
        return f"{layer}.{self.folder}.{name}"

    @property
    def bots(self) -> BotPart:
        """Its bots."""
        return cast(BotPart, importlib.import_module(f"aiguillage.{self.path('bots', 'family')}"))

    @property
    def envs(self) -> EnvPart:
        """How it is shown to learners."""
        return cast(EnvPart, importlib.import_module(f"aiguillage.{self.path('envs', 'family')}"))


BOARD_GAMES = Family(
    *("board", "boardgames", "turn", "random_play"),
    *(STATE, SCRATCH, QUIET_SCRATCH),
    describe=actions.describe,
    resolve=actions.resolve,
    refuse=refusals.refuse,
    writer=BOARD_WRITER,
)
CARD_GAME = Family(
    *("cards", "cardgame", "cardgame", "cardgame_play"),
    *(CARD_STATE, CARD_SCRATCH, QUIET_CARD_SCRATCH),
    describe=cardgame.describe,
    resolve=cardgame.resolve,
    refuse=cardgame.refuse,
    writer=Writer("cardgame", CARD_PAGE),
)
FAMILIES = {family.name: family for family in (BOARD_GAMES, CARD_GAME)}


def family_of(board: Board) -> Family:
    """The family that a board belongs to."""
    return FAMILIES[board.family]
