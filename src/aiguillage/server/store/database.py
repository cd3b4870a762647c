"""The database: its tables, its engine, its migrations."""

import contextlib
import os
from pathlib import Path
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    create_engine,
    event,
    select,
    text,
)
from sqlalchemy.engine import URL, Connection, Engine, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

METADATA = MetaData()
NEWEST = "0008"  # the newest migration

TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("board_name", Text, nullable=False),
    Column("board_digest", String(64), nullable=False),
    Column("board_text", Text),
    Column("status", String(8), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("host", LargeBinary(32), nullable=False),
    Column("options", JSON, nullable=False),
    Column("first", SmallInteger),
    Column("created", BigInteger, nullable=False),
    Column("rules", SmallInteger, nullable=False, server_default="1"),
    Column("seed", BigInteger),  # of games of rules version 1
    Column("deal", LargeBinary(16)),
    Column("started", BigInteger),
    Column("ended", BigInteger),
    Column("winners", JSON),
    Column("totals", JSON),
    Column("rematch", String(16)),
    Column("kicked", JSON, nullable=False),
    Column("imported", Boolean, nullable=False),
    Column("record", Text),
    Column("daily", String(10)),
    Index("tables_by_status", "status", "public", "created"),
    Index("tables_by_host", "host"),
    # a deal of the day is played once by a person
    Index("tables_by_day", "daily", "game", "host", unique=True),
)

SEATS = Table(
    "seats",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("name", Text, nullable=False),
    Column("colour", String(12), nullable=False),
    Column("owner", LargeBinary(32)),
    Column("bot", String(40)),
    Column("stand_in", String(40)),
    Index("seats_by_owner", "owner"),
)

ACTIONS = Table(
    "actions",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("sequence", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("seat", SmallInteger),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("key", LargeBinary(16)),
    Column("played_by", String(8)),
    Column("spent", Integer),
)

TURNS = Table(
    "turns",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("waiting", SmallInteger, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("deadline", BigInteger),
    Index("turns_by_deadline", "deadline"),
)

HANDOVERS = Table(
    "handovers",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    Column("code", LargeBinary(32), nullable=False),
    Column("expires", BigInteger, nullable=False),
)

NOTICES = Table(
    "notices",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("address", Text, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("owner", LargeBinary(32)),
    Column("keys", JSON),
)


PROCESSES = Table(
    "processes",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("address", Text, nullable=False),
    Column("secret", LargeBinary(32), nullable=False),
    Column("until", BigInteger, nullable=False),
)

OWNERS = Table(
    "owners",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("process", String(16), ForeignKey("processes.id", ondelete="CASCADE"), nullable=False),
    Index("owners_by_process", "process"),
)

BOARDS = Table(
    "boards",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("text", Text, nullable=False),
)
"""The boards of titles, also as they were before an update."""

SECRETS = Table(
    "secrets",
    METADATA,
    Column("name", String(16), primary_key=True),
    Column("value", LargeBinary(32), nullable=False),
)

MIGRATED = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))
"""Alembic's own table: the migration that the others are of."""

KEPT = [table for table in METADATA.sorted_tables if table not in (PROCESSES, OWNERS)]
"""What a backup holds, in an order in which it can be written."""

CONNECT_SECONDS = 5.0
STATEMENT_SECONDS = 20.0  # after which a database is away, except for those who are patient


def make_engine(url: str, patient: bool = False) -> AsyncEngine:
    """An engine for the URL; SQLite is told to survive both crashes and power cuts."""
    if make_url(url).get_backend_name() == "sqlite":
        _keep_private(make_url(url).database)
        engine = create_async_engine(url, connect_args={"timeout": 30}, hide_parameters=True)
        event.listen(engine.sync_engine, "connect", _sqlite_pragmas)
        return engine
    return create_async_engine(
        url,
        pool_size=8,
        max_overflow=8,
        pool_timeout=2 * CONNECT_SECONDS,
        pool_pre_ping=True,
        hide_parameters=True,
        connect_args={"timeout": CONNECT_SECONDS, "command_timeout": None if patient else STATEMENT_SECONDS},
    )


def make_file_engine(url: URL) -> Engine:
    """A second engine for a SQLite file, for the thread that writes."""
    engine = create_engine(url.set(drivername="sqlite"), connect_args={"timeout": 30}, hide_parameters=True)
    event.listen(engine, "connect", _sqlite_pragmas)
    return engine


def _keep_private(file: str | None) -> None:
    """Only the server's user may read a file that says what nobody knows; SQLite gives its log the same rights."""
    if not file or file == ":memory:":
        return
    with contextlib.suppress(OSError):  # SQLite will say what is wrong with it
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
        for path in (file, f"{file}-wal", f"{file}-shm"):
            if os.path.exists(path):
                os.chmod(path, 0o600)


def _sqlite_pragmas(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "cache_size=-2000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


async def migrate(engine: AsyncEngine) -> None:
    """Bring the database to this version's tables. Of several processes starting at once one does it."""
    async with engine.begin() as connection:
        await connection.run_sync(upgrade)


def upgrade(connection: Connection) -> None:
    """Make the tables, or run the migrations that are missing, on a connection in a transaction. Only migrations import
    Alembic, which takes longer than all the rest of the start, and 12 MB."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(4216783516)"))
    MIGRATED.create(connection, checkfirst=True)
    version = connection.execute(select(MIGRATED.c.version_num)).scalar()
    if version is None:
        METADATA.create_all(connection)
        connection.execute(MIGRATED.insert(), {"version_num": NEWEST})
    if version in (None, NEWEST):
        return
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
