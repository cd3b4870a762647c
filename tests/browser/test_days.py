"""A game over days: word of a turn to a browser, holidays, and a report with what went wrong in the page."""

import base64
import json
import os
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import chromium
import http_ece
import pytest
from axe import check
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from hands import PATIENCE, Person, Station

DAYS = {"clock": {"kind": "move", "seconds": 86400, "always": True}}

# Chromium reaches no push service here: what one would answer is put in its place. The rest is the page's own.
SUBSCRIBED = """(subscription) => {
  PushManager.prototype.subscribe = async function (wish) {
    window.wished = { visible: wish.userVisibleOnly, key: wish.applicationServerKey };
    return { toJSON: () => subscription };
  };
}"""
# A click on a notification, which nobody can make in a browser without a screen; windows open only after a real one.
CLICK = """async () => {
  const [notification] = await self.registration.getNotifications();
  const opened = new Promise((done) => {
    self.clients.openWindow = (address) => (done(address), Promise.resolve(null));
  });
  self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
  return await opened;
}"""
SHOWN = """navigator.serviceWorker.ready.then((known) => known.getNotifications())
  .then((all) => all.map(({ title, body, data }) => ({ title, body, data })))"""


class PushService:
    """What a browser's maker runs: it takes messages that only the browser can read."""

    def __init__(self) -> None:
        self.got: list[bytes] = []
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                service.got.append(self.rfile.read(int(self.headers["content-length"])))
                self.send_response(201)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever)

    @property
    def subscription(self) -> dict[str, Any]:
        def plain(raw: bytes) -> str:
            return base64.urlsafe_b64encode(raw).decode().rstrip("=")

        public = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": plain(public), "auth": plain(self.auth)}
        return {"endpoint": f"http://127.0.0.1:{self.server.server_port}/ana", "keys": keys}

    def first(self) -> str:
        """What the browser reads in the first message."""
        end = time.monotonic() + PATIENCE
        while not self.got:
            assert time.monotonic() < end, "no word of the turn"
            time.sleep(0.05)
        text: bytes = http_ece.decrypt(self.got[0], private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        return text.decode()


@pytest.fixture
def service() -> Iterator[PushService]:
    service = PushService()
    service.thread.start()
    yield service
    service.server.shutdown()
    service.thread.join()
    service.server.server_close()


@pytest.fixture
def friends(
    client: None, browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Person, Person]]:
    """Ana and Ben at a server that sends word of turns, in a browser that can show it."""
    station = Station(tmp_path)
    monkeypatch.setenv("AIGUILLAGE_URL", station.url[:-1])
    monkeypatch.setenv("AIGUILLAGE_PUSH_CONTACT", "mailto:host@example.org")
    monkeypatch.setenv("AIGUILLAGE_WEBHOOK_PRIVATE", "1")
    whole = chromium.launch(browser.browser_type, whole=True)
    with station:
        ana, ben = Person(whole, station, service_workers="allow"), Person(whole, station, language="fr")
        ana.context.grant_permissions(["notifications"], origin=station.url)
        yield ana, ben
        whole.close()
    for one in (ana, ben):
        assert not one.faults, f"the page complained: {one.faults}"


def ask(one: Person, path: str, content: dict[str, Any]) -> dict[str, Any]:
    """What a program asks of the server in somebody's name."""
    answer = one.context.request.post(
        f"{one.station.url}api/{path}", data=content, headers={"origin": one.station.url[:-1]}
    )
    assert answer.ok, answer.text()
    return dict(answer.json())


def deliver(one: Person, text: str) -> None:
    """A push arrives at the browser."""
    registrations: list[str] = []

    def note(event: dict[str, Any]) -> None:
        """The browser tells of other people's workers, and of those that are gone, too."""
        registrations.extend(
            known["registrationId"]
            for known in event["registrations"]
            if known["scopeURL"] == one.station.url and not known["isDeleted"]
        )

    line = one.context.new_cdp_session(one.page)
    line.on("ServiceWorker.workerRegistrationUpdated", note)
    line.send("ServiceWorker.enable")
    end = time.monotonic() + PATIENCE
    while not registrations:
        assert time.monotonic() < end, "no service worker"
        one.page.wait_for_timeout(30)
    # Whose each registration is is not told; another person's page does not look. Chromium may lose what comes while a
    # worker starts: a push service would send it again, and what is shown has one place.
    while not one.page.evaluate(f"{SHOWN}.then((all) => all.length)"):
        assert time.monotonic() < end, "nothing was shown"
        for number in dict.fromkeys(registrations):
            sent = {"origin": one.station.url, "registrationId": number, "data": text}
            line.send("ServiceWorker.deliverPushMessage", sent)
        one.page.wait_for_timeout(1000)


def test_a_game_over_days(friends: tuple[Person, Person], service: PushService) -> None:
    """Ana's browser is told of her turn and opens the table; Ben asks for a holiday and Ana agrees, by what the pages
    say; her report shows the page's last error before it is a file."""
    ana, ben = friends
    seats = [{"kind": "me", "name": "Ana"}, {"kind": "open"}]
    table = ask(ana, "tables", {"game": "paris", "seats": seats, "options": DAYS})["table"]["id"]

    ana.go(f"#/table/{table}")
    ana.page.evaluate(SUBSCRIBED, service.subscription)
    ana.page.get_by_role("button", name="Notify this browser").click()
    ana.page.get_by_text("This browser will be told").wait_for()
    offer = ana.context.request.get(f"{ana.station.url}api/notices").json()
    assert ana.page.evaluate("window.wished") == {"visible": True, "key": offer["push_key"]}

    ana.go()  # somebody at the table needs no word of it
    ana.until("navigator.serviceWorker.ready.then((known) => known.active?.state === 'activated')")
    ask(ben, f"tables/{table}/join", {"name": "Ben"})
    ask(ana, f"tables/{table}/start", {})
    word = service.first()
    deliver(ana, word)
    link = f"{ana.station.url}#/table/{table}"
    body = f"Ana: it is your turn in Paris. {link}"
    assert ana.page.evaluate(SHOWN) == [{"title": "Aiguillage", "body": body, "data": link}]
    assert ana.context.service_workers[0].evaluate(CLICK) == link
    assert ana.page.evaluate(SHOWN) == []

    until = int(time.time() * 1000) + 5 * 86_400_000
    ask(ben, f"tables/{table}/holiday", {"seat": 1, "answer": "ask", "until": until})
    ana.go()
    ana.page.get_by_role("button", name="Paris: more").click()
    ana.page.get_by_text("Ben asks for a holiday").wait_for()
    ana.page.get_by_role("button", name="Agree").click()
    ana.page.get_by_text("Ben is on holiday until the end of").wait_for()
    check(ana, "a friend's holiday")
    ben.go(f"#/table/{table}")
    ben.page.get_by_text("Ben est en congé jusqu’au").wait_for()
    ben.page.get_by_role("button", name="Reprendre plus tôt").click()

    # The host needs no consent.
    ana.go()
    ana.page.get_by_role("button", name="Paris: more").click()
    ana.page.get_by_role("button", name="Announce a holiday").click()
    check(ana, "the form of a holiday")
    ana.page.get_by_role("button", name="Announce", exact=True).click()
    ana.page.get_by_text("Ana is on holiday until the end of").wait_for()
    ben.page.get_by_text("Ana est en congé jusqu’au").wait_for()

    ana.page.evaluate(f"setTimeout(() => {{ throw new Error('Ben’s {table} is broken'); }})")
    ana.until("new Promise((done) => setTimeout(() => done(true), 50))")
    assert ana.faults.pop() == f"Ben’s {table} is broken"
    ana.page.get_by_role("button", name="Report a problem").click()
    shown = ana.page.locator("[data-report]").inner_text()
    assert "Error: …’s … is broken" in shown
    assert not any(secret in shown for secret in (table, "Ben", "Ana"))
    check(ana, "a report")
    with ana.page.expect_download() as download:
        ana.page.get_by_role("link", name="Save the file").click()
    report = json.loads(Path(download.value.path()).read_text("utf-8"))
    assert report == json.loads(shown)
    assert (report["game"], report["reader"]) == ("paris", 0)
