"""The pictures of docs/screenshots: taken of real games with `pytest tests/browser --screenshots`."""

import base64
from pathlib import Path
from typing import Any

import pytest
from deals import aim, first_with, mid_game, owed, played, sit_down
from hands import SIZES, TOUCH, Person
from test_people import TITLES, Arrive, open_table, start

from aiguillage.arena.report import report
from aiguillage.arena.tournament import hold_tournament
from aiguillage.game.view import View

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
    me = person(language="fr")
    aim(me, mid_game(me, "europe", 90))
    camera.save("europe", shot(me))


def test_europe_by_night(person: Arrive, camera: Camera) -> None:
    me = person(theme="dark")
    mid_game(me, "europe", 96, choice=False, seed=2)
    camera.save("europe-night", shot(me))


def test_europe_on_a_tablet(person: Arrive, camera: Camera) -> None:
    me = person(size="tablet")
    mid_game(me, "europe", 90, choice=False)
    camera.save("europe-tablet", shot(me), height=SIZES["tablet"][1])


def test_the_tabs_of_a_phone(person: Arrive, camera: Camera) -> None:
    me = person(size="phone")
    game = mid_game(me, "europe", 90)
    shots = []
    for tab in ("hand", "market", "tickets", "log"):
        me.page.locator(f"[data-tab={tab}]").click()
        shots.append(shot(me))
    aim(me, game)
    camera.save("phones", *shots, shot(me), height=SIZES["phone"][1])


def test_phones_on_their_side(person: Arrive, camera: Camera) -> None:
    europe, paris = person(size="landscape"), person(size="landscape", theme="dark", language="fr")
    aim(europe, mid_game(europe, "europe", 90))
    mid_game(paris, "paris", 26, choice=False)
    camera.save("phone-landscape", shot(europe), shot(paris), height=int(1.4 * SIZES["landscape"][1]))


def test_offers_on_their_side(person: Arrive, camera: Camera) -> None:
    """Four tickets of Europe and six of the Card Game, on phones that lie on their side."""
    europe, cards = person(size="landscape"), person(size="landscape", theme="dark", language="fr")
    for one, title in ((europe, "europe"), (cards, "cardgame")):
        start(one, title)
        one.page.locator("[data-offer]").first.click()
    camera.save("offers", shot(europe), shot(cards), height=int(1.4 * SIZES["landscape"][1]))


def test_tunnel(person: Arrive, camera: Camera) -> None:
    game = first_with("europe", owed)
    desk, phone = person(), person(size="phone", language="fr", theme="dark")
    for one in (desk, phone):
        sit_down(one, game)
        one.page.wait_for_selector("[data-confirm]")
    camera.save("tunnel", shot(desk), shot(phone))


def test_cover(person: Arrive, camera: Camera) -> None:
    desk, phone = person(language="fr"), person(size="phone", theme="dark")
    for one in (desk, phone):
        share(one, "paris")
    camera.save("cover", shot(desk), shot(phone))


@pytest.mark.parametrize(
    ("game", "language", "theme", "turn"),
    [
        ("paris", "fr", "dark", 26),
        ("berlin", "en", "light", 30),
        ("amsterdam", "fr", "light", 26),
    ],
)
def test_titles(person: Arrive, camera: Camera, game: str, language: str, theme: str, turn: int) -> None:
    other = {"fr": "en", "en": "fr"}[language]
    desk = person(language=language, theme=theme)
    phone = person(language=other, theme={"dark": "light", "light": "dark"}[theme], size="phone")
    aim(desk, mid_game(desk, game, turn))
    mid_game(phone, game, turn)
    phone.page.locator("[data-tab=hand]").click()
    camera.save(game, shot(desk), shot(phone))


def test_the_card_game(person: Arrive, camera: Camera) -> None:
    desk, phone = person(), person(language="fr", theme="dark", size="phone")

    def busy(view: View) -> bool:
        laid = sum(bool(player.yard) for player in view.players)
        columns = (x for x in view.legal if x["kind"] == "place" and sum(x["cards"].values()) > 2)
        return view.phase == "turn" and laid > 2 and any(columns)

    for one in (desk, phone):
        sit_down(one, played("cardgame", 7, busy))
        one.page.locator("[data-idea]").first.click()
        one.page.wait_for_selector("[data-confirm]")
    camera.save("cardgame", shot(desk), shot(phone))


def test_the_end_of_a_round(person: Arrive, camera: Camera) -> None:
    game = first_with("cardgame", lambda view: view.phase == "completion")
    desk, phone = person(language="fr"), person(size="phone", theme="dark")
    for one in (desk, phone):
        sit_down(one, game)
        one.page.wait_for_selector("[data-complete]")
    camera.save("round", shot(desk), shot(phone))


def test_the_end(person: Arrive, camera: Camera) -> None:
    me, phone = person(language="fr"), person(size="phone", language="fr")
    tables = []
    for one, title in ((me, "europe"), (phone, "paris")):
        tables.append(sit_down(one, played(title, 3, lambda _: False)))
        one.page.wait_for_selector("[data-over]")
        one.skip_count()
    camera.save("count", shot(me), shot(phone))
    for title in ("berlin", "cardgame"):
        sit_down(me, played(title, 3, lambda _: False))
    for one, table in zip((me, phone), tables, strict=True):
        one.go(f"#/replay/{table}")
        one.page.wait_for_selector("input[type=range]")
        one.until("document.querySelector('input[type=range]').max > 20")
        slider = one.page.get_by_role("slider")
        slider.fill(str(int(slider.get_attribute("max") or "0") * 2 // 3))
        one.page.evaluate("document.activeElement.blur()")
    camera.save("replay", shot(me), shot(phone))
    table = sit_down(me, played("paris", 5, lambda _: False))
    for one in (me, phone):
        one.go(f"#/replay/{table}")
        one.page.locator("[data-replay=analyse]").click()
        one.page.wait_for_selector("[data-analysis=done]")
        one.page.locator("[data-turn]").first.click()
        one.page.evaluate("document.activeElement.blur()")
    camera.save("analysis", shot(me), shot(phone))
    for one in (me, phone):
        one.go("#/games")
        one.page.wait_for_selector("main li")
    camera.save("finished", shot(me), shot(phone))


def test_pages_for_learners(person: Arrive, camera: Camera) -> None:
    desk, phone = person(), person(size="phone", theme="dark", language="fr")
    for one, where in ((desk, "#/puzzles"), (phone, "#/daily")):
        one.go(where)
        one.page.wait_for_selector("main li")
    camera.save("learn", shot(desk), shot(phone))


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


def test_arena(browser: Any, camera: Camera, tmp_path: Path) -> None:
    """The report of a tournament: who wins, and which routes do."""
    file = tmp_path / "report.html"
    bots = ["planner", "one-step", "long-route", "hungry"]
    file.write_text(report(hold_tournament("europe", bots, 3000, seed=1, players=2)), encoding="utf-8")
    page = browser.new_page(viewport={"width": 1060, "height": 900}, color_scheme="light")
    page.goto(file.as_uri())
    page.evaluate("document.fonts.ready.then(() => 0)")
    routes = page.locator("section, article, .panel").filter(has_text="Which routes win").last
    # not the times of decisions: they are this machine's, and it may be busy
    head = page.screenshot(clip={"x": 0, "y": 0, "width": 1060, "height": 596})
    camera.save("arena", head, routes.screenshot())
    page.close()


def test_all_together_stay_small() -> None:
    sizes = {file.name: file.stat().st_size for file in FOLDER.iterdir()}
    assert sum(sizes.values()) < ALL_TOGETHER, sizes
