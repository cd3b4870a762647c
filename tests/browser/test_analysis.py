"""Finished games explained, shared by moment and played on from, at a server and on this device."""

import random
import re
from collections.abc import Callable
from pathlib import Path

from axe import check
from hands import Person
from test_local import Host, host  # noqa: F401
from test_people import Arrive

from aiguillage.analysis import analyse
from aiguillage.bots import make_bot, play_game
from aiguillage.game import Game

IMPORT = """(record) => fetch("/api/records", {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ record }),
}).then((answer) => answer.json()).then(({ table }) => table.id)"""
AT = "Number(document.querySelector('.track input').value)"


def lopsided(key: int = 1) -> Game:
    """A game of somebody who plays well with somebody who does not."""
    game = Game.new("paris", seats=2, key=key)
    play_game(game, [make_bot("hungry"), make_bot("random")])
    return game


def brought(one: Person, game: Game, folder: Path) -> None:
    """Open the record of a game on this device."""
    file = folder / "game.txt"
    file.write_text(game.record({"Player0": "Ada", "Player1": "Basile"}), encoding="utf-8")
    one.go("#/games").page.locator("input[type=file]").set_input_files(file)
    one.page.wait_for_selector("[data-replay=analyse]")
    assert re.search("#/replay/here-", one.page.url)


def analysed(one: Person) -> None:
    """Ask for the analysis and watch it fill in."""
    one.page.locator("[data-replay=analyse]").click()
    one.page.wait_for_selector("[data-analysis=working], [data-analysis=done]")
    one.page.wait_for_selector("[data-analysis=done]")
    assert one.page.locator("[data-line]").count() == 2


def test_a_shared_moment_is_explained_and_played_on(person: Arrive) -> None:
    """A friend follows a link to a moment, has the game explained, goes to a turning point and to mistakes, shares
    another moment and plays on from it to the end."""
    game = lopsided()
    me = person(language="fr", theme="dark")
    table = me.go().page.evaluate(IMPORT, game.record({"Player0": "Ada", "Player1": "Basile"}))
    me.go(f"game/{table}?at=11")
    me.page.wait_for_selector("[data-replay=analyse]")
    me.until(f"{AT} === 11")
    analysed(me)
    me.until(f"document.querySelector('[data-known]').dataset.known === '{len(game.moves) + 1}'")
    assert me.page.locator("[data-story]").count() == me.page.locator("[data-turn]").count() > 0
    turning = int(me.page.locator("[data-turn]").first.get_attribute("data-turn") or 0)
    me.page.locator("[data-turn]").first.click()
    me.until(f"{AT} === {turning}")
    # what was played, and what is better, on the map
    while not me.page.locator("[data-mark=better]").count():
        before = me.page.evaluate(AT)
        me.page.locator("[data-next-error]").click()
        me.until(f"{AT} > {before}")
    assert me.page.locator("[data-word=mistake], [data-word=blunder]").count() == 1
    assert me.page.locator("[data-mark=played]").count() == 1
    assert me.page.locator(".wagon").count() == 0  # nothing lies over what is marked, for who wants stillness
    assert "Coût" in me.page.locator(".loss").inner_text()
    check(me, "the analysis")
    # the graph can be walked over by keys
    me.page.locator("[role=slider]").focus()
    at = me.page.evaluate(AT)
    me.press("ArrowLeft")
    me.until(f"{AT} === {at - 1}")
    assert me.page.locator("[role=slider]").get_attribute("aria-valuenow") == str(at - 1)
    me.page.locator("[data-replay=moment]").click()
    me.page.locator("[data-moment=link]").click()
    me.page.get_by_text("Le lien est copié.").wait_for()
    assert me.page.evaluate("navigator.clipboard.readText()") == f"{me.station.url}game/{table}?at={at - 1}"
    with me.page.expect_download() as taken:
        me.page.locator("[data-moment=record]").click()
    cut = Game.from_record(Path(taken.value.path()).read_text("utf-8"))
    assert cut.moves == game.moves[: at - 1]
    with me.page.expect_download() as taken:
        me.page.locator("[data-moment=position]").click()
    assert taken.value.suggested_filename.endswith(".json")
    check(me, "what can be done from a moment")
    me.page.locator("[data-moment=on]").click()
    me.page.wait_for_url(re.compile(r"#/table/[0-9a-z]{16}$"))
    me.page.wait_for_selector("[data-hand]")
    assert me.act() or me.play_on(until=1)
    # and that game is explained after its count in turn
    chance = random.Random(1)
    me.hurry(lambda view: str(chance.choice(view["legal"])["text"]))
    me.page.wait_for_selector("[data-over]")
    me.skip_count()
    me.page.locator("[data-analyse]").click()
    me.page.wait_for_selector("[data-analysis=working], [data-analysis=done]")


def test_a_game_of_this_device_is_explained_by_the_page(person: Arrive, tmp_path: Path) -> None:
    """The server is not asked for it; the link to a moment leads to a copy there, and playing on needs none."""
    me = person(size="phone")
    brought(me, lopsided(2), tmp_path)
    for key in ("analyse", "moment"):
        box = me.page.locator(f"[data-replay={key}]").bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= 360
    me.page.route("**/api/**", lambda route: route.abort())
    analysed(me)
    me.until(f"document.querySelector('[data-known]').dataset.known === '{len(lopsided(2).moves) + 1}'")
    assert me.page.locator("[data-story]").count() == me.page.locator("[data-turn]").count()
    check(me, "the analysis on a phone")
    me.page.unroute("**/api/**")
    me.page.locator("[data-replay=moment]").click()
    me.page.locator("[data-moment=link]").click()
    me.page.get_by_text("The link is copied.").wait_for()
    me.page.keyboard.press("Escape")
    me.go("#/games")
    me.page.wait_for_load_state("networkidle")
    me.page.get_by_text("imported").first.wait_for()
    assert me.page.get_by_text("imported").count() == 1, "the server's copy is no second game"
    me.page.go_back()
    me.page.wait_for_selector("[data-analysis=done]")  # it is still there
    me.page.locator("[data-story]").first.click()
    me.page.locator("[data-replay=moment]").click()
    me.page.locator("[data-moment=on]").click()
    me.page.wait_for_url(re.compile("#/table/here-"))
    me.page.wait_for_selector("[data-hand]")
    assert me.act() or me.play_on(until=1)


def test_a_page_without_a_server_explains_a_game(
    host: Host,  # noqa: F811
    visitor: Callable[..., Person],
    tmp_path: Path,
) -> None:
    """The same verdicts, luck and turning points as the server's."""
    game = lopsided()
    me = visitor(host, language="fr", theme="dark")
    brought(me, game, tmp_path)
    analysed(me)
    expected = analyse(game)
    turns = [point.number for point in expected.summary.turning_points]
    assert [int(turn.get_attribute("data-turn") or 0) for turn in me.page.locator("[data-turn]").all()] == turns
    wrong = [one for one in expected.decisions if one.word in ("mistake", "blunder")]
    at = int(me.page.evaluate(AT))
    for one in [one for one in wrong if one.number > at][:3]:
        me.page.locator("[data-next-error]").click()
        me.until(f"{AT} === {one.number}")
        assert me.page.locator(f"[data-word={one.word}]").count() == 1
    assert "décision" in me.page.locator("[data-story]").first.inner_text()
    check(me, "an analysis without a server")
    assert not [path for path in host.asked if "/api/" in path]
