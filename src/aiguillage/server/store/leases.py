"""Which process a table belongs to, where several share one PostgreSQL.

A process is alive while its row in `processes` says so, which it renews every `RENEW_SECONDS`. A row in `owners` names
the process that a table belongs to: a table's lease lasts as long as its process is alive, and one update renews all of
them. Times are the database's, so that no clocks need agree. Who could not renew in time writes nothing (`held`); and
if two processes ever believed to own a table, the number of the entry would still decide between them.
"""

import contextlib
import secrets
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from time import monotonic

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from .database import OWNERS, PROCESSES, TABLES
from .storage import AWAY, StorageError

LEASE_SECONDS = 6.0
RENEW_SECONDS = 2.0
FORGOTTEN_SECONDS = 3600.0  # after which the row of a process that died is deleted
ATTEMPTS = 5
NOW = sa.cast(sa.extract("epoch", sa.func.clock_timestamp()) * 1000, sa.BigInteger)


@dataclass(frozen=True, slots=True)
class Process:
    """A server process, and how the others reach it."""

    id: str
    address: str
    secret: bytes


class Leases:
    """What belongs to this process."""

    def __init__(self, engine: AsyncEngine, address: str, secret: bytes) -> None:
        self._engine = engine
        self.me = Process(secrets.token_hex(8), address, secret)
        self._until = 0.0

    @property
    def held(self) -> bool:
        """Whether what belonged to this process surely still does."""
        return monotonic() < self._until

    @contextlib.asynccontextmanager
    async def _database(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._engine.begin() as connection:
                yield connection
        except AWAY:
            raise StorageError("the database does not answer") from None

    async def renew(self) -> set[str] | None:
        """Stay alive for a while; None if in time. If it comes so late that others may have taken tables, those that
        still belong to this process: nothing is `held` before that is known."""
        asked = monotonic()
        until = NOW + int(1000 * LEASE_SECONDS)
        row = postgresql.insert(PROCESSES).values(
            id=self.me.id, address=self.me.address, secret=self.me.secret, until=until
        )
        async with self._database() as connection:
            await connection.execute(row.on_conflict_do_update(index_elements=["id"], set_={"until": until}))
        owned = None
        if not self.held:
            async with self._database() as connection:
                old = NOW - int(1000 * FORGOTTEN_SECONDS)
                await connection.execute(sa.delete(PROCESSES).where(PROCESSES.c.until < old))
            owned = await self.owned()
        self._until = asked + LEASE_SECONDS
        return owned

    async def claim(self, table: str) -> Process | None:
        """Take a table that belongs to nobody alive; None if it is ours now, else whose it is. `KeyError` if there
        is no such table."""
        if not self.held:
            raise StorageError("nothing can be claimed before the lease is renewed")
        for _ in range(ATTEMPTS):
            async with self._database() as connection:
                found = (await connection.execute(_owner(table))).one_or_none()
                if found is not None:
                    return None if found.id == self.me.id else Process(found.id, found.address, found.secret)
                if (await connection.execute(_claim(table, self.me.id))).one_or_none() is not None:
                    return None
                known = await connection.execute(sa.select(TABLES.c.id).where(TABLES.c.id == table))
                if known.one_or_none() is None:
                    raise KeyError(table)
        raise StorageError("others were quicker again and again")

    async def owned(self) -> set[str]:
        """The tables that belong to this process."""
        async with self._database() as connection:
            query = sa.select(OWNERS.c.table_id).where(OWNERS.c.process == self.me.id)
            return set((await connection.execute(query)).scalars())

    async def release(self, tables: Iterable[str]) -> None:
        """Anybody may have these."""
        async with self._database() as connection:
            await connection.execute(
                sa.delete(OWNERS).where(OWNERS.c.process == self.me.id, OWNERS.c.table_id.in_(list(tables)))
            )

    async def bury(self, process: Process) -> None:
        """Nobody listens at a process's address any more: its tables may be taken at once."""
        async with self._database() as connection:
            await connection.execute(sa.update(PROCESSES).where(PROCESSES.c.id == process.id).values(until=0))

    async def leave(self) -> None:
        """This process ends: what belonged to it is free."""
        self._until = 0.0
        async with self._database() as connection:
            await connection.execute(sa.delete(PROCESSES).where(PROCESSES.c.id == self.me.id))


def _owner(table: str) -> sa.Select[tuple[str, str, bytes]]:
    return (
        sa.select(PROCESSES.c.id, PROCESSES.c.address, PROCESSES.c.secret)
        .join(OWNERS, OWNERS.c.process == PROCESSES.c.id)
        .where(OWNERS.c.table_id == table, PROCESSES.c.until > NOW)
    )


def _claim(table: str, me: str) -> sa.Executable:
    rows = sa.select(TABLES.c.id, sa.literal(me)).where(TABLES.c.id == table)
    alive = sa.select(PROCESSES.c.id).where(PROCESSES.c.until > NOW)
    return (
        postgresql.insert(OWNERS)
        .from_select(["table_id", "process"], rows)
        .on_conflict_do_update(
            index_elements=["table_id"],
            set_={"process": me},
            where=sa.or_(OWNERS.c.process == me, OWNERS.c.process.not_in(alive)),
        )
        .returning(OWNERS.c.table_id)
    )
