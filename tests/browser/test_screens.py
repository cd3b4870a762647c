"""Every screen: no violation that axe-core finds, in day and night, in both languages; nothing sticks out."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from axe import check
from hands import TOUCH, Person, claim_soon, play_together
from test_people import Arrive, open_table, start, start_at_server

LATER = ("Coach", "Daily", "Puzzle", "Puzzles", "TableCare", "better", "pages", "puzzles")
"""Scripts of pages that somebody has to open, which the budget of the others does not count."""

TABLE = "[data-track], .yard"
BOX = "(s => document.querySelector(s).getBoundingClientRect())"


def screens(one: Person, finished: str) -> Iterator[str]:
    """Go through the screens around the table; yields the name of each."""
    page = one.page
    for name, where, sign in (
        ("home", "", ".posters"),
        ("new", "#/new", ".posters"),
        ("lobby", "#/lobby", "main form"),
        ("games", "#/games", "main li"),
        ("first", "#/first", "main li"),
        ("rules", "#/rules/europe?rule=U2", "article"),
        ("rules of the Card Game", "#/rules/cardgame", "article"),
        ("replay", f"#/replay/{finished}", "input[type=range]"),
        ("result", f"#/table/{finished}", "[data-over]"),
        ("no table", "#/table/0123456789abcdef", "[role=alert]"),
    ):
        one.go(where)
        page.wait_for_selector(sign)
        yield name


@pytest.fixture(scope="module")
def finished(browser: Any, station: Any) -> str:
    """The id of a game that was played to its end."""
    one = Person(browser, station)
    start_at_server(one, "paris")
    assert one.hurry(claim_soon)["phase"] == "over"
    address = one.page.url
    state = one.context.storage_state()
    one.context.close()
    browser.cookies_of_the_winner = state["cookies"]
    found = re.search("[0-9a-z]{16}", address)
    assert found is not None
    return found.group()


@pytest.mark.parametrize(
    ("size", "language", "theme"),
    [("desktop", "fr", "light"), ("phone", "en", "dark")],
)
def test_screens_around_the_table(
    person: Arrive, browser: Any, finished: str, size: str, language: str, theme: str
) -> None:
    me = person(size=size, language=language, theme=theme)
    me.context.add_cookies(browser.cookies_of_the_winner)
    for name in screens(me, finished):
        check(me, f"{name} ({size}, {language}, {theme})")


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_menu_of_the_first_page_can_be_read(person: Arrive, size: str, theme: str) -> None:
    me = person(size=size, theme=theme).go()
    me.page.locator("header [aria-expanded]").click()
    me.page.get_by_role("button", name="Night").wait_for()
    check(me, f"menu ({size}, {theme})")


@pytest.mark.parametrize(
    ("language", "names"),
    [("en", ["Deal of the day", "Puzzles"]), ("fr", ["Donne du jour", "Coups à trouver"])],
)
def test_the_menu_of_a_phone_leads_everywhere(person: Arrive, language: str, names: list[str]) -> None:
    me = person(size="phone", language=language).go("#/rules/paris")
    me.page.locator("header [aria-expanded]").click()
    menu = me.page.locator(".menu li a")
    assert menu.all_inner_texts()[:2] == names
    assert menu.count() == 6
    menu.nth(1).click()
    me.page.get_by_role("heading", name=names[1]).wait_for()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_first_page_needs_no_scrolling_on_a_desk(person: Arrive, language: str) -> None:
    """Also beside a scrollbar, which would otherwise come because it was there."""
    me = person(language=language).go()
    for width in (1440, 1425):
        me.page.set_viewport_size({"width": width, "height": 900})
        me.page.locator(".chairs .level").first.wait_for()
        me.rest()
        assert me.page.evaluate("document.documentElement.scrollHeight") <= 900


@pytest.mark.parametrize("size", ["desktop", "laptop", "tablet", "phone", "landscape"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_who_sits_at_a_new_table_can_be_read(person: Arrive, size: str, language: str) -> None:
    """No name lies under the levels beside it, and no level is cut off."""
    me = person(size=size, language=language).go("#/new" if size in TOUCH else "")
    me.page.locator(".chairs .level").first.wait_for()
    me.settle()
    covered = """[...document.querySelectorAll(".chairs li:has(.level)")].filter((row) => {
      const name = row.querySelector(".who b");
      const box = document.createRange();
      box.selectNodeContents(name);
      const [a, b] = [box.getBoundingClientRect(), row.querySelector(".level").getBoundingClientRect()];
      const end = row.getBoundingClientRect().right;
      return b.right > end + 1 || name.scrollWidth > name.clientWidth + 1 || (a.right > b.left && a.bottom > b.top);
    }).map((row) => row.textContent)"""
    assert me.page.evaluate(covered) == []
    wide = "[...document.querySelectorAll('.level label')].filter((e) => e.scrollWidth > e.clientWidth + 1).length"
    assert me.page.evaluate(wide) == 0


@pytest.mark.parametrize("size", ["desktop", "laptop", "phone", "landscape"])
def test_nothing_drives_behind_the_card_of_the_first_page(person: Arrive, size: str) -> None:
    """The picture ends a little below the upper edge of the card that starts a game, whatever the window."""
    me = person(size=size).go()
    me.page.locator(".placard .card").wait_for()
    me.until(f"{BOX}('.placard .card').top > 100")
    me.settle()
    below: float = me.page.evaluate(f"{BOX}('.placard .picture:not(.ground)').bottom - {BOX}('.placard .card').top")
    assert 0 < below < 40


@pytest.mark.parametrize(
    ("size", "language", "theme"),
    [("desktop", "en", "dark"), ("landscape", "fr", "light")],
)
def test_screens_of_a_game(person: Arrive, size: str, language: str, theme: str) -> None:
    """The choice of tickets, a turn, the chat, the settings and the command box of a game of Europe."""
    me = person(size=size, language=language, theme=theme)
    start(me, "europe")
    check(me, "first tickets")
    me.act()
    me.until("document.title.startsWith('●')")
    check(me, "turn")
    me.press("/")
    check(me, "command box")
    me.press("Escape")
    me.page.locator("[aria-expanded]").last.click()
    check(me, "settings")


def test_the_waiting_room(person: Arrive) -> None:
    """Host, guest before and after sitting down; names and colours change for everybody."""
    host, guest = person(), person(size="phone")
    link = open_table(host, "berlin")
    check(host, "waiting room of the host")
    guest.page.goto(link)
    guest.page.get_by_label("Your name").fill("Ida")
    check(guest, "joining")
    guest.page.get_by_label("Colour", exact=True).select_option("slate")
    guest.page.get_by_role("button", name="Sit down").click()
    host.page.get_by_text("Ida").first.wait_for()
    check(guest, "waiting room of a guest")
    host.page.get_by_role("button", name="Remove Ida").click()
    guest.page.get_by_role("heading", name="Take a seat").wait_for()
    guest.page.get_by_role("button", name="Sit down").click()
    guest.page.get_by_text("The host has asked you to leave").first.wait_for()
    host.page.get_by_role("button", name="Fill with bots and start").click()
    guest.page.wait_for_selector(TABLE)
    assert guest.page.locator("[data-hand]").count() == 0


def test_a_public_table_is_listed_and_closes(person: Arrive) -> None:
    host, guest = person(), person(language="fr")
    host.go()
    host.page.get_by_label("Public table").check()
    host.page.get_by_role("button", name="Open the table").click()
    host.page.wait_for_selector("text=waiting room")
    guest.go("#/lobby")
    guest.page.get_by_role("link", name="Rejoindre").first.click()
    guest.page.get_by_role("button", name="S’asseoir").click()
    guest.page.get_by_text("lancera la partie").first.wait_for()
    host.page.get_by_role("button", name="Close the table").click()
    guest.page.get_by_text("fermée sans résultat").first.wait_for()


@pytest.mark.parametrize(
    ("game", "first", "second"),
    [
        *((game, "tickets", "draw") for game in ("europe", "amsterdam", "berlin", "paris")),
        ("cardgame", "tickets.cards", "draw"),
    ],
)
def test_the_guide_of_a_first_game(person: Arrive, game: str, first: str, second: str) -> None:
    """Notes come one after the other, never stand in the way of a choice, and can be stopped."""
    me = person()
    me.go(f"#/first/{game}")
    me.page.get_by_role("button", name="Begin").first.click()
    note = me.page.locator("[data-guide]")
    note.wait_for()
    assert note.get_attribute("data-guide") == first
    check(me, "guide")
    me.act()
    me.page.wait_for_selector(f"[data-guide='{second}']")
    me.page.get_by_role("button", name="Stop the guide").click()
    note.wait_for(state="detached")


def test_the_guide_leaves_the_choice_in_sight(person: Arrive) -> None:
    """On a phone the note stands above the sheet with the tickets, not on it."""
    me = person(size="phone")
    me.go("#/first/berlin")
    me.page.get_by_role("button", name="Begin").first.click()
    me.page.wait_for_selector("[data-guide=tickets]")
    me.until(f"{BOX}('[data-guide]').bottom <= {BOX}('.tray.sheet').top")


def test_a_refusal_leads_to_its_rule(person: Arrive) -> None:
    """What cannot be done says why, and its link opens the paragraph of that rule."""
    me = person()
    start(me, "europe")
    me.act()
    me.page.wait_for_selector("[data-market=deck][aria-disabled=false]")
    me.command("claim petrograd-stockholm with 8 wild")  # nobody has so many cards yet
    link = me.page.locator("a[href*='rule=']").first
    rule = re.search(r"rule=(\w+)", link.get_attribute("href") or "")
    assert rule is not None
    with me.context.expect_page() as opened:
        link.click()
    help_page = opened.value
    help_page.wait_for_selector("article.on")
    assert help_page.locator(f"article.on #{rule.group(1)}").is_visible()


def test_language_and_theme_can_be_switched(person: Arrive) -> None:
    me = person(language="fr")
    me.go()
    me.page.get_by_text("Choisir un jeu").first.wait_for()
    me.page.get_by_text("EN", exact=True).click()
    me.page.get_by_text("Choose a game").first.wait_for()
    me.page.get_by_role("button", name="Settings").click()
    me.page.get_by_role("button", name="Night").click()
    me.page.reload()
    me.page.get_by_text("Choose a game").first.wait_for()
    assert me.page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_night_comes_at_once_where_the_system_asks_for_stillness(person: Arrive) -> None:
    """An ink that fades fades anew in every element inside, so that words would be unreadable for seconds."""
    me = person().go()
    me.page.get_by_text("Choose a game").first.wait_for()
    me.page.emulate_media(color_scheme="dark")
    me.until("document.documentElement.dataset.theme === 'dark'")
    fading = "document.getAnimations().filter((a) => /color|background/.test(a.transitionProperty)).length"
    assert me.page.evaluate(fading) == 0


def test_the_other_language_is_there_without_network_and_service_worker(person: Arrive) -> None:
    me = person(language="fr")
    me.context.add_init_script("delete Navigator.prototype.serviceWorker")
    fetched = "performance.getEntriesByType('resource').some(({ name }) => /\\/en-[^/]*\\.js$/.test(name))"
    me.go()
    me.until(fetched)
    me.settle()
    me.context.set_offline(True)
    me.page.get_by_text("EN", exact=True).click()
    me.page.get_by_text("Choose a game").first.wait_for()


def test_nothing_is_fetched_from_elsewhere_or_before_it_is_needed(person: Arrive) -> None:
    me = person()
    asked: list[str] = []
    me.page.on("request", lambda request: asked.append(request.url))
    start(me, "europe")
    assert asked
    assert [url for url in asked if not url.startswith(me.station.url)] == []
    assert [url for url in asked if re.search(rf"/assets/({'|'.join(LATER)}|fr)-", url)] == []
    assert [url for url in asked if "/assets/en-" in url], "the words of one's own language"


@pytest.mark.long
def test_the_first_page_is_there_within_a_second(person: Arrive) -> None:
    """First paint from localhost, on a machine that has nothing else to do."""
    me = person()
    me.go()
    me.page.wait_for_selector(".posters")
    entry = "performance.getEntriesByName('first-contentful-paint')[0]"
    me.page.wait_for_function(entry)  # what is there need not be drawn yet
    paint: float = me.page.evaluate(f"{entry}.startTime")
    assert paint < 1000, f"{paint:.0f} ms"


@pytest.mark.long
@pytest.mark.parametrize("game", ["amsterdam", "berlin", "paris", "cardgame"])
@pytest.mark.parametrize(("size", "theme"), [("desktop", "light"), ("phone", "dark"), ("tablet", "light")])
def test_tables_of_every_title(person: Arrive, game: str, size: str, theme: str) -> None:
    """A few decisions into each title, axe-core has nothing to say."""
    me = person(size=size, theme=theme, language="fr")
    start(me, game)
    for _ in range(6):
        play_together([me], until=1)
        check(me, f"{game} ({size}, {theme})")
