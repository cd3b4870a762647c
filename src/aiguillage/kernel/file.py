"""The files of the kernel (`board.wasm`, `card.wasm`) and what is written beside them (`kernel.json`)."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from aiguillage.errors import AiguillageError

FOLDER = Path(__file__).parent
PACKAGE = FOLDER.parent
SECTION = b"aiguillage.sources"


MEND = "install aiguillage again, or run `make kernel` if you work on its sources"
"""What to do about files that are wrong."""


class KernelError(AiguillageError):
    """The kernel cannot be loaded, or it stopped."""


def source_digest(files: list[str]) -> str:
    """A digest of the files that the kernel is made of, whatever their line ends."""
    digest = hashlib.sha256()
    for name in files:
        digest.update(name.encode())
        digest.update((PACKAGE / name).read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()


def append_digest(code: bytes, digest: str) -> bytes:
    """The file with its sources' digest in a section of its own, the last."""
    body = bytes([len(SECTION)]) + SECTION + digest.encode()
    return code + bytes([0]) + _number(len(body)) + body


def read_description(folder: Path = FOLDER) -> dict[str, Any]:
    """The description of the records and entries."""
    try:
        found: dict[str, Any] = json.loads((folder / "kernel.json").read_text(encoding="utf-8"))
    except OSError:
        raise KernelError(f"The kernel's description (kernel.json) is missing: {MEND}.") from None
    except ValueError:
        raise KernelError(f"The kernel's description (kernel.json) is broken: {MEND}.") from None
    return found


def read_code(name: str, digest: str, folder: Path = FOLDER) -> bytes:
    """A file of the kernel, which must be the one that was described."""
    try:
        code = (folder / f"{name}.wasm").read_bytes()
    except OSError:
        raise KernelError(f"The kernel ({name}.wasm) is missing: {MEND}.") from None
    if not code.endswith(SECTION + digest.encode()):
        raise KernelError(f"The kernel ({name}.wasm) is not the one that kernel.json describes: {MEND}.")
    return code


def check_sources(description: dict[str, Any]) -> None:
    """Refuse a kernel that was made of other sources than those beside it."""
    try:
        found = source_digest(description["sources"])
    except OSError:
        found = ""
    if found != description["digest"]:
        raise KernelError(f"The kernel is older than its sources: {MEND}.")


def with_shared_memory(code: bytes, pages: int, most: int) -> bytes:
    """The same module on a memory that is given to it and that several instances share.

    The file has a memory of its own, as a browser wants it; here the threads of a process work on one memory.
    """
    memory = b"\x03" + _number(pages) + _number(most)  # shared, with a limit
    imported = b"\x01" + b"\x03env" + b"\x06memory" + b"\x02" + memory
    result, placed = code[:8], False
    for kind, start, end in sections(code):
        if kind > 2 and not placed:
            result += b"\x02" + _number(len(imported)) + imported
            placed = True
        if kind != 5:
            result += code[start:end]
    return result


def sections(code: bytes) -> Iterator[tuple[int, int, int]]:
    """The sections of a module: kind, start and end."""
    at = 8
    while at < len(code):
        size, start = _read_number(code, at + 1)
        yield code[at], at, start + size
        at = start + size


def _number(value: int) -> bytes:
    """A number as WebAssembly writes it: seven bits a byte."""
    result = b""
    while value > 127:
        result += bytes([value & 127 | 128])
        value >>= 7
    return result + bytes([value])


def _read_number(code: bytes, at: int) -> tuple[int, int]:
    """The number that begins there, and where it ends."""
    value = shift = 0
    while code[at] & 128:
        value |= (code[at] & 127) << shift
        shift += 7
        at += 1
    return value | code[at] << shift, at + 1
