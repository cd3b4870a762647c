"""A storm: people play at many tables while the servers are killed without warning, again and again.

Used by the tests (a few kills) and by the long proof (200). People remember what was acknowledged to them; in
the end the database is compared with their memories.
"""

import asyncio
import random
from dataclasses import dataclass, field
from typing import Any

import httpx
import websockets
from people import Person, ProcessServer, patiently

from aiguillage.server.store.storage import Storage
from aiguillage.server.tables.settings import async_url

LOST = (OSError, httpx.TransportError, websockets.WebSocketException, TimeoutError)


@dataclass
class Storm:
    """What happened: acknowledged actions by table and entry, and how far each table came."""

    servers: list[ProcessServer]
    chance: random.Random
    games: tuple[str, ...] = ("paris", "amsterdam")
    acknowledged: dict[tuple[str, int], tuple[int, str]] = field(default_factory=dict)
    tables: list[str] = field(default_factory=list)
    twice: list[tuple[str, int]] = field(default_factory=list)
    finished: int = 0
    kills: int = 0
    moved_since_kill: set[str] = field(default_factory=set)
    stopped: bool = False

    async def run(self, tables: int, kills: int) -> None:
        """Kill a server `kills` times while people play at `tables` tables."""
        for server in self.servers:
            server.start()
        for server in self.servers:
            await server.ready()
        players = [asyncio.create_task(self._pair(number)) for number in range(tables)]
        try:
            for _ in range(kills):
                await self._some_actions(self.chance.randint(1, 80))
                await asyncio.sleep(self.chance.uniform(0, 0.05))
                server = self.chance.choice(self.servers)
                server.kill()
                self.kills += 1
                server.start()
                await server.ready()
            self.moved_since_kill.clear()
            await self._everyone_moves(tables)
        finally:
            self.stopped = True
            for player in players:
                player.cancel()
            done = await asyncio.gather(*players, return_exceptions=True)
            for server in self.servers:
                server.stop()
        for result in done:
            if isinstance(result, BaseException) and not isinstance(result, asyncio.CancelledError):
                raise result

    async def _some_actions(self, count: int) -> None:
        """Wait until so many more actions were acknowledged."""
        wanted = len(self.acknowledged) + count
        async for _ in patiently(0.01):
            if len(self.acknowledged) >= wanted:
                return
        raise AssertionError("the tables stand still")

    async def _everyone_moves(self, tables: int) -> None:
        """After the last kill every table goes on."""
        async for _ in patiently(0.1):
            if len(self.moved_since_kill) >= tables:
                return
        raise AssertionError(f"only {len(self.moved_since_kill)} of {tables} tables went on")

    async def _pair(self, number: int) -> None:
        """Two people who play game after game, each at a server of their own if there are two."""
        while not self.stopped:
            game = self.games[number % len(self.games)]
            urls = [server.url for server in self.servers]
            async with Person(urls[0]) as ana, Person(urls[-1]) as ben:
                table = await self._set_up(ana, ben, game)
                if table is None:
                    continue
                self.tables.append(table)
                over = await asyncio.gather(self._play(ana, table, 0), self._play(ben, table, 1))
                self.finished += all(over)

    async def _set_up(self, ana: Person, ben: Person, game: str) -> str | None:
        """A started table, or None if a server was killed meanwhile."""
        try:
            table = await ana.create(game, [{"kind": "me", "name": "Ana"}, {"kind": "open"}])
            await ben.post(f"/tables/{table}/join", {"name": "Ben"})
            await ana.post(f"/tables/{table}/start")
        except (*LOST, AssertionError):  # a server may have died between storing a step and answering
            await asyncio.sleep(0.1)
            return None
        return table

    async def _play(self, person: Person, table: str, seat: int) -> bool:
        """Play one seat to the end through any number of lost connections."""
        while not self.stopped:
            try:
                async with person.sit(table) as place:
                    if await self._play_on(place, table, seat):
                        return True
            except LOST:
                await asyncio.sleep(0.05)
        return False

    async def _play_on(self, place: Any, table: str, seat: int) -> bool:
        asked = -1
        while not self.stopped:
            frame = await place.receive(10)
            if frame["type"] == "ack":
                self._acknowledged(table, frame["sequence"], seat, frame["id"])
            view = place.views.get(seat)
            if view is None:
                continue
            if view["phase"] == "over":
                return True
            if view["legal"] and place.seen[seat] > asked:
                asked = place.seen[seat]
                text = self.chance.choice(view["legal"])["text"]
                await place.send("action", text=text, sequence=asked, id=text[:40])
        return False

    def _acknowledged(self, table: str, sequence: int, seat: int, text: str) -> None:
        if (table, sequence) in self.acknowledged:
            self.twice.append((table, sequence))
        self.acknowledged[table, sequence] = (seat, text)
        self.moved_since_kill.add(table)

    async def check(self, database: str) -> None:
        """Every acknowledged action is there, none twice, no number is missing."""
        assert not self.twice
        storage = await Storage.open(async_url(database))
        try:
            for table in self.tables:
                entries = await storage.entries(table)
                assert [entry.sequence for entry in entries] == list(range(1, len(entries) + 1))
                for entry in entries:
                    if (table, entry.sequence) in self.acknowledged:
                        seat, text = self.acknowledged.pop((table, entry.sequence))
                        assert (entry.kind, entry.seat, entry.text[:40]) == ("play", seat, text)
        finally:
            await storage.close()
        assert not self.acknowledged, "acknowledged actions are lost"
