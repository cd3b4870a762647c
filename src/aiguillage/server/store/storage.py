"""Reading and writing tables. What `append` has answered with True is on disk.

All writes of a process go through one task that takes everything waiting and commits it as one transaction,
so that many tables share one disk flush. The primary key (table, sequence) decides between writers: an entry
whose number is taken is not written, its `changes` neither, and its writer is told so.

Entries and turns, which every move writes, are plain SQL on the driver; all the rest is SQLAlchemy's.
"""

import asyncio
import contextlib
import itertools
import logging
import re
import secrets
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Literal

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from aiguillage.boards import board_names, load_board
from aiguillage.game.generator import KEY_BITS

from ..protocol import Options
from .database import (
    ACTIONS,
    BOARDS,
    HANDOVERS,
    NOTICES,
    SEATS,
    SECRETS,
    TABLES,
    TURNS,
    make_engine,
    make_file_engine,
    migrate,
)
from .rows import Address, Entry, Header, Kind, SeatRow, Turn

try:
    from asyncpg import InterfaceError, PostgresError  # type: ignore[import-untyped, unused-ignore]
except ImportError:  # without the extra `postgres`
    InterfaceError = PostgresError = SQLAlchemyError

LOG = logging.getLogger("aiguillage.storage")
AWAY = (SQLAlchemyError, OSError, InterfaceError, PostgresError, sqlite3.Error)
"""What drivers raise when the database is away; while connecting SQLAlchemy lets asyncpg's own errors through."""
CHANNEL = "aiguillage"
EVERYTHING = "*"  # in place of a table: what was in the database was replaced
COOKIES = "cookies"  # the name of the key that marks them
DAILY = "daily"  # the name of the secret that the deals of the days come from
GONE = -1  # in place of a number: the table was deleted
BATCH = 256
ROWS_AT_ONCE = 500  # databases take only so many values in one statement
CHECK_SECONDS = 2.0
LISTEN_SECONDS = 10.0  # between two looks whether the database is still there

Change = sa.Executable
"""A statement that goes with an entry; only this package makes them."""

Listing = Literal["public", "mine", "finished"]

Notice = Callable[[str, int], None]
"""Called with a table and the number of an entry another process may have written; ("", 0): look at all;
(EVERYTHING, 0): forget all and read again; (table, GONE): it was deleted."""


INSERT_ENTRY = """
INSERT INTO actions (table_id, sequence, kind, seat, text, at, key, played_by, spent)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
"""
PUT_TURN = """
INSERT INTO turns (table_id, waiting, since, deadline) VALUES (?, ?, ?, ?) ON CONFLICT (table_id)
DO UPDATE SET waiting = excluded.waiting, since = excluded.since, deadline = excluded.deadline
"""
BARE = """
WITH won AS (
  INSERT INTO actions (table_id, sequence, kind, seat, text, at, key, played_by, spent)
  SELECT * FROM unnest($1::text[], $2::integer[], $3::text[], $4::smallint[], $5::text[], $6::bigint[],
    $7::bytea[], $8::text[], $9::integer[])
  ON CONFLICT DO NOTHING RETURNING table_id, sequence
), put AS (
  INSERT INTO turns (table_id, waiting, since, deadline)
  SELECT table_id, waiting, since, deadline
  FROM unnest($10::text[], $11::integer[], $12::smallint[], $13::bigint[], $14::bigint[])
    AS turn (table_id, sequence, waiting, since, deadline) JOIN won USING (table_id, sequence)
  ON CONFLICT (table_id)
  DO UPDATE SET waiting = excluded.waiting, since = excluded.since, deadline = excluded.deadline
)
SELECT table_id, sequence FROM won
"""
"""For PostgreSQL: entries and turns of many tables; the entries whose numbers were free come back."""


class StorageError(Exception):
    """The database did not answer; nothing was written."""


@dataclass(slots=True)
class _Write:
    """One thing to be written: an entry, statements that go with it, or both."""

    entry: Entry | None
    changes: Sequence[Change]
    turn: Turn | None = None  # whom the table waits for from then on, if that is to be stored
    done: "asyncio.Future[bool]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Storage:
    """The tables of one database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.shared = engine.dialect.name == "postgresql"
        self.announces = self.shared  # whether others are told of entries; not by who owns a table
        self._file = None if self.shared else make_file_engine(engine.url)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="storage")
        self._version: int | None = None
        self.batches = 0
        self.cookie_key = b""  # marks the cookies that the servers of this database give out
        self.daily_key = b""  # the deals of the days come from it
        self._checked = -CHECK_SECONDS
        self._waiting: list[_Write] = []
        self._wake = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self._closing = False
        self._line: AsyncConnection | None = None  # to PostgreSQL, for what moves write
        self._driver: Any = None  # asyncpg's end of it
        self._insert, self._put = (_numbered(sql) if self.shared else sql for sql in (INSERT_ENTRY, PUT_TURN))

    @classmethod
    async def open(cls, url: str, patient: bool = False) -> "Storage":
        """Connect, bring the tables up to date, start writing."""
        engine = make_engine(url, patient)
        storage = cls(engine)
        try:
            if storage._file is not None:
                # what this driver cannot open the other one does not try: it would go on in a thread of its own
                await asyncio.get_running_loop().run_in_executor(storage._thread, _look_at, storage._file)
            await migrate(engine)
            await storage.read_keys()
        except BaseException:
            await storage.close()
            raise
        storage._writer = asyncio.create_task(storage._write_for_ever(), name="storage-writer")
        return storage

    async def read_keys(self) -> None:
        """Read the secrets of the servers, which whoever opens a database first makes up."""
        async with self.engine.begin() as connection:
            self.cookie_key = await self._secret(connection, COOKIES)
            self.daily_key = await self._secret(connection, DAILY)

    async def _secret(self, connection: AsyncConnection, name: str) -> bytes:
        query = sa.select(SECRETS.c.value).where(SECRETS.c.name == name)
        found = (await connection.execute(query)).scalar()
        if found is None:
            dialect: Any = postgresql if self.shared else sqlite
            row = dialect.insert(SECRETS).values(name=name, value=secrets.token_bytes(32))
            await connection.execute(row.on_conflict_do_nothing())
            found = (await connection.execute(query)).scalar_one()
        return bytes(found)

    async def close(self) -> None:
        """Write what is waiting, then let go of the database."""
        self._closing = True
        self._wake.set()
        if self._writer is not None:
            await self._writer
        self._thread.shutdown()
        if self._file is not None:
            self._file.dispose()
        await self._hang_up()
        await self.engine.dispose()

    @contextlib.asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read with; `StorageError` if the database is away."""
        try:
            async with self.engine.connect() as connection:
                yield connection
        except AWAY as error:
            LOG.error("read failed", extra={"error": type(error).__name__})
            raise StorageError("the database does not answer") from None

    async def check(self) -> None:
        """Raise unless the database takes what is written; asked often, it tries every few seconds."""
        if monotonic() - self._checked > CHECK_SECONDS:
            probe = "SELECT pg_notify('aiguillage_health', '')" if self.shared else "PRAGMA user_version = 1"
            await self.write([sa.text(probe)])
            self._checked = monotonic()

    # ---- writing ----

    async def append(self, entry: Entry, changes: Sequence[Change] = (), turn: Turn | None = None) -> bool:
        """Write an entry with the turn and the changes that go with it; False if its number is taken."""
        return await self._submit(_Write(entry, changes, turn))

    async def write(self, changes: Sequence[Change]) -> None:
        """Write changes that belong to no entry."""
        await self._submit(_Write(None, changes))

    async def _submit(self, job: _Write) -> bool:
        if self._closing:
            raise StorageError("the server is shutting down")
        self._waiting.append(job)
        self._wake.set()
        # Whoever asked may be cancelled (a lost connection); the write goes on and its outcome stands.
        return await asyncio.shield(job.done)

    async def _write_for_ever(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                batch, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
                for part in self._parts(batch):
                    await self._commit(part)
            if self._closing:
                return

    async def _commit(self, batch: list[_Write]) -> None:
        """One transaction for the batch; if it fails, each job on its own: one must not sink the rest."""
        try:
            results = await self._transaction(batch)
        except AWAY as error:
            if len(batch) > 1:
                for job in batch:
                    await self._commit([job])
                return
            LOG.error("write failed", extra={"error": type(error).__name__})
            _answer(batch[0], StorageError("the database did not take the entry"))
            return
        self.batches += 1
        for job, result in zip(batch, results, strict=True):
            _answer(job, result)

    def _parts(self, batch: list[_Write]) -> list[list[_Write]]:
        """What can be written together: on PostgreSQL, bare entries are one statement by themselves."""
        if self._file is not None:
            return [batch]
        parts: tuple[list[_Write], list[_Write]] = ([], [])
        for job in batch:
            parts[self._is_bare(job)].append(job)
        return [part for part in parts if part]

    def _is_bare(self, job: _Write) -> bool:
        return job.entry is not None and not job.changes and not self.announces

    async def _transaction(self, batch: list[_Write]) -> list[bool]:
        """Write a batch; SQLite's driver would change threads for every statement, so it gets one of its own."""
        if self._file is not None:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, self._write_file, batch)
        if self._is_bare(batch[0]):
            return await self._write_bare(batch)
        async with self.engine.begin() as connection:
            return await connection.run_sync(self._write_batch, batch)

    def _write_file(self, batch: list[_Write]) -> list[bool]:
        assert self._file is not None
        with self._file.begin() as connection:
            return self._write_batch(connection, batch)

    async def _write_bare(self, batch: list[_Write]) -> list[bool]:
        """Entries without changes, and the turns that go with them, in one statement on a connection of their own."""
        jobs = _first_of_each(batch)
        # In one order everywhere, so that two processes never wait for each other crosswise.
        rows = [_action_row(jobs[key].entry) for key in sorted(jobs)]
        turns = [(*key, *_turn_row(jobs[key].turn)) for key in sorted(jobs) if jobs[key].turn is not None]
        if self._line is not None and self._driver.is_closed():  # the database has started anew
            await self._hang_up()
        try:
            if self._line is None:
                self._line = await self.engine.connect()
                self._driver = (await self._line.get_raw_connection()).driver_connection
            found = await self._driver.fetch(BARE, *_columns(rows, 9), *_columns(turns, 5))
        except BaseException:
            await self._hang_up()
            raise
        won = {(row[0], row[1]) for row in found}
        return [_key(job) in won and jobs[_key(job)] is job for job in batch]

    async def _hang_up(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            with contextlib.suppress(*AWAY):
                await line.invalidate()
                await line.close()

    def _write_batch(self, connection: sa.Connection, batch: list[_Write]) -> list[bool]:
        """Insert the entries whose numbers are free, and make the changes that go with those."""
        results = [True] * len(batch)
        won = []
        raw: Any = connection.connection.driver_connection
        run = connection.exec_driver_sql if self._file is None else raw.execute
        # In one order everywhere, so that two processes never wait for each other crosswise.
        for number in sorted(range(len(batch)), key=lambda number: _key(batch[number])):
            job = batch[number]
            if job.entry is not None:
                results[number] = run(self._insert, _action_row(job.entry)).rowcount == 1
            if not results[number]:
                continue
            if job.entry is not None:
                won.append(_key(job))
            if job.entry is not None and job.turn is not None:
                run(self._put, (job.entry.table, *_turn_row(job.turn)))
            for change in job.changes:
                connection.execute(change)
        if self.announces and won:
            _notify(connection, won)
        return results

    async def keep_boards(self, boards: Mapping[str, str]) -> None:
        """Keep the boards of titles, by digest."""
        dialect: Any = postgresql if self.shared else sqlite
        rows = [{"digest": digest, "text": board} for digest, board in boards.items()]
        await self.write([dialect.insert(BOARDS).values(rows).on_conflict_do_nothing()])

    # ---- reading ----

    async def header(self, table: str) -> Header | None:
        """A table's header with its seats."""
        async with self._reading() as connection:
            found = await read_headers(connection, sa.select(TABLES).where(TABLES.c.id == table))
        return found[0] if found else None

    async def headers(
        self, listing: Listing, owner: bytes | None, *, since: int = 0, before: int | None = None, limit: int
    ) -> list[Header]:
        """Public tables that wait or are played (created after `since`), one's own tables, or finished games
        that one may see; newest first."""
        own = sa.or_(
            TABLES.c.host == owner,
            TABLES.c.id.in_(sa.select(SEATS.c.table_id).where(SEATS.c.owner == owner)),
        )
        match listing:
            case "public":
                condition = sa.and_(TABLES.c.public, TABLES.c.status.in_(("open", "playing")), TABLES.c.created > since)
            case "mine":
                if owner is None:
                    return []
                condition = own
            case _:
                mine = TABLES.c.public if owner is None else sa.or_(TABLES.c.public, own)
                condition = sa.and_(TABLES.c.status == "over", mine)
        query = sa.select(TABLES).where(condition).order_by(TABLES.c.created.desc(), TABLES.c.id).limit(limit)
        if before is not None:
            query = query.where(TABLES.c.created < before)
        async with self._reading() as connection:
            return await read_headers(connection, query)

    async def daily_headers(self, day: str, owner: bytes | None = None) -> list[Header]:
        """The tables that play the deals of a day and have a result, and those of one person, whatever became of
        them."""
        counts = sa.or_(TABLES.c.status == "over", TABLES.c.host == owner)
        query = sa.select(TABLES).where(TABLES.c.daily == day, counts).order_by(TABLES.c.ended, TABLES.c.id)
        async with self._reading() as connection:
            return await read_headers(connection, query)

    async def knows(self, owner: bytes) -> bool:
        """Whether somebody has a seat or a table."""
        seat = sa.select(SEATS.c.table_id).where(SEATS.c.owner == owner)
        table = sa.select(TABLES.c.id).where(TABLES.c.host == owner)
        async with self._reading() as connection:
            return bool((await connection.execute(sa.select(sa.or_(seat.exists(), table.exists())))).scalar_one())

    async def kept_records(self, host: bytes) -> int:
        """How many imported games somebody keeps."""
        query = sa.select(sa.func.count()).select_from(TABLES).where(TABLES.c.host == host, TABLES.c.imported)
        async with self._reading() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def live_tables(self, host: bytes) -> int:
        """How many tables of a host are open or being played."""
        query = (
            sa.select(sa.func.count())
            .select_from(TABLES)
            .where(TABLES.c.host == host, TABLES.c.status.in_(("open", "playing")))
        )
        async with self._reading() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """The table's log after an entry, in order."""
        query = (
            sa.select(ACTIONS)
            .where(ACTIONS.c.table_id == table, ACTIONS.c.sequence > after)
            .order_by(ACTIONS.c.sequence)
        )
        async with self._reading() as connection:
            rows = (await connection.execute(query)).all()
        return [_entry(row) for row in rows]

    async def turns(self, owner: bytes) -> list[tuple[Header, Turn]]:
        """The running tables that wait for somebody, the one that has waited longest first."""
        mine = sa.select(SEATS.c.table_id).where(SEATS.c.owner == owner)
        query = (
            sa.select(TURNS)
            .join(TABLES, TABLES.c.id == TURNS.c.table_id)
            .where(TURNS.c.table_id.in_(mine), TABLES.c.status == "playing", TURNS.c.waiting != 0)
            .order_by(TURNS.c.since)
        )
        async with self._reading() as connection:
            rows = (await connection.execute(query)).all()
            wanted = sa.select(TABLES).where(TABLES.c.id.in_([row.table_id for row in rows]))
            headers = {header.id: header for header in await read_headers(connection, wanted)}
        found = [(headers[row.table_id], _turn(row)) for row in rows]
        return [(h, turn) for h, turn in found if any(h.seats[seat].owner == owner for seat in turn.waiting)]

    async def entries_of(self, tables: Sequence[str], kinds: Sequence[Kind]) -> list[Entry]:
        """The entries of some kinds in the logs of some tables, each table's in order."""
        query = (
            sa.select(ACTIONS)
            .where(ACTIONS.c.table_id.in_(tables), ACTIONS.c.kind.in_(kinds))
            .order_by(ACTIONS.c.table_id, ACTIONS.c.sequence)
        )
        async with self._reading() as connection:
            rows = (await connection.execute(query)).all()
        return [_entry(row) for row in rows]

    async def overdue(self, now: int, most: int = 100) -> list[str]:
        """Running tables where somebody's time is up."""
        query = sa.select(TURNS.c.table_id).where(TURNS.c.deadline <= now).order_by(TURNS.c.deadline).limit(most)
        async with self._reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def handovers(self, table: str, now: int) -> dict[int, bytes]:
        """For each seat the code that carries it to another device, if one is valid."""
        query = sa.select(HANDOVERS.c.seat, HANDOVERS.c.code).where(
            HANDOVERS.c.table_id == table, HANDOVERS.c.expires > now
        )
        async with self._reading() as connection:
            return {row.seat: bytes(row.code) for row in (await connection.execute(query)).all()}

    async def notices(self, table: str) -> list[Address]:
        """Where word of a table's turns is sent."""
        query = sa.select(NOTICES).where(NOTICES.c.table_id == table).order_by(NOTICES.c.address)
        async with self._reading() as connection:
            rows = (await connection.execute(query)).all()
        return [Address(row.address, row.kind, row.owner, row.keys) for row in rows]

    # ---- other processes ----

    async def own_address(self) -> str:
        """Where PostgreSQL sees this process."""
        async with self._reading() as connection:
            found = (await connection.execute(sa.select(sa.func.host(sa.func.inet_client_addr())))).scalar()
        return str(found or "127.0.0.1")  # nothing for a socket in the file system

    async def written_by_others(self) -> bool:
        """For a SQLite file: whether another program (`aiguillage admin`) has written to it since the last call."""
        if self._file is None:
            return False
        loop = asyncio.get_running_loop()
        try:
            version = await loop.run_in_executor(self._thread, self._file_version)
        except AWAY:
            return False
        changed = self._version not in (None, version)
        self._version = version
        return changed

    def _file_version(self) -> int:
        """A number that changes when another connection than the writer's commits."""
        assert self._file is not None
        with self._file.connect() as connection:
            return int(connection.execute(sa.text("PRAGMA data_version")).scalar_one())

    async def listen(self, notice: Notice) -> None:
        """Tell `notice` what other processes write, until cancelled; after a gap, to look at all tables."""
        while True:
            try:
                await self._listen_once(notice)
            except AWAY as error:
                LOG.warning("listening stopped", extra={"error": type(error).__name__})
            await asyncio.sleep(1)

    async def _listen_once(self, notice: Notice) -> None:
        async with self.engine.connect() as connection:
            raw = await connection.get_raw_connection()
            driver: Any = raw.driver_connection
            lost = asyncio.Event()

            def heard(_connection: object, _pid: int, _channel: str, payload: str) -> None:
                table, _, sequence = payload.partition(":")
                notice(table, int(sequence))

            def terminated(_connection: object) -> None:
                lost.set()

            await driver.add_listener(CHANNEL, heard)
            driver.add_termination_listener(terminated)
            try:
                notice("", 0)
                while not lost.is_set():
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(lost.wait(), LISTEN_SECONDS)
                    await driver.execute("SELECT 1")  # raises when nobody is there any more
            finally:
                with contextlib.suppress(Exception):
                    await driver.remove_listener(CHANNEL, heard)
                    driver.remove_termination_listener(terminated)


def _answer(job: _Write, result: bool | Exception) -> None:
    if job.done.done():
        return
    if isinstance(result, Exception):
        job.done.set_exception(result)
        job.done.exception()  # whoever asked may be gone
    else:
        job.done.set_result(result)


def _notify(connection: sa.Connection, keys: Iterable[tuple[str, int]]) -> None:
    payloads = [f"{table}:{sequence}" for table, sequence in sorted(keys)]
    connection.execute(
        sa.text("SELECT pg_notify(:channel, payload) FROM unnest(CAST(:payloads AS text[])) AS payload"),
        {"channel": CHANNEL, "payloads": payloads},
    )


def poke(table: str, sequence: int) -> Change:
    """On PostgreSQL: tell the other processes to look at a table although its log did not grow."""
    return sa.text("SELECT pg_notify(:channel, :payload)").bindparams(channel=CHANNEL, payload=f"{table}:{sequence}")


# ---- rows from and to statements ----


def _key(job: _Write) -> tuple[str, int]:
    return ("", 0) if job.entry is None else (job.entry.table, job.entry.sequence)


def _look_at(file: sa.Engine) -> None:
    with file.connect():
        pass


def _numbered(sql: str) -> str:
    """The same statement with PostgreSQL's placeholders."""
    numbers = itertools.count(1)
    return re.sub(r"\?", lambda _: f"${next(numbers)}", sql)


def _first_of_each(batch: list[_Write]) -> dict[tuple[str, int], _Write]:
    """The jobs by the number of their entry; of several that want one, the first."""
    found: dict[tuple[str, int], _Write] = {}
    for job in batch:
        found.setdefault(_key(job), job)
    return found


def _columns(rows: Sequence[tuple[object, ...]], width: int) -> list[list[object]]:
    return [[row[number] for row in rows] for number in range(width)]


def _action_row(entry: Entry | None) -> tuple[object, ...]:
    """An entry as the values of the columns of `ACTIONS`, in their order."""
    assert entry is not None
    return (
        *(entry.table, entry.sequence, entry.kind, entry.seat, entry.text, entry.at),
        *(key_bytes(entry.key), entry.by, entry.spent),
    )


def _turn_row(turn: Turn | None) -> tuple[int, int, int | None]:
    assert turn is not None
    return sum(1 << seat for seat in turn.waiting), turn.since, turn.deadline


def _entry(row: sa.Row[Any]) -> Entry:
    key = read_key(row.key)
    return Entry(row.table_id, row.sequence, row.kind, row.seat, row.text, row.at, key, row.played_by, row.spent)


def key_bytes(key: int | None) -> bytes | None:
    """A key as it is stored."""
    return None if key is None else key.to_bytes(KEY_BITS // 8, "big")


def read_key(data: bytes | None) -> int | None:
    """A key as it was stored."""
    return None if data is None else int.from_bytes(data, "big")


async def read_headers(connection: AsyncConnection, query: sa.Select[Any]) -> list[Header]:
    """The headers that a query on `TABLES` selects, in its order."""
    rows = (await connection.execute(query)).all()
    seats: dict[str, list[SeatRow]] = {row.id: [] for row in rows}
    if rows:
        ordered = sa.select(SEATS).where(SEATS.c.table_id.in_(list(seats))).order_by(SEATS.c.table_id, SEATS.c.seat)
        for row in (await connection.execute(ordered)).all():
            seats[row.table_id].append(
                SeatRow(row.seat, row.kind, row.name, row.colour, row.owner, row.bot, row.stand_in)
            )
    headers = [_header(row, seats[row.id]) for row in rows]
    await _add_kept_boards(connection, headers)
    return headers


async def _add_kept_boards(connection: AsyncConnection, headers: Sequence[Header]) -> None:
    """Where a title has another board than when a game of it began, the game has the one that was kept, like one's
    own."""
    present = {load_board(name).digest for name in board_names()}
    older = [
        header
        for header in headers
        if header.started is not None and header.board_text is None and header.board_digest not in present
    ]
    if older:
        wanted = sa.select(BOARDS).where(BOARDS.c.digest.in_({header.board_digest for header in older}))
        kept = {row.digest: row.text for row in (await connection.execute(wanted)).all()}
        for header in older:
            header.board_text = kept.get(header.board_digest)


def _header(row: sa.Row[Any], seats: list[SeatRow]) -> Header:
    values = dict(row._mapping)
    values["options"] = Options.model_validate(values["options"])
    values["deal"] = read_key(values["deal"])
    return Header(seats=seats, **values)


def header_values(header: Header) -> dict[str, object]:
    """A header as the values of its row."""
    names = [column.name for column in TABLES.columns if column.name not in ("options", "deal")]
    special = {"options": header.options.model_dump(), "deal": key_bytes(header.deal)}
    return {name: getattr(header, name) for name in names} | special


def seat_values(seat: SeatRow) -> dict[str, object]:
    """A seat as the values of its row."""
    names = ("seat", "kind", "name", "colour", "owner", "bot", "stand_in")
    return {name: getattr(seat, name) for name in names}


def insert_table(header: Header) -> list[Change]:
    """The statements that store a new table."""
    rows = [{"table_id": header.id, **seat_values(seat)} for seat in header.seats]
    return [sa.insert(TABLES).values(**header_values(header)), sa.insert(SEATS).values(rows)]


def insert_entries(entries: Sequence[Entry]) -> list[Change]:
    """The statements that store the log of a new table."""
    names = ACTIONS.columns.keys()
    rows = [dict(zip(names, _action_row(entry), strict=True)) for entry in entries]
    return [
        sa.insert(ACTIONS).values(rows[first : first + ROWS_AT_ONCE]) for first in range(0, len(rows), ROWS_AT_ONCE)
    ]


def update_table(header: Header, *names: str) -> Change:
    """The statement that stores the named fields of a header."""
    values = header_values(header)
    return sa.update(TABLES).where(TABLES.c.id == header.id).values(**{name: values[name] for name in names})


def update_seat(table: str, seat: SeatRow) -> Change:
    """The statement that stores a seat."""
    return sa.update(SEATS).where(SEATS.c.table_id == table, SEATS.c.seat == seat.seat).values(**seat_values(seat))


def put_turn(table: str, turn: Turn | None) -> list[Change]:
    """The statements that store whom a table waits for; None: nobody, it is not being played."""
    gone = sa.delete(TURNS).where(TURNS.c.table_id == table)
    return [gone] if turn is None else [gone, sa.insert(TURNS).values(_turn_values(table, turn))]


def put_missing_turn(table: str, turn: Turn) -> Change:
    """The statement that stores whom a table waits for, if nothing is known about it."""
    values = _turn_values(table, turn)
    known = sa.exists().where(TURNS.c.table_id == table)
    columns = [sa.cast(sa.literal(value), TURNS.c[name].type) for name, value in values.items()]
    return sa.insert(TURNS).from_select(list(values), sa.select(*columns).where(~known))


def _turn_values(table: str, turn: Turn) -> dict[str, object]:
    return dict(zip(TURNS.columns.keys(), (table, *_turn_row(turn)), strict=True))


def _turn(row: sa.Row[Any]) -> Turn:
    return Turn(tuple(seat for seat in range(8) if row.waiting >> seat & 1), row.since, row.deadline)


def put_handover(table: str, seat: int, code: bytes, expires: int) -> list[Change]:
    """The statements that store the code with which a seat can be taken to another device."""
    return [
        sa.delete(HANDOVERS).where(HANDOVERS.c.table_id == table, HANDOVERS.c.seat == seat),
        sa.insert(HANDOVERS).values(table_id=table, seat=seat, code=code, expires=expires),
    ]


def use_handover(table: str, seat: int) -> Change:
    """The statement that makes a seat's code void."""
    return sa.delete(HANDOVERS).where(HANDOVERS.c.table_id == table, HANDOVERS.c.seat == seat)


def put_notice(table: str, notice: Address) -> list[Change]:
    """The statements that store where word of turns is sent."""
    return [
        drop_notice(table, notice.address),
        sa.insert(NOTICES).values(
            table_id=table, address=notice.address, kind=notice.kind, owner=notice.owner, keys=notice.keys
        ),
    ]


def drop_notice(table: str, address: str) -> Change:
    """The statement that stops word of turns to an address."""
    return sa.delete(NOTICES).where(NOTICES.c.table_id == table, NOTICES.c.address == address)


def delete_table(table: str) -> list[Change]:
    """The statements that forget a table."""
    return [
        *(sa.delete(part).where(part.c.table_id == table) for part in (TURNS, HANDOVERS, NOTICES)),
        sa.delete(ACTIONS).where(ACTIONS.c.table_id == table),
        sa.delete(SEATS).where(SEATS.c.table_id == table),
        sa.delete(TABLES).where(TABLES.c.id == table),
    ]
