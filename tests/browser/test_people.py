"""People at real tables: from the first page to the last count, together, interrupted, without a mouse."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hands import Person, Station, play_together

Arrive = Callable[..., Person]
TITLES = ("europe", "amsterdam", "berlin", "paris", "cardgame")


def start(one: Person, game: str) -> None:
    """From the first page to a table against bots."""
    one.go()
    one.page.locator(".posters label").nth(TITLES.index(game)).click()
    one.page.locator(".play").click()
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


def test_one_click_from_the_first_page_to_a_finished_game(person: Arrive, tmp_path: Path) -> None:
    """A newcomer clicks once, plays Paris to the end with the mouse, then replays, exports and imports it."""
    me = person()
    page = me.page
    start(me, "paris")
    assert me.play_on() > 15
    page.locator("[data-skip]").click()
    page.get_by_text(re.compile("wins|share the victory")).first.wait_for()

    with page.expect_download() as exported:
        page.locator("a[download]").click()
    record = tmp_path / "record.txt"
    exported.value.save_as(record)
    assert "paris" in record.read_text(encoding="utf-8")

    page.get_by_role("button", name="Replay").click()
    slider = page.get_by_role("slider", name="Position in the game")
    slider.wait_for()
    me.until("document.querySelector('input[type=range]').max > 20")
    page.keyboard.press("End")
    last = int(slider.get_attribute("max") or "0")
    me.until(f"document.querySelector('input[type=range]').value == {last}")
    slider.fill(str(last // 2))
    page.get_by_text(f"{last // 2} / {last}").wait_for()
    page.locator("[data-replay=next]").click()
    page.get_by_text(f"{last // 2 + 1} / {last}").wait_for()

    me.go("#/games")
    page.locator("input[type=file]").set_input_files(record)
    page.wait_for_url(re.compile("#/replay/"))
    me.until(f"document.querySelector('input[type=range]')?.max == {last}")


def test_two_people_and_a_spectator(person: Arrive) -> None:
    """A host at a desk, a friend on a French phone in the dark, and somebody who watches, in three browsers."""
    host, friend, watcher = person(), person(size="phone", language="fr", theme="dark"), person()
    link = open_table(host, "amsterdam")
    friend.page.goto(link)
    friend.page.get_by_label("Votre nom").fill("Zoé")
    friend.page.get_by_role("button", name="S’asseoir").click()
    watcher.page.goto(link)
    host.page.get_by_text("Zoé").wait_for()
    host.page.get_by_role("button", name="Start the game").click()
    for one in (host, friend, watcher):
        one.page.wait_for_selector("[data-track]")
    assert friend.page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert friend.page.evaluate("document.documentElement.lang") == "fr"

    host.page.get_by_role("button", name="Chat").click()
    host.page.get_by_placeholder(re.compile("Say|Write", re.I)).fill("<b>Bon voyage</b>")
    host.page.keyboard.press("Enter")
    watcher.page.get_by_role("button", name="Chat").click()
    watcher.page.get_by_text("<b>Bon voyage</b>").wait_for()
    host.page.keyboard.press("Escape")

    play_together([host, friend], until=12)
    assert watcher.page.locator("[data-hand]").count() == 0
    assert watcher.page.locator("[data-ticket]").count() == 0
    play_together([host, friend])
    for one in (host, friend, watcher):
        one.page.wait_for_selector("[data-over]")
        one.page.locator("[data-skip]").click()
    totals = [one.page.locator(".total").all_inner_texts() for one in (host, friend, watcher)]
    assert totals[0] == totals[1] == totals[2]


def test_a_reload_in_the_middle_of_a_choice(person: Arrive) -> None:
    """Drawn tickets wait for their choice, however often the page is loaded anew."""
    me = person()
    start(me, "berlin")
    me.act()
    me.page.wait_for_selector("[data-action=tickets]:enabled")
    me.page.locator("[data-action=tickets]").click()
    me.page.wait_for_selector("[data-offer]")
    offered = me.look()["offers"]
    me.page.reload()
    me.page.wait_for_selector("[data-offer]")
    assert me.look()["offers"] == offered
    me.act()
    me.page.wait_for_selector("[data-offer]", state="detached")


def test_a_restart_of_the_server_in_the_middle_of_a_turn(person: Arrive, station: Station) -> None:
    """One card is drawn, the server goes down and comes back; the second card is still to be drawn."""
    me = person()
    start(me, "paris")
    me.act()
    me.page.wait_for_selector("[data-market=deck]:enabled")
    me.page.locator("[data-market=deck]").click()
    me.page.get_by_text("second card").first.wait_for()
    station.stop()
    me.page.get_by_text("Line interrupted").first.wait_for()
    station.start()
    me.page.get_by_text("Line interrupted").first.wait_for(state="detached")
    me.page.get_by_text("second card").first.wait_for()
    me.page.locator("[data-market=deck]").click()
    me.play_on(until=4)


def test_a_whole_game_by_keyboard(person: Arrive) -> None:
    """From the first page to the count without a mouse, and once with a typed command."""
    me = person(by_keys=True)
    me.go()
    me.tab_to(".play")
    me.press("Enter")
    me.page.wait_for_selector("[data-confirm]")
    me.go()
    me.tab_to("input[name=title]")
    me.press("ArrowRight", "ArrowRight", "ArrowRight")
    me.tab_to(".play", most=120)
    me.press("Enter")
    me.page.wait_for_selector("[data-confirm]")
    me.act()
    me.page.wait_for_selector("[data-market=deck]:enabled")
    me.command("blind")
    me.page.get_by_text("second card").first.wait_for()
    me.play_on()
    assert me.done
    assert me.page.title().startswith("Paris")


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
    me.page.wait_for_selector("[data-uncover], [data-confirm]")
    for _ in range(14):
        if me.look()["cover"]:
            covers += 1
            assert me.page.get_by_role("dialog").is_visible()
        me.play_on(until=1)
    assert covers >= 3


@pytest.mark.long
@pytest.mark.parametrize("game", ["europe", "cardgame", "berlin"])
def test_whole_games(person: Arrive, game: str) -> None:
    """The titles that the quick tests leave out, to their end, with the mouse."""
    me = person(language="fr")
    start(me, game)
    me.play_on()
    assert me.done


@pytest.mark.long
@pytest.mark.parametrize("game", TITLES)
@pytest.mark.parametrize("size", ["phone", "landscape"])
def test_whole_games_on_a_phone(person: Arrive, game: str, size: str) -> None:
    """Every title to its end on 360 pixels, both ways up."""
    me = person(size=size)
    start(me, game)
    me.play_on()
    assert me.done
