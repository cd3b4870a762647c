"""The pictures of docs/screenshots: taken of real games with `pytest tests/browser --screenshots`."""

import base64
from pathlib import Path
from typing import Any

import pytest
from hands import SIZES, Person
from test_people import Arrive, open_table, start

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
LARGEST = 250_000

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


@pytest.fixture(autouse=True)
def _only_when_asked(request: pytest.FixtureRequest) -> None:
    if not request.config.getoption("--screenshots"):
        pytest.skip("pictures are taken with --screenshots")


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
    one.page.mouse.move(2, 2)
    one.page.wait_for_timeout(900)
    return one.page.screenshot()


def aim(one: Person) -> None:
    """Open the payment of a route that leaves a choice, or of any."""
    tracks = one.look()["tracks"]
    for track in [*tracks, tracks[-1]]:
        one.press("Escape")
        one.click_route([track])
        one.page.wait_for_timeout(200)
        if one.page.locator("[data-pay]").count() > 1:
            return


def mid_game(one: Person, game: str, decisions: int) -> None:
    """A table some way into a game, with a turn to take that leaves a choice."""
    start(one, game)
    one.play_on(until=decisions)
    for _ in range(40):
        seen = one.look()
        if seen["mine"] and not seen["offers"] and (seen["tracks"] or seen["ideas"]):
            return
        one.play_on(until=1)
    raise AssertionError("no turn to take a picture of")


def test_home(person: Arrive, camera: Camera) -> None:
    desk, phone = person(language="fr"), person(size="phone")
    camera.save("home", shot(desk.go()), shot(phone.go()))


def test_waiting_room(person: Arrive, camera: Camera) -> None:
    host, guest = person(), person(size="phone", language="fr", theme="dark")
    link = open_table(host, "amsterdam", bots=1)
    guest.page.goto(link)
    guest.page.get_by_label("Votre nom").fill("Zoé")
    joining = shot(guest)
    guest.page.get_by_role("button", name="S’asseoir").click()
    host.page.get_by_text("Zoé").wait_for()
    camera.save("waiting-room", shot(host), joining)


def test_europe(person: Arrive, camera: Camera) -> None:
    me = person(language="fr", saves=12)
    mid_game(me, "europe", 52)
    aim(me)
    camera.save("europe", shot(me))


def test_phones(person: Arrive, camera: Camera) -> None:
    upright, dark, cards = (
        person(size="phone"),
        person(size="phone", theme="dark", language="fr"),
        person(size="phone"),
    )
    mid_game(upright, "europe", 24)
    aim(upright)
    mid_game(dark, "berlin", 14)
    mid_game(cards, "cardgame", 10)
    camera.save("phones", shot(upright), shot(dark), shot(cards), height=SIZES["phone"][1])
    flat = person(size="landscape", theme="dark")
    mid_game(flat, "paris", 10)
    camera.save("phone-landscape", shot(flat), height=2 * SIZES["landscape"][1])


@pytest.mark.parametrize(
    ("game", "language", "theme", "size", "decisions"),
    [
        ("paris", "fr", "dark", "desktop", 26),
        ("berlin", "en", "light", "desktop", 26),
        ("amsterdam", "fr", "light", "tablet", 18),
        ("cardgame", "en", "light", "desktop", 16),
    ],
)
def test_titles(
    person: Arrive, camera: Camera, game: str, language: str, theme: str, size: str, decisions: int
) -> None:
    me = person(language=language, theme=theme, size=size, saves=5)
    mid_game(me, game, decisions)
    if me.look()["tracks"]:
        aim(me)
    camera.save(game, shot(me), height=SIZES[size][1])


def test_the_end(person: Arrive, camera: Camera) -> None:
    me, phone = person(language="fr", saves=8), person(size="phone", language="fr")
    for one, game in ((me, "europe"), (phone, "paris")):
        start(one, game)
        one.play_on()
        one.page.locator("[data-skip]").click()
    camera.save("count", shot(me), shot(phone))
    me.page.get_by_role("button", name="Revoir").click()
    me.page.wait_for_selector("input[type=range]")
    me.until("document.querySelector('input[type=range]').max > 100")
    me.page.wait_for_timeout(3000)
    slider = me.page.get_by_role("slider")
    slider.fill(str(int(slider.get_attribute("max") or "0") * 2 // 3))
    replay = shot(me)
    phone.go("#/games")
    camera.save("replay", replay, shot(phone))


def test_help(person: Arrive, camera: Camera) -> None:
    desk, phone = person(language="fr"), person(size="phone", theme="dark")
    desk.go("#/rules/europe?rule=U2")
    phone.go("#/first/berlin")
    phone.page.get_by_role("button", name="Begin").first.click()
    phone.page.wait_for_selector("[data-guide]")
    camera.save("help", shot(desk), shot(phone))
