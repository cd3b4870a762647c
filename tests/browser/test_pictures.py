"""The pictures of docs/screenshots: taken of real games with `pytest tests/browser --screenshots`."""

import base64
from pathlib import Path
from typing import Any

import pytest
from hands import SIZES, TOUCH, Person, Seen
from test_people import TITLES, Arrive, aim_with_a_choice, open_table, start

from aiguillage.boards import load_board

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
LARGEST = 330_000
ALL_TOGETHER = 5_000_000

TO_WEBP = """async ([pictures, height, gap]) => {
  const images = await Promise.all(pictures.map(async (data) => {
    const image = new Image();
    image.src = "data:image/png;base64," + data;
    await image.decode();
    return image;
  }));
  const widths = images.map((i) => Math.round(i.width * height / i.height));
  const canvas = new OffscreenCanvas(widths.reduce((a, b) => a + b) + gap * (images.length - 1), height);
  const paint = canvas.getContext("2d");
  paint.imageSmoothingQuality = "high";
  let x = 0;
  images.forEach((image, i) => {
    paint.drawImage(image, x, 0, widths[i], height);
    x += widths[i] + gap;
  });
  const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.86 });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}"""


class Camera:
    """Takes pictures and writes them small enough to live in the repository."""

    def __init__(self, browser: Any) -> None:
        self.darkroom = browser.new_page()

    def save(self, name: str, *shots: bytes, height: int = SIZES["desktop"][1]) -> None:
        """One picture, or several side by side."""
        FOLDER.mkdir(parents=True, exist_ok=True)
        pictures = [base64.b64encode(shot).decode() for shot in shots]
        webp = base64.b64decode(self.darkroom.evaluate(TO_WEBP, [pictures, height, 24]))
        assert len(webp) < LARGEST, f"{name}: {len(webp)} bytes"
        (FOLDER / f"{name}.webp").write_bytes(webp)


@pytest.fixture
def camera(browser: Any) -> Camera:
    return Camera(browser)


def shot(one: Person) -> bytes:
    if one.size not in TOUCH:
        one.page.mouse.move(2, 2)
    one.settle()
    one.page.wait_for_timeout(900)
    return one.page.screenshot()


def mid_game(one: Person, game: str, decisions: int) -> None:
    """A table some way into a game, with a turn to take that leaves a choice."""
    start(one, game)
    one.play_on(until=decisions)
    for _ in range(40):
        seen = one.look()
        if (
            seen["mine"]
            and not seen["choice"]
            and (seen["tracks"] or one.size in TOUCH or game == "cardgame")
        ):
            if one.size in TOUCH:
                # whoever comes back sees their own part of the board, wherever the taps have led
                one.page.reload()
                one.until("document.title.startsWith('●')")
            return
        one.play_on(until=1)
    raise AssertionError("no turn to take a picture of")


def share(one: Person, game: str) -> None:
    """A game of two people on one screen."""
    one.go()
    one.page.locator(".posters label").nth(TITLES.index(game)).click()
    if one.size == "phone":
        one.go("#/new")
        one.page.locator(".posters label").nth(TITLES.index(game)).click()
    one.page.locator("[data-share]").click()
    while one.page.locator("select[data-who]").count() > 1:
        one.page.locator("select[data-who]").last.select_option("remove")
    one.page.locator("[data-open]").click()
    one.page.wait_for_selector("[data-uncover]")


class Found(Exception):
    """The moment that was waited for."""


def tunnel_that_costs(one: Person) -> None:
    """Play Europe until a tunnel of one's own asks for more cards."""

    def watch(_: Person, seen: Seen) -> None:
        if seen["choice"] == "tunnel" and (seen["confirm"] or seen["decline"]):
            raise Found

    start(one, "europe")
    with pytest.raises(Found):
        one.play_on(watch=watch)


def test_home(person: Arrive, camera: Camera) -> None:
    desk, phone = person(language="fr"), person(size="phone")
    camera.save("home", shot(desk.go()), shot(phone.go()))


def test_new_table(person: Arrive, camera: Camera) -> None:
    desk, phone = person(theme="dark"), person(size="phone", language="fr")
    desk.go()
    desk.page.locator(".posters label").nth(3).click()
    camera.save("new-table", shot(desk), shot(phone.go("#/new")))


def test_waiting_room(person: Arrive, camera: Camera) -> None:
    host, guest = person(), person(size="phone", language="fr", theme="dark")
    link = open_table(host, "amsterdam", bots=1)
    guest.page.goto(link)
    guest.page.get_by_label("Votre nom").fill("Zoé")
    joining = shot(guest)
    guest.page.get_by_role("button", name="S’asseoir").click()
    host.page.get_by_text("Zoé").first.wait_for()
    camera.save("waiting-room", shot(host), joining)


def test_lobby(person: Arrive, camera: Camera) -> None:
    desk, phone = person(language="fr"), person(size="phone")
    for game in ("europe", "berlin", "paris"):
        host = person()
        host.go()
        host.page.locator(".posters label").nth(TITLES.index(game)).click()
        host.page.get_by_label("Public table").check()
        host.page.get_by_role("button", name="Open the table").click()
        host.page.wait_for_selector("text=waiting room")
    for one in (desk, phone):
        one.go("#/lobby")
        one.page.wait_for_selector("main li")
    camera.save("lobby", shot(desk), shot(phone))


def test_opening(person: Arrive, camera: Camera) -> None:
    desk, phone = person(), person(size="phone", language="fr", theme="dark")
    for one in (desk, phone):
        start(one, "europe")
        one.page.locator("[data-offer]").first.click()
        one.page.locator("[data-offer]").last.click()
    camera.save("opening", shot(desk), shot(phone))


def test_europe(person: Arrive, camera: Camera) -> None:
    me = person(language="fr", saves=12)
    mid_game(me, "europe", 52)
    aim_with_a_choice(me)
    camera.save("europe", shot(me))


def test_europe_on_a_tablet(person: Arrive, camera: Camera) -> None:
    me = person(size="tablet", saves=8)
    mid_game(me, "europe", 40)
    camera.save("europe-tablet", shot(me), height=SIZES["tablet"][1])


def test_the_tabs_of_a_phone(person: Arrive, camera: Camera) -> None:
    me = person(size="phone", saves=7)
    mid_game(me, "europe", 30)
    shots = []
    for tab in ("hand", "market", "tickets", "log"):
        me.page.locator(f"[data-tab={tab}]").click()
        shots.append(shot(me))
    aim_with_a_choice(me)
    camera.save("phones", *shots, shot(me), height=SIZES["phone"][1])


def test_phones_on_their_side(person: Arrive, camera: Camera) -> None:
    europe, paris = person(size="landscape", saves=6), person(size="landscape", theme="dark", language="fr")
    mid_game(europe, "europe", 24)
    aim_with_a_choice(europe)
    mid_game(paris, "paris", 10)
    camera.save("phone-landscape", shot(europe), shot(paris), height=int(1.4 * SIZES["landscape"][1]))


def test_tunnel(person: Arrive, camera: Camera) -> None:
    tunnels = [track.id for track in load_board("europe").tracks if track.tunnel]
    desk = person(likes=tunnels, saves=9)
    phone = person(size="phone", language="fr", theme="dark", likes=tunnels, saves=9)
    for one in (desk, phone):
        tunnel_that_costs(one)
    camera.save("tunnel", shot(desk), shot(phone))


def test_cover(person: Arrive, camera: Camera) -> None:
    desk, phone = person(language="fr"), person(size="phone", theme="dark")
    for one in (desk, phone):
        share(one, "paris")
    camera.save("cover", shot(desk), shot(phone))


@pytest.mark.parametrize(
    ("game", "language", "theme", "decisions"),
    [
        ("paris", "fr", "dark", 22),
        ("berlin", "en", "light", 22),
        ("amsterdam", "fr", "light", 12),
        ("cardgame", "en", "light", 16),
    ],
)
def test_titles(person: Arrive, camera: Camera, game: str, language: str, theme: str, decisions: int) -> None:
    other = {"fr": "en", "en": "fr"}[language]
    desk = person(language=language, theme=theme, saves=5)
    phone = person(language=other, theme={"dark": "light", "light": "dark"}[theme], size="phone", saves=4)
    for one in (desk, phone):
        mid_game(one, game, decisions if one is desk else decisions // 2)
    if game != "cardgame":
        aim_with_a_choice(desk)
    elif desk.look()["ideas"]:
        desk.page.locator("[data-idea]").first.click()
    phone.page.locator("[data-tab=hand]").click()
    camera.save(game, shot(desk), shot(phone))


def test_the_end(person: Arrive, camera: Camera) -> None:
    me, phone = person(language="fr", saves=8), person(size="phone", language="fr")
    for one, game in ((me, "europe"), (phone, "paris")):
        start(one, game)
        one.play_on()
        one.skip_count()
    camera.save("count", shot(me), shot(phone))
    for one in (me, phone):
        one.page.get_by_role("button", name="Revoir").click()
        one.page.wait_for_selector("input[type=range]")
        one.until("document.querySelector('input[type=range]').max > 20")
        one.page.wait_for_timeout(3000)
        slider = one.page.get_by_role("slider")
        slider.fill(str(int(slider.get_attribute("max") or "0") * 2 // 3))
    camera.save("replay", shot(me), shot(phone))
    for one in (me, phone):
        one.go("#/games")
        one.page.wait_for_selector("main li")
    camera.save("finished", shot(me), shot(phone))


def test_help(person: Arrive, camera: Camera) -> None:
    desk, phone = person(language="fr"), person(size="phone", theme="dark")
    desk.go("#/rules/europe?rule=U2")
    phone.go("#/rules/cardgame")
    camera.save("rules", shot(desk), shot(phone))


def test_guide(person: Arrive, camera: Camera) -> None:
    desk, phone = person(), person(size="phone", theme="dark")
    for one, title in ((desk, 0), (phone, 2)):
        one.go("#/first")
        one.page.get_by_role("button", name="Begin").nth(title).click()
        one.page.wait_for_selector("[data-guide]")
    desk.act()
    desk.page.wait_for_selector("[data-guide=draw]")
    camera.save("guide", shot(desk), shot(phone))


def test_all_together_stay_small() -> None:
    sizes = {file.name: file.stat().st_size for file in FOLDER.iterdir()}
    assert sum(sizes.values()) < ALL_TOGETHER, sizes
