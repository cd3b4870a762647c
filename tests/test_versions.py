"""docs/versions.md says what the program says, and versions are raised when they have to be."""

import hashlib
import importlib
import json
import re
from pathlib import Path

import pytest

from aiguillage.boards import board_names, load_board
from aiguillage.envs.title import find_title
from aiguillage.seen import layout
from aiguillage.server.store import database, migrations

DOCS = Path(__file__).parents[1] / "docs"
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (DOCS / "versions.md").read_text("utf-8").splitlines()
    if line.startswith("| ") and not line.startswith(("| ---", "| what"))
]
CONSTANTS = {what: (version, where.strip("`")) for what, version, where, _ in ROWS if version != "–"}

LAYOUTS = {0: "4076f2034f89d9b0", 1: "dec5d7df4cef4d07"}
"""What the environments' observations and actions are, by version: a digest over all titles and numbers of players."""


@pytest.mark.parametrize("what", CONSTANTS)
def test_the_table_is_true(what: str) -> None:
    version, where = CONSTANTS[what]
    module, _, name = where.rpartition(".")
    if module == "aiguillage.train.learner":
        pytest.importorskip("torch")
    assert str(getattr(importlib.import_module(module), name)) == version


def test_no_version_is_left_out() -> None:
    """Whatever the sources call a version, a format or the newest of something has a line."""
    sources = DOCS.parent / "src"
    found = set()
    for file in sources.rglob("*.py"):
        module = ".".join(file.relative_to(sources).with_suffix("").parts).removesuffix(".__init__")
        names = re.findall(
            r"^((?:__version__|FORMAT|VERSION|NEWEST|[A-Z]+_VERSION)) = ",
            file.read_text("utf-8"),
            re.MULTILINE,
        )
        found |= {f"{module}.{name}" for name in names}
    assert found == {where for _, where in CONSTANTS.values()}


def test_every_promise_is_told_and_every_page_is_there() -> None:
    assert len(ROWS) == len({row[0] for row in ROWS}) > 8
    for *_, promise in ROWS:
        assert len(promise) > 40
        assert all((DOCS / page).exists() for page in re.findall(r"\]\(([a-z]+\.md)\)", promise))


def test_the_newest_migration_is_the_last_file() -> None:
    folder = Path(next(iter(migrations.__path__))) / "versions"
    assert max(file.name[:4] for file in folder.glob("[0-9]*.py")) == database.NEWEST


@pytest.mark.parametrize("version", range(layout.NEWEST + 1))
def test_the_layouts_are_those_of_their_version(version: int) -> None:
    """A change of what learners see makes trained networks useless: it needs a new version (and a new line here)."""
    whole = []
    for name in board_names():
        board = load_board(name)
        for seats in range(board.min_seats, board.max_seats + 1):
            title = find_title(name, seats, version)
            parts = [(part.name, part.shape) for part in title.layout.parts]
            whole.append([name, seats, title.actions, parts, title.layout.high().tolist()])
    digest = hashlib.sha256(json.dumps(whole).encode()).hexdigest()[:16]
    assert LAYOUTS[version] == digest
