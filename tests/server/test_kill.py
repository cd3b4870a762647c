"""Nothing lost: servers are killed at random moments under load, and every acknowledged action is still there."""

import asyncio
import random
from pathlib import Path

import pytest
from people import ProcessServer
from storm import Storm


def storm(database: str, folder: Path, processes: int, tables: int, kills: int, seed: int) -> Storm:
    servers = [ProcessServer(database, folder) for _ in range(processes)]
    happened = Storm(servers, random.Random(seed))

    async def work() -> None:
        await happened.run(tables, kills)
        played = len(happened.acknowledged)
        await happened.check(database)
        print(f"{happened.kills} kills, {played} acknowledged actions, {happened.finished} games finished")

    asyncio.run(work())
    return happened


def test_killed_on_sqlite(tmp_path: Path) -> None:
    happened = storm(f"sqlite:///{tmp_path / 'tables.sqlite'}", tmp_path, 1, tables=3, kills=3, seed=1)
    assert happened.kills == 3


def test_killed_on_postgres_with_two_processes(tmp_path: Path, postgres: str) -> None:
    happened = storm(postgres, tmp_path, 2, tables=3, kills=2, seed=2)
    assert happened.kills == 2


@pytest.mark.long
def test_killed_two_hundred_times_on_sqlite(tmp_path: Path) -> None:
    happened = storm(f"sqlite:///{tmp_path / 'tables.sqlite'}", tmp_path, 1, tables=8, kills=200, seed=3)
    assert happened.kills == 200


@pytest.mark.long
def test_killed_two_hundred_times_on_postgres(tmp_path: Path, postgres: str) -> None:
    happened = storm(postgres, tmp_path, 2, tables=8, kills=200, seed=4)
    assert happened.kills == 200
