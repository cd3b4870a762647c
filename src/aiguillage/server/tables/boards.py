"""A board as JSON: its dataclass field by field, plus its digest (docs/architecture.md)."""

from dataclasses import asdict
from typing import Any

from aiguillage.boards import Board


def board_data(board: Board) -> dict[str, Any]:
    """A board as data for drawing."""
    return {**asdict(board), "digest": board.digest, "own_design": board.own_design}
