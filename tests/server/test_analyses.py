"""Finished games analysed, shared and played on from; running ones never."""

import asyncio
import contextlib
import json
import random
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from people import GENEROUS, Person, ProcessServer, ThreadServer, play_out, settings_for

from aiguillage.analysis import analyse
from aiguillage.bots import make_bot, play_game
from aiguillage.game import Game
from aiguillage.server.protocol import AnalysisPart, Replay
from aiguillage.server.tables.analyses import AT_ONCE

ME = {"kind": "me", "name": "Ana"}
OPEN = {"kind": "open"}
BOT = {"kind": "bot", "bot": "random"}
PLAYOUTS = 8
PAUSE = 0.05  # what is asked for yields to who asks


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


@pytest.fixture(scope="module")
def analyst(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadServer]:
    """A server that looks at each decision briefly."""
    settings = settings_for(tmp_path_factory.mktemp("server"), analysis_playouts=PLAYOUTS, analysis_threads=1)
    with ThreadServer(settings) as running:
        yield running


def finished(seed: int, names: tuple[str, ...] = ("Ana", "Ben")) -> str:
    """The record of a game between bots, dealt from a seed."""
    game = Game.new("amsterdam", seats=2, seed=seed)
    play_game(game, [make_bot("hungry"), make_bot("route-focused")])
    return game.record({f"Player{seat}": name for seat, name in enumerate(names)})


async def keep(person: Person, record: str) -> str:
    return str((await person.post("/records", {"record": record}, 201))["table"]["id"])


async def whole(person: Person, table: str) -> list[Any]:
    """All pieces of an analysis that was asked for, as they come."""
    pieces: list[Any] = []
    async with asyncio.timeout(120):
        while True:
            answer = await person.get(f"/tables/{table}/analysis?start={len(pieces)}")
            part = AnalysisPart.model_validate(answer)
            assert part.start == len(pieces)
            pieces += answer["pieces"]
            if part.state == "done":
                return pieces
            assert part.state in ("waiting", "working")
            await asyncio.sleep(PAUSE)


LOOKS = (
    ("POST", "analysis"),
    ("GET", "analysis"),
    ("GET", "record?at=1"),
    ("GET", "position?at=1"),
    ("GET", "picture.png?at=1"),
    ("POST", "play-on"),
)


def test_nothing_of_a_running_game_is_told(analyst: ThreadServer) -> None:
    """Neither a seat nor a spectator nor anybody else has one analysed, cut short, drawn or played on."""

    async def work() -> None:
        async with Person(analyst.url) as ana, Person(analyst.url) as eve, Person(analyst.url) as nobody:
            table = await ana.create("amsterdam", [ME, BOT], start=True)
            await eve.create("paris", [ME, OPEN])  # so that she is known
            async with ana.sit(table) as seat, eve.sit(table) as watching:
                await seat.until("view")
                await watching.until("view")
                for person in (ana, eve, nobody):
                    for method, what in LOOKS:
                        body = {"json": {"at": 0, "seats": [ME, BOT]}} if method == "POST" else {}
                        answer = await person.ask(method, f"/tables/{table}/{what}", 409, **body)
                        assert answer["code"] == "not_over", what
                page = await nobody.http.get(f"/game/{table}?at=1")
                assert "og:image" not in page.text
                assert f"/#/table/{table}" in page.text

    run(work())


def test_an_analysis_fills_in_and_is_the_same_for_everybody(analyst: ThreadServer) -> None:
    record = finished(3)
    expected = analyse(Game.from_record(record), playouts=PLAYOUTS, names=["Ana", "Ben"]).to_dict()

    async def work() -> None:
        async with Person(analyst.url) as eve:
            async with Person(analyst.url) as ana:
                table = await keep(ana, record)
                assert (await ana.ask("GET", f"/tables/{table}/analysis", 404))["code"] == "no_analysis"
                assert (await ana.post(f"/tables/{table}/analysis"))["state"] in ("waiting", "working")
            # Ana has left; it goes on
            head, *decisions, summary = await whole(eve, table)
            assert head["count"] == len(decisions)
            told = head | {"decisions": decisions, "summary": summary}
            for piece in (told, summary, *decisions):
                del piece["type"]
            assert told == json.loads(json.dumps(expected))
            again = await keep(eve, record)
            assert (await eve.post(f"/tables/{again}/analysis"))["state"] == "done"

    run(work())


def worker_of(server: ProcessServer) -> Path:
    """The process that works an analysis out for a server, as long as it lives."""
    assert server.process is not None
    tasks = Path(f"/proc/{server.process.pid}/task").glob("*/children")
    children = [Path("/proc", child) for task in tasks for child in task.read_text().split()]
    (found,) = (child for child in children if b"aiguillage.server.tables.analyses" in command_of(child))
    return found


def command_of(process: Path) -> bytes:
    """Nothing once it has ended."""
    with contextlib.suppress(OSError):
        return (process / "cmdline").read_bytes()
    return b""


def test_it_is_watched_at_another_process_and_outlives_its_own(tmp_path: Path, postgres: str) -> None:
    """Ana asks one process of a shared database and Ben reads along at the other; the first one dies, and what it began
    ends with it; Ben's begins anew and has the same figures. Of a running game neither process tells anything."""
    record = finished(9)
    servers = [ProcessServer(postgres, tmp_path, AIGUILLAGE_ANALYSIS_THREADS="1") for _ in range(2)]

    async def part(person: Person, table: str, start: int) -> tuple[str, list[Any]]:
        """The state, or why there is none, and the pieces."""
        answer = (await person.http.get(f"/api/tables/{table}/analysis?start={start}")).json()
        return answer.get("state") or answer["code"], answer.get("pieces", [])

    async def work() -> None:
        for server in servers:
            server.start()
        for server in servers:
            await server.ready()
        async with (
            asyncio.timeout(300),
            Person(servers[0].url) as ana,
            Person(servers[1].url) as ben,
        ):
            running = await ana.create("amsterdam", [ME, BOT], start=True)
            for person in (ana, ben):
                refused = await person.ask("POST", f"/tables/{running}/analysis", 409)
                assert refused["code"] == "not_over"
            table = await keep(ana, record)
            await ana.post(f"/tables/{table}/analysis")
            pieces: list[Any] = []
            while len(pieces) < 3:
                state, more = await part(ben, table, len(pieces))
                assert state in ("waiting", "working")
                pieces += more
                await asyncio.sleep(PAUSE)
            worker = worker_of(servers[0])
            servers[0].kill()
            while (state := (await part(ben, table, len(pieces)))[0]) == "busy":
                await asyncio.sleep(0.1)
            assert state == "no_analysis"
            await ben.post(f"/tables/{table}/analysis")
            again: list[Any] = []
            while len(again) < len(pieces):
                again += (await part(ben, table, len(again)))[1]
                await asyncio.sleep(PAUSE)
            assert again[: len(pieces)] == pieces
            while command_of(worker):
                await asyncio.sleep(0.1)

    try:
        run(work())
    finally:
        for server in servers:
            server.stop()


def test_a_record_that_breaks_off_cannot_be_analysed(analyst: ThreadServer) -> None:
    async def work() -> None:
        async with Person(analyst.url) as ana:
            table = await keep(ana, Game.new("paris", seed=1).record())
            assert (await ana.ask("POST", f"/tables/{table}/analysis", 409))["code"] == "not_over"

    run(work())


@pytest.mark.parametrize(
    ("an_hour", "threads", "begun", "code", "word"),
    [
        (100, 1, AT_ONCE, "rate", "being analysed"),
        (2, 1, 2, "rate", "were analysed"),
        (100, 0, 0, "no_analyses", "analyses no games"),
    ],
)
def test_nobody_has_more_analysed_than_is_fair(
    tmp_path: Path, an_hour: int, threads: int, begun: int, code: str, word: str
) -> None:
    """So many at once, so many in an hour; and a server can do without. It stops in the middle of one."""
    limits = GENEROUS.model_copy(update={"analyses_per_hour": an_hour})
    settings = settings_for(tmp_path, analysis_threads=threads, limits=limits)

    async def work(server: ThreadServer) -> None:
        async with Person(server.url) as ana:
            for seed in range(begun):
                table = await keep(ana, finished(seed))
                await ana.post(f"/tables/{table}/analysis")
                await ana.post(f"/tables/{table}/analysis")  # the same one
            refusal = await ana.ask("POST", f"/tables/{await keep(ana, finished(begun))}/analysis")
            assert refusal["code"] == code
            assert word in refusal["message"]

    with ThreadServer(settings) as server:
        run(work(server))


def test_a_moment_can_be_taken_along(analyst: ThreadServer) -> None:
    record = finished(5)
    game = Game.from_record(record)

    async def work() -> None:
        async with Person(analyst.url) as ana:
            table = await keep(ana, record)
            cut = Game.from_record(await ana.get(f"/tables/{table}/record?at=9"))
            assert cut.moves == game.moves[:9]
            position = await ana.get(f"/tables/{table}/position?at=9")
            assert Game.from_position(position).position() == cut.position() == position
            page = (await ana.http.get(f"/game/{table}?at=9")).text
            totals = [str(seat.total).replace("-", "−") for seat in game.outcome().seats]
            assert f"Ana {totals[0]}, Ben {totals[1]}" in page
            assert f'content="0;url=/#/replay/{table}?at=9"' in page
            assert f"/api/tables/{table}/picture.png?at=9" in page
            for at in ("?at=9", ""):
                picture = await ana.http.get(f"/api/tables/{table}/picture.png{at}")
                assert picture.headers["content-type"] == "image/png"
                assert picture.content.startswith(b"\x89PNG")
            unknown = (await ana.http.get("/game/0000000000000000")).text
            assert "og:image" not in unknown

    run(work())


def test_a_game_goes_on_from_any_moment(analyst: ThreadServer) -> None:
    """The same until there, byte for byte; also of an imported game that was dealt from a seed, also with friends, also
    from a game that itself went on from another."""
    record = finished(7)
    game = Game.from_record(record)

    async def work() -> None:
        async with Person(analyst.url) as ana, Person(analyst.url) as ben:
            source = await keep(ana, record)
            wish = {"at": 20, "seats": [ME, OPEN], "options": {"pace": "instant"}}
            answer = await ana.post(f"/tables/{source}/play-on", wish, 201)
            table = answer["table"]["id"]
            assert answer["table"]["status"] == "open"
            await ben.post(f"/tables/{table}/join", {"name": "Ben"})
            await ana.post(f"/tables/{table}/start")
            assert (await ana.ask("GET", f"/tables/{table}/record", 409))["code"] == "not_over"
            async with ana.sit(table) as one, ben.sit(table) as two:
                await one.until("view")
                past = game.restarted()
                for move in game.moves[:20]:
                    past.play(move.text, move.seat, move.key)
                assert one.views[0] == json.loads(past.view_json(0))
                assert not one.frames[-1]["can_undo"]
                # it is there again after the table has left the memory
                analyst.house.loop.call_soon_threadsafe(analyst.house.tables[table].sleep)
                await play_out([one, two], random.Random(2))
            played = Game.from_record(await ana.get(f"/tables/{table}/record"))
            assert played.moves[:20] == game.moves[:20]
            assert len(played.moves) > 20
            replay = Replay.model_validate(await ana.get(f"/tables/{table}/replay?count=30"))
            assert [step.by for step in replay.part[1:22]] == [None] * 20 + ["human"]
            third = await ana.post(
                f"/tables/{table}/play-on",
                {"at": 25, "seats": [ME, BOT], "options": {"pace": "instant"}},
                201,
            )
            assert third["table"]["status"] == "playing"
            again = await ana.post(f"/tables/{table}/rematch")
            await ben.post(f"/tables/{table}/rematch")
            await ana.post(f"/tables/{again['table']['id']}/start")
            async with ana.sit(again["table"]["id"]) as fresh:
                assert (await fresh.until("view"))["view"]["decision"] == 0
            over = {"at": len(game.moves), "seats": [ME, BOT]}
            assert (await ana.ask("POST", f"/tables/{source}/play-on", 422, json=over))["code"] == "over"
            three = {"at": 3, "seats": [ME, BOT, BOT]}
            assert (await ana.ask("POST", f"/tables/{source}/play-on", 422, json=three))["code"] == "seats"

    run(work())
