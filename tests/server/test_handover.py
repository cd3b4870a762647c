"""A seat on another device: the code works once, for a while, and closes the seat where it was."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest
from people import Person, ThreadServer

from aiguillage.server.tables import handover
from aiguillage.server.web.reach import qr_svg

ME = {"kind": "me", "name": "Ana"}
BOT = {"kind": "bot", "bot": "random"}


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def test_a_seat_moves_to_a_phone(server: ThreadServer) -> None:
    async def work() -> None:
        async with Person(server.url) as desk, Person(server.url) as phone, Person(server.url) as third:
            table = await desk.create("paris", [ME, BOT], start=True)
            path = f"/tables/{table}"
            assert (await phone.post(f"{path}/handover", {"seat": 0}, 403))["code"] == "wrong_seat"
            first = await desk.post(f"{path}/handover", {"seat": 0})
            second = await desk.post(f"{path}/handover", {"seat": 0})
            assert second["link"] == f"{server.url}/#/seat/{table}?code={second['code']}"
            assert second["picture"] == qr_svg(second["link"]).decode()
            refused = await phone.post(f"{path}/takeover", {"code": first["code"]}, 403)
            assert refused["code"] == "code"
            async with desk.sit(table) as old:
                hand = (await old.until("view"))["view"]["hand"]
                taken = await phone.post(f"{path}/takeover", {"code": second["code"].upper()})
                assert taken["you"] == {"seats": [0], "host": True}
                assert (await old.until("table"))["you"] == {"seats": [], "host": False}
                assert (await old.until("bye"))["reason"] == "restart"
            async with desk.sit(table) as old:
                assert (await old.until("view"))["seat"] is None
            async with phone.sit(table) as new:
                view = await new.until("view")
                assert (view["seat"], view["view"]["hand"]) == (0, hand)
                assert (await new.act(view["view"]["legal"][0]["text"]))["type"] == "ack"
            assert (await third.post(f"{path}/takeover", {"code": second["code"]}, 403))["code"] == "code"

    run(work())


def test_a_code_is_valid_for_a_while_and_at_its_table(server: ThreadServer, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with Person(server.url) as desk, Person(server.url) as phone:
            table, other = [await desk.create("paris", [ME, BOT], start=True) for _ in range(2)]
            code = (await desk.post(f"/tables/{table}/handover", {"seat": 0}))["code"]
            await phone.post(f"/tables/{other}/takeover", {"code": code}, 403)
            monkeypatch.setattr(handover, "VALID_SECONDS", -1)
            late = (await desk.post(f"/tables/{table}/handover", {"seat": 0}))["code"]
            await phone.post(f"/tables/{table}/takeover", {"code": late}, 403)

    run(work())


@pytest.mark.parametrize("how", ["left", "kicked", "removed"])
def test_a_code_gives_away_nobody_elses_seat(server: ThreadServer, how: str) -> None:
    """Who had a seat and asked for a code has it no more: whoever sits there now, or a bot, stays."""

    async def work() -> None:
        async with Person(server.url) as ana, Person(server.url) as eve, Person(server.url) as ben:
            table = await ana.create("paris", [ME, {"kind": "open"}])
            path = f"/tables/{table}"
            await eve.post(f"{path}/join", {"name": "Eve"})
            code = (await eve.post(f"{path}/handover", {"seat": 1}))["code"]
            if how == "removed":
                await ana.post(f"{path}/start")
                await ana.post(f"{path}/remove", {"seat": 1})
            else:
                who = eve if how == "left" else ana
                await who.post(f"{path}/{'leave' if how == 'left' else 'kick'}", {"seat": 1})
                await ben.post(f"{path}/join", {"name": "Ben"})
                await ana.post(f"{path}/start")
            async with Person(server.url) as fresh:
                for person in (eve, fresh):
                    assert (await person.post(f"{path}/takeover", {"code": code}, 403))["code"] == "code"
                    assert (await person.get(path))["you"]["seats"] == []
            assert (await ben.get(path))["you"]["seats"] == ([] if how == "removed" else [1])

    run(work())
