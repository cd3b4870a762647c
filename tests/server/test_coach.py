"""The coach: a word after a mistake, for who plays against bots alone and for nobody else."""

import asyncio
import random
from typing import Any

import pytest
from people import Person, Place, ThreadServer

from aiguillage.analysis.coach import advise
from aiguillage.analysis.puzzles import make_puzzles
from aiguillage.bots import Seen
from aiguillage.game import Game
from aiguillage.server.protocol import SERVER_MESSAGE

ME = {"kind": "me", "name": "Ana"}
BEN = {"kind": "hotseat", "name": "Ben"}
BOT = {"kind": "bot", "bot": "random"}
DECISIONS = 30


def run(work: object) -> None:
    asyncio.run(work)  # type: ignore[arg-type]


async def play_badly(place: Place, decisions: int) -> list[tuple[int, str, list[str]]]:
    """Choose at random: of every decision the entry's number, the text, and what could be chosen."""
    chance = random.Random(5)
    done: list[tuple[int, str, list[str]]] = []
    await place.until("view")
    while len(done) < decisions:
        due = [(seat, view) for seat, view in place.views.items() if view["legal"]]
        if any(view["phase"] == "over" for view in place.views.values()):
            break
        if not due:
            await place.receive()
            continue
        seat, view = due[0]
        legal = [action["text"] for action in view["legal"]]
        text = chance.choice(legal)
        answer = await place.act(text, seat=seat, sequence=place.seen[seat])
        if answer["type"] == "ack":
            done.append((answer["sequence"], text, legal))
    return done


def words(place: Place) -> list[dict[str, Any]]:
    return [frame for frame in place.frames if frame["type"] == "coach"]


def test_a_solitary_player_is_told_after_a_mistake_and_spectators_are_not(server: ThreadServer) -> None:
    async def work() -> None:
        async with Person(server.url) as ana, Person(server.url, "Ben") as ben:
            table = await ana.create("paris", [ME, BOT], options={"coach": True}, start=True)
            async with ben.sit(table) as watching, ana.sit(table) as place:
                done = {number: (text, legal) for number, text, legal in await play_badly(place, DECISIONS)}
                if not words(place):
                    await place.until("coach")
                for text in place.texts:
                    SERVER_MESSAGE.validate_json(text)
                for word in words(place):
                    text, legal = done[word["sequence"]]
                    assert word["played"] == text
                    assert word["text"] in legal
                    assert word["text"] != text
                    acts = [frame for frame in place.frames if frame.get("sequence") == word["sequence"]]
                    assert acts[0]["type"] == "view"  # the move came first
                await watching.ask("ping")
                assert not words(watching)
                assert "coach" not in {frame["type"] for frame in watching.frames}

    run(work())


@pytest.mark.parametrize(
    ("seats", "options"),
    [([ME, BEN], {"coach": True}), ([ME, BEN, BOT], {"coach": True}), ([ME, BOT], {"coach": False})],
    ids=["two people", "two people and a bot", "without a coach"],
)
def test_nobody_else_ever_hears_of_it(server: ThreadServer, seats: Any, options: Any) -> None:
    """Two people at one table, at one device or two, have no coach, whatever was agreed on."""

    async def work() -> None:
        async with Person(server.url) as ana:
            table = await ana.create("paris", seats, options=options, start=True)
            async with ana.sit(table) as place:
                assert await play_badly(place, DECISIONS)
                for _ in range(3):
                    await place.ask("ping")
                assert not words(place)
                assert not server.house.driver._looked_at.get(table)

    run(work())


def test_it_judges_by_what_was_seen() -> None:
    """A move that is best by far is no mistake; a bad one is, and the best is named; only the observation counts."""
    puzzle = make_puzzles("paris", 1, seed=1)[0]
    game = Game.from_record(puzzle.record)
    assert advise(Seen.of(game, puzzle.seat), puzzle.answer, 60.0) is None
    advice = advise(Seen.of(game, puzzle.seat), puzzle.second, 60.0)
    assert advice is not None
    assert advice.hint.text == puzzle.answer
    assert advice.word in ("mistake", "blunder")
    assert advise(Seen.of(game, puzzle.seat), puzzle.second, 0.0) is None  # no time, no word
    blind = Seen(game.board, puzzle.seat, game.observation(puzzle.seat))
    assert advise(blind, puzzle.second, 60.0) == advice
