"""Whole games of every title, from the first page to the last count, by mouse, by finger and by keyboard."""

import re
from pathlib import Path

import pytest
from axe import Inspector
from deals import aim, first_with, mid_game, owed, sit_down
from hands import Person, Seen, Watch, to_the_last_round
from test_people import TITLES, Arrive, start, start_at_server


def finish(one: Person, inspector: Inspector, watch: Watch | None = None) -> None:
    """Play to the end; every kind of moment is looked at once, and the count can be skipped."""
    one.play_on(watch=watch or inspector)
    inspector(one, one.look())
    one.skip_count()
    one.page.locator(".total").first.wait_for()


def test_one_click_from_the_first_page_to_a_finished_game(person: Arrive, tmp_path: Path) -> None:
    """A newcomer clicks once, plays Paris to the end with the mouse, then replays, exports and imports it.

    The first game of a title comes with the guide, the next one does not. That is a rematch: against bots nobody has
    to be waited for, and one click leads from the result to the first tickets.
    """
    me = person(newcomer=True, deal=2)
    page = me.page
    start(me, "paris")
    page.wait_for_selector("[data-guide=tickets]")
    inspector = Inspector()
    notes = set()

    def watch(one: Person, seen: Seen) -> None:
        notes.add(seen["note"])
        inspector(one, seen)

    finish(me, inspector, watch)
    assert inspector.seen >= {"tickets", "payment", "turn", "over"}
    assert notes >= {"tickets", "draw", "claim", "progress", "own", "more", "end"}
    page.get_by_text(re.compile("wins|share the victory")).first.wait_for()
    result = page.url

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
    page.get_by_text(f"{last // 2} / {last}").first.wait_for()
    page.locator("[data-replay=next]").click()
    page.get_by_text(f"{last // 2 + 1} / {last}").first.wait_for()

    me.go("#/games")
    page.locator("input[type=file]").set_input_files(record)
    page.wait_for_url(re.compile("#/replay/"))
    me.until(f"document.querySelector('input[type=range]')?.max == {last}")

    page.goto(result)
    page.wait_for_selector("[data-over]")
    me.skip_count()
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_selector("[data-offer][aria-disabled=false]")
    assert page.url != result
    me.act()
    page.wait_for_selector("[data-market=deck][aria-disabled=false]")
    assert me.look()["note"] is None


def test_europe_on_a_tablet(person: Arrive) -> None:
    """At a server's tables, in French and in the dark, by mouse: first tickets, a tunnel that costs more, a route that
    can be paid for in several ways; from there to the last round without the page."""
    me = person(size="tablet", language="fr", theme="dark")
    inspector = Inspector()
    start_at_server(me, "europe")
    me.play_on(until=2, watch=inspector)
    sit_down(me, first_with("europe", owed))
    me.play_on(until=1, watch=inspector)
    aim(me, mid_game(me, "europe", 90))
    me.play_on(until=1, watch=inspector)
    assert inspector.seen >= {"tickets", "turn", "tunnel", "payment"}
    me.hurry(to_the_last_round)
    finish(me, inspector)
    assert "over" in inspector.seen
    assert me.page.evaluate("document.documentElement.lang") == "fr"


def test_the_card_game_on_a_phone(person: Arrive) -> None:
    """With a finger on 360 pixels."""
    me = person(size="phone", language="fr")
    start(me, "cardgame")
    inspector = Inspector()
    finish(me, inspector)
    assert inspector.seen >= {"tickets", "turn", "over"}


def test_berlin_by_keyboard(person: Arrive) -> None:
    """From the first page to the count without a mouse, and once with a typed command."""
    me = person(by_keys=True)
    me.go()
    me.tab_to(".play")
    me.press("Enter")
    me.page.wait_for_selector("[data-confirm]")
    me.go()
    me.tab_to("input[name=title]")
    me.press("ArrowRight", "ArrowRight")
    me.tab_to(".play", most=120)
    me.press("Enter")
    me.page.wait_for_selector("[data-confirm]")
    me.act()
    me.page.wait_for_selector("[data-market=deck][aria-disabled=false]")
    me.press("t")
    me.until("document.activeElement?.matches('[data-offer]')")
    me.page.wait_for_selector("[data-offer][aria-disabled=false]")
    me.act()
    me.page.wait_for_selector("[data-market=deck][aria-disabled=false]")
    me.command("blind")
    me.page.get_by_text("second card").first.wait_for()
    me.play_on(watch=Inspector())
    assert me.done
    assert me.page.title().startswith("Berlin")


@pytest.mark.long
@pytest.mark.parametrize("game", TITLES)
@pytest.mark.parametrize("size", ["phone", "landscape"])
def test_whole_games_on_a_phone(person: Arrive, game: str, size: str) -> None:
    """Every title to its end on 360 pixels, both ways up."""
    me = person(size=size)
    start(me, game)
    me.play_on()
    assert me.done
