"""A game that was begun on a device goes on here: its record is replayed, and its decisions become the table's log."""

import asyncio

from ..protocol import BringGame, By
from ..store.rows import Entry
from ..store.storage import insert_entries, insert_table, put_turn
from .clocks import turn_of
from .course import Course
from .house import House
from .limits import Account
from .refused import Refused
from .replay import header_for
from .seating import first_seats
from .standstill import Standstill
from .table import LiveTable


async def bring(house: House, owner: bytes, wish: BringGame, account: Account) -> LiveTable:
    """Check a record by replaying it, and let its game go on at a table of `owner`."""
    found, deal, moves = await house.checker.game(wish.record, wish.board, account)
    if len(wish.seats) != found.seats:
        raise Refused("seats", f"The record is of {found.seats} seats, not {len(wish.seats)}.", status=422)
    seats = first_seats(owner, wish.seats)
    if any(seat.kind == "open" for seat in seats):
        raise Refused("open_seats", "Every seat of a game that goes on is taken.", status=422)
    now = house.now()
    header = header_for(found, wish.board, owner, seats, wish.options, now)
    header.deal = deal
    if found.totals is None:
        header.status, header.ended = "playing", None
    entries = [Entry(header.id, 1, "start", None, "", now)]
    for seat, text, key in moves:
        by: By = "bot" if seats[seat].kind == "bot" else "human"
        entries.append(Entry(header.id, len(entries) + 1, "play", seat, text, now, key=key, by=by))
    course = await asyncio.to_thread(Course.replay, header, entries)
    turn = turn_of(header, course, now, Standstill())
    await house.storage.write([*insert_table(header), *insert_entries(entries), *put_turn(header.id, turn)])
    table = await house.table(header.id)
    table.network = account.network
    return table
