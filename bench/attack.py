"""Twelve abuses at once while honest people play: what they notice of it.

    python bench/attack.py --tables 100 --rate 50 --seconds 60

Starts a server with its usual limits (SQLite in a temporary folder), lets two people play at each honest table at a
steady rate over all of them, first undisturbed and then while a second process commits twelve abuses at once, each
from an address of its own on the loopback and each bounded. Printed for both parts: the time from sending a move to
the other player's receiving it; then moves that were lost (sent and never acknowledged, or acknowledged and not in
the log), the memory of the server and of the processes it started, and what it logged.

Server, honest people and abusers share the machine; the abusers run at a lower priority, because their own hunger
for the processor is not what is measured.
"""

import argparse
import asyncio
import contextlib
import gc
import json
import logging
import os
import random
import re
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from aiguillage import Game
from aiguillage.titles import file_of
from load import ACK, ERROR, Load, Pair, Server, cpu_seconds, percentile, person

PARIS = file_of("paris", "board.toml").read_text("utf-8")
ME = {"kind": "me", "name": "Eve"}
EXPERT = {"kind": "bot", "bot": "master"}
DEEP = ".".join("a" * 40_000) + "=1"
MANY = "\n".join(f"[{'.'.join('a' * 38)}.b{number}]" for number in range(2000))
HUGE = PARIS.replace("[places]", "[places]\nlist = [" + "{}," * 60_000 + "]\n[places2]", 1)[:199_000]
PARTS, PART_SECONDS = 6, 15.0  # at least so many, each at most so long; memory is looked at after each
QUIET_SECONDS = 60.0  # at most, before the abuses begin
ANSWER_SECONDS = 60.0  # after which a move without an answer is lost
SET_UP_SECONDS = 400.0  # at most, for tables to be made on a busy machine, and for the end
GONE = (
    OSError,
    EOFError,
    httpx.HTTPError,
    asyncio.IncompleteReadError,
    asyncio.LimitOverrunError,
    ValueError,
)


# ---- the abuses ----


@dataclass
class Abuser:
    """One client with bad intentions, at an address of its own."""

    url: str
    source: str
    record: str
    chance: random.Random = field(default_factory=lambda: random.Random(1))
    done: Counter[str] = field(default_factory=Counter)

    def client(self) -> httpx.AsyncClient:
        return person(self.url, self.source)

    async def connect(self, data: bytes = b"") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        host, _, port = self.url.rpartition("/")[2].partition(":")
        reader, writer = await asyncio.open_connection(host, int(port), local_addr=(self.source, 0))
        writer.write(data)
        return reader, writer

    async def ask(self, client: httpx.AsyncClient, method: str, path: str, **more: Any) -> httpx.Response:
        response = await client.request(method, path, **more)
        self.done[str(response.status_code)] += 1
        return response

    async def table(self, client: httpx.AsyncClient, seats: list[dict[str, str]], **more: Any) -> str | None:
        body = {"game": "paris", "seats": seats, "options": {"pace": "instant"}, **more}
        answer = (await self.ask(client, "POST", "/api/tables", json=body)).json()
        return str(answer["table"]["id"]) if "table" in answer else None

    def upgrade(self, table: str) -> bytes:
        return (
            f"GET /api/tables/{table}/socket HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: upgrade\r\n"
            "upgrade: websocket\r\nsec-websocket-version: 13\r\n"
            "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        ).encode()


def frames(payload: bytes, opcode: int, size: int) -> bytes:
    """So many bytes of masked frames."""
    frame = bytes([0x80 | opcode, 0x80 | len(payload), 0, 0, 0, 0]) + payload
    return frame * (size // len(frame))


async def _flood(eve: Abuser, data: bytes) -> None:
    """Five sockets that send all this at once, until they are cut off."""
    async with eve.client() as client:
        table = await eve.table(client, [ME, {"kind": "open"}])
    if table is None:
        await asyncio.sleep(1)
        return
    for _ in range(20):
        sockets = [await eve.connect(eve.upgrade(table)) for _ in range(5)]
        for reader, writer in sockets:
            with contextlib.suppress(*GONE):
                await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 5)
            writer.write(data)
        for reader, writer in sockets:
            with contextlib.suppress(*GONE):
                await asyncio.wait_for(reader.read(), 5)
            writer.close()
            eve.done["sockets"] += 1


async def bursts(eve: Abuser) -> None:
    await _flood(eve, frames(b"{}", 1, 240_000))


async def pings(eve: Abuser) -> None:
    await _flood(eve, frames(b"", 9, 60_000))


async def slow(eve: Abuser, begin: bytes) -> None:
    """Three hundred connections that send a byte a second."""
    open_: list[asyncio.StreamWriter] = []
    for _ in range(300):
        with contextlib.suppress(*GONE):
            open_.append((await eve.connect(begin))[1])
            eve.done["connections"] += 1
    for _ in range(12):
        await asyncio.sleep(1)
        for writer in open_:
            if not writer.is_closing():
                writer.write(b"x")
    for writer in open_:
        writer.close()


async def slow_headers(eve: Abuser) -> None:
    await slow(eve, b"GET /api/status HTTP/1.1\r\nhost: 127.0.0.1\r\nx-a: ")


async def slow_bodies(eve: Abuser) -> None:
    await slow(eve, b"POST /api/tables HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 400000\r\n\r\n{")


async def idle_sockets(eve: Abuser) -> None:
    """As many WebSockets as an address may have, and more, that never say or read anything."""
    async with eve.client() as client:
        table = await eve.table(client, [ME, {"kind": "open"}])
    if table is None:
        await asyncio.sleep(1)
        return
    open_ = []
    for _ in range(300):
        with contextlib.suppress(*GONE):
            open_.append((await eve.connect(eve.upgrade(table)))[1])
            eve.done["sockets"] += 1
    await asyncio.sleep(10)
    for writer in open_:
        writer.close()


async def _check(eve: Abuser, board: str) -> None:
    async with eve.client() as client:
        number = eve.chance.randrange(10**9)
        await eve.ask(client, "POST", "/api/boards/check", json={"board": f"# {number}\n{board}"})


async def huge_boards(eve: Abuser) -> None:
    await _check(eve, eve.chance.choice((HUGE, PARIS)))


async def deep_boards(eve: Abuser) -> None:
    await _check(eve, eve.chance.choice((DEEP, MANY, "a = " + "[" * 90_000)))


async def imports(eve: Abuser) -> None:
    async with eve.client() as client:  # each time as somebody new
        await eve.ask(client, "POST", "/api/records", json={"record": eve.record})


async def rematches(eve: Abuser) -> None:
    async with eve.client() as client:
        table = await eve.table(client, [ME, EXPERT])
        while table is not None:
            await eve.ask(client, "POST", f"/api/tables/{table}/close")
            answer = (await eve.ask(client, "POST", f"/api/tables/{table}/rematch")).json()
            table = answer["table"]["id"] if "table" in answer else None


async def replays(eve: Abuser) -> None:
    async with eve.client() as client:
        kept = await eve.ask(client, "POST", "/api/records", json={"record": eve.record})
        if "table" not in kept.json():
            await asyncio.sleep(1)
            return
        table = kept.json()["table"]["id"]
        for _ in range(300):
            start, seat = eve.chance.randrange(200), eve.chance.randrange(2)
            path = f"/api/tables/{table}/replay?seat={seat}&start={start}&count={eve.chance.randrange(1, 101)}"
            await eve.ask(client, "GET", path)


async def experts(eve: Abuser) -> None:
    """Tables at which expert bots play each other, watched so that they go on, each by another browser."""
    async with contextlib.AsyncExitStack() as stack:
        for _ in range(18):
            client = await stack.enter_async_context(eve.client())
            table = await eve.table(client, [EXPERT, EXPERT, ME], start=True)
            if table is not None:
                _, writer = await eve.connect(eve.upgrade(table))
                stack.callback(writer.close)
        await asyncio.sleep(30)


async def long_names(eve: Abuser) -> None:
    async with eve.client() as client:
        await eve.ask(client, "GET", "/" + "a/" * 2000 + "a" * 5000)
        await eve.ask(client, "GET", "/api/tables?before=" + "9" * 5000)
        await eve.ask(client, "GET", "/api/tables/" + "b" * 5000)
        body = {"game": "paris", "seats": [{"kind": "me", "name": "n" * 400_000}, EXPERT]}
        await eve.ask(client, "POST", "/api/tables", json=body)
        await eve.ask(client, "POST", "/api/records", content="[" * 400_000)
    reader, writer = await eve.connect(b"\x16\x03\x01 this is no HTTP at all\r\n" * 100)
    await asyncio.wait_for(reader.read(), 5)
    writer.close()


ABUSES: dict[str, Callable[[Abuser], Awaitable[None]]] = {
    "bursts of tiny frames": bursts,
    "pings": pings,
    "slow headers": slow_headers,
    "slow bodies": slow_bodies,
    "idle sockets": idle_sockets,
    "huge boards": huge_boards,
    "deep boards": deep_boards,
    "imports": imports,
    "chains of rematches": rematches,
    "replays": replays,
    "expert bots": experts,
    "long names and paths": long_names,
}


def long_record() -> str:
    """A whole game of Europe, decided at random."""
    chance, game = random.Random(1), Game.new("europe", seats=2, seed=1)
    while not game.over:
        game.play(chance.choice(game.legal_actions()))
    return game.record()


async def abuse_for_ever(url: str, chosen: list[str], nice: int) -> None:
    """All abuses at once, each again and again, until the process is ended; every second what was done."""
    record = long_record()
    os.nice(nice)  # not before: on a busy machine it would never be ready
    abusers = {name: Abuser(url, f"127.66.0.{n}", record) for n, name in enumerate(chosen, 1)}

    async def again(name: str) -> None:
        while True:
            with contextlib.suppress(*GONE):
                await ABUSES[name](abusers[name])
            abusers[name].done["rounds"] += 1
            await asyncio.sleep(0.01)

    tasks = [asyncio.create_task(again(name)) for name in abusers]
    while True:
        await asyncio.sleep(1)
        print(json.dumps({name: dict(eve.done) for name, eve in abusers.items()}), flush=True)
        for task in tasks:
            if task.done():
                task.result()


# ---- the honest ----


@dataclass
class Honest(Load):
    """People whose every move is followed up."""

    sent: dict[tuple[str, str], str] = field(default_factory=dict)
    acknowledged: dict[tuple[str, int], str] = field(default_factory=dict)
    number: int = 0

    def _action(self, view: bytes) -> bytes | None:
        action = super()._action(view)
        if action is None:
            return None
        self.number += 1
        return b'%b,"id":"%d"}' % (action[:-1], self.number)

    def _move(self, pair: Pair) -> None:
        before = self.number
        super()._move(pair)
        if self.number > before:
            self.sent[pair.table, str(self.number)] = ""

    def _heard(self, pair: Pair, seat: int, frame: bytes) -> None:
        if frame.startswith((ACK, ERROR)):
            answer = json.loads(frame)
            known = self.sent.pop((pair.table, str(answer["id"])), None)
            if known is not None and answer["type"] == "ack":
                self.acknowledged[pair.table, answer["sequence"]] = answer["id"]
        super()._heard(pair, seat, frame)

    def figures(self) -> dict[str, Any]:
        """What was measured since the last time."""
        found = figures(self.delays, self.errors)
        self.delays, self.errors = [], []
        return found

    def lost(self, file: Path) -> int:
        """Moves that were never answered, or acknowledged and are not in the log."""
        with contextlib.closing(sqlite3.connect(file)) as database:
            rows = database.execute("SELECT table_id, sequence FROM actions WHERE kind = 'play'")
            stored = {(table, sequence) for table, sequence in rows}
        return len(self.sent) + len(set(self.acknowledged) - stored)


def figures(delays: list[float], errors: list[bytes]) -> dict[str, Any]:
    """How long moves took, and what was refused."""
    found: dict[str, Any] = {"moves": len(delays)}
    if delays:
        found |= {
            "p50_ms": round(1000 * statistics.median(delays), 1),
            "p99_ms": round(1000 * percentile(delays, 0.99), 1),
            "max_ms": round(1000 * max(delays), 1),
        }
    return found | {"refused": dict(Counter(json.loads(error)["code"] for error in errors))}


def memory_of(pid: int) -> dict[str, float]:
    """The resident memory of the server and of the processes it started, in MB."""
    found: dict[int, int] = {}
    parents: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = path.read_text().rpartition(")")[2].split()
            parents.setdefault(int(fields[1]), []).append(int(path.parent.name))
    waiting = [pid]
    while waiting:
        one = waiting.pop()
        waiting += parents.get(one, [])
        with contextlib.suppress(OSError):
            match = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{one}/status").read_text())
            found[one] = int(match[1]) if match else 0
    server = found.pop(pid, 0)
    return {"server": round(server / 1000, 1), "reader": round(sum(found.values()) / 1000, 1)}


async def run(options: argparse.Namespace, result: dict[str, Any]) -> None:
    """Fill in what is found as soon as it is."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        file = folder / "tables.sqlite"
        server = Server(folder, f"sqlite:///{file}", options.port, usual_limits=True)
        abusers: subprocess.Popen[bytes] | None = None
        try:
            await server.start(60.0)
            assert server.process is not None
            honest = Honest([server.url], random.Random(1))
            await honest.set_up(options.tables)
            await honest.play(options.rate, 10)
            honest.measuring = True
            await honest.play(options.rate, min(options.seconds, QUIET_SECONDS))
            result |= {"tables": options.tables, "rate": options.rate, "before": honest.figures()}
            tell("before", result["before"])
            log = folder / "server.log"
            logged, memory = log.stat().st_size, [memory_of(server.process.pid)]
            with (folder / "abuses").open("wb") as told:
                command = [sys.executable, __file__, "--abuse", server.url, "--nice", str(options.nice)]
                abusers = subprocess.Popen([*command, "--only", *options.only], stdout=told)
            while not (folder / "abuses").stat().st_size:
                assert abusers.poll() is None
                await honest.play(options.rate, 1)
            honest.figures()
            pids = {"server": server.process.pid, "abusers": abusers.pid, "honest": os.getpid()}
            cpu, started = {who: cpu_seconds(pid) for who, pid in pids.items()}, time.monotonic()
            during: list[float] = []
            errors: list[bytes] = []
            parts = max(PARTS, round(options.seconds / PART_SECONDS))
            for part in range(1, parts + 1):
                await honest.play(options.rate, options.seconds / parts)
                assert abusers.poll() is None
                memory.append(memory_of(server.process.pid))
                during, errors = [*during, *honest.delays], [*errors, *honest.errors]
                tell(f"{part} of {parts}", honest.figures() | {"memory_MB": memory[-1]})
                wall = time.monotonic() - started
                result["during"] = figures(during, errors)
                result["memory_MB"] = {who: [one[who] for one in memory] for who in memory[0]}
                result["log_bytes_a_minute"] = round((log.stat().st_size - logged) * 60 / wall)
                result["cpu_percent"] = {
                    who: round(100 * (cpu_seconds(pid) - cpu[who]) / wall) for who, pid in pids.items()
                }
                result["abuses"] = json.loads((folder / "abuses").read_text().splitlines()[-2])
            patience = time.monotonic() + ANSWER_SECONDS
            while honest.sent and time.monotonic() < patience:
                await asyncio.sleep(0.5)
            result["lost_moves"] = honest.lost(file)
            async with person(server.url, "127.0.0.1") as client:
                page = (await client.get("/metrics")).text
            result["cut_off"] = dict(re.findall(r'aiguillage_cut_off_total\{why="(\w+)"\} (\S+)', page))
            await honest.leave()
        finally:
            for process in (abusers, server.process):
                if process is not None and process.poll() is None:
                    process.kill()


def tell(part: str, found: dict[str, Any]) -> None:
    """Whoever waits sees how it goes."""
    print(part, json.dumps(found), file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=100, help="honest tables, two people at each")
    parser.add_argument("--rate", type=float, default=50.0, help="honest moves a second over all tables")
    parser.add_argument("--seconds", type=float, default=60.0, help="of each part")
    parser.add_argument("--port", type=int, default=8766)
    parser.add_argument("--only", nargs="+", choices=ABUSES, default=list(ABUSES), help="only these abuses")
    parser.add_argument(
        "--nice", type=int, default=10, help="of the abusers; where other programs run, 10 may starve them"
    )
    parser.add_argument("--abuse", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.abuse:
        logging.getLogger("asyncio").setLevel(logging.ERROR)  # who is cut off need not complain
        asyncio.run(abuse_for_ever(options.abuse, options.only, options.nice))
        return
    gc.disable()  # a pause of the generator would be counted as the server's
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # what was found is printed all the same
    result: dict[str, Any] = {}
    limit = SET_UP_SECONDS + min(options.seconds, QUIET_SECONDS) + options.seconds
    try:
        asyncio.run(asyncio.wait_for(run(options, result), limit))
    except TimeoutError:
        result["unfinished"] = f"ended after {limit:.0f} s"
    finally:
        print(json.dumps(result, indent=1))
    if "unfinished" in result:
        sys.exit(1)


if __name__ == "__main__":
    main()
