"""The WebSocket: sequence numbers, coded errors, undo and takeback, talk, clocks, hints."""

import asyncio
import json
import random
import struct
import weakref
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
import websockets
from people import Person, Place, ThreadServer, play_out, settings_for

from aiguillage.server.tables.connection import Connection
from aiguillage.server.tables.settings import Limits

ME = {"kind": "me", "name": "Ana"}
OPEN = {"kind": "open"}
BOT = {"kind": "bot", "bot": "random"}


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


async def two_at_a_table(server: ThreadServer, game: str = "europe", **more: Any) -> tuple[Person, Person, str]:
    ana, ben = Person(server.url), Person(server.url)
    table = await ana.create(game, [ME, OPEN], **more)
    await ben.post(f"/tables/{table}/join", {"name": "Ben"})
    await ana.post(f"/tables/{table}/start")
    return ana, ben, table


async def goodbye(*people: Person) -> None:
    for person in people:
        await person.http.aclose()


async def past_the_opening(*places: Place) -> Place:
    """Everybody keeps all opening tickets; whoever has the first turn."""
    for seat, place in enumerate(places):
        while seat not in place.views:
            await place.receive()
        keep = max((a["text"] for a in place.views[seat]["legal"]), key=len)
        assert (await place.act(keep, sequence=place.seen[seat]))["type"] == "ack"
    for seat, place in enumerate(places):
        while place.views[seat]["phase"] == "opening":
            await place.receive()
    return next(place for seat, place in enumerate(places) if place.views[seat]["actor"] == seat)


async def settle(place: Place) -> None:
    """Read everything that has been sent so far."""
    await place.ask("ping")


def test_opening_tickets_are_chosen_at_once(server: ThreadServer) -> None:
    """Another seat's opening choice does not make one's own stale."""

    async def work() -> None:
        ana, ben, table = await two_at_a_table(server)
        async with ana.sit(table) as first, ben.sit(table) as second:
            await first.until("view")
            await second.until("view")
            old = second.sequence
            assert (await first.act(first.views[0]["legal"][0]["text"]))["type"] == "ack"
            assert (await first.act("blind"))["code"] == "wrong_turn"
            assert (await second.act(second.views[1]["legal"][0]["text"], sequence=old))["type"] == "ack"
            assert (await second.act("tickets", sequence=old))["code"] == "stale"
        await goodbye(ana, ben)

    run(work())


def test_stale_and_duplicate_actions_have_no_effect(server: ThreadServer) -> None:
    async def work() -> None:
        ana, ben, table = await two_at_a_table(server)
        async with ana.sit(table) as first, ben.sit(table) as second:
            actor = await past_the_opening(first, second)
            other = second if actor is first else first
            known = actor.sequence
            frames = [
                json.dumps({"type": "action", "text": "blind", "sequence": known, "id": f"d{n}"}) for n in range(5)
            ]
            for frame in frames:
                await actor.socket.send(frame)
            await settle(actor)
            answers = [f for f in actor.frames if str(f.get("id")).startswith("d")]
            assert [f["type"] for f in answers] == ["ack", "error", "error", "error", "error"]
            assert {f["code"] for f in answers[1:]} == {"stale"}
            await settle(other)
            drawn = [
                f for f in other.frames if f["type"] == "view" and f["events"] and f["events"][0]["kind"] == "blind"
            ]
            assert len(drawn) == 1
            assert (await other.act("blind"))["code"] == "wrong_turn"
            future = await actor.act("blind", sequence=actor.sequence + 50)
            assert future["code"] == "stale"
            # Chat does not make what somebody is about to do stale.
            before = actor.sequence
            await other.ask("chat", text="Take your time")
            assert (await actor.act("blind", sequence=before))["type"] == "ack"
        await goodbye(ana, ben)

    run(work())


def test_refusals_name_the_rule(server: ThreadServer) -> None:
    async def work() -> None:
        ana, ben, table = await two_at_a_table(server)
        async with ana.sit(table) as first, ben.sit(table) as second:
            actor = await past_the_opening(first, second)
            seat = actor.views[actor.frames[0]["you"]["seats"][0]]["seat"]
            before = actor.views[seat]
            refused = await actor.act("pass")
            assert (refused["code"], refused["rule"]) == ("illegal", "T2")
            assert (await actor.act("fly to the moon"))["code"] == "invalid"
            assert (await actor.act("claim nowhere-anywhere"))["code"] == "invalid"
            assert (await actor.act("keep " + before["tickets"][0]["id"]))["code"] in ("illegal", "invalid")
            async with (ana if actor is first else ben).sit(table) as again:
                await again.until("view")
                assert again.views[seat] == before
        await goodbye(ana, ben)

    run(work())


BAD_FRAMES: list[tuple[str | bytes, str]] = [
    ("", "bad_json"),
    ("{", "bad_json"),
    ("[1]", "bad_json"),
    ("null", "bad_json"),
    ("[" * 2000 + "]" * 2000, "bad_json"),
    ('{"type": "nonsense"}', "bad_message"),
    ("{}", "bad_message"),
    ('{"type": "action"}', "bad_message"),
    ('{"type": "action", "sequence": "1", "text": "blind"}', "bad_message"),
    ('{"type": "action", "sequence": 1.5, "text": "blind"}', "bad_message"),
    ('{"type": "action", "sequence": -1, "text": "blind"}', "bad_message"),
    ('{"type": "action", "sequence": 1, "text": "blind", "seed": 1}', "bad_message"),
    ('{"type": "action", "sequence": 1, "text": ""}', "bad_message"),
    ('{"type": "action", "sequence": 1, "text": "blind", "seat": 1}', "wrong_seat"),
    ('{"type": "action", "sequence": 1, "text": "blind", "seat": 99}', "bad_message"),
    ('{"type": "chat", "text": "\\u0000\\u202e"}', "bad_message"),
    ('{"type": "chat", "text": "' + "x" * 501 + '"}', "bad_message"),
    ('{"type": "reaction", "reaction": "<b>"}', "bad_message"),
    ('{"type": "takeback", "answer": "accept"}', "no_takeback"),
    ('{"type": "undo", "sequence": 2}', "no_undo"),
    ('{"type": "ping", "id": "' + "x" * 5000 + '"}', "too_large"),
    ('{"type": "ping", "x": "' + "é" * 3000 + '"}', "too_large"),
    ("x" * 900_000, "too_large"),
    (b"\x00\x01", "binary"),
    (b'{"type": "ping"}', "binary"),
]


def test_nothing_wrong_closes_the_connection(server: ThreadServer) -> None:
    async def work() -> None:
        ana, ben, table = await two_at_a_table(server, "paris")
        async with ana.sit(table) as place, ben.sit(table) as other:
            await place.until("view")
            before = place.views[0]
            for frame, expected in BAD_FRAMES:
                await place.socket.send(frame)
                error = await place.until("error")
                assert error["code"] == expected, (frame[:80], error)
                assert len(error["message"]) < 300
            await settle(place)
            assert place.views[0] == before
            await play_out([place, other], random.Random(1))
        await goodbye(ana, ben)

    run(work())


def test_monstrous_frames_end_only_that_connection(server: ThreadServer) -> None:
    async def work() -> None:
        ana, ben, table = await two_at_a_table(server)
        async with ana.sit(table) as first:
            await first.until("view")
            async with ben.sit(table) as second:
                await second.until("view")
                # The head of a text of 2 MiB: what is too long is refused before it is read.
                second.socket.transport.write(struct.pack(">BBQ4x", 0x81, 0x80 | 127, 1 << 21))
                await second.socket.wait_closed()
                assert second.socket.close_code == 1009
            assert (await first.ask("ping"))["type"] == "pong"
        await goodbye(ana, ben)

    run(work())


def test_undo_while_nothing_came_out(server: ThreadServer) -> None:
    async def work() -> None:
        ana, ben, table = await two_at_a_table(server)
        async with ana.sit(table) as first, ben.sit(table) as second:
            actor = await past_the_opening(first, second)
            seat = actor.frames[0]["you"]["seats"][0]
            await actor.act("blind")
            assert (await actor.ask("undo", sequence=actor.sequence))["code"] == "no_undo"
            while True:
                claims = [a for a in actor.views[seat]["legal"] if a["kind"] == "claim"]
                if claims:
                    break
                text = "blind" if actor.views[seat]["legal"] else ""
                if text:
                    await actor.act(text)
                else:
                    other = second if actor is first else first
                    their = other.frames[0]["you"]["seats"][0]
                    await settle(other)
                    if other.views[their]["legal"]:
                        await other.act("blind", sequence=other.seen[their])
                    await settle(actor)
            chosen = next((a for a in claims if len(a["payments"]) > 1), claims[0])
            before = actor.views[seat]
            text = f"{chosen['text']} with {chosen['payments'][0]['text'].removeprefix('pay ')}"
            await actor.act(text)
            await settle(actor)
            last = [f for f in actor.frames if f["type"] == "view"][-1]
            if last["can_undo"]:  # not after a tunnel: cards were turned up
                answer = await actor.ask("undo", sequence=actor.sequence)
                assert answer["type"] == "ack", answer
                last = [f for f in actor.frames if f["type"] == "view"][-1]
                assert last["cause"] == "undo"
                assert last["log"] is not None
                assert actor.views[seat] == before
                assert not last["can_undo"]
            assert (await actor.ask("undo", sequence=actor.sequence))["code"] == "no_undo"
        await goodbye(ana, ben)

    run(work())


def test_a_turn_is_taken_back_when_all_agree(server: ThreadServer) -> None:
    async def work() -> None:
        ana, ben, table = await two_at_a_table(server)
        async with ana.sit(table) as first, ben.sit(table) as second:
            actor = await past_the_opening(first, second)
            other = second if actor is first else first
            seat = actor.frames[0]["you"]["seats"][0]
            before = actor.views[seat]
            await actor.act("blind")
            await actor.act("blind")
            assert (await other.ask("takeback", answer="accept"))["code"] == "no_takeback"
            assert (await actor.ask("takeback", answer="ask"))["type"] == "ack"
            asked = await other.until("takeback")
            assert (asked["what"], asked["state"]["seat"], asked["state"]["waiting"]) == (
                "asked",
                seat,
                [1 - seat],
            )
            assert (await actor.ask("takeback", answer="accept"))["code"] == "no_takeback"
            await other.ask("takeback", answer="refuse")
            assert (await actor.until("takeback", what="refused"))["state"] is None
            await actor.ask("takeback", answer="ask")
            await actor.ask("takeback", answer="withdraw")
            await actor.ask("takeback", answer="ask")
            # A newcomer hears of the question too, and it survives a restart of the table.
            async with ana.sit(table) as third:
                assert (await third.receive())["takeback"]["seat"] == seat
            assert (await other.ask("takeback", answer="accept"))["type"] == "ack"
            view = await actor.until("view", cause="rewind")
            assert view["view"] == before
            await actor.until("takeback", what="done")
            # Chance is not the same as before: the next key is fresh.
            await actor.act("blind")
            assert actor.views[seat]["decision"] == before["decision"] + 1
            await actor.ask("takeback", answer="ask")
            await actor.act("blind")
            await other.until("takeback", what="lapsed")
        await goodbye(ana, ben)

    run(work())


def test_bots_agree_and_tables_can_forbid(server: ThreadServer) -> None:
    async def work() -> None:
        async with Person(server.url) as ana:
            options = {"takeback": False, "hints": False}
            table = await ana.create("paris", [ME, BOT], start=True, options=options)
            async with ana.sit(table) as place:
                await place.until("view")
                await place.act(place.views[0]["legal"][0]["text"], sequence=place.seen[0])
                assert not any(f["can_ask"] for f in place.frames if f["type"] == "view")
                assert (await place.ask("takeback", answer="ask"))["code"] == "no_takeback"
                assert (await place.ask("hint"))["code"] == "no_hint"
            table = await ana.create("paris", [ME, BOT], start=True, first=0)
            async with ana.sit(table) as place:
                await place.until("view")
                before = place.views[0]
                assert not any(f["can_ask"] for f in place.frames if f["type"] == "view")
                assert (await place.ask("takeback", answer="ask"))["code"] == "no_takeback"
                await place.act(before["legal"][0]["text"], sequence=place.seen[0])
                assert [f["can_ask"] for f in place.frames if f["type"] == "view"][-1]
                await place.ask("takeback", answer="ask")
                assert [f["cause"] for f in place.frames if f["type"] == "view"][-1] == "rewind"
                assert place.views[0]["offer"] == before["offer"]

    run(work())


def test_chat_and_reactions(server: ThreadServer) -> None:
    async def work() -> None:
        async with Person(server.url) as ana, Person(server.url) as eve:
            table = await ana.create("paris", [ME, OPEN])
            async with ana.sit(table) as place, eve.sit(table) as watching:
                await watching.until("hello")
                await place.ask("chat", text="  <b>Hello</b>\n & welcome ")
                said = await watching.until("chat")
                assert (said["seat"], said["name"], said["text"]) == (0, "Ana", "<b>Hello</b> & welcome")
                await place.ask("reaction", reaction="bravo")
                assert (await watching.until("reaction"))["reaction"] == "bravo"
                assert (await watching.ask("chat", text="me too"))["code"] == "not_seated"
            async with eve.sit(table) as again:
                hello = await again.receive()
                assert [line["text"] for line in hello["chat"]] == ["<b>Hello</b> & welcome"]

    run(work())


def test_a_hint_is_a_legal_action(server: ThreadServer) -> None:
    async def work() -> None:
        async with Person(server.url) as ana:
            table = await ana.create("amsterdam", [ME, BOT], start=True)
            async with ana.sit(table) as place:
                view = await place.until("view")
                hint = await place.ask("hint")
                assert hint["type"] == "hint"
                assert hint["text"] in [a["text"] for a in view["view"]["legal"]]
                assert hint["why"]

    run(work())


@pytest.mark.parametrize("kind", ["move", "bank"])
def test_when_the_time_is_up_a_bot_plays(server: ThreadServer, kind: str) -> None:
    async def work() -> None:
        async with Person(server.url) as ana:
            clock = {"kind": kind, "seconds": 5}
            table = await ana.create("paris", [ME, BOT], start=True, options={"clock": clock})
            live = server.house.tables[table]
            async with ana.sit(table) as place:
                frame = await place.until("view")
                while frame["clock"]["running"] != [0]:  # the bot chooses its tickets
                    frame = await place.until("view")
                assert 4000 < frame["clock"]["left"][0] <= 5000

                def pass_time() -> None:  # six seconds go by
                    live.time._since -= 6000
                    server.house.driver.look(live)

                server.house.loop.call_soon_threadsafe(pass_time)
                played = await place.until("view", by="clock")
                assert not any(event.get("kept") for event in played["events"] if event["seat"] != 0)
                if kind == "bank":  # the rest of the game is played without waiting
                    while place.views[0]["phase"] != "over":
                        await place.receive()
                    assert {f["by"] for f in place.frames if f["type"] == "view"} >= {"bot", "clock"}

    run(work())


def test_a_client_that_does_not_read_is_cut_off(tmp_path: Path) -> None:
    """The table goes on for the others, and memory does not grow."""
    limits = Limits(unread_messages=8, chat_per_second=1e6, chat_burst=1e6, messages_per_second=1e6, messages_burst=1e6)

    async def work(server: ThreadServer) -> None:
        async with Person(server.url) as ana, Person(server.url) as eve:
            table = await ana.create("paris", [ME, OPEN])
            address = server.url.replace("http", "ws") + f"/api/tables/{table}/socket"
            async with ana.sit(table) as place:
                await place.until("hello")
                lazy = await websockets.connect(address, max_queue=1, compression=None)
                lazy.transport.pause_reading()
                await place.until("presence", watching=1)
                live = server.house.tables[table]
                slow = next(c for c in live.audience.connections if not c.seats)
                for _ in range(1000):  # more than the buffers of the operating system take
                    server.house.loop.call_soon_threadsafe(slow.send, "x" * 100_000)
                    await place.ask("ping")
                    if slow.closing:
                        break
                assert slow.closing
                await asyncio.sleep(0.2)
                await settle(place)
                told = [f["watching"] for f in place.frames if f["type"] == "presence"]
                assert told[-1] == 0
                assert (await place.ask("ping"))["type"] == "pong"
                lazy.transport.abort()
            await eve.get(f"/tables/{table}")

    with ThreadServer(settings_for(tmp_path, limits=limits)) as running:
        run(work(running))


def test_a_quiet_connection_does_not_keep_what_it_sent() -> None:
    """The last view would be most of the memory of a table where nothing happens."""

    class Frame(bytearray):
        """A text whose end can be seen."""

    async def work() -> None:
        sent = asyncio.Event()

        async def receive() -> Any:
            await asyncio.Event().wait()

        async def send(message: Any) -> None:
            sent.set()

        connection = Connection(receive, send, None, "", Limits())
        serving = asyncio.create_task(connection.serve(receive()))
        frame: Any = Frame(b"a long view")
        gone = weakref.ref(frame)
        connection.send(frame)
        del frame
        await sent.wait()
        await asyncio.sleep(0)
        assert gone() is None
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)

    run(work())


def test_rates_are_limited(tmp_path: Path) -> None:
    async def work(server: ThreadServer) -> None:
        async with Person(server.url) as ana:
            table = await ana.create("paris", [ME, OPEN])
            async with ana.sit(table) as place:
                await place.until("hello")
                answers = [await place.ask("chat", text="hi") for _ in range(8)]
                assert [a["type"] for a in answers[:6]] == ["ack"] * 6
                assert answers[7]["code"] == "rate"
                for _ in range(80):
                    await place.send("ping")
                assert (await place.until("error"))["code"] == "rate"
            address = server.url.replace("http", "ws") + f"/api/tables/{table}/socket"
            sockets = [await websockets.connect(address) for _ in range(4)]
            await sockets[3].wait_closed()
            assert sockets[3].close_code == 1013
            for socket in sockets[:3]:
                assert json.loads(await socket.recv())["type"] == "hello"
                await socket.close()

    with ThreadServer(settings_for(tmp_path, limits=Limits(sockets_per_address=3))) as running:
        run(work(running))


def test_presence(server: ThreadServer) -> None:
    async def work() -> None:
        async with Person(server.url) as ana, Person(server.url) as ben:
            table = await ana.create("paris", [ME, OPEN])
            await ben.post(f"/tables/{table}/join", {"name": "Ben"})
            async with ana.sit(table) as place:
                async with ben.sit(table):
                    await place.until("presence", present=[0, 1], watching=0)
                await place.until("presence", present=[0], watching=0)
                info = (await ana.get(f"/tables/{table}"))["table"]["seats"]
                assert info[0]["present"]
                assert info[0]["away_since"] is None
                assert info[1]["away_since"] is not None
                assert info[1]["hand_over_at"] == info[1]["away_since"] + 60_000

    run(work())
