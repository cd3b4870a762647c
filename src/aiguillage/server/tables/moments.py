"""A moment of a finished game: its record up to there, its position, its picture, and tables that go on from it."""

import base64
from dataclasses import dataclass
from typing import Any

from ..protocol import PlayOn
from ..store.rows import Header
from ..store.storage import insert_table
from . import seating, tokens
from .house import House
from .limits import Account, Kept
from .refused import Refused
from .replay import source
from .table import LiveTable

KEPT_BYTES = 4_000_000


@dataclass(frozen=True, slots=True)
class Moment:
    """Where a finished game stood after so many decisions."""

    record: str
    position: dict[str, Any]
    over: bool


async def find(table: LiveTable, at: int, account: Account) -> Moment:
    """A moment of a table's finished game."""
    return Moment(**await _ask(table, at, account))


async def _ask(table: LiveTable, at: int, account: Account, **more: object) -> dict[str, Any]:
    record, _ = await source(table)
    wish = {"record": record, "board": table.header.board_text, "at": at}
    return await table.house.checker.moment({**wish, **more}, account)


class Pictures:
    """Pictures of moments for previews of links; those asked for lately are kept."""

    def __init__(self) -> None:
        self._kept = Kept(KEPT_BYTES)

    async def png(self, table: LiveTable, at: int | None, account: Account) -> bytes:
        """The board at a moment, or at the end, as PNG."""
        key = (table.id, at)
        found = self._kept.find(key)
        if found is None:
            colours = [seat.colour for seat in table.header.seats]
            answer = await _ask(table, -1 if at is None else at, account, colours=colours)
            found = base64.b64decode(answer["png"])
            self._kept.keep(key, found)
        return found


async def play_on(house: House, table: LiveTable, owner: bytes, wish: PlayOn, account: Account) -> LiveTable:
    """A new table whose game is the same until there, byte for byte."""
    moment = await find(table, wish.at, account)
    old = table.header
    if moment.over:
        raise Refused("over", "The game is over there; choose an earlier moment.", status=422)
    if len(wish.seats) != len(old.seats):
        raise Refused("seats", f"The game has {len(old.seats)} seats.", status=422)
    header = Header(
        id=tokens.new_table_id(),
        game=old.game,
        board_name=old.board_name,
        board_digest=old.board_digest,
        board_text=old.board_text,
        status="open",
        public=wish.public,
        host=owner,
        options=wish.options.model_copy(update={"look_on_track": old.options.look_on_track}),
        first=old.first,
        created=house.now(),
        seats=seating.first_seats(owner, wish.seats),
        record=moment.record,
    )
    await house.storage.write(insert_table(header))
    fresh = await house.table(header.id)
    fresh.network = account.network
    if all(seat.kind != "open" for seat in header.seats):
        await seating.start(fresh, owner)
    return fresh
