"""People at tables: they look at the page, click or type what is possible, until the game is over."""

import builtins
import contextlib
import itertools
import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Collection
from pathlib import Path
from types import TracebackType
from typing import Any, Literal

from playwright.sync_api import Browser, Page, Route, TimeoutError
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

SIZES = {
    "desktop": (1440, 900),
    "laptop": (1366, 680),
    "tablet": (1024, 768),
    "phone": (360, 740),
    "landscape": (740, 360),
}
TOUCH = ("phone", "landscape")
MOST_DECISIONS = 900
# A busy machine may take its time; only something that is broken takes this long.
PATIENCE = 240.0
SECOND_TRY = 5.0


class Station:
    """A server in a process of its own, which can be stopped and started on the same database and port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        generous = {
            "PACE_SCALE": "0",
            "ANALYSIS_PLAYOUTS": "40",
            "LIMIT_REQUESTS_PER_SECOND": "500",
            "LIMIT_REQUESTS_BURST": "2000",
            "LIMIT_TABLES_PER_MINUTE": "1000",
            "LIMIT_MESSAGES_PER_SECOND": "1000",
            "LIMIT_MESSAGES_BURST": "1000",
        }
        environment = {
            **os.environ,
            "AIGUILLAGE_DATA_DIR": str(self.folder),
            **{f"AIGUILLAGE_{name}": value for name, value in generous.items()},
        }
        command = [sys.executable, "-m", "aiguillage.server.web.command", "--no-browser"]
        command += ["--port", str(self.port)]
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        self._wait("healthz")

    def _wait(self, path: str) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            assert self.process is not None
            assert self.process.poll() is None, (self.folder / "server.log").read_text()
            try:
                with urllib.request.urlopen(self.url + path, timeout=20):
                    return
            except OSError:
                pass
            time.sleep(0.1)
        raise AssertionError(f"the server does not get there: {path}")

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(timeout=PATIENCE)
            self.process = None

    def __enter__(self) -> "Station":
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


LOOK = """() => {
  const on = (e) => !e.disabled && e.getAttribute("aria-disabled") !== "true";
  const all = (s, d) => [...document.querySelectorAll(s)].filter(on).map((e) => e.dataset[d]);
  return {
    over: !!document.querySelector("[data-over]"),
    mine: document.title.startsWith("●"),
    offers: all("[data-offer]", "offer"),
    kept: document.querySelectorAll("[data-offer][aria-checked=true]").length,
    confirm: all("[data-confirm]", "confirm").length > 0,
    tracks: all("[data-track]", "track"),
    market: all("[data-market]", "market"),
    ideas: all("[data-idea]", "idea").length,
    actions: all("[data-action]", "action"),
    tabs: all("[data-tab=market][aria-selected=false]", "tab"),
    hand: [...document.querySelectorAll("[data-hand] .badge")]
      .reduce((sum, e) => sum + Number(e.textContent.split("/").pop()), 0),
    cover: !!document.querySelector("[data-uncover]"),
    decline: all("[data-decline]", "decline").length > 0,
    note: document.querySelector("[data-guide]")?.dataset.guide ?? null,
    more: !!document.querySelector("[data-guide] .pri"),
    choice: document.querySelector("[data-choice]")?.dataset.choice ?? null,
    text: document.title + " | " + (document.querySelector(".sign")?.textContent ?? ""),
  };
}"""

# Somebody who has played every title before gets no guide. (The empty first page has no storage.)
KNOWS_ALL = """try {
  localStorage.setItem("aiguillage.taught", '["europe", "amsterdam", "berlin", "paris", "cardgame"]');
} catch {}"""

# Somebody in a hurry: everything is shown at once and nothing is asked twice. (What was chosen since stays.)
IN_A_HURRY = """try {
  const known = JSON.parse(localStorage.getItem("aiguillage") ?? "{}");
  localStorage.setItem("aiguillage", JSON.stringify({ pace: 0, ask: false, ...known }));
} catch {}"""
# A newcomer is asked before what cannot be taken back.
NEW_HERE = IN_A_HURRY.replace("ask: false", "ask: true")

# What comes before the script that plays games in a page, for somebody with a deal of their own: chance is the same in
# every run, and no coach runs out of time on a busy machine. (Experts would think for ever.)
OWN_DEAL = """let drawn = 1000003 * %d;
const draw = () => (drawn = (48271 * drawn) %% 2147483647);
crypto.getRandomValues = (bytes) => { bytes.forEach((_, i) => (bytes[i] = draw() & 255)); return bytes; };
Math.random = () => draw() / 2147483647;
performance.now = () => 0;
"""

# Points of these routes that can be clicked: nobody aims at the very edge of what they see.
REACHABLE = """(tracks) => {
  const free = (x, y) => [[0, 0], [12, 0], [-12, 0], [0, 12], [0, -12]]
    .every(([dx, dy]) => document.elementFromPoint(x + dx, y + dy)?.closest(".window"));
  const found = [];
  for (const id of tracks) {
    const e = document.querySelector(`[data-track="${CSS.escape(id)}"]`);
    for (const share of [0.5, 0.3, 0.7, 0.15, 0.85]) {
      const p = e.getPointAtLength(e.getTotalLength() * share).matrixTransform(e.getScreenCTM());
      if (free(p.x, p.y)) found.push([p.x, p.y]);
    }
  }
  return found;
}"""

# Nothing moves any more, apart from what breathes for ever, and the letters are there.
SETTLED = """async () => {
  await document.fonts.ready;
  const passing = document.getAnimations().filter((a) => a.effect?.getComputedTiming().iterations !== Infinity);
  await Promise.allSettled(passing.map((a) => a.finished));
}"""

# The page has drawn so many frames: however busy the machine is, what it measures and moves it has measured and moved.
FRAMES = """new Promise((done) => {
  let left = 36;
  const next = () => (left-- ? requestAnimationFrame(next) : done());
  next();
})"""

Seen = dict[str, Any]
Watch = Callable[["Person", Seen], None]
Choose = Callable[[Seen], str | None]


def claim_soon(view: Seen) -> str:
    """A choice that brings a game to its end: a route where there is one, else what comes first."""
    legal: list[Seen] = view["legal"]
    return str(next((action for action in legal if action["kind"] == "claim"), legal[0])["text"])


def to_the_last_round(view: Seen) -> str | None:
    """The same, up to the last round."""
    return claim_soon(view) if view["last_turns"] is None else None


class Person:
    """Somebody with a browser of their own. `faults` collects what the page complains about."""

    def __init__(
        self,
        browser: Browser,
        station: Station,
        size: str = "desktop",
        language: str = "en",
        theme: str = "light",
        still: bool = True,
        by_keys: bool = False,
        saves: int = 0,
        likes: Collection[str] = (),
        newcomer: bool = False,
        patient: bool = False,
        deal: int | None = None,
        service_workers: Literal["allow", "block"] = "block",
    ) -> None:
        width, height = SIZES[size]
        self.size = size
        self.station = station
        self.by_keys = by_keys
        self.saves = saves  # cards to hold before claiming a route
        self.likes = likes  # routes to claim before others
        self.misses = 0  # clicks in a row that had no effect
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            locale={"en": "en-GB", "fr": "fr-FR"}[language],
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="reduce" if still else "no-preference",
            has_touch=size in TOUCH,
            is_mobile=size in TOUCH,
            device_scale_factor=2 if size in TOUCH else 1,
            permissions=["clipboard-read", "clipboard-write"],
            service_workers=service_workers,
        )
        self.context.set_default_timeout(PATIENCE * 1000)
        if not newcomer:
            self.context.add_init_script(KNOWS_ALL)
        if not patient:
            self.context.add_init_script(NEW_HERE if newcomer else IN_A_HURRY)
        if deal is not None:
            # from one page to the next another one: names of tables are drawn too
            self.deals = itertools.count(deal)
            self.context.route("**/assets/engine/worker-*.js", self._deal)
        self.page: Page = self.context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._heard)

    def _heard(self, message: Any) -> None:
        # A server that is being restarted cannot answer; the page says so in its own way.
        if message.type == "error" and not re.search("WebSocket|ERR_CONNECTION|Failed to load", message.text):
            self.faults.append(message.text)

    def _deal(self, route: Route) -> None:
        script = route.fetch()
        route.fulfill(response=script, body=OWN_DEAL % next(self.deals) + script.text())

    def go(self, where: str = "") -> "Person":
        self.page.goto(self.station.url + where)
        return self

    def until(self, expression: str, patience: float = PATIENCE) -> None:
        """Wait until an expression holds on the page. (Playwright's own way needs `eval`, which pages forbid.)"""
        end = time.monotonic() + patience
        while not self.page.evaluate(expression):
            assert time.monotonic() < end, f"never came true: {expression}"
            self.page.wait_for_timeout(30)

    def settle(self) -> None:
        """Wait until the page is at rest."""
        self.page.evaluate(SETTLED)

    def rest(self) -> None:
        """Wait until what follows on what the page has just been told is drawn as well."""
        self.settle()
        self.page.evaluate(FRAMES)
        self.settle()

    def look(self) -> Seen:
        seen: Seen = self.page.evaluate(LOOK)
        return seen

    # ---- a turn by mouse ----

    def click_route(self, tracks: list[str]) -> None:
        """Click a route where it can be seen, elsewhere after each miss; then look at the whole board and try again."""
        spots = self.page.evaluate(REACHABLE, tracks)
        if len(spots) <= self.misses and self.page.locator(".whole").count():
            self.page.locator(".whole").click()
            self.until("!document.querySelector('.whole')")
            spots = self.page.evaluate(REACHABLE, tracks)
        assert spots, f"none of {tracks} can be clicked"
        spot = spots[self.misses % len(spots)]
        if self.size in TOUCH:
            self.page.touchscreen.tap(*spot)
        else:
            self.page.mouse.click(*spot)

    def tap(self, selector: str) -> None:
        """Click what is there; what has gone meanwhile or is covered is not waited for: look again."""
        with contextlib.suppress(TimeoutError):
            self.page.locator(selector).first.click(timeout=SECOND_TRY * 1000)

    def decide(self, seen: Seen) -> bool:
        """One decision by clicks: what is asked for first, else a route, else cards. False: not yet possible."""
        if seen["cover"]:
            self.tap("[data-uncover]")
        elif seen["more"]:
            # a note of the guide that waits to be read; it may leave by itself
            self.page.evaluate("document.querySelector('[data-guide] .pri')?.click()")
        elif seen["offers"]:
            for _ in seen["offers"]:
                if not self.look()["confirm"]:
                    self.tap("[data-offer][aria-checked=false]")
            self.tap("[data-confirm]:enabled")
        elif seen["confirm"]:
            self.tap("[data-confirm]:enabled")
        elif seen["decline"]:
            self.tap("[data-decline]")
        elif seen["tracks"] and (seen["hand"] >= self.saves or not seen["market"] + seen["tabs"]):
            self.click_route(sorted(seen["tracks"], key=lambda track: track not in self.likes))
        elif seen["ideas"]:
            self.tap("[data-idea]")
        elif seen["market"]:
            self.tap(f'[data-market="{seen["market"][-1]}"]')
        elif "pass" in seen["actions"]:
            self.tap('[data-action="pass"]')
        elif "tickets" in seen["actions"]:
            self.tap('[data-action="tickets"]')
        elif seen["tabs"]:
            # Small windows keep the market behind a tab.
            self.tap('[data-tab="market"]')
        else:
            return False
        return True

    def act(self, seen: Seen | None = None) -> bool:
        """Make one decision if there is one to make. Like anybody, try again if a tap went wrong."""
        seen = seen or self.look()
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            asked = seen["mine"] or seen["confirm"] or seen["cover"]
            decide = self.decide_by_keys if self.by_keys else self.decide
            if seen["over"] or not asked or not decide(seen):
                return False
            again = time.monotonic() + SECOND_TRY
            while time.monotonic() < again:
                if self.look() != seen:
                    self.misses = 0
                    return True
                self.page.wait_for_timeout(20)
            self.misses += 1
        raise AssertionError(f"a decision had no effect: {seen}")

    @property
    def done(self) -> bool:
        """The game is over and counted."""
        return bool(self.look()["over"])

    def play_on(self, until: int = MOST_DECISIONS, watch: Watch | None = None) -> int:
        """Play until the game is over or so many decisions were made; how many."""
        return play_together([self], until, watch)

    def hurry(self, choose: Choose) -> Seen:
        """Make decisions at this table without the page (see `hurry_together`)."""
        return hurry_together([self], choose)

    def skip_count(self) -> None:
        """On to the result, unless the count has got there by itself."""
        self.page.evaluate("document.querySelector('[data-skip]')?.click()")

    # ---- a turn by keyboard ----

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, selector: str, most: int = 80) -> None:
        """Move the focus by Tab alone until it is on what the selector means."""
        for _ in range(most):
            if self.page.evaluate("s => !!document.activeElement?.matches(s)", selector):
                return
            self.press("Tab")
        raise AssertionError(f"{selector} cannot be reached with the Tab key")

    def decide_by_keys(self, seen: Seen) -> bool:
        """One decision without a mouse: shortcuts for cards and the map, Tab and Enter for the rest."""
        if seen["cover"]:
            self.press("Enter")
        elif seen["offers"]:
            for _ in seen["offers"]:
                if not self.look()["confirm"]:
                    self.tab_to("[data-offer][aria-checked=false]")
                    self.press("Space")
            self.tab_to("[data-confirm]")
            self.press("Enter")
        elif seen["confirm"] or seen["decline"]:
            self.tab_to("[data-confirm]" if seen["confirm"] else "[data-decline]")
            self.press("Enter")
        elif seen["tracks"]:
            self.press("m", "Home", "Enter")
        elif seen["market"]:
            self.press("b" if seen["market"][-1] == "deck" else str(int(seen["market"][-1]) + 1))
        elif seen["actions"]:
            self.tab_to(f'[data-action="{seen["actions"][0]}"]')
            self.press("Enter")
        else:
            return False
        return True

    def command(self, text: str) -> None:
        """Type a command as in the record."""
        self.press("/")
        self.page.keyboard.type(text)
        self.press("Enter", "Escape")


def hurry_together(people: list[Person], choose: Choose) -> Seen:
    """Make decisions at a server's table without the pages, which are left and come back.

    `choose` gets views as the server sends them in which something can be chosen, and gives the text of a decision; the
    first view for which it has none, or in which the game is over, ends it and is returned.
    """
    address = people[0].page.url
    table = address.partition("#/table/")[2].partition("?")[0]
    url = people[0].station.url
    with contextlib.ExitStack() as stack:
        lines = []
        for one in people:
            cookies = "; ".join(f"{item['name']}={item['value']}" for item in one.context.cookies())
            one.page.goto("about:blank")
            line = connect(
                url.replace("http", "ws") + f"api/tables/{table}/socket",
                additional_headers={"Cookie": cookies},
                origin=Origin(url[:-1]),
            )
            lines.append(stack.enter_context(line))
        view = _decide_on(lines, choose)
    for one in people:
        one.page.goto(address)
    return view


def _decide_on(lines: list[ClientConnection], choose: Choose) -> Seen:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for line in lines:
            try:
                message = json.loads(line.recv(timeout=PATIENCE if len(lines) == 1 else 0.01))
            except builtins.TimeoutError:
                continue
            # somebody else was faster, and what came of it is told as well
            assert message["type"] != "error" or message["code"] == "stale", message
            if message["type"] != "view":
                continue
            view: Seen = message["view"]
            text = choose(view) if view["legal"] else None
            if text is not None:
                line.send(json.dumps({"type": "action", "sequence": message["sequence"], "text": text}))
                end = time.monotonic() + PATIENCE
            elif view["legal"] or view["phase"] == "over":
                return view
    raise AssertionError("nothing happens")


def play_together(people: list[Person], until: int = MOST_DECISIONS, watch: Watch | None = None) -> int:
    """Everybody plays whenever it is their turn, until the game is over; how many decisions were made.

    `watch` is told what each of them sees before they decide.
    """
    made = 0
    idle = time.monotonic()
    while made < until:
        acted = []
        for one in people:
            seen = one.look()
            if watch is not None:
                watch(one, seen)
            acted.append(one.act(seen))
        if any(acted):
            made += sum(acted)
            idle = time.monotonic()
        elif all(one.done for one in people):
            break
        elif time.monotonic() - idle > PATIENCE:
            raise AssertionError(f"nothing happens: {[one.look() for one in people]}")
        else:
            people[0].page.wait_for_timeout(30)
    return made
