"""Learning by playing: the deal of the day, puzzles, and a coach's word after a mistake."""

import json
import random
from collections.abc import Callable
from typing import Any

from axe import check
from hands import Person, Seen
from test_local import Host, host  # noqa: F401
from test_people import TITLES, Arrive

from aiguillage.titles import file_of


def puzzle_with(game: str, answer: str) -> int:
    """The number of a puzzle with this answer."""
    puzzles: list[dict[str, Any]] = json.loads(file_of(game, "puzzles.json").read_text("utf-8"))["puzzles"]
    return 1 + next(i for i, puzzle in enumerate(puzzles) if puzzle["answer"] == answer)


def play_the_deal(one: Person) -> int:
    """From the first page through the deal of the day; the points."""
    one.go()
    one.page.locator("a[href='#/daily']:visible").first.click()
    one.page.locator("[data-daily=paris]").click()
    one.page.wait_for_selector("[data-confirm]")
    assert one.page.get_by_role("button", name="Hint").count() == 0
    chance = random.Random(1)

    def any_of(view: Seen) -> str:
        return str(chance.choice(view["legal"])["text"])

    view = one.hurry(any_of)
    one.go("#/daily/paris")
    one.page.wait_for_selector("[data-result=paris]")
    return int(view["outcome"]["seats"][0]["total"])


def test_the_deal_of_the_day_puts_results_beside_each_other(person: Arrive) -> None:
    ana, ben = person(), person(size="phone", theme="dark")
    for one, name in ((ana, "Ana"), (ben, "Benedikta")):
        one.go()
        one.page.evaluate(
            "name => localStorage.setItem('aiguillage', JSON.stringify({ pace: 0, ask: false, name }))", name
        )
        one.page.reload()
    points = play_the_deal(ana)
    assert ana.page.locator("[data-result=paris]").inner_text().startswith(str(points).replace("-", "−"))
    check(ana, "the deal of the day")
    # the same decisions meet the same cards, bots and points
    assert play_the_deal(ben) == points
    rows = ben.page.locator(".results ol li")
    rows.nth(1).wait_for()
    assert {text.split()[1] for text in rows.all_inner_texts()} >= {"Ana", "Benedikta"}
    assert "Benedikta" in ben.page.locator(".results ol li.mine").inner_text()
    assert ben.page.locator("[data-daily=paris]").count() == 0  # once a day
    check(ben, "the deal of the day on a phone")


def test_puzzles_are_failed_and_solved_without_a_server(
    host: Host,  # noqa: F811
    visitor: Callable[..., Person],
) -> None:
    me = visitor(host, language="fr")
    me.go("#/daily")
    me.page.get_by_text("a besoin d’un serveur").wait_for()
    me.go("#/puzzles")
    number = puzzle_with("paris", "take wild")
    me.page.locator(".level").first.wait_for()
    check(me, "puzzles")
    me.page.locator(f"a[href='#/puzzle/paris?n={number}']").click()
    me.page.locator("[data-market=deck][aria-disabled=false]").click()
    me.page.wait_for_selector("[data-came=wrong]")
    assert "Ce n’est pas le meilleur coup" in me.page.locator("[data-came]").inner_text()
    check(me, "a puzzle failed")
    me.page.locator("[data-show]").click()
    assert "Il valait mieux prendre" in me.page.locator("[data-came]").inner_text()
    me.page.locator("[data-again]").click()
    me.page.locator("[data-card=wild][aria-disabled=false]").first.click()
    me.page.wait_for_selector("[data-came=right]")
    assert "Bien vu" in me.page.locator("[data-came]").inner_text()
    check(me, "a puzzle solved")
    me.page.locator("[data-next]").click()
    me.page.wait_for_url(f"**/#/puzzle/paris?n={number + 1}")
    me.page.wait_for_selector("[data-puzzle] p")
    me.go("#/puzzles")
    me.page.locator(f"a.solved[href='#/puzzle/paris?n={number}']").wait_for()
    assert me.page.get_by_text("1 résolu sur").count() == 1


def test_a_puzzle_whose_answer_ends_the_game_says_how_it_went(
    host: Host,  # noqa: F811
    visitor: Callable[..., Person],
) -> None:
    """No count comes over it."""
    me, answer = visitor(host), "claim jordaan-westermarkt"
    me.go(f"#/puzzle/amsterdam?n={puzzle_with('amsterdam', answer)}")
    me.page.wait_for_selector("[data-puzzle] p")
    me.command(answer)
    me.page.wait_for_selector("[data-came=right]")
    me.page.wait_for_timeout(2_000)  # a count would begin before
    assert me.page.locator("[data-next]").is_visible()


def keep_all(one: Person) -> None:
    """Keep every ticket on offer."""
    for offer in one.page.locator("[data-offer][aria-checked=false]").all()[::-1]:
        offer.click()
    one.page.locator("[data-confirm]:enabled").click()
    one.page.wait_for_selector("[data-offer]", state="detached")


def test_a_coach_speaks_after_a_mistake_to_who_plays_alone(person: Arrive) -> None:
    """Tickets upon tickets, without a single route: in this deal the second ones are a mistake, which is taken back."""
    me = person(size="laptop", deal=3)
    me.go()
    me.page.locator(".posters label").nth(TITLES.index("paris")).click()
    coach = me.page.get_by_role("switch", name="Coach")
    assert coach.count() == 0  # a friend may come: no coach
    for seat in me.page.locator("select[aria-label^='Who sits']").all():
        seat.select_option("bot")
    coach.click()
    me.page.locator("[data-open]").click()
    me.page.wait_for_selector("[data-offer]")
    word = me.page.locator("[data-hint=coach]")
    assert word.count() == 0
    keep_all(me)
    me.page.locator("[data-action=tickets]:enabled").click()
    me.page.wait_for_selector("[data-offer][aria-disabled=false]")
    assert word.count() == 0
    keep_all(me)
    word.wait_for()
    assert "It would have been better to" in word.inner_text()
    check(me, "the coach")
    lines = me.page.locator("[data-log] li, .log li").count()
    me.page.locator("[data-again]").click()
    word.wait_for(state="detached")
    me.until(f"document.querySelectorAll('[data-log] li, .log li').length < {lines}")
