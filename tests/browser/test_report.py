"""The arena's report in a real browser: readable for everybody, at any width, by day and by night, in one file."""

from itertools import product
from pathlib import Path
from typing import Any

import pytest
from axe import run

from aiguillage.arena.report import report
from aiguillage.arena.tournament import hold_tournament

FONTS = {"Besley", "Barlow", "Barlow Condensed"}


@pytest.fixture(scope="module", params=["berlin", "cardgame"])
def page_of(request: pytest.FixtureRequest, browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a small tournament."""
    file = tmp_path_factory.mktemp("report") / "report.html"
    result = hold_tournament(request.param, ["one-step", "random", "hungry"], 60, seed=2, players=2)
    file.write_text(report(result), encoding="utf-8")
    return file


def test_the_report_reads_well(browser: Any, page_of: Path) -> None:
    page = browser.new_page()
    asked, said = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    page.goto(page_of.as_uri())
    fonts = page.evaluate("document.fonts.ready.then(all => [...all].map(f => [f.family, f.status]))")
    assert {name.strip('"') for name, status in fonts if status == "loaded"} == FONTS
    for width, scheme in product((360, 1280), ("light", "dark")):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        found = [(one["id"], [node["html"][:120] for node in one["nodes"][:3]]) for one in run(page)]
        assert not found, (width, scheme)
    assert [url for url in asked if not url.startswith("data:")] == [page_of.as_uri()]
    assert not said
    page.close()
