"""The kernel as machine code: the functions of `rules/`, `bots/` and `envs/`, as WebAssembly.

    from aiguillage import kernel

    kernel.module("rules.turn").step(board.table, state, action, scratch)

is the same as `aiguillage.rules.turn.step` on the same records, and leaves the same bytes. `kernel.module` has the
functions that `make kernel` was told to build (see `tools/kernel/entries.py`) and the constants of the Python module.
The files (one for each family of games) are loaded at the first call. Any thread may call: each has its own instance,
and all of them work on one memory, so that what `kernel.zeros`, `kernel.new_record` and `kernel.new_records` allocate
there is never copied.
"""

import importlib
import threading
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from aiguillage.kernel.file import KernelError
from aiguillage.kernel.runtime import Function, Runtime
from aiguillage.rules.records import Array

__all__ = ["KernelError", "Module", "load", "module", "new_record", "new_records", "prepare", "zeros"]

_loading = threading.Lock()
_runtime: Runtime | None = None


def load() -> Runtime:
    """The kernel, loaded once in a process."""
    global _runtime
    if _runtime is None:
        with _loading:
            if _runtime is None:
                _runtime = Runtime()
    return _runtime


def prepare() -> None:
    """Load every file now, not at its first call; it takes a moment, in which other threads go on."""
    runtime = load()
    for file in sorted({file for entry in runtime.description["entries"].values() for file in entry["files"]}):
        runtime.module(file)


class Module:
    """The kernel functions of a Python module under their names, and its constants."""

    def __init__(self, name: str) -> None:
        self.__name__ = name

    def __getattr__(self, name: str) -> Any:
        runtime = load()
        value: Any = None
        for export, entry in runtime.description["entries"].items():
            if (entry["module"], entry["function"]) == (self.__name__, name):
                value = Function(runtime, export, entry)
        if value is None:
            value = getattr(importlib.import_module(f"aiguillage.{self.__name__}"), name)
            if isinstance(value, FunctionType):
                raise AttributeError(f"The kernel was built without {self.__name__}.{name}.")
        setattr(self, name, value)
        return value


@cache
def module(name: str) -> Module:
    """The kernel functions of a module: `module("rules.turn").step`."""
    return Module(name)


def zeros(shape: int | tuple[int, ...], dtype: DTypeLike) -> Array:
    """An array in the kernel's memory: no call copies it, from whichever thread."""
    return load().memory.zeros(shape, dtype)


def new_records(dtype: np.dtype[np.void], count: int) -> Any:
    """`count` empty records in the kernel's memory, as `rules.state.new_records` makes them elsewhere."""
    return zeros(count, dtype).view(np.recarray)


def new_record(dtype: np.dtype[np.void]) -> Any:
    """One of them."""
    return new_records(dtype, 1)[0]
