"""One client's WebSocket, as a table sees it: somebody to send frames to who may be slow or gone."""

import asyncio
from typing import Any

from pydantic import BaseModel
from pydantic_core import to_json
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from .limits import Bucket
from .protocol import ByeMessage
from .settings import Limits

TRY_AGAIN_LATER = 1013
SERVICE_RESTART = 1012


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
        self._frames: asyncio.Queue[str | None] = asyncio.Queue(limits.unread_messages)
        self._close_code = 1000
        self.closing = False

    @property
    def views(self) -> tuple[int | None, ...]:
        """The seats through whose eyes this client sees; None is the spectator's."""
        return self.seats or (None,)

    def send(self, frame: str) -> None:
        """Queue a frame."""
        if self.closing:
            return
        try:
            self._frames.put_nowait(frame)
        except asyncio.QueueFull:
            self.close("slow", TRY_AGAIN_LATER)

    def close(self, reason: str, code: int) -> None:
        """Say why, then close; frames that are still waiting for a slow reader are dropped."""
        if self.closing:
            return
        self.closing = True
        self._close_code = code
        while self._frames.full():
            self._frames.get_nowait()
        if reason == "slow":
            while not self._frames.empty():
                self._frames.get_nowait()
        self._frames.put_nowait(encode(ByeMessage(reason=reason)))  # type: ignore[arg-type]
        if self._frames.full():
            self._frames.get_nowait()
        self._frames.put_nowait(None)

    async def write_for_ever(self) -> None:
        """Send what is queued until the connection closes."""
        try:
            while True:
                frame = await self._frames.get()
                if frame is None:
                    if self.socket.application_state is WebSocketState.CONNECTED:
                        await self.socket.close(self._close_code)
                    return
                await self.socket.send_text(frame)
        except (WebSocketDisconnect, RuntimeError, OSError):
            self.closing = True
