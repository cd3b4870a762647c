"""The Card Game's table at the end of a round: who completes which tickets, with which cards."""

from itertools import pairwise
from typing import Any

import pytest
from axe import check
from deals import first_with, sit_down
from hands import Person, Seen
from test_people import Arrive

from aiguillage.game.view import View

NOTE = """() => {
  window.told = [];
  const look = () => {
    const scene = document.querySelector("[data-tally]");
    const round = [...document.querySelectorAll(".log li")].some((e) => e.textContent.includes("round 2"));
    const now = [scene ? scene.querySelectorAll("[data-done]").length : null, round];
    if (JSON.stringify(window.told.at(-1)) !== JSON.stringify(now)) window.told.push(now);
  };
  look();
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(look).observe(document.body, all);
}"""


def many_to_complete(view: View) -> bool:
    """Five tickets can be completed together at the end of the first round, but not all."""
    return view.round == 1 and view.proposal is not None and len(view.proposal["tickets"]) >= 5


def at_a_conflict(one: Person) -> Seen:
    """The end of a first round in which not all tickets can be completed together; how the server tells it."""
    sit_down(one, first_with("cardgame", many_to_complete))
    one.page.wait_for_selector("[data-complete]")
    view = one.hurry(lambda _: None)
    assert (view["round"], view["phase"]) == (1, "completion")
    one.page.wait_for_selector("[data-complete]")
    return view


def offered(one: Person) -> list[str]:
    found: list[str] = one.page.evaluate(
        "[...document.querySelectorAll('[data-complete]')].map((e) => e.dataset.complete)"
    )
    return found


def test_which_tickets_are_completed_is_chosen(person: Arrive) -> None:
    """C16 in a real game: whatever can be completed is offered, the proposal first; another choice is as good.

    The cards that are left are seen while one chooses, those that were used once one has chosen.
    """
    me = person()
    view = at_a_conflict(me)
    assert set(offered(me)) == {action["tickets"][0] for action in view["legal"]}
    proposal = view["proposal"]["tickets"]
    assert set(offered(me)[: len(proposal)]) == set(proposal)
    left: dict[str, int] = view["players"][view["seat"]]["on_track_cards"]
    assert me.page.locator("[data-left] .chip").count() == sum(left.values())
    check(me, "completing tickets")

    wanted = offered(me)[-1]
    cards: dict[str, int] = next(x["cards"] for x in view["legal"] if x["tickets"] == [wanted])
    me.page.locator(f"[data-complete='{wanted}']").click()
    assert me.page.locator(f"[data-complete='{wanted}']").get_attribute("aria-checked") == "true"
    me.page.locator("[data-confirm]:enabled").click()
    # asked in one go: the scene goes on with what comes next
    chips = f"""document.querySelectorAll("[data-done='{wanted}'] .chip").length"""
    me.until(f"{chips} === {sum(cards.values())}")
    after = me.hurry(lambda _: None)
    assert after["phase"] == "completion"
    assert wanted in {x["id"] for x in after["tickets"] if x["done"]}


def test_the_count_of_a_round_is_a_scene(person: Arrive) -> None:
    """Ticket after ticket with its cards, seat after seat, and only then the next round; it can be skipped."""
    me = person(patient=True)
    at_a_conflict(me)
    me.page.evaluate("localStorage.aiguillage = JSON.stringify({ pace: 1, ask: false })")
    me.page.reload()
    me.page.wait_for_selector("[data-complete]")
    me.page.evaluate(NOTE)
    while me.page.locator("[data-complete]").count():
        me.tap("[data-confirm]:enabled")
        me.page.wait_for_timeout(100)
    me.until("told.at(-1)[0] === null")
    told: list[list[Any]] = me.page.evaluate("told")
    shown = [n for n, _ in told if n is not None]
    assert shown == sorted(shown), "what was completed stays"
    assert all(b - a <= 1 for a, b in pairwise(shown)), "one after the other"
    assert shown[-1] == sum(player["completed"] for player in me.hurry(lambda _: None)["players"]) > 1
    assert told[-1][1], "the next round is told after it"
    first = next(i for i, (_, round_) in enumerate(told) if round_)
    assert told[first][0] in (None, shown[-1])


@pytest.mark.parametrize(
    ("size", "pile", "number"),
    [("desktop", True, False), ("laptop", False, True), ("landscape", True, True), ("phone", False, True)],
)
def test_what_is_left_on_track_is_told_by_number_where_the_pile_has_little_room(
    person: Arrive, size: str, pile: bool, number: bool
) -> None:
    me = person(size=size)
    view = at_a_conflict(me)
    numbers = me.page.locator("[data-tally] .seat [data-left]")
    assert [me.page.locator("[data-pile]").first.is_visible(), numbers.first.is_visible()] == [pile, number]
    assert numbers.all_text_contents() == [str(player["on_track"]) for player in view["players"]]


def test_the_count_of_a_round_fills_a_phone_on_its_side(person: Arrive) -> None:
    """Every player's cards on track lie there, in two rows down to the lower edge."""
    me = person(size="landscape")
    at_a_conflict(me)
    me.rest()
    piles = me.page.locator("[data-pile]")
    assert piles.count() == 4
    assert all(piles.nth(i).is_visible() for i in range(4))
    ends = me.page.evaluate("[...document.querySelectorAll('.seat')].map((e) => e.getBoundingClientRect().bottom)")
    assert 0 <= me.page.evaluate("innerHeight") - max(ends) < 20
