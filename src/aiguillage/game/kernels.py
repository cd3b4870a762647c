"""The kernel in its copies: as WebAssembly, which games run on, and as Python, which it is made of.

All of them leave the same bytes.
"""

import importlib
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from aiguillage.rules.records import Array


class Kernel:
    """The modules of the rules by name: `kernel.turn.step(…)`; `load` finds kernel modules of the layers above."""

    def __init__(self, package: str) -> None:
        self._package = package

    def __getattr__(self, name: str) -> Any:
        module = self.load(f"rules.{name}")
        setattr(self, name, module)
        return module

    def load(self, path: str) -> Any:
        """A kernel module by its path: `bots.tree`, or what `Family.path` says."""
        return importlib.import_module(f"{self._package}.{path}")

    def zeros(self, shape: int | tuple[int, ...], dtype: DTypeLike) -> Array:
        """An array that this kernel works on where it is."""
        return np.zeros(shape, dtype)

    def new_records(self, dtype: np.dtype[np.void], count: int) -> Any:
        """`count` empty records, the same."""
        return self.zeros(count, dtype).view(np.recarray)

    def new_record(self, dtype: np.dtype[np.void]) -> Any:
        """One of them."""
        return self.new_records(dtype, 1)[0]

    def workspace(self, dtype: np.dtype[np.void]) -> Any:
        """An empty record that kernel functions alone work on."""
        return self.new_record(dtype)


class Interpreter(Kernel):
    """The Python source itself."""

    def workspace(self, dtype: np.dtype[np.void]) -> Any:
        """An object with the record's fields: the interpreter reads them fifty times as fast as those of a record."""
        return SimpleNamespace(**{name: _field(dtype[name]) for name in dtype.names or ()})


def _field(kind: np.dtype[Any]) -> object:
    if not kind.shape:
        return 0
    return (
        bytearray(kind.itemsize)
        if kind.base == np.uint8
        else np.zeros(kind.shape, kind.base).view(np.recarray if kind.base.names else np.ndarray)
    )


class WebAssembly(Kernel):
    """The files that `make kernel` builds, in their own memory: what lies elsewhere is copied in and out."""

    def load(self, path: str) -> Any:
        """A kernel module by its path."""
        return _runtime().module(path)

    def zeros(self, shape: int | tuple[int, ...], dtype: DTypeLike) -> Array:
        """An array in the kernel's memory."""
        array: Array = _runtime().zeros(shape, dtype)
        return array


def _runtime() -> ModuleType:
    """A GPU does without."""
    from aiguillage import kernel

    return kernel


COMPILED = WebAssembly("aiguillage.kernel")
INTERPRETED = Interpreter("aiguillage")
NUMBA = Kernel("aiguillage.compiled")
"""What CUDA runs; it needs `aiguillage[gpu]`."""

_current: Kernel = COMPILED


def current() -> Kernel:
    """The kernel that games run on."""
    return _current


def use(kernel: Kernel) -> None:
    """Run all games on this kernel from now on: on `INTERPRETED` to try out rules without `make kernel`."""
    global _current
    _current = kernel
