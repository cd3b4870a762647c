"""What strangers leave behind in the server's memory: little, and no more of it however long they go on."""

import asyncio
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from people import PATIENCE, Person, ThreadServer, settings_for

from aiguillage import kernel
from aiguillage.boards import load_board
from aiguillage.bots import Bot, make_bot
from aiguillage.bots.neural_net import shipped_net
from aiguillage.server.tables.limits import Kept

ATTACK = Path(__file__).parents[2] / "bench" / "attack.py"
ME = {"kind": "me", "name": "Eve"}
MASTER = {"kind": "bot", "bot": "master"}
ALLOWED_GROWTH = 1.1  # from the first third of a long attack to its end


def used_by_kernel() -> int:
    """Bytes of the kernel's memory that somebody has."""
    memory = kernel.load().memory
    memory.take(1)  # what was given back is counted from now on
    return memory._end - sum(size for _, size in memory._free)


def test_bots_that_search_leave_nothing_at_their_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def quick(name: str, seed: int | None = None) -> Bot:
        return make_bot("search", seed or 1, ms=1, threads=1)

    monkeypatch.setattr("aiguillage.server.tables.driver.new_bot", quick)

    async def work(server: ThreadServer) -> None:
        async with Person(server.url) as eve:
            await watch(eve, await eve.create("paris", [ME, MASTER, MASTER], start=True))
            before = used_by_kernel()
            for _ in range(8):
                await watch(eve, await eve.create("paris", [ME, MASTER, MASTER], start=True))
            assert used_by_kernel() - before < 2_000_000  # sixteen bots would have eight megabytes

    async def watch(eve: Person, table: str) -> None:
        """Until both bots have chosen their tickets."""
        async with eve.sit(table) as place:
            view = (await place.until("view"))["view"]
            while any(player["choosing"] for player in view["players"][1:]):
                view = (await place.until("view"))["view"]

    with ThreadServer(settings_for(tmp_path)) as running:
        asyncio.run(work(running))


def test_what_is_kept_is_counted_in_bytes() -> None:
    kept = Kept(100)
    for number in range(10):
        kept.keep(number, bytes(40))
        kept.find(0)
    assert [number for number in range(10) if kept.find(number)] == [0, 9]
    kept.keep(0, b"another")
    assert kept.find(0) == bytes(40)
    kept.keep(11, bytes(101))
    assert kept.find(11) is None
    kept.keep(12, bytes(100))
    assert kept.find(12) is not None


def test_the_process_that_reads_knows_nothing_of_the_web() -> None:
    """It had 50 MB of what it never used."""
    heavy = "{'sqlalchemy', 'fastapi', 'starlette', 'pydantic', 'uvicorn'}"
    code = f"import sys, aiguillage.server.tables.reader; print(sorted({heavy} & set(sys.modules)))"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "[]\n"


def test_boards_that_only_call_themselves_otherwise_share_a_network() -> None:
    """Each had one of its own in the kernel's memory, for good."""
    board = load_board("paris")
    net = shipped_net(board)
    before = used_by_kernel()
    for number in range(100):
        assert shipped_net(replace(board, name=f"Board {number}")) is net
    assert used_by_kernel() - before < 100_000
    assert shipped_net.cache_info().currsize < 100


@pytest.mark.long
def test_memory_levels_off_under_attack() -> None:
    """Twelve abuses at once for five minutes."""
    line = "--tables 20 --rate 10 --seconds 300 --nice 0 --port 8796"
    command = [sys.executable, str(ATTACK), *line.split()]
    found: dict[str, Any] = json.loads(subprocess.check_output(command, timeout=10 * PATIENCE))
    samples = found["memory_MB"]["server"]
    assert samples[-1] < ALLOWED_GROWTH * samples[len(samples) // 3]
    assert max(found["memory_MB"]["reader"]) < 120
