"""Between processes that share a database: what is said to a table is passed on to the process that it belongs to.

Each process listens at an address of its own, which the others read in the database together with a secret. Over one
connection to each of them go requests, answers, and the frames of all WebSockets whose tables are there; what a frame
means is known at both ends only. Nothing is kept here: when a connection is lost its people are asked to connect again,
and come to whoever has the table then.
"""

import asyncio
import contextlib
import hmac
import itertools
import json
import logging
import re
import secrets
import struct
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from time import monotonic
from typing import Any

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..store.leases import LEASE_SECONDS, RENEW_SECONDS, Leases, Process
from ..store.storage import StorageError
from ..tables.connection import FRAMES, RESTART, TOO_MUCH, Connection
from ..tables.house import Elsewhere, House
from ..tables.refused import Refused, busy
from ..tables.table import LiveTable

LOG = logging.getLogger("aiguillage.links")
HEAD = struct.Struct(">IIB")  # how long, which conversation, what
PING, REQUEST, ANSWER, OPEN, TEXT, BINARY, CLOSE = range(7)
LONGEST = 1 << 26
GREETING = 32  # bytes
WAITING = 256  # frames of one WebSocket that its table did not take; more, and it is closed
GREETING_SECONDS = 3.0
ANSWER_SECONDS = 60.0
AGAIN_SECONDS = 0.25
PASSED = ("method", "scheme", "path", "query_string", "headers", "client", "http_version")
TABLE = re.compile(r"/api/tables/([0-9a-z]{16})(?:/|$)")

Frame = tuple[int, bytes]
Take = Callable[[Frame | None], None]
Opened = Callable[["Link", int, Frame], None]


@dataclass(frozen=True, slots=True)
class Guest:
    """Who is at the other end of a WebSocket: the hash of a cookie, and the network that it came from."""

    owner: bytes | None
    network: str


Attend = Callable[[str, Guest, Receive, Send], Awaitable[None]]
"""Serves somebody at a table of this process."""


class Link(asyncio.Protocol):
    """A connection between two processes, with many conversations in it. The first 32 bytes that come are for
    `greeted`, which says whether to go on."""

    def __init__(
        self,
        greeted: Callable[["Link", bytes], bool],
        greeting: bytes = b"",
        opened: "Opened | None" = None,
    ) -> None:
        self._greeted, self._greeting, self._opened = greeted, greeting, opened
        self._transport: asyncio.Transport
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost: Callable[[Link], None] | None = None
        self.closed = False
        self._conversations: dict[int, Take] = {}
        self._numbers = itertools.count(1)
        self._unread = bytearray()
        self._waiting: list[bytes] = []
        self._flushing = False
        self._room = asyncio.Event()
        self._room.set()
        self._heard = monotonic()
        self._alarm: asyncio.Handle = asyncio.get_running_loop().call_later(GREETING_SECONDS, self.close)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self.greet(self._greeting)

    def greet(self, greeting: bytes) -> None:
        """Say what comes before all conversations."""
        self._transport.write(greeting)

    def begin(self, take: "Take", number: int | None = None) -> int:
        """A conversation; `take` is given what comes for it, and None when the link is lost."""
        number = next(self._numbers) if number is None else number
        if self.closed:
            take(None)
        else:
            self._conversations[number] = take
        return number

    def end(self, number: int) -> None:
        """Nobody listens to a conversation any more."""
        self._conversations.pop(number, None)

    async def send(self, number: int, kind: int, *contents: bytes) -> None:
        """Send frames of a conversation, and wait while the other side does not read."""
        if self.closed:
            raise ConnectionError("the link is lost")
        self._say(number, kind, *contents)
        if not self._room.is_set():
            await self._room.wait()

    def _say(self, number: int, kind: int, *contents: bytes) -> None:
        for content in contents:
            self._waiting += HEAD.pack(len(content), number, kind), content
        if not self._flushing:
            self._flushing = True
            asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        """What was said at the same time, in whatever conversations, goes out in one piece."""
        self._flushing = False
        if self._waiting and not self._transport.is_closing():
            self._transport.write(b"".join(self._waiting))
        self._waiting = []

    def pause_writing(self) -> None:
        self._room.clear()

    def resume_writing(self) -> None:
        self._room.set()

    def data_received(self, data: bytes) -> None:
        """Give each conversation what comes for it."""
        self._heard = monotonic()
        unread: bytes | bytearray = data
        if self._unread:
            self._unread += data
            unread = self._unread
        with memoryview(unread) as view:
            begin = self._hand_on(view)
        if unread is data:
            self._unread = bytearray(data[begin:])
        else:
            del self._unread[:begin]

    def _hand_on(self, view: memoryview) -> int:
        """Read whole frames; how many bytes that were."""
        begin = 0
        if not self.ready.done():
            if len(view) < GREETING:
                return 0
            begin = GREETING
            self._greet(bytes(view[:GREETING]))
        while not self.closed and len(view) >= begin + HEAD.size:
            length, number, kind = HEAD.unpack_from(view, begin)
            end = begin + HEAD.size + length
            if length > LONGEST:
                self.close()
            if len(view) < end:
                break
            frame = kind, bytes(view[begin + HEAD.size : end])
            begin = end
            take = self._conversations.get(number)
            if take is not None:
                take(frame)
            elif self._opened is not None and kind in (REQUEST, OPEN):
                self._opened(self, number, frame)
        return begin

    def _greet(self, greeting: bytes) -> None:
        if self._greeted(self, greeting):
            self.ready.set_result(None)
            self._alarm.cancel()
            self._alarm = asyncio.get_running_loop().call_soon(self._ping)
        else:
            self.close()

    def _ping(self) -> None:
        """Show that we are there, and see that the other side is: without waiting for it to read, which it may have
        stopped to do."""
        if monotonic() - self._heard >= LEASE_SECONDS:
            self.close()
            return
        self._say(0, PING, b"")
        self._alarm = asyncio.get_running_loop().call_later(RENEW_SECONDS, self._ping)

    def connection_lost(self, error: Exception | None) -> None:
        self.close()

    def close(self) -> None:
        """The link is lost, or no longer needed."""
        if self.closed:
            return
        self._flush()
        self.closed = True
        self._room.set()
        self._alarm.cancel()
        self._transport.close()
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("the link is lost"))
            self.ready.exception()  # also if nobody waits for it
        takers, self._conversations = list(self._conversations.values()), {}
        for take in takers:
            take(None)
        if self.lost is not None:
            self.lost(self)


class Links:
    """The connections of this process to the others."""

    def __init__(self, house: House, app: ASGIApp, attend: Attend) -> None:
        self._house, self._app, self._attend = house, app, attend
        self._secret = secrets.token_bytes(32)
        self._server: asyncio.Server | None = None
        self._leases: Leases | None = None
        self._links: dict[str, asyncio.Task[Link]] = {}  # to others, by process
        self._heard: set[Link] = set()  # from others
        self._tasks: set[asyncio.Task[object]] = set()
        self._pipes: set[Connection] = set()

    async def listen(self, inside: str = "") -> None:
        """Be there for the others, at the address `inside` or the one that the database sees."""
        host, _, port = inside.rpartition(":") if _has_port(inside) else (inside, "", "0")
        host = host.strip("[]") or await self._house.storage.own_address()
        loop = asyncio.get_running_loop()
        try:
            self._server = await loop.create_server(self._welcome, host, int(port))
        except OSError:
            if inside:
                raise
            LOG.warning("other machines cannot reach this process; set AIGUILLAGE_INSIDE", extra={"address": host})
            host = "127.0.0.1"
            self._server = await loop.create_server(self._welcome, host)
        number = self._server.sockets[0].getsockname()[1]
        address = f"[{host}]:{number}" if ":" in host else f"{host}:{number}"
        self._leases = Leases(self._house.storage.engine, address, self._secret)
        await self._house.share(self._leases)

    async def stop(self) -> None:
        """Let go of everybody."""
        if self._server is not None:
            self._server.close()
        for link in [*self._heard, *(t.result() for t in self._links.values() if _is_there(t))]:
            link.close()
        for task in [*self._tasks, *self._links.values()]:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._links.values(), return_exceptions=True)

    def say_goodbye(self) -> None:
        """Ask everybody whose frames are passed on here to connect again."""
        for connection in list(self._pipes):
            connection.close("restart", RESTART)

    def _later(self, work: Coroutine[object, object, object]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ---- what others pass on to us ----

    def _welcome(self) -> Link:
        """Whoever connects must know our secret, which only the database tells."""
        nonce = secrets.token_bytes(GREETING)

        def greeted(link: Link, proof: bytes) -> bool:
            if not hmac.compare_digest(proof, _proof(self._secret, nonce)):
                LOG.warning("a stranger at the door between processes")
                return False
            return True

        link = Link(greeted, nonce, self._opened)
        self._heard.add(link)
        link.lost = self._heard.discard
        return link

    def _opened(self, link: Link, number: int, frame: Frame) -> None:
        kind, content = frame
        if kind == REQUEST:
            self._later(self._answer(link, number, content))
            return
        queue: asyncio.Queue[Frame | None] = asyncio.Queue()

        def take(frame: Frame | None) -> None:
            if queue.qsize() < WAITING:
                queue.put_nowait(frame)
            else:
                queue.put_nowait(None)
                link.end(number)

        link.begin(take, number)  # before anything more is read of this link
        self._later(self._serve(link, number, queue, content))

    async def _answer(self, link: Link, number: int, content: bytes) -> None:
        """Carry out a request that came to another process."""
        described, _, body = content.partition(b"\n")
        scope = _scope(json.loads(described))
        start: Message = {}
        parts: list[bytes] = []
        asked = False

        async def receive() -> Message:
            nonlocal asked
            if asked:
                return {"type": "http.disconnect"}
            asked = True
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
            else:
                parts.append(message.get("body", b""))

        with contextlib.suppress(OSError):
            await self._app(scope, receive, send)
            headers = [[name.decode("latin-1"), value.decode("latin-1")] for name, value in start["headers"]]
            head = json.dumps({"status": start["status"], "headers": headers}).encode()
            await link.send(number, ANSWER, head + b"\n" + b"".join(parts))

    async def _serve(self, link: Link, number: int, queue: "asyncio.Queue[Frame | None]", content: bytes) -> None:
        """Serve a WebSocket that is connected to another process."""
        wish = json.loads(content)

        async def receive() -> Message:
            frame = await queue.get()
            if frame is None or frame[0] == CLOSE:
                queue.put_nowait(None)  # whoever asks once more hears it again
                return {"type": "websocket.disconnect", "code": TOO_MUCH}
            text = frame[1].decode() if frame[0] == TEXT else None
            return {"type": "websocket.receive", "text": text}

        async def send(message: Message) -> None:
            if message["type"] == FRAMES:
                await link.send(number, TEXT, *message["frames"])
            else:
                await link.send(number, CLOSE, str(message["code"]).encode())

        owner = None if wish["owner"] is None else bytes.fromhex(wish["owner"])
        try:
            await self._attend(wish["table"], Guest(owner, wish["network"]), receive, send)
        finally:
            link.end(number)
            with contextlib.suppress(OSError):
                await link.send(number, CLOSE, str(RESTART).encode())

    # ---- what we pass on to others ----

    async def find(self, table: str) -> LiveTable | Link:
        """A table of this process, or the link to the process that it belongs to. If that one has just died this
        takes until its tables may be taken, and if its address answers with nobody, no longer than to ask."""
        patience = monotonic() + LEASE_SECONDS + RENEW_SECONDS
        while True:
            try:
                return await self._house.table(table)
            except Elsewhere as other:
                try:
                    return await self._to(other.process)
                except OSError as error:
                    if isinstance(error, ConnectionRefusedError) and self._leases is not None:
                        await self._leases.bury(other.process)
                    if monotonic() > patience:
                        LOG.warning("a process does not answer", extra={"address": other.process.address})
                        raise other from None
            await asyncio.sleep(AGAIN_SECONDS)

    async def _to(self, process: Process) -> Link:
        """The link to another process."""
        task = self._links.get(process.id)
        if task is None or (task.done() and (not _is_there(task) or task.result().closed)):
            task = self._links[process.id] = asyncio.create_task(self._connect(process))
        return await asyncio.shield(task)

    async def _connect(self, process: Process) -> Link:
        def greeted(link: Link, nonce: bytes) -> bool:
            link.greet(_proof(process.secret, nonce))
            return True

        host, _, port = process.address.rpartition(":")
        async with asyncio.timeout(GREETING_SECONDS):
            _, link = await asyncio.get_running_loop().create_connection(
                lambda: Link(greeted), host.strip("[]"), int(port)
            )
            try:
                await link.ready
            except BaseException:
                link.close()
                raise
        return link

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or let the process answer that the table belongs to."""
        asked = TABLE.match(scope["path"])
        place = None
        if asked is not None and asked[1] not in self._house.tables:
            with contextlib.suppress(Refused, StorageError):  # the application says why
                place = await self.find(asked[1])
        if not isinstance(place, Link):
            await self._app(scope, receive, send)
            return
        self._house.metrics.passed_on.labels("request").inc()
        try:
            await self.pass_on(place, scope, receive, send)
        except HTTPException as error:  # the body is too large
            raise Refused("too_large", str(error.detail), status=error.status_code) from None

    async def pass_on(self, link: Link, scope: Scope, receive: Receive, send: Send) -> None:
        """Let another process answer a request."""
        body = b""
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message.get("body", b"")
            if not message.get("more_body"):
                break
        answered: asyncio.Future[Frame | None] = asyncio.get_running_loop().create_future()
        number = link.begin(lambda frame: None if answered.done() else answered.set_result(frame))
        try:
            await link.send(number, REQUEST, json.dumps(_described(scope)).encode() + b"\n" + body)
            answer = await asyncio.wait_for(answered, ANSWER_SECONDS)
        except OSError:  # a timeout too
            answer = None
        finally:
            link.end(number)
        if answer is None:
            raise busy()
        head, _, body = answer[1].partition(b"\n")
        start = json.loads(head)
        headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in start["headers"]]
        await send({"type": "http.response.start", "status": start["status"], "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def pipe(self, link: Link, table: str, guest: Guest, receive: Receive, send: Send) -> None:
        """Pass on the frames of a WebSocket, both ways, until either end closes; when that end is lost the client is
        asked to come again."""
        connection = Connection(receive, send, guest.owner, guest.network, self._house.settings.limits)

        def take(frame: Frame | None) -> None:
            if frame is None:
                connection.close("restart", RESTART)
            elif frame[0] == CLOSE:
                link.end(number)  # the first code counts: when it has let go that end says RESTART too
                connection.end(int(frame[1]))
            else:
                connection.send(frame[1])

        owner = None if guest.owner is None else guest.owner.hex()
        wish = {"table": table, "owner": owner, "network": guest.network}
        number = link.begin(take)
        self._pipes.add(connection)
        try:
            with contextlib.suppress(OSError):  # then the connection has heard that the link is lost
                await link.send(number, OPEN, json.dumps(wish).encode())
            await connection.serve(self._read(link, number, receive))
        finally:
            link.end(number)
            self._pipes.discard(connection)
            with contextlib.suppress(OSError):
                await link.send(number, CLOSE, b"")

    @staticmethod
    async def _read(link: Link, number: int, receive: Receive) -> None:
        with contextlib.suppress(OSError):
            while True:
                message = await receive()
                if message["type"] == "websocket.disconnect":
                    return
                text = message.get("text")
                await link.send(number, *((BINARY, b"") if text is None else (TEXT, text.encode("utf-8", "replace"))))


def _has_port(address: str) -> bool:
    return address.rpartition("]")[2].count(":") == 1


def _is_there(task: "asyncio.Task[Link]") -> bool:
    return task.done() and not task.cancelled() and task.exception() is None


def _proof(secret: bytes, nonce: bytes) -> bytes:
    return hmac.digest(secret, nonce, "sha256")


def _described(scope: Scope) -> dict[str, object]:
    """What another process must know of a request."""
    known = {name: scope.get(name) for name in PASSED}
    known["headers"] = [[name.decode("latin-1"), value.decode("latin-1")] for name, value in scope["headers"]]
    known["query_string"] = scope["query_string"].decode("latin-1")
    return known


def _scope(known: dict[str, Any]) -> Scope:
    headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in known["headers"]]
    return known | {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "root_path": "",
        "raw_path": known["path"].encode(),
        "query_string": known["query_string"].encode("latin-1"),
        "headers": headers,
        "client": tuple(known["client"]) if known["client"] else None,
        "server": None,
    }
