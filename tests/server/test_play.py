"""Whole games at a table: creating, joining, playing to the end, coming back."""

import asyncio
import random
from pathlib import Path

import pytest
from people import Person, ThreadServer, play_out, settings_for

from aiguillage.boards import board_names
from aiguillage.game import Game
from aiguillage.server.protocol import SERVER_MESSAGE

ME = {"kind": "me", "name": "Ana"}
OPEN = {"kind": "open"}
BOT = {"kind": "bot", "bot": "random"}


def run(work: object) -> None:
    asyncio.run(work)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", board_names())
def test_a_whole_game_against_bots(server: ThreadServer, game: str) -> None:
    async def work() -> None:
        async with Person(server.url) as ana:
            table = await ana.create(game, [ME, BOT], start=True)
            async with ana.sit(table) as place:
                outcome = await play_out([place], random.Random(1))
            for text in place.texts:
                SERVER_MESSAGE.validate_json(text)
            answer = await ana.get(f"/tables/{table}")
            assert answer["table"]["status"] == "over"
            assert answer["table"]["totals"] == [seat["total"] for seat in outcome["seats"]]
            record = await ana.get(f"/tables/{table}/record")
            replayed = Game.from_record(record).outcome()
            assert [seat.total for seat in replayed.seats] == answer["table"]["totals"]

    run(work())


def test_friends_by_link(server: ThreadServer) -> None:
    async def work() -> None:
        async with Person(server.url) as ana, Person(server.url, "Ben") as ben:
            table = await ana.create("paris", [ME, OPEN])
            answer = await ben.post(f"/tables/{table}/join", {"name": "Ben", "colour": "slate"})
            assert answer["you"] == {"seats": [1], "host": False}
            assert answer["table"]["seats"][1]["colour"] == "slate"
            async with ana.sit(table) as first, ben.sit(table) as second:
                await ana.post(f"/tables/{table}/start")
                outcome = await play_out([first, second], random.Random(2))
            assert len(outcome["seats"]) == 2

    run(work())


def test_hot_seat_players_share_a_device(server: ThreadServer) -> None:
    async def work() -> None:
        async with Person(server.url) as ana:
            seats = [ME, {"kind": "hotseat", "name": "Ben"}]
            table = await ana.create("amsterdam", seats, start=True)
            async with ana.sit(table) as place:
                hello = await place.receive()
                assert hello["you"]["seats"] == [0, 1]
                await place.until("view", seat=0)
                await place.until("view", seat=1)
                assert (await place.ask("chat", text="Hi"))["code"] == "wrong_seat"
                await play_out([place], random.Random(3))

    run(work())


def test_a_half_made_choice_survives_reload_and_restart(tmp_path: Path) -> None:
    async def until_claim(place: object, chance: random.Random) -> None:
        """Play until a route with several payments can be named, and name it without paying."""
        while True:
            view = place.views.get(0)  # type: ignore[attr-defined]
            if view is not None and view["legal"]:
                choices = [a for a in view["legal"] if a["kind"] == "claim" and len(a["payments"]) > 1]
                action = choices[0]["text"] if choices else chance.choice(view["legal"])["text"]
                answer = await place.act(action)  # type: ignore[attr-defined]
                assert answer["type"] == "ack", answer
                if choices:
                    return
            else:
                await place.receive()  # type: ignore[attr-defined]

    async def first(url: str, ana: Person) -> tuple[str, dict[str, object]]:
        ana.url = url
        table = await ana.create("europe", [ME, BOT], start=True)
        async with ana.sit(table) as place:
            await place.until("view")
            await until_claim(place, random.Random(4))
            before = place.views[0]
        assert before["phase"] == "payment"
        async with ana.sit(table) as again:
            await again.until("view")
            assert again.views[0] == before
        return table, before

    async def second(url: str, ana: Person, table: str, before: dict[str, object]) -> None:
        ana.url = url
        async with ana.sit(table) as place:
            hello = await place.receive()
            assert hello["you"]["seats"] == [0]
            await place.until("view")
            assert place.views[0] == before
            await play_out([place], random.Random(5))

    async def work() -> None:
        settings = settings_for(tmp_path)
        with ThreadServer(settings) as running:
            ana = Person(running.url)
            table, before = await first(running.url, ana)
        with ThreadServer(settings) as running:
            await second(running.url, ana, table, before)
        await ana.http.aclose()

    run(work())


def test_a_spectator_watches(server: ThreadServer) -> None:
    async def work() -> None:
        async with Person(server.url) as ana, Person(server.url) as eve:
            table = await ana.create("berlin", [ME, BOT], start=True)
            async with ana.sit(table) as place, eve.sit(table) as seen:
                hello = await seen.receive()
                assert hello["you"] == {"seats": [], "host": False}
                assert (await seen.act("blind"))["code"] == "not_seated"
                await play_out([place], random.Random(6))
                await seen.until("table")
                assert seen.views[None]["hand"] == {}
                assert seen.views[None]["phase"] == "over"

    run(work())
