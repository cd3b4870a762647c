"""Databases as servers of earlier versions left them, and how they were made:

    python tests/server/old_databases.py CHECKOUT NAME

starts the server of another checkout, with its own `.venv`, on a PostgreSQL. Two people finish a game of Paris there
and begin one of each title below; then the server is killed, and every row goes into `old_databases/NAME.json.gz`.
"""

import asyncio
import gzip
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from people import Person, ProcessServer, play_out
from sqlalchemy import Connection, MetaData, select
from sqlalchemy.ext.asyncio import create_async_engine

from aiguillage.server import store
from aiguillage.server.tables.settings import async_url
from conftest import running_postgres

FOLDER = Path(__file__).parent / "old_databases"
TITLES = ("paris", "europe", "cardgame")
MOVES = 40  # of each game that is going on
SEATS = [{"kind": "me", "name": "Ana"}, {"kind": "open"}]


def upgrade_to(connection: Connection, revision: str) -> None:
    """The tables of an earlier version."""
    config = Config()
    config.set_main_option("script_location", str(Path(store.__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def read(name: str) -> dict[str, Any]:
    """What is written down of a database: its people, its games, its rows."""
    found: dict[str, Any] = json.loads(gzip.decompress((FOLDER / f"{name}.json.gz").read_bytes()))
    return found


async def restore(old: dict[str, Any], url: str) -> None:
    """Put an old database in the place of an empty one."""
    engine = create_async_engine(url)
    async with engine.begin() as connection:
        await connection.run_sync(_restore, old)
    await engine.dispose()


def _restore(connection: Connection, old: dict[str, Any]) -> None:
    (version,) = old["rows"]["alembic_version"]
    upgrade_to(connection, version["version_num"])
    for table in _tables(connection):
        rows = [{name: _bytes(value) for name, value in row.items()} for row in old["rows"][table.name]]
        if rows:
            connection.execute(table.insert(), rows)


def _dump(connection: Connection) -> dict[str, list[dict[str, Any]]]:
    version = MetaData()
    version.reflect(connection, only=["alembic_version"])
    tables = [*_tables(connection), *version.sorted_tables]
    return {table.name: [dict(row._mapping) for row in connection.execute(select(table))] for table in tables}


def _tables(connection: Connection) -> list[Any]:
    """All but Alembic's own, in an order in which they can be written."""
    metadata = MetaData()
    metadata.reflect(connection)
    return [table for table in metadata.sorted_tables if table.name != "alembic_version"]


def _bytes(value: Any) -> Any:
    return bytes.fromhex(value["hex"]) if isinstance(value, dict) and value.keys() == {"hex"} else value


def _hex(value: Any) -> dict[str, str]:
    return {"hex": bytes(value).hex()}


class OldServer(ProcessServer):
    """The server of another checkout."""

    def __init__(self, checkout: Path, database: str, folder: Path) -> None:
        super().__init__(database, folder)
        self._checkout = checkout

    def start(self) -> None:
        rooms = (self._checkout / "src/aiguillage/server/web").exists()
        module = f"aiguillage.server.{'web.' if rooms else ''}command"
        python = str(self._checkout.resolve() / ".venv/bin/python")
        line = [
            *(python, "-m", module, "--no-browser"),
            *("--port", str(self.port), "--database", self.database),
        ]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(line, env=self.environment, stdout=log, stderr=log)


async def live(server: OldServer) -> dict[str, Any]:
    """Games as they are played; the cookies, and which table is which."""
    chance = random.Random(1)
    async with Person(server.url) as ana, Person(server.url, "Ben") as ben:
        tables = [await begin(ana, ben, title) for title in (TITLES[0], *TITLES)]
        async with ana.sit(tables[0]) as first, ben.sit(tables[0]) as second:
            outcome = await play_out([first, second], chance)
        for table in tables[1:]:
            async with ana.sit(table) as first, ben.sit(table) as second:
                await play_some([first, second], chance)
        return {
            "cookies": [ana.token, ben.token],
            "over": tables[0],
            "totals": [seat["total"] for seat in outcome["seats"]],
            "going": dict(zip(TITLES, tables[1:], strict=True)),
        }


async def begin(ana: Person, ben: Person, title: str) -> str:
    table = await ana.create(title, SEATS)
    await ben.post(f"/tables/{table}/join", {"name": "Ben"})
    await ana.post(f"/tables/{table}/start")
    return table


async def play_some(places: list[Any], chance: random.Random) -> None:
    """Forty decisions at random."""
    for place in places:
        await place.until("view")
    for _ in range(MOVES):
        place = next(place for place in places if any(view["legal"] for view in place.views.values()))
        view = next(iter(place.views.values()))
        await place.act(chance.choice(view["legal"])["text"])
        for other in places:
            while other.sequence < place.sequence or max(other.seen.values()) < place.sequence:
                await other.receive()


async def make(checkout: Path, name: str) -> None:
    with tempfile.TemporaryDirectory() as folder, running_postgres() as database:
        server = OldServer(checkout, database.get_uri(), Path(folder))
        server.start()
        try:
            await server.ready()
            found = await live(server)
        finally:
            server.kill()
        engine = create_async_engine(async_url(database.get_uri()))
        async with engine.connect() as connection:
            found["rows"] = await connection.run_sync(_dump)
        await engine.dispose()
    FOLDER.mkdir(exist_ok=True)
    text = json.dumps(found, default=_hex).encode()
    (FOLDER / f"{name}.json.gz").write_bytes(gzip.compress(text, 9, mtime=0))
    print(found["rows"]["alembic_version"], len(text), (FOLDER / f"{name}.json.gz").stat().st_size)


if __name__ == "__main__":
    asyncio.run(make(Path(sys.argv[1]), sys.argv[2]))
