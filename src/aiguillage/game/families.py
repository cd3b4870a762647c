"""The two families of games behind one facade: what differs between them, as functions."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from aiguillage.boards import Board
from aiguillage.game import actions, refusals, view
from aiguillage.game.actions import Action
from aiguillage.game.errors import Refusal
from aiguillage.game.events import Event, read_event
from aiguillage.game.outcome import Outcome, board_outcome
from aiguillage.game.view import Memory, View
from aiguillage.rules.state import SCRATCH, STATE


@dataclass(frozen=True)
class Family:
    """What the facade needs of a family beside the kernel's contract."""

    module: str  # the kernel's main module
    random_play: str  # the kernel's module of random play
    state_dtype: np.dtype[Any]
    scratch_dtype: np.dtype[Any]
    describe: Callable[[Board, Any, int, int], Action]  # board, state, seat, code
    resolve: Callable[
        [Board, Any, Any, Any, int, str], list[int] | Refusal
    ]  # board, kernel, state, scratch, seat, text
    refuse: Callable[[Board, Any, Any, int, int], Refusal]  # board, kernel, state, seat, code
    read_event: Callable[[Board, Any, Any], Event]  # board, state before, row
    view: Callable[[Board, Any, Any, Any, int | None, Outcome | None, Memory], View]
    outcome: Callable[[Board, Any, Any, Any], Outcome]


BOARD_GAMES = Family(
    module="turn",
    random_play="random_play",
    state_dtype=STATE,
    scratch_dtype=SCRATCH,
    describe=actions.describe,
    resolve=actions.resolve,
    refuse=refusals.refuse,
    read_event=read_event,
    view=view.board_view,
    outcome=board_outcome,
)


def family_of(board: Board) -> Family:
    """The family that a board belongs to."""
    if board.family == "cards":
        from aiguillage.game.cardgame import CARD_GAME

        return CARD_GAME
    return BOARD_GAMES
