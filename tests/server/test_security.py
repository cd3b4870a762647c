"""Nobody in where they don't belong: cookies, origins, hosts, headers, sizes, limits."""

import asyncio
import re
from collections.abc import Coroutine
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import httpx
import pytest
import websockets
from people import Person, ThreadServer, settings_for

from aiguillage.server.protocol import plain_text
from aiguillage.server.tables import tokens
from aiguillage.server.tables.limits import Bucket, Buckets, Counter
from aiguillage.server.tables.settings import Limits, Settings
from aiguillage.server.web.reach import Reach
from aiguillage.server.web.security import FILES, allowed_origin, host_name

ME = {"kind": "me", "name": "Ana"}
OPEN = {"kind": "open"}
BOT = {"kind": "bot", "bot": "random"}


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def test_tokens() -> None:
    mint, other = tokens.Mint(b"key"), tokens.Mint(b"another key")
    made = {mint.new() for _ in range(100)}
    assert len(made) == 100
    assert all(re.fullmatch(r"[0-9a-f]{48}", token) for token in made)  # 128 bits and a mark of 64
    assert all(mint.made(token) and not other.made(token) for token in made)
    token = made.pop()
    for wrong in (token[:-1], token + "0", token.upper(), "0" * 48, token[::-1], "", "é" * 48, token[:32]):
        assert not mint.made(wrong)
    stored = tokens.token_hash(token)
    assert token.encode() not in stored
    assert tokens.same(stored, tokens.token_hash(token))
    assert not tokens.same(stored, tokens.token_hash(made.pop()))
    assert not tokens.same(None, None)
    assert all(re.fullmatch(r"[0-9a-z]{16}", tokens.new_table_id()) for _ in range(20))
    assert max(tokens.new_key() for _ in range(200)) >= 1 << 62


def test_the_cookie(server: ThreadServer) -> None:
    """Given once, to those who need one; scripts cannot read it; the database has only its hash."""

    async def work() -> None:
        async with Person(server.url) as ana:
            await ana.get("/tables")
            assert ana.token is None
            body = {"game": "paris", "seats": [ME, OPEN]}
            response = await ana.http.post("/api/tables", json=body)
            cookie = response.headers["set-cookie"].lower()
            assert all(part in cookie for part in ("httponly", "samesite=strict", "path=/"))
            assert "secure" not in cookie
            assert ana.token is not None
            assert ana.token not in response.text
            again = await ana.http.post("/api/tables", json=body)
            assert "set-cookie" not in again.headers

    run(work())
    for file in Path(server.guard.settings.database.removeprefix("sqlite:///")).parent.glob("tables.sqlite*"):
        content = file.read_bytes()
        assert not re.search(rb"aiguillage=[0-9a-f]{32,}", content)


def test_a_wrong_token_has_no_seat(server: ThreadServer) -> None:
    async def work() -> None:
        async with Person(server.url) as ana, Person(server.url) as eve:
            table = await ana.create("paris", [ME, BOT], start=True)
            for forged in ("0" * 32, "x", "é", (ana.token or "")[:-1] + "0", (ana.token or "")[::-1]):
                if forged == ana.token:
                    continue
                response = await eve.http.get(
                    f"/api/tables/{table}", headers=[(b"cookie", f"aiguillage={forged}".encode("latin-1"))]
                )
                assert response.json()["you"] == {"seats": [], "host": False}

    run(work())


def test_other_sites_are_kept_out(server: ThreadServer) -> None:
    async def work() -> None:
        async with Person(server.url) as ana:
            table = await ana.create("paris", [ME, OPEN])
            for origin in (
                "http://evil.example",
                "null",
                "http://127.0.0.1:1",
                "https://[",
                server.url + ".evil.example",
            ):
                response = await ana.http.post(f"/api/tables/{table}/start", headers={"origin": origin})
                assert (response.status_code, response.json()["code"]) == (403, "origin")
                address = server.url.replace("http", "ws") + f"/api/tables/{table}/socket"
                with pytest.raises(websockets.InvalidStatus) as refused:
                    await websockets.connect(address, origin=origin)  # type: ignore[arg-type]
                assert refused.value.response.status_code == 403
            response = await ana.http.post(f"/api/tables/{table}/start", headers={"origin": server.url})
            assert response.json()["code"] == "open_seats"
            async with websockets.connect(address, origin=server.url):  # type: ignore[arg-type]
                pass
            response = await ana.http.get("/api/status", headers={"host": "evil.example"})
            assert (response.status_code, response.json()["code"]) == (400, "host")

    run(work())


def test_origins_and_hosts() -> None:
    assert allowed_origin("http://a.example:8000", "a.example:8000", ())
    assert allowed_origin("https://a.example", "A.example", ())
    assert not allowed_origin("http://a.example", "a.example:8000", ())
    assert not allowed_origin("ftp://a.example", "a.example", ())
    assert allowed_origin("https://b.example", "a.example", ("https://b.example/",))
    local = Reach(Settings(host="127.0.0.1", origins=("https://trains.example",)))
    assert local.answers_to(host_name("localhost:8000"))
    assert local.answers_to(host_name("[::1]:8000"))
    assert local.answers_to(host_name("trains.example"))
    assert not local.answers_to(host_name("evil.example"))
    assert not local.answers_to(host_name("["))
    assert Reach(Settings(host="0.0.0.0")).answers_to(host_name("192.168.1.7:8000"))
    assert Reach(Settings(url="https://trains.example")).answers_to("trains.example")
    lan = Reach(Settings(lan=True))
    assert lan.answers_to("192.168.1.7")
    assert not lan.answers_to("evil.example")


def test_headers(server: ThreadServer) -> None:
    for path in ("/", "/api/status", "/api/nothing", "/t/abc", "/healthz", "/metrics", "/assets/none.js"):
        response = httpx.get(server.url + path)
        policy = response.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "'unsafe-eval'" not in policy
        # WebAssembly, for games in the page, and no text as script
        assert re.search(r"script-src 'self' 'wasm-unsafe-eval'(;|$)", policy)
        assert response.headers["x-content-type-options"] == "nosniff"
        assert response.headers["referrer-policy"] == "no-referrer"
        assert response.headers["x-frame-options"] == "DENY"
        if path.startswith("/api"):
            assert response.headers["cache-control"] == "no-store"


def test_a_place_without_its_hash_is_shown_the_way(server: ThreadServer) -> None:
    """The page names its files beside itself, so it must not be given out at any other address."""
    ways = {
        "/table/0123456789abcdef": "../#/table/0123456789abcdef",
        "/rules": "./#/rules",
        "/replay/0123456789abcdef?at=3": "../#/replay/0123456789abcdef?at=3",
        "/a/b/c/": "../../../#/a/b/c/",
        "/%C3%A9t%C3%A9%20%22": "./#/%C3%A9t%C3%A9%20%22",
        "//evil.example/x/y": "../../../#//evil.example/x/y",
    }
    for asked, way in ways.items():
        answer = httpx.get(server.url + asked)
        assert (answer.status_code, answer.headers["location"]) == (307, way)
        begin, _, place = urljoin(server.url + asked, way).partition("#")
        assert begin == server.url + "/"
        assert place
    assert httpx.get(server.url + "/x%0d%0aset-cookie:%20a").status_code == 404


def test_head_is_answered_like_get_without_a_body(server: ThreadServer) -> None:
    for path in ("/", "/healthz", "/metrics", "/api/status", "/api/docs", "/api/tables/none", "/none.png"):
        got = httpx.get(server.url + path, headers={"accept-encoding": "identity"})
        answer = httpx.head(server.url + path, headers={"accept-encoding": "identity"})
        assert (answer.status_code, answer.content) == (got.status_code, b"")
        assert answer.headers["content-type"] == got.headers["content-type"]
        assert answer.headers["content-security-policy"] == got.headers["content-security-policy"]
    assert httpx.head(server.url + "/").headers["content-length"] != "0"
    assert httpx.head(server.url + "/api/tables", headers={"origin": "https://evil.example"}).status_code == 200


def test_no_file_outside_the_client_is_served(server: ThreadServer) -> None:
    for path in (
        "/../app.py",
        "/%2e%2e/app.py",
        "/..%2fapp.py",
        "/....//app.py",
        "/%00",
        "/static/../../app.py",
    ):
        response = httpx.get(server.url + path)
        assert "make_app" not in response.text
        assert response.status_code in (200, 404)


def test_bodies_have_a_size(tmp_path: Path) -> None:
    big = b'{"board": "' + b"x" * 600_000 + b'"}'
    headers = {"content-type": "application/json"}

    def pieces() -> Any:
        for start in range(0, len(big), 10_000):
            yield big[start : start + 10_000]

    with ThreadServer(settings_for(tmp_path, limits=Limits())) as server:
        for content in (big, pieces()):
            response = httpx.post(server.url + "/api/boards/check", content=content, headers=headers)
            assert (response.status_code, response.json()["code"]) == (413, "too_large")


def test_requests_and_tables_are_limited(tmp_path: Path) -> None:
    limits = Limits(requests_per_second=0.001, requests_burst=30, tables_per_client=3, tables_per_minute=5)

    async def work(server: ThreadServer) -> None:
        body = {"game": "paris", "seats": [ME, OPEN]}
        async with Person(server.url) as ana, Person(server.url) as ben:
            answers = [await ana.ask("POST", "/tables", json=body) for _ in range(4)]
            assert ["code" in answer for answer in answers] == [False, False, False, True]
            assert answers[3]["code"] == "tables"
            await ana.post(f"/tables/{answers[0]['table']['id']}/close")
            assert (await ana.ask("POST", "/tables", json=body))["table"]
            assert (await ben.ask("POST", "/tables", json=body))["code"] == "rate"
            codes = [(await ben.http.get("/api/status")).status_code for _ in range(40)]
            assert codes[0] == 200
            assert codes[-1] == 429
            # Files of the page are many, and cost little: several people of one address may come at once.
            files = [(await ben.http.get("/assets/none.js")).status_code for _ in range(30 * FILES + 1)]
            assert set(files[:-1]) == {404}
            assert files[-1] == 429

    with ThreadServer(settings_for(tmp_path, limits=limits)) as running:
        run(work(running))


def test_buckets_and_counters() -> None:
    now = [0.0]
    bucket = Bucket(2.0, 3.0, clock=lambda: now[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now[0] = 0.5
    assert [bucket.take(), bucket.take()] == [True, False]
    now[0] = 100.0
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    buckets = Buckets(1.0, 1.0, most=2, clock=lambda: now[0])
    assert buckets.take("a")
    assert not buckets.take("a")
    assert buckets.take("b")
    assert buckets.take("c")  # "a" is forgotten
    assert len(buckets._buckets) == 2
    counter = Counter(2)
    assert [counter.enter("x"), counter.enter("x"), counter.enter("x")] == [True, True, False]
    counter.leave("x")
    assert counter.enter("x")
    counter.leave("x")
    counter.leave("x")
    counter.leave("x")
    assert counter._counts == {}


def test_text_is_plain() -> None:
    assert plain_text(" a\u202eb\u2066c\x00\td\r\n e ") == "abc d e"
    assert plain_text("e\u0301") == "é"
    assert plain_text("\ud800\ue000\u200e") == ""
    assert plain_text("👩‍👧 <b>") == "👩‍👧 <b>"
