"""Games in the page: without a server, offline, from a static host; kept over a reload, in one tab at a time."""

import functools
import http.server
import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hands import Person, Station
from test_people import BERLIN, TITLES, Arrive, reload_with_a_choice, start
from typer.testing import CliRunner

from aiguillage.boards import load_board
from aiguillage.bots import Seen, make_bot
from aiguillage.bots.levels import levels_of
from aiguillage.game import Game
from aiguillage.server.web.board_command import app as board_command
from aiguillage.server.web.site_command import write_site
from aiguillage.titles import file_of

HERE = re.compile("#/table/here-")
AT_THE_SERVER = "/#.table.[0-9a-z]{16}$/.test(location.href)"
KEPT = "navigator.serviceWorker.ready.then((known) => known.active?.state === 'activated')"


class Host:
    """Any static host: a folder, served as it is."""

    def __init__(self, folder: Path, path: str) -> None:
        asked: list[str] = []
        self.asked, self.folder = asked, folder / path

        class Handler(http.server.SimpleHTTPRequestHandler):
            def log_message(self, format: str, *args: Any) -> None:
                asked.append(self.path)

        self.server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Handler, directory=str(folder))
        )
        self.url = f"http://127.0.0.1:{self.server.server_port}/{path}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def host(client: None, tmp_path: Path) -> Iterator[Host]:
    """The site as `aiguillage site` writes it, somewhere below the root of a host."""
    write_site(tmp_path / "some" / "where")
    running = Host(tmp_path, "some/where")
    yield running
    running.stop()


def finish_and_export(me: Person, folder: Path) -> Path:
    """The record of a game of this device, played to its end."""
    me.play_on()
    me.skip_count()
    me.page.locator(".total").first.wait_for()
    me.go("#/games")
    with me.page.expect_download() as download:
        me.page.get_by_role("button", name="Export").first.click()
    record = folder / "game.txt"
    download.value.save_as(record)
    return record


@pytest.fixture
def depot(client: None, tmp_path: Path) -> Iterator[Station]:
    """A server of one test, which may stop and start it."""
    with Station(tmp_path) as running:
        yield running


def test_a_click_leads_to_a_table_of_this_device(person: Arrive) -> None:
    """No table is asked for at the server; what was chosen half outlives a reload; the list of games leads back."""
    me = person(deal=BERLIN)
    asked: list[str] = []
    me.page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    start(me, "berlin")
    assert HERE.search(me.page.url)
    assert not [line for line in asked if line.startswith("POST") or "/api/tables/" in line]
    me.act()
    reload_with_a_choice(me)
    me.go()
    me.page.get_by_text("on this device").first.wait_for()
    me.page.locator("a[href*='here-']").first.click()
    me.play_on(until=2)


def test_offline_after_the_first_visit(visitor: Callable[..., Person], depot: Station, tmp_path: Path) -> None:
    """The server is gone: the page says so in a sentence, and a whole game is played and shown again. When the server
    is back the game is taken there, and comes back from it as a record."""
    me = visitor(depot, service_workers="allow")
    me.go()
    me.until(KEPT)
    depot.stop()
    me.go()
    me.page.locator("[data-away]").wait_for()
    me.page.locator(".posters label").nth(TITLES.index("paris")).click()
    me.page.locator(".play").click()
    me.page.wait_for_selector("[data-confirm]")
    me.play_on()
    me.skip_count()
    me.page.locator(".total").first.wait_for()
    me.page.get_by_role("button", name="Replay").click()
    me.until("document.querySelector('input[type=range]')?.max > 20")
    me.go("rules/europe?rule=U2")
    me.until("location.hash === '#/rules/europe?rule=U2'")
    me.page.get_by_role("heading").first.wait_for()
    depot.start()
    me.go("#/games")
    me.page.get_by_role("button", name="Take to the server").click()
    me.until(AT_THE_SERVER)
    me.until("document.querySelector('[data-over]')")
    record = me.page.evaluate("fetch(`/api/tables/${location.hash.split('/')[2]}/record`).then((r) => r.text())")
    (tmp_path / "game.txt").write_text(record, encoding="utf-8")
    me.go("#/games")
    assert me.page.get_by_role("button", name="Take to the server").count() == 0
    me.page.locator("input[type=file]").set_input_files(tmp_path / "game.txt")
    me.until("location.hash.startsWith('#/replay/here-')")
    me.until("document.querySelector('input[type=range]')?.max > 20")


def test_two_tabs_one_game(person: Arrive) -> None:
    """The second tab says where the game is being played, and goes on once the first is closed."""
    me = person()
    start(me, "paris")
    other = me.context.new_page()
    other.goto(me.page.url)
    other.get_by_text("Open in another tab").wait_for()
    me.page.close()
    me.page = other
    other.wait_for_selector("[data-confirm]")
    me.play_on(until=3)


FORBIDDEN = 'Object.defineProperty(self, "indexedDB", { get() { throw new DOMException("no", "SecurityError"); } });'
FULL = 'IDBObjectStore.prototype.put = () => { throw new DOMException("no", "QuotaExceededError"); };'

FILLS = """const { put } = IDBObjectStore.prototype;
let room = 4;
IDBObjectStore.prototype.put = function (...values) {
  if (room-- <= 0) throw new DOMException("no", "QuotaExceededError");
  return put.apply(this, values);
};"""


@pytest.mark.parametrize("trouble", [FORBIDDEN, FULL, FILLS], ids=["forbidden", "full", "fills"])
def test_storage_that_is_forbidden_or_full(visitor: Callable[..., Person], host: Host, trouble: str) -> None:
    """One clear sentence, and the game goes on; also where it fills up in the middle of the game."""
    (worker,) = (host.folder / "assets" / "engine").glob("worker-*.js")
    worker.write_text(trouble + worker.read_text(encoding="utf-8"), encoding="utf-8")
    me = visitor(host)
    start(me, "paris")
    said = me.page.get_by_text("This browser keeps nothing").first
    if trouble == FILLS:
        while not said.count():
            me.act()
    said.wait_for()
    me.play_on(until=6)
    me.page.evaluate("location.hash = ''")
    me.page.get_by_text("on this device").first.wait_for()


def test_a_static_site_below_any_path(visitor: Callable[..., Person], host: Host) -> None:
    """Everything but tables with others, and not a request beside the folder or for a server."""
    me = visitor(host, service_workers="allow")
    start(me, "amsterdam")
    assert HERE.search(me.page.url)
    me.play_on(until=6)
    me.page.reload()
    me.play_on(until=2)
    me.go("#/lobby")
    me.page.get_by_text("This page has no server").first.wait_for()
    me.go("#/rules/berlin")
    me.page.get_by_role("heading").first.wait_for()
    me.go()
    me.until(KEPT)
    host.stop()
    me.go()
    me.page.locator("a[href*='here-']").first.click()
    me.play_on(until=2)
    assert not [path for path in host.asked if not path.startswith("/some/where/") or "/api/" in path]


class BadGateway(http.server.BaseHTTPRequestHandler):
    """A web server whose server behind it is away."""

    def do_GET(self) -> None:
        self.send_error(502)

    def log_message(self, format: str, *args: Any) -> None:
        pass


def built_anew(folder: Path) -> None:
    """Another version in the place of a site: every part has another name, the page and a file without a digest in
    its name say so, and of the old parts none is left."""
    names = {
        file.name: re.sub(r"(?<=-)[\w-]{8}(?=\.\w+$)", lambda digest: digest[0][::-1], file.name)
        for file in (folder / "assets").rglob("*")
        if file.is_file()
    }
    assert all(old != new for old, new in names.items())
    assert len(set(names.values())) == len(names)
    for file in [file for file in folder.rglob("*") if file.is_file()]:
        if file.suffix in (".js", ".css", ".html", ".json"):
            text = file.read_text("utf-8")
            for old, new in names.items():
                text = text.replace(old, new)
            if file.name == "index.html":
                text = text.replace("<head>", '<head><meta name="version" content="anew" />')
            elif file.name == "service.js":
                text, count = re.subn(r'(KEPT = OURS \+ )"\w+"', r'\1"anew"', text)
                assert count == 1
            elif file.name == "manifest.json":
                text = text.replace('"Aiguillage"', '"Anew"')
            file.write_text(text, "utf-8")
        file.rename(file.with_name(names.get(file.name, file.name)))


VERSIONS = "caches.keys().then((names) => names.map((name) => name.split(' ').pop()))"


def test_a_new_version_comes_and_the_old_page_goes_on(visitor: Callable[..., Person], host: Host) -> None:
    """A page of the old version, still open, plays on and finds parts that it never asked for; a new page is of the new
    version with nothing of the old one, and is the one that stays without network."""
    anew = "document.querySelector('meta[name=version]') !== null"
    called = "fetch('manifest.json').then((answer) => answer.json()).then((app) => app.name)"
    me = visitor(host, service_workers="allow")
    start(me, "paris")
    me.act()
    me.until(KEPT)
    me.page.reload()
    me.until("navigator.serviceWorker.controller !== null")
    me.play_on(until=1)
    assert me.page.evaluate(called) == "Aiguillage"
    built_anew(host.folder)
    me.play_on(until=1)
    me.page.evaluate("location.hash = '#/rules/berlin'")  # its script was not asked for before
    me.page.get_by_role("heading", name="Berlin").first.wait_for()
    old, me.page = me.page, me.context.new_page()
    me.page.goto(host.url)
    assert me.page.evaluate(anew)
    me.until(f"{called}.then((name) => name === 'Anew')")  # everything of the new version is there
    me.page = old
    me.page.evaluate("location.hash = '#/puzzles'")  # nor this one, and its version is the old one by now
    me.page.locator("a[href*='#/puzzle/']").first.wait_for()
    assert not me.page.evaluate(anew)
    assert len(me.page.evaluate(VERSIONS)) == 2
    host.stop()
    me.page.reload()
    assert me.page.evaluate(anew)
    me.go()
    me.page.locator("a[href*='here-']").first.click()
    me.play_on(until=1)
    with http.server.ThreadingHTTPServer(("127.0.0.1", host.server.server_port), BadGateway) as front:
        threading.Thread(target=front.serve_forever, daemon=True).start()
        me.page.reload()
        assert me.page.evaluate(anew)
        me.play_on(until=1)
        front.shutdown()
    me.until(f"{VERSIONS}.then((names) => names.join() === 'anew')")  # nobody needs the old one any more


PICTURES = """async (manifest) => {
  const read = async (address) => createImageBitmap(await (await fetch(address)).blob());
  const drawn = manifest.icons.filter((icon) => icon.type === "image/png");
  const apple = document.querySelector("link[rel=apple-touch-icon]").href;
  return {
    icons: await Promise.all(drawn.map(async (icon) => [icon, await read(icon.src)]))
      .then((all) => all.map(([icon, { width, height }]) => [icon.sizes, icon.purpose, `${width}x${height}`])),
    apple: await read(apple).then(({ width, height }) => [width, height]),
  };
}"""


def test_the_page_can_be_installed(person: Arrive) -> None:
    """What a browser asks of an app is there; only that this browser keeps nothing for long stands against it. What is
    asked elsewhere is looked at by hand: the manifest, pictures of the sizes that it says, a start without network."""
    me = person(service_workers="allow")
    me.go()
    me.until(KEPT)
    session = me.context.new_cdp_session(me.page)
    answer = session.send("Page.getAppManifest")
    assert not answer["errors"]
    found = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {error["errorId"] for error in found} <= {"in-incognito"}
    manifest = json.loads(answer["data"])
    assert manifest["name"] == manifest["short_name"] == "Aiguillage"
    assert (manifest["display"], manifest["start_url"], manifest["scope"]) == ("standalone", "./", "./")
    assert re.fullmatch("#[0-9A-F]{6}", manifest["theme_color"])
    assert re.fullmatch("#[0-9A-F]{6}", manifest["background_color"])
    pictures = me.page.evaluate(PICTURES, manifest)
    assert all(said == seen for said, _, seen in pictures["icons"])
    kinds = {(sizes, purpose) for sizes, purpose, _ in pictures["icons"]}
    assert kinds == {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    assert pictures["apple"] == [180, 180]
    me.page.reload()
    me.until("navigator.serviceWorker.controller !== null")
    me.context.set_offline(True)
    me.go(manifest["start_url"])
    me.page.locator(".play").wait_for()
    me.go("no/such/place")
    me.page.locator(".play").wait_for()


def own_file(folder: Path) -> Path:
    """A board of one's own."""
    text = file_of("paris", "board.toml").read_text(encoding="utf-8")
    text = text.replace('name = "Paris"', 'name = "Lutèce"', 1).replace("count = 15,", "count = 17,", 1)
    (folder / "own.toml").write_text(text, encoding="utf-8")
    return folder / "own.toml"


def on_own_board(me: Person, file: Path, clocks: bool = True) -> None:
    """From the first page to a table of this device on an own board."""
    me.go()
    me.page.locator("[data-own-board] input").set_input_files(file)
    me.page.wait_for_selector("[data-own-board=paris] .sheet")
    if me.page.locator("[data-who='1']").input_value() == "open":
        me.page.locator("[data-who='1']").select_option("bot")
    clock = me.page.get_by_role("switch", name="Clock")
    clock.set_checked(clocks)
    me.page.locator("[data-open]").click()
    me.page.wait_for_selector("[data-confirm]")
    assert HERE.search(me.page.url)


def test_an_own_board_with_clocks_is_taken_to_the_server(
    visitor: Callable[..., Person], depot: Station, tmp_path: Path
) -> None:
    """A board that a server has read once is played on here, against the clock; its game goes on at the server. Without
    a server the board can be chosen again, and a game that was to go there stays, with a sentence."""
    file = own_file(tmp_path)
    me = visitor(depot, service_workers="allow")
    on_own_board(me, file)
    me.page.locator(".time", has_text=re.compile("^[01]:[0-9][0-9]$")).first.wait_for()
    me.play_on(until=3)
    me.go()
    me.until(KEPT)
    me.page.get_by_role("button", name="Take to the server: Lutèce").click()
    me.page.locator("[data-take]").click()
    me.until(AT_THE_SERVER)
    me.play_on(until=2)
    board = "fetch(`/api/tables/${location.hash.split('/')[2]}/board`).then((r) => r.json())"
    assert me.page.evaluate(f"{board}.then((board) => [board.name, board.pieces.main])") == ["Lutèce", 17]
    me.go()
    me.page.locator(".state").first.wait_for()
    assert me.page.locator("a[href*='here-']").count() == 0
    depot.stop()
    on_own_board(me, file)
    me.play_on(until=2)
    me.go()
    me.page.get_by_role("button", name="Take to the server: Lutèce").click()
    me.page.locator("[data-take]").click()
    me.page.get_by_text("The game stays on this device. The server is not answering.").wait_for()
    me.page.locator("a[href*='here-']").first.click()
    me.play_on(until=1)


def test_a_packed_board_on_a_site_without_a_server(visitor: Callable[..., Person], host: Host, tmp_path: Path) -> None:
    """The board file itself is refused with the way out; packed it is played on to the end, exported and imported, by a
    browser that knew nothing of it too. A damaged pack is one sentence, in the reader's language."""
    file, pack = own_file(tmp_path), tmp_path / "own.board"
    CliRunner().invoke(board_command, ["pack", str(file)], catch_exceptions=False)
    me = visitor(host, saves=6)
    me.go()
    choose = me.page.locator("[data-own-board] input")
    choose.set_input_files(file)
    me.page.get_by_text("run “aiguillage board pack” on it").wait_for()
    damaged = tmp_path / "damaged.board"
    damaged.write_text(pack.read_text("utf-8").replace("Lutèce", "Lutece"), "utf-8")
    choose.set_input_files(damaged)
    me.page.get_by_text("This packed board is damaged").wait_for()
    on_own_board(me, pack, clocks=False)
    record = finish_and_export(me, tmp_path)
    assert Game.from_record(record.read_text("utf-8"), load_board(file)).over
    other = visitor(host, language="fr")
    other.go("#/games")
    other.page.locator("input[type=file]").set_input_files(record)
    other.page.get_by_text("sur un plateau qui n’est pas ici").wait_for()
    other.go()
    other.page.locator("[data-own-board] input").set_input_files(damaged)
    other.page.get_by_text("Ce plateau empaqueté est abîmé").wait_for()
    other.page.locator("[data-own-board] input").set_input_files(pack)
    other.page.wait_for_selector("[data-own-board=paris] .sheet")
    other.go("#/games")
    other.page.locator("input[type=file]").set_input_files(record)
    other.until("location.hash.startsWith('#/replay/here-')")
    other.until("document.querySelector('input[type=range]')?.max > 20")
    assert not [path for path in host.asked if "/api/" in path]


NETS = """caches.keys()
  .then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys()))))
  .then((kept) => kept.flat().map(({ url }) => url).filter((url) => url.endsWith(".npz")))"""


def test_experts_play_by_their_networks_without_a_network(
    visitor: Callable[..., Person], host: Host, tmp_path: Path
) -> None:
    """Some time after the first visit the networks of all titles are there. With the host gone an expert decides a
    whole game of the Card Game as its network does."""
    me = visitor(host, service_workers="allow")
    me.go()
    me.until(f"{NETS}.then((kept) => kept.length === {len(TITLES)})")
    assert sorted(url.split("/")[-2] for url in me.page.evaluate(NETS)) == sorted(TITLES)
    host.stop()
    me.go()
    me.page.locator(".posters label").nth(TITLES.index("cardgame")).click()
    seats = me.page.locator("select[aria-label^='Who sits']")
    while seats.count() > 1:
        seats.last.select_option("remove")
    seats.last.select_option("bot")
    me.page.get_by_text("Inspector", exact=True).click()
    me.page.locator("[data-open]").click()
    me.page.wait_for_selector("[data-confirm]")
    whole = Game.from_record(finish_and_export(me, tmp_path).read_text("utf-8"))
    assert levels_of(whole.board)["expert"] == "neural"
    bots = {name: make_bot(name, 1) for name in ("neural", "planner")}
    agreed = dict.fromkeys(bots, 0)
    decisions = 0
    game = whole.restarted()
    for move in whole.moves:
        if move.seat == 1:
            decisions += 1
            for name, bot in bots.items():
                agreed[name] += str(bot.choose(Seen.of(game, 1))) == move.text
        game.play(move.text, move.seat, move.key)
    assert agreed["neural"] == decisions > agreed["planner"]


class Trace:
    """What the browser did meanwhile: how long each task took the pages' own threads, in milliseconds of processor
    time, for by the clock a task also lasts while other programs have the processor."""

    def __init__(self, browser: Any) -> None:
        self.session = browser.new_browser_cdp_session()
        self.session.on("Tracing.dataCollected", lambda part: self.events.extend(part["value"]))
        self.session.on("Tracing.tracingComplete", lambda _: self.ended.append(True))

    def __enter__(self) -> "Trace":
        self.events: list[dict[str, Any]] = []
        self.ended: list[bool] = []
        self.session.send("Tracing.start", {"categories": "toplevel,__metadata", "transferMode": "ReportEvents"})
        return self

    def __exit__(self, *_: object) -> None:
        self.session.send("Tracing.end")

    def longest(self, me: Person) -> float:
        while not self.ended:
            me.page.wait_for_timeout(20)
        pages = {
            (event["pid"], event["tid"])
            for event in self.events
            if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
        }
        tasks: list[float] = [
            event["tdur"] / 1000
            for event in self.events
            if event["name"] == "ThreadControllerImpl::RunTask"
            and (event["pid"], event["tid"]) in pages
            and "tdur" in event  # one that was being done at the end has none
        ]
        assert len(tasks) > 10
        return max(tasks)


@pytest.mark.parametrize("rounds", [1, pytest.param(3, marks=pytest.mark.long)])
def test_the_page_stays_free_while_experts_think(person: Arrive, browser: Any, rounds: int) -> None:
    """Three experts think for half a second each in workers of their own, and what they do is drawn: no task of the
    page takes 50 ms, none takes 100 with its processor slowed down four times."""
    me = person()
    me.go()
    me.page.locator("[data-who='1']").select_option("bot")
    for expert in me.page.get_by_text("Director", exact=True).all():
        expert.click()
    me.page.locator("[data-open]").click()
    me.page.wait_for_selector("[data-confirm]")
    assert HERE.search(me.page.url)
    me.act()
    me.play_on(until=1)
    session = me.context.new_cdp_session(me.page)
    trace = Trace(browser)
    for slower, most in ((1, 50), (4, 100)):
        session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        longest = []
        for _ in range(rounds):
            me.until("document.title.startsWith('●')")
            while me.look()["mine"]:
                me.act()
            with trace:
                me.until("document.title.startsWith('●') || document.querySelector('[data-over]')")
            longest.append(round(trace.longest(me), 1))
        print(f"longest tasks of the page while experts think, {slower} times slower: {longest} ms")
        assert max(longest) < most


@pytest.mark.long
@pytest.mark.parametrize(("slower", "most"), [(1, 1.0), (4, 3.0)])
def test_a_click_and_the_board_is_there(
    visitor: Callable[..., Person], station: Station, slower: int, most: float
) -> None:
    """Nothing of the page was fetched before; whoever came has looked at it for a moment. On a machine that has
    nothing else to do."""
    me = visitor(station)
    me.go()
    me.page.wait_for_timeout(1500)
    me.page.wait_for_load_state("networkidle")
    me.context.new_cdp_session(me.page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    began = time.monotonic()
    me.page.locator(".play").click()
    me.page.wait_for_selector("[data-offer][aria-disabled=false]")
    took = time.monotonic() - began
    print(f"{took:.2f} s from the click to the first choice, {slower} times slower")
    assert took < most


@pytest.mark.long
@pytest.mark.parametrize("game", TITLES)
def test_whole_games_in_the_page(visitor: Callable[..., Person], host: Host, game: str) -> None:
    me = visitor(host, saves=6)
    start(me, game)
    me.play_on()
    assert me.done
    me.skip_count()
    me.page.locator(".total").first.wait_for()
