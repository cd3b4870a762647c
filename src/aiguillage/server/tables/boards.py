"""A board as JSON: its dataclass field by field, plus its digest (docs/architecture.md)."""

from dataclasses import asdict, fields
from functools import lru_cache

from pydantic_core import to_json

from aiguillage.boards import Board

from ..protocol import PrintedBoard


@lru_cache(maxsize=64)
def board_json(board: Board) -> bytes:
    """The same as JSON, made once for each board."""
    return to_json(printed(board))


def printed(board: Board) -> PrintedBoard:
    """A board as it is sent, for drawing."""
    own = {field.name: getattr(board, field.name) for field in fields(board)}
    return PrintedBoard(**own, digest=board.digest, own_design=board.own_design)


def board_data(board: Board) -> dict[str, object]:
    """The same as plain data."""
    return asdict(printed(board))
