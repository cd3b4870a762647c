"""Looking back: records out and in, replays, the example client."""

import asyncio
import random
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from people import Person, Place, ThreadServer, play_out

from aiguillage.game import Game
from aiguillage.server.protocol import Replay, ReplayStep
from programs import load

ME = {"kind": "me", "name": "Ana"}
OPEN = {"kind": "open"}
BOT = {"kind": "bot", "bot": "random"}
EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "bot_client.py"


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def test_record_replay_and_import(server: ThreadServer) -> None:
    async def work() -> None:
        async with Person(server.url) as ana, Person(server.url) as eve:
            table = await ana.create("amsterdam", [ME, BOT], start=True)
            assert (await ana.ask("GET", f"/tables/{table}/record", 409))["code"] == "not_over"
            assert (await ana.ask("GET", f"/tables/{table}/replay", 409))["code"] == "not_over"
            async with ana.sit(table) as place:
                await play_out([place], random.Random(8))
            last = place.views[0]
            record = await ana.get(f"/tables/{table}/record")
            game = Game.from_record(record)
            assert '[Player0 "Ana"]' in record
            part = Replay.model_validate(await eve.get(f"/tables/{table}/replay?seat=0&count=3"))
            assert (part.start, len(part.part), part.part[0].action) == (0, 3, None)
            assert part.part[1].events
            assert part.part[1].by in ("human", "bot")
            end = await eve.get(f"/tables/{table}/replay?seat=0&start={part.steps - 1}")
            assert end["part"][0]["view"] == last
            beyond = await eve.get(f"/tables/{table}/replay?start=100000")
            assert beyond["part"] == []
            assert (await eve.ask("GET", f"/tables/{table}/replay?seat=4", 404))["code"] == "no_seat"
            kept = await eve.post("/records", {"record": record}, 201)
            assert kept["table"]["imported"]
            assert kept["table"]["totals"] == [seat.total for seat in game.outcome().seats]
            again = kept["table"]["id"]
            assert await ana.get(f"/tables/{again}/record") == record
            imported = Replay.model_validate(await ana.get(f"/tables/{again}/replay?count=100"))
            assert imported.part[-1].step == min(99, imported.steps - 1)
            async with ana.sit(again) as place:
                assert (await place.receive())["table"]["imported"]
            for damaged in (
                record.replace("keep", "kept", 1),
                record.replace('[Game "amsterdam"]', '[Game "/etc/passwd"]'),
                record.replace('[Game "amsterdam"]', '[Game "paris"]'),
                record[: len(record) // 2],
                "nonsense",
            ):
                answer = await eve.ask("POST", "/records", 422, json={"record": damaged})
                assert answer["code"] == "bad_record"
                assert "passwd" not in answer["message"]

    run(work())


async def play_as_the_browser_does(place: Place, chance: random.Random) -> int:
    """Claim whenever that leaves a choice of cards, and send the payment with it; how often."""
    asked, paid = -1, 0
    while place.views.get(0, {}).get("phase") != "over":
        view = place.views.get(0)
        if view and view["legal"] and place.seen[0] > asked:
            asked = place.seen[0]
            choices = [one for one in view["legal"] if len(one.get("payments", ())) > 1]
            text = chance.choice(choices or view["legal"])["text"]
            if choices:
                paid += 1
                ways = next(one["payments"] for one in choices if one["text"] == text)
                text += " with " + chance.choice(ways)["text"].removeprefix("pay ")
            await place.send("action", text=text, sequence=asked, seat=0)
        await place.receive()
    return paid


async def course(reader: Person, table: str) -> list[ReplayStep]:
    """Every step of a finished game."""
    steps: list[ReplayStep] = []
    while True:
        answer = await reader.get(f"/tables/{table}/replay?seat=0&start={len(steps)}&count=100")
        part = Replay.model_validate(answer)
        steps += part.part
        if len(steps) == part.steps:
            return steps


def test_a_replay_has_the_decisions_of_its_record(server: ThreadServer) -> None:
    """A claim and its payment, sent as one text, are two decisions, at home as in an imported record."""

    async def work() -> None:
        async with Person(server.url) as ana:
            table = await ana.create("amsterdam", [ME, BOT], start=True)
            async with ana.sit(table) as place:
                assert await play_as_the_browser_does(place, random.Random(8)) > 0
            record = await ana.get(f"/tables/{table}/record")
            kept = await ana.post("/records", {"record": record}, 201)
            home, abroad = await course(ana, table), await course(ana, kept["table"]["id"])
            assert [(step.action, step.view) for step in home] == [(step.action, step.view) for step in abroad]
            assert all(step.by in ("human", "bot") for step in home[1:])
            moves = Game.from_record(record).moves
            assert [(step.seat, step.action) for step in home[1:]] == [(move.seat, move.text) for move in moves]

    run(work())


def test_the_example_client_plays_a_game(server: ThreadServer) -> None:
    code = EXAMPLE.read_text().split('"""', 2)[2]
    assert len([line for line in code.splitlines() if line.strip()]) <= 40
    example = load(EXAMPLE)

    async def work() -> None:
        async with Person(server.url) as ana:
            table = await ana.create("berlin", [ME, OPEN])
            playing = asyncio.create_task(example.play(server.url, table))
            async with ana.sit(table) as place:
                while (await place.until("presence"))["present"] != [0, 1]:
                    pass
                await ana.post(f"/tables/{table}/start")
                outcome = await play_out([place], random.Random(9))
            assert await playing == outcome["winners"]

    run(work())
