"""The client's own checks: types, units, languages, and how much script a visitor has to fetch."""

import gzip
from pathlib import Path
from types import ModuleType

import pytest

from programs import client_build

ROOT = Path(__file__).resolve().parent.parent
SCRIPT_BUDGET = 170_000
LATER_BUDGET = 15_000
LATER = ("Coach", "Daily", "Puzzle", "Puzzles", "TableCare", "better", "pages", "puzzles")
"""What is fetched when somebody opens these pages or is coached, and by nobody else (`test_screens.py` looks)."""
LANGUAGES = ("en", "fr")
"""A visitor fetches the words of one (`test_screens.py` looks)."""
REFUSED_BUDGET = 5_000
ENGINE_BUDGET = 120_000
BACK_BUDGET = 25_000


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    return client_build()


@pytest.mark.parametrize("command", [("run", "check"), ("test",)])
def test_the_client_passes_its_own_checks(tool: ModuleType, command: tuple[str, ...]) -> None:
    tool.npm(*command)


def test_only_sources_make_it_stale(tool: ModuleType) -> None:
    """What npm, the builder and the tests leave behind is not among them; else the client is built again and again."""
    found = {path.relative_to(tool.WEB.parent).as_posix() for path in tool.sources()}
    assert {"web/package-lock.json", "web/src/main.ts", "src/aiguillage/titles/paris/board.toml"} <= found
    assert not [path for path in found if tool.LEFT_OUT & set(path.split("/"))]


def test_all_scripts_together_stay_within_the_budget(tool: ModuleType) -> None:
    if tool.is_stale():
        tool.build()
    later = refused = all_else = 0
    words: dict[str, int] = {}
    for script in (tool.STATIC / "assets").glob("*.js"):
        name, size = script.name.partition("-")[0], len(gzip.compress(script.read_bytes(), 9))
        if name in LATER:
            later += size
        elif name == "refused":  # fetched when a file is refused
            refused += size
        elif name in LANGUAGES:
            words[name] = size
        else:
            all_else += size
    assert set(words) == set(LANGUAGES)
    all_else += max(words.values())
    print(f"{all_else} bytes with the larger of {words}, {later} for later pages, {refused} about refused files")
    assert 0 < all_else < SCRIPT_BUDGET
    assert 0 < later < LATER_BUDGET
    assert 0 < refused < REFUSED_BUDGET


def test_what_looks_back_at_finished_games_stays_within_its_budget(tool: ModuleType) -> None:
    """Replay, analysis and what is done from a moment: fetched when they are asked for."""
    if tool.is_stale():
        tool.build()
    scripts = {file.name.split("-")[0]: file for file in (tool.STATIC / "assets" / "back").glob("*.js")}
    assert {"Replay", "Analysis", "Moment"} <= set(scripts)
    assert sum(len(gzip.compress(file.read_bytes(), 9)) for file in scripts.values()) < BACK_BUDGET


@pytest.mark.parametrize("title", ["europe", "amsterdam", "berlin", "paris", "cardgame"])
def test_what_plays_a_title_in_the_page_stays_within_its_budget(tool: ModuleType, title: str) -> None:
    """All that is fetched on top of the page: workers, kernel, the title's records and its board."""
    if tool.is_stale():
        tool.build()
    engine, family = tool.WEB / "src" / "assets" / "engine", "card" if title == "cardgame" else "board"
    files = [engine / name for name in (f"{family}.wasm", "facts.json", f"{title}.bin", f"{title}.json")]
    files += [*(tool.STATIC / "assets" / "engine").glob("*.js")]
    files += [*(tool.STATIC / "assets").glob("client-*.js"), *(tool.STATIC / "assets").glob("boards-*.js")]
    assert len(files) == 8
    size = sum(len(gzip.compress(file.read_bytes(), 9)) for file in files)
    print(f"{title}: {size} bytes")
    assert size < ENGINE_BUDGET
