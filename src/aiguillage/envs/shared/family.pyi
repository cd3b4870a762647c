"""What the module `family` of each family must have: the functions that the modules here call.

Kernel functions all of them, but for `actions` and `layout`.
"""

from typing import Any

# The rules and what is seen: what bots have too.
from ...bots.shared.family import SIGHT as SIGHT
from ...bots.shared.family import actions as actions
from ...bots.shared.family import determinize as determinize
from ...bots.shared.family import encode_part as encode_part
from ...bots.shared.family import encode_plan as encode_plan
from ...bots.shared.family import layout as layout
from ...bots.shared.family import legal as legal
from ...bots.shared.family import observe as observe
from ...bots.shared.family import setup as setup
from ...bots.shared.family import step as step
from ...rules.records import AnyBoard, AnyScratch, AnyState, Array

LISTED: int
"""Up to this one `show_choice` marks only actions that are legal; it writes the others whatever they are."""

def play(board: AnyBoard, state: AnyState, action: int, scratch: AnyScratch) -> None:
    """Play a legal action; `count` is called for a game that it ends."""

def count(board: AnyBoard, state: AnyState, scratch: AnyScratch) -> None:
    """Count a game that is over, as far as `play` has not."""

# What is shown.

def show_choice(
    board: AnyBoard, state: AnyState, scratch: AnyScratch, generator: Any, masks: Array, samples: Array, game: int
) -> None:
    """Write what the seat to act may do, and a random legal action; nothing is marked yet up to `LISTED`."""
