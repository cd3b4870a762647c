"""The report of a table that had to be stopped: what went wrong, and everything needed to play it again."""

import json
import os
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from ..store.rows import Entry, Header


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
