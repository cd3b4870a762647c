"""What bots think of a title: `weights.toml` of its folder, by the names of its family's weights."""

import tomllib
from functools import cache

import numpy as np

from aiguillage.boards import Board, load_board
from aiguillage.bots.bot import BotError
from aiguillage.game.families import family_of
from aiguillage.rules.records import Array
from aiguillage.titles import file_of, titles

PLANNERS = ("planner", "light", "search")


def weights_for(board: Board, bot: str) -> Array:
    """The weights that a bot plays a board with; the styles have the first guesses, tuned for no board.

    A board without weights of its own is played like the title with the nearest number of pieces.
    """
    if bot not in PLANNERS:
        return np.array(family_of(board).bots.GUESSED)
    own = _weights(board.id) if board.id in titles() else None
    return np.array(_nearest(board.family, sum(board.pieces.values())) if own is None else own)


@cache
def _nearest(family: str, pieces: int) -> tuple[float, ...]:
    boards = [board for board in map(load_board, titles()) if board.family == family]
    boards.sort(key=lambda board: abs(sum(board.pieces.values()) - pieces))
    return next(found for board in boards if (found := _weights(board.id)) is not None)


@cache
def _weights(title: str) -> tuple[float, ...] | None:
    file = file_of(title, "weights.toml")
    if not file.is_file():
        return None
    names = family_of(load_board(title)).bots.NAMES
    found = tomllib.loads(file.read_text(encoding="utf-8"))
    if set(found) != set(names):
        raise BotError(f"{file} must have these weights: {', '.join(names)}.")
    return tuple(float(found[name]) for name in names)
