"""Databases of earlier versions: games of today's rules go on, those of older rules are shown as they ended and never
replayed by other rules."""

import asyncio
import json
import random
import sqlite3
from pathlib import Path
from typing import Any

import old_databases
import pytest
from people import Person, ThreadServer, play_out, settings_for
from sqlalchemy import create_engine, select, update
from typer.testing import CliRunner

from aiguillage.boards import board_names, load_board
from aiguillage.boards.load import parse_board
from aiguillage.game import Game, RecordError
from aiguillage.server.store.database import BOARDS, TABLES, make_engine
from aiguillage.server.tables.settings import async_url
from aiguillage.server.web.admin_command import app
from aiguillage.titles import file_of

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
        old_databases.upgrade_to(connection, "0002")
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


@pytest.fixture(params=["sqlite", "postgres"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database with nothing in it."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.sqlite'}"
    found: str = request.getfixturevalue("fresh_postgres")
    return found


def brought_over(name: str, url: str) -> tuple[dict[str, Any], Any]:
    """An old database in the place of an empty one, and what `admin check` says of it."""
    old = old_databases.read(name)
    asyncio.run(old_databases.restore(old, async_url(url)))
    checked = CliRunner().invoke(app, ["check", "--database", url, "--json"])
    return old, json.loads(checked.stdout)


def returning(url: str, cookie: str) -> Person:
    """Somebody who has kept the cookie of the old server."""
    person = Person(url)
    person.http.cookies.set("aiguillage", cookie)
    return person


def test_a_database_of_version_1_is_brought_over(empty: str, tmp_path: Path) -> None:
    old, checked = brought_over("e372eaa", empty)
    assert checked == {"checked": 4, "older": 4, "problems": []}

    async def work(url: str) -> None:
        async with returning(url, old["cookies"][0]) as ana:
            over = await ana.get(f"/tables/{old['over']}")
            assert [over["table"]["status"], over["you"]["seats"]] == ["over", [0]]
            assert over["table"]["totals"] == old["totals"]
            for table in old["going"].values():
                assert '[Rules "1"]' in await ana.get(f"/tables/{table}/record")
                async with ana.sit(table) as place:
                    assert (await place.receive())["table"]["status"] == "closed"
                    assert SENTENCE in (await place.until("error"))["message"]
                    assert (await place.act("blind"))["code"] == "old_rules"

    with ThreadServer(settings_for(tmp_path, database=empty)) as server:
        asyncio.run(work(server.url))


@pytest.mark.parametrize("name", ["6f2a845", "5f40c2b"])
def test_games_of_these_rules_go_on_after_an_update(name: str, empty: str, tmp_path: Path) -> None:
    """6f2a845 had six migrations, 5f40c2b seven."""
    old, checked = brought_over(name, empty)
    assert checked == {"checked": 4, "older": 0, "problems": []}

    async def work(url: str) -> None:
        async with returning(url, old["cookies"][0]) as ana, returning(url, old["cookies"][1]) as ben:
            replay = await ana.get(f"/tables/{old['over']}/replay?start=0&count=1")
            assert replay["table"]["totals"] == old["totals"]
            for title, table in old["going"].items():
                async with ana.sit(table) as first, ben.sit(table) as second:
                    assert (await first.receive())["sequence"] > old_databases.MOVES
                    play = play_out if title == "paris" else old_databases.play_some
                    await play([first, second], random.Random(2))
                found = await ana.get(f"/tables/{table}")
                assert found["table"]["status"] == ("over" if title == "paris" else "playing")

    with ThreadServer(settings_for(tmp_path, database=empty)) as server:
        asyncio.run(work(server.url))
    after = CliRunner().invoke(app, ["check", "--database", empty, "--json"])
    assert json.loads(after.stdout) == {"checked": 4, "older": 0, "problems": []}


@pytest.mark.parametrize("kept", [True, False])
def test_a_game_goes_on_with_the_board_that_it_began_on(kept: bool, empty: str, tmp_path: Path) -> None:
    """As after an update that changes the board of Paris: this one has two cards more."""
    board = file_of("paris", "board.toml").read_text("utf-8").replace("count = 15,", "count = 17,", 1)
    digest = parse_board(board, "the board").digest
    assert digest != load_board("paris").digest
    seats = [{"kind": "me", "name": "Ana"}, {"kind": "hotseat", "name": "Bea"}]
    cookie = ""

    async def begin(url: str) -> str:
        nonlocal cookie
        async with Person(url) as ana:
            table = await ana.create("paris", seats, board=board, start=True)
            async with ana.sit(table) as place:
                await place.until("view", seat=1)
                text = random.Random(1).choice(place.views[0]["legal"])["text"]
                await place.act(text, seat=0)
            cookie = ana.token or ""
            return table

    async def change(table: str) -> None:
        engine = make_engine(async_url(empty))
        async with engine.begin() as connection:
            if kept:
                await connection.execute(BOARDS.insert().values(digest=digest, text=board))
            changed = update(TABLES).where(TABLES.c.id == table).values(board_text=None)
            await connection.execute(changed)
            assert {row.digest for row in await connection.execute(select(BOARDS))} >= {
                load_board(name).digest for name in board_names()
            }
        await engine.dispose()

    async def go_on(url: str, table: str) -> None:
        async with returning(url, cookie) as ana, ana.sit(table) as place:
            if kept:
                await place.until("view", seat=1)
                await play_out([place], random.Random(2))
                assert (await ana.get(f"/tables/{table}/board"))["digest"] == digest
            else:
                assert "another version of the board" in (await place.until("error"))["message"]
                assert (await place.act("blind", seat=0))["code"] == "old_rules"
                await ana.get(f"/tables/{table}/record", 409)

    with ThreadServer(settings_for(tmp_path, database=empty)) as server:
        table = asyncio.run(begin(server.url))
    asyncio.run(change(table))
    with ThreadServer(settings_for(tmp_path, database=empty)) as server:
        asyncio.run(go_on(server.url, table))
    checked = json.loads(CliRunner().invoke(app, ["check", "--database", empty, "--json"]).stdout)
    assert checked == {"checked": 1, "older": 0 if kept else 1, "problems": []}


def test_a_waiting_room_begins_on_the_board_that_there_is_now(empty: str, tmp_path: Path) -> None:
    """Its title had another board when it was made: the game is of the one that it begins on, also later."""
    cookie = ""

    async def prepare(url: str) -> str:
        nonlocal cookie
        async with Person(url) as ana:
            seats = [{"kind": "me", "name": "Ana"}, {"kind": "hotseat", "name": "Bea"}]
            table = await ana.create("paris", seats)
            cookie = ana.token or ""
            return table

    async def change(table: str) -> None:
        engine = make_engine(async_url(empty))
        async with engine.begin() as connection:
            await connection.execute(update(TABLES).where(TABLES.c.id == table).values(board_digest="x"))
        await engine.dispose()

    async def begin(url: str, table: str) -> None:
        async with returning(url, cookie) as ana:
            await ana.post(f"/tables/{table}/start")

    async def go_on(url: str, table: str) -> None:
        async with returning(url, cookie) as ana, ana.sit(table) as place:
            await place.until("view", seat=1)
            info = (await ana.get(f"/tables/{table}"))["table"]
            assert (info["board_digest"], info["own_board"]) == (load_board("paris").digest, False)

    with ThreadServer(settings_for(tmp_path, database=empty)) as server:
        table = asyncio.run(prepare(server.url))
    asyncio.run(change(table))
    for work in (begin, go_on):
        with ThreadServer(settings_for(tmp_path, database=empty)) as server:
            asyncio.run(work(server.url, table))
