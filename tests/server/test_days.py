"""Games over days: clocks that run without anybody and across restarts, pauses, and the list of one's turns."""

import asyncio
import sqlite3
from collections.abc import Coroutine
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from people import Person, Place, ThreadServer, patiently, settings_for

from aiguillage.server.tables import house as house_module

ME = {"kind": "me", "name": "Ana"}
OPEN = {"kind": "open"}
HOURS = 3_600_000
DAYS = {"kind": "move", "seconds": 86400, "always": True}


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_module, "SWEEP_SECONDS", 0.1)


def let_time_pass(folder: Path, hours: float) -> None:
    """What is stored happened so much longer ago."""
    earlier = int(hours * HOURS)
    with closing(sqlite3.connect(folder / "tables.sqlite")) as file, file:
        file.execute("UPDATE actions SET at = at - ?", (earlier,))
        file.execute("UPDATE turns SET since = since - ?, deadline = deadline - ?", (earlier, earlier))
        file.execute("UPDATE tables SET started = started - ?", (earlier,))


def entries(folder: Path, table: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(folder / "tables.sqlite")) as file:
        query = "SELECT kind, seat, played_by FROM actions WHERE table_id = ? ORDER BY sequence"
        return file.execute(query, (table,)).fetchall()


class Friends:
    """Ana and Ben, whose cookies survive the server."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cookies: dict[str, Any] = {}
        self.table = ""

    async def start(self, server: ThreadServer, **clock: Any) -> None:
        async with Person(server.url) as ana, Person(server.url, "Ben") as ben:
            options = {"clock": DAYS | clock}
            self.table = await ana.create("paris", [ME, OPEN], options=options, first=0)
            await ben.post(f"/tables/{self.table}/join", {"name": "Ben"})
            await ana.post(f"/tables/{self.table}/start")
            self.cookies = {"ana": ana.http.cookies, "ben": ben.http.cookies}

    def come(self, server: ThreadServer, name: str) -> Person:
        person = Person(server.url, name)
        person.http.cookies = self.cookies[name]
        return person

    async def open(self, server: ThreadServer) -> None:
        """Both choose their opening tickets."""
        for name in ("ana", "ben"):
            async with self.come(server, name) as person, person.sit(self.table) as place:
                await place.until("view")
                assert (await place.act(legal(place)))["type"] == "ack"

    async def turns(self, server: ThreadServer, name: str) -> list[dict[str, Any]]:
        async with self.come(server, name) as person:
            return list((await person.get("/turns"))["turns"])

    async def until(self, count: int) -> list[tuple[Any, ...]]:
        async for _ in patiently():
            found = entries(self.folder, self.table)
            if len(found) >= count:
                return found
        raise AssertionError(entries(self.folder, self.table))


def legal(place: Place) -> str:
    view = next(iter(place.views.values()))
    return str(view["legal"][0]["text"])


def test_the_clock_runs_without_anybody_and_across_restarts(tmp_path: Path) -> None:
    friends = Friends(tmp_path)

    async def first() -> None:
        with ThreadServer(settings_for(tmp_path, idle_seconds=0.2)) as server:
            await friends.start(server)
            await friends.open(server)
            [turn] = await friends.turns(server, "ana")
            assert turn["seats"] == [0]
            assert turn["deadline"] - turn["since"] == 24 * HOURS
            assert await friends.turns(server, "ben") == []

    async def second() -> None:
        with ThreadServer(settings_for(tmp_path, idle_seconds=0.2)) as server:
            await asyncio.sleep(0.5)
            assert len(entries(tmp_path, friends.table)) == before  # an hour is left
            async with friends.come(server, "ana") as ana, ana.sit(friends.table) as place:
                view = await place.until("view")
                left, running = view["clock"]["left"], view["clock"]["running"]
                assert 0.9 * HOURS < left[0] <= HOURS
                assert (left[1], running) == (24 * HOURS, [0])

    async def third() -> None:
        with ThreadServer(settings_for(tmp_path)) as server:
            found = await friends.until(before + 1)
            assert found[before] == ("play", 0, "clock")
            while not (turns := await friends.turns(server, "ben")):  # Ana's second card is due first
                await asyncio.sleep(0.05)
            assert turns[0]["deadline"] - turns[0]["since"] == 24 * HOURS
            assert await friends.turns(server, "ana") == []

    run(first())
    before = len(entries(tmp_path, friends.table))
    let_time_pass(tmp_path, 23)
    run(second())
    let_time_pass(tmp_path, 2)
    run(third())


@pytest.mark.parametrize("at_zero", ["seat", "end"])
def test_what_happens_at_zero_is_the_tables_choice(tmp_path: Path, at_zero: str) -> None:
    friends = Friends(tmp_path)

    async def first() -> None:
        with ThreadServer(settings_for(tmp_path)) as server:
            await friends.start(server, at_zero=at_zero)
            await friends.open(server)

    async def second() -> None:
        with ThreadServer(settings_for(tmp_path)) as server:
            async with friends.come(server, "ben") as ben:
                async for _ in patiently():
                    table = (await ben.get(f"/tables/{friends.table}"))["table"]
                    if table["status"] == "closed" or table["seats"][0]["stand_in"]:
                        break
                seats = [seat["stand_in"] for seat in table["seats"]]
                expected = ("playing", ["normal", None]) if at_zero == "seat" else ("closed", [None, None])
                assert (table["status"], seats) == expected
                if at_zero == "end":
                    assert await friends.turns(server, "ben") == []
                    return
                while not await friends.turns(server, "ben"):  # the bot has moved
                    await asyncio.sleep(0.05)
            async with friends.come(server, "ana") as ana:
                await ana.post(f"/tables/{friends.table}/return", {"seat": 0})

    run(first())
    let_time_pass(tmp_path, 25)
    run(second())


def test_a_paused_table_waits(tmp_path: Path) -> None:
    friends = Friends(tmp_path)

    async def first() -> None:
        with ThreadServer(settings_for(tmp_path)) as server:
            await friends.start(server)
            await friends.open(server)
            async with friends.come(server, "ana") as ana, friends.come(server, "ben") as ben:
                path = f"/tables/{friends.table}/pause"
                assert (await ben.post(path, {"paused": True}, 403))["code"] == "not_host"
                async with ben.sit(friends.table) as place:
                    await place.until("view")
                    assert (await ana.post(path, {"paused": True}))["table"]["paused"]
                    told = await place.until("table")
                    assert told["table"]["paused"]
                    view = await place.until("view", cause="sync")
                    assert view["clock"]["running"] == []
                async with ana.sit(friends.table) as place:
                    await place.until("view")
                    assert (await place.act(legal(place)))["code"] == "paused"
                await ana.post(path, {"paused": True}, 409)
                assert await friends.turns(server, "ana") == []

    async def second() -> None:
        with ThreadServer(settings_for(tmp_path)) as server:
            await asyncio.sleep(0.5)
            assert len(entries(tmp_path, friends.table)) == before
            async with friends.come(server, "ana") as ana:
                [listed] = (await ana.get("/tables?list=mine"))["tables"]
                assert listed["table"]["paused"]
            async with friends.come(server, "ana") as ana, ana.sit(friends.table) as place:
                view = await place.until("view")
                assert 23 * HOURS < view["clock"]["left"][0] <= 24 * HOURS
                await ana.post(f"/tables/{friends.table}/pause", {"paused": False})
                view = await place.until("view", cause="sync")
                assert view["clock"]["running"] == [0]
                assert 23 * HOURS < view["clock"]["left"][0] <= 24 * HOURS
                assert (await place.act(legal(place)))["type"] == "ack"

    run(first())
    before = len(entries(tmp_path, friends.table))
    # Only the pause itself is long ago.
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as file, file:
        file.execute("UPDATE actions SET at = at - ?", (50 * HOURS,))
        file.execute("UPDATE tables SET started = started - ?", (50 * HOURS,))
    run(second())


def test_turns_of_tables_from_before_are_found_again(tmp_path: Path) -> None:
    friends = Friends(tmp_path)

    async def first() -> None:
        with ThreadServer(settings_for(tmp_path)) as server:
            await friends.start(server, kind="none")
            assert [turn["seats"] for turn in await friends.turns(server, "ana")] == [[0]]
            assert [turn["seats"] for turn in await friends.turns(server, "ben")] == [[1]]
            with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as file, file:
                file.execute("DELETE FROM turns")

    async def second() -> None:
        with ThreadServer(settings_for(tmp_path)) as server:
            assert await friends.turns(server, "ana") == []
            async with friends.come(server, "ben") as ben, ben.sit(friends.table) as place:
                await place.until("view")
                while not (turns := await friends.turns(server, "ana")):
                    await asyncio.sleep(0.05)
            assert turns[0]["deadline"] is None

    run(first())
    run(second())
