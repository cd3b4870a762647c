"""Who sits where: joining, bots, kicking, leaving, coming back, starting, playing again."""

import asyncio
import random
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from people import Person, ThreadServer, play_out, settings_for

from aiguillage.titles import file_of

ME = {"kind": "me", "name": "Ana"}
OPEN = {"kind": "open"}
BOT = {"kind": "bot", "bot": "random"}


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def code(answer: Any) -> str:
    return str(answer["code"])


def test_first_come_first_served(server: ThreadServer) -> None:
    """Many people want one seat at the same moment: one gets it."""

    async def work() -> None:
        async with Person(server.url) as ana:
            table = await ana.create("europe", [ME, OPEN])
            people = [Person(server.url) for _ in range(8)]
            answers = await asyncio.gather(
                *(person.ask("POST", f"/tables/{table}/join", json={"name": "B"}) for person in people)
            )
            seated = [answer for answer in answers if "you" in answer]
            assert len(seated) == 1
            assert {code(answer) for answer in answers if "code" in answer} == {"taken"}
            for person in people:
                await person.http.aclose()

    run(work())


def test_seats_colours_and_names(server: ThreadServer) -> None:
    async def work() -> None:
        async with Person(server.url) as ana, Person(server.url) as ben:
            table = await ana.create("europe", [ME, OPEN, OPEN])
            assert code(await ben.post(f"/tables/{table}/join", {"name": "B", "seat": 0}, 409)) == "taken"
            await ben.post(f"/tables/{table}/join", {"name": "  Ben\u202e \u0000 Z ", "seat": 2})
            answer = await ana.get(f"/tables/{table}")
            assert answer["table"]["seats"][2]["name"] == "Ben Z"
            assert answer["you"] == {"seats": [0], "host": True}
            colours = [seat["colour"] for seat in answer["table"]["seats"]]
            assert len(set(colours)) == 3
            wish = {"seat": 2, "colour": colours[0]}
            assert code(await ben.post(f"/tables/{table}/rename", wish, 409)) == "colour"
            assert code(await ben.post(f"/tables/{table}/rename", {"seat": 0, "name": "X"}, 403)) == "wrong_seat"
            await ben.post(f"/tables/{table}/rename", {"seat": 2, "colour": colours[1], "name": "Benno"})
            seats = (await ana.get(f"/tables/{table}"))["table"]["seats"]
            assert [seats[1]["colour"], seats[2]["colour"], seats[2]["name"]] == [
                colours[2],
                colours[1],
                "Benno",
            ]
            assert code(await ben.post(f"/tables/{table}/join", {"name": "B"}, 409)) == "seated"
            await ben.post(f"/tables/{table}/join", {"name": "Bea", "hotseat": True})
            assert (await ben.get(f"/tables/{table}"))["you"]["seats"] == [1, 2]

    run(work())


def test_only_the_host_may(server: ThreadServer) -> None:
    async def work() -> None:
        async with Person(server.url) as ana, Person(server.url) as ben:
            table = await ana.create("paris", [ME, OPEN])
            await ben.post(f"/tables/{table}/join", {"name": "Ben"})
            for path, body in (
                ("start", None),
                ("kick", {"seat": 0}),
                ("bot", {"seat": 0}),
                ("close", None),
            ):
                assert code(await ben.post(f"/tables/{table}/{path}", body, 403)) == "not_host"
            assert code(await ben.ask("PATCH", f"/tables/{table}", 403, json={"public": True})) == "not_host"
            await ana.ask("PATCH", f"/tables/{table}", 200, json={"public": True, "first": 1})
            answer = await ana.get(f"/tables/{table}")
            assert (answer["table"]["public"], answer["table"]["first"]) == (True, 1)

    run(work())


def test_kicked_people_stay_out(server: ThreadServer) -> None:
    async def work() -> None:
        async with Person(server.url) as ana, Person(server.url) as ben:
            table = await ana.create("paris", [ME, OPEN])
            await ben.post(f"/tables/{table}/join", {"name": "Ben"})
            async with ben.sit(table) as place:
                await place.until("hello")
                await ana.post(f"/tables/{table}/kick", {"seat": 1})
                told = await place.until("table")
                assert told["you"] == {"seats": [], "host": False}
            assert code(await ben.post(f"/tables/{table}/join", {"name": "Ben"}, 403)) == "kicked"
            await ana.post(f"/tables/{table}/bot", {"seat": 1, "bot": "easy"})
            assert code(await ana.post(f"/tables/{table}/bot", {"seat": 1, "bot": "nobody"}, 422)) == "no_bot"
            answer = await ana.post(f"/tables/{table}/start")
            assert answer["table"]["seats"][1]["bot"] == "easy"
            assert answer["table"]["status"] == "playing"
            assert code(await ana.post(f"/tables/{table}/start", None, 409)) == "status"

    run(work())


def test_start_needs_everybody(server: ThreadServer) -> None:
    async def work() -> None:
        async with Person(server.url) as ana:
            table = await ana.create("paris", [ME, OPEN])
            assert code(await ana.post(f"/tables/{table}/start", None, 409)) == "open_seats"

    run(work())


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"game": "europa", "seats": [ME, BOT]}, "no_game"),
        ({"game": "paris", "seats": [ME, BOT, BOT, BOT, BOT]}, "seats"),
        ({"game": "paris", "seats": [ME, BOT], "first": 3}, "seats"),
        ({"game": "paris", "seats": [ME, ME]}, "seats"),
        ({"game": "paris", "seats": [{"kind": "me"}, BOT]}, "name"),
        ({"game": "paris", "seats": [ME, {"kind": "bot", "bot": "search:ms=1"}]}, "bad_request"),
        ({"game": "paris", "seats": [ME, {"kind": "bot", "bot": "nobody"}]}, "no_bot"),
        ({"game": "paris", "seats": [ME, BOT], "board": "format = 1"}, "bad_board"),
        ({"game": "paris", "seats": [ME]}, "bad_request"),
        ({"game": "paris", "seats": [ME, BOT], "seed": 7}, "bad_request"),
    ],
)
def test_tables_that_cannot_be(server: ThreadServer, body: dict[str, Any], expected: str) -> None:
    async def work() -> None:
        async with Person(server.url) as ana:
            assert code(await ana.post("/tables", body, 422)) == expected

    run(work())


def test_an_own_board(server: ThreadServer) -> None:

    text = file_of("paris", "board.toml").read_text("utf-8")
    mine = text.replace('name = "Paris"', 'name = "My Paris"', 1)

    async def work() -> None:
        async with Person(server.url) as ana:
            verdict = await ana.post("/boards/check", {"board": mine})
            assert (verdict["ok"], verdict["name"]) == (True, "My Paris")
            verdict = await ana.post("/boards/check", {"board": mine + "\n[nonsense]\n"})
            assert not verdict["ok"]
            assert "nonsense" in verdict["problem"]
            table = await ana.create("paris", [ME, BOT], board=mine, start=True)
            board = await ana.get(f"/tables/{table}/board")
            assert board["name"] == "My Paris"
            async with ana.sit(table) as place:
                await play_out([place], random.Random(1))
            record = await ana.get(f"/tables/{table}/record")
            kept = await ana.post("/records", {"record": record, "board": mine}, 201)
            assert kept["table"]["own_board"]

    run(work())


def test_leaving_and_coming_back(tmp_path: Path) -> None:
    """A bot stands in for whoever leaves, or is away for too long; the person can take the seat back."""

    async def work(server: ThreadServer) -> None:
        async with Person(server.url) as ana, Person(server.url) as ben:
            table = await ana.create("europe", [ME, OPEN])
            await ben.post(f"/tables/{table}/join", {"name": "Ben"})
            await ana.post(f"/tables/{table}/start")
            async with ana.sit(table) as place:
                await place.until("view")
                async with ben.sit(table) as other:
                    await other.until("view")
                    assert code(await ana.post(f"/tables/{table}/bot", {"seat": 1}, 409)) == "present"
                    assert code(await ana.post(f"/tables/{table}/kick", {"seat": 1}, 409)) == "status"
                await asyncio.sleep(0.4)
                answer = await ana.post(f"/tables/{table}/bot", {"seat": 1, "bot": "easy"})
                assert answer["table"]["seats"][1]["stand_in"] == "easy"
                assert answer["table"]["seats"][1]["kind"] == "human"
                moved = await place.until("view", by="bot")
                assert moved["events"][0]["seat"] == 1
                async with ben.sit(table) as other:
                    view = await other.until("view")
                    refused = await other.act("blind")
                    assert refused["code"] in ("stand_in", "wrong_turn"), (refused, view)
                    await ben.post(f"/tables/{table}/return", {"seat": 1})
                    assert code(await ben.post(f"/tables/{table}/return", {"seat": 1}, 409)) == "status"
                    await ben.post(f"/tables/{table}/leave", {"seat": 1})
                    told = await place.until("table")
                    while told["table"]["seats"][1]["stand_in"] != "normal":
                        told = await place.until("table")

    with ThreadServer(settings_for(tmp_path, grace_seconds=0.3)) as running:
        run(work(running))


def test_somebody_else_hosts_while_the_host_is_away(tmp_path: Path) -> None:
    async def work(server: ThreadServer) -> None:
        async with Person(server.url) as ana, Person(server.url) as ben:
            table = await ana.create("paris", [ME, OPEN])
            await ben.post(f"/tables/{table}/join", {"name": "Ben"})
            async with ben.sit(table) as place:
                await place.until("hello")
                assert code(await ben.post(f"/tables/{table}/start", None, 403)) == "not_host"
                await asyncio.sleep(0.4)
                answer = await ben.post(f"/tables/{table}/start")
                assert answer["table"]["status"] == "playing"

    with ThreadServer(settings_for(tmp_path, grace_seconds=0.3)) as running:
        run(work(running))


def test_the_host_passes_on_when_leaving(server: ThreadServer) -> None:
    async def work() -> None:
        async with Person(server.url) as ana, Person(server.url) as ben:
            table = await ana.create("paris", [ME, OPEN])
            await ben.post(f"/tables/{table}/join", {"name": "Ben"})
            answer = await ana.post(f"/tables/{table}/leave", {"seat": 0})
            assert answer["you"] == {"seats": [], "host": False}
            assert (await ben.get(f"/tables/{table}"))["you"]["host"]

    run(work())


def test_rematch_with_the_same_people(server: ThreadServer) -> None:
    async def work() -> None:
        async with Person(server.url) as ana, Person(server.url) as ben, Person(server.url) as eve:
            table = await ana.create("paris", [ME, OPEN])
            await ben.post(f"/tables/{table}/join", {"name": "Ben"})
            assert code(await ana.post(f"/tables/{table}/rematch", None, 409)) == "status"
            await ana.post(f"/tables/{table}/start")
            async with ana.sit(table) as first, ben.sit(table) as second:
                await play_out([first, second], random.Random(7))
                assert code(await eve.post(f"/tables/{table}/rematch", None, 403)) == "wrong_seat"
                answers = await asyncio.gather(
                    *(person.post(f"/tables/{table}/rematch") for person in (ana, ben, ana, ben))
                )
                again = {answer["table"]["id"] for answer in answers}
                assert len(again) == 1
                told = await second.until("table")
                while told["table"]["rematch"] is None:
                    told = await second.until("table")
                assert told["table"]["rematch"] == again.pop()
            mine = await ben.get("/tables?list=mine")
            assert [t["table"]["status"] for t in mine["tables"]] == ["open", "over"]
            assert mine["tables"][0]["you"]["seats"] == [1]
            finished = await ben.get("/tables?list=finished")
            assert table in [t["table"]["id"] for t in finished["tables"]]
            others = await eve.get("/tables?list=finished")
            assert table not in [t["table"]["id"] for t in others["tables"]]

    run(work())


def test_the_lobby_shows_public_tables_only(server: ThreadServer) -> None:
    async def work() -> None:
        async with Person(server.url) as ana, Person(server.url) as eve:
            hidden = await ana.create("paris", [ME, OPEN])
            shown = await ana.create("paris", [ME, OPEN], public=True)
            found = [t["table"]["id"] for t in (await eve.get("/tables"))["tables"]]
            assert shown in found
            assert hidden not in found
            assert (await eve.get("/tables?list=mine"))["tables"] == []
            page = await eve.get("/tables?limit=1")
            assert len(page["tables"]) == 1
            assert page["next"] == page["tables"][0]["table"]["created"]
            await ana.post(f"/tables/{shown}/close")
            found = [t["table"]["id"] for t in (await eve.get("/tables"))["tables"]]
            assert shown not in found
            assert code(await eve.post(f"/tables/{shown}/join", {"name": "Eve"}, 409)) == "status"

    run(work())
