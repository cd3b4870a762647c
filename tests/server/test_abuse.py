"""One client against everybody else: what is sent to stall, starve or fill the server has no effect on others."""

import asyncio
import contextlib
import hashlib
import json
import logging
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Coroutine
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from people import GENEROUS, PATIENCE, Person, Place, ThreadServer, play_out, settings_for
from prometheus_client import CollectorRegistry, Counter
from uvicorn.server import ServerState

from aiguillage.boards import BoardError, load_board
from aiguillage.boards.load import parse_board
from aiguillage.bots import Seen
from aiguillage.server.protocol import Replay
from aiguillage.server.store import storage as storage_module
from aiguillage.server.tables import checker as checker_module
from aiguillage.server.tables.boards import board_json
from aiguillage.server.tables.limits import Budgets, network_of
from aiguillage.server.tables.settings import Limits
from aiguillage.server.tables.turns import Turns
from aiguillage.server.web.logs import JsonLines, Sparing
from aiguillage.server.web.wire import Door, Http, protocols
from aiguillage.titles import file_of

ME = {"kind": "me", "name": "Ana"}
OPEN = {"kind": "open"}
BOT = {"kind": "bot", "bot": "random"}
HONEST_SECONDS = 1.5
"""How long an honest request may take meanwhile; the holes that these tests close took 4 to 31 s."""
LONG_SECONDS = 300.0  # of each long form
GROWTH = 50_000_000  # bytes that may come and go
PARIS = file_of("paris", "board.toml").read_text("utf-8")


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


class Honest:
    """Somebody who asks for something small all the time, and how long the slowest answer took."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.slowest = 0.0
        self.answers = 0

    async def ask_for_ever(self) -> None:
        async with httpx.AsyncClient(base_url=self.url, timeout=PATIENCE) as client:
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
    eat = "from aiguillage.server.tables import reader; reader.limit_memory(reader.MEMORY); bytearray(1 << 30)"
    eaten = subprocess.run([sys.executable, "-c", eat], capture_output=True, text=True, check=False)
    assert "MemoryError" in eaten.stderr
    turn = "from aiguillage.server.tables import reader; reader.limit_time(0.2)\nwhile True: pass"
    assert subprocess.run([sys.executable, "-c", turn], check=False).returncode == -signal.SIGXCPU

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
                b"POST /api/records HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: " + b"9" * 5000 + b"\r\n\r\n"
            )
            status = await reader.readline()
            assert b" 4" in status, status
            writer.close()

    run(work())


# ---- bursts over a WebSocket ----


def frames(payload: bytes, opcode: int, size: int) -> bytes:
    """So many bytes of masked frames."""
    frame = bytes([0x80 | opcode, 0x80 | len(payload), 0, 0, 0, 0]) + payload
    return frame * (size // len(frame))


async def knock(server: ThreadServer, table: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A WebSocket as bare bytes, after its handshake."""
    reader, writer = await asyncio.open_connection(*server.listener.getsockname())
    writer.write(
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: upgrade\r\n"
        "upgrade: websocket\r\nsec-websocket-version: 13\r\n"
        "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    assert b" 101 " in await reader.readline()
    return reader, writer


async def drained(reader: asyncio.StreamReader) -> int:
    """How much comes until the other side has closed."""
    total = 0
    with contextlib.suppress(ConnectionError):
        while piece := await reader.read(1 << 16):
            total += len(piece)
    return total


BURSTS = {
    "empty objects": (b"{}", 1, 240_000),
    "empty texts": (b"", 1, 240_000),
    "fragments": (b"", 0, 240_000),
    "pings": (b"", 9, 60_000),
    "pongs": (b"", 10, 60_000),
    "slowly": (b"{}", 1, 60_000),
}


@pytest.mark.parametrize("what", BURSTS)
def test_a_burst_of_frames_holds_nobody_up_and_is_cut_off(tmp_path: Path, what: str) -> None:
    payload, opcode, size = BURSTS[what]
    data = frames(payload, opcode, size)
    if what == "fragments":
        data = bytes([0x01, 0x80, 0, 0, 0, 0]) + data.replace(b"\x80\x80", b"\x00\x80")

    async def work(server: ThreadServer) -> None:
        async with Person(server.url) as ana:
            table = await ana.create("paris", [ME, OPEN])
            sockets = [await knock(server, table) for _ in range(5)]
            async with nobody_waits(server.url):
                for _, writer in sockets:
                    if what == "slowly":
                        writer.write(data[:2000])
                    else:
                        writer.write(data)
                if what == "slowly":
                    for start in range(2000, len(data), 500):
                        for _, writer in sockets:
                            writer.write(data[start : start + 500])
                        await asyncio.sleep(0.02)
                for reader, _ in sockets:
                    assert await asyncio.wait_for(drained(reader), PATIENCE) < 200_000
            for _, writer in sockets:
                writer.close()
            page = (await ana.http.get("/metrics")).text
            assert "aiguillage_cut_off_total" in page

    with ThreadServer(settings_for(tmp_path, limits=Limits())) as running:
        run(work(running))


def test_who_goes_on_after_being_refused_is_cut_off(tmp_path: Path) -> None:
    limits = Limits(refusals_per_second=0.01, refusals_burst=5)

    async def work(server: ThreadServer) -> None:
        async with Person(server.url) as ana:
            table = await ana.create("paris", [ME, OPEN])
            async with ana.sit(table) as place:
                for _ in range(30):  # what is allowed never counts
                    assert (await place.ask("ping"))["type"] == "pong"
                for _ in range(5):
                    assert (await place.ask("undo", sequence=1))["type"] == "error"
                await place.send("undo", sequence=1)
                await asyncio.wait_for(place.socket.wait_closed(), PATIENCE)
                assert place.socket.close_code == 1008

    with ThreadServer(settings_for(tmp_path, limits=limits)) as running:
        run(work(running))


# ---- slow connections ----


def test_slow_connections_are_ended_and_counted(tmp_path: Path) -> None:
    """Idle ones, half a header, half a body, an answer nobody takes; and no more than so many of an address."""
    limits = Limits(header_seconds=0.5, body_seconds=0.5, connections_per_address=40)
    begun = {
        "nothing": b"",
        "half a header": b"GET /api/status HTTP/1.1\r\nhost: 127.0.0.1\r\n",
        "half a body": b"POST /api/tables HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100\r\n\r\n{",
        "half a second request": b"GET /api/status HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\nGET /api",
    }

    async def work(server: ThreadServer) -> None:
        async with Person(server.url) as ana:
            for what, data in begun.items():
                reader, writer = await asyncio.open_connection(*server.listener.getsockname())
                writer.write(data)
                started = time.monotonic()
                await asyncio.wait_for(drained(reader), PATIENCE)
                assert 0.3 < time.monotonic() - started < 5, what
                writer.close()
            crowd = [await asyncio.open_connection(*server.listener.getsockname()) for _ in range(60)]
            ended = await asyncio.gather(*(asyncio.wait_for(drained(reader), PATIENCE) for reader, _ in crowd))
            assert ended == [0] * 60
            for _, writer in crowd:
                writer.close()
            await asyncio.sleep(0.1)
            table = await ana.create("paris", [ME, OPEN])
            async with ana.sit(table) as place:  # a WebSocket is no slow request
                await place.until("hello")
                await asyncio.sleep(1.2)
                assert (await place.ask("ping"))["type"] == "pong"
            page = (await ana.http.get("/metrics")).text
            counts = dict(re.findall(r'aiguillage_cut_off_total\{why="(\w+)"\} (\d+)', page))
            assert int(counts["connections"]) >= 20
            assert int(counts["headers"]) >= 40
            assert int(counts["body"]) == 1

    with ThreadServer(settings_for(tmp_path, limits=limits)) as running:
        run(work(running))


DRIPPED = {
    "a header": b"GET /api/status HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ",
    "many headers": b"GET /api/status HTTP/1.1\r\n",
    "a request line": b"",
    "a body": b"POST /api/tables HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 400000\r\n\r\n{",
    "chunks": b"POST /api/tables HTTP/1.1\r\nhost: 127.0.0.1\r\ntransfer-encoding: chunked\r\n\r\n",
    "a second request": b"GET /api/status HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n",
}


@pytest.mark.parametrize("what", DRIPPED)
def test_dripping_bytes_buy_no_time(tmp_path: Path, what: str) -> None:
    """However steadily they come: a request is there in time or its connection is ended."""
    drops = {"many headers": b"a:b\r\n", "chunks": b"1\r\nx\r\n"}

    async def work(server: ThreadServer) -> None:
        reader, writer = await asyncio.open_connection(*server.listener.getsockname())
        writer.write(DRIPPED[what])
        ended = asyncio.create_task(drained(reader))
        started = time.monotonic()
        while not ended.done():
            assert time.monotonic() - started < 8
            writer.write(drops.get(what, b"x"))
            await asyncio.sleep(0.1)
        assert time.monotonic() - started > 0.4
        writer.close()

    limits = Limits(header_seconds=0.6, body_seconds=0.6)
    with ThreadServer(settings_for(tmp_path, limits=limits)) as running:
        run(work(running))


BULKS = {
    "chunks of a byte": b"POST /api/records HTTP/1.1\r\nhost: 127.0.0.1\r\ntransfer-encoding: chunked\r\n\r\n"
    + b"1\r\nx\r\n" * 80_000,
    "tiny headers": b"GET /api/status HTTP/1.1\r\nhost: 127.0.0.1\r\n" + b"a:b\r\n" * 100_000,
    "tiny requests": b"GET /api/status HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n" * 1_000,
    "an upgrade and frames at once": b"GET /api/tables/aaaaaaaaaaaaaaaa/socket HTTP/1.1\r\nhost: 127.0.0.1\r\n"
    b"connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
    b"sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n" + frames(b"{}", 1, 240_000),
}


@pytest.mark.parametrize("what", BULKS)
def test_a_request_in_tiny_pieces_holds_nobody_up(tmp_path: Path, what: str) -> None:
    """Five connections send it in one write each."""

    async def work(server: ThreadServer) -> None:
        sockets = [await asyncio.open_connection(*server.listener.getsockname()) for _ in range(5)]
        spent = time.process_time()
        async with nobody_waits(server.url):
            for _, writer in sockets:
                writer.write(BULKS[what])
            for reader, writer in sockets:
                if what == "tiny requests":
                    writer.write_eof()
                await asyncio.wait_for(drained(reader), 40)
        for _, writer in sockets:
            writer.close()
        if what != "tiny requests":  # each of which is counted and answered
            assert time.process_time() - spent < 2

    limits = GENEROUS.model_copy(update={"body_seconds": 8.0, "header_seconds": 8.0})
    with ThreadServer(settings_for(tmp_path, limits=limits)) as running:
        run(work(running))


def test_who_goes_on_before_the_answer_is_not_read() -> None:
    """However much somebody sends behind a request, little of it is kept until that one is answered."""
    answer = asyncio.Event()

    async def slow(scope: Any, receive: Any, send: Any) -> None:
        await answer.wait()

    async def work() -> None:
        door = Door(Limits(), (), Counter("refused", "why", ["why"], registry=CollectorRegistry()))
        config = uvicorn.Config(slow, lifespan="off", log_config=None)
        config.load()
        (kind, _), made = protocols(door), []

        def new() -> Http:
            made.append(kind(config=config, server_state=ServerState(), app_state={}))
            return made[-1]

        server = await asyncio.get_running_loop().create_server(new, "127.0.0.1", 0)
        _, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        writer.write(b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
        with contextlib.suppress(TimeoutError):
            for _ in range(300):
                writer.write(b"x" * 100_000)
                await asyncio.wait_for(writer.drain(), 0.5)
        assert len(made[0].conn.trailing_data[0]) < 1_000_000
        answer.set()
        writer.transport.abort()
        server.close()

    run(work())


def test_an_address_counts_for_its_network() -> None:
    assert network_of("203.0.113.7") == network_of("::ffff:203.0.113.7") == "203.0.113.7"
    assert network_of("2001:db8:1:2::1") == network_of("2001:db8:1:2:ffff::9%eth0")
    assert network_of("2001:db8:1:2::1") != network_of("2001:db8:1:3::1")
    assert network_of("testclient") == "testclient"


def test_the_log_cannot_be_flooded_and_stays_json() -> None:
    now = 0.0
    formatter, sparing = JsonLines(), Sparing(lambda: now)
    lines = []

    def say(logger: str, message: str) -> None:
        record = logging.LogRecord(logger, logging.WARNING, "", 0, message, (), None)
        if sparing.filter(record):
            lines.append(json.loads(formatter.format(record)))

    for number in range(100_000):
        say("uvicorn.error", "Invalid HTTP request received.")
        say("aiguillage.sockets", f"{number} \ud800" + "x" * 100_000 if number < 2000 else "the same")
    assert len(lines) == 200
    assert sum(len(json.dumps(line)) for line in lines) < 1_000_000
    now = 61.0
    say("uvicorn.error", "Invalid HTTP request received.")
    assert lines[-1]["left_out"] == 200_000 - 200


# ---- taking turns back ----


async def play_to_turn(place: Place) -> dict[str, Any]:
    """Choose opening tickets; the first view in which the person is to take a turn."""
    while True:
        for view in list(place.views.values()):
            if view["phase"] == "turn" and view["legal"]:
                return view
            if view["legal"]:
                await place.act(view["legal"][0]["text"])
        if not any(view["legal"] for view in place.views.values()):
            await place.receive()


def test_what_was_drawn_stays_drawn(server: ThreadServer) -> None:
    """Against bots, who agree to everything, a blind draw can be taken back but not made anew."""

    async def work() -> None:
        async with Person(server.url) as ana:
            table = await ana.create("europe", [ME, BOT], start=True)
            async with ana.sit(table) as place:
                await place.until("view")
                before = await play_to_turn(place)
                hands = []
                for _ in range(12):
                    assert (await place.act("blind"))["type"] == "ack"
                    hands.append(place.views[0]["hand"])
                    assert (await place.act("blind"))["type"] == "ack"
                    hands.append(place.views[0]["hand"])
                    assert (await place.ask("takeback", answer="ask"))["type"] == "ack"
                    assert place.views[0]["hand"] == before["hand"]
                assert len({json.dumps(hand, sort_keys=True) for hand in hands}) == 2
            # The log knows it too: after the table has left the memory the same card comes.
            server.house.loop.call_soon_threadsafe(server.house.tables[table].sleep)
            await asyncio.sleep(0.1)
            async with ana.sit(table) as place:
                await place.until("view")
                await place.act("blind")
                assert place.views[0]["hand"] == hands[0]

    run(work())


def test_nobody_agrees_for_a_person(server: ThreadServer) -> None:
    async def work() -> None:
        async with Person(server.url) as ana, Person(server.url) as ben:
            table = await ana.create("europe", [ME, OPEN], options={"pace": "calm"})
            await ben.post(f"/tables/{table}/join", {"name": "Ben"})
            await ana.post(f"/tables/{table}/start")
            async with ana.sit(table) as place:
                await place.until("view")
                await place.act(place.views[0]["legal"][0]["text"])
                await ben.post(f"/tables/{table}/leave", {"seat": 1})
                await place.ask("takeback", answer="ask")
                asked = next(frame for frame in reversed(place.frames) if frame["type"] == "takeback")
                assert asked["what"] == "asked"
                assert asked["state"]["waiting"] == [1]

    run(work())


# ---- the time of day ----


def test_setting_the_time_takes_nobodys_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time of day is set forward by an hour, twice, and back; clocks and grace periods go on as before."""
    honest_time = time.time_ns
    steps = 0

    def set_time(hours: int) -> None:
        nonlocal steps
        steps += hours * 3_600_000_000_000

    monkeypatch.setattr(time, "time_ns", lambda: honest_time() + steps)
    clock = {"kind": "bank", "seconds": 600}

    async def work(server: ThreadServer) -> None:
        async with Person(server.url) as ana, Person(server.url) as ben:
            table = await ana.create("paris", [ME, OPEN], options={"clock": clock}, first=0)
            await ben.post(f"/tables/{table}/join", {"name": "Ben"})
            await ana.post(f"/tables/{table}/start")
            async with ana.sit(table) as first:
                async with ben.sit(table) as second:
                    for hours in (1, 1, -5):
                        set_time(hours)
                        for place in (first, second):
                            await place.ask("ping")
                            seat = next(iter(place.views))
                            if place.views[seat]["legal"]:
                                answer = await place.act(place.views[seat]["legal"][0]["text"])
                                assert answer["type"] == "ack"
                    view = [frame for frame in first.frames if frame["type"] == "view"][-1]
                    assert view["by"] == "human"
                    assert all(590_000 < left <= 600_000 for left in view["clock"]["left"])
                await first.until("presence", present=[0])
                set_time(2)
                refusal = await ana.post(f"/tables/{table}/bot", {"seat": 1}, 409)
                assert refusal["code"] == "present"

    with ThreadServer(settings_for(tmp_path)) as running:
        run(work(running))


# ---- small holes ----


def test_health_means_that_something_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage_module, "CHECK_SECONDS", 0.0)

    async def work(server: ThreadServer) -> None:
        async with Person(server.url) as ana:
            assert (await ana.http.get("/healthz")).status_code == 200

            async def full(*_: object) -> list[bool]:
                raise OSError(28, "No space left on device")

            monkeypatch.setattr(storage_module.Storage, "_transaction", full)
            assert (await ana.http.get("/healthz")).status_code == 503
            assert (await ana.http.get("/api/tables")).status_code == 200  # reading goes on

    with ThreadServer(settings_for(tmp_path)) as running:
        run(work(running))


def test_files_with_secrets_are_private(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    file.touch(0o644)
    with ThreadServer(settings_for(tmp_path)):
        names = [path.name for path in tmp_path.glob("tables.sqlite*")]
        assert len(names) == 3
        assert all(path.stat().st_mode & 0o077 == 0 for path in tmp_path.glob("tables.sqlite*"))


def test_errors_of_the_database_name_nobody(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def work(server: ThreadServer) -> str:
        async with Person(server.url) as ana:
            table = await ana.create("paris", [ME, BOT])
            server.house.loop.call_soon_threadsafe(server.house.tables.clear)
            with sqlite3.connect(tmp_path / "tables.sqlite") as other:
                other.execute("DROP TABLE seats")
            other.close()
            await asyncio.sleep(0.1)
            assert (await ana.http.get(f"/api/tables/{table}")).json()["code"] == "busy"
            assert (await ana.http.post("/api/tables", json={"game": "paris", "seats": [ME, BOT]})).status_code == 503
            return table

    with ThreadServer(settings_for(tmp_path)) as running:
        table = asyncio.run(work(running))
    written = "\n".join(JsonLines().format(record) for record in caplog.records)
    assert "failed" in written
    assert table not in written
    assert "SELECT" not in written
    assert "INSERT" not in written


def test_who_stands_in_for_the_host_does_not_send_him_away(tmp_path: Path) -> None:
    async def work(server: ThreadServer) -> None:
        async with Person(server.url) as ana, Person(server.url) as ben:
            table = await ana.create("paris", [ME, OPEN, OPEN])
            await ben.post(f"/tables/{table}/join", {"name": "Ben"})
            async with ben.sit(table) as place:
                await place.until("hello")
                assert (await ben.post(f"/tables/{table}/kick", {"seat": 0}, 403))["code"] == "not_host"
                await ben.post(f"/tables/{table}/bot", {"seat": 2})  # what a host may do, while he is away
                async with ana.sit(table) as back:
                    await back.until("hello")
                    await ben.post(f"/tables/{table}/start", expect=403)
                    await ana.post(f"/tables/{table}/start")
                await place.until("presence", present=[0, 1])
                await place.until("presence", present=[1])
                assert (await ben.post(f"/tables/{table}/remove", {"seat": 0}, 403))["code"] == "not_host"
                assert (await ana.get(f"/tables/{table}"))["you"] == {"seats": [0], "host": True}

    with ThreadServer(settings_for(tmp_path, grace_seconds=0.0)) as running:
        run(work(running))


def test_names_show_something(server: ThreadServer) -> None:
    async def work() -> None:
        async with Person(server.url) as eve:
            for name in (
                "\u3164",
                "\u2800\u2800",
                "\u200b",
                "\u00ad\u2060",
                "\U000e0041",
                "\u0301",
                "\u115f \uffa0",
                "\U0001d159",
                "\U00013441 \U00013442",
            ):
                body = {"game": "paris", "seats": [{"kind": "me", "name": name}, OPEN]}
                assert (await eve.http.post("/api/tables", json=body)).status_code == 422, ascii(name)
            for name in ("Zoë", "한글", "𝔄", "🚂"):
                await eve.create("paris", [{"kind": "me", "name": name}, OPEN])

    run(work())


def test_only_cookies_that_we_made_count(server: ThreadServer) -> None:
    """Nobody chooses who he is: a cookie without our mark is answered with a new one."""

    async def work() -> None:
        for forged in ("a" * 47 + "g", "A" * 48, "-" * 48, "a" * 49, "a" * 48, "a" * 32, "0" * 32):
            async with Person(server.url) as eve:
                response = await eve.http.post(
                    "/api/tables",
                    json={"game": "paris", "seats": [ME, OPEN]},
                    headers={"cookie": f"aiguillage={forged}"},
                )
                assert re.search(r"aiguillage=[0-9a-f]{48};", response.headers["set-cookie"])
                table = response.json()["table"]["id"]
                headers = {"cookie": f"aiguillage={forged}"}
                seen = (await eve.http.get(f"/api/tables/{table}", headers=headers)).json()
                assert seen["you"] == {"seats": [], "host": False}

    run(work())


def test_a_cookie_of_before_the_mark_keeps_its_seats(tmp_path: Path) -> None:
    """Versions before gave out cookies without a mark; whoever has a seat by one keeps it, a made-up one has none."""

    async def work(server: ThreadServer) -> None:
        async with Person(server.url) as ana:
            table = await ana.create("paris", [ME, OPEN])
            old = "0123456789abcdef" * 2
            server.house.loop.call_soon_threadsafe(server.house.reload)
            with contextlib.closing(sqlite3.connect(tmp_path / "tables.sqlite")) as database, database:
                owner = hashlib.sha256(old.encode()).digest()
                database.execute("UPDATE seats SET owner = ? WHERE seat = 0", (owner,))
                database.execute("UPDATE tables SET host = ?", (owner,))
            for cookie, seats in ((old, [0]), ("f" * 32, [])):
                async with httpx.AsyncClient(base_url=server.url, cookies={"aiguillage": cookie}) as other:
                    assert (await other.get(f"/api/tables/{table}")).json()["you"]["seats"] == seats

    with ThreadServer(settings_for(tmp_path)) as running:
        run(work(running))


# ---- limits by cost ----


def test_a_chain_of_rematches_is_limited_like_new_tables(tmp_path: Path) -> None:
    async def work(server: ThreadServer) -> None:
        async with Person(server.url) as eve:
            table = await eve.create("paris", [ME, BOT])
            made = 1
            while True:
                await eve.post(f"/tables/{table}/close")
                answer = await eve.ask("POST", f"/tables/{table}/rematch")
                if "table" not in answer:
                    break
                table = answer["table"]["id"]
                made += 1
            assert answer["code"] == "rate"
            assert made == 6

    limits = GENEROUS.model_copy(update={"tables_per_minute": 6})
    with ThreadServer(settings_for(tmp_path, limits=limits)) as running:
        run(work(running))


def test_replays_and_records_cost_something(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A replay is made once however often it is asked for; who has a lot made waits; records have a number."""
    made = 0
    original = checker_module.Checker.replay

    async def counted(*arguments: Any) -> Any:
        nonlocal made
        made += 1
        return await original(*arguments)

    monkeypatch.setattr(checker_module.Checker, "replay", counted)

    async def work(server: ThreadServer) -> None:
        async with Person(server.url) as ana:
            table = await ana.create("paris", [ME, BOT], start=True)
            async with ana.sit(table) as place:
                await play_out([place], random.Random(1))
            first = await ana.get(f"/tables/{table}/replay?seat=0&count=20")
            assert await ana.get(f"/tables/{table}/replay?seat=0&count=20") == first
            assert made == 1
            Replay.model_validate(first)
            record = await ana.get(f"/tables/{table}/record")
            await ana.post("/records", {"record": record}, 201)
            await ana.post("/records", {"record": record}, 201)
            assert (await ana.post("/records", {"record": record}, 429))["code"] == "records"
            server.guard.app.state.work.charge("127.0.0.1", 1000)
            for path, body in (("/records", {"record": record}), ("/boards/check", {"board": PARIS})):
                assert (await ana.post(path, body, 429))["code"] == "rate"
            await ana.get(f"/tables/{table}/replay?seat=0&count=21", 429)
            await ana.create("paris", [ME, BOT])  # what costs nothing is not held back

    limits = GENEROUS.model_copy(update={"records_per_client": 2, "work_per_minute": 60})
    with ThreadServer(settings_for(tmp_path, limits=limits)) as running:
        run(work(running))


def test_who_asks_for_a_lot_at_once_pays_for_it_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty boards sent at the same moment are not all read because none was paid for yet, and another network's board
    does not wait for them."""
    original = checker_module.Checker._ask_now

    def slowly(self: Any, job: bytes, seconds: float) -> Any:
        time.sleep(0.2)
        answer, took = original(self, job, seconds)
        return answer, took + 1

    monkeypatch.setattr(checker_module.Checker, "_ask_now", slowly)

    async def work(server: ThreadServer) -> None:
        elsewhere = httpx.AsyncHTTPTransport(local_address="127.0.0.66")
        async with (
            Person(server.url) as ana,
            httpx.AsyncClient(base_url=server.url, transport=elsewhere, timeout=PATIENCE) as eve,
        ):
            await ana.post("/boards/check", {"board": PARIS})  # the process that reads has started

            def check(number: int) -> Coroutine[Any, Any, httpx.Response]:
                return eve.post("/api/boards/check", json={"board": f"# {number}\n{PARIS}"})

            crowd = [asyncio.create_task(check(number)) for number in range(40)]
            await asyncio.sleep(0.3)
            assert (await ana.post("/boards/check", {"board": PARIS}))["ok"]
            assert sum(not task.done() for task in crowd) > 0  # those who came before are not all served
            statuses = [response.status_code for response in await asyncio.gather(*crowd)]
            assert 4 <= statuses.count(200) <= 7
            assert statuses.count(429) == 40 - statuses.count(200)

    limits = GENEROUS.model_copy(update={"work_per_minute": 5})
    with ThreadServer(settings_for(tmp_path, limits=limits)) as running:
        run(work(running))


def test_budgets_are_paid_back_with_time() -> None:
    now = 0.0
    budgets = Budgets(30, most=2, clock=lambda: now)
    budgets.charge("a", 29)
    assert budgets.affords("a")
    budgets.charge("a", 31)
    assert not budgets.affords("a")
    assert budgets.affords("b")
    now = 61.0
    assert budgets.affords("a")
    assert budgets.spent("a") == pytest.approx(29.5)
    for key in "bcd":
        budgets.charge(key, 1)
    assert budgets.spent("a") == 0  # the oldest is forgotten


def test_boards_are_made_ready_once() -> None:
    assert board_json(load_board("europe")) is board_json(load_board("europe"))


class Slow:
    """A bot that takes its time."""

    made = 0  # decisions of all of them

    def choose(self, seen: Seen) -> str:
        time.sleep(0.3)
        Slow.made += 1
        return seen.legal[0].text


async def made_before(place: Place) -> int:
    """How many decisions slow bots make until the one of this table has made its first."""
    await place.until("hello")
    before = Slow.made
    await place.until("view", by="bot")
    return Slow.made - before


def test_many_slow_bots_of_one_client_do_not_starve_anothers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aiguillage.server.tables.driver.new_bot", lambda name, seed=None: Slow())
    slow = {"kind": "bot", "bot": "expert"}

    async def work(server: ThreadServer) -> None:
        async with Person(server.url) as eve, Person(server.url) as ana:
            for _ in range(15):
                await eve.create("paris", [slow, slow], start=True)
            async with contextlib.AsyncExitStack() as stack:
                for table in (await eve.get("/tables?list=mine"))["tables"]:
                    await stack.enter_async_context(eve.sit(table["table"]["id"]))
                table = await ana.create("paris", [ME, BOT], start=True)
                async with ana.sit(table) as place:
                    assert await made_before(place) < 10  # behind all of eve's it would be 16

    with ThreadServer(settings_for(tmp_path, bot_threads=1)) as running:
        run(work(running))


def test_turns_to_think() -> None:
    """Watched tables first, networks in turn and clients within each, and nobody waits for ever."""

    async def work() -> None:
        turns, order, thought = Turns(1), [], asyncio.Event()

        async def think(network: str, client: str, watched: bool, patience: float = PATIENCE) -> None:
            async with turns.turn(network, client, watched, patience) as called:
                order.append(client if called else f"{client} gave up")
                if called:
                    await thought.wait()

        first = asyncio.create_task(think("x", "eve", True))
        while not order:
            await asyncio.sleep(0)
        wishes = [
            ("x", "eve", True),
            ("x", "eve", True),
            ("y", "nobody", False),
            ("x", "ana", True),
            ("x", "eve", True),
            ("z", "ben", True),
            ("z", "ben", True),
        ]
        tasks = [asyncio.create_task(think(*wish)) for wish in wishes]
        hasty = asyncio.create_task(think("y", "hasty", False, 0.02))
        gone = asyncio.create_task(think("w", "gone", True))
        await hasty
        gone.cancel()
        thought.set()
        await asyncio.gather(first, *tasks)
        assert order == ["eve", "hasty gave up", "eve", "ben", "ana", "ben", "eve", "eve", "nobody"]
        async with turns.turn("x", "eve", True, 1) as called:
            assert called

    run(work())


def test_many_browsers_of_one_network_share_its_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fifteen cookies are no fifteen shares: what counts first is where somebody comes from."""
    monkeypatch.setattr("aiguillage.server.tables.driver.new_bot", lambda name, seed=None: Slow())
    slow = {"kind": "bot", "bot": "expert"}

    async def work(server: ThreadServer) -> None:
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(15):
                eve = await stack.enter_async_context(Person(server.url))
                eve.http = httpx.AsyncClient(
                    base_url=server.url, transport=httpx.AsyncHTTPTransport(local_address="127.0.0.66")
                )
                await stack.enter_async_context(eve.sit(await eve.create("paris", [slow, slow], start=True)))
            ana = await stack.enter_async_context(Person(server.url))
            table = await ana.create("paris", [ME, BOT], start=True)
            async with ana.sit(table) as place:
                assert await made_before(place) < 10  # behind all of eve's it would be 16

    with ThreadServer(settings_for(tmp_path, bot_threads=1)) as running:
        run(work(running))


# ---- longer forms ----


@pytest.mark.long
@pytest.mark.parametrize("what", BURSTS)
def test_bursts_again_and_again(tmp_path: Path, what: str) -> None:
    """Five minutes of bursts, each socket cut off and replaced: nobody waits, and the memory does not grow."""
    payload, opcode, size = BURSTS[what]
    data = frames(payload, opcode, size)

    async def work(server: ThreadServer) -> None:
        async with Person(server.url) as ana:
            table = await ana.create("paris", [ME, OPEN])
            memory = []
            async with nobody_waits(server.url):
                for _ in range(10):
                    ends = time.monotonic() + LONG_SECONDS / 10
                    while time.monotonic() < ends:
                        sockets = [await knock(server, table) for _ in range(5)]
                        for _, writer in sockets:
                            writer.write(data)
                        for reader, writer in sockets:
                            await asyncio.wait_for(drained(reader), PATIENCE)
                            writer.close()
                    memory.append(resident())
            assert memory[-1] < memory[2] + GROWTH

    limits = Limits(requests_per_second=1000, requests_burst=1000)
    with ThreadServer(settings_for(tmp_path, limits=limits)) as running:
        run(work(running))


@pytest.mark.long
def test_slow_connections_for_long(tmp_path: Path) -> None:
    """Five minutes of as many idle, half-begun and dribbling connections as an address may have, and more."""
    begun = (
        b"",
        b"GET /api/status HTTP/1.1\r\nhost: 127.0.0.1\r\n",
        b"POST /api/tables HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100000\r\n\r\n{",
    )

    async def work(server: ThreadServer) -> None:
        memory = []
        async with nobody_waits(server.url):
            for _ in range(10):
                ends = time.monotonic() + LONG_SECONDS / 10
                crowd = []
                for number in range(1100):
                    source = ("127.0.0.66", 0)
                    reader, writer = await asyncio.open_connection(*server.listener.getsockname(), local_addr=source)
                    writer.write(begun[number % len(begun)])
                    crowd.append((reader, writer))
                while time.monotonic() < ends:
                    await asyncio.sleep(1)
                    for _, writer in crowd:
                        if not writer.is_closing():
                            writer.write(b"x")
                for _, writer in crowd:
                    writer.close()
                memory.append(resident())
        assert memory[-1] < memory[2] + GROWTH

    with ThreadServer(settings_for(tmp_path, limits=Limits())) as running:
        run(work(running))


@pytest.mark.long
def test_what_costs_a_lot_for_long(tmp_path: Path) -> None:
    """Five minutes of boards, records, replays and rematches from one address, while another plays game after game."""

    async def work(server: ThreadServer) -> None:
        elsewhere = httpx.AsyncHTTPTransport(local_address="127.0.0.66")
        async with Person(server.url) as ana:
            table = await ana.create("paris", [ME, BOT], start=True)
            async with ana.sit(table) as place:
                await play_out([place], random.Random(1))
            record = await ana.get(f"/tables/{table}/record")

            async def abuse() -> None:
                async with httpx.AsyncClient(base_url=server.url, transport=elsewhere, timeout=PATIENCE) as eve:
                    for number in range(10**9):
                        board = f"# {number}\n{list(WRONG_BOARDS.values())[number % len(WRONG_BOARDS)]}"
                        await asyncio.gather(
                            eve.post("/api/boards/check", json={"board": board[:200_000]}),
                            eve.post("/api/records", json={"record": record}),
                            eve.get(f"/api/tables/{table}/replay?seat=0&start={number % 50}&count=100"),
                            eve.post("/api/tables", json={"game": "paris", "seats": [ME, BOT], "start": True}),
                        )

            abusing = asyncio.create_task(abuse())
            games, ends = 0, time.monotonic() + LONG_SECONDS
            async with nobody_waits(server.url):
                while time.monotonic() < ends and not abusing.done():
                    table_ = await ana.create("paris", [ME, BOT], start=True)
                    async with ana.sit(table_) as place:
                        await play_out([place], random.Random(games))
                    games += 1
            assert not abusing.done()
            abusing.cancel()
            assert games > 3

    limits = Limits(requests_per_second=1000, requests_burst=1000, messages_per_second=1000, frames_per_second=1000)
    with ThreadServer(settings_for(tmp_path, limits=limits)) as running:
        run(work(running))


def resident() -> int:
    """The memory of this process, in which the server runs too, in bytes."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path("/proc/self/status").read_text())
    assert found is not None
    return 1024 * int(found[1])
