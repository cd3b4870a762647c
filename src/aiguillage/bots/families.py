"""The two families of games, as far as the bots differ in them."""

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from aiguillage.boards import Board
from aiguillage.bots import cardgame_weights, weights
from aiguillage.bots.cardgame_scratch import CARD_BOT_SCRATCH
from aiguillage.bots.scratch import BOT_SCRATCH
from aiguillage.game import kernels
from aiguillage.rules.cardgame_state import CARD_SCRATCH, CARD_STATE
from aiguillage.rules.state import QUIET_SCRATCH, STATE


@dataclass(frozen=True)
class BotFamily:
    """What is needed to run the kernel bots of a family."""

    prefix: str  # of the names of its kernel modules
    state: np.dtype[Any]  # a game
    scratch: np.dtype[Any]  # what a bot works in
    rules: np.dtype[Any]  # what the rules work in, in play-outs and matches
    names: tuple[str, ...]  # of the weights
    weights: Callable[[Board, str], Any]  # by board and bot
    scale: Callable[[Board], float]  # a margin of so many points is as good as any

    def module(self, name: str) -> ModuleType:
        """A kernel module: compiled once the kernel is warm, interpreted before."""
        return self.compiled(name) if kernels.current().compiled else self.interpreted(name)

    def compiled(self, name: str) -> ModuleType:
        """The compiled copy of a kernel module."""
        return importlib.import_module(f"aiguillage.compiled.bots.{self.prefix}{name}")

    def interpreted(self, name: str) -> ModuleType:
        """The interpreted copy of a kernel module."""
        return importlib.import_module(f"aiguillage.bots.{self.prefix}{name}")


BOARD_GAMES = BotFamily(
    "", STATE, BOT_SCRATCH, QUIET_SCRATCH, weights.NAMES, weights.weights_for, weights.scale
)
CARD_GAME = BotFamily(
    "cardgame_",
    CARD_STATE,
    CARD_BOT_SCRATCH,
    CARD_SCRATCH,
    cardgame_weights.NAMES,
    cardgame_weights.weights_for,
    cardgame_weights.scale,
)


def bot_family(board: Board) -> BotFamily:
    """The family that a board belongs to."""
    return CARD_GAME if board.family == "cards" else BOARD_GAMES
