"""What the kernel writes about games, as the bytes of JSON that it writes (see docs/architecture.md)."""

import json
import threading
from dataclasses import dataclass
from typing import Any

import numpy as np

from aiguillage.boards import Board
from aiguillage.explain.happened import EVERYTHING
from aiguillage.explain.page import PAGE
from aiguillage.game import kernels
from aiguillage.game.errors import GameError
from aiguillage.game.names import in_memory
from aiguillage.rules.numbers import NOTHING
from aiguillage.rules.records import AnyPage, AnyScratch, AnyState

_threads = threading.local()


def _written_on(page: AnyPage) -> tuple[bool, bytes]:
    """Whether a page was too small, and its text. The items of a record are read faster than its attributes."""
    if isinstance(page, np.void):
        return bool(page["full"]), page["bytes"][: page["n"]].tobytes()
    return bool(page.full), bytes(page.bytes[: page.n])


@dataclass(frozen=True, eq=False)
class Writer:
    """The functions of one family that write, each on the page of its thread."""

    folder: str  # of its modules in `explain`
    page_dtype: np.dtype[np.void]

    def page(self, kernel: kernels.Kernel) -> Any:
        """What is written on, in this thread."""
        pages = _threads.__dict__.setdefault("pages", {})
        if (self, kernel) not in pages:
            pages[self, kernel] = kernel.workspace(self.page_dtype)
        return pages[self, kernel]

    def _write(self, function: str, board: Board, *arguments: object) -> bytes:
        kernel = kernels.current()
        page = self.page(kernel)
        getattr(kernel.load(f"explain.{self.folder}.telling"), function)(*in_memory(board, kernel), *arguments, page)
        full, text = _written_on(page)
        if full:
            raise GameError("What is to be told about this game is longer than a page.")
        return text

    def view(self, board: Board, state: AnyState, scratch: AnyScratch, seat: int | None) -> bytes:
        """What a seat (None: a spectator) may know of a game."""
        reader = NOTHING if seat is None else seat
        return self._write("write_view", board, state, reader, scratch)

    def refusals(self, board: Board, state: AnyState, seat: int) -> dict[str, dict[str, Any]]:
        """Why the seat whose turn begins cannot choose the rest: rule, code and figures, by what it is about."""
        result: dict[str, dict[str, Any]] = json.loads(self._write("write_refusals", board, state, seat))
        return result

    def events(self, board: Board, before: AnyState, scratch: AnyScratch, reader: int = EVERYTHING) -> bytes:
        """What the last step did, for a reader or all of it. `before` is the state that the step found."""
        return self._write("write_events", board, before, scratch, reader)

    def outcome(self, board: Board, state: AnyState, scratch: AnyScratch) -> bytes:
        """The final count of a game that is over."""
        return self._write("write_outcome", board, state, scratch)


BOARD_WRITER = Writer("boardgames", PAGE)
