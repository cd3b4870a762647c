"""Several server processes on one PostgreSQL: people at one table may be connected to different ones.

Each table belongs to one process, and the others pass on what their people say.
"""

import asyncio
import contextlib
import hmac
import random
import signal
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from people import GENEROUS, Person, Place, ProcessServer, ThreadServer, patiently, play_out, settings_for
from test_storage import new_header

from aiguillage.server.store.leases import LEASE_SECONDS, RENEW_SECONDS, Leases
from aiguillage.server.store.storage import GONE, Storage, StorageError, delete_table, insert_table, poke
from aiguillage.server.tables.settings import async_url

ME = {"kind": "me", "name": "Ana"}
OPEN = {"kind": "open"}
BOT = {"kind": "bot", "bot": "random"}
GO_ON_SECONDS = 60.0  # a lease lasts six; the rest is for a machine that has much else to do


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


@pytest.fixture
def pair(tmp_path: Path, postgres: str) -> Iterator[tuple[ThreadServer, ThreadServer]]:
    with ExitStack() as stack:
        first, second = (stack.enter_context(ThreadServer(settings_for(tmp_path, database=postgres))) for _ in range(2))
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
                        assert [f["type"] for f in place.frames if f.get("id", "").startswith("action")] == ["ack"]
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


def test_what_is_asked_of_either_process_is_answered_by_one(pair: tuple[ThreadServer, ThreadServer]) -> None:
    """No seat is given away twice and nothing is refused because of what another process knows better."""
    first, second = pair

    async def work() -> None:
        people = [Person(first.url), Person(second.url), Person(first.url), Person(second.url)]
        async with people[0] as ana, people[1] as ben, people[2] as cleo, people[3] as dan:
            table = await ana.create("europe", [ME, OPEN, OPEN])
            assert (await dan.get(f"/tables/{table}"))["you"] == {"seats": [], "host": False}
            await cleo.post(f"/tables/{table}/join", {"name": "Cleo"})
            await ben.post(f"/tables/{table}/join", {"name": "Bén"})
            refused = await dan.ask("POST", f"/tables/{table}/join", json={"name": "Dan"})
            assert refused["code"] == "taken"
            await ana.post(f"/tables/{table}/start")
            told = (await ana.get(f"/tables/{table}"))["table"]
            assert [seat["name"] for seat in told["seats"]] == ["Ana", "Cleo", "Bén"]
            refused = await ben.ask("POST", f"/tables/{table}/rename", json={"seat": 2, "name": "Bea"})
            assert refused["code"] == "status"
            assert set(first.house.tables) == {table}
            assert not second.house.tables
            # The rest of a request is passed on as well: what is asked for, by whom, and by which address.
            ana.url, ana.http.base_url = second.url, httpx.URL(second.url)
            assert (await ana.get(f"/tables/{table}"))["you"] == {"seats": [0], "host": True}
            assert (await dan.get(f"/tables/{table}/replay?start=1&count=1000", 422))["code"] == "bad_request"
            link = (await dan.get(f"/tables/{table}/invitation"))["link"]
            assert link == f"{second.url}/#/table/{table}"
            board = await dan.http.get(f"/api/tables/{table}/board")
            assert board.headers["content-encoding"] == "gzip"
            assert board.headers["x-frame-options"] == "DENY"
            assert board.json()["id"] == "europe"
            large = await dan.http.post(f"/api/tables/{table}/join", content=b"x" * 20_000_000)
            assert (large.status_code, large.json()["code"]) == (413, "too_large")
            await dan.get(f"/tables/{'0' * 16}", 404)
            page = (await dan.http.get("/metrics")).text
            assert 'aiguillage_passed_on_total{what="request"}' in page

    run(work())


def test_messages_passed_on_are_limited_like_others(tmp_path: Path, postgres: str) -> None:
    limits = GENEROUS.model_copy(update={"messages_per_second": 0.01, "messages_burst": 5, "sockets_per_client": 2})

    async def work(first: ThreadServer, second: ThreadServer) -> None:
        async with Person(first.url) as ana:
            table = await ana.create("paris", [ME, OPEN])
            ana.url = second.url
            async with ana.sit(table) as place, ana.sit(table) as other:
                await place.until("hello")
                await place.socket.send(b"binary")
                assert (await place.until("error"))["code"] == "binary"
                for _ in range(4):
                    await place.ask("ping")
                await place.send("ping")
                assert (await place.until("error"))["code"] == "rate"
                assert (await other.ask("ping"))["type"] == "pong"
                async with ana.sit(table) as third:
                    await third.socket.wait_closed()
                    assert third.socket.close_code == 1013

    with (
        ThreadServer(settings_for(tmp_path, database=postgres)) as first,
        ThreadServer(settings_for(tmp_path, database=postgres, limits=limits)) as second,
    ):
        # The limits of the process that the table belongs to count for messages, those of the door for sockets.
        first.house.settings = first.house.settings.model_copy(update={"limits": limits})
        run(work(first, second))


def test_what_is_said_at_once_is_heard(pair: tuple[ThreadServer, ThreadServer]) -> None:
    """A message may come right behind the handshake."""

    async def work() -> None:
        async with Person(pair[0].url) as ana:
            table = await ana.create("paris", [ME, OPEN])
            ana.url = pair[1].url
            for _ in range(20):
                async with ana.sit(table) as place:
                    await asyncio.gather(*(place.send("ping", id=str(number)) for number in range(3)))
                    for number in range(3):
                        await place.until("pong", id=str(number))

    run(work())


async def two(database: str, folder: Path) -> list[ProcessServer]:
    servers = [ProcessServer(database, folder) for _ in range(2)]
    for server in servers:
        server.start()
    for server in servers:
        await server.ready()
    return servers


async def set_up(ana: Person, ben: Person, seats: list[dict[str, str]]) -> str:
    table = await ana.create("paris", seats)
    await ben.post(f"/tables/{table}/join", {"name": "Ben"})
    await ana.post(f"/tables/{table}/start")
    return table


async def play_some(places: list[Place], chance: random.Random, count: int) -> None:
    """Everybody plays random legal actions until so many were acknowledged."""

    async def one(place: Place) -> None:
        asked = -1
        while True:
            for (
                seat,
                view,
            ) in place.views.items():  # at first what was seen before: nobody may be waiting for anybody
                if view["legal"] and place.seen[seat] > asked:
                    asked = place.seen[seat]
                    text = chance.choice(view["legal"])["text"]
                    await place.send("action", text=text, sequence=asked, id="x")
            frame = await place.receive()
            nonlocal count
            count -= frame["type"] == "ack"

    tasks = [asyncio.create_task(one(place)) for place in places]
    while count > 0 and not any(task.done() for task in tasks):
        await asyncio.sleep(0.01)
    for task in tasks:
        task.cancel()
    for result in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(result, BaseException) and not isinstance(result, asyncio.CancelledError):
            raise result


async def play_on(people: list[Person], table: str, chance: random.Random, count: int | None = None) -> None:
    """The same, or with no number to the end, by people who come again when they are told to, as browsers do."""
    while True:
        with contextlib.suppress(websockets.ConnectionClosed):
            async with people[0].sit(table) as first, people[1].sit(table) as second:
                if count is None:
                    await play_out([first, second], chance)
                else:
                    await play_some([first, second], chance, count)
                return


def test_the_owner_is_killed_and_play_goes_on(tmp_path: Path, postgres: str) -> None:
    """Ana's process, to which the table belongs, dies without a word; the other one has the table within seconds."""

    async def work() -> None:
        servers = await two(postgres, tmp_path)
        try:
            async with Person(servers[0].url) as ana, Person(servers[1].url) as ben:
                table = await set_up(ana, ben, [ME, OPEN, BOT])
                async with ana.sit(table) as first, ben.sit(table) as second:
                    await play_some([first, second], random.Random(1), 10)
                    before = second.sequence
                    servers[0].kill()
                    killed = time.monotonic()
                    assert (await second.until("bye"))["reason"] == "restart"
                    await second.socket.wait_closed()
                    assert second.socket.close_code == 1012
                ana.url = servers[1].url
                first = await come_again(ana, table)
                assert first.sequence >= before
                await first.__aexit__()
                await play_on([ana, ben], table, random.Random(2), 4)
                assert time.monotonic() - killed < GO_ON_SECONDS
                await play_on([ana, ben], table, random.Random(3))
        finally:
            for server in servers:
                server.stop()

    run(work())


def test_who_comes_through_a_process_that_dies_is_gone_at_once(tmp_path: Path, postgres: str) -> None:
    async def work() -> None:
        servers = await two(postgres, tmp_path)
        try:
            async with Person(servers[0].url) as ana, Person(servers[1].url) as ben:
                table = await set_up(ana, ben, [ME, OPEN])
                async with ana.sit(table) as first, ben.sit(table) as second:
                    await first.until("presence", present=[0, 1])
                    servers[1].kill()
                    died = time.monotonic()
                    await first.until("presence", present=[0])
                    assert time.monotonic() - died < LEASE_SECONDS - RENEW_SECONDS  # not by its lease
                    with contextlib.suppress(websockets.ConnectionClosed):
                        await second.socket.wait_closed()
        finally:
            for server in servers:
                server.stop()

    run(work())


def test_an_owner_that_stood_still_lets_go(tmp_path: Path, postgres: str) -> None:
    """A process that is stopped for longer than its lease loses its tables; when it goes on it writes nothing."""

    async def work() -> None:
        servers = await two(postgres, tmp_path)
        frozen = servers[0].process
        assert frozen is not None
        try:
            async with Person(servers[0].url) as ana, Person(servers[1].url) as ben:
                table = await set_up(ana, ben, [ME, OPEN])
                async with ana.sit(table) as first:
                    await first.until("view")
                    frozen.send_signal(signal.SIGSTOP)
                    stopped = time.monotonic()
                    await first.send("chat", text="I was first", id="late")
                    second = await come_again(ben, table)
                    assert time.monotonic() - stopped < GO_ON_SECONDS
                    said = await second.ask("chat", text="I am here")
                    assert said["type"] == "ack"
                    frozen.send_signal(signal.SIGCONT)
                    answers = [frame async for frame in heard(first)]
                    late = [frame for frame in answers if frame.get("id") == "late"]
                    assert [frame["code"] for frame in late] in ([], ["busy"])
                    assert answers[-1] == {"type": "bye", "reason": "restart"}
                    await second.__aexit__()
                first = await come_again(ana, table)  # through the process that lost it
                assert [line["text"] for line in first.frames[-1]["chat"]] == ["I am here"]
                await first.__aexit__()
        finally:
            frozen.send_signal(signal.SIGCONT)
            for server in servers:
                server.stop()

    run(work())


async def come_again(person: Person, table: str) -> Place:
    """Connect as a browser does, again and again until the table is shown."""
    async for _ in patiently():
        with contextlib.suppress(websockets.InvalidStatus):  # nobody has the table just now
            place = await person.sit(table).__aenter__()
            frames = [frame async for frame in heard(place, "hello")]
            if frames[-1]["type"] == "hello":
                return place
    raise AssertionError("the table is not shown")


async def heard(place: Place, last: str = "") -> AsyncIterator[dict[str, Any]]:
    """What comes until a frame of this kind, or until the other side closes."""
    frame = {"type": ""}
    with contextlib.suppress(websockets.ConnectionClosed):
        while not last or frame["type"] != last:
            yield (frame := await place.receive())


def test_a_process_that_stops_hands_its_tables_on(tmp_path: Path, postgres: str) -> None:
    async def work() -> None:
        servers = await two(postgres, tmp_path)
        try:
            async with Person(servers[0].url) as ana, Person(servers[1].url) as ben:
                table = await set_up(ana, ben, [ME, OPEN])
                async with ben.sit(table) as second:
                    await second.until("view")
                    assert servers[0].stop() == 0
                    assert (await second.until("bye"))["reason"] == "restart"
                async with ben.sit(table) as second:
                    await second.until("view")
                    assert (await second.ask("chat", text="Hello"))["type"] == "ack"
                    # And who is passed on hears it when his own process stops.
                    servers[0].start()
                    await servers[0].ready()
                    async with ana.sit(table) as first:
                        await first.until("view")
                        assert servers[0].stop() == 0
                        assert (await first.until("bye"))["reason"] == "restart"
                        await first.socket.wait_closed()
                        assert first.socket.close_code == 1012
        finally:
            for server in servers:
                server.stop()

    run(work())


def test_postgres_restarts(tmp_path: Path, own_postgres: Any) -> None:
    """While it is away everything is answered `busy` with a time to try again; then play and listening go on."""

    async def work(first_server: ThreadServer, second_server: ThreadServer) -> None:
        async with Person(first_server.url) as ana, Person(second_server.url) as ben:
            table = await set_up(ana, ben, [ME, OPEN, BOT])
            quiet = await ana.create("paris", [ME, OPEN])
            async with ana.sit(table) as first, ben.sit(table) as second:
                await play_some([first, second], random.Random(1), 6)
                await asyncio.to_thread(own_postgres.stop)
                for place in (first, second):
                    refused = await place.ask("chat", text="Is anybody there?")
                    assert (refused["code"], refused["retry"]) == ("busy", 2)
                for person, path in ((ana, quiet), (ben, table), (ben, quiet), (ben, "0" * 16)):
                    response = await person.http.post(f"/api/tables/{path}/join", json={"name": "Eve"})
                    assert (response.status_code, response.json()["code"]) == (503, "busy"), path
                    assert response.headers["retry-after"] == "2"
                response = await ben.http.get("/api/tables")
                assert (response.status_code, response.json()["retry"]) == (503, 2)
                with pytest.raises(websockets.InvalidStatus) as denied:
                    await ben.sit("0" * 16).__aenter__()
                assert denied.value.response.status_code == 503
                assert denied.value.response.headers["retry-after"] == "2"
                await asyncio.sleep(LEASE_SECONDS)  # longer than the lease of either process
                await asyncio.to_thread(own_postgres.ensure_postgres_running)
                async for _ in patiently():  # before the other one may have the table
                    if first_server.house.leases.held:
                        break
                for person in (ana, ben):
                    async for _ in patiently():
                        if (await person.http.get(f"/api/tables/{table}")).status_code == 200:
                            break
                await play_some([first, second], random.Random(2), 6)
                errors = [f for place in (first, second) for f in place.frames if f["type"] == "error"]
                assert {frame["code"] for frame in errors} <= {"busy", "stale", "wrong_turn"}
                # What another program writes is heard again, wherever the table is.
                storage = await Storage.open(async_url(own_postgres.get_uri()))
                await storage.write([*delete_table(table), poke(table, GONE)])
                await storage.close()
                for place in (first, second):
                    assert (await place.until("bye"))["reason"] == "restart"

    with (
        ThreadServer(settings_for(tmp_path, database=own_postgres.get_uri())) as first,
        ThreadServer(settings_for(tmp_path, database=own_postgres.get_uri())) as second,
    ):
        run(work(first, second))


def test_quiet_tables_belong_to_nobody(tmp_path: Path, postgres: str) -> None:
    async def work(first: ThreadServer, second: ThreadServer) -> None:
        async with Person(first.url) as ana, Person(second.url) as ben:
            table = await ana.create("paris", [ME, OPEN])
            await ben.get(f"/tables/{table}")
            assert table not in second.house.tables
            await asyncio.sleep(0.3)
            first.house.loop.call_soon_threadsafe(first.house.sweep)
            while table in first.house.tables or first.house._leaving:
                await asyncio.sleep(0.01)
            await ben.post(f"/tables/{table}/join", {"name": "Ben"})
            assert table in second.house.tables
            assert (await ana.get(f"/tables/{table}"))["table"]["seats"][1]["name"] == "Ben"
            assert table not in first.house.tables

    with (
        ThreadServer(settings_for(tmp_path, database=postgres, idle_seconds=0.2)) as first,
        ThreadServer(settings_for(tmp_path, database=postgres)) as second,
    ):
        run(work(first, second))


def test_leases(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table belongs to one process that is alive; who is late or buried loses what others take."""
    now = 1000.0
    monkeypatch.setattr("aiguillage.server.store.leases.monotonic", lambda: now)

    async def work() -> None:
        nonlocal now
        storage = await Storage.open(async_url(postgres))
        headers = [new_header() for _ in range(3)]
        for header in headers:
            await storage.write(insert_table(header))
        tables = [header.id for header in headers]
        one, two, three = (Leases(storage.engine, f"127.0.0.1:{n}", bytes([n]) * 32) for n in (1, 2, 3))
        with pytest.raises(StorageError):
            await one.claim(tables[0])
        for lease in (one, two, three):
            assert not lease.held
            assert await lease.renew() == set()  # nothing was held before
            assert lease.held
            assert await lease.renew() is None
        with pytest.raises(KeyError):
            await one.claim("0" * 16)
        owners = await asyncio.gather(*(lease.claim(tables[0]) for lease in (one, two, three)))
        assert sorted(owner is None for owner in owners) == [False, False, True]
        winner = (one, two, three)[owners.index(None)]
        assert {owner for owner in owners if owner is not None} == {winner.me}
        assert await winner.claim(tables[0]) is None
        loser = next(lease for lease in (one, two, three) if lease is not winner)
        assert await loser.claim(tables[1]) is None
        assert await winner.owned() == {tables[0]}
        await loser.release(tables)  # only what is one's own
        assert await winner.claim(tables[1]) is None
        await winner.bury(loser.me)
        now += LEASE_SECONDS + 1
        assert not winner.held
        assert await winner.renew() == {tables[0], tables[1]}
        await loser.renew()
        assert await loser.claim(tables[2]) is None
        await winner.bury(loser.me)
        assert await winner.claim(tables[2]) is None
        await loser.renew()
        assert await loser.owned() == set()
        for lease in (one, two, three):
            await lease.leave()
        assert await winner.owned() == set()
        await storage.close()

    run(work())


@pytest.mark.parametrize("seconds", [(7, 7), (3, 7)], ids=["asked late", "answered late"])
def test_a_lease_that_ran_out_holds_nothing_before_it_knows_what_it_has(
    postgres: str, monkeypatch: pytest.MonkeyPatch, seconds: tuple[int, int]
) -> None:
    """Another process may have written at a table meanwhile: until that is known nothing is written here."""
    times = [0.0]
    monkeypatch.setattr(
        "aiguillage.server.store.leases.monotonic", lambda: times.pop(0) if len(times) > 1 else times[0]
    )

    async def work() -> None:
        storage = await Storage.open(async_url(postgres))
        header = new_header()
        await storage.write(insert_table(header))
        lease = Leases(storage.engine, "127.0.0.1:1", bytes(32))
        await lease.renew()
        assert await lease.claim(header.id) is None
        held = []

        async def owned(real: Callable[[], Any] = lease.owned) -> set[str]:
            held.append(lease.held)
            return set(await real())

        monkeypatch.setattr(lease, "owned", owned)
        times[:] = seconds
        assert await lease.renew() == {header.id}
        assert held == [False]
        assert lease.held
        await lease.leave()
        await storage.close()

    run(work())


def test_strangers_between_the_processes(tmp_path: Path, postgres: str) -> None:
    """Who does not know the secret is shut out, and so is who says nothing or something too long."""

    async def knock(server: ThreadServer, answer: Callable[[bytes], bytes]) -> bytes:
        assert server.guard.links is not None
        host, _, port = server.house.leases.me.address.rpartition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(answer(await reader.readexactly(32)))
        told = await asyncio.wait_for(reader.read(), 10)
        writer.close()
        return told

    async def work(server: ThreadServer) -> None:
        request = b"\x00\x00\x00\x02\x00\x00\x00\x01\x01{}"
        secret = server.house.leases.me.secret
        assert await knock(server, lambda nonce: b"") == b""
        assert await knock(server, lambda nonce: bytes(32) + request) == b""
        assert await knock(server, lambda nonce: nonce + request) == b""
        huge = b"\xff\xff\xff\xff\x00\x00\x00\x01\x01"
        assert await knock(server, lambda nonce: hmac.digest(secret, nonce, "sha256") + huge) == b""

    with ThreadServer(settings_for(tmp_path, database=postgres)) as server:
        run(work(server))
