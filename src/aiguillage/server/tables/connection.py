"""One client's WebSocket, as a table sees it: somebody to send frames to who may be slow or gone.

It speaks ASGI directly: what a web framework keeps alive around a handler is, for a thousand quiet connections,
most of the memory.
"""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Literal

from pydantic import BaseModel
from pydantic_core import to_json
from starlette.types import Receive, Send

from ..protocol import ByeMessage
from .limits import Bucket
from .settings import Limits

TOO_MUCH = 1008
RESTART = 1012
TRY_AGAIN_LATER = 1013
Reason = Literal["restart", "fault"]


SeatsOf = Callable[[bytes | None], tuple[int, ...]]


def _none(_: bytes | None) -> tuple[int, ...]:
    return ()


FRAMES = "aiguillage.frames"
"""An ASGI message of our own: several texts, as bytes, that go out together, in `frames`."""


def encode(message: BaseModel | Mapping[str, object]) -> bytes:
    """A message as it goes over the wire."""
    return to_json(message)


class Connection:
    """A client at a table. Frames are queued; whoever does not read them is cut off, and nobody waits."""

    __slots__ = (
        *("_code", "_frames", "_most", "_receive", "_seats_of", "_send", "_wake", "_writing", "closing"),
        *("hints", "messages", "network", "owner", "refusals", "shown", "talk"),
    )

    def __init__(self, receive: Receive, send: Send, owner: bytes | None, network: str, limits: Limits) -> None:
        self._receive, self._send = receive, send
        self.owner, self.network = owner, network
        self.shown: tuple[int, ...] = ()  # the seats that its client was told are its own
        self._seats_of: SeatsOf = _none
        self.messages = Bucket(limits.messages_per_second, limits.messages_burst)
        self.talk = Bucket(limits.chat_per_second, limits.chat_burst)
        self.refusals = Bucket(limits.refusals_per_second, limits.refusals_burst)
        self.hints = Bucket(limits.hints_per_second, limits.hints_burst)
        self.closing = False
        self._frames: list[bytes] = []
        self._code: int | None = None  # to close with
        self._most = limits.unread_messages
        self._wake: asyncio.Future[None] | None = None
        self._writing: asyncio.Task[None] | None = None

    def attend(self, seats_of: SeatsOf) -> None:
        """Be at a table, which knows whose seats are whose."""
        self._seats_of = seats_of

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats of this client, as the table's header has them now."""
        return self._seats_of(self.owner)

    @property
    def views(self) -> tuple[int | None, ...]:
        """The seats through whose eyes this client sees; None is the spectator's."""
        return self.seats or (None,)

    async def receive(self) -> dict[str, Any]:
        """The next ASGI message of the client."""
        return dict(await self._receive())

    def send(self, frame: bytes) -> None:
        """Queue a frame."""
        if self.closing:
            return
        if len(self._frames) >= self._most:
            self.closing = True  # and there is no way to say goodbye to somebody who does not read
            if self._writing is not None:
                self._writing.cancel()
            return
        self._frames.append(frame)
        self._wake_up()

    def close(self, reason: Reason, code: int) -> None:
        """Say why, then close."""
        if not self.closing:
            self.send(encode(ByeMessage(reason=reason)))
            self.end(code)

    def cut(self) -> None:
        """Close on somebody who goes on after being refused for too long."""
        self.end(TOO_MUCH)

    def end(self, code: int) -> None:
        """Close once everything was sent."""
        self._code = code
        self.closing = True
        self._wake_up()

    def _wake_up(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    async def serve(self, listen: Coroutine[object, object, None]) -> None:
        """Send what is queued, while `listen` reads, until either end is done or the client is cut off."""
        reading = asyncio.create_task(listen)
        writing = self._writing = asyncio.create_task(self._write_for_ever())
        try:
            await asyncio.wait({reading, writing}, return_when=asyncio.FIRST_COMPLETED)
            if self.closing:
                await asyncio.wait({writing}, timeout=5)
        finally:
            self.closing = True
            reading.cancel()
            writing.cancel()
            await asyncio.gather(reading, writing, return_exceptions=True)

    async def _write_for_ever(self) -> None:
        with contextlib.suppress(RuntimeError, OSError):  # the client is gone
            while True:
                while self._frames:
                    message = {"type": FRAMES, "frames": self._frames}
                    self._frames = []
                    await self._send(message)
                    del message  # a view is long, and nobody may come by for hours
                if self._code is not None:
                    await self._send({"type": "websocket.close", "code": self._code})
                    return
                self._wake = asyncio.get_running_loop().create_future()
                await self._wake
