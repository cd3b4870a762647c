"""One client's WebSocket, as a table sees it: somebody to send frames to who may be slow or gone."""

import asyncio
import contextlib
from collections.abc import Coroutine
from typing import Any, Literal

from pydantic import BaseModel
from pydantic_core import to_json
from starlette.websockets import WebSocket, WebSocketDisconnect

from .limits import Bucket
from .protocol import ByeMessage
from .settings import Limits

TRY_AGAIN_LATER = 1013
Reason = Literal["restart", "fault"]


def encode(message: BaseModel | dict[str, Any]) -> str:
    """A message as it goes over the wire."""
    return to_json(message).decode()


class Connection:
    """A client at a table. Frames are queued; whoever does not read them is cut off, and nobody waits."""

    def __init__(self, socket: WebSocket, owner: bytes | None, limits: Limits) -> None:
        self.socket = socket
        self.owner = owner
        self.seats: tuple[int, ...] = ()
        self.messages = Bucket(limits.messages_per_second, limits.messages_burst)
        self.talk = Bucket(limits.chat_per_second, limits.chat_burst)
        self.hints = Bucket(limits.hints_per_second, limits.hints_burst)
        self.closing = False
        self._frames: asyncio.Queue[str | int] = asyncio.Queue()
        self._most = limits.unread_messages
        self._writing: asyncio.Task[None] | None = None

    @property
    def views(self) -> tuple[int | None, ...]:
        """The seats through whose eyes this client sees; None is the spectator's."""
        return self.seats or (None,)

    def send(self, frame: str) -> None:
        """Queue a frame."""
        if self.closing:
            return
        if self._frames.qsize() >= self._most:
            self.closing = True  # and there is no way to say goodbye to somebody who does not read
            if self._writing is not None:
                self._writing.cancel()
            return
        self._frames.put_nowait(frame)

    def close(self, reason: Reason, code: int) -> None:
        """Say why, then close."""
        self.send(encode(ByeMessage(reason=reason)))
        self._frames.put_nowait(code)
        self.closing = True

    async def serve(self, listen: Coroutine[Any, Any, None]) -> None:
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
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
            while True:
                frame = await self._frames.get()
                if isinstance(frame, int):
                    await self.socket.close(frame)
                    return
                await self.socket.send_text(frame)
