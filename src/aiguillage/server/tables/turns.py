"""Whose bot thinks next: tables that people watch first, and among those every client in turn."""

import asyncio
import contextlib
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Hashable

Waiting = OrderedDict[Hashable, deque["asyncio.Future[None]"]]


class Turns:
    """Lets so many think at once. However many tables a client has, each other client's bot comes after one of its."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._watched: Waiting = OrderedDict()
        self._alone: Waiting = OrderedDict()

    @contextlib.asynccontextmanager
    async def turn(self, client: Hashable, watched: bool, patience: float) -> AsyncIterator[bool]:
        """A turn to think for a client's table; False if none came within `patience` seconds."""
        if not await self._wait(client, watched, patience):
            yield False
            return
        try:
            yield True
        finally:
            self._free += 1
            self._next()

    async def _wait(self, client: Hashable, watched: bool, patience: float) -> bool:
        called = asyncio.get_running_loop().create_future()
        waiting = self._watched if watched else self._alone
        waiting.setdefault(client, deque()).append(called)
        self._next()
        try:
            await asyncio.wait({called}, timeout=patience)
        except asyncio.CancelledError:
            self._leave(waiting, client, called)
            raise
        if called.done():
            return True
        self._leave(waiting, client, called)
        return False

    def _leave(self, waiting: Waiting, client: Hashable, called: "asyncio.Future[None]") -> None:
        """Somebody does not wait any longer."""
        if called.done():  # his turn had just come
            self._free += 1
            self._next()
            return
        waiting[client].remove(called)
        if not waiting[client]:
            del waiting[client]

    def _next(self) -> None:
        while self._free and (waiting := self._watched or self._alone):
            client, queue = next(iter(waiting.items()))
            queue.popleft().set_result(None)
            self._free -= 1
            if queue:
                waiting.move_to_end(client)
            else:
                del waiting[client]
