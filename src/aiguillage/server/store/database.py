"""The database: its tables, its engine, its migrations."""

import contextlib
import os
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection, Engine, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

METADATA = sa.MetaData()
NEWEST = "0008"  # the newest migration

TABLES = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("board_name", sa.Text, nullable=False),
    sa.Column("board_digest", sa.String(64), nullable=False),
    sa.Column("board_text", sa.Text),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("host", sa.LargeBinary(32), nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("first", sa.SmallInteger),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("rules", sa.SmallInteger, nullable=False, server_default="1"),
    sa.Column("seed", sa.BigInteger),  # of games of rules version 1
    sa.Column("deal", sa.LargeBinary(16)),
    sa.Column("started", sa.BigInteger),
    sa.Column("ended", sa.BigInteger),
    sa.Column("winners", sa.JSON),
    sa.Column("totals", sa.JSON),
    sa.Column("rematch", sa.String(16)),
    sa.Column("kicked", sa.JSON, nullable=False),
    sa.Column("imported", sa.Boolean, nullable=False),
    sa.Column("record", sa.Text),
    sa.Column("daily", sa.String(10)),
    sa.Index("tables_by_status", "status", "public", "created"),
    sa.Index("tables_by_host", "host"),
    # a deal of the day is played once by a person
    sa.Index("tables_by_day", "daily", "game", "host", unique=True),
)


def _table_id() -> sa.Column[str]:
    """The table that a row belongs to, and goes with."""
    return sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


SEATS = sa.Table(
    "seats",
    METADATA,
    _table_id(),
    sa.Column("seat", sa.SmallInteger, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("colour", sa.String(12), nullable=False),
    sa.Column("owner", sa.LargeBinary(32)),
    sa.Column("bot", sa.String(40)),
    sa.Column("stand_in", sa.String(40)),
    sa.Index("seats_by_owner", "owner"),
)

ACTIONS = sa.Table(
    "actions",
    METADATA,
    _table_id(),
    sa.Column("sequence", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("seat", sa.SmallInteger),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("key", sa.LargeBinary(16)),
    sa.Column("played_by", sa.String(8)),
    sa.Column("spent", sa.Integer),
)

TURNS = sa.Table(
    "turns",
    METADATA,
    _table_id(),
    sa.Column("waiting", sa.SmallInteger, nullable=False),
    sa.Column("since", sa.BigInteger, nullable=False),
    sa.Column("deadline", sa.BigInteger),
    sa.Index("turns_by_deadline", "deadline"),
)

HANDOVERS = sa.Table(
    "handovers",
    METADATA,
    _table_id(),
    sa.Column("seat", sa.SmallInteger, primary_key=True),
    sa.Column("code", sa.LargeBinary(32), nullable=False),
    sa.Column("expires", sa.BigInteger, nullable=False),
)

NOTICES = sa.Table(
    "notices",
    METADATA,
    _table_id(),
    sa.Column("address", sa.Text, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("owner", sa.LargeBinary(32)),
    sa.Column("keys", sa.JSON),
)


PROCESSES = sa.Table(
    "processes",
    METADATA,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("secret", sa.LargeBinary(32), nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
)

OWNERS = sa.Table(
    "owners",
    METADATA,
    _table_id(),
    sa.Column("process", sa.String(16), sa.ForeignKey("processes.id", ondelete="CASCADE"), nullable=False),
    sa.Index("owners_by_process", "process"),
)

BOARDS = sa.Table(
    "boards",
    METADATA,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
)
"""The boards of titles, also as they were before an update."""

SECRETS = sa.Table(
    "secrets",
    METADATA,
    sa.Column("name", sa.String(16), primary_key=True),
    sa.Column("value", sa.LargeBinary(32), nullable=False),
)

MIGRATED = sa.Table("alembic_version", sa.MetaData(), sa.Column("version_num", sa.String(32), primary_key=True))
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
        sa.event.listen(engine.sync_engine, "connect", _sqlite_pragmas)
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
    engine = sa.create_engine(url.set(drivername="sqlite"), connect_args={"timeout": 30}, hide_parameters=True)
    sa.event.listen(engine, "connect", _sqlite_pragmas)
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


def _sqlite_pragmas(connection: DBAPIConnection, _: object) -> None:
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
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(4216783516)"))
    MIGRATED.create(connection, checkfirst=True)
    version = connection.execute(sa.select(MIGRATED.c.version_num)).scalar()
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
