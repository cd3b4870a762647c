"""What the module `family` of each family must have: the functions that the modules here call.

Kernel functions all of them, but for `scale`, `actions` and `layout`.
"""

from typing import Any

import numpy as np

from aiguillage.boards import Board
from aiguillage.seen.layout import Layout

from ...rules.records import AnyBoard, AnyBotScratch, AnyScratch, AnySight, AnyState, Array

BOT_SCRATCH: np.dtype[Any]
"""What a bot works in: at least `rng` and `actions`."""

RULES_SCRATCH: np.dtype[Any]
"""What the rules work in, in play-outs and matches."""

SIGHT: np.dtype[Any]
"""What `encode_plan` works in."""

NAMES: tuple[str, ...]
"""Of the weights."""

GUESSED: tuple[float, ...]
"""Weights that were tuned for no title."""

LOOKS: tuple[int, int]
"""The first and the last of the turns ahead at whose beginnings `master` asks what its network expects."""

def scale(board: AnyBoard) -> float:
    """A margin of so many points is as good as any."""

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

def play_random(board: AnyBoard, state: AnyState, limit: int, scratch: AnyScratch) -> None:
    """Play legal actions at random until the game is over or so many decisions were taken."""

def final_count(board: AnyBoard, state: AnyState, scratch: AnyScratch) -> None:
    """Count a game that is over."""

def observe(board: AnyBoard, state: AnyState, seat: int) -> None:
    """Reduce a copy of a game to what the seat may know."""

def determinize(board: AnyBoard, state: AnyState, seat: int) -> None:
    """Fill the blanks of an observed game at random."""

# The bots.

def choose_planned(board: AnyBoard, seen: AnyState, seat: int, scratch: AnyBotScratch, weights: Array) -> int:
    """The planner's choice in any phase."""

def choose_in_style(
    style: int, board: AnyBoard, seen: AnyState, seat: int, scratch: AnyBotScratch, weights: Array
) -> int:
    """The choice of a bot with a style."""

def list_candidates(
    board: AnyBoard, seen: AnyState, seat: int, scratch: AnyBotScratch, weights: Array, out: Array
) -> int:
    """Write the actions worth a search into `out`, the planner's choice first; returns how many there are."""

def set_light(scratch: AnyBotScratch, light: int) -> None:
    """Say whether planners shall think little (1) or as much as they can (0)."""

def forget_plans(scratch: AnyBotScratch) -> None:
    """Let every seat begin without a plan."""

def weigh_tickets(board: AnyBoard, seen: AnyState, seat: int, scratch: AnyBotScratch) -> None:
    """Prepare what `believe` goes by, once for all worlds of a decision."""

def believe(board: AnyBoard, seen: AnyState, state: AnyState, seat: int, scratch: AnyBotScratch) -> None:
    """Change a world that was filled at random to agree with what the others have shown by their play."""

# What networks see.

def encode_part(board: AnyBoard, state: AnyState, seat: int, out: Array, row: int, part: int) -> int:
    """Write one of the `SEEN_PARTS` of what the seat sees into a row of the int8 array `out`; returns where it ends."""

def encode_plan(board: AnyBoard, state: AnyState, seat: int, sight: AnySight, out: Array, row: int, at: int) -> int:
    """Write what version 1 of an observation adds, from `at` on; returns where it ends. `sight`: of `SIGHT`."""
