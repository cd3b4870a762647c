"""Titles are folders: what is in them is played and shown, and nothing else names one."""

import ast
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from aiguillage import Game, load_board
from aiguillage.boards import BoardError, board_names
from aiguillage.bots import LEVELS, make_bot, play_game
from aiguillage.bots.bot import BotError
from aiguillage.bots.opinions import _weights, weights_for
from aiguillage.bots.registry import SEARCHES
from aiguillage.server.tables.page_board import net_file
from aiguillage.server.web import site_command
from aiguillage.server.web.titles import entry, find_file, help_for, with_files, with_titles
from aiguillage.titles import FOLDER, VARIABLE, TitleError, add_titles, titles

ROOT = Path(__file__).parents[1]
TOY = ROOT / "tests" / "titles"
OURS = ("europe", "amsterdam", "berlin", "paris", "cardgame")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder for titles; what is added in a test is forgotten after it."""
    monkeypatch.setenv(VARIABLE, "")
    titles.cache_clear()
    folder = tmp_path / "titles"
    folder.mkdir()
    yield folder
    monkeypatch.undo()
    titles.cache_clear()


@pytest.fixture
def islands(place: Path) -> None:
    add_titles(TOY)


def test_ours_come_in_their_order() -> None:
    assert board_names() == OURS


@pytest.mark.parametrize("title", OURS)
def test_every_folder_is_whole(title: str) -> None:
    files = {path.name for path in (FOLDER / title).iterdir()}
    cards = load_board(title).family == "cards"
    drawn = set() if cards else {"layout.json", "map.json"}
    assert {"board.toml", "title.toml", "poster.svg", "weights.toml", "net.npz"} | drawn <= files


def test_no_code_names_a_title() -> None:
    """Neither the package nor the client."""
    allowed = {"game/families.py"}  # there `cardgame` is a folder of modules
    found = set()
    package = ROOT / "src" / "aiguillage"
    for path in package.rglob("*.py"):
        texts = (one.value for one in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(one, ast.Constant))
        if any(text in OURS for text in texts if isinstance(text, str)):
            found.add(path.relative_to(package).as_posix())
    client = ROOT / "web" / "src"
    quoted = re.compile(rf"""["'`](?:{"|".join(OURS)})["'`]""")
    for path in (*client.rglob("*.ts"), *client.rglob("*.svelte")):
        ours = not path.name.endswith(".test.ts") and client / "dev" not in path.parents
        if ours and quoted.search(path.read_text(encoding="utf-8")):
            found.add(path.relative_to(client).as_posix())
    assert found == allowed


@pytest.mark.usefixtures("islands")
def test_a_title_from_a_folder_is_played_by_bots() -> None:
    board = load_board("islands")
    assert board_names() == (*OURS, "islands")
    assert (weights_for(board, "planner") == weights_for(load_board("paris"), "planner")).all()
    for seed, bot in enumerate([*LEVELS, "search", "neural", "light"]):
        options = {"playouts": 8} if bot in SEARCHES else {}
        game = Game.new("islands", seats=2, seed=seed)
        play_game(game, [make_bot(bot, seed, **options), make_bot("planner", seed + 1)])
        assert game.over
        assert Game.from_record(game.record()).record() == game.record()


@pytest.mark.usefixtures("islands")
def test_the_page_is_told_of_added_titles_only() -> None:
    page = with_titles("<html><head></head></html>")
    (told,) = json.loads(page.partition('id="titles">')[2].partition("</script>")[0])
    assert told == json.loads(json.dumps(entry(load_board("islands"))))
    assert set(help_for(load_board("islands"))["features"]) == {"board", "ferries", "grey"}
    service = with_files('const KEPT = OURS + "1";\nconst FILES = ["./"];')
    assert 'FILES = ["titles/islands/board.json",' in service
    assert (
        find_file("islands/title.toml") is find_file("europe/../__init__.py") is find_file("nobody/poster.svg") is None
    )


def test_without_added_titles_nothing_changes() -> None:
    assert with_titles("<head></head>") == "<head></head>"
    assert with_files("FILES = []") == "FILES = []"


@pytest.mark.usefixtures("islands")
def test_a_site_has_the_added_titles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text("<head></head>")
    (static / "service.js").write_text('KEPT = OURS + "1"; FILES = ["./"]')
    monkeypatch.setattr(site_command, "STATIC", static)
    site_command.write_site(tmp_path / "site")
    assert {path.name for path in (tmp_path / "site/titles/islands").iterdir()} == {
        *("board.json", "records.bin", "facts.json", "help.json", "poster.svg")
    }
    assert (tmp_path / "site/titles/paris" / f"{net_file('paris')}").is_file()
    assert 'id="titles"' in (tmp_path / "site/index.html").read_text("utf-8")
    assert "titles/islands/poster.svg" in (tmp_path / "site/service.js").read_text("utf-8")


def _copy(place: Path, name: str = "islands") -> Path:
    return Path(shutil.copytree(TOY / "islands", place / name))


def test_what_is_wrong_with_a_folder_is_said_in_a_sentence(place: Path) -> None:
    folder = _copy(place)
    about = (folder / "title.toml").read_text(encoding="utf-8")
    for text, reason in (
        (about.replace("claim", "clam"), r"\[fr\] must have a 'name' and a 'claim'"),
        (about.replace("minutes = 5", ""), "'minutes' must say"),
        ("minutes = ", "cannot be read"),
    ):
        (folder / "title.toml").write_text(text, encoding="utf-8")
        with pytest.raises(TitleError, match=reason):
            add_titles(place)
    with pytest.raises(TitleError, match="is no folder"):
        add_titles(place / "nothing")


def test_a_folder_has_the_name_of_its_board(place: Path) -> None:
    _copy(place, "isles")
    add_titles(place)
    with pytest.raises(BoardError, match="'id' is 'islands', but its title's folder is 'isles'"):
        load_board("isles")


def test_a_folder_counts_once_however_it_is_named(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TOY.parent)
    monkeypatch.setenv(VARIABLE, TOY.name)
    add_titles(TOY)
    assert board_names() == (*OURS, "islands")


def test_two_titles_of_one_name_are_refused(place: Path) -> None:
    _copy(place, "paris")
    with pytest.raises(TitleError, match="there is another title 'paris'"):
        add_titles(place)


def test_a_title_may_bring_weights(place: Path) -> None:
    folder = _copy(place)
    shutil.copyfile(FOLDER / "europe" / "weights.toml", folder / "weights.toml")
    add_titles(place)
    _weights.cache_clear()
    assert (weights_for(load_board("islands"), "planner") == weights_for(load_board("europe"), "planner")).all()
    (folder / "weights.toml").write_text("turn = 1.0\n")
    _weights.cache_clear()
    with pytest.raises(BotError, match="must have these weights"):
        weights_for(load_board("islands"), "planner")
    _weights.cache_clear()
