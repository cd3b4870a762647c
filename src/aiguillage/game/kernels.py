"""Which copy of the kernel a game runs on: interpreted until the compiled one is ready."""

import importlib
from collections.abc import Sequence
from types import ModuleType
from typing import Any

from aiguillage.rules.state import new_record


class Kernel:
    """The kernel's modules by name: `kernel.turn.step(…)`."""

    def __init__(self, package: str) -> None:
        self._package = package
        self.compiled = package.startswith("aiguillage.compiled.")

    def __getattr__(self, name: str) -> ModuleType:
        module = importlib.import_module(f"{self._package}.{name}")
        setattr(self, name, module)
        return module


INTERPRETED = Kernel("aiguillage.rules")
COMPILED = Kernel("aiguillage.compiled.rules")
TITLES = ("amsterdam", "cardgame")
"""A title of each family: what is compiled for one serves all of them."""

_current = INTERPRETED


def current() -> Kernel:
    """The compiled kernel once it has been warmed up, the interpreted one before."""
    return _current


def use(kernel: Kernel) -> None:
    """Run all games on this kernel from now on. Both give the same bytes."""
    global _current
    _current = kernel


def warm_up(titles: Sequence[str] = TITLES) -> None:
    """Compile the kernel, or load it from the cache, and use it from then on."""
    from aiguillage.boards import load_board

    for title in titles:
        _exercise(load_board(title))
    use(COMPILED)


def _exercise(board: Any) -> None:
    from aiguillage.game.families import family_of

    family = family_of(board)
    state, scratch = new_record(family.state_dtype), new_record(family.scratch_dtype)
    main = getattr(COMPILED, family.module)
    main.setup(board.table, state, board.min_seats, -1, 0, 0, scratch)
    main.legal(board.table, state, scratch.actions)
    main.step(board.table, state, int(scratch.actions[0]), scratch)
    main.observe(board.table, state.copy().view(), -1)
