"""The table shows who owns what, what just happened, and nothing too early; nothing is cut off or covered."""

import copy
import json
import re
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from axe import check
from colours import SIGHTS, apart, difference, parse, seen
from deals import aim, mid_game, played, sit_down
from hands import PATIENCE, TOUCH, Person
from playwright.sync_api import WebSocketRoute
from test_people import Arrive, start, start_at_server

from aiguillage.titles import file_of

ROOT = Path(__file__).parents[2]
COLOURS = ("red", "blue", "green", "yellow", "orange", "white", "black", "purple", "pink", "grey")


class Told:
    """The line of somebody's table: the server's messages go through, and others can be told as if it had sent them."""

    def __init__(self, one: Person) -> None:
        self.one = one
        self.view: dict[str, Any] = {}
        one.page.route_web_socket(re.compile("/socket$"), self.open)

    def open(self, page: WebSocketRoute) -> None:
        self.page = page
        page.connect_to_server().on_message(self.hear)

    def hear(self, message: str | bytes) -> None:
        read = json.loads(message)
        if read["type"] == "view":
            self.view = read
        self.page.send(message)

    def tell(
        self,
        change: Callable[[dict[str, Any]], None],
        events: list[dict[str, Any]] | None = None,
        cause: str = "sync",
    ) -> None:
        """A view like the last one, changed, with events that led to it."""
        message = copy.deepcopy(self.view)
        change(message["view"])
        message |= {"events": events or [], "cause": cause, "by": "bot", "log": None}
        message["sequence"] += 1
        self.view = message
        self.page.send(json.dumps(message))


def at_table(one: Person, game: str) -> Told:
    """Somebody at their first turn of a game against bots."""
    line = Told(one)
    start_at_server(one, game)
    one.play_on(until=1)
    end = time.monotonic() + PATIENCE
    while not (line.view["view"]["phase"] == "turn" and line.view["view"]["legal"]):
        assert time.monotonic() < end, "the first turn never comes"
        one.page.wait_for_timeout(50)
    one.until("document.title.startsWith('●')")
    return line


def lay_everywhere(view: dict[str, Any], tracks: list[str]) -> None:
    view["claims"] = {track: i % view["seats"] for i, track in enumerate(tracks)}


def holds(one: Person, cards: int) -> None:
    """Wait until so many cards are in the hand."""
    badges = "[...document.querySelectorAll('[data-hand] .badge')]"
    one.until(f"{badges}.reduce((sum, e) => sum + Number(e.textContent), 0) === {cards}")


def prefers(one: Person, **choices: Any) -> None:
    """Change settings of this browser, and come back to the table."""
    changed = json.dumps(choices)
    one.page.evaluate(
        f"localStorage.aiguillage = JSON.stringify({{ ...JSON.parse(localStorage.aiguillage), ...{changed} }})"
    )
    one.page.reload()
    one.page.wait_for_selector(".sign")
    one.until("document.title.startsWith('●')")


def pay(cards: dict[str, int]) -> dict[str, Any]:
    """A way to pay, as the kernel tells it."""
    return {"kind": "pay", "text": " ".join(["pay", *(f"{n} {colour}" for colour, n in cards.items())]), "cards": cards}


def claim(track: str, *ways: dict[str, int]) -> dict[str, Any]:
    """A route that may be claimed and paid for in these ways."""
    text = f"claim {track}"
    payments = [one | {"whole": one["text"].replace("pay", f"{text} with", 1)} for one in map(pay, ways)]
    return {"kind": "claim", "text": text, "track": track, "payments": payments}


def event(kind: str, seat: int | None, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "seat": seat, "text": "", **more}


TUNNEL = {
    "claim": "angora-constantinople",
    "station": None,
    "laid": {"orange": 2},
    "revealed": ["red", "orange", "wild"],
    "hits": [False, True, True],
    "owed": 2,
}
"""What is pending in a tunnel that asks for two more cards."""
TRACKS = "[...document.querySelectorAll('[data-track]')].map((e) => e.dataset.track)"
FILLS = "(s) => [...document.querySelectorAll(s)].map((e) => getComputedStyle(e).fill)"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_claimed_pieces_stand_off_free_track(person: Arrive, theme: str) -> None:
    """Every player's piece against every colour of free track, for every sight and in grey with its shape."""
    pieces: dict[str, str] = {}
    bays: dict[str, str] = {}
    for game in ("europe", "berlin"):
        me = person(theme=theme)
        line = at_table(me, game)
        for colour in COLOURS:
            for fill in me.page.evaluate(FILLS, f".bay.{colour}:not([style])"):
                bays[colour] = fill
        tracks = me.page.evaluate(TRACKS)
        assert me.page.evaluate("document.documentElement.dataset.theme") == theme
        line.tell(partial(lay_everywhere, tracks=tracks))
        me.until("document.querySelectorAll('.livery').length > 10")
        for fill in me.page.evaluate(FILLS, ".livery"):
            pieces[fill] = fill
    names = ("bordeaux", "azure", "fir", "ochre", "slate")
    tokens = me.page.evaluate(
        "(names) => names.map((n) => { const e = document.querySelector('.livery').cloneNode();"
        " e.setAttribute('fill', `var(--${n})`); document.querySelector('.livery').after(e);"
        " return getComputedStyle(e).fill; })",
        names,
    )
    assert set(pieces) <= set(tokens), "pieces on the board have the players' inks"
    assert set(bays) == set(COLOURS), bays.keys()
    for name, ink in zip(names, tokens, strict=True):
        for colour, bay in bays.items():
            for sight in SIGHTS:
                assert apart(parse(ink), parse(bay), sight), f"{name} on {colour} by {theme}, {sight}"
    # in grey: the owner's shape is cut into the piece, the rim is lighter or darker than what it frames
    glyph = me.page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--glyph')")
    shape = parse(f"rgb({int(glyph[1:3], 16)}, {int(glyph[3:5], 16)}, {int(glyph[5:7], 16)})")
    for name, ink in zip(names, tokens, strict=True):
        assert abs(seen(parse(ink))[0] - seen(shape)[0]) >= 25, name


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pieces_are_away_from_the_inks_of_the_cards(person: Arrive, theme: str) -> None:
    """Not only from free track: a wagon is no card's colour, by day or by night."""
    me = person(theme=theme).go()
    me.page.wait_for_selector(".posters")
    assert me.page.evaluate("document.documentElement.dataset.theme") == theme
    dyes = {
        "red": "#c4342b",
        "blue": "#2463ac",
        "green": "#2f7d4e",
        "yellow": "#f0c130",
        "orange": "#e5812a",
        "white": "#fbf8ee",
        "black": "#2b2d35",
        "purple": "#86479a",
        "pink": "#de7fa6",
    }
    for name in ("bordeaux", "azure", "fir", "ochre", "slate"):
        ink = me.page.evaluate(
            "(n) => { const e = document.createElement('i'); e.style.color = `var(--${n})`;"
            " document.body.append(e); return getComputedStyle(e).color; }",
            name,
        )
        for colour, dye in dyes.items():
            card = tuple(int(dye[i : i + 2], 16) / 255 for i in (1, 3, 5))
            a, b = seen(parse(ink)), seen(card)  # type: ignore[arg-type]
            assert difference(a, b) >= 20 or abs(a[0] - b[0]) >= 25, f"{name} and {colour} cards by {theme}"


def test_by_night_ones_tickets_stand_out_and_black_track_is_no_grey_track(person: Arrive) -> None:
    """The places of one's tickets have the brightest plates by far, names the contrast they need."""
    me = person(theme="dark", size="laptop")
    mid_game(me, "europe", 90, choice=False)

    def light(selector: str, what: str = "fill") -> float:
        ink = me.page.evaluate("([s, w]) => getComputedStyle(document.querySelector(s))[w]", [selector, what])
        return float(seen(parse(ink))[0])

    assert light(".hot .plate") > light(".place:not(.hot) .plate") + 60
    assert light(".place:not(.hot) .name") > light(".place:not(.hot) .plate") + 75
    assert light(".hot .plate") > light(".hot .name") + 60
    assert light(".bay.grey") > light(".bay.black") + 20
    assert light(".bay.black", "stroke") > light(".bay.black") + 70


NOTE = """() => {
  window.told = [];
  const look = () => {
    const scene = document.querySelector("[data-tunnel]")?.dataset.tunnel ?? "-";
    const sign = document.querySelector(".sign").textContent.trim();
    const asks = document.querySelectorAll("[data-ask]").length;
    const now = [scene, document.querySelectorAll(".log li").length, sign, asks];
    if (JSON.stringify(window.told.at(-1)) !== JSON.stringify(now)) window.told.push(now);
  };
  look();
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(look).observe(document.body, all);
}"""


@pytest.mark.parametrize("built", [True, False])
def test_a_bots_tunnel_turns_card_by_card_before_its_end_is_told(person: Arrive, built: bool) -> None:
    me = person(still=False)
    line = at_table(me, "europe")
    prefers(me, pace=1)
    track = me.page.evaluate(TRACKS)[0]
    me.page.evaluate(NOTE)
    lines = me.page.evaluate("told[0][1]")
    end = event("claim", 1, track=track, points=2) if built else event("give-up", 1, track=track)
    turned = [event("reveal", 1, card=card) for card in ("red", "wild", "blue")]
    events = [event("lay", 1, cards={"red": 2}), *turned, event("owe", 1, owed=0 if built else 2), end]

    def after(view: dict[str, Any]) -> None:
        if built:
            view["claims"] = {**view["claims"], track: 1}
            view["players"][1]["score"] += 2

    line.tell(after, events, "action")
    me.until("told.some((t) => ['built', 'given-up'].includes(t[0]))")
    me.until("!document.querySelector('[data-tunnel]')")
    told = me.page.evaluate("told")
    scenes = [t[0] for t in told]
    order = [s for i, s in enumerate(scenes) if i == 0 or scenes[i - 1] != s]
    assert order == ["-", "0", "1", "2", "3", "said", "built" if built else "given-up", "-"]
    for scene, shown, *_ in told:
        if scene in ("0", "1", "2", "3"):
            assert shown == lines, "the log waits for the cards"
    assert told[-1][1] > lines
    check(me, "after a tunnel")


def test_nothing_is_asked_while_ones_own_tunnel_is_dug(person: Arrive) -> None:
    """The question that was answered leaves when the first card is turned, not when the last one has been."""
    me = person(still=False)
    line = at_table(me, "europe")
    prefers(me, pace=1, ask=True)
    track = "angora-constantinople"
    legal = [claim(track, {"orange": 2})]
    line.tell(lambda view: view.update(legal=legal, hand={"orange": 2}))
    me.until("document.querySelectorAll('[data-track][aria-disabled=false]').length === 1")
    me.page.locator(f'[data-track="{track}"]').dispatch_event("click")
    me.page.wait_for_selector("[data-ask=pay]")
    turned = [event("reveal", 0, card=card) for card in ("red", "green", "blue")]
    claimed = event("claim", 0, track=track, points=2)
    events = [event("lay", 0, cards={"orange": 2}), *turned, event("owe", 0, owed=0), claimed]
    me.page.evaluate(NOTE)
    line.tell(lambda view: view.update(claims={track: 0}, legal=[]), events, "action")
    me.until("told.some((t) => t[0] === 'built')")
    told = me.page.evaluate("told")
    assert (told[0][0], told[0][3]) == ("-", 1)
    dug = [t for t in told if t[0] not in ("-", "0")]
    assert dug[0][0] == "1"
    assert dug[-1][0] == "built"
    assert not any(asks for *_, asks in dug)


@pytest.mark.parametrize("size", ["desktop", "landscape"])
def test_a_tunnel_that_cannot_be_paid_says_so(person: Arrive, size: str) -> None:
    """Sign and panel name the surcharge and that it is too much; the one answer there is stands out."""
    me = person(size=size)
    line = at_table(me, "europe")
    legal = [{"kind": "decline", "text": "decline"}]
    line.tell(lambda view: view.update(phase="tunnel", legal=legal, pending=TUNNEL, hand={"red": 1}))
    me.page.wait_for_selector("[data-decline].pri")
    assert "You cannot pay" in me.page.locator("[data-tunnel] .say").inner_text()
    assert "2 more cards" in me.look()["text"]
    me.settle()
    assert me.page.locator("[data-decline]").is_visible()
    assert me.page.evaluate(CUT) == []
    check(me, "a tunnel that cannot be paid")


COVERED = """() => {
  const boxes = (s) => [...document.querySelectorAll(s)].map((e) => [e.className, e.getBoundingClientRect()]);
  const words = boxes(".notices > *").map(([, box]) => box);
  return boxes("div.sign, .strip *, section.pp, .zoom, .tray").filter(([, b]) => words.some((a) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)).map(([name]) => name);
}"""


@pytest.mark.parametrize("size", ["desktop", "tablet", "phone", "landscape"])
def test_word_of_the_last_turns_and_of_a_lost_line_covers_nobody(person: Arrive, size: str) -> None:
    """It lies on the board, where it leaves the buttons of a small one free; so does word that the line is lost."""
    me = person(size=size, language="fr")
    line = at_table(me, "europe")
    line.tell(lambda view: view.update(last_turns=4), [event("last-round", 1)], "action")
    me.page.wait_for_selector(".notices .last")
    me.page.route_web_socket(re.compile("/socket$"), lambda page: page.close())
    line.page.close()
    me.page.wait_for_selector(".notices .lost")
    me.settle()
    assert me.page.locator(".strip .cell, .pp").count() > 2
    assert me.page.evaluate(COVERED) == []


def test_what_others_did_stays_marked_and_the_log_leads_there(person: Arrive) -> None:
    me = person()
    line = at_table(me, "europe")
    tracks = me.page.evaluate(TRACKS)
    mine, theirs = tracks[0], tracks[40]
    events = [event("claim", 0, track=mine, points=1), event("claim", 1, track=theirs, points=1)]
    line.tell(lambda view: view.update(claims={mine: 0, theirs: 1}), events, "action")
    me.page.wait_for_selector(f'[data-recent="{theirs}"]', state="attached")
    assert me.page.locator(f'[data-recent="{mine}"]').count() == 0
    entry = me.page.locator(f'[data-log="{theirs}"]')
    entry.hover()
    me.page.wait_for_selector(".veil", state="attached")
    sheet = "document.querySelector('main .sheet').style.transform"
    before = me.page.evaluate(sheet)
    entry.click()
    me.until(f"{sheet} !== '{before}'")
    entry.click()
    me.until(f"{sheet} === '{before}'")
    me.page.mouse.move(700, 5)
    me.page.wait_for_selector(".veil", state="detached")
    everything = me.page.locator(".log li").count()
    me.page.locator(".filter button").nth(2).click()
    assert 0 < me.page.locator(".log li").count() < everything
    me.page.locator(".filter .all").click()
    assert me.page.locator(".log li").count() == everything
    me.page.locator(".pp").first.hover()
    me.page.wait_for_selector(".veil", state="attached")


def test_a_line_a_player_and_a_ticket_light_their_routes_and_dim_the_rest(person: Arrive) -> None:
    """By mouse and by keyboard; what is not meant is paler than before, and all is as before afterwards."""
    me = person()
    line = at_table(me, "europe")
    mine, theirs, other = (me.page.evaluate(TRACKS)[i] for i in (0, 40, 70))

    def after(view: dict[str, Any]) -> None:
        view["claims"] = {mine: 0, theirs: 1, other: 1}
        view["tickets"][0] |= {"done": True, "path": [mine], "missing": 0}

    line.tell(after, [event("claim", 1, track=theirs, points=1), event("claim", 1, track=other, points=1)], "action")
    me.page.wait_for_selector(f'[data-log="{other}"]', state="attached")
    lit = "document.querySelectorAll('main .sheet .lit').length"
    faint = """[...document.querySelectorAll('main .sheet .pieces')]
        .filter((e) => Number(getComputedStyle(e).opacity) < 0.6).length"""
    ticket = str(line.view["view"]["tickets"][0]["id"])
    for what, routes in ((f'[data-log="{theirs}"]', 1), (".pp", 2), (f'[data-ticket="{ticket}"]', 1)):
        one = me.page.locator(what).first
        for by_key in (False, True):
            if by_key:
                me.press("Tab")  # whoever uses keys sees where the focus is
                one.focus()
            else:
                one.hover()
            me.until(f"{lit} === {routes} && {faint} === {3 - routes} && !!document.querySelector('.veil')", 30)
            me.page.mouse.move(700, 5)
            me.page.evaluate("document.activeElement.blur()")
            me.until(f"{lit} === 0 && {faint} === 0 && !document.querySelector('.veil')", 30)


CUT = """() => {
  const out = [];
  for (const e of document.querySelectorAll(".choice *, .sheet *, .ticket *, [data-ask] *")) {
    const box = e.getBoundingClientRect();
    if (!box.width || e.closest(".sr, svg, .card, .wagon")) continue; // wagons lie on the map, which can be moved
    if (box.right > innerWidth + 1 || box.left < -1) out.push(e.outerHTML.slice(0, 90));
    const hides = getComputedStyle(e).overflowX !== "visible";
    if (hides && e.scrollWidth > e.clientWidth + 1) out.push("cut: " + e.outerHTML.slice(0, 90));
    const parent = e.closest(".choice, .sheet, .option, .ticket, [data-ask]")?.getBoundingClientRect();
    const word = e.children.length === 0 && e.textContent.trim();
    if (parent && word && box.right > parent.right + 1) out.push("out: " + e.outerHTML.slice(0, 90));
  }
  return out;
}"""
WHOLE = """() => [...document.querySelectorAll("[data-offer], [data-confirm], [data-decline]")].filter((e) => {
  const b = e.getBoundingClientRect();
  const seen = (y) => {
    const hit = document.elementFromPoint(b.left + b.width / 2, y);
    return hit && (e.contains(hit) || hit.contains(e));
  };
  return !(seen(b.top + 3) && seen(b.bottom - 3) && b.bottom <= innerHeight);
}).map((e) => e.outerHTML.slice(0, 80))"""


BELOW = """() => {
  const rows = document.querySelector("[data-pay]").closest("[role=radiogroup]");
  return [rows.scrollHeight - rows.clientHeight, rows.hasAttribute("data-more")];
}"""


@pytest.mark.parametrize("size", ["desktop", "laptop", "phone", "landscape"])
def test_both_answers_to_a_tunnel_are_whole(person: Arrive, size: str) -> None:
    """Also in a low window and where the surcharge can be paid in three ways."""
    me = person(size=size)
    line = at_table(me, "europe")
    ways = ({"orange": 2}, {"orange": 1, "wild": 1}, {"wild": 2})
    legal = [*(pay(cards) for cards in ways), {"kind": "decline", "text": "decline"}]
    line.tell(lambda view: view.update(phase="tunnel", legal=legal, pending=TUNNEL, hand={"orange": 2, "wild": 2}))
    me.page.wait_for_selector("[data-decline]")
    me.settle()
    assert me.page.locator("[data-confirm]").count() == 1
    assert me.page.evaluate(WHOLE) == []


@pytest.mark.parametrize(
    ("size", "language"), [("desktop", "fr"), ("laptop", "fr"), ("phone", "fr"), ("landscape", "fr")]
)
def test_payments_with_many_cards_are_not_cut_off(person: Arrive, size: str, language: str) -> None:
    me = person(size=size, language=language)
    line = at_table(me, "europe")
    track = next(x for x in me.page.evaluate(TRACKS))

    def rich(view: dict[str, Any]) -> None:
        ways = [{c: 6 - w, "wild": 2 + w} for c in ("purple", "orange", "white") for w in range(4)]
        view["hand"] = {"purple": 9, "orange": 9, "white": 9, "wild": 9}
        view["legal"] = [claim(track, *ways)]

    line.tell(rich)
    me.until("document.querySelectorAll('[data-track][aria-disabled=false]').length === 1")
    me.page.locator(f'[data-track="{track}"]').dispatch_event("click")
    me.page.wait_for_selector("[data-pay]")
    me.settle()
    assert me.page.evaluate(CUT) == []
    assert me.page.locator("[data-pay]").first.inner_text().endswith("2 locomotives")
    hidden, says_so = me.page.evaluate(BELOW)
    assert says_so == (hidden > 4), "a list that goes on below fades there, and no other"
    assert size in TOUCH or hidden == 0, "a window of a desk shows all ways to pay"


BROKEN_WORDS = """() => {
  const table = document.querySelector(".sheet table").closest(".sheet");
  const winner = document.querySelector("[data-winner] h2 > span:last-child");
  const broken = [...table.querySelectorAll("th, td"), winner].filter((cell) => {
    const text = [...cell.childNodes].find((e) => e.nodeType === 3);
    return [...(text?.data ?? "").matchAll(/\\S+/g)].some((word) => {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      return range.getClientRects().length > 1;
    });
  });
  return [table.scrollWidth - table.clientWidth, broken.map((e) => e.textContent)];
}"""


@pytest.mark.parametrize(("size", "language"), [("landscape", "fr"), ("landscape", "en"), ("phone", "en")])
@pytest.mark.parametrize("game", ["europe", "amsterdam"])
def test_the_final_count_has_whole_words_on_phones(person: Arrive, game: str, size: str, language: str) -> None:
    """All columns fit, and the winner's name stands on one line."""
    me = person(size=size, language=language)
    sit_down(me, played(game, 3, lambda _: False))
    me.page.wait_for_selector("[data-over]")
    me.skip_count()
    me.page.locator("[data-winner]").wait_for()
    me.settle()
    assert me.page.evaluate(BROKEN_WORDS) == [0, []]


def test_a_table_is_left_while_something_is_pointed_at(person: Arrive) -> None:
    """The ticket loses the focus when the table is taken down; the page complains of nothing."""
    me = person()
    start_at_server(me, "berlin")
    me.page.locator("[data-offer]").first.click()
    me.until("document.activeElement.matches('[data-offer]')")
    me.page.evaluate("location.hash = '#/lobby'")
    me.page.wait_for_selector("main form")
    assert me.faults == []


@pytest.mark.parametrize("size", ["laptop", "landscape", "phone"])
@pytest.mark.parametrize("game", ["europe", "berlin", "cardgame"])
def test_all_tickets_on_offer_are_seen(person: Arrive, size: str, game: str) -> None:
    """Four in Europe, two with the long names of Berlin, six in the Card Game: each is whole, as is the button."""
    me = person(size=size)
    Told(me)
    start(me, game)
    me.settle()
    assert me.page.evaluate(WHOLE) == []
    assert me.page.evaluate(CUT) == []
    cut = "[...document.querySelectorAll('.yard .name')].filter((e) => e.scrollWidth > e.clientWidth).length"
    assert me.page.evaluate(cut) == 0


@pytest.mark.parametrize("size", ["desktop", "laptop"])
def test_six_tickets_with_long_names_are_seen_on_a_desk(person: Arrive, size: str) -> None:
    me = person(size=size, language="fr")
    line = Told(me)
    start_at_server(me, "cardgame")
    ends = {"a": "los-angeles", "b": "new-orleans"}
    line.tell(lambda view: view.update(offer=[ticket | ends for ticket in view["offer"]]))
    me.until("document.querySelectorAll('[data-offer][aria-label*=Orleans]').length === 6")
    me.settle()
    assert me.page.evaluate(WHOLE) == []


TICKETS_AT_AN_EDGE = """[...document.querySelectorAll(".ticket")].filter((e) => {
  const [a, b] = [e.getBoundingClientRect(), e.querySelector(".stamp")?.getBoundingClientRect()];
  return b && b.right > a.right - 4;
}).map((e) => e.textContent)"""


def test_a_stamp_is_whole_beside_five_cards(person: Arrive) -> None:
    """The count of the Card Game in a low window of a desk has the narrowest tickets with the most on them."""
    me = person(size="laptop")
    sit_down(me, played("cardgame", 3, lambda _: False))
    me.page.wait_for_selector("[data-over]")
    me.skip_count()
    me.page.locator("[data-winner]").wait_for()
    me.settle()
    assert me.page.locator(".ticket .stamp").count() > 20
    assert me.page.evaluate(TICKETS_AT_AN_EDGE) == []


@pytest.mark.parametrize("size", ["desktop", "laptop", "landscape"])
def test_tickets_of_one_offer_look_alike(person: Arrive, size: str) -> None:
    """A long name makes the letters of all of them narrow, and no line begins with the dash."""
    me = person(size=size)
    line = Told(me)
    start_at_server(me, "amsterdam")
    long = {"a": "jan-roodenpoortstoren", "b": "nieuwe-waal"}
    short = {"a": "jordaan", "b": "oost-indisch-huis"}
    ends = [long, short]
    line.tell(lambda view: view.update(offer=[x | ends[i] for i, x in enumerate(view["offer"][:2])]))
    me.page.locator("[data-offer][aria-label^=Jan]").wait_for()
    me.settle()
    names = "[...document.querySelectorAll('[data-offer] .ends span')]"
    assert len(me.page.evaluate(f"[...new Set({names}.map((e) => getComputedStyle(e).fontFamily))]")) == 1
    left = "e.getBoundingClientRect().left"
    assert me.page.evaluate(f"{names}.every((e) => e.querySelector('i').getBoundingClientRect().left > {left} + 9)")


def test_a_blind_card_is_asked_for_once_by_mouse_and_by_key(person: Arrive) -> None:
    me = person()
    at_table(me, "paris")
    held = me.look()["hand"]
    prefers(me, ask=True)
    me.press("b")
    me.page.wait_for_selector("[data-ask=blind]")
    assert me.look()["hand"] == held
    me.press("Escape")
    me.page.wait_for_selector("[data-ask]", state="detached")
    me.page.locator("[data-market=deck]").click()
    me.page.wait_for_selector("[data-ask=blind]")
    check(me, "a question")
    me.page.locator("[data-ask] .never").click()
    me.until("document.querySelector('[data-ask]') === null")
    holds(me, held + 1)
    me.press("b")
    holds(me, held + 2)


BOXES = """() => Object.fromEntries(["[data-ask]", ".slip", ".tray", "[data-market=deck]"]
  .map((s) => [s, document.querySelector(s)?.getBoundingClientRect().toJSON()]))"""
"""Where things are on the page."""


def overlap(a: dict[str, float], b: dict[str, float]) -> bool:
    across = min(a["right"], b["right"]) - max(a["left"], b["left"])
    return across > 1 and min(a["bottom"], b["bottom"]) - max(a["top"], b["top"]) > 1


@pytest.mark.parametrize("size", ["desktop", "laptop", "tablet", "phone"])
def test_a_question_is_asked_beside_the_deck(person: Arrive, size: str) -> None:
    """It points at the deck where there is room beside it; on a phone it lies on the board, right above the tray."""
    me = person(size=size)
    start_at_server(me, "europe")
    me.play_on(until=1)
    prefers(me, ask=True)
    if size == "phone":
        me.page.locator("[data-tab=market]").click()
    me.page.locator("[data-market=deck]").click()
    me.page.wait_for_selector("[data-ask=blind]")
    me.rest()
    box = me.page.evaluate(BOXES)
    asked, deck = box["[data-ask]"], box["[data-market=deck]"]
    assert not overlap(asked, deck)
    if size == "phone":
        assert 0 <= box[".tray"]["top"] - asked["bottom"] < 30
    else:
        assert 0 < deck["left"] - asked["right"] < 180
        assert asked["top"] < (deck["top"] + deck["bottom"]) / 2 < asked["bottom"]


def test_a_question_stays_on_the_board_wherever_the_map_goes(person: Arrive) -> None:
    me = person(size="laptop")
    view = mid_game(me, "europe", 90, choice=False).view(0)
    prefers(me, ask=True)
    one_way = [x["track"] for x in view.legal if x["kind"] == "claim" and len(x["payments"]) == 1]
    me.click_route(one_way[:1])
    me.page.wait_for_selector("[data-ask=pay]")
    board = me.page.locator("main").bounding_box()
    assert board
    x, y = board["x"] + board["width"] / 2, board["y"] + board["height"] / 2
    me.page.mouse.move(x, y)
    me.page.mouse.wheel(0, -400)
    for way in (1, -1):
        for _ in range(3):
            me.page.mouse.move(x, y - way * 200)
            me.page.mouse.down()
            me.page.mouse.move(x, y + way * 200, steps=3)
            me.page.mouse.up()
        me.rest()
        asked = me.page.locator("[data-ask]").bounding_box()
        assert asked
        assert board["y"] <= asked["y"] < asked["y"] + asked["height"] <= board["y"] + board["height"]


def test_a_hint_leaves_room_for_what_is_to_be_chosen(person: Arrive) -> None:
    """On a low desk all tickets on offer are seen beside it; while one pays it waits."""
    me = person(size="laptop")
    start_at_server(me, "europe")
    me.page.locator("[data-offer]").first.wait_for()
    me.page.get_by_role("button", name="Hint").click()
    me.page.wait_for_selector("[data-hint]")
    me.rest()
    assert me.page.locator("[data-offer]").count() == 4
    assert me.page.evaluate(WHOLE) == []
    aim_at = mid_game(me, "europe", 90)
    me.page.get_by_role("button", name="Hint").click()
    me.page.wait_for_selector("[data-hint]")
    aim(me, aim_at)
    assert me.page.locator("[data-hint]").count() == 0
    me.press("Escape")
    me.page.wait_for_selector("[data-hint]")


@pytest.mark.parametrize("size", ["desktop", "laptop", "tablet", "phone", "landscape"])
def test_hints_and_the_coach_lie_beside_the_map(person: Arrive, size: str) -> None:
    """They cover nothing of the board, the cards or what else there is; a map that was whole stays whole."""
    me = person(size=size, language="fr")
    line = Told(me)
    mid_game(me, "europe", 90, choice=False)
    me.until("document.title.startsWith('●')")
    reason: dict[str, Any] = {
        "code": "ticket",
        "tickets": ["lisboa-danzig"],
        "track": None,
        "cards": {},
        "points": None,
    }
    word = {"type": "coach", "seat": 0, "sequence": 0, "played": "blind", "word": "mistake", "points": 4, "win": 0.1}
    act = {"kind": "claim", "track": "bruxelles-paris.1", "cards": {"yellow": 1, "wild": 1}}
    better = {"text": "claim bruxelles-paris.1", "act": act, "payment": None, "cards": act["cards"], "reason": reason}
    line.page.send(json.dumps(word | better | {"path": ["bruxelles-paris.1"]}))
    me.page.wait_for_selector("[data-hint=coach]", state="attached")
    me.rest()
    assert me.page.evaluate(CUT) == []
    covered = """[...document.querySelectorAll("main, .tray, [data-hand], .pp, .strip, .log, .tickets, .foot")].filter(
      (e) => {
        const [a, b] = [e.getBoundingClientRect(), document.querySelector(".slip").getBoundingClientRect()];
        return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
          && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
      }).map((e) => e.className)"""
    assert me.page.evaluate(covered) == []
    slip = me.page.evaluate(BOXES)[".slip"]
    assert slip["top"] >= 0
    assert slip["bottom"] <= me.page.evaluate("innerHeight")
    if size in TOUCH:
        assert me.page.evaluate("document.querySelector('[data-road]').getBoundingClientRect().height") > 0
    else:
        assert me.page.locator(".whole").count() == 0


def test_one_way_to_pay_opens_no_panel_and_undo_says_what_it_takes_back(person: Arrive) -> None:
    me = person()
    line = at_table(me, "europe")
    track = me.page.evaluate(TRACKS)[3]
    legal = [claim(track, {"red": 2})]
    prefers(me, ask=True)
    line.tell(lambda view: view.update(legal=legal, hand={"red": 2}))
    me.until("document.querySelectorAll('[data-track][aria-disabled=false]').length === 1")
    me.page.locator(f'[data-track="{track}"]').dispatch_event("click")
    me.page.wait_for_selector("[data-ask=pay]")
    assert me.page.locator(".pay").count() == 0
    line.view["can_undo"] = True
    line.tell(lambda view: view.update(legal=legal), [event("take", 0, card="orange", slot=0)], "action")
    me.page.get_by_role("button", name="Undo “takes 1 orange”").wait_for()


def test_the_guide_covers_nothing_it_speaks_of(person: Arrive) -> None:
    """In a first game: note by note, what it means, the hand and the hint's button stay free; it ends for good."""
    overlap = """() => {
      const note = document.querySelector("[data-guide]")?.getBoundingClientRect();
      if (!note) return [];
      const hit = (s) => [...document.querySelectorAll(s)].filter((e) => {
        const b = e.getBoundingClientRect();
        const across = Math.min(b.right, note.right) - Math.max(b.left, note.left);
        return b.width && across > 2 && Math.min(b.bottom, note.bottom) - Math.max(b.top, note.top) > 2;
      }).map((e) => s + " " + e.className);
      return [".ring", "[data-hand] > *", ".slip", "[data-confirm]"].flatMap(hit);
    }"""
    me = person(newcomer=True)
    me.go()
    me.page.locator(".posters label").nth(0).click()
    me.page.locator(".play").click()
    me.page.wait_for_selector("[data-guide]")
    noted: set[str] = set()
    end = time.monotonic() + PATIENCE
    while len(noted) < 4:
        assert time.monotonic() < end, noted
        me.rest()
        looked = me.look()
        if looked["note"]:
            noted.add(looked["note"])
            assert me.page.evaluate(overlap) == [], looked["note"]
            if looked["mine"] and not looked["confirm"]:
                me.page.get_by_role("button", name="Hint").click()
                me.page.wait_for_selector(".slip")
                me.rest()
                assert me.page.evaluate(overlap) == [], f"{looked['note']} and the hint"
        me.act()
    me.page.get_by_role("button", name="Stop the guide").click()
    me.page.reload()
    me.page.wait_for_selector("[data-track]")
    me.rest()
    assert me.page.locator("[data-guide]").count() == 0


@pytest.mark.parametrize("size", ["laptop", "phone", "landscape"])
def test_the_guide_leaves_the_board_to_the_places_of_tickets(person: Arrive, size: str) -> None:
    """It says that the places of a ticket light up: where it has room it is beside the board, else it goes away."""
    me = person(size=size, newcomer=True)
    me.go("#/first")
    me.page.get_by_role("button", name="Begin").nth(3).click()
    me.page.wait_for_selector("[data-guide=tickets]")
    me.page.locator("[data-offer]").first.click()
    me.page.wait_for_selector("[data-offer][aria-checked=true]")
    board, note = me.page.locator("main").bounding_box(), me.page.locator("[data-guide]")
    if size != "laptop":
        note.wait_for(state="detached")
        me.page.locator("[data-offer]").first.click()
        note.wait_for()
        return
    me.rest()
    stands = note.bounding_box()
    assert board is not None
    assert stands is not None
    assert stands["x"] >= board["x"] + board["width"] or stands["x"] + stands["width"] <= board["x"]


def test_the_guide_rings_a_route_that_glows(person: Arrive) -> None:
    """What it says of routes that glow it shows on one of them, not on any route that could be claimed."""
    me = person(newcomer=True)
    line = at_table(me, "europe")
    me.page.evaluate(
        """() => {
          const id = location.hash.match(/[0-9a-z]{16}/)[0];
          sessionStorage.setItem(`aiguillage.guide.${id}`, "3");
          location.hash += "?guide=1";
        }"""
    )
    me.page.reload()
    me.until("document.title.startsWith('●')")
    tracks = me.page.evaluate(TRACKS)
    legal = [claim(x, {"red": 2}) for x in tracks]
    ticket = line.view["view"]["tickets"][0] | {"id": "paris-wien", "a": "paris", "b": "wien"}
    line.tell(lambda view: view.update(legal=legal, tickets=[ticket]))
    me.page.wait_for_selector("[data-guide=claim]")
    rings = """(() => {
      const ring = document.querySelector("span.ring")?.getBoundingClientRect();
      const at = (e) => { const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };
      return !!ring && [...document.querySelectorAll("[data-glow]")].some((e) => {
        const [x, y] = at(e);
        return Math.hypot(ring.x + ring.width / 2 - x, ring.y + ring.height / 2 - y) < 4;
      });
    })()"""
    me.until(rings)


GLOWS_IN_SIGHT = """[...document.querySelectorAll("[data-glow]")].filter((e) => {
  const [a, b] = [e.getBoundingClientRect(), document.querySelector(".window").getBoundingClientRect()];
  return a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;
}).length"""


def test_what_glows_leads_to_ones_tickets(person: Arrive) -> None:
    me = person()
    line = at_table(me, "europe")
    tracks = me.page.evaluate(TRACKS)
    legal = [claim(x, {"red": 2}) for x in tracks]
    ticket = line.view["view"]["tickets"][0] | {"id": "paris-wien", "a": "paris", "b": "wien"}
    line.tell(lambda view: view.update(legal=legal, tickets=[ticket]))
    me.until(f"document.querySelectorAll('[data-track][aria-disabled=false]').length === {len(tracks)}")
    glowing = me.page.locator("[data-glow]").count()
    assert 0 < glowing < len(tracks) / 3
    me.page.get_by_role("button", name="Light every route").click()
    assert me.page.locator("[data-glow]").count() == len(tracks)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_else_a_turn_can_be_is_whole_below_the_market(person: Arrive, language: str) -> None:
    me = person(size="landscape", language=language)
    at_table(me, "europe")
    me.page.locator("[data-tab=market]").click()
    me.settle()
    lowest = "Math.max(...[...document.querySelectorAll('[data-action]')].map((e) => e.getBoundingClientRect().bottom))"
    cut = "[...document.querySelectorAll('[data-action]')].filter((e) => e.scrollWidth > e.clientWidth).length"
    assert me.page.evaluate(f"innerHeight - {lowest}") >= 3
    me.page.locator("[data-action=station]").click()
    me.settle()
    assert me.page.evaluate(cut) == 0


@pytest.mark.parametrize("size", ["phone", "landscape"])
def test_the_end_of_a_turn_after_one_card_is_whole_on_phones(person: Arrive, size: str) -> None:
    """Its button is not cut off by the edge of the window, and the sentence of the sign is finished."""
    me = person(size=size, language="fr")
    at_table(me, "europe")
    me.page.locator("[data-tab=market]").click()
    me.page.locator("[data-market=deck]").click()
    me.page.locator("[data-action=enough]").wait_for()
    me.settle()
    below = "innerHeight - document.querySelector('[data-action=enough]').getBoundingClientRect().bottom"
    assert me.page.evaluate(below) >= 3
    assert me.page.locator(".sign p").inner_text().strip().endswith("Prenez une deuxième carte.")


@pytest.mark.parametrize(("size", "game"), [("phone", "cardgame"), ("landscape", "cardgame"), ("phone", "europe")])
def test_the_hand_is_in_sight_while_tickets_are_chosen_on_phones(person: Arrive, size: str, game: str) -> None:
    """The sheet with the tickets covers the cards: it says which they are."""
    me = person(size=size)
    start(me, game)
    me.settle()
    held = me.page.locator("[data-held]")
    assert held.is_visible()
    counts = [int(n) for n in held.locator("[aria-hidden]:has(.chip)").all_inner_texts()]
    assert sum(counts) == {"cardgame": 8, "europe": 4}[game]
    assert me.page.evaluate(WHOLE) == []


@pytest.mark.parametrize("size", ["phone", "landscape"])
def test_a_small_window_opens_on_a_route_for_ones_ticket(person: Arrive, size: str) -> None:
    """Also where the ends of the ticket are far apart and what glows is at neither middle nor end."""
    me = person(size=size)
    mid_game(me, "amsterdam", 26)
    me.rest()
    assert me.page.evaluate(GLOWS_IN_SIGHT) > 0


def test_commands_are_typed_in_french_and_cities_are_found(person: Arrive) -> None:
    me = person(language="fr")
    at_table(me, "europe")
    held = me.look()["hand"]
    me.command("piocher")
    holds(me, held + 1)
    sheet = "document.querySelector('main .sheet').style.transform"
    before = me.page.evaluate(sheet)
    me.press("/")
    me.page.keyboard.type("koben")
    me.page.locator("[data-city=kobenhavn]").click()
    me.until(f"{sheet} !== '{before}'")
    assert me.page.get_by_text("København").count() > 0


DROP = """([selector, name, text]) => {
  const files = new DataTransfer();
  files.items.add(new File([text], name, { type: "text/plain" }));
  for (const type of ["dragenter", "dragover", "drop"]) {
    const more = { dataTransfer: files, bubbles: true, cancelable: true };
    document.querySelector(selector).dispatchEvent(new DragEvent(type, more));
  }
}"""


def test_an_own_board_is_dropped_chosen_seen_exported_and_played(person: Arrive, tmp_path: Path) -> None:
    """A board file on the first page: one that cannot be played says why, one that can is drawn and played on.

    It is dropped or chosen, and comes out again as it went in.
    """
    me = person().go()
    wrong = tmp_path / "wrong.toml"
    wrong.write_text("format = 1\n", encoding="utf-8")
    chosen = me.page.locator("[data-own-board] input")
    chosen.set_input_files(wrong)
    me.page.wait_for_selector("[data-own-board] [role=alert]")
    own = tmp_path / "own.toml"
    text = file_of("paris", "board.toml").read_text(encoding="utf-8")
    own.write_text(text.replace('name = "Paris"', 'name = "My Paris"', 1), encoding="utf-8")
    me.page.evaluate(DROP, ["[data-own-board]", own.name, own.read_text(encoding="utf-8")])
    me.page.wait_for_selector("[data-own-board=paris] .sheet")
    with me.page.expect_download() as kept:
        me.page.locator("[data-own-board] a[download]").click()
    kept.value.save_as(tmp_path / "kept.toml")
    assert (tmp_path / "kept.toml").read_bytes() == own.read_bytes()
    me.page.locator("[data-own-board] button", has_text="Remove").click()
    chosen.set_input_files(tmp_path / "kept.toml")
    me.page.wait_for_selector("[data-own-board=paris] .sheet")
    assert me.page.get_by_role("heading", name="Your table for My Paris").count() == 1
    check(me, "an own board")
    for _ in range(3):
        seats = me.page.locator("select[aria-label^='Who sits']")
        if "open" in [seats.nth(i).input_value() for i in range(seats.count())]:
            seats.first.select_option("bot")
    me.page.get_by_role("switch", name="Play on this device only").click()
    me.page.locator("[data-open]").click()
    me.page.wait_for_selector("[data-offer]")
    named = me.page.evaluate(
        "fetch(`/api/tables/${location.hash.split('/')[2]}/board`).then((r) => r.json()).then((b) => b.name)"
    )
    assert named == "My Paris"


def test_drawing_stops_at_one_card_where_the_rules_let_it(person: Arrive) -> None:
    """After the first card in Europe a button ends the turn; nobody has to take a second."""
    me = person()
    at_table(me, "europe")
    held = me.look()["hand"]
    me.page.locator("[data-market=deck]").click()
    holds(me, held + 1)
    me.page.locator("[data-action=enough]").click()
    me.until("!document.querySelector('[data-action=enough]')")
    assert me.look()["hand"] == held + 1


def test_tickets_of_the_card_game_are_completed_one_by_one(person: Arrive) -> None:
    """Who owns them chooses; what the program proposes is marked and comes first."""
    me = person()
    line = at_table(me, "cardgame")
    tickets = line.view["view"]["tickets"]
    assert tickets
    last = tickets[-1]["id"]

    def completing(view: dict[str, Any]) -> None:
        view["phase"] = "completion"
        view["legal"] = [
            {"kind": "complete", "text": f"complete {x['id']}", "tickets": [x["id"]], "cards": x["cards"]}
            for x in tickets
        ]
        view["proposal"] = {"tickets": [last], "points": 9, "bonus_cities": ["chicago"], "text": ""}

    line.tell(completing)
    me.page.wait_for_selector("[data-complete]")
    assert me.page.locator("[data-complete]").count() == len(tickets)
    assert me.page.locator("[data-complete]").first.get_attribute("data-complete") == last
    assert me.page.locator("[data-complete]", has_text="proposed").count() == 1
    check(me, "completing tickets")
