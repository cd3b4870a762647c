"""The names of a board as the record that the kernel writes them from."""

import json
from functools import lru_cache
from typing import Any

from aiguillage.boards import Board
from aiguillage.explain import page, words
from aiguillage.game import kernels
from aiguillage.rules.numbers import GREY, NOTHING, WILD
from aiguillage.rules.records import Array, NamesRecord
from aiguillage.rules.state import new_record


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _members(values: dict[str, object]) -> str:
    """The members of an object without its brackets."""
    return _json(values)[1:-1]


def _texts(board: Board) -> dict[int, str]:
    """All texts by number."""
    texts = dict(enumerate(words.WORDS))
    texts[page.GAME] = board.id
    for number, colour in enumerate(board.colours):
        texts[page.COLOUR + number] = colour
    texts[page.COLOUR + WILD], texts[page.COLOUR + GREY] = "wild", "grey"
    for number, track in enumerate(board.tracks):
        texts[page.TRACK + number] = track.id
    for number, place in enumerate(board.places):
        texts[page.PLACE + number] = place.id
        texts[page.CITY + number] = _json(place.name)[1:-1]
    for number, ticket in enumerate(board.tickets):
        printed = {
            "id": ticket.id,
            "a": ticket.a,
            "b": ticket.b,
            "points": ticket.points,
            "long": ticket.long,
        }
        texts[page.TICKET + number] = ticket.id
        texts[page.PRINTED + number] = _members(printed)
        texts[page.ASKED + number] = _members({"cards": dict(ticket.cards)})
    return texts


def _ranks(ids: list[str], out: Array) -> None:
    for rank, name in enumerate(sorted(ids)):
        out[ids.index(name)] = rank


def fill_names(board: Board, names: NamesRecord) -> None:
    """Write the names of a board into an empty record."""
    texts = _texts(board)
    end = 0
    for number in range(page.TEXTS):
        names.first[number] = end
        text = texts.get(number, "").encode()
        names.pool[end : end + len(text)] = memoryview(text)
        end += len(text)
    names.first[page.TEXTS] = end
    _ranks([place.id for place in board.places], names.place_rank)
    _ranks([track.id for track in board.tracks], names.track_rank)
    names.asks[:] = NOTHING
    for number, ticket in enumerate(board.tickets):
        names.ends[number] = board.place_index[ticket.a], board.place_index[ticket.b]
        for place, colour in enumerate(ticket.cards):
            names.asks[number, place] = board.colours.index(colour)
    for number, bonus in enumerate(board.bonuses):
        names.bonus_at[number] = board.place_index[bonus.place]


@lru_cache(maxsize=64)
def in_memory(board: Board, kernel: kernels.Kernel) -> tuple[Any, Any]:
    """A board and its names, where a kernel works on them."""
    tables = kernel.new_records(board.table.dtype, 1)
    tables[0] = board.table
    names = kernel.workspace(page.NAMES)
    fill_names(board, names)
    return tables[0], names


def browser_bytes(board: Board) -> tuple[bytes, bytes]:
    """A board and its names as the kernel reads them in a browser; what follows the bytes of the names is zero."""
    names = new_record(page.NAMES)
    fill_names(board, names)
    return board.table.tobytes(), names.tobytes().rstrip(b"\0")
