"""Holidays in games over days: by consent of the others, on the host's word, across restarts, and never for ever."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from time import time
from typing import Any

import pytest
from people import Person, ThreadServer, settings_for
from test_days import HOURS, Friends, entries, legal, let_time_pass

from aiguillage.server.store.rows import Entry, Kind, SeatRow
from aiguillage.server.tables import house as house_module
from aiguillage.server.tables.standstill import Asked, Standstill

DAY = 24 * HOURS
ME = {"kind": "me", "name": "Ana"}
OPEN = {"kind": "open"}


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def now() -> int:
    return int(time() * 1000)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_module, "SWEEP_SECONDS", 0.1)


def test_the_time_that_counts() -> None:
    def entry(kind: Kind, at: int, text: str = "", seat: int | None = None) -> Entry:
        return Entry("t", 1, kind, seat, text, at)

    still = Standstill()
    for one in (entry("pause", 100), entry("resume", 150), entry("pause", 300, "400", 1)):
        still = still.after(one)
    assert (still.since, still.until, still.seat) == (300, 400, 1)
    assert still.counted(0, 350) == 250
    # The server noticed too late that the holiday was over: what is late counts.
    still = still.after(entry("resume", 1000))
    assert still.counted(0, 1000) == 850
    assert still.counted(120, 1000) == 750  # the decision became due while the table was paused
    assert still.counted(500, 1000) == 500


def test_who_has_to_agree() -> None:
    def seat(number: int, kind: Any, owner: bytes | None, stand_in: str | None = None) -> SeatRow:
        return SeatRow(number, kind, "", "fir", owner, stand_in=stand_in)

    seats = [
        seat(0, "human", b"ana"),
        seat(1, "human", b"ana"),  # at the same device
        seat(2, "bot", None),
        seat(3, "human", b"ben", "normal"),  # a bot stands in
        seat(4, "human", b"cleo"),
    ]
    assert Asked(0, 1).waiting(seats) == [4]
    assert Asked(4, 1).waiting(seats) == [0, 1]
    assert Asked(4, 1, frozenset({1})).waiting(seats) == []


async def asked_for(friends: Friends, folder: Path, until: int) -> None:
    """Ben asks for a holiday, and asks again after a no."""
    with ThreadServer(settings_for(folder)) as server:
        await friends.start(server)
        await friends.open(server)
        path = f"/tables/{friends.table}/holiday"
        async with friends.come(server, "ana") as ana, friends.come(server, "ben") as ben:
            ask = {"seat": 1, "answer": "ask", "until": until}
            assert (await ana.post(path, ask, 403))["code"] == "wrong_seat"
            for wrong in (None, now() - HOURS, now() + 43 * DAY):
                assert (await ben.post(path, ask | {"until": wrong}, 422))["code"] == "holiday_days"
            async with ana.sit(friends.table) as place:
                await place.until("view")
                asked = (await ben.post(path, ask))["table"]
                assert (asked["paused"], asked["holiday"]["waiting"]) == (False, [0])
                assert (await place.until("table"))["table"]["holiday"] == asked["holiday"]
                # Meanwhile the game goes on, and the question stays.
                assert (await place.act(legal(place)))["type"] == "ack"
                no = {"answer": "decline"}
                assert (await ben.post(path, ask, 409))["code"] == "no_holiday"
                assert (await ana.post(path, {"seat": 0} | no))["table"]["holiday"] is None
                await ben.post(path, ask)
                assert (await ben.post(path, {"seat": 1} | no))["table"]["holiday"] is None
                assert (await ana.post(path, {"seat": 0, "answer": "agree"}, 409))["code"] == "no_holiday"
                await ben.post(path, ask)


def test_a_holiday_that_all_agree_to(tmp_path: Path) -> None:
    friends = Friends(tmp_path)
    until = now() + 20 * DAY

    async def second() -> None:
        """The question outlives the server; the answer stops the clocks."""
        with ThreadServer(settings_for(tmp_path)) as server:
            path = f"/tables/{friends.table}"
            async with friends.come(server, "ana") as ana, friends.come(server, "ben") as ben:
                [listed] = (await ana.get("/tables?list=mine"))["tables"]
                assert listed["table"]["holiday"] == {"seat": 1, "until": until, "waiting": [0]}
                async with ben.sit(friends.table) as place:
                    await place.until("view")
                    agreed = (await ana.post(f"{path}/holiday", {"seat": 0, "answer": "agree"}))["table"]
                    assert (agreed["paused"], agreed["paused_until"], agreed["paused_for"]) == (True, until, 1)
                    assert agreed["holiday"] is None
                    view = await place.until("view", cause="sync")
                    assert view["clock"]["running"] == []
                    kinds = [kind for kind, _, _ in entries(tmp_path, friends.table)]
                    assert kinds[-2:] == ["agree", "pause"]

    async def third() -> None:
        """It stands still after a restart, whatever time has passed; only Ben can end it, by coming back."""
        with ThreadServer(settings_for(tmp_path, idle_seconds=0.2)) as server:
            await asyncio.sleep(0.4)
            assert len(entries(tmp_path, friends.table)) == before
            path = f"/tables/{friends.table}"
            async with friends.come(server, "ana") as ana, friends.come(server, "ben") as ben:
                found = (await ana.get(path))["table"]
                assert (found["paused"], found["paused_for"]) == (True, 1)
                assert await friends.turns(server, "ana") == []
                assert (await ana.post(f"{path}/pause", {"paused": False}, 403))["code"] == "no_holiday"
                back = (await ben.post(f"{path}/pause", {"paused": False}))["table"]
                assert (back["paused"], back["paused_until"], back["paused_for"]) == (False, None, None)
                async with ana.sit(friends.table) as place:
                    view = await place.until("view")
                    assert 23 * HOURS < view["clock"]["left"][0] <= 24 * HOURS
                    assert view["clock"]["running"] == [0]

    run(asked_for(friends, tmp_path, until))
    run(second())
    before = len(entries(tmp_path, friends.table))
    let_time_pass(tmp_path, 50)
    run(third())


def test_the_hosts_vacation_ends_by_itself(tmp_path: Path) -> None:
    friends = Friends(tmp_path)

    async def first() -> None:
        with ThreadServer(settings_for(tmp_path)) as server:
            await friends.start(server)
            await friends.open(server)
            path = f"/tables/{friends.table}/pause"
            async with friends.come(server, "ana") as ana, friends.come(server, "ben") as ben:
                async with ben.sit(friends.table) as place:
                    await place.until("view")
                    assert (await ben.post(path, {"paused": True, "until": now() + DAY}, 403))["code"] == ("not_host")
                    wrong = {"paused": True, "until": now() + 43 * DAY}
                    assert (await ana.post(path, wrong, 422))["code"] == "holiday_days"
                    await ana.post(path, {"paused": True, "until": now() + 600})
                    told = (await place.until("table"))["table"]
                    assert (told["paused"], told["paused_for"]) == (True, 0)
                    while told["paused"]:  # and nobody has to say so
                        told = (await place.until("table"))["table"]
                await ana.post(path, {"paused": True, "until": now() + 1500})

    async def second() -> None:
        """While it ends nobody is there; the server notices, and the clock runs."""
        with ThreadServer(settings_for(tmp_path, idle_seconds=0.2)) as server:
            found = await friends.until(before + 1)
            assert found[before][0] == "resume"
            [turn] = await friends.turns(server, "ana")
            # What passed between the end of the vacation and the start of the server counts.
            assert abs(turn["deadline"] - (now() + 24 * HOURS)) < 60_000

    run(first())
    before = len(entries(tmp_path, friends.table))
    run(second())


def test_where_no_time_runs_nobody_needs_a_holiday(server: ThreadServer) -> None:
    async def work() -> None:
        async with Person(server.url) as ana:
            bot = {"kind": "bot", "bot": "easy"}
            table = await ana.create("paris", [ME, bot], options={"clock": {"kind": "move"}}, start=True)
            ask = {"seat": 0, "answer": "ask", "until": now() + DAY}
            assert (await ana.post(f"/tables/{table}/holiday", ask, 409))["code"] == "no_holiday"
            days = {"clock": {"kind": "move", "seconds": 86400, "always": True}}
            table = await ana.create("paris", [ME, bot], options=days, start=True)
            # Bots always agree.
            assert (await ana.post(f"/tables/{table}/holiday", ask))["table"]["paused_for"] == 0

    run(work())


def test_the_holiday_begins_when_a_bot_takes_the_last_answer(server: ThreadServer) -> None:
    async def work() -> None:
        async with Person(server.url) as ana, Person(server.url, "Ben") as ben:
            days = {"clock": {"kind": "move", "seconds": 86400, "always": True}}
            table = await ana.create("paris", [ME, OPEN], options=days)
            await ben.post(f"/tables/{table}/join", {"name": "Ben"})
            await ana.post(f"/tables/{table}/start")
            async with ana.sit(table) as place:
                await place.until("view")
                await ana.post(f"/tables/{table}/holiday", {"seat": 0, "answer": "ask", "until": now() + DAY})
                await ben.post(f"/tables/{table}/leave", {"seat": 1})
                while not (await place.until("table"))["table"]["paused"]:
                    pass

    run(work())
