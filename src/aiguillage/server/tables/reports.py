"""The report of a table that had to be stopped: what went wrong, and everything needed to play it again."""

import json
import os
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from aiguillage import __version__

from ..protocol import PROTOCOL_VERSION, BugReport
from ..store.rows import Entry, Header
from .refused import Refused
from .table import LiveTable


def write_report(folder: Path, header: Header, entries: Sequence[Entry], trace: str) -> Path:
    """A file for the server's user only: it holds the keys. People's names and tokens are left out."""
    folder.mkdir(parents=True, exist_ok=True)
    last = entries[-1].sequence if entries else 0
    path = folder / f"table-{header.id[:6]}-{last}.json"
    report = {
        "game": header.game,
        "board_digest": header.board_digest,
        "board": header.board_text,
        "seats": [{"kind": seat.kind, "bot": seat.player} for seat in header.seats],
        "first": header.first,
        "deal": header.deal,
        "record": header.record,
        "options": header.options.model_dump(),
        "actions": [
            {name: value for name, value in asdict(entry).items() if name != "table"}
            for entry in entries
            if entry.kind in ("start", "play", "undo", "rewind")
        ],
        "trace": trace,
    }
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(report, file, indent=1)
    return path


async def bug_report(table: LiveTable, owner: bytes | None) -> BugReport:
    """What whoever asks may know about a table, to hand in when something went wrong."""
    seats = table.seats_of(owner)
    if not seats and table.header.status == "playing":
        raise Refused("not_seated", "Only players can report a game that is on.", status=403)
    reader = seats[0] if seats else None
    async with table.lock:
        if not table.fault:
            await table.wake()
        header, course = table.header, table.course
        return BugReport(
            version=__version__,
            protocol=PROTOCOL_VERSION,
            rules=header.rules,
            game=header.game,
            board_digest=header.board_digest,
            own_board=header.board_text is not None,
            options=header.options,
            status=header.status,
            seats=[seat.player or seat.kind for seat in header.seats],
            reader=reader,
            sequence=table.sequence,
            fault=table.fault,
            events=[] if course is None else course.events(reader),
            view=None if course is None else course.game.view(reader),
            record=course.game.record({}) if course is not None and header.status == "over" else None,
        )
