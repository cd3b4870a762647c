"""People at real tables: from the first page to the last count, together, interrupted, without a mouse."""

import re
from collections.abc import Callable

from axe import check
from hands import REACHABLE, Person, Seen, Station, hurry_together, play_together, to_the_last_round
from playwright.sync_api import WebSocketRoute

Arrive = Callable[..., Person]
TITLES = ("europe", "amsterdam", "berlin", "paris", "cardgame")


def start(one: Person, game: str) -> None:
    """From the first page to a table against bots."""
    one.go()
    one.page.locator(".posters label").nth(TITLES.index(game)).click()
    one.page.locator(".play").click()
    one.page.wait_for_selector("[data-confirm]")


AT_SERVER = """(game) => fetch("/api/tables", {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({
    game,
    seats: [{ kind: "me", name: "Noa" }, { kind: "bot" }, { kind: "bot" }, { kind: "bot" }],
    start: true,
  }),
}).then((answer) => answer.json()).then(({ table }) => table.id)"""


def start_at_server(one: Person, game: str) -> None:
    """To a table against bots that the server keeps."""
    one.go()
    one.go(f"#/table/{one.page.evaluate(AT_SERVER, game)}")
    one.page.wait_for_selector("[data-confirm]")


def open_table(host: Person, game: str, bots: int = 0) -> str:
    """Prepare a table for two people and some bots on the first page; the link for friends."""
    host.go()
    host.page.locator(".posters label").nth(TITLES.index(game)).click()
    while host.page.locator("select[aria-label^='Who sits']").count() > 1 + bots:
        host.page.locator("select[aria-label^='Who sits']").last.select_option("remove")
    host.page.get_by_role("button", name="Open the table").click()
    host.page.get_by_role("button", name="Copy the link").click()
    link: str = host.page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(re.escape(host.station.url) + r"#/table/[0-9a-z]{16}", link)
    return link


BERLIN = 2
"""A deal in which the first seat begins, with cards of two colours for a grey route of one space."""


def aim_with_a_choice(one: Person) -> str:
    """At the first turn in that deal: point at a route that can be paid for in several ways; its id."""
    track = "charlottenburger-tor-zoologischer-garten"
    one.page.wait_for_selector(f"[data-track={track}][aria-disabled=false]")
    one.click_route([track])
    one.page.locator("[data-pay]").nth(1).wait_for()
    return track


def reload_with_a_choice(one: Person) -> None:
    """In the middle of that: the route and the way to pay for it outlive a reload."""
    aim_with_a_choice(one)
    one.page.locator("[data-pay]").nth(1).click()
    sign = one.look()["text"]
    one.page.reload()
    one.page.wait_for_selector("[data-pay]")
    assert one.look()["text"] == sign
    assert one.page.locator("[data-pay]").nth(1).get_attribute("aria-checked") == "true"
    one.page.locator("[data-confirm]").click()
    one.page.wait_for_selector("[data-pay]", state="detached")


class Line:
    """What the server says to somebody, which can be held back for a while."""

    def __init__(self, one: Person) -> None:
        self.held: list[str | bytes] | None = None
        one.page.route_web_socket(re.compile("/socket$"), self.open)

    def open(self, page: WebSocketRoute) -> None:
        self.page = page
        page.connect_to_server().on_message(self.hear)

    def hear(self, message: str | bytes) -> None:
        if self.held is None:
            self.page.send(message)
        else:
            self.held.append(message)

    def release(self) -> None:
        held, self.held = self.held, None
        for message in held or []:
            self.page.send(message)


def test_two_people_a_spectator_and_a_rematch(person: Arrive) -> None:
    """A host at a desk, a friend on a French phone in the dark, and somebody who watches, in three browsers.

    The two play the first moves and the last round in them, and what lies between without. After the
    count the host asks for a rematch: all three get to the same new table, the two in their seats.
    """
    host, friend, watcher = person(), person(size="phone", language="fr", theme="dark"), person()
    link = open_table(host, "amsterdam")
    friend.page.goto(link)
    friend.page.get_by_label("Votre nom").fill("Zoé")
    friend.page.get_by_role("button", name="S’asseoir").click()
    watcher.page.goto(link)
    host.page.get_by_text("Zoé").first.wait_for()
    host.page.get_by_role("button", name="Start the game").click()
    for one in (host, friend, watcher):
        one.page.wait_for_selector("[data-track]")
    assert friend.page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert friend.page.evaluate("document.documentElement.lang") == "fr"

    host.page.get_by_role("button", name="Chat").click()
    host.page.get_by_placeholder(re.compile("Say|Write", re.I)).fill("<b>Bon voyage</b>")
    host.page.keyboard.press("Enter")
    watcher.page.get_by_role("button", name="Chat").click()
    watcher.page.get_by_text("<b>Bon voyage</b>").first.wait_for()
    host.page.keyboard.press("Escape")

    play_together([host, friend], until=12)
    assert watcher.page.locator("[data-hand]").count() == 0
    assert watcher.page.locator("[data-ticket]").count() == 0
    hurry_together([host, friend], to_the_last_round)
    play_together([host, friend])
    for one in (host, friend, watcher):
        one.page.wait_for_selector("[data-over]")
        one.skip_count()
    totals = [one.page.locator(".total").all_inner_texts() for one in (host, friend, watcher)]
    assert totals[0] == totals[1] == totals[2]

    assert watcher.page.get_by_role("button", name="Rematch").count() == 0
    host.page.get_by_role("button", name="Rematch").click()
    host.page.get_by_role("heading", name="Amsterdam: waiting room").wait_for()
    friend.page.get_by_role("link", name="Y aller").click()
    watcher.page.get_by_role("link", name="Go there").click()
    host.page.get_by_text("Zoé").first.wait_for()
    friend.page.get_by_text("lancera la partie").first.wait_for()
    host.page.get_by_role("button", name="Start the game").click()
    for one in (host, friend, watcher):
        one.page.wait_for_selector("[data-track]")
    assert host.page.url == friend.page.url == watcher.page.url != link
    play_together([host, friend], until=6)
    assert watcher.page.locator("[data-hand]").count() == 0
    assert not any(one.done for one in (host, friend))


def test_a_reload_in_the_middle_of_a_choice(person: Arrive) -> None:
    """A route aimed at and the way to pay for it, drawn tickets and a mark on one of them outlive a reload."""
    me = person(deal=BERLIN)
    start(me, "berlin")
    me.act()
    reload_with_a_choice(me)

    me.page.wait_for_selector("[data-action=tickets]:enabled")
    me.page.locator("[data-action=tickets]").click()
    me.page.wait_for_selector("[data-offer][aria-disabled=false]")
    offered = me.look()["offers"]
    me.page.locator("[data-offer]").last.click()
    me.page.reload()
    me.page.wait_for_selector("[data-offer][aria-disabled=false]")
    assert me.look()["offers"] == offered
    assert me.page.locator("[data-offer][aria-checked=true]").get_attribute("data-offer") == offered[-1]
    me.page.locator("[data-confirm]").click()
    me.page.wait_for_selector("[data-offer]", state="detached")


def test_a_line_that_breaks_for_a_moment(person: Arrive) -> None:
    """The styles of the table are asked for before they are needed; if they did not come, they come a moment later."""
    me = person()
    me.page.route("**/TableView-*.css", lambda route: route.abort(), times=1)
    with me.page.expect_event("requestfailed"):
        me.go()
    me.page.locator(".play").click()
    me.page.wait_for_selector("[data-confirm]")
    me.until("document.documentElement.scrollWidth <= innerWidth")
    check(me, "a table after all")


def test_a_slow_line(person: Arrive) -> None:
    """Until a decision is answered its choice stays on the page as it was made, and nothing else can be chosen."""
    me = person()
    line = Line(me)
    start_at_server(me, "paris")
    me.page.locator("[data-offer]").last.click()
    line.held = []
    me.page.locator("[data-confirm]:enabled").click()
    me.page.wait_for_selector("[data-confirm]:disabled")
    seen = me.look()
    assert seen["kept"] == 1
    assert not any(seen[what] for what in ("offers", "confirm", "tracks", "market", "actions"))
    line.release()
    me.page.wait_for_selector("[data-offer]", state="detached")
    me.page.wait_for_selector("[data-market=deck][aria-disabled=false]")


def test_a_restart_of_the_server_in_the_middle_of_a_turn(person: Arrive, station: Station) -> None:
    """One card is drawn, the server goes down and comes back; the second card is still to be drawn."""
    me = person()
    start_at_server(me, "paris")
    me.act()
    me.page.wait_for_selector("[data-market=deck][aria-disabled=false]")
    me.page.locator("[data-market=deck]").click()
    me.page.get_by_text("second card").first.wait_for()
    station.stop()
    me.page.get_by_text("Connection interrupted").first.wait_for()
    station.start()
    me.page.get_by_text("Connection interrupted").first.wait_for(state="detached")
    me.page.get_by_text("second card").first.wait_for()
    me.page.locator("[data-market=deck]").click()
    me.play_on(until=4)


def test_taking_turns_on_one_screen(person: Arrive) -> None:
    """Between two people at one device the hand is covered until the next one asks for it."""
    me = person()
    me.go()
    me.page.locator(".posters label").nth(TITLES.index("paris")).click()
    while me.page.locator("select[aria-label^='Who sits']").count() > 1:
        me.page.locator("select[aria-label^='Who sits']").last.select_option("remove")
    me.page.get_by_role("button", name="Take turns on this screen").click()
    me.page.get_by_label("Name at seat 2").fill("Wout")
    me.page.get_by_role("button", name="Start the game").click()
    covers = 0

    def watch(one: Person, seen: Seen) -> None:
        nonlocal covers
        if seen["cover"]:
            covers += 1
            assert one.page.get_by_role("dialog").is_visible()
            if covers == 1:
                check(one, "cover")

    me.page.wait_for_selector("[data-uncover], [data-confirm]")
    me.play_on(until=24, watch=watch)
    assert covers >= 3


def test_hints_say_why(person: Arrive) -> None:
    """The bulb says what to do and why in the player's language; one click follows it."""
    me = person(language="fr", deal=2)
    start(me, "europe")
    me.page.get_by_role("button", name="Conseil").click()
    hint = me.page.locator("[data-hint]")
    hint.wait_for()
    assert hint.get_attribute("data-hint") == "choice"
    assert "Un bon joueur pourrait garder" in hint.inner_text()
    assert "ces billets valent le voyage" in hint.inner_text()
    check(me, "hint")
    me.page.get_by_role("button", name="Jouer ce coup").click()
    hint.wait_for(state="detached")
    me.page.wait_for_selector("[data-offer]", state="detached")
    me.until("document.title.startsWith('●')")
    me.page.get_by_role("button", name="Conseil").click()
    hint.wait_for()
    assert re.search("il manque encore|Cela aide à réussir|Cela rapporte|Aucune voie ne vaut mieux", hint.inner_text())


def test_cards_can_be_dragged(person: Arrive) -> None:
    """A stack of the hand is dragged onto the route it pays for, then a card from the market to the hand."""
    me = person(deal=BERLIN)
    start(me, "berlin")
    me.act()
    track = aim_with_a_choice(me)
    colour = me.page.locator("[data-pay]").last.get_attribute("data-pay")
    me.press("Escape")
    me.page.wait_for_selector("[data-confirm]", state="detached")
    drag(me, f"[data-hand={colour}]", me.page.evaluate(REACHABLE, [track])[0])
    me.page.wait_for_selector(f"[data-pay={colour}][aria-checked=true]")
    me.press("Escape")
    me.page.wait_for_selector("[data-market=deck][aria-disabled=false]")
    drag(me, "[data-market=deck]", middle(me, "[data-hand]"))
    me.page.get_by_text("second card").first.wait_for()


def middle(one: Person, what: str) -> list[float]:
    box = one.page.locator(what).first.bounding_box()
    assert box is not None
    return [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]


def drag(one: Person, what: str, where: list[float]) -> None:
    """Press on something, carry it to a point, let go."""
    one.page.mouse.move(*middle(one, what))
    one.page.mouse.down()
    one.page.mouse.move(*where, steps=6)
    one.page.mouse.up()
