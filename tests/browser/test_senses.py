"""What a game sounds like, what it says aloud, what can be said and taken back at the table."""

from collections.abc import Callable

from hands import Person, play_together
from test_people import open_table, start

Arrive = Callable[..., Person]

COUNT_SOUNDS = """
window.sounds = 0;
for (const way of ["createOscillator", "createBufferSource"]) {
  const made = BaseAudioContext.prototype[way];
  BaseAudioContext.prototype[way] = function () { window.sounds += 1; return made.call(this); };
}
"""


def two_at_amsterdam(person: Arrive) -> tuple[Person, Person]:
    """Two people with their first tickets before them."""
    host, friend = person(), person()
    friend.page.goto(open_table(host, "amsterdam"))
    friend.page.get_by_label("Your name").fill("Zoé")
    friend.page.get_by_role("button", name="Sit down").click()
    host.page.get_by_text("Zoé").first.wait_for()
    host.page.get_by_role("button", name="Start the game").click()
    for one in (host, friend):
        one.page.wait_for_selector("[data-offer][aria-disabled=false]")
    return host, friend


def test_a_game_sounds_until_it_is_switched_off(person: Arrive) -> None:
    me = person()
    me.context.add_init_script(COUNT_SOUNDS)
    start(me, "paris")
    me.play_on(until=4)
    heard = me.page.evaluate("sounds")
    assert heard > 0
    me.page.get_by_role("button", name="Sound on").click()
    me.page.get_by_role("button", name="Sound off").wait_for()
    before = me.page.evaluate("sounds")
    me.play_on(until=4)
    assert me.page.evaluate("sounds") == before


def test_what_happens_is_announced(person: Arrive) -> None:
    """Somebody who does not see the board hears what the others did and whose turn it is."""
    host, friend = two_at_amsterdam(person)
    name = friend.page.locator(".name").first.inner_text()
    spoken = "document.querySelector('p[role=status][aria-live]').textContent"
    heard: set[str] = set()
    play_together([host, friend], until=10, watch=lambda *_: heard.add(friend.page.evaluate(spoken)))
    assert any(line.startswith(name) for line in heard)
    assert any("Your turn" in line for line in heard)


def test_reactions_reach_the_others(person: Arrive) -> None:
    host, friend = two_at_amsterdam(person)
    host.page.get_by_role("button", name="Chat").click()
    host.page.locator(".quick button").nth(1).click()
    word = host.page.locator(".quick button").nth(1).inner_text()
    friend.page.get_by_text(word).first.wait_for()


def test_what_nobody_has_followed_can_be_undone(person: Arrive) -> None:
    """A choice of tickets comes back with the button, and can be made again."""
    host, friend = two_at_amsterdam(person)
    undo = host.page.get_by_role("button", name="Undo")
    assert undo.is_disabled()
    host.act()
    host.page.wait_for_selector("[data-offer]", state="detached")
    undo.click()
    host.page.wait_for_selector("[data-offer][aria-disabled=false]")
    play_together([host, friend], until=6)


RING = """() => {
  const e = document.activeElement;
  return e && e.matches(":focus-visible") && !e.matches("input, textarea, select") ? e.outerHTML.slice(0, 120) : "";
}"""


def test_who_plays_by_mouse_sees_no_ring(person: Arrive) -> None:
    """The mark of the keyboard's focus is for keyboards: not on pages one comes to by mouse, not at the table."""
    me = person(language="fr")
    me.go()
    for link in ("#/rules", "#/games", "#/lobby", "#/first"):
        me.page.locator(f"header a[href$='{link}'], header a[href*='{link}']").first.click()
        me.page.wait_for_selector("main h1")
        assert me.page.evaluate(RING) == "", link
    start(me, "paris")

    def watch(one: Person, _: object) -> None:
        assert one.page.evaluate(RING) == ""

    me.play_on(until=12, watch=watch)
    me.page.get_by_role("button", name="Réglages").click()
    assert me.page.evaluate(RING) == ""
    me.press("Tab")
    assert me.page.evaluate(RING) != "", "keyboards do see it"
