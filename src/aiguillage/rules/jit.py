"""Kernel functions: plain Python in `aiguillage.rules`, compiled by numba in `aiguillage.compiled.rules`.

numba's disk cache does not notice a change in a function called from another file, so the cache lives in
folders named by a digest of the kernel sources and of the versions that compile them: it is never stale. The
rules have a folder of their own, for they do not change with the bots that call them; and each family has one for the
sources that both share, which numba would take for the same functions.
"""

import hashlib
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

COMPILED = __name__.startswith("aiguillage.compiled.")
"""Whether this copy of the module compiles what it is given."""

SOURCES = {
    "rules": ("rules",),
    "seen": ("rules", "seen"),
    "bots": ("rules", "seen", "bots"),
    "envs": ("rules", "seen", "envs"),
}
"""For each part of the kernel the folders that its code comes from."""


def source_digest(part: str) -> str:
    """A digest of every file that may hold kernel code of that part."""
    package = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for folder in SOURCES[part]:
        for file in sorted((package / folder).rglob("*.py")):
            digest.update(str(file.relative_to(package)).encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


@cache
def cache_folder(part: str) -> Path:
    """Where the compiled code of a part of the kernel is kept between runs."""
    import numba
    import numpy

    root = os.environ.get("AIGUILLAGE_CACHE_DIR")
    if not root:
        import platformdirs

        root = platformdirs.user_cache_dir("aiguillage")
    python = f"py{sys.version_info.major}{sys.version_info.minor}"
    versions = f"{python}-numba{numba.__version__}-numpy{numpy.__version__}"
    return Path(root) / "kernel" / f"{source_digest(part)}-{versions}"


if COMPILED:
    import numba

    def use_cache(function: Callable[..., Any]) -> None:
        """Say where `njit` keeps the function: `aiguillage.compiled.bots.cardgame.match` is of bots, of cardgame."""
        part, *family = function.__module__.split(".")[2:-1]
        numba.config.CACHE_DIR = str(cache_folder(part).joinpath(*family))

    def kernel(function: F) -> F:
        """Compile the function at its first call; release the GIL while it runs."""
        use_cache(function)
        return numba.njit(cache=True, nogil=True, error_model="numpy")(function)

    def inlined(function: F) -> F:
        """The same for a function that is copied into those that call it: for small steps of hot loops."""
        use_cache(function)
        return numba.njit(cache=True, nogil=True, error_model="numpy", forceinline=True)(function)

else:

    def inlined(function: F) -> F:
        """Leave the function as it is."""
        return function

    def kernel(function: F) -> F:
        """Leave the function as it is: this copy of the kernel runs in the interpreter."""
        return function
