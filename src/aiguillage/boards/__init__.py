"""What is printed: one TOML file per game, its loader and validator, its drawing.

`load_board("europe")` or `load_board("my-board.toml")` gives a `Board`; see docs/boards.md for the format.
"""

from aiguillage.boards.board import GREY, WILD, Board, Bonus, Opening, Place, Source, Ticket, Track
from aiguillage.boards.fields import BoardError
from aiguillage.boards.load import board_names, load_board

__all__ = [
    "GREY",
    "WILD",
    "Board",
    "BoardError",
    "Bonus",
    "Opening",
    "Place",
    "Source",
    "Ticket",
    "Track",
    "board_names",
    "load_board",
]
