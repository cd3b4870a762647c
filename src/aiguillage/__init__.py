"""Aiguillage: five train games to play, study and simulate.

`from aiguillage import Game` is where programs start; see docs/architecture.md.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aiguillage.boards import Board, BoardError, load_board
    from aiguillage.game import Game, GameError, IllegalAction, InvalidAction

__version__ = "0.1.0"

_EXPORTS = {
    "Board": "aiguillage.boards",
    "BoardError": "aiguillage.boards",
    "load_board": "aiguillage.boards",
    "Game": "aiguillage.game",
    "GameError": "aiguillage.game",
    "IllegalAction": "aiguillage.game",
    "InvalidAction": "aiguillage.game",
}

__all__ = [
    "Board",
    "BoardError",
    "Game",
    "GameError",
    "IllegalAction",
    "InvalidAction",
    "__version__",
    "load_board",
]


def __getattr__(name: str) -> Any:
    """Import the public names when they are first used, so that importing the package costs nothing."""
    if name in _EXPORTS:
        import importlib

        return getattr(importlib.import_module(_EXPORTS[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
