"""People and programs at a real server: what the tests of the server are written with."""

import asyncio
import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import uvicorn
import websockets
from forked import Forked
from websockets.asyncio.client import ClientConnection

from aiguillage.server.tables.settings import Limits, Settings
from aiguillage.server.web.app import make_app
from aiguillage.server.web.command import uvicorn_config

# A busy machine may take its time; only something that is broken takes this long.
PATIENCE = 120.0

GENEROUS = Limits(
    body_bytes=10_000_000,
    messages_per_second=10_000,
    messages_burst=10_000,
    chat_per_second=10_000,
    chat_burst=10_000,
    hints_per_second=1000,
    hints_burst=1000,
    requests_per_second=10_000,
    requests_burst=10_000,
    tables_per_client=10_000,
    tables_per_minute=10_000,
    sockets_per_address=10_000,
    sockets_per_client=10_000,
    connections_per_address=10_000,
    work_per_minute=10_000,
    records_per_client=10_000,
    records_per_hour=10_000,
    analyses_per_hour=10_000,
    frames_per_second=10_000,
    frames_burst=100_000,
    bytes_per_second=10_000_000,
    bytes_burst=10_000_000,
    pings_per_second=1000,
    pings_burst=1000,
    refusals_per_second=10_000,
    refusals_burst=100_000,
)


async def patiently(pause: float = 0.05) -> AsyncIterator[None]:
    """Look again and again, until something that works would long have come."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        yield
        await asyncio.sleep(pause)


def settings_for(folder: Path, **more: object) -> Settings:
    values: dict[str, object] = {
        "database": f"sqlite:///{folder / 'tables.sqlite'}",
        "pace_scale": 0.0,
        "reports": folder / "reports",
        "limits": GENEROUS,
    }
    return Settings(**(values | more))  # type: ignore[arg-type]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ThreadServer:
    """A whole server in a thread of the test process, reached over a real socket."""

    def __init__(self, settings: Settings) -> None:
        self.listener = socket.socket()
        self.listener.bind(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.guard = make_app(settings)
        self.guard.reach.port = self.listener.getsockname()[1]
        self.server = uvicorn.Server(uvicorn_config(self.guard))
        self.thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        asyncio.run(self.server.serve(sockets=[self.listener]))

    def __enter__(self) -> "ThreadServer":
        self.thread.start()
        end = time.monotonic() + PATIENCE
        while not self.server.started:
            assert self.thread.is_alive(), "the server did not start"
            assert time.monotonic() < end, "the server does not get there"
            time.sleep(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        self.listener.close()
        assert not self.thread.is_alive()

    @property
    def house(self) -> Any:
        return self.guard.house


class ProcessServer:
    """A server as a process of its own, that can be killed without warning and started again."""

    def __init__(self, database: str, folder: Path, **environment: str) -> None:
        self.database = database
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / f"server-{self.port}.log"
        limits = {f"AIGUILLAGE_LIMIT_{name.upper()}": str(getattr(GENEROUS, name)) for name in Limits.model_fields}
        own = {
            "AIGUILLAGE_PACE_SCALE": "0",
            "AIGUILLAGE_DATA_DIR": str(folder),
        }
        self.environment = os.environ | limits | own | environment
        self.process: Forked | subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        options = ["--no-browser", "--port", str(self.port), "--database", self.database]
        self.process = Forked(options, self.environment, self.log)

    async def ready(self) -> None:
        async with httpx.AsyncClient() as client:
            async for _ in patiently():
                with contextlib.suppress(httpx.TransportError):
                    if (await client.get(self.url + "/healthz")).status_code == 200:
                        return
                assert self.process is not None
                assert self.process.poll() is None, self.log.read_text()
        raise AssertionError(self.log.read_text())

    def kill(self) -> None:
        """As a power cut would: no warning, no clean-up."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """Ask it to stop; its exit status."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)


class Person:
    """A browser, or a program that acts like one: a cookie jar and WebSockets. All answers are kept."""

    def __init__(self, url: str, name: str = "Ana") -> None:
        self.url = url
        self.name = name
        self.http = httpx.AsyncClient(base_url=url, timeout=PATIENCE)
        self.answers: list[str] = []

    async def __aenter__(self) -> "Person":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    @property
    def token(self) -> str | None:
        return self.http.cookies.get("aiguillage")

    async def ask(self, method: str, path: str, expect: int | None = None, **more: Any) -> Any:
        response = await self.http.request(method, "/api" + path, **more)
        self.answers.append(response.text)
        if expect is not None:
            assert response.status_code == expect, response.text
        return response.json() if "json" in response.headers.get("content-type", "") else response.text

    async def get(self, path: str, expect: int = 200) -> Any:
        return await self.ask("GET", path, expect)

    async def post(self, path: str, body: Any = None, expect: int = 200) -> Any:
        return await self.ask("POST", path, expect, json=body)

    async def create(self, game: str, seats: list[dict[str, Any]], **more: Any) -> str:
        options = {"pace": "instant"} | more.pop("options", {})
        body = {"game": game, "seats": seats, "options": options, **more}
        answer = await self.post("/tables", body, 201)
        return str(answer["table"]["id"])

    def sit(self, table: str) -> "Place":
        return Place(self, table)


class Place:
    """A connection to a table."""

    def __init__(self, person: Person, table: str) -> None:
        self.person = person
        self.table = table
        self.socket: ClientConnection
        self.frames: list[dict[str, Any]] = []
        self.texts: list[str] = []
        self.sequence = 0
        self.views: dict[int | None, dict[str, Any]] = {}
        self.seen: dict[int | None, int] = {}  # the entry that each view shows
        self._number = 0

    async def __aenter__(self) -> "Place":
        address = self.person.url.replace("http", "ws", 1) + f"/api/tables/{self.table}/socket"
        headers = {"Cookie": self.person.cookie} if self.person.cookie else {}
        self.socket = await websockets.connect(
            address,
            additional_headers=headers,
            open_timeout=PATIENCE,
            ping_interval=None,  # a server that is held up is waited for
            max_size=None,
            max_queue=None,
            compression=None,
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.socket.close()

    async def receive(self, timeout: float = PATIENCE) -> dict[str, Any]:
        # Not `wait_for`: that of Python 3.11 may swallow that its task is cancelled.
        async with asyncio.timeout(timeout):
            text = await self.socket.recv()
        assert isinstance(text, str)
        self.texts.append(text)
        frame: dict[str, Any] = json.loads(text)
        self.frames.append(frame)
        self.sequence = max(self.sequence, frame.get("sequence", 0))
        if frame["type"] == "view":
            self.views[frame["seat"]] = frame["view"]
            self.seen[frame["seat"]] = frame["sequence"]
        return frame

    async def until(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Read on until a frame of this type (and with these values) comes."""
        while True:
            frame = await self.receive()
            if frame["type"] == kind and all(frame.get(name) == value for name, value in fields.items()):
                return frame

    async def send(self, kind: str, **fields: Any) -> None:
        await self.socket.send(json.dumps({"type": kind, **fields}))

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a message and read on until its answer."""
        self._number += 1
        identity = f"{kind}-{self._number}"
        await self.send(kind, id=identity, **fields)
        while True:
            frame = await self.receive()
            if frame.get("id") == identity:
                return frame

    async def act(self, text: str, **fields: Any) -> dict[str, Any]:
        fields.setdefault("sequence", self.sequence)
        return await self.ask("action", text=text, **fields)


async def play_out(
    places: list[Place],
    chance: random.Random,
    before: Callable[[Place, dict[str, Any]], Awaitable[None]] | None = None,
) -> dict[str, Any]:
    """Everybody plays random legal actions until the game is over; the outcome."""
    outcomes = await asyncio.gather(*(_play_one(place, chance, before) for place in places))
    return outcomes[0]


async def _play_one(
    place: Place,
    chance: random.Random,
    before: Callable[[Place, dict[str, Any]], Awaitable[None]] | None,
) -> dict[str, Any]:
    acted: dict[int | None, int] = {}
    while True:
        for seat, view in place.views.items():
            if view["phase"] == "over":
                return dict(view["outcome"])
            if view["legal"] and place.seen[seat] > acted.get(seat, -1):
                acted[seat] = place.seen[seat]
                if before is not None:
                    await before(place, view)
                action = chance.choice(view["legal"])["text"]
                await place.send("action", text=action, sequence=place.seen[seat], seat=seat)
        await place.receive()
