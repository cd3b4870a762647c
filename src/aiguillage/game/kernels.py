"""Which copy of the kernel a game runs on: interpreted until the compiled one is ready."""

import importlib
from collections.abc import Sequence
from types import ModuleType
from typing import Any

from aiguillage.game.families import TITLES, family_of
from aiguillage.rules.state import new_record


class Kernel:
    """The modules of the rules by name: `kernel.turn.step(…)`; `load` finds kernel modules of the layers above."""

    def __init__(self, package: str) -> None:
        self._package = package
        self.compiled = package == "aiguillage.compiled"

    def __getattr__(self, name: str) -> ModuleType:
        module = self.load(f"rules.{name}")
        setattr(self, name, module)
        return module

    def load(self, path: str) -> ModuleType:
        """A kernel module by its path: `bots.tree`, or what `Family.path` says."""
        return importlib.import_module(f"{self._package}.{path}")


INTERPRETED = Kernel("aiguillage")
COMPILED = Kernel("aiguillage.compiled")

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
    family = family_of(board)
    state, scratch = new_record(family.state_dtype), new_record(family.scratch_dtype)
    main = getattr(COMPILED, family.module)
    main.setup(board.table, state, board.min_seats, -1, 0, 0, scratch)
    main.legal(board.table, state, scratch.actions)
    main.step(board.table, state, int(scratch.actions[0]), scratch)
    main.observe(board.table, state.copy().view(), -1)
