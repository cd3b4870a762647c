"""Several server processes on one PostgreSQL: people at one table may be connected to different ones."""

import asyncio
import random
from collections.abc import Coroutine, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from people import Person, ThreadServer, play_out, settings_for

ME = {"kind": "me", "name": "Ana"}
OPEN = {"kind": "open"}
BOT = {"kind": "bot", "bot": "random"}


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


@pytest.fixture
def pair(tmp_path: Path, postgres: str) -> Iterator[tuple[ThreadServer, ThreadServer]]:
    with ExitStack() as stack:
        first, second = (
            stack.enter_context(ThreadServer(settings_for(tmp_path, database=postgres))) for _ in range(2)
        )
        yield first, second


def test_everything_is_heard_at_both(pair: tuple[ThreadServer, ThreadServer]) -> None:
    async def work() -> None:
        async with Person(pair[0].url) as ana, Person(pair[1].url) as ben:
            table = await ana.create("europe", [ME, OPEN])
            async with ana.sit(table) as first:
                await first.until("hello")
                await ben.post(f"/tables/{table}/join", {"name": "Ben"})
                told = await first.until("table")
                assert told["table"]["seats"][1]["name"] == "Ben"
                async with ben.sit(table) as second:
                    await first.until("presence", present=[0, 1])
                    await second.until("presence", present=[0, 1])
                    await first.ask("chat", text="Hello over there")
                    assert (await second.until("chat"))["text"] == "Hello over there"
                    await second.ask("reaction", reaction="hello")
                    assert (await first.until("reaction"))["seat"] == 1
                    await ana.post(f"/tables/{table}/start")
                    await first.until("view", cause="start")
                    await second.until("view", cause="start")
                    # Both choose at the same moment, each through its own process.
                    await asyncio.gather(
                        first.act(first.views[0]["legal"][0]["text"]),
                        second.act(second.views[1]["legal"][0]["text"]),
                    )
                    for place in (first, second):
                        assert [f["type"] for f in place.frames if f.get("id", "").startswith("action")] == [
                            "ack"
                        ]
                        seat = place.frames[0]["you"]["seats"][0]
                        while place.views[seat]["phase"] == "opening":
                            await place.receive()
                    actor, other = (first, second) if first.views[0]["actor"] == 0 else (second, first)
                    await actor.act("blind")
                    await actor.act("blind")
                    await actor.ask("takeback", answer="ask")
                    await other.until("takeback", what="asked")
                    await other.ask("takeback", answer="accept")
                    await actor.until("view", cause="rewind")
                    await actor.until("takeback", what="done")
                await first.until("presence", present=[0])

    run(work())


def test_whole_games_spread_over_both(pair: tuple[ThreadServer, ThreadServer]) -> None:
    """People at both, a bot between them; a third reader at each sees the same end."""

    async def work() -> None:
        async with Person(pair[0].url) as ana, Person(pair[1].url) as ben:
            table = await ana.create("paris", [ME, OPEN, BOT])
            await ben.post(f"/tables/{table}/join", {"name": "Ben"})
            await ana.post(f"/tables/{table}/start")
            async with ana.sit(table) as first, ben.sit(table) as second:
                outcome = await play_out([first, second], random.Random(1))
                assert (await play_out([second], random.Random(1))) == outcome
            refused = [f for place in (first, second) for f in place.frames if f["type"] == "error"]
            assert {f["code"] for f in refused} <= {"stale", "wrong_turn"}
            statuses = [(await person.get(f"/tables/{table}"))["table"] for person in (ana, ben)]
            for status in statuses:
                assert status["status"] == "over"
                assert status["totals"] == [seat["total"] for seat in outcome["seats"]]
            # Each entry was heard once at each process, in order.
            for place in (first, second):
                views = [f["sequence"] for f in place.frames if f["type"] == "view"]
                assert views == sorted(set(views))

    run(work())


def test_nobody_judges_from_what_is_out_of_date(
    tmp_path: Path, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However late the news arrives (here: never), no seat is given away twice and no start is refused."""
    monkeypatch.setattr("aiguillage.server.tables.house.House._notice", lambda self, *news: None)

    async def work(first: ThreadServer, second: ThreadServer) -> None:
        people = [Person(first.url), Person(second.url), Person(first.url), Person(second.url)]
        async with people[0] as ana, people[1] as ben, people[2] as cleo, people[3] as dan:
            table = await ana.create("europe", [ME, OPEN, OPEN])
            await dan.get(f"/tables/{table}")  # the second process knows the table with two open seats
            await cleo.post(f"/tables/{table}/join", {"name": "Cleo"})
            await ben.post(f"/tables/{table}/join", {"name": "Ben"})
            refused = await dan.ask("POST", f"/tables/{table}/join", json={"name": "Dan"})
            assert refused["code"] == "taken"
            await ana.post(f"/tables/{table}/start")
            told = (await ana.get(f"/tables/{table}"))["table"]
            assert [seat["name"] for seat in told["seats"]] == ["Ana", "Cleo", "Ben"]
            refused = await ben.ask("POST", f"/tables/{table}/rename", json={"seat": 2, "name": "Bea"})
            assert refused["code"] == "status"

    with (
        ThreadServer(settings_for(tmp_path, database=postgres)) as first,
        ThreadServer(settings_for(tmp_path, database=postgres)) as second,
    ):
        run(work(first, second))


def test_one_process_takes_over_the_bots_of_another(tmp_path: Path, postgres: str) -> None:
    async def work(first: ThreadServer, second: ThreadServer) -> None:
        async with Person(first.url) as ana:
            table = await ana.create("paris", [ME, BOT], start=True, first=1)
            # The first process never hears of the socket, and stops moving its bots at once.
            asyncio.run_coroutine_threadsafe(first.house.driver.stop(), first.house.loop).result()
            ana.url = second.url
            async with ana.sit(table) as place:
                await place.until("view")
                await place.act(place.views[0]["legal"][0]["text"], sequence=place.seen[0])
                await place.until("view", by="bot")

    with (
        ThreadServer(settings_for(tmp_path, database=postgres, pace_scale=1.0)) as first,
        ThreadServer(settings_for(tmp_path, database=postgres)) as second,
    ):
        run(work(first, second))
