"""Kernel functions: plain Python in `aiguillage.rules`, numba's in `aiguillage.compiled.rules`.

numba is what `make kernel` builds the kernel with (see `tools/kernel`) and what runs it on a GPU.
"""

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

if __name__.startswith("aiguillage.compiled."):
    import numba

    def kernel(function: F) -> F:
        """Compile the function at its first call."""
        return numba.njit(error_model="numpy")(function)

    def inlined(function: F) -> F:
        """The same for a function that is copied into those that call it: for small steps of hot loops."""
        return numba.njit(error_model="numpy", forceinline=True)(function)

else:

    def inlined(function: F) -> F:
        """Leave the function as it is."""
        return function

    def kernel(function: F) -> F:
        """Leave the function as it is: this copy of the kernel runs in the interpreter."""
        return function
