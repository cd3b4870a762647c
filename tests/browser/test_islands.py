"""A title that nobody built into the client: its folder is enough to play it in a browser."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hands import Person, Station

FOLDER = Path(__file__).parents[1] / "titles"


@pytest.fixture
def islander(client: None, browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Person]:
    """A newcomer at a server that was given a folder of titles."""
    monkeypatch.setenv("AIGUILLAGE_TITLES", str(FOLDER))
    with Station(tmp_path) as station:
        one = Person(browser, station, language="fr", newcomer=True, service_workers="allow")
        yield one
        one.context.close()
    assert not one.faults, f"the page complained: {one.faults}"


def test_a_title_from_a_folder_is_played_to_the_end(islander: Person) -> None:
    """Poster, words and guide are the folder's; the game is played in the page without the server; so are the rules."""
    me, began = islander, time.monotonic()
    me.go()
    me.until("navigator.serviceWorker.ready.then((known) => known.active?.state === 'activated')")
    me.station.stop()
    me.go()
    me.page.locator(".posters label", has_text="Les Îles").click()
    me.page.get_by_text("Six îles, deux joueurs").wait_for()
    assert me.page.locator(".posters label", has_text="Les Îles").inner_text().endswith("2 · 5 min")
    assert me.page.evaluate("[...document.querySelectorAll('.posters img')].every((one) => one.naturalWidth > 0)")
    me.page.get_by_role("button", name="Jouer aux Îles").click()
    me.page.wait_for_selector("[data-guide=tickets]")
    me.page.get_by_role("button", name="Arrêter le guide").click()
    me.play_on()
    me.skip_count()
    me.page.locator(".total").first.wait_for()
    assert me.page.locator(".total").count() == 2
    me.go("#/rules/islands")
    me.page.get_by_text("Deux joueurs, 9 wagons chacun").wait_for()
    titles = me.page.locator("article h3").all_inner_texts()
    assert any("Ferries" in title for title in titles)
    assert not any("Tunnels" in title or "Gare" in title for title in titles)
    print(f"{time.monotonic() - began:.1f} s")
