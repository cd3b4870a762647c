"""Word of turns: one for each turn, nothing secret, only where the owner of the server allows; to a real receiver."""

import asyncio
import base64
import contextlib
import json
import os
import socket
import threading
import time
from collections.abc import Coroutine, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from people import Person, Place, ThreadServer, settings_for
from py_vapid import Vapid02

from aiguillage.server.tables import outside
from aiguillage.server.tables.outside import NotSent, check_address, post

ME = {"kind": "me", "name": "Ana"}
OPEN = {"kind": "open"}


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


class Receiver:
    """A chat room or a push service."""

    def __init__(self) -> None:
        self.got: list[tuple[str, dict[str, str], bytes]] = []
        self.status = 201
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                outer.got.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
                self.send_response(outer.status)
                self.send_header("location", "http://127.0.0.1:1/")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever)

    async def until(self, count: int) -> None:
        for _ in range(400):
            if len(self.got) >= count:
                return
            await asyncio.sleep(0.02)
        raise AssertionError(self.got)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    receiver = Receiver()
    receiver.thread.start()
    yield receiver
    receiver.server.shutdown()
    receiver.thread.join()
    receiver.server.server_close()


class Browser:
    """A browser's push subscription, and how it reads what arrives."""

    def __init__(self, url: str) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        self.url = url
        public = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.subscription = {"address": url, "p256dh": _b64(public), "auth": _b64(self.auth)}

    def read(self, body: bytes) -> dict[str, Any]:
        text = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        return dict(json.loads(text))


def _b64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def legal(place: Place) -> str:
    return str(next(iter(place.views.values()))["legal"][0]["text"])


async def opened(ana: Person, ben: Person) -> str:
    """A table of two after the opening choice; it is Ana's turn."""
    table = await ana.create("paris", [ME, OPEN], first=0)
    await ben.post(f"/tables/{table}/join", {"name": "Ben"})
    return table


async def play_turn(person: Person, table: str) -> None:
    """Decide until it is somebody else's turn."""
    async with person.sit(table) as place:
        await place.until("view")
        while legal_now := next(iter(place.views.values()))["legal"]:
            text = next((a["text"] for a in legal_now if a["kind"] == "blind"), legal_now[0]["text"])
            assert (await place.act(text))["type"] == "ack"


def test_a_webhook_hears_of_each_turn_once(tmp_path: Path, receiver: Receiver) -> None:
    settings = settings_for(tmp_path, webhook_hosts=("127.0.0.1",), webhook_private=True, url="https://trains.example")

    async def work() -> None:
        with ThreadServer(settings) as server:
            async with Person(server.url) as ana, Person(server.url, "Ben") as ben:
                table = await opened(ana, ben)
                path, hook = f"/tables/{table}/webhook", {"address": receiver.url + "/room"}
                assert (await ben.post(path, hook, 403))["code"] == "not_host"
                await ana.ask("POST", path, 204, json={"address": receiver.url + "/old"})
                await ana.ask("POST", path, 204, json=hook)  # in place of the other
                await ana.post(f"/tables/{table}/start")
                await receiver.until(2)  # both choose tickets
                await play_turn(ana, table)
                await play_turn(ben, table)
                await receiver.until(3)
                await play_turn(ana, table)  # two cards: one turn
                await receiver.until(4)
                async with ben.sit(table) as place:
                    await place.ask("chat", text="my turn?")
                await asyncio.sleep(0.3)
                assert [path for path, _, _ in receiver.got] == ["/room"] * 4
                told = [json.loads(body) for _, _, body in receiver.got]
                assert sorted(word["name"] for word in told[:2]) == ["Ana", "Ben"]
                assert [word["name"] for word in told[2:]] == ["Ana", "Ben"]
                link = f"https://trains.example/#/table/{table}"
                text = f"Ben: it is your turn in Paris. {link}"
                expected = {
                    "text": text,
                    "content": text,
                    "game": "paris",
                    "name": "Ben",
                    "seat": 1,
                    "link": link,
                }
                assert told[3] == expected
                await ana.ask("POST", path, 204, json={"address": None})
                await play_turn(ben, table)
                await asyncio.sleep(0.3)
                assert len(receiver.got) == 4

    run(work())


def test_webhooks_go_only_where_the_owner_allows(tmp_path: Path) -> None:
    settings = settings_for(tmp_path, webhook_hosts=("hooks.example", "*.rooms.example"))

    async def work() -> None:
        with ThreadServer(settings) as server:
            async with Person(server.url) as ana:
                assert await ana.get("/notices") == {"push_key": None, "webhooks": True}
                table = await ana.create("paris", [ME, OPEN])
                path = f"/tables/{table}/webhook"
                for good in ("https://hooks.example/a?b=c", "https://my.rooms.example/x"):
                    await ana.ask("POST", path, 204, json={"address": good})
                for bad, status in (
                    ("https://evil.example/", 403),
                    ("https://hooks.example.evil.example/", 403),
                    ("https://rooms.example.evil/", 403),
                    ("http://hooks.example/", 422),
                    ("https://user:secret@hooks.example/", 422),
                    ("ftp://hooks.example/", 422),
                    ("https://[::1", 422),
                ):
                    assert (await ana.post(path, {"address": bad}, status))["code"] == "address"

    run(work())


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.0.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "0.0.0.0",
        "::1",
        "::ffff:127.0.0.1",
        "fe80::1",
        "224.0.0.1",
    ],
)
def test_nothing_goes_into_our_own_network(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """Whatever a name stands for, also if only one of its addresses is ours."""
    found = [(socket.AF_INET, 0, 0, "", ("93.184.216.34", 443)), (socket.AF_INET, 0, 0, "", (address, 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    monkeypatch.setattr(socket, "create_connection", lambda *_, **__: pytest.fail("it was connected to"))
    with pytest.raises(NotSent, match="our own network"):
        post("https://hooks.example/", b"", {})


def test_redirects_are_not_followed_and_nobody_there_is_no_error(receiver: Receiver) -> None:
    receiver.status = 307
    assert post(receiver.url, b"{}", {}, private=True) == 307
    assert len(receiver.got) == 1
    with pytest.raises(NotSent, match="ConnectionRefusedError"):
        post("http://127.0.0.1:9/", b"{}", {}, private=True)
    with pytest.raises(NotSent, match="begin with https"):
        check_address("http://hooks.example/")
    assert outside.SECONDS <= 10


def test_a_browser_is_told_of_its_turns_while_it_is_away(tmp_path: Path, receiver: Receiver) -> None:
    settings = settings_for(
        tmp_path, webhook_private=True, push_contact="mailto:host@trains.example", data_dir=tmp_path
    )
    browser = Browser(receiver.url + "/push/1")

    async def work() -> None:
        with ThreadServer(settings) as server:
            async with Person(server.url) as ana, Person(server.url, "Ben") as ben, Person(server.url) as eve:
                offer = await ana.get("/notices")
                assert len(base64.urlsafe_b64decode(offer["push_key"] + "=")) == 65
                table = await opened(ana, ben)
                path = f"/tables/{table}/push"
                await eve.post(path, browser.subscription, 403)
                bad = browser.subscription | {"p256dh": "AAAA"}
                assert (await ben.post(path, bad, 422))["code"] == "address"
                await ben.ask("POST", path, 204, json=browser.subscription)
                async with ben.sit(table):
                    await ana.post(f"/tables/{table}/start")  # Ben is there: no need to tell him
                    await play_turn(ben, table)
                await play_turn(ana, table)
                await play_turn(ana, table)
                await receiver.until(1)
                [(where, headers, body)] = receiver.got
                assert where == "/push/1"
                assert (headers["content-encoding"], headers["ttl"]) == ("aes128gcm", "86400")
                words = browser.read(body)
                assert (words["name"], words["seat"], words["game"]) == ("Ben", 1, "paris")
                assert headers["authorization"].endswith(offer["push_key"])
                assert Vapid02.verify(headers["authorization"])
                receiver.status = 410  # the browser has unsubscribed
                await play_turn(ben, table)
                await play_turn(ana, table)
                await receiver.until(2)
                await asyncio.sleep(0.2)
                await play_turn(ben, table)
                await play_turn(ana, table)
                await asyncio.sleep(0.3)
                assert len(receiver.got) == 2

    run(work())
    assert (tmp_path / "push-key.pem").stat().st_mode & 0o777 == 0o600


def test_an_address_that_drips_its_answer_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A byte now and then does not begin the time anew."""
    monkeypatch.setattr(outside, "SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        stop = threading.Event()

        def drip() -> None:
            line, _ = listener.accept()
            with line, contextlib.suppress(OSError):
                for byte in b"HTTP/1.1 200 OK\r\nx-a: " + b"b" * 1000:
                    if stop.wait(0.1):
                        return
                    line.sendall(bytes([byte]))

        dripping = threading.Thread(target=drip)
        dripping.start()
        started = time.monotonic()
        try:
            with pytest.raises(NotSent):
                post(f"http://127.0.0.1:{listener.getsockname()[1]}/", b"", {}, private=True)
        finally:
            took = time.monotonic() - started
            stop.set()
            dripping.join()
        assert took < 5


@pytest.mark.parametrize(
    "address",
    [
        *(
            "127.0.0.1",
            "10.1.2.3",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "::1",
            "fe80::1%eth0",
            "fd00::1",
        ),
        *("::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::a00:1", "2002:a00:1::1", "2001:0:0:0:0:0:f5ff:fffe"),
    ],
)
def test_no_spelling_of_our_own_network_is_public(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """Also names that are looked up to such addresses, and IPv6 addresses that gateways take to IPv4 ones."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    found = [(family, socket.SOCK_STREAM, 6, "", (address, 443))]
    public = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.216.34", 443))
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [public, *found])
    with pytest.raises(NotSent, match="our own network"):
        post("https://hooks.example/", b"", {})
