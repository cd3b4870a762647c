"""Games of devices go on at a server: their records are replayed, their people keep their seats, bots go on."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from people import GENEROUS, Person, ThreadServer, play_out, settings_for

from aiguillage.boards.load import parse_board
from aiguillage.bots import Seen, make_bot
from aiguillage.game import Game
from aiguillage.server.tables.sent import NO_KEYS, sent_moves
from aiguillage.titles import file_of

SEATS = [{"kind": "me", "name": "Ana", "colour": "fir"}, {"kind": "bot", "name": "Ada", "bot": "random"}]
PARIS = file_of("paris", "board.toml").read_text("utf-8")
OWN = PARIS.replace("main = { count = 15,", "main = { count = 17,", 1)


def played(board: Any, decisions: int, first: int | None = None, look: bool = False) -> Game:
    """A game as a page keeps it: dealt from a key, a fresh one for each action, claims sent with their payments."""
    chance = random.Random(f"{board} {decisions}")
    options = {"look": True} if look else None
    game = Game.new(board, 2, first=first, options=options, key=chance.getrandbits(128))
    bot = make_bot("hungry", 3)
    while not game.over and len(game.moves) < decisions:
        seat = game.choosing[0] if game.choosing else game.actor
        assert seat is not None
        choice = bot.choose(Seen.of(game, seat))
        text = str(choice)
        named: dict[str, Any] = next((dict(one) for one in game.view(seat).legal if one["text"] == text), {})
        ways: list[Any] = named.get("payments", [])
        if len(ways) > 1:
            text += " with " + chance.choice(ways)["text"].removeprefix("pay ")
        game.play(text, seat, chance.getrandbits(128))
    return game


@pytest.mark.parametrize(
    ("title", "look"),
    [("paris", False), ("cardgame", True), ("cardgame", False), (OWN, False)],
    ids=["paris", "cardgame, looking", "cardgame", "own"],
)
def test_a_running_game_goes_on(server: ThreadServer, title: str, look: bool) -> None:
    own = title == OWN
    game = played(parse_board(title, "own") if own else title, 30, first=1, look=look)
    assert not game.over
    board = {"board": title} if own else {}

    async def work() -> None:
        async with Person(server.url) as ana:
            wish = {"record": game.record({"Player0": "Ana"}), "seats": SEATS, **board}
            answer = await ana.post("/games", wish, 201)
            table, you = answer["table"], answer["you"]
            assert (table["status"], table["own_board"], you) == (
                "playing",
                own,
                {"seats": [0], "host": True},
            )
            assert [seat["name"] for seat in table["seats"]] == ["Ana", "Ada"]
            assert table["seats"][0]["colour"] == "fir"
            waits = [turn["table"]["id"] for turn in (await ana.get("/turns"))["turns"]]
            assert (table["id"] in waits) == game.may_act(0)
            async with ana.sit(table["id"]) as place:
                hello = await place.receive()
                assert hello["events"] == game.log(0)
                # as on the device: what cards a running Card Game put on track is not to be looked up (C6)
                placed = [event for event in hello["events"] if event["kind"] == "place"]
                assert bool(placed) == (title == "cardgame")
                assert all(("cards" in event, "count" in event) == (look, not look) for event in placed)
                await play_out([place], random.Random(8))
            done = Game.from_record(await ana.get(f"/tables/{table['id']}/record"), game.board)
            assert done.over
            assert done.moves[: len(game.moves)] == game.moves
            # and back as a record: it is what a page imports
            assert done.options.get("look", False) == look

    asyncio.run(work())


@pytest.mark.parametrize("title", ["amsterdam", "cardgame"])
def test_a_finished_game_is_kept_whole(server: ThreadServer, title: str) -> None:
    game = played(title, 5000)
    assert game.over

    async def work() -> None:
        async with Person(server.url) as ana:
            answer = await ana.post("/games", {"record": game.record(), "seats": SEATS}, 201)
            table = answer["table"]
            assert table["status"] == "over"
            assert table["totals"] == [seat.total for seat in game.outcome().seats]
            assert not table["imported"]
            record = await ana.get(f"/tables/{table['id']}/record")
            assert Game.from_record(record).moves == game.moves
            async with ana.sit(table["id"]) as place:
                assert (await place.receive())["events"] == [event.to_dict(0) for event in game.events]
            again = await ana.post(f"/tables/{table['id']}/rematch", {}, 200)
            assert [seat["name"] for seat in again["table"]["seats"]] == ["Ana", "Ada"]

    asyncio.run(work())


def test_what_cannot_go_on_is_refused_in_a_sentence(server: ThreadServer) -> None:
    game = played("paris", 20)
    seeded = Game.new("paris", 2, seed=5)
    own = played(parse_board(OWN, "own"), 12)
    record = game.record()
    three = [*SEATS, {"kind": "bot", "name": "Bo"}]

    async def work() -> None:
        async with Person(server.url) as ana:
            for wish, code in (
                ({"record": record.replace("keep", "kept", 1), "seats": SEATS}, "bad_record"),
                ({"record": record.replace('[Rules "', '[Rules "9'), "seats": SEATS}, "bad_record"),
                ({"record": record.rsplit("\n", 3)[0] + "\n", "seats": SEATS}, "bad_record"),
                ({"record": seeded.record(), "seats": SEATS}, "bad_record"),
                ({"record": own.record(), "seats": SEATS}, "bad_record"),
                ({"record": own.record(), "board": PARIS, "seats": SEATS}, "bad_record"),
                ({"record": own.record(), "board": "nonsense", "seats": SEATS}, "bad_board"),
                ({"record": record, "seats": three}, "seats"),
                ({"record": record, "seats": [SEATS[0], {"kind": "open"}]}, "open_seats"),
                ({"record": record, "seats": [SEATS[0], {"kind": "bot", "bot": "nobody"}]}, "no_bot"),
            ):
                answer = await ana.ask("POST", "/games", 422, json=wish)
                assert answer["code"] == code, answer
                assert answer["message"]
            refused = await ana.ask("POST", "/games", 422, json={"record": seeded.record(), "seats": SEATS})
            assert refused["message"] == NO_KEYS
            listed = await ana.get("/tables?list=mine")
            assert listed["tables"] == []

    asyncio.run(work())


def test_decisions_are_joined_as_they_were_sent() -> None:
    game = played("europe", 120)
    sent = sent_moves(game)
    assert any(" with " in text for _, text, _ in sent)
    assert len(sent) == sum(move.key is not None for move in game.moves)


def test_only_so_many_an_hour(tmp_path: Path) -> None:
    record = played("paris", 6).record()

    async def work(url: str) -> None:
        async with Person(url) as ana:
            await ana.post("/games", {"record": record, "seats": SEATS}, 201)
            refused = await ana.ask("POST", "/games", 429, json={"record": record, "seats": SEATS})
            assert refused["code"] == "rate"

    limits = GENEROUS.model_copy(update={"records_per_hour": 1})
    with ThreadServer(settings_for(tmp_path, limits=limits)) as own:
        asyncio.run(work(own.url))
