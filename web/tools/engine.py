"""Writes web/src/assets/engine: what a page needs beside the kernel to play the titles of the package without a server.

For each title the board as JSON, as `GET /api/boards/{game}` gives it, the kernel's records of it, and what rules and
guide say of it; for all of them `titles.json`, the catalogue that the page begins with, and `facts.json`: the levels,
what bots think of each title, and which events end undoing.
`python web/tools/engine.py` writes the files; `tests/test_local_engine.py` fails when they are out of date.
"""

import json
from pathlib import Path
from typing import Any

from aiguillage import __version__
from aiguillage.boards import Board, load_board
from aiguillage.bots.kernel_bot import POLICIES
from aiguillage.bots.levels import USUAL
from aiguillage.bots.master import DOUBT, PRIOR, PROPOSALS, TRUST
from aiguillage.bots.neural import OPINION
from aiguillage.bots.registry import KERNEL_BOTS
from aiguillage.game.families import FAMILIES
from aiguillage.game.game import REVEALING
from aiguillage.kernel.file import read_description
from aiguillage.rules import RULES_VERSION
from aiguillage.server.tables.page_board import layout, title_facts
from aiguillage.server.tables.seating import BOT_PEOPLE
from aiguillage.server.web.titles import MADE, entry
from aiguillage.titles import titles

KERNEL_FILES = ("board.wasm", "card.wasm")
"""Written by tools/kernel/build.py."""

FIELDS = {
    "STATE": "rng drawn key look seats actor decisions turns owner ticket_at chosen phase target hand",
    "SCRATCH": "actions",
    "PAGE": "n full bytes price way way_n",
    "BOT_SCRATCH": "want needed best",
    **dict.fromkeys(("BOARD", "QUIET_SCRATCH", "NAMES", "NODE", "FOUND", "SIGHT"), ""),
    "HOW": "seed seat grow rivals since ahead scale win",
    "NET": "width inner actions seats observed",
}
"""What the page reads and writes of the kernel's records; the Card Game's begin with `CARD_`."""

NUMBERS = {
    "rules.numbers": "MAX_TRACKS KINDS NOTHING NOBODY",
    "rules.phases": "OPENING TURN PAYMENT PLACEMENT",
    "bots.scratch": "FOR_TICKET LIGHT",
    "bots.tree": "CANDIDATES NODES DEPTH",
}
FOLDER = Path(__file__).resolve().parent.parent / "src" / "assets" / "engine"


def kernel() -> dict[str, Any]:
    """The part of kernel.json that the page needs."""
    whole = read_description()
    records = {}
    for name, record in whole["records"].items():
        wanted = FIELDS.get(name.removeprefix("CARD_"))
        if wanted is not None:
            fields = {field: one for field, one in record["fields"].items() if field in wanted.split()}
            records[name] = {"size": record["size"], "fields": fields}
    numbers = {
        module: {name: whole["numbers"][module][name] for name in names.split()} for module, names in NUMBERS.items()
    }
    return {"records": records, "numbers": numbers}


def facts(boards: list[Board]) -> dict[str, Any]:
    """What is the same for all titles, and the titles."""
    return {
        "version": __version__,
        "rules": RULES_VERSION,
        "layout": layout(),
        "levels": USUAL,
        "opinion": OPINION,
        "master": {
            **{"proposals": PROPOSALS, "doubt": DOUBT, "prior": PRIOR, "trust": TRUST},
            "looks": {family.name: family.bots.LOOKS for family in FAMILIES.values()},
        },
        "policies": {name: int(POLICIES[name]) for name in KERNEL_BOTS},
        "people": BOT_PEOPLE,
        "revealing": sorted(REVEALING),
        "kernel": kernel(),
        "titles": {board.id: title_facts(board) for board in boards},
    }


def generate() -> dict[str, bytes]:
    """The files by name."""
    boards = [load_board(title.id) for title in titles().values() if not title.added]
    files = {"facts.json": json.dumps(facts(boards), separators=(",", ":")).encode() + b"\n"}
    entries = [json.dumps(entry(board), ensure_ascii=False, separators=(",", ":")) for board in boards]
    files["titles.json"] = ("[\n" + ",\n".join(entries) + "\n]\n").encode()
    for board in boards:
        files[f"{board.id}.json"] = MADE["board.json"](board)
        files[f"{board.id}.bin"] = MADE["records.bin"](board)
        files[f"{board.id}.help.json"] = MADE["help.json"](board)
    return files


def main() -> None:
    """Write the files, and remove what is no longer one of them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    files = generate()
    for old in FOLDER.iterdir():
        if old.name not in (*files, *KERNEL_FILES):
            old.unlink()
    for name, data in files.items():
        (FOLDER / name).write_bytes(data)


if __name__ == "__main__":
    main()
