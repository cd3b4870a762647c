"""One client against everybody else: what is sent to stall, starve or fill the server has no effect on others."""

import asyncio
import contextlib
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Coroutine
from importlib import resources
from pathlib import Path
from typing import Any

import httpx
import pytest
from people import Person, ThreadServer, settings_for

from aiguillage.boards import BoardError
from aiguillage.boards.load import parse_board
from aiguillage.server.tables import checker as checker_module

ME = {"kind": "me", "name": "Ana"}
OPEN = {"kind": "open"}
BOT = {"kind": "bot", "bot": "random"}
HONEST_SECONDS = 1.5
"""How long an honest request may take meanwhile; the holes that these tests close took 4 to 31 s."""
PARIS = (resources.files("aiguillage.boards") / "paris.toml").read_text("utf-8")


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


class Honest:
    """Somebody who asks for something small all the time, and how long the slowest answer took."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.slowest = 0.0
        self.answers = 0

    async def ask_for_ever(self) -> None:
        async with httpx.AsyncClient(base_url=self.url, timeout=60) as client:
            while True:
                started = time.monotonic()
                response = await client.get("/api/status")
                assert response.status_code == 200
                self.slowest = max(self.slowest, time.monotonic() - started)
                self.answers += 1
                await asyncio.sleep(0.02)


@contextlib.asynccontextmanager
async def nobody_waits(url: str) -> AsyncIterator[None]:
    """What is done meanwhile holds nobody up."""
    honest = Honest(url)
    asking = asyncio.create_task(honest.ask_for_ever())
    await asyncio.sleep(0.1)
    try:
        yield
        answers = honest.answers
        while honest.answers < answers + 2 and not asking.done():  # also the one that was under way
            await asyncio.sleep(0.01)
    finally:
        asking.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asking
    assert honest.slowest < HONEST_SECONDS


# ---- boards and records of strangers ----

DEEP_KEY = ".".join("a" * 40_000) + "=1"
DEEP_TABLES = "\n".join(f"[{'.'.join('a' * 38)}.b{number}]" for number in range(2000))
WRONG_BOARDS = {
    "a deep key": DEEP_KEY,
    "many deep keys": DEEP_TABLES,
    "deep lists": "a = " + "[" * 90_000,
    "deep tables": "a = " + "{a=" * 60_000,
    "a long number": "a = " + "9" * 100_000,
    "a number too long to print": PARIS.replace("format = 1", "format = 0x" + "f" * 100_000),
    "a long name": PARIS.replace('name = "Paris"', f'name = "{"Paris" * 30_000}"', 1),
    "a long id": PARIS.replace('id = "paris"', f'id = "{"paris" * 30_000}"', 1),
    "many rows": PARIS.replace("[places]", "[places]\nlist = [" + "{}," * 60_000 + "]\n[places2]", 1),
    "many keys": "\n".join(f"key{number} = 1" for number in range(12_000)),
}


@pytest.mark.parametrize("what", WRONG_BOARDS)
def test_a_board_of_a_stranger_holds_nobody_up(server: ThreadServer, what: str) -> None:
    async def work() -> None:
        async with Person(server.url) as eve:
            await eve.post("/boards/check", {"board": PARIS})  # the process that reads has started
            text = WRONG_BOARDS[what][:200_000]
            started = time.monotonic()
            async with nobody_waits(server.url):
                verdict = await eve.post("/boards/check", {"board": text})
                body = {"game": "paris", "seats": [ME, OPEN], "board": text}
                refusal = await eve.post("/tables", body, 422)
            assert time.monotonic() - started < 20
            assert verdict["ok"] is False
            assert len(verdict["problem"]) < 500
            assert refusal["code"] == "bad_board"

    run(work())


def test_every_text_of_a_board_has_a_size() -> None:
    assert parse_board(PARIS, "paris").name == "Paris"
    for text in WRONG_BOARDS.values():
        if text != DEEP_TABLES:
            with pytest.raises(BoardError) as wrong:
                parse_board(text[:200_000], "it")
            assert len(str(wrong.value)) < 500


def test_reading_has_limits_of_time_and_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who takes too long is ended and refused; the next one is read again."""
    eat = "from aiguillage.server.tables import checker; checker._limit_memory(); bytearray(1 << 30)"
    eaten = subprocess.run([sys.executable, "-c", eat], capture_output=True, text=True, check=False)
    assert "MemoryError" in eaten.stderr

    async def work(server: ThreadServer) -> None:
        async with Person(server.url) as eve:
            assert (await eve.post("/boards/check", {"board": PARIS}))["ok"]
            monkeypatch.setattr(checker_module, "BOARD_SECONDS", 0.0)
            verdict = await eve.post("/boards/check", {"board": PARIS + "\n" * 100_000})
            assert "takes more than" in verdict["problem"]
            monkeypatch.undo()
            assert (await eve.post("/boards/check", {"board": PARIS}))["ok"]

    with ThreadServer(settings_for(tmp_path)) as running:
        run(work(running))


def test_a_board_names_no_figure(server: ThreadServer) -> None:
    """Whatever people call their boards, the figures have a fixed number of names."""

    async def work() -> None:
        async with Person(server.url) as ana:
            text = PARIS.replace('id = "paris"', 'id = "my-own-paris"', 1)
            table = await ana.create("paris", [ME, BOT], board=text, start=True)
            async with ana.sit(table) as place:
                view = await place.until("view", seat=0)
                await place.act(view["view"]["legal"][0]["text"])
            page = (await ana.http.get("/metrics")).text
            assert "my-own-paris" not in page
            assert 'game="own"' in page

    run(work())


def test_nothing_that_is_sent_is_a_mistake_of_the_server(server: ThreadServer) -> None:
    async def work() -> None:
        async with Person(server.url) as eve:
            for path in ("a" * 300, "a/" * 2000 + "a" * 5000, "assets/" + "b" * 4000, "%00", "%ff" * 300):
                response = await eve.http.get("/" + path)
                assert response.status_code < 500, path[:20]
            for query in ("before=" + "9" * 5000, "limit=" + "9" * 5000):
                assert (await eve.http.get("/api/tables?" + query)).status_code == 422
            for body in (
                '{"record": "\\u0000"}',
                '{"record": "\\ud800"}',
                '{"record": "[Seed \\"' + "9" * 6000 + '\\"]"}',
                '{"record": ' + "9" * 6000 + "}",
                "[" * 50_000,
            ):
                response = await eve.http.post(
                    "/api/records", content=body, headers={"content-type": "application/json"}
                )
                assert 400 <= response.status_code < 500, body[:20]
            reader, writer = await asyncio.open_connection(*server.listener.getsockname())
            writer.write(
                b"POST /api/records HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: "
                + b"9" * 5000
                + b"\r\n\r\n"
            )
            status = await reader.readline()
            assert b" 4" in status, status
            writer.close()

    run(work())
