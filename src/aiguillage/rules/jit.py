"""Kernel functions: plain Python in `aiguillage.rules`, compiled by numba in `aiguillage.compiled.rules`.

numba's disk cache does not notice a change in a function called from another file, so the cache lives in a
folder named by a digest of all kernel sources and of the versions that compile them: it is never stale.
"""

import hashlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

COMPILED = __name__.startswith("aiguillage.compiled.")
"""Whether this copy of the module compiles what it is given."""

KERNEL_FOLDERS = ("rules", "bots")


def source_digest() -> str:
    """A digest of every file that may hold kernel code."""
    package = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for folder in KERNEL_FOLDERS:
        for file in sorted((package / folder).rglob("*.py")):
            digest.update(str(file.relative_to(package)).encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where the compiled kernel of these sources is kept between runs."""
    import numba
    import numpy

    root = os.environ.get("AIGUILLAGE_CACHE_DIR")
    if not root:
        import platformdirs

        root = platformdirs.user_cache_dir("aiguillage")
    python = f"py{sys.version_info.major}{sys.version_info.minor}"
    return Path(root) / "kernel" / f"{source_digest()}-{python}-numba{numba.__version__}-numpy{numpy.__version__}"


if COMPILED:
    import numba

    numba.config.CACHE_DIR = str(cache_folder())

    def kernel(function: F) -> F:
        """Compile the function at its first call; release the GIL while it runs."""
        return numba.njit(cache=True, nogil=True, error_model="numpy")(function)  # type: ignore[no-any-return]

else:

    def kernel(function: F) -> F:
        """Leave the function as it is: this copy of the kernel runs in the interpreter."""
        return function
