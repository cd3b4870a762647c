"""The same game on the interpreted and on the compiled kernel, compared byte by byte at every step."""

from typing import Any

import numpy as np

from aiguillage.boards import Board
from aiguillage.game.families import family_of
from aiguillage.game.kernels import COMPILED, INTERPRETED
from aiguillage.rules.rng import set_key
from aiguillage.rules.state import new_record
from invariants import copy_of


class Twins:
    """The same game on both kernels."""

    def __init__(self, board: Board, seats: int, seed: int) -> None:
        self.table = board.table
        family = family_of(board)
        self.kernels = (INTERPRETED, COMPILED)
        self.mains = [getattr(kernel, family.module) for kernel in self.kernels]
        self.states = [new_record(family.state_dtype) for _ in self.kernels]
        self.scratch = [new_record(family.scratch_dtype) for _ in self.kernels]
        for main, state, scratch in self.each():
            main.setup(self.table, state, seats, -1, seed, 3, scratch)
        self.compare("set-up")

    def each(self) -> Any:
        return zip(self.mains, self.states, self.scratch, strict=True)

    def compare(self, what: str) -> None:
        one, other = self.states
        if one.tobytes() != other.tobytes():
            names = [name for name in one.dtype.names if not np.array_equal(one[name], other[name])]
            raise AssertionError(f"after {what} the kernels differ in {names}")
        events = [scratch.events[: scratch.events_n].tolist() for scratch in self.scratch]
        assert events[0] == events[1], what

    def legal(self) -> list[int]:
        lists: list[list[int]] = []
        for main, state, scratch in self.each():
            count = main.legal(self.table, state, scratch.actions)
            lists.append(scratch.actions[:count].tolist())
        assert lists[0] == lists[1]
        assert lists[0] == sorted(set(lists[0])), "ascending, no action twice"
        return lists[0]

    def step(self, action: int) -> None:
        for main, state, scratch in self.each():
            main.step(self.table, state, action, scratch)
        self.compare(f"action {action}")

    def look(self, seat: int, seed: int) -> None:
        """What a seat sees, and a game made up from it."""
        seen = []
        for kernel, main, state in zip(self.kernels, self.mains, self.states, strict=True):
            copy = copy_of(state)
            main.observe(self.table, copy, seat)
            seen.append(copy.tobytes())
            kernel.rng.seed_random(copy, seed, seat + 1)
            main.determinize(self.table, copy, seat)
            seen.append(copy.tobytes())
        assert seen[:2] == seen[2:]

    def key(self, *words: int) -> None:
        for state in self.states:
            set_key(state, *words)
        self.compare("a key")
