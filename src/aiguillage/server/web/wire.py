"""Connections below HTTP and WebSocket: how many, how fast, how long one may take.

uvicorn reads whatever arrives at once and waits for ever for what does not. Here a WebSocket is read piece by
piece, so that others get their turn between frames; who sends too much is cut off; and a connection has little
time for its headers, its body and for taking an answer.
"""

import asyncio
import contextlib
import struct
from ipaddress import ip_address, ip_network
from typing import Any, cast

import h11
from prometheus_client import Counter as Figure
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from ..tables.connection import FRAMES
from ..tables.limits import Bucket, Counter, network_of
from ..tables.settings import Limits

PIECE = 1024  # bytes that are read of a WebSocket before others get their turn
HTTP_PIECE = 8192  # the same for a request
LINES = 1000  # that a request may have
QUEUED = 16  # messages that may wait for the table before more is read
TOO_MUCH = 1008
CLOSE_SECONDS = 2.0  # for the other side to say goodbye too


class Door:
    """The open connections of a server, and what each may do."""

    def __init__(self, limits: Limits, proxies: tuple[str, ...], refused: Figure) -> None:
        self.limits = limits
        self._proxies = [ip_network(proxy, strict=False) for proxy in proxies]
        self.networks = Counter(limits.connections_per_address)
        self.open = 0
        self._refused = refused

    def enter(self, address: str) -> bool:
        """Whether one more connection is allowed; if so it is counted. A named proxy stands for many people."""
        full = self.open >= self.limits.connections
        if full or not (self._proxy(address) or self.networks.enter(network_of(address))):
            self.refuse("connections")
            return False
        self.open += 1
        return True

    def leave(self, address: str) -> None:
        """A connection has ended."""
        self.open -= 1
        if not self._proxy(address):
            self.networks.leave(network_of(address))

    def _proxy(self, address: str) -> bool:
        with contextlib.suppress(ValueError):
            found = ip_address(address)
            return any(found in network for network in self._proxies)
        return False

    def refuse(self, why: str) -> None:
        """Count what was cut off."""
        self._refused.labels(why).inc()


class _Timed(asyncio.Protocol):
    """What both kinds of connections share: their place at the door, and who does not take his answer."""

    door: Door
    transport: asyncio.Transport
    client: tuple[str, int] | None
    loop: asyncio.AbstractEventLoop
    _stuck: asyncio.TimerHandle | None = None

    def _address(self) -> str:
        return self.client[0] if self.client else "?"

    def cut(self, why: str) -> None:
        """End the connection at once."""
        self.door.refuse(why)
        self.transport.abort()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stuck = self.loop.call_later(self.door.limits.write_seconds, self.cut, "unread")

    def resume_writing(self) -> None:
        super().resume_writing()
        self._unstick()

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        self._unstick()

    def _unstick(self) -> None:
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None


class Socket(_Timed, WebSocketsSansIOProtocol):
    """A WebSocket that is read in pieces."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        limits = self.door.limits
        self.close_timeout = CLOSE_SECONDS
        self._frames = Bucket(limits.frames_per_second, limits.frames_burst)
        self._pings = Bucket(limits.pings_per_second, limits.pings_burst)
        self._bytes = Bucket(limits.bytes_per_second, limits.bytes_burst)
        self._unread = bytearray()
        self._reading = False

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)
            return
        if not self._bytes.take(len(data)):
            self.give_up("bytes")
            return
        self._unread += data
        if not self._reading:
            self._read_piece()

    def _read_piece(self) -> None:
        """Read a little, and go on after everybody else had a turn."""
        self._reading = False
        if self.transport.is_closing():
            self._unread.clear()
            return
        if self.queue.qsize() >= QUEUED:
            self.transport.pause_reading()
            return  # `receive` goes on
        piece = bytes(self._unread[:PIECE])
        del self._unread[:PIECE]
        super().data_received(piece)
        if self._unread:
            self.transport.pause_reading()
            self._reading = True
            self.loop.call_soon(self._read_piece)
        elif self.queue.empty():
            self.transport.resume_reading()

    async def send(self, message: Any) -> None:
        if message["type"] != FRAMES:
            await super().send(message)
            return
        await self.writable.wait()
        if self.disconnected or self.close_sent:
            raise ClientDisconnected
        parts: list[bytes] = []
        for text in message["frames"]:
            parts += _head(len(text)), text
        self.transport.write(b"".join(parts))

    async def receive(self) -> Any:
        message = await self.queue.get()
        if self._unread:
            if not self._reading:
                self._reading = True
                self.loop.call_soon(self._read_piece)
        elif self.queue.empty() and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()
        return message

    def _count(self, bucket: Bucket, why: str) -> bool:
        if bucket.take():
            return True
        self.give_up(why)
        return False

    def handle_text(self, event: Frame) -> None:
        if self._count(self._frames, "frames"):
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        if self._count(self._frames, "frames"):
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        if self._count(self._frames, "frames"):
            super().handle_cont(event)

    def handle_ping(self) -> None:
        if self._count(self._pings, "pings"):
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._count(self._frames, "frames"):
            super().handle_pong(event)

    def give_up(self, why: str) -> None:
        """Say that it was too much, and close."""
        if self.transport.is_closing():
            return
        self.door.refuse(why)
        self._unread.clear()
        self.stop_keepalive()
        if not self.close_sent:
            self.conn.fail(TOO_MUCH, f"too many {why}")
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": TOO_MUCH, "reason": why})
        self.transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        self._unread.clear()
        self.door.leave(self._address())


def _head(size: int) -> bytes:
    """What stands before a text of so many bytes."""
    if size < 126:
        return bytes((0x81, size))
    if size < 1 << 16:
        return struct.pack(">BBH", 0x81, 126, size)
    return struct.pack(">BBQ", 0x81, 127, size)


class Http(_Timed, H11Protocol):
    """An HTTP connection whose headers and bodies must come in time."""

    _alarm: asyncio.TimerHandle | None = None
    _awaited: object = None
    _inside = False
    _unread = b""
    _lines = 0  # of the request that is being read

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._inside = self.door.enter(self._address())
        if not self._inside:
            transport.abort()
            return
        self._watch()

    def data_received(self, data: bytes) -> None:
        if not self._inside:
            return
        waiting = bool(self._unread)
        self._unread += data
        if not waiting:
            self._read_piece()

    def _read_piece(self) -> None:
        """Read a little, and go on after everybody else had a turn. What takes time is lines: headers, and chunks of a
        body."""
        if not self._inside or self.transport.is_closing():
            self._unread = b""
            return
        piece, self._unread = self._unread[:HTTP_PIECE], self._unread[HTTP_PIECE:]
        self._lines += piece.count(b"\r\n")
        if self._lines > LINES:
            self.cut("lines")
            return
        super().data_received(piece)
        self._watch()
        if not self._unread:
            return
        if self._upgraded():
            self.cut("early")  # nobody may speak before the handshake is answered
            return
        self.transport.pause_reading()
        self.loop.call_soon(self._read_rest)

    def _read_rest(self) -> None:
        self._read_piece()
        # uvicorn may have stopped reading for reasons of its own: a body that nobody takes, a request after this one
        if not (self._unread or self.flow.read_paused or self._upgraded()):
            self.transport.resume_reading()

    def on_response_complete(self) -> None:
        self._lines = 0
        super().on_response_complete()
        self._watch()

    def _watch(self) -> None:
        """Set the alarm for what is awaited now; more of the same does not put it off."""
        awaited = None if self._upgraded() or self.transport.is_closing() else self.conn.their_state
        begun = bool(self.conn.trailing_data[0])
        if awaited is h11.IDLE and self.timeout_keep_alive_task is not None and not begun:
            awaited = None  # between two requests the keep-alive's alarm is set
        if awaited is self._awaited:
            return
        self._awaited = awaited
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        limits = self.door.limits
        if awaited is h11.IDLE:
            self._alarm = self.loop.call_later(limits.header_seconds, self.cut, "headers")
        elif awaited is h11.SEND_BODY:
            self._alarm = self.loop.call_later(limits.body_seconds, self.cut, "body")

    def _upgraded(self) -> bool:
        return cast(Any, self.transport).get_protocol() is not self

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        if self._alarm is not None:
            self._alarm.cancel()
        if self._inside:
            self._inside = False
            self.door.leave(self._address())


def protocols(door: Door) -> tuple[type[Http], type[Socket]]:
    """The classes that uvicorn makes a connection from, for one server."""
    return type("Http", (Http,), {"door": door}), type("Socket", (Socket,), {"door": door})
