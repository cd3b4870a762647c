"""The storage: one winner for each number, nothing half written, migrations, group commits."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from people import patiently
from sqlalchemy import inspect, text

from aiguillage.server.protocol import Options
from aiguillage.server.store.database import METADATA, NEWEST, make_engine
from aiguillage.server.store.rows import Entry, Header, SeatRow
from aiguillage.server.store.storage import (
    Storage,
    StorageError,
    delete_table,
    insert_table,
    update_seat,
    update_table,
)
from aiguillage.server.tables import tokens
from aiguillage.server.tables.settings import async_url


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "postgres":
        return async_url(request.getfixturevalue("postgres"))
    return async_url(f"sqlite:///{tmp_path / 'tables.sqlite'}")


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def new_header() -> Header:
    seats = [
        SeatRow(0, "human", "Ana", "bordeaux", owner=b"o" * 32),
        SeatRow(1, "bot", "Ada", "azure", bot="easy"),
    ]
    return Header(
        id=tokens.new_table_id(),
        game="paris",
        board_name="Paris",
        board_digest="d",
        board_text=None,
        status="open",
        public=True,
        host=b"h" * 32,
        options=Options(pace="calm"),
        first=1,
        created=1_700_000_000_000,
        seats=seats,
    )


def entry(table: str, sequence: int, text_: str = "blind") -> Entry:
    return Entry(table, sequence, "play", 1, text_, 1_700_000_000_001, (1 << 128) - 1, "bot", 250)


def test_round_trip(database: str) -> None:
    async def work() -> None:
        storage = await Storage.open(database)
        header = new_header()
        await storage.write(insert_table(header))
        assert await storage.header(header.id) == header
        assert await storage.header("0" * 16) is None
        header.status, header.deal = "playing", (1 << 128) - 1
        header.seats[1].stand_in = "hard"
        changes = [update_table(header, "status", "deal"), update_seat(header.id, header.seats[1])]
        assert await storage.append(entry(header.id, 1), changes)
        assert await storage.header(header.id) == header
        assert await storage.entries(header.id) == [entry(header.id, 1)]
        await storage.write(delete_table(header.id))
        assert await storage.header(header.id) is None
        assert await storage.entries(header.id) == []
        await storage.check()
        await storage.close()
        with pytest.raises(StorageError):
            await storage.append(entry(header.id, 2))

    run(work())


def test_one_writer_wins_each_number(database: str) -> None:
    """Two processes fight for the same numbers of several tables; each number has one winner, and only the
    winner's changes are there."""

    async def work() -> None:
        both = [await Storage.open(database) for _ in range(2)]
        headers = [new_header() for _ in range(3)]
        for header in headers:
            await both[0].write(insert_table(header))

        async def write(storage: Storage, who: int, header: Header, sequence: int) -> tuple[str, int, int, bool]:
            mine = SeatRow(0, "human", f"{who}-{sequence}", "bordeaux", owner=b"o" * 32)
            won = await storage.append(entry(header.id, sequence, str(who)), [update_seat(header.id, mine)])
            return header.id, sequence, who, won

        results = []
        for sequence in range(1, 21):
            results += await asyncio.gather(
                *(write(storage, who, header, sequence) for who, storage in enumerate(both) for header in headers)
            )
        for header in headers:
            entries = await both[0].entries(header.id)
            assert [e.sequence for e in entries] == list(range(1, 21))
            winners = [[who for h, s, who, won in results if (h, s) == (header.id, n) and won] for n in range(1, 21)]
            assert [[int(e.text)] for e in entries] == winners
            stored = await both[1].header(header.id)
            assert stored is not None
            assert stored.seats[0].name == f"{winners[-1][0]}-20"
        for storage in both:
            await storage.close()

    run(work())


def test_the_same_number_twice_in_one_batch(database: str) -> None:
    async def work() -> None:
        storage = await Storage.open(database)
        header = new_header()
        await storage.write(insert_table(header))
        won = await asyncio.gather(*(storage.append(entry(header.id, 1, str(n))) for n in range(5)))
        assert won == [True, False, False, False, False]
        assert storage.batches == 2
        await storage.close()

    run(work())


def test_a_bad_write_does_not_sink_the_others(database: str) -> None:
    async def work() -> None:
        storage = await Storage.open(database)
        header = new_header()
        await storage.write(insert_table(header))
        results = await asyncio.gather(
            storage.append(entry(header.id, 1)),
            storage.append(entry("no such table...", 1)),
            storage.append(entry(header.id, 2)),
            return_exceptions=True,
        )
        assert [results[0], results[2]] == [True, True]
        assert isinstance(results[1], StorageError)
        assert len(await storage.entries(header.id)) == 2
        await storage.close()

    run(work())


def test_a_cancelled_writer_does_not_stop_the_write(database: str) -> None:
    async def work() -> None:
        storage = await Storage.open(database)
        header = new_header()
        await storage.write(insert_table(header))
        writing = asyncio.create_task(storage.append(entry(header.id, 1)))
        await asyncio.sleep(0)
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)
        await storage.close()
        again = await Storage.open(database)
        assert len(await again.entries(header.id)) == 1
        await again.close()

    run(work())


def test_migrations_make_the_tables_of_the_code(tmp_path: Path) -> None:
    """A new database is what the code says, and so is what the migrations make; up and down work."""
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    import aiguillage.server

    folder = Path(aiguillage.server.__file__).parent / "store" / "migrations"
    config = Config()
    config.set_main_option("script_location", str(folder))
    assert ScriptDirectory.from_config(config).get_current_head() == NEWEST

    async def work() -> None:
        url = async_url(f"sqlite:///{tmp_path / 'm.sqlite'}")
        storage = await Storage.open(url)
        await storage.close()
        engine = make_engine(url)
        async with engine.connect() as connection:
            await connection.run_sync(compare)
            mode = (await connection.execute(text("PRAGMA journal_mode"))).scalar()
            assert mode == "wal"
        async with engine.begin() as connection:
            await connection.run_sync(down_and_up)
        await engine.dispose()

    def compare(connection: Any) -> None:
        from alembic.autogenerate import compare_metadata
        from alembic.migration import MigrationContext

        differences = compare_metadata(MigrationContext.configure(connection), METADATA)
        assert differences == []

    def down_and_up(connection: Any) -> None:
        from alembic import command

        config.attributes["connection"] = connection
        command.downgrade(config, "base")
        assert inspect(connection).get_table_names() == ["alembic_version"]
        command.upgrade(config, "head")
        assert set(inspect(connection).get_table_names()) == {"alembic_version", *METADATA.tables}
        compare(connection)

    run(work())


def test_processes_starting_at_once_migrate_once(postgres: str) -> None:
    async def work() -> None:
        engine = make_engine(async_url(postgres))
        async with engine.begin() as connection:
            for table in (*(table.name for table in reversed(METADATA.sorted_tables)), "alembic_version"):
                await connection.execute(text(f"DROP TABLE IF EXISTS {table}"))
        await engine.dispose()
        opened = await asyncio.gather(*(Storage.open(async_url(postgres)) for _ in range(4)))
        for storage in opened:
            await storage.close()

    run(work())


def test_notices_carry_only_table_and_number(postgres: str) -> None:
    async def work() -> None:
        storage, other = [await Storage.open(async_url(postgres)) for _ in range(2)]
        heard: list[tuple[str, int]] = []
        listening = asyncio.create_task(other.listen(lambda table, sequence: heard.append((table, sequence))))
        while not heard:
            await asyncio.sleep(0.01)
        assert heard == [("", 0)]
        header = new_header()
        await storage.write(insert_table(header))
        await storage.append(entry(header.id, 1, "keep a-secret"))
        await storage.append(entry(header.id, 1, "too late"))
        async for _ in patiently(0.01):
            if len(heard) > 1:
                break
        assert heard[1:] == [(header.id, 1)]
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        await storage.close()
        await other.close()

    run(work())
