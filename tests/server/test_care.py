"""Table care: taking a player out, spectators who may not watch or see later, and reports of bugs."""

import asyncio
import json
import random
from collections.abc import Coroutine
from typing import Any

import pytest
import websockets
from people import Person, Place, ThreadServer, play_out

ME = {"kind": "me", "name": "Ana"}
BEN = {"kind": "hotseat", "name": "Ben"}
OPEN = {"kind": "open"}


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


async def two(ana: Person, ben: Person, **options: Any) -> str:
    table = await ana.create("paris", [ME, OPEN], options=options, first=0)
    await ben.post(f"/tables/{table}/join", {"name": "Ben"})
    await ana.post(f"/tables/{table}/start")
    return table


def test_the_host_takes_out_a_player_who_is_there(server: ThreadServer) -> None:
    async def work() -> None:
        async with Person(server.url) as ana, Person(server.url, "Ben") as ben:
            table = await two(ana, ben)
            path = f"/tables/{table}/remove"
            async with ana.sit(table) as hers, ben.sit(table) as his:
                await his.until("view")
                assert (await ben.post(path, {"seat": 0}, 403))["code"] == "not_host"
                assert (await ana.post(path, {"seat": 0}, 409))["code"] == "own_seat"
                await ana.post(path, {"seat": 1})
                told = await hers.until("table")
                assert told["table"]["seats"][1]["stand_in"] == "normal"
                assert (await his.until("bye"))["reason"] == "restart"
            assert (await ben.post(f"/tables/{table}/return", {"seat": 1}, 403))["code"] == "wrong_seat"
            async with ben.sit(table) as watching:
                assert (await watching.until("view"))["seat"] is None
            assert (await ana.post(path, {"seat": 1}, 409))["code"] == "no_seat"

    run(work())


def test_a_game_without_spectators(server: ThreadServer) -> None:
    async def work() -> None:
        async with Person(server.url) as ana, Person(server.url) as eve:
            table = await ana.create("paris", [ME, BEN], options={"spectators": False})
            async with eve.sit(table) as watching:
                assert (await watching.receive())["type"] == "hello"  # the waiting room is open
                await ana.post(f"/tables/{table}/start")
                assert (await watching.until("bye"))["reason"] == "restart"
                assert watching.views == {}
            async with eve.sit(table) as watching:
                assert (await watching.receive())["code"] == "spectators"
                assert (await watching.receive())["type"] == "bye"
                with pytest.raises(websockets.ConnectionClosed):
                    await watching.receive()
                assert watching.views == {}
            async with ana.sit(table) as place:
                await play_out([place], random.Random(1))
            async with eve.sit(table) as watching:
                assert (await watching.until("view"))["view"]["phase"] == "over"

    run(work())


def test_spectators_see_later(server: ThreadServer) -> None:
    async def work() -> None:
        async with Person(server.url) as ana, Person(server.url) as eve:
            table = await ana.create("paris", [ME, BEN], options={"spectator_delay": 2}, start=True)
            async with ana.sit(table) as place, eve.sit(table) as watching:
                hello = await watching.receive()
                assert (hello["type"], hello["events"]) == ("hello", [])
                await place.until("view", seat=1)
                for seat in (0, 1):
                    text = place.views[seat]["legal"][0]["text"]
                    assert (await place.act(text, seat=seat))["type"] == "ack"
                acted = asyncio.get_running_loop().time()
                view = await watching.until("view")  # the start
                assert (view["cause"], view["view"]["decision"]) == ("start", 0)
                while view["view"]["decision"] < 2:
                    view = await watching.until("view")
                assert asyncio.get_running_loop().time() - acted >= 1.8
                # Somebody who comes now sees the game as it was two seconds ago.
                actor = view["view"]["actor"]
                text = place.views[actor]["legal"][0]["text"]
                assert (await place.act(text, seat=actor))["type"] == "ack"
                async with eve.sit(table) as late:
                    first = await late.until("view")
                    assert first["view"]["decision"] == 2
                    assert (await late.until("view", cause="action"))["view"]["decision"] > 2

    run(work())


def _report_words(place: Place) -> set[str]:
    return {ticket["id"] for view in place.views.values() for ticket in view["offer"]}


def test_a_report_holds_what_the_player_may_know(server: ThreadServer) -> None:
    async def work() -> None:
        async with Person(server.url) as ana, Person(server.url, "Ben") as ben, Person(server.url) as eve:
            table = await two(ana, ben)
            async with ana.sit(table) as hers, ben.sit(table) as his:
                await hers.until("view")
                await his.until("view")
                mine, theirs = _report_words(hers), _report_words(his)
            report = await ana.get(f"/tables/{table}/report")
            text = json.dumps(report)
            assert (report["reader"], report["game"], report["record"]) == (0, "paris", None)
            assert all(ticket in text for ticket in mine)
            assert not any(ticket in text for ticket in theirs)
            assert not any(word in text for word in ("Ana", "Ben", table, ana.token or "?", ben.token or "?"))
            await eve.get(f"/tables/{table}/report", 403)
            over = await ana.create("paris", [ME, BEN], start=True)
            async with ana.sit(over) as place:
                await play_out([place], random.Random(2))
            report = await eve.get(f"/tables/{over}/report")
            assert report["record"].startswith("[")
            assert "Ana" not in report["record"]

    run(work())
