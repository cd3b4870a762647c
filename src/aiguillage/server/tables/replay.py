"""Finished games: their record as text, their course decision by decision, and records from elsewhere."""

import json
import re

from aiguillage.rules import RULES_VERSION

from ..protocol import COLOURS, MAX_NAME, By, ImportRecord, Options, plain_text
from ..store.rows import Entry, Header, SeatRow
from ..store.storage import insert_table
from . import tokens
from .connection import encode
from .course import outdated
from .house import House
from .limits import Account, Kept
from .reader import FoundRecord
from .refused import Refused
from .table import LiveTable

KEPT_BYTES = 8_000_000


def _need_over(header: Header) -> None:
    if header.status != "over":
        raise Refused("not_over", "The record and the replay are there once the game is over.", status=409)


def need_result(header: Header) -> None:
    """Refused unless a game was played to its end by the rules of today: an imported record may break off."""
    if header.status != "over" or header.totals is None:
        raise Refused("not_over", "Only a game that is over can be analysed.", status=409)
    if (refusal := outdated(header)) is not None:
        raise refusal


async def finished_record(table: LiveTable) -> str:
    """The record of a game that can be analysed."""
    need_result(table.header)
    return await record_of(table)


async def record_of(table: LiveTable) -> str:
    """The text record of a finished game, keys included."""
    header = table.header
    old_rules = not header.imported and header.rules != RULES_VERSION and header.started is not None
    if not old_rules:
        _need_over(header)
    if old_rules or (not header.imported and outdated(header) is not None):
        return old_decisions(table.header, await table.house.storage.entries(table.id))
    if header.imported:
        assert header.record is not None
        return header.record
    async with table.lock:
        await table.wake()
        assert table.course is not None
        names = {f"Player{seat.seat}": seat.name for seat in table.header.seats}
        return table.course.game.record(names)


def old_decisions(header: Header, entries: list[Entry]) -> str:
    """What was decided in a game of older rules, as it was sent: it is not replayed, so it has no digest."""
    moves: list[Entry] = []
    for entry in entries:
        if entry.kind == "play":
            moves.append(entry)
        elif entry.kind == "undo":
            moves.pop()
        elif entry.kind == "rewind":
            moves = [move for move in moves if move.sequence <= int(entry.text)]
    tags = {
        "Game": header.game,
        "Board": header.board_digest,
        "Rules": str(header.rules),
        "Seats": str(len(header.seats)),
        "Seed": str(header.seed),
        "First": "random" if header.first is None else str(header.first),
        "Result": "*" if header.totals is None else " ".join(str(total) for total in header.totals),
        **{f"Player{seat.seat}": seat.name for seat in header.seats},
    }
    lines = [f"[{name} {json.dumps(value, ensure_ascii=False)}]" for name, value in tags.items()]
    lines += ["", *(f"{move.seat} {move.text} #{move.key or 0:016x}" for move in moves)]
    return "\n".join(lines) + "\n"


async def source(table: LiveTable) -> tuple[str, list[tuple[int | None, By | None]]]:
    """The record of a finished game, and for every decision when and by whom it was made, where that is known."""
    _need_over(table.header)
    if (refusal := outdated(table.header)) is not None:
        raise refusal
    if table.header.imported:
        assert table.header.record is not None
        return table.header.record, []
    async with table.lock:
        await table.wake()
        course = table.course
        assert course is not None
        # Decision by decision, as in the record: a claim sent with its payment is two of them.
        return course.game.record(), [*[(None, None)] * course.begun, *course.made_when()]


class Replays:
    """Replays of finished games: one is made at a time, in the process that reads, and those asked for lately are
    kept."""

    def __init__(self) -> None:
        self._kept = Kept(KEPT_BYTES)

    async def part(self, table: LiveTable, seat: int | None, start: int, count: int, account: Account) -> bytes:
        """Steps of a finished game as one seat saw it, as a `Replay` in JSON."""
        _need_over(table.header)
        key = (table.id, seat, start, count)
        found = self._kept.find(key)
        if found is None:
            record, made = await source(table)
            wish = {"record": record, "board": table.header.board_text, "made": made}
            asked = {"seat": seat, "start": start, "count": count}
            found = b'"steps":%d,"part":%b' % await table.house.checker.replay({**wish, **asked}, account)
            self._kept.keep(key, found)
        head = encode({"table": table.info(), "seat": seat, "start": start})
        return b"%b,%b}" % (head[:-1], found)


async def keep(house: House, owner: bytes, wish: ImportRecord, account: Account) -> LiveTable:
    """Check a record by replaying it, and keep it as a finished table."""
    found = await house.checker.record(wish.record, wish.board, account)
    seats = [
        SeatRow(number, "human", _name(found.tags.get(f"Player{number}"), number), COLOURS[number])
        for number in range(found.seats)
    ]
    header = header_for(found, wish.board, owner, seats, Options(), house.now())
    header.public, header.imported, header.record = wish.public, True, wish.record
    await house.storage.write(insert_table(header))
    return await house.table(header.id)


def header_for(
    found: FoundRecord, board: str | None, owner: bytes, seats: list[SeatRow], options: Options, now: int
) -> Header:
    """A table whose game is the one of a record, over since now."""
    return Header(
        id=tokens.new_table_id(),
        game=found.game,
        board_name=found.name,
        board_digest=found.digest,
        board_text=board,
        status="over",
        public=False,
        host=owner,
        options=options.model_copy(update={"look_on_track": found.look}),
        first=found.first,
        created=now,
        seats=seats,
        started=now,
        ended=now,
        winners=found.winners,
        totals=found.totals,
    )


def _name(text: str | None, number: int) -> str:
    cleaned = plain_text(text or "")[:MAX_NAME]
    return re.sub(r"\s+$", "", cleaned) or f"Player {number + 1}"
