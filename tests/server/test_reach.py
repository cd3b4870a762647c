"""Invitations that open: the address in a link is one that other devices reach."""

import asyncio
import ctypes
import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest
import segno
from people import PATIENCE, Person, ThreadServer, free_port, settings_for

from aiguillage.server.tables.settings import Settings
from aiguillage.server.web.command import AiguillageServer
from aiguillage.server.web.reach import Reach, invitation, network_addresses, qr_svg, qr_text

ME = {"kind": "me", "name": "Ana"}
OPEN = {"kind": "open"}
THERE, HERE = "10.213.77.2", "10.213.77.1"


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def test_the_address_to_invite_to(monkeypatch: pytest.MonkeyPatch) -> None:
    import aiguillage.server.web.reach as module

    monkeypatch.setattr(module, "network_addresses", lambda: ["192.168.1.7"])
    here = "http://127.0.0.1:8000"
    assert Reach(Settings()).address_for(here) == here
    assert Reach(Settings()).address() is None
    assert Reach(Settings(lan=True)).address_for(here) == "http://192.168.1.7:8000"
    assert Reach(Settings(host="0.0.0.0")).address_for(here) == "http://192.168.1.7:8000"
    assert Reach(Settings(host="192.168.9.9")).address_for(here) == "http://192.168.9.9:8000"
    assert Reach(Settings(lan=True)).address_for("http://laptop.local:8000") == "http://laptop.local:8000"
    public = Reach(Settings(url="https://trains.example/", lan=True))
    assert public.address_for(here) == "https://trains.example"
    assert public.address_for("http://192.168.1.7:8000") == "https://trains.example"
    monkeypatch.setattr(module, "network_addresses", list)
    assert Reach(Settings(lan=True)).address_for(here) == here
    assert invitation("https://trains.example", "abc") == "https://trains.example/#/table/abc"


def test_addresses_of_this_machine() -> None:
    for address in network_addresses():
        assert not address.startswith(("127.", "0."))


def test_who_may_not_ask_for_interfaces_has_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """As under deploy/aiguillage.service, where the system refuses the sockets that list them."""
    usual = network_addresses()

    def refused() -> list[tuple[int, str]]:
        raise OSError(97, "Address family not supported by protocol")

    monkeypatch.setattr(socket, "if_nameindex", refused)
    assert network_addresses()[:1] == usual[:1]


def test_a_qr_code_holds_the_link() -> None:
    """The picture has the dark modules of the code of that link, and a light border."""
    link = invitation("https://trains.example", "0123456789abcdef")
    code = segno.make(link, error="m", micro=False)
    root = ElementTree.fromstring(qr_svg(link))
    side = (code.symbol_size(border=3)[0]) * 4
    assert (root.get("width"), root.get("height")) == (str(side), str(side))
    paths = list(root.iter("{http://www.w3.org/2000/svg}path"))
    assert len(paths) == 2  # the light ground and the dark modules
    drawn = paths[1].get("d") or ""
    runs = sum(
        1 for row in code.matrix for before, module in zip([0, *row[:-1]], row, strict=True) if module and not before
    )
    assert drawn.count("h") == runs
    assert len(qr_text(link).splitlines()) > 10


def test_the_link_and_what_is_said_about_it(server: ThreadServer) -> None:
    async def work() -> None:
        async with Person(server.url) as ana:
            table = await ana.create("paris", [ME, OPEN])
            answer = await ana.get(f"/tables/{table}/invitation")
            assert answer == {"link": f"{server.url}/#/table/{table}", "here_only": True, "can_open": False}
            picture = await ana.http.get(f"/api/tables/{table}/invitation.svg")
            assert picture.headers["content-type"] == "image/svg+xml"
            assert picture.content == qr_svg(answer["link"])
            await ana.post("/network", expect=409)
            elsewhere = await ana.http.post("/api/network", headers={"host": "trains.example"})
            assert elsewhere.status_code in (400, 403)

    run(work())


def test_behind_a_proxy_every_link_is_the_public_one(tmp_path: Path) -> None:
    settings = settings_for(tmp_path, url="https://trains.example", proxies=("127.0.0.1",))

    async def work() -> None:
        with ThreadServer(settings) as server:
            async with Person(server.url) as ana:
                table = await ana.create("paris", [ME, OPEN])
                answer = await ana.get(f"/tables/{table}/invitation")
                assert answer["link"] == f"https://trains.example/#/table/{table}"
                assert not answer["here_only"]
                # Pages from the public address may use the server, whatever Host the proxy passes on.
                for host in ("trains.example", "127.0.0.1:8000"):
                    headers = {"origin": "https://trains.example", "host": host}
                    response = await ana.http.post(f"/api/tables/{table}/start", headers=headers)
                    assert response.json()["code"] == "open_seats"
                response = await ana.http.post("/api/network")
                assert response.json()["code"] == "not_here"

    run(work())


# ---- from another device ----


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


@contextmanager
def _network(name: str) -> Iterator[None]:
    """Within, this thread and what it starts have the network of this name and no other."""
    libc = ctypes.CDLL(None, use_errno=True)
    with open("/proc/thread-self/ns/net") as before, open(f"/run/netns/{name}") as inside:
        assert libc.setns(inside.fileno(), 0) == 0, os.strerror(ctypes.get_errno())
        try:
            yield
        finally:
            assert libc.setns(before.fileno(), 0) == 0, os.strerror(ctypes.get_errno())


@pytest.fixture
def device() -> Iterator[list[str]]:
    """Another device on a network of its own with this one: the command that runs things there.

    Both have namespaces: a browser that notices a change of its machine's network drops what it is loading.
    """
    here, there = (f"aiguillage{os.getpid() % 10000}{end}" for end in "ab")
    if not sys.platform.startswith("linux") or os.geteuid() != 0 or shutil.which("ip") is None:
        pytest.skip("only root can make a network namespace (Linux)")
    made = subprocess.run(["ip", "netns", "add", here], check=False, capture_output=True)
    if made.returncode:
        pytest.skip("no network namespace can be made here")
    try:
        _ip("netns", "add", there)
        _ip("-n", here, "link", "add", "a0", "type", "veth", "peer", "name", "b0", "netns", there)
        for name, link, address in ((here, "a0", HERE), (there, "b0", THERE)):
            _ip("-n", name, "addr", "add", f"{address}/24", "dev", link)
            _ip("-n", name, "link", "set", link, "up")
            _ip("-n", name, "link", "set", "lo", "up")
        with _network(here):
            yield ["ip", "netns", "exec", there]
    finally:
        for name in (here, there):
            subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True)


FRIEND = """
import asyncio, json, sys
sys.path.insert(0, sys.argv[2])
from people import Person
async def main(link):
    base, _, table = link.partition("/#/table/")
    async with Person(base, "Ben") as ben:
        page = await ben.http.get("/")
        assert page.status_code == 200 and "html" in page.headers["content-type"]
        answer = await ben.post(f"/tables/{table}/join", {"name": "Ben"})
        async with ben.sit(table) as place:
            hello = await place.receive()
        theirs = await ben.get(f"/tables/{table}/invitation")
        print(json.dumps([hello["table"]["seats"][1]["name"], theirs]))
asyncio.run(main(sys.argv[1]))
"""


def _friend(device: list[str], link: str) -> subprocess.CompletedProcess[str]:
    command = [*device, sys.executable, "-c", FRIEND, link, str(Path(__file__).parent)]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)


def _start(folder: Path, *options: str) -> tuple[subprocess.Popen[bytes], int, Path]:
    port = free_port()
    environment = {"AIGUILLAGE_DATA_DIR": str(folder)}
    log = folder / "server.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [
                *(sys.executable, "-m", "aiguillage.server.web.command"),
                "--no-browser",
                "--port",
                str(port),
                *options,
            ],
            env=os.environ | environment,
            stderr=out,
        )
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if "Ctrl+C" in log.read_text() and (not options or "Friends" in log.read_text()):
            return process, port, log
        assert process.poll() is None, log.read_text()
        time.sleep(0.05)
    raise AssertionError(log.read_text())


def test_an_address_in_brackets_is_said_whole(capsys: pytest.CaptureFixture[str]) -> None:
    """What stands in brackets is an address of IPv6 and no markup of the terminal."""
    here, friends = "http://[fe80::1]:8000", "http://[fd00::7]:8000"
    guard = SimpleNamespace(settings=Settings(), reach=SimpleNamespace(address=lambda: friends))
    AiguillageServer._say_where(SimpleNamespace(address=here, guard=guard))  # type: ignore[arg-type]
    assert capsys.readouterr().err.splitlines() == [
        f"Aiguillage is at {here} (Ctrl+C stops it)",
        f"Friends come to {friends}",
    ]


def _reachable(link: str, address: str) -> str:
    """The link by one particular address of this machine: it has several, the test's is one of them."""
    base, _, rest = link.partition("/#/")
    return f"http://{address}:{base.rpartition(':')[2]}/#/{rest}"


def test_a_friend_on_the_network_opens_the_link(tmp_path: Path, device: list[str]) -> None:
    process, port, log = _start(tmp_path, "--lan")
    try:
        assert f"Friends come to http://{network_addresses()[0]}:{port}" in log.read_text()
        assert HERE in network_addresses()
        body = {"game": "paris", "seats": [ME, OPEN]}
        here = f"http://127.0.0.1:{port}"
        table = httpx.post(here + "/api/tables", json=body).json()["table"]["id"]
        answer = httpx.get(f"{here}/api/tables/{table}/invitation").json()
        assert answer["link"].startswith(f"http://{network_addresses()[0]}:{port}/")
        assert not answer["here_only"]
        came = _friend(device, _reachable(answer["link"], HERE))
        assert came.returncode == 0, came.stderr
        name, theirs = json.loads(came.stdout)
        assert name == "Ben"
        assert theirs["link"] == f"http://{HERE}:{port}/#/table/{table}"
        assert not theirs["can_open"]
    finally:
        process.terminate()
        process.wait(30)


def test_one_click_lets_the_network_in(tmp_path: Path, device: list[str]) -> None:
    process, port, _ = _start(tmp_path)
    try:
        here = f"http://127.0.0.1:{port}"
        with httpx.Client(base_url=here) as ana:
            body = {"game": "paris", "seats": [ME, OPEN]}
            table = ana.post("/api/tables", json=body).json()["table"]["id"]
            before = ana.get(f"/api/tables/{table}/invitation").json()
            assert before == {"link": f"{here}/#/table/{table}", "here_only": True, "can_open": True}
            link = f"http://{HERE}:{port}/#/table/{table}"
            assert _friend(device, link).returncode != 0
            refused = ana.post("/api/network", headers={"origin": "https://evil.example"})
            assert refused.status_code == 403
            assert ana.post("/api/network").status_code == 204
            after = ana.get(f"/api/tables/{table}/invitation").json()
            assert (after["here_only"], after["can_open"]) == (False, False)
            came = _friend(device, _reachable(after["link"], HERE))
            assert came.returncode == 0, came.stderr
    finally:
        process.terminate()
        assert process.wait(30) == 0
