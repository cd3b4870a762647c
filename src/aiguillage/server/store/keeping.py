"""Looking after a database: lists over all tables, forgetting by age, copies.

A backup is one SQLite file, whatever the database is; it is taken in one transaction while the server runs.
"""

import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, create_engine, delete, func, insert, inspect, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from aiguillage.errors import AiguillageError

from .database import ACTIONS, KEPT, NEWEST, SEATS, TABLES, upgrade
from .rows import Header
from .storage import CHANNEL, EVERYTHING, Change, Storage, delete_table, read_headers

NOBODY = bytes(32)  # no token has this hash
ROWS_AT_ONCE = 500
DAY = 86_400_000


class KeepingError(AiguillageError):
    """What was asked for cannot be done with this database."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who sits at tables: the first letters of a token's hash, never the hash."""

    id: str
    names: list[str]
    tables: int
    playing: int
    last: int


async def all_headers(
    storage: Storage, status: str | None = None, ended_before: int | None = None
) -> AsyncIterator[Header]:
    """The headers of all tables, oldest first."""
    after: tuple[int, str] = (-1, "")
    while True:
        place = (TABLES.c.created > after[0]) | ((TABLES.c.created == after[0]) & (TABLES.c.id > after[1]))
        query = select(TABLES).where(place).order_by(TABLES.c.created, TABLES.c.id).limit(ROWS_AT_ONCE)
        if status is not None:
            query = query.where(TABLES.c.status == status)
        if ended_before is not None:
            query = query.where(TABLES.c.status.in_(("over", "closed")), TABLES.c.ended < ended_before)
        async with storage.engine.connect() as connection:
            headers = await read_headers(connection, query)
        for header in headers:
            yield header
        if len(headers) < ROWS_AT_ONCE:
            return
        after = (headers[-1].created, headers[-1].id)


async def find(storage: Storage, start: str) -> Header:
    """The one table whose id begins like this."""
    query = select(TABLES).where(TABLES.c.id.startswith(start, autoescape=True)).limit(2)
    async with storage.engine.connect() as connection:
        headers = await read_headers(connection, query)
    if len(headers) != 1:
        raise KeepingError(
            f"{'Several tables begin' if headers else 'No table begins'} with {start!r}; see `aiguillage admin tables`."
        )
    return headers[0]


async def entries_count(storage: Storage, table: str) -> tuple[int, int]:
    """How many entries a table's log has, and the number of the last."""
    query = select(func.count(), func.max(ACTIONS.c.sequence)).where(ACTIONS.c.table_id == table)
    async with storage.engine.connect() as connection:
        count, last = (await connection.execute(query)).one()
    return int(count), int(last or 0)


async def players(storage: Storage) -> list[Player]:
    """Everybody who has a seat, by the number of their tables."""
    query = (
        select(SEATS.c.owner, SEATS.c.name, SEATS.c.table_id, TABLES.c.status, TABLES.c.created)
        .join(TABLES, TABLES.c.id == SEATS.c.table_id)
        .where(SEATS.c.owner.is_not(None))
        .order_by(TABLES.c.created.desc())
    )
    found: dict[bytes, list[Any]] = {}
    async with storage.engine.connect() as connection:
        for row in (await connection.execute(query)).all():
            found.setdefault(row.owner, []).append(row)
    people = [
        Player(
            id=owner.hex()[:12],
            names=list(dict.fromkeys(row.name for row in rows)),
            tables=len({row.table_id for row in rows}),
            playing=len({row.table_id for row in rows if row.status in ("open", "playing")}),
            last=rows[0].created,
        )
        for owner, rows in found.items()
    ]
    return sorted(people, key=lambda player: -player.tables)


# ---- forgetting ----


def forget_people(header: Header) -> list[Change]:
    """The statements that take names, chat and whose seats they were out of a finished table."""
    changes: list[Change] = [
        delete(ACTIONS).where(ACTIONS.c.table_id == header.id, ACTIONS.c.kind.in_(("chat", "reaction"))),
        update(TABLES)
        .where(TABLES.c.id == header.id)
        .values(host=NOBODY, kicked=[], record=_without_names(header.record)),
    ]
    changes += [
        update(SEATS)
        .where(SEATS.c.table_id == header.id, SEATS.c.seat == seat.seat)
        .values(owner=None, name=f"Player {seat.seat + 1}")
        for seat in header.seats
        if seat.kind == "human"
    ]
    return changes


def _without_names(record: str | None) -> str | None:
    if record is None:
        return None
    return "".join(line for line in record.splitlines(True) if not line.startswith("[Player"))


async def purge(storage: Storage, now: int, names_days: float = 0, tables_days: float = 0) -> tuple[int, int]:
    """Forget people at tables that ended long ago, and tables that ended even longer ago (0 days: never).
    How many of each."""
    forgotten = deleted = 0
    if tables_days:
        async for header in all_headers(storage, ended_before=now - int(tables_days * DAY)):
            await storage.write(delete_table(header.id))
            deleted += 1
    if names_days:
        async for header in all_headers(storage, ended_before=now - int(names_days * DAY)):
            if header.host != NOBODY:
                await storage.write(forget_people(header))
                forgotten += 1
    return forgotten, deleted


# ---- copies ----


async def back_up(storage: Storage, file: Path) -> int:
    """Write a copy of everything as it is at one moment; the number of tables. The file is for its owner only:
    it holds what hands and decks are made from."""
    if file.exists():
        raise KeepingError(f"{file} exists already; name a new file.")
    try:
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise KeepingError(f"{file} cannot be written: {reason}.") from None
    if storage.shared:
        await _copy_shared(storage, file)
    else:
        with (
            closing(sqlite3.connect(str(storage.engine.url.database))) as source,
            closing(sqlite3.connect(file)) as target,
        ):
            source.backup(target)
            target.execute("PRAGMA journal_mode=DELETE")
    with closing(sqlite3.connect(file)) as copy:
        return int(copy.execute("SELECT count(*) FROM tables").fetchone()[0])


async def _copy_shared(storage: Storage, file: Path) -> None:
    target = create_engine(f"sqlite:///{file}")
    try:
        with target.begin() as copy:
            upgrade(copy)
        engine = storage.engine.execution_options(isolation_level="REPEATABLE READ")
        async with engine.connect() as source:
            for table in KEPT:
                rows = await source.stream(select(table))
                async for part in rows.partitions(ROWS_AT_ONCE):
                    with target.begin() as copy:
                        copy.execute(insert(table), [dict(row._mapping) for row in part])
    finally:
        target.dispose()


async def restore(storage: Storage, file: Path, replace: bool) -> int:
    """Put a backup in place of what is there, in one transaction; running servers read everything again."""
    if not file.is_file():
        raise KeepingError(f"There is no file {file}.")
    source = create_engine(f"sqlite:///file:{file}?mode=ro&uri=true")
    try:
        with source.connect() as copy:
            _check_backup(copy, file)
            async with storage.engine.begin() as target:
                count = int((await target.execute(select(func.count()).select_from(TABLES))).scalar_one())
                if count and not replace:
                    raise KeepingError(f"The database holds {count} tables; --replace puts the backup in their place.")
                return await _fill(copy, target, storage.shared)
    finally:
        source.dispose()


def _check_backup(copy: Connection, file: Path) -> None:
    try:
        version = copy.execute(text("SELECT version_num FROM alembic_version")).scalar()
    except Exception:
        raise KeepingError(f"{file} is no backup of Aiguillage.") from None
    if version != NEWEST:
        raise KeepingError(
            f"{file} was made by another version; start that file once with `--database sqlite:///{file}`."
        )
    missing = {table.name for table in KEPT} - set(inspect(copy).get_table_names())
    if missing:
        raise KeepingError(f"{file} is no backup of Aiguillage.")


async def _fill(copy: Connection, target: AsyncConnection, shared: bool) -> int:
    for table in reversed(KEPT):
        await target.execute(delete(table))
    tables = 0
    for table in KEPT:
        for rows in copy.execution_options(yield_per=ROWS_AT_ONCE).execute(select(table)).partitions():
            await target.execute(insert(table), [dict(row._mapping) for row in rows])
            tables += len(rows) if table is TABLES else 0
    if shared:
        await target.execute(
            text("SELECT pg_notify(:channel, :payload)"), {"channel": CHANNEL, "payload": f"{EVERYTHING}:0"}
        )
    return tables
