"""Nothing leaked: all that people, spectators and strangers receive during whole games is searched for secrets."""

import asyncio
import contextlib
import json
import random
from typing import Any

import pytest
from leaks import Search
from people import Person, Place, ThreadServer, play_out

from aiguillage.boards import board_names
from aiguillage.server.tables.house import House

ME = {"kind": "me", "name": "Ana"}
OPEN = {"kind": "open"}
BOT = {"kind": "bot", "bot": "random"}
STRANGE_PATHS = (
    "",
    "/record",
    "/replay",
    "/replay?seat=0",
    "/board",
)


async def watch(place: Place) -> None:
    with contextlib.suppress(TimeoutError, asyncio.CancelledError):
        while True:
            await place.receive(60)


async def game_with_readers(server: ThreadServer, game: str, seed: int) -> None:
    chance = random.Random(seed)
    async with (
        Person(server.url) as ana,
        Person(server.url) as ben,
        Person(server.url) as eve,
    ):
        table = await ana.create(game, [ME, OPEN, BOT], public=True)
        await ben.post(f"/tables/{table}/join", {"name": "Ben"})
        await ana.post(f"/tables/{table}/start")
        polled: list[tuple[int | None, str]] = []

        async def poll(place: Place, _: object) -> None:
            """Now and then everybody also asks over HTTP for whatever there is."""
            if chance.random() < 0.1:
                for reader, person in ((0, ana), (1, ben), (None, eve)):
                    path = chance.choice(STRANGE_PATHS)
                    status = 409 if path.startswith("/re") else 200
                    await person.ask("GET", f"/tables/{table}{path}", status)
                    if path != "/board":  # it prints every ticket there is
                        polled.append((reader, person.answers[-1]))
                    await person.get("/tables?list=mine")
                    polled.append((reader, person.answers[-1]))
                metrics = await eve.http.get("/metrics")
                polled.append((None, metrics.text))

        async with ana.sit(table) as first, ben.sit(table) as second, eve.sit(table) as third:
            watching = asyncio.create_task(watch(third))
            await play_out([first, second], chance, poll)
            await asyncio.sleep(0.2)
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)
        house = server.house
        future = asyncio.run_coroutine_threadsafe(_stored(house, table), house.loop)
        header, entries = await asyncio.wrap_future(future)
        assert ana.token is not None
        assert ben.token is not None
        search = Search(header, entries, {0: ana.token, 1: ben.token})
        checked = 0
        for reader, place in ((0, first), (1, second), (None, third)):
            for text in place.texts:
                checked += search.check_frame(text, reader)
        for reader, text in polled:
            search.check_text(text, 1, reader, "over HTTP")
        assert checked > 3 * 0.9 * len(entries)
        assert len(polled) > 5
        planted_leaks_are_found(search, third.texts, first.texts)


def planted_leaks_are_found(search: Search, spectator: list[str], player: list[str]) -> None:
    """The search itself works: each kind of secret, put where it does not belong, is found."""
    views = [json.loads(text) for text in spectator if text.startswith('{"type":"view"')]
    frame = views[len(views) // 2]
    search.check_frame(json.dumps(frame, ensure_ascii=False), None)
    hidden = search.tickets[0]
    key = next(entry.key for entry in search.entries if entry.key is not None)
    names = [search.board.place(place).name for place in (hidden.a, hidden.b)]
    for secret in (
        hidden.id,
        " – ".join(names),
        str(search.header.deal),
        f"{key:032x}",
        *search.tokens.values(),
    ):
        with pytest.raises(AssertionError, match="leaked"):
            search.check_frame(json.dumps({**frame, "by": secret}, ensure_ascii=False), None)
    drawn = {"kind": "blind", "seat": 0, "text": "draws a card from the deck", "card": "red"}
    with pytest.raises(AssertionError, match="tells others"):
        search.check_frame(json.dumps({**frame, "events": [drawn]}), None)
    with pytest.raises(AssertionError):
        search.check_frame(json.dumps({**frame, "view": {**frame["view"], "hand": {"wild": 1}}}), None)
    own = [text for text in player if text.startswith('{"type":"view"')][len(views) // 2]
    with pytest.raises(AssertionError):  # what seat 0 sees is not for seat 1
        search.check_frame(json.dumps({**json.loads(own), "seat": 1}), 1)


async def _stored(house: House, table: str) -> tuple[Any, Any]:
    return await house.storage.header(table), await house.storage.entries(table)


@pytest.mark.parametrize("game", board_names())
def test_nobody_learns_what_is_hidden(server: ThreadServer, game: str) -> None:
    asyncio.run(game_with_readers(server, game, 11))


@pytest.mark.long
@pytest.mark.parametrize("game", board_names())
@pytest.mark.parametrize("seed", range(20))
def test_nobody_learns_what_is_hidden_in_many_games(server: ThreadServer, game: str, seed: int) -> None:
    asyncio.run(game_with_readers(server, game, 100 + seed))
