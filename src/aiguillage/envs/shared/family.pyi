"""What the module `family` of each family must have: the functions that the modules here call.

Kernel functions all of them, but for `actions` and `layout`.
"""

from typing import Any

import numpy as np

from aiguillage.boards import Board
from aiguillage.seen.layout import Layout

from ...rules.records import AnyBoard, AnyScratch, AnySight, AnyState, Array

SIGHT: np.dtype[Any]
"""What `encode_plan` works in."""

LISTED: int
"""Up to this one `show_choice` marks only actions that are legal; it writes the others whatever they are."""

def actions(board: Board) -> int:
    """How many actions there are."""

def layout(board: Board, seats: int, version: int = ...) -> Layout:
    """What an observation is made of."""

# The rules (docs/architecture.md).

def setup(
    board: AnyBoard, state: AnyState, seats: int, first: int, seed: int, stream: int, scratch: AnyScratch
) -> None:
    """Set a new game up."""

def legal(board: AnyBoard, state: AnyState, out: Array) -> int:
    """List the legal actions of the seat to act; returns how many there are."""

def step(board: AnyBoard, state: AnyState, action: int, scratch: AnyScratch) -> None:
    """Play a legal action."""

def observe(board: AnyBoard, state: AnyState, seat: int) -> None:
    """Reduce a copy of a game to what the seat may know."""

def determinize(board: AnyBoard, state: AnyState, seat: int) -> None:
    """Fill the blanks of an observed game at random."""

def play(board: AnyBoard, state: AnyState, action: int, scratch: AnyScratch) -> None:
    """Play a legal action; `count` is called for a game that it ends."""

def count(board: AnyBoard, state: AnyState, scratch: AnyScratch) -> None:
    """Count a game that is over, as far as `play` has not."""

# What is shown.

def show_choice(
    board: AnyBoard, state: AnyState, scratch: AnyScratch, generator: Any, masks: Array, samples: Array, game: int
) -> None:
    """Write what the seat to act may do, and a random legal action; nothing is marked yet up to `LISTED`."""

def encode_part(board: AnyBoard, state: AnyState, seat: int, out: Array, row: int, part: int) -> int:
    """Write one of the `SEEN_PARTS` of what the seat sees into a row of the int8 array `out`; returns where it ends."""

def encode_plan(board: AnyBoard, state: AnyState, seat: int, sight: AnySight, out: Array, row: int, at: int) -> int:
    """Write what version 1 of an observation adds, from `at` on; returns where it ends. `sight`: of `SIGHT`."""
