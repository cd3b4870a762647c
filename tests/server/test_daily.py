"""The deals of the day: the same for everybody here, played once, alone, and known to nobody beforehand."""

import asyncio
import random
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from people import Person, Place, ThreadServer, settings_for

from aiguillage.analysis.daily import daily
from aiguillage.server.tables import daily as daily_module
from aiguillage.server.tables.seating import BOT_PEOPLE
from aiguillage.server.tables.tokens import token_hash


@pytest.fixture(autouse=True)
def one_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Midnight does not come while a test plays."""
    day = date(2026, 7, 1)
    monkeypatch.setattr(daily_module, "today", lambda house: day)


def run(work: object) -> None:
    asyncio.run(work)  # type: ignore[arg-type]


async def begin(person: Person, game: str = "paris") -> str:
    answer = await person.post(f"/daily/{game}", {"name": person.name}, 201)
    return str(answer["table"]["id"])


async def finish(place: Place, chance: random.Random) -> list[Any]:
    """Play to the end; every view in which something was decided, and the outcome."""
    met: list[Any] = []
    await place.until("view")
    while True:
        view = place.views[0]
        if view["phase"] == "over":
            return [*met, view["outcome"]]
        if view["legal"]:
            # in the opening the others choose at the same time, who first is not said
            met.append(view["offer"] if view["phase"] == "opening" else view)
            await place.act(chance.choice(view["legal"])["text"], sequence=place.seen[0])
        else:
            await place.receive()


def test_the_same_decisions_meet_the_same_cards_and_bots(server: ThreadServer) -> None:
    async def work() -> None:
        async with (
            Person(server.url) as ana,
            Person(server.url, "Ben") as ben,
            Person(server.url, "Cy") as cy,
        ):
            courses = []
            for person in (ana, ben):
                async with person.sit(await begin(person)) as place:
                    courses.append(await finish(place, random.Random(3)))
            assert courses[0] == courses[1]
            points = courses[0][-1]["seats"][0]["total"]
            await begin(cy)
            for person, own in ((ana, "Ana"), (ben, "Ben"), (cy, None)):
                answer = await person.get("/daily")
                deal = next(deal for deal in answer["deals"] if deal["game"] == "paris")
                told = {result["name"]: result for result in deal["results"]}
                assert {"Ana", "Ben"} <= set(told)  # who has not finished has no result
                assert "Cy" not in told
                assert told["Ana"]["points"] == points
                assert told["Ana"]["place"] == told["Ben"]["place"]
                assert [result["name"] for result in deal["results"] if result["mine"]] == ([own] if own else [])
                assert deal["status"] == ("over" if own else "playing")
            before = await cy.get("/daily?back=1")
            assert all(not deal["results"] and deal["table"] is None for deal in before["deals"])

    run(work())


def test_a_deal_is_played_once_by_a_person_and_by_nobody_else(server: ThreadServer) -> None:
    async def work() -> None:
        async with Person(server.url) as ana, Person(server.url, "Ben") as ben:
            await ana.get("/tables?list=mine")
            # with a table she has a cookie
            await ana.create("paris", [{"kind": "me", "name": "Ana"}, {"kind": "bot"}])
            tables = await asyncio.gather(*(begin(ana, "berlin") for _ in range(4)))
            assert len(set(tables)) == 1
            table = tables[0]
            async with ben.sit(table) as stranger:
                assert (await stranger.receive())["code"] == "spectators"
            async with ana.sit(table) as place:
                await place.until("view")
                assert (await place.ask("hint"))["code"] == "no_hint"
                assert (await place.ask("takeback", answer="ask"))["code"] == "no_takeback"
            for path in ("handover", "leave"):
                assert (await ana.post(f"/tables/{table}/{path}", {"seat": 0}, 409))["code"] == "daily"
            assert (await ana.post(f"/tables/{table}/bot", {"seat": 1, "bot": "easy"}, 409))["code"] == "daily"
            await ana.post(f"/tables/{table}/close")
            assert await begin(ana, "berlin") == table  # given up is played
            again = (await ana.post(f"/tables/{table}/rematch"))["table"]
            assert again["daily"] is None
            deal = next(one for one in (await ana.get("/daily"))["deals"] if one["game"] == "berlin")
            assert (deal["status"], deal["results"]) == ("closed", [])
            await ana.post("/daily/nowhere", {"name": "Ana"}, 404)

    run(work())


@pytest.mark.parametrize("game", ["europe", "cardgame"])
def test_nobody_can_compute_a_deal(server: ThreadServer, tmp_path: Path, game: str) -> None:
    """It comes from a secret of the database, which no answer holds; another server deals other cards."""

    async def hand(url: str) -> tuple[Any, str, Person]:
        async with Person(url) as ana:
            answer = await ana.post(f"/daily/{game}", {"name": "Ana"}, 201)
            async with ana.sit(answer["table"]["id"]) as place:
                await place.until("view")
                ana.answers += place.texts
                return place.views[0]["offer"], answer["table"]["daily"], ana

    async def work() -> None:
        offer, day, ana = await hand(server.url)
        assert offer == (await hand(server.url))[0]
        secret = server.house.storage.daily_key
        key = daily(game, date.fromisoformat(day), secret).key
        for answer in ana.answers:
            assert f"{key:032x}" not in answer
            assert str(key) not in answer
            assert secret.hex() not in answer
        with ThreadServer(settings_for(tmp_path)) as other:
            assert other.house.storage.daily_key != secret
            assert (await hand(other.url))[0] != offer

    run(work())


def test_nothing_is_agreed_on_before_the_start(server: ThreadServer) -> None:
    """A deal whose start failed, or that is asked about while it starts, is the same deal as everybody's."""

    async def work() -> None:
        async with Person(server.url) as ana:
            await ana.create("paris", [{"kind": "me", "name": "Ana"}, {"kind": "open"}])  # a cookie
            owner = token_hash(str(ana.token))
            set_up = daily_module.set_up(server.house, owner, "berlin", "Ana", BOT_PEOPLE)
            header = await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(set_up, server.house.loop))
            path = f"/tables/{header.id}"
            wishes = {"options": {"takeback": True, "hints": True, "coach": True}, "first": 0}
            refusals = [
                await ana.ask("PATCH", path, 409, json=wishes),
                await ana.post(f"{path}/kick", {"seat": 1}, 409),
                await ana.post(f"{path}/leave", {"seat": 0}, 409),
                await ana.post(f"{path}/bot", {"seat": 1, "bot": "random"}, 409),
            ]
            assert {refusal["code"] for refusal in refusals} == {"daily"}
            assert await begin(ana, "berlin") == header.id
            info = (await ana.get(path))["table"]
            assert info["status"] == "playing"
            assert not info["options"]["takeback"]

    run(work())
