"""A board as JSON: its dataclass field by field, plus its digest (docs/architecture.md)."""

from dataclasses import asdict
from functools import lru_cache
from typing import Any

from pydantic_core import to_json

from aiguillage.boards import Board


@lru_cache(maxsize=64)
def board_json(board: Board) -> bytes:
    """The same as JSON, made once for each board."""
    return to_json(board_data(board))


def board_data(board: Board) -> dict[str, Any]:
    """A board as data for drawing."""
    return {**asdict(board), "digest": board.digest, "own_design": board.own_design}
