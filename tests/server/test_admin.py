"""`aiguillage admin`: everything it does, on SQLite and PostgreSQL, while a server runs."""

import asyncio
import json
import random
import sqlite3
import stat
from collections.abc import Coroutine, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from people import Person, Place, ThreadServer, patiently, play_out, settings_for
from sqlalchemy import update
from typer.testing import CliRunner

from aiguillage.errors import AiguillageError
from aiguillage.game import Game
from aiguillage.server.store import keeping
from aiguillage.server.store.database import ACTIONS, METADATA, TABLES, make_engine
from aiguillage.server.store.storage import Storage
from aiguillage.server.tables import house as house_module
from aiguillage.server.tables.settings import async_url
from aiguillage.server.web.admin_command import app

ME = {"kind": "me", "name": "Ana"}
BEN = {"kind": "hotseat", "name": "Ben"}
OPEN = {"kind": "open"}


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'tables.sqlite'}"
        return
    url = request.getfixturevalue("postgres")
    run(_empty(url))
    yield url


async def _empty(url: str) -> None:
    storage = await Storage.open(async_url(url))
    await storage.close()
    engine = make_engine(async_url(url))
    async with engine.begin() as connection:
        for table in reversed(METADATA.sorted_tables):
            await connection.execute(table.delete())
    await engine.dispose()


def admin(database: str, *words: str, status: int = 0) -> Any:
    """Run a command from a thread, as another program beside the server would."""
    result = CliRunner().invoke(app, [*words, "--database", database, "--json"])
    if isinstance(result.exception, AiguillageError):
        raise result.exception
    assert result.exit_code == status, (result.output, result.exception)
    lines = result.stdout.splitlines()
    assert len(lines) == 1
    return json.loads(lines[0])


async def ask(database: str, *words: str, status: int = 0) -> Any:
    return await asyncio.to_thread(admin, database, *words, status=status)


async def finished(ana: Person, game: str = "paris", seed: int = 1) -> str:
    table = await ana.create(game, [ME, BEN], start=True)
    async with ana.sit(table) as place:
        await place.ask("chat", text="hello", seat=0)
        await play_out([place], random.Random(seed))
    return table


def test_lists_close_delete_and_export(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_module, "SWEEP_SECONDS", 0.2)

    async def work() -> None:
        with ThreadServer(settings_for(tmp_path, database=database)) as server:
            async with Person(server.url) as ana:
                over = await finished(ana)
                waiting = await ana.create("berlin", [ME, OPEN])
                listed = (await ask(database, "tables"))["tables"]
                assert [(table["id"], table["status"]) for table in listed] == [
                    (over, "over"),
                    (waiting, "open"),
                ]
                assert (await ask(database, "tables", "--status", "open"))["tables"] == listed[1:]
                shown = await ask(database, "table", over[:8])
                assert (shown["id"], shown["options"]["pace"]) == (over, "instant")
                assert shown["entries"] == shown["last"] > 20
                [player] = (await ask(database, "players"))["players"]
                assert (player["names"], player["tables"], player["playing"]) == (["Ana", "Ben"], 2, 1)
                with pytest.raises(AiguillageError, match="No table begins with 'zzz'"):
                    await ask(database, "table", "zzz")

                # Somebody sits at the table that is closed from outside, and hears of it.
                async with ana.sit(waiting) as place:
                    await place.receive()
                    assert await ask(database, "close", waiting) == {"closed": waiting}
                    frame = await place.receive()
                    while frame["type"] not in ("table", "bye"):
                        frame = await place.receive()
                assert (await ana.get(f"/tables/{waiting}"))["table"]["status"] == "closed"
                with pytest.raises(AiguillageError, match="is closed already"):
                    await ask(database, "close", waiting)

                folder = tmp_path / "records"
                [file] = (await ask(database, "export", "-o", str(folder)))["files"]
                assert Path(file).stat().st_mode & 0o077 == 0  # it may hold what nobody at the table knows
                record = Path(file).read_text("utf-8")
                assert record == await ana.get(f"/tables/{over}/record")
                assert Game.from_record(record).over

                await ask(database, "delete", over, "--yes")
                async for _ in patiently():
                    if (await ana.http.get(f"/api/tables/{over}")).status_code == 404:
                        break
                await ana.get(f"/tables/{over}", 404)
                assert [table["id"] for table in (await ask(database, "tables"))["tables"]] == [waiting]

    run(work())


def test_backup_and_restore_while_people_play(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A backup is of one moment; put back, the server plays on from there."""
    monkeypatch.setattr(house_module, "SWEEP_SECONDS", 0.2)

    async def work() -> None:
        with ThreadServer(settings_for(tmp_path, database=database)) as server:
            async with Person(server.url) as ana:
                table = await ana.create("paris", [ME, BEN], start=True)
                file = tmp_path / "copy.sqlite"
                begun, kept = asyncio.Event(), asyncio.Event()

                async def keep_the_game_on(place: Place, view: dict[str, Any]) -> None:
                    if view["decision"] >= 10:
                        begun.set()
                    if view["decision"] >= 20:
                        await kept.wait()  # the game is not to be over before the backup is made

                async with ana.sit(table) as place:
                    playing = asyncio.create_task(play_out([place], random.Random(3), keep_the_game_on))
                    await begun.wait()
                    assert await ask(database, "backup", str(file)) == {"file": str(file), "tables": 1}
                    kept.set()
                    await playing
                assert stat.S_IMODE(file.stat().st_mode) == 0o600
                with pytest.raises(AiguillageError, match="exists already"):
                    await ask(database, "backup", str(file))
                with closing(sqlite3.connect(file)) as copy:
                    sequences = [row[0] for row in copy.execute("SELECT sequence FROM actions ORDER BY 1")]
                    assert copy.execute("SELECT status FROM tables").fetchall() == [("playing",)]
                assert sequences == list(range(1, len(sequences) + 1))
                assert (await ana.get(f"/tables/{table}"))["table"]["status"] == "over"
                later = await ana.create("berlin", [ME, OPEN])

                with pytest.raises(AiguillageError, match="The database holds 2 tables; --replace"):
                    await ask(database, "restore", str(file))
                assert (await ask(database, "restore", str(file), "--replace"))["tables"] == 1
                async for _ in patiently():
                    if (await ana.http.get(f"/api/tables/{later}")).status_code == 404:
                        break
                async with ana.sit(table) as place:
                    hello = await place.receive()
                    assert (hello["table"]["status"], hello["sequence"]) == ("playing", sequences[-1])
                    await play_out([place], random.Random(4))
                assert (await ask(database, "check"))["problems"] == []

    run(work())


def test_a_backup_moves_from_one_kind_of_database_to_the_other(postgres: str, tmp_path: Path) -> None:
    file, back = tmp_path / "a.sqlite", tmp_path / "b.sqlite"
    source = f"sqlite:///{tmp_path / 'tables.sqlite'}"

    async def fill() -> None:
        with ThreadServer(settings_for(tmp_path)) as server:
            async with Person(server.url) as ana:
                await finished(ana)

    run(fill())
    run(_empty(postgres))
    admin(source, "backup", str(file))
    admin(postgres, "restore", str(file))
    assert admin(postgres, "check") == {"checked": 1, "older": 0, "problems": []}
    admin(postgres, "backup", str(back))
    with closing(sqlite3.connect(file)) as one, closing(sqlite3.connect(back)) as other:
        for table in METADATA.tables:
            query = f"SELECT * FROM {table} ORDER BY 1, 2"
            assert one.execute(query).fetchall() == other.execute(query).fetchall()
    junk = tmp_path / "junk"
    junk.write_text("x" * 2000)
    with pytest.raises(AiguillageError, match="is no backup"):
        admin(source, "restore", str(junk), "--replace")


def test_check_reports_what_differs(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"

    async def fill() -> list[str]:
        with ThreadServer(settings_for(tmp_path)) as server:
            async with Person(server.url) as ana:
                return [await finished(ana, seed=seed) for seed in range(3)]

    tables = asyncio.run(fill())
    assert admin(database, "check") == {"checked": 3, "older": 0, "problems": []}

    async def spoil() -> None:
        engine = make_engine(async_url(database))
        async with engine.begin() as connection:
            await connection.execute(update(TABLES).where(TABLES.c.id == tables[0]).values(totals=[1, 2]))
            await connection.execute(
                update(ACTIONS)
                .where(ACTIONS.c.table_id == tables[1], ACTIONS.c.sequence == 9)
                .values(text="claim nowhere")
            )
        await engine.dispose()

    run(spoil())
    with (
        closing(sqlite3.connect(tmp_path / "tables.sqlite")) as file,
        file,
    ):  # by rules that are not here any more
        file.execute("UPDATE tables SET rules = 1, deal = NULL, seed = 5 WHERE id = ?", (tables[2],))
    records = admin(database, "export", tables[2], "-o", str(tmp_path / "old"))["files"]
    assert '[Rules "1"]' in Path(records[0]).read_text("utf-8")
    answer = admin(database, "check", status=1)
    assert (answer["checked"], answer["older"]) == (3, 1)
    assert [problem["id"] for problem in answer["problems"]] == tables[:2]
    assert answer["problems"][0]["problem"].startswith("points [1, 2] are stored, [")
    assert answer["problems"][1]["problem"].startswith("cannot be played again")


def test_forgetting_by_age(tmp_path: Path) -> None:
    """Names and chat go first; the game can still be looked at, and nobody owns its seats."""
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"

    async def fill() -> str:
        with ThreadServer(settings_for(tmp_path)) as server:
            async with Person(server.url) as ana:
                await ana.create("paris", [ME, OPEN])  # not finished: never forgotten
                return await finished(ana)

    table = asyncio.run(fill())
    with pytest.raises(AiguillageError, match="Say what to forget"):
        admin(database, "purge")
    assert admin(database, "purge", "--names-days", "1", "--tables-days", "2") == {"names": 0, "tables": 0}
    assert admin(database, "purge", "--names-days", "0.000001") == {"names": 1, "tables": 0}
    assert admin(database, "purge", "--names-days", "0.000001") == {"names": 0, "tables": 0}
    shown = admin(database, "table", table)
    assert [seat["name"] for seat in shown["seats"]] == ["Player 1", "Player 2"]
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as file:
        kinds = {row[0] for row in file.execute("SELECT kind FROM actions WHERE table_id = ?", (table,))}
        owners = file.execute("SELECT owner FROM seats WHERE table_id = ?", (table,)).fetchall()
    assert kinds == {"start", "play"}
    assert owners == [(None,), (None,)]
    assert admin(database, "check")["problems"] == []

    # A server whose settings say so does the rest by itself.
    async def serve() -> None:
        settings = settings_for(tmp_path, keep_tables_days=0.000001)
        with ThreadServer(settings) as server:
            async with Person(server.url) as ana:
                async for _ in patiently():
                    if (await ana.http.get(f"/api/tables/{table}")).status_code == 404:
                        return
        raise AssertionError("the table is still there")

    run(serve())
    assert len(admin(database, "tables")["tables"]) == 1


def test_names_leave_imported_records() -> None:
    assert keeping._without_names('[Game "paris"]\n[Player0 "Ana"]\n\n1. x\n') == '[Game "paris"]\n\n1. x\n'
    assert keeping._without_names(None) is None


def test_lines_for_people(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"

    async def fill() -> None:
        with ThreadServer(settings_for(tmp_path)) as server:
            async with Person(server.url) as ana:
                await ana.create("paris", [ME | {"name": "[/] :smile: Ana"}, OPEN])  # no markup of the terminal

    run(fill())
    for words, expected in (
        (["tables"], "[/] :smile: Ana"),
        (["players"], "[/] :smile: Ana"),
        (["check"], "1 tables, 0 problems."),
        (["export", "-o", str(tmp_path / "r")], "0 records are in"),
    ):
        result = CliRunner().invoke(app, [*words, "--database", database])
        assert result.exit_code == 0, result.output
        assert expected in result.output
