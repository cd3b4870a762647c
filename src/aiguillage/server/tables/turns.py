"""Whose bot thinks next: tables that people watch first; among those every network in turn, and in it every client."""

import asyncio
import contextlib
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Hashable

Waiting = OrderedDict[Hashable, OrderedDict[Hashable, deque["asyncio.Future[None]"]]]


class Turns:
    """Lets so many think at once. However many tables a client has, and however many clients a network, each other
    network's bot comes after one of its."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._watched: Waiting = OrderedDict()
        self._alone: Waiting = OrderedDict()

    @contextlib.asynccontextmanager
    async def turn(self, network: Hashable, client: Hashable, watched: bool, patience: float) -> AsyncIterator[bool]:
        """A turn to think for a client's table; False if none came within `patience` seconds."""
        if not await self._wait(network, client, watched, patience):
            yield False
            return
        try:
            yield True
        finally:
            self._free += 1
            self._next()

    async def _wait(self, network: Hashable, client: Hashable, watched: bool, patience: float) -> bool:
        called = asyncio.get_running_loop().create_future()
        waiting = self._watched if watched else self._alone
        waiting.setdefault(network, OrderedDict()).setdefault(client, deque()).append(called)
        self._next()
        try:
            await asyncio.wait({called}, timeout=patience)
        except asyncio.CancelledError:
            self._leave(waiting, network, client, called)
            raise
        if called.done():
            return True
        self._leave(waiting, network, client, called)
        return False

    def _leave(self, waiting: Waiting, network: Hashable, client: Hashable, called: "asyncio.Future[None]") -> None:
        """Somebody does not wait any longer."""
        if called.done():  # his turn had just come
            self._free += 1
            self._next()
            return
        waiting[network][client].remove(called)
        _tidy(waiting, network, client)

    def _next(self) -> None:
        while self._free and (waiting := self._watched or self._alone):
            network, clients = next(iter(waiting.items()))
            client, queue = next(iter(clients.items()))
            queue.popleft().set_result(None)
            self._free -= 1
            clients.move_to_end(client)
            waiting.move_to_end(network)
            _tidy(waiting, network, client)


def _tidy(waiting: Waiting, network: Hashable, client: Hashable) -> None:
    """Forget who waits for nothing."""
    if not waiting[network][client]:
        del waiting[network][client]
    if not waiting[network]:
        del waiting[network]
