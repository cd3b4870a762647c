"""What must fit together across the sections of a board file."""

from aiguillage.boards.board import Board


def check_board(board: Board, file: str) -> None:
    """Raise `BoardError` for the first thing that does not fit."""
