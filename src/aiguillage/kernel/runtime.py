"""The kernel in this process: compiled once by wasmtime, one instance for each thread, one memory for all of them.

Calls go straight to wasmtime's C functions, for its Python classes take hundreds of microseconds to look at the
arguments. While a call runs Python's lock is free.

No call ends the process: whatever address the kernel comes to, it is one of the 4 GiB that its memory reserves or of
the guard behind them, and wasmtime turns a touch of what is not there into a trap, as it does with an endless recursion
and `unreachable`. A trap is a `KernelError`; the thread gets a new instance.
"""

import ctypes
import threading
import weakref
from pathlib import Path
from struct import Struct
from typing import Any

import numpy as np
import wasmtime
from wasmtime import _ffi as ffi

from aiguillage.kernel.file import (
    FOLDER,
    MEND,
    KernelError,
    check_sources,
    read_code,
    read_description,
    with_shared_memory,
)
from aiguillage.kernel.memory import FIRST_PAGES, MOST_PAGES, Memory
from aiguillage.kernel.spare import give_back

STACK = 1 << 16
DESK = 1 << 19
"""Bytes that each thread has for what is copied in and out."""

SLOT = 16
"""Bytes that a number has in a call."""

_prototype = ctypes.CFUNCTYPE(
    ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p
)
_move = ctypes.memmove
_call = _prototype(("wasmtime_func_call_unchecked", ffi.dll))


class Runtime:
    """The compiled files, each from its first call on, and their memory."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.folder = folder
        self.description = read_description(folder)
        check_sources(self.description)
        config = wasmtime.Config()
        config.wasm_threads = True
        config.shared_memory = True
        config.parallel_compilation = False  # more threads keep 5 to 10 MB and save a twentieth of a second
        self.engine = wasmtime.Engine(config)
        self.memory = Memory(self.engine)
        self.memory.begin_at(STACK)  # below is the stack that the files would have without threads
        self._modules: dict[str, wasmtime.Module] = {}
        self._lock = threading.Lock()
        self._local = threading.local()

    def module(self, file: str) -> wasmtime.Module:
        """A file, compiled."""
        with self._lock:
            if file not in self._modules:
                code = read_code(file, self.description["digest"], self.folder)
                try:
                    code = with_shared_memory(code, FIRST_PAGES, MOST_PAGES)
                    self._modules[file] = wasmtime.Module(self.engine, code)
                except (wasmtime.WasmtimeError, IndexError):
                    raise KernelError(f"The kernel ({file}.wasm) is broken: {MEND}.") from None
                give_back()
            return self._modules[file]

    def file_for(self, files: list[str]) -> str:
        """Which of the files that have an entry to call: one that is there already."""
        return next((name for name in files if name in self._modules), files[0])

    def instance(self) -> "Instance":
        """The instance of this thread."""
        try:
            found: Instance = self._local.instance
        except AttributeError:
            found = self._local.instance = Instance(self)
        return found

    def forget(self) -> None:
        """This thread needs a new instance: the old one stopped half way."""
        del self._local.instance


class Instance:
    """What one thread runs the kernel with: a stack and a desk for what is copied in and out."""

    def __init__(self, runtime: Runtime) -> None:
        self.runtime = runtime
        self.store = wasmtime.Store(runtime.engine)
        self.context: Any = self.store._context()
        self.context_at = ctypes.cast(self.context, ctypes.c_void_p).value
        self.trap = ctypes.c_void_p()
        self.trap_at = ctypes.addressof(self.trap)
        self.buffer = ctypes.create_string_buffer(64 * SLOT)
        self.buffer_at = ctypes.addressof(self.buffer)
        self.functions: dict[str, tuple[Any, int]] = {}
        self._files: dict[str, Any] = {}
        start = runtime.memory.take(STACK + DESK)
        weakref.finalize(self, runtime.memory.give_back, start, STACK + DESK).atexit = False
        self.desk, self.room = start + STACK, start + STACK + DESK

    def _started(self, file: str) -> Any:
        """A file of the kernel in this thread."""
        if file not in self._files:
            runtime, found = self.runtime, ffi.wasmtime_instance_t()
            given = (ffi.wasmtime_extern_t * 1)()
            union = ffi.wasmtime_extern_union(sharedmemory=runtime.memory.shared.ptr())
            given[0] = ffi.wasmtime_extern_t(ffi.WASMTIME_EXTERN_SHAREDMEMORY, union)
            trap, module = ctypes.POINTER(ffi.wasm_trap_t)(), runtime.module(file)
            error = ffi.wasmtime_instance_new(
                self.context, module.ptr(), given, 1, ctypes.byref(found), ctypes.byref(trap)
            )
            if error or trap:
                raise KernelError(f"The kernel ({file}.wasm) cannot be started: {MEND}.")
            self._files[file] = found
            stack = wasmtime.Global._from_raw(self._export(file, "__stack_pointer").of.global_)
            stack.set_value(self.store, wasmtime.Val.i32(self.desk))  # it grows downwards
        return self._files[file]

    def _export(self, file: str, name: str) -> Any:
        found, text = ffi.wasmtime_extern_t(), name.encode()
        if not ffi.wasmtime_instance_export_get(
            self.context, ctypes.byref(self._started(file)), text, len(text), ctypes.byref(found)
        ):
            raise KernelError(f"The kernel ({file}.wasm) has no {name}: {MEND}.")
        return found

    def function(self, name: str, files: list[str]) -> int:
        """Where wasmtime finds a function."""
        if name not in self.functions:
            found = self._export(self.runtime.file_for(files), name).of.func
            self.functions[name] = found, ctypes.addressof(found)
        return self.functions[name][1]


def stopped(name: str, trap: Any, error: Any) -> KernelError:
    """Why a call did not come back."""
    reason = "it could not be called"
    if trap:
        told = wasmtime.Trap._from_ptr(ctypes.cast(trap, ctypes.POINTER(ffi.wasm_trap_t))).message
        reason = [line.strip() for line in told.splitlines() if line.strip()][-1]
    elif error:
        reason = str(wasmtime.WasmtimeError._from_ptr(ctypes.cast(error, ctypes.POINTER(ffi.wasmtime_error_t))))
    return KernelError(f"The kernel stopped in {name}: {reason}.")


# Where numpy keeps the address of an array's and of a record's data, behind Python's own head of an object. Asking
# numpy takes microseconds.
_address = ctypes.c_size_t.from_address
_ARRAY = object.__basicsize__
_RECORD = tuple.__basicsize__


def slow_address(item: object) -> int:
    """The address of an array or a record, as numpy tells it."""
    return int(np.asarray(item).ctypes.data)


def quick_address(item: object) -> int:
    """The same by looking it up."""
    return _address(id(item) + (_RECORD if isinstance(item, np.void) else _ARRAY)).value


def _can_look_up() -> bool:
    sample = np.zeros(3, [("a", "i8"), ("b", "i2", (5,))])
    items: list[object] = [sample, sample[1], sample.view(np.recarray)[2], sample["b"], sample["b"][1]]
    return all(quick_address(item) == slow_address(item) for item in items)


address_of = quick_address if _can_look_up() else slow_address


class Function:
    """An entry of the kernel, called like the Python function that it was made of.

    Records and arrays are passed as numpy's. Those that lie in the kernel's memory (`zeros`) are worked on where they
    are; others are copied in and, unless they are only read, out again.
    """

    def __init__(self, runtime: Runtime, name: str, entry: dict[str, Any]) -> None:
        self.runtime = runtime
        self.name = name
        self.memory = runtime.memory
        self.base = runtime.memory.base
        records = runtime.description["records"]
        self.files: list[str] = entry["files"]
        self.parameters = [Parameter(one, records) for one in entry["parameters"]]
        numbers = sum(1 + one.dimensions for one in self.parameters)
        self.slots = max(1, numbers)
        self.pack = Struct("<" + "q8x" * numbers).pack_into
        self.result = {None: None, "i32": Struct("<i"), "f64": Struct("<d")}[entry["result"]]

    def __repr__(self) -> str:
        return f"<kernel function {self.name}>"

    def __call__(self, *arguments: Any) -> Any:
        if len(arguments) != len(self.parameters):
            arguments = flat(arguments)
        if len(arguments) != len(self.parameters):
            raise TypeError(f"{self.name} takes {len(self.parameters)} arguments, not {len(arguments)}.")
        instance = self.runtime.instance()
        values: list[object] = []
        back: list[tuple[int, int, int]] = []
        lent: list[tuple[int, int]] = []
        base, desk = self.base, instance.desk
        for parameter, argument in zip(self.parameters, arguments, strict=True):
            if parameter.is_number:
                values.append(argument)
                continue
            address = address_of(argument)
            size = parameter.check(argument)
            start = address - base
            if not 0 <= start < self.memory.size:
                start = desk
                desk += (size + 15) & -16
                if desk > instance.room:
                    desk = start
                    start = self.memory.take(size)
                    lent.append((start, size))
                _move(base + start, address, size)
                if not parameter.read_only:
                    back.append((address, base + start, size))
            values.append(start)
            if parameter.dimensions:
                values += argument.shape
        try:
            result = self.run(instance, values)
            for to, of, size in back:
                _move(to, of, size)
        finally:
            for block in lent:
                self.memory.give_back(*block)
        return result

    def run(self, instance: Instance, values: list[object]) -> Any:
        """Call the entry with numbers and places in the kernel's memory, as they are."""
        self.pack(instance.buffer, 0, *values)
        error = _call(
            instance.context_at,
            instance.function(self.name, self.files),
            instance.buffer_at,
            self.slots,
            instance.trap_at,
        )
        if error or instance.trap:
            self.runtime.forget()
            raise stopped(self.name, instance.trap, error)
        return self.result.unpack_from(instance.buffer)[0] if self.result else None


def flat(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """Tuples among arguments part by part, as the kernel takes them."""
    parts: list[object] = []
    for one in arguments:
        if type(one) is tuple:
            parts.extend(flat(one))
        else:
            parts.append(one)
    return tuple(parts)


class Parameter:
    """What an entry takes at one place."""

    def __init__(self, given: dict[str, Any], records: dict[str, Any]) -> None:
        self.name: str = given["name"]
        self.kind: str = given["type"]
        self.read_only: bool = given["read_only"]
        self.is_number = self.kind in ("i32", "i64", "bool")
        item, _, rest = self.kind.partition("[")
        self.dimensions = rest.count(":")
        self.is_record = item in records
        self.dtype = None if self.is_record or self.is_number else np.dtype(item)
        self.size: int = records[item]["size"] if self.is_record else getattr(self.dtype, "itemsize", 0)

    def check(self, argument: Any) -> int:
        """How many bytes the argument has; it must be of the right kind."""
        if self.dimensions == 0:
            # A record may go on behind what the kernel knows of it.
            if argument.nbytes >= self.size:
                return self.size
        elif (
            argument.ndim == self.dimensions
            and argument.flags.c_contiguous
            and (argument.itemsize == self.size if self.is_record else argument.dtype == self.dtype)
        ):
            return int(argument.nbytes)
        raise TypeError(f"{self.name} must be {self.kind}, not {argument.dtype.name} of shape {argument.shape}.")
