"""Memory that nobody uses goes back to the system, where the C library is glibc; elsewhere there is nothing to do."""

import contextlib
import ctypes

ARENAS = -8
MAPPED_FROM = -3
"""Options of `mallopt`."""


def keep_little() -> None:
    """For a process that lives long and has many threads: what is large goes back as soon as it is free, and threads
    share two heaps instead of keeping one each."""
    with contextlib.suppress(AttributeError, TypeError, OSError):
        library = ctypes.CDLL(None)
        library.mallopt(ARENAS, 2)
        library.mallopt(MAPPED_FROM, 1 << 17)


def give_back() -> None:
    """Free pages in the midst of the heaps too: compiling the kernel leaves 20 MB."""
    with contextlib.suppress(AttributeError, TypeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)
