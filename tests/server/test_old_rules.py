"""Tables of an older version of the rules: shown as they ended, never replayed by other rules."""

import asyncio
import sqlite3
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from people import Person, ThreadServer, settings_for
from sqlalchemy import create_engine

from aiguillage.game import Game, RecordError
from aiguillage.server import store

TABLE = (
    "INSERT INTO tables (id, game, board_name, board_digest, status, public, host, options, created, seed, started,"
    " totals, winners, kicked, imported) VALUES (?, 'paris', 'Paris', 'd', ?, 1, x'00', '{}', 1, 7, 2, ?, ?, '[]', 0)"
)
SENTENCE = "This game was played by version 1 of the rules"


@pytest.fixture
def old_database(tmp_path: Path) -> Path:
    """A database as version 1 left it, with a game that is over and one that is going on."""
    file = tmp_path / "tables.sqlite"
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(Path(store.__file__).parent / "migrations"))
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
    engine.dispose()
    base = sqlite3.connect(file)
    base.execute(TABLE, ("over000000000000", "over", "[31, 24]", "[0]"))
    base.execute(TABLE, ("going00000000000", "playing", None, None))
    for table in ("over000000000000", "going00000000000"):
        for seat, name in enumerate(("Ana", "Bea")):
            base.execute(
                "INSERT INTO seats (table_id, seat, kind, name, colour) VALUES (?, ?, 'human', ?, 'azure')",
                (table, seat, name),
            )
        log: list[tuple[str, int | None, str]] = [
            ("start", None, ""),
            ("play", 0, "keep a-b"),
            ("play", 1, "keep c-d"),
        ]
        log += [
            ("play", 0, "take red"),
            ("undo", 0, ""),
            ("play", 0, "blind"),
            ("play", 0, "take blue"),
            ("rewind", 1, "6"),
        ]
        for number, (kind, who, text) in enumerate(log, 1):
            base.execute(
                "INSERT INTO actions (table_id, sequence, kind, seat, text, at, key) VALUES (?, ?, ?, ?, ?, 3, ?)",
                (table, number, kind, who, text, number.to_bytes(8, "big") if kind == "play" else None),
            )
    base.commit()
    base.close()
    return tmp_path


def test_tables_of_version_1_are_closed_and_readable(old_database: Path) -> None:
    async def work(url: str) -> None:
        async with Person(url) as ana:
            for table in ("over000000000000", "going00000000000"):
                text = await ana.get(f"/tables/{table}/record")
                assert '[Rules "1"]' in text
                assert '[Player1 "Bea"]' in text
                assert text.split("\n\n")[1].splitlines() == [
                    "0 keep a-b #0000000000000002",
                    "1 keep c-d #0000000000000003",
                    "0 blind #0000000000000006",
                ], "what was taken back is left out"
                with pytest.raises(RecordError):
                    Game.from_record(text)
                async with ana.sit(table) as place:
                    hello = await place.receive()
                    assert hello["table"]["status"] == ("over" if table.startswith("over") else "closed")
                    assert hello["events"] == []
                    assert SENTENCE in (await place.until("error"))["message"]
            answer = await ana.ask("GET", "/tables/over000000000000/replay", 409)
            assert answer["code"] == "old_rules"
            assert SENTENCE in answer["message"]

    server = ThreadServer(settings_for(old_database))
    with server:
        asyncio.run(work(server.url))
