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
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from time import monotonic
from typing import Any

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..protocol import ByeMessage
from ..store.leases import LEASE_SECONDS, RENEW_SECONDS, Leases, Process
from ..store.storage import StorageError
from ..tables.connection import FRAMES, RESTART, TOO_MUCH, encode
from ..tables.house import Elsewhere, House
from ..tables.refused import Refused, busy
from ..tables.table import LiveTable

LOG = logging.getLogger("aiguillage.links")
HEAD = struct.Struct(">IIB")  # how long, which conversation, what
PING, REQUEST, ANSWER, OPEN, TEXT, BINARY, CLOSE = range(7)
LONGEST = 1 << 26
BUFFER = 1 << 18  # bytes that are read at once
WAITING = 256  # frames of one WebSocket that nobody took; more, and it is closed
GREETING_SECONDS = 3.0
ANSWER_SECONDS = 60.0
AGAIN_SECONDS = 0.25
PASSED = ("method", "scheme", "path", "query_string", "headers", "client", "http_version")
TABLE = re.compile(r"/api/tables/([0-9a-z]{16})(?:/|$)")
LOST = (OSError, EOFError, asyncio.IncompleteReadError)

Frame = tuple[int, bytes]
GOODBYE = {"type": FRAMES, "frames": [encode(ByeMessage(reason="restart"))]}


@dataclass(frozen=True, slots=True)
class Guest:
    """Who is at the other end of a WebSocket: the hash of a cookie, and the network that it came from."""

    owner: bytes | None
    network: str


Attend = Callable[[str, Guest, Receive, Send], Awaitable[None]]
"""Serves somebody at a table of this process."""


class Link:
    """A connection between two processes, with many conversations in it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._conversations: dict[int, asyncio.Queue[Frame | None]] = {}
        self._numbers = itertools.count(1)
        self.closed = False
        self._heard = monotonic()
        self._waiting: list[bytes] = []
        self._flushing = False
        self._pinging = asyncio.create_task(self._ping_for_ever())

    def begin(self, number: int | None = None) -> tuple[int, "asyncio.Queue[Frame | None]"]:
        """A conversation; what comes for it is put into the queue, and None when the link is lost."""
        number = next(self._numbers) if number is None else number
        queue: asyncio.Queue[Frame | None] = asyncio.Queue()
        self._conversations[number] = queue
        if self.closed:
            queue.put_nowait(None)
        return number, queue

    def end(self, number: int) -> None:
        """Nobody listens to a conversation any more."""
        self._conversations.pop(number, None)

    async def send(self, number: int, kind: int, *contents: bytes) -> None:
        """Send frames of a conversation."""
        if self.closed:
            raise ConnectionError("the link is lost")
        self._say(number, kind, *contents)
        await self._writer.drain()

    def _say(self, number: int, kind: int, *contents: bytes) -> None:
        for content in contents:
            self._waiting += HEAD.pack(len(content), number, kind), content
        if not self._flushing:
            self._flushing = True
            asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        """What was said at the same time, in whatever conversations, goes out in one piece."""
        self._flushing = False
        if self._waiting and not self._writer.is_closing():
            self._writer.write(b"".join(self._waiting))
        self._waiting = []

    async def read_for_ever(self, opened: Callable[[int, Frame], None] | None = None) -> None:
        """Give each conversation what comes for it, until the link is lost; `opened` is told of new ones."""
        unread = bytearray()
        try:
            while data := await self._reader.read(BUFFER):
                self._heard = monotonic()
                unread += data
                begin = 0
                while len(unread) >= begin + HEAD.size:
                    length, number, kind = HEAD.unpack_from(unread, begin)
                    end = begin + HEAD.size + length
                    if length > LONGEST:
                        return
                    if len(unread) < end:
                        break
                    self._hand_on(number, (kind, bytes(unread[begin + HEAD.size : end])), opened)
                    begin = end
                del unread[:begin]
        except LOST:
            return
        finally:
            self.close()

    def _hand_on(self, number: int, frame: Frame, opened: Callable[[int, Frame], None] | None) -> None:
        queue = self._conversations.get(number)
        if queue is not None:
            if queue.qsize() >= WAITING:
                queue.put_nowait(None)
                self.end(number)
            else:
                queue.put_nowait(frame)
        elif opened is not None and frame[0] in (REQUEST, OPEN):
            opened(number, frame)

    async def _ping_for_ever(self) -> None:
        """Show that we are there, and see that the other side is: without waiting for it to read, which it may have
        stopped to do."""
        while monotonic() - self._heard < LEASE_SECONDS:
            self._say(0, PING, b"")
            await asyncio.sleep(RENEW_SECONDS)
        self.close()

    def close(self) -> None:
        """The link is lost, or no longer needed."""
        if self.closed:
            return
        self._flush()
        self.closed = True
        self._pinging.cancel()
        self._writer.close()
        for queue in self._conversations.values():
            queue.put_nowait(None)


class Links:
    """The connections of this process to the others."""

    def __init__(self, house: House, app: ASGIApp, attend: Attend) -> None:
        self._house, self._app, self._attend = house, app, attend
        self._secret = secrets.token_bytes(32)
        self._server: asyncio.Server | None = None
        self._leases: Leases | None = None
        self._links: dict[str, asyncio.Task[Link]] = {}  # to others, by process
        self._heard: set[Link] = set()  # from others
        self._tasks: set[asyncio.Task[Any]] = set()
        self._pipes: set[asyncio.Task[None]] = set()

    async def listen(self, inside: str = "") -> None:
        """Be there for the others, at the address `inside` or the one that the database sees."""
        host, _, port = inside.rpartition(":") if _has_port(inside) else (inside, "", "0")
        host = host.strip("[]") or await self._house.storage.own_address()
        try:
            self._server = await asyncio.start_server(self._welcome, host, int(port), limit=BUFFER)
        except OSError:
            if inside:
                raise
            LOG.warning(
                "other machines cannot reach this process; set AIGUILLAGE_INSIDE", extra={"address": host}
            )
            host = "127.0.0.1"
            self._server = await asyncio.start_server(self._welcome, host, limit=BUFFER)
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
        for pipe in self._pipes:
            pipe.cancel()

    def _later(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ---- what others pass on to us ----

    async def _welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Whoever connects must know our secret, which only the database tells."""
        nonce = secrets.token_bytes(32)
        try:
            async with asyncio.timeout(GREETING_SECONDS):
                writer.write(nonce)
                proof = await reader.readexactly(32)
        except LOST:
            writer.close()
            return
        if not hmac.compare_digest(proof, _proof(self._secret, nonce)):
            LOG.warning("a stranger at the door between processes")
            writer.close()
            return
        link = Link(reader, writer)
        self._heard.add(link)
        try:
            await link.read_for_ever(lambda number, frame: self._opened(link, number, frame))
        finally:
            self._heard.discard(link)

    def _opened(self, link: Link, number: int, frame: Frame) -> None:
        kind, content = frame
        if kind == REQUEST:
            self._later(self._answer(link, number, content))
            return
        _, queue = link.begin(number)  # before anything more is read of this link
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

    async def _serve(
        self, link: Link, number: int, queue: "asyncio.Queue[Frame | None]", content: bytes
    ) -> None:
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
                except LOST as error:
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
        host, _, port = process.address.rpartition(":")
        async with asyncio.timeout(GREETING_SECONDS):
            reader, writer = await asyncio.open_connection(host.strip("[]"), int(port), limit=BUFFER)
            nonce = await reader.readexactly(32)
            writer.write(_proof(process.secret, nonce))
        link = Link(reader, writer)
        self._later(link.read_for_ever())
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
        number, queue = link.begin()
        try:
            await link.send(number, REQUEST, json.dumps(_described(scope)).encode() + b"\n" + body)
            answer = await asyncio.wait_for(queue.get(), ANSWER_SECONDS)
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
        """Pass on the frames of a WebSocket, both ways, until either end closes."""
        number, queue = link.begin()
        reading = asyncio.create_task(self._read(link, number, receive))
        writing = asyncio.create_task(_write(queue, send))
        self._pipes.add(writing)
        try:
            owner = None if guest.owner is None else guest.owner.hex()
            wish = {"table": table, "owner": owner, "network": guest.network}
            with contextlib.suppress(OSError):  # then `writing` has heard that the link is lost
                await link.send(number, OPEN, json.dumps(wish).encode())
            await asyncio.wait({reading, writing}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            link.end(number)
            self._pipes.discard(writing)
            for task in (reading, writing):
                task.cancel()
            await asyncio.gather(reading, writing, return_exceptions=True)
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
                await link.send(
                    number, *((BINARY, b"") if text is None else (TEXT, text.encode("utf-8", "replace")))
                )


async def _write(queue: "asyncio.Queue[Frame | None]", send: Send) -> None:
    """Hand what comes from the other process to the client; when it ends without a word, so that it comes again."""
    code = RESTART
    try:
        while True:
            frames = [await queue.get()]
            while not queue.empty():
                frames.append(queue.get_nowait())
            texts = [frame[1] for frame in itertools.takewhile(_is_text, frames) if frame]
            if texts:
                await send({"type": FRAMES, "frames": texts})
            if len(texts) < len(frames):
                break
            del frames, texts  # a view is long, and nobody may come by for hours
        last = frames[len(texts)]
        if last is None:
            await send(GOODBYE)
        else:
            code = int(last[1])
        await send({"type": "websocket.close", "code": code})
    except asyncio.CancelledError:
        with contextlib.suppress(RuntimeError, OSError):
            await send(GOODBYE)
            await send({"type": "websocket.close", "code": code})
    except (RuntimeError, OSError):
        return  # the client is gone


def _is_text(frame: Frame | None) -> bool:
    return frame is not None and frame[0] != CLOSE


def _has_port(address: str) -> bool:
    return address.rpartition("]")[2].count(":") == 1


def _is_there(task: "asyncio.Task[Link]") -> bool:
    return task.done() and not task.cancelled() and task.exception() is None


def _proof(secret: bytes, nonce: bytes) -> bytes:
    return hmac.digest(secret, nonce, "sha256")


def _described(scope: Scope) -> dict[str, Any]:
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
