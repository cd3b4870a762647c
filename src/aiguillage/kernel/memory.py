"""The one memory that the kernel's instances of this process work on, and who has which part of it."""

import ctypes
import threading
import weakref
from bisect import bisect_left
from collections import deque
from typing import Any

import numpy as np
from numpy.typing import DTypeLike
from wasmtime import Engine, Limits, MemoryType, SharedMemory, WasmtimeError

from aiguillage.kernel.file import KernelError
from aiguillage.rules.records import Array

PAGE = 1 << 16
FIRST_PAGES = 64
MOST_PAGES = 1 << 16
"""All that a 32-bit address can reach: 4 GiB. The addresses are reserved, the memory only taken as it is used."""

ALIGNMENT = 64


class Memory:
    """A memory that grows in place: what lies in it never moves."""

    def __init__(self, engine: Engine) -> None:
        self.shared = SharedMemory(engine, MemoryType(Limits(FIRST_PAGES, MOST_PAGES), shared=True))
        self.base: int = ctypes.cast(self.shared.data_ptr(), ctypes.c_void_p).value or 0
        self.size = FIRST_PAGES * PAGE
        self._lock = threading.Lock()
        self._end = 0  # nothing from here on was ever given out
        self._free: list[tuple[int, int]] = []  # (start, size) of what was given back, in order, never adjoining
        self._returned: deque[tuple[int, int]] = deque()

    def begin_at(self, start: int) -> None:
        """Leave what is below to the module's own data."""
        self._end = -(-start // ALIGNMENT) * ALIGNMENT

    def take(self, size: int) -> int:
        """The address of so many bytes, whatever is in them."""
        size = -(-max(size, 1) // ALIGNMENT) * ALIGNMENT
        with self._lock:
            while self._returned:
                self._merge(*self._returned.popleft())
            for number, (start, room) in enumerate(self._free):
                if room >= size:
                    self._free[number : number + 1] = [(start + size, room - size)] if room > size else []
                    return start
            start = self._end
            if start + size > self.size:
                self._grow(start + size)
            self._end = start + size
            return start

    def give_back(self, start: int, size: int) -> None:
        """Nobody uses these bytes any more. The garbage collector may say so at any time, so they are only noted."""
        self._returned.append((start, -(-max(size, 1) // ALIGNMENT) * ALIGNMENT))

    def _merge(self, start: int, size: int) -> None:
        at = bisect_left(self._free, (start, 0))
        if at < len(self._free) and self._free[at][0] == start + size:
            size += self._free.pop(at)[1]
        if at and sum(self._free[at - 1]) == start:
            at -= 1
            before, room = self._free.pop(at)
            start, size = before, room + size
        self._free.insert(at, (start, size))

    def _grow(self, need: int) -> None:
        pages = min(MOST_PAGES, max(-(-need // PAGE), 2 * self.size // PAGE))
        if need > pages * PAGE:
            raise KernelError("The kernel's memory is full: it holds 4 GiB of games at a time.")
        try:
            self.shared.grow(pages - self.size // PAGE)
        except WasmtimeError:
            raise KernelError("The kernel's memory is full: the machine gives it no more.") from None
        self.size = pages * PAGE

    def zeros(self, shape: int | tuple[int, ...], dtype: DTypeLike) -> Array:
        """An array of zeros that the kernel works on where it is. It is free again when nobody holds it."""
        kind = np.dtype(dtype)
        count = int(np.prod(shape, dtype=np.int64))
        size = count * kind.itemsize
        start = self.take(size)
        block: Any = (ctypes.c_char * max(size, 1)).from_address(self.base + start)
        weakref.finalize(block, self.give_back, start, size).atexit = False
        ctypes.memset(self.base + start, 0, size)
        return np.frombuffer(block, kind, count).reshape(shape)
