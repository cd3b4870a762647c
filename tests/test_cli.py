"""The command line: quick to start, and an error is one line."""

import hashlib
import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch
from xml.etree import ElementTree

import pytest

from aiguillage import __version__
from aiguillage.boards import board_names
from aiguillage.cli import COMMANDS, main
from aiguillage.titles import file_of


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The command line in this process, where what it imports is there already."""
    plain = {"NO_COLOR": "1", "COLUMNS": "200", "TERM": "dumb"}
    out, err = io.StringIO(), io.StringIO()
    with (
        patch.dict(os.environ, plain),
        patch.object(sys, "argv", ["aiguillage", *arguments]),
        redirect_stdout(out),
        redirect_stderr(err),
        pytest.raises(SystemExit) as stopped,
    ):
        main()
    return subprocess.CompletedProcess(arguments, int(stopped.value.code or 0), out.getvalue(), err.getvalue())


def best_of(count: int, *arguments: str) -> float:
    """The quickest of a few runs in processor time: what the machine can do when nothing else disturbs it."""
    times = []
    for _ in range(count):
        before = os.times()
        subprocess.run([sys.executable, *arguments], capture_output=True, check=True)
        after = os.times()
        times.append(sum(after[2:4]) - sum(before[2:4]))
    return min(times)


def test_import_is_quick() -> None:
    assert best_of(5, "-c", "import aiguillage") < 0.3


def test_help_is_quick() -> None:
    assert best_of(5, "-c", "from aiguillage.cli import main; main()", "--help") < 0.5


def test_help_imports_nothing_heavy() -> None:
    program = (
        "import sys, contextlib\n"
        "from aiguillage.cli import app\n"
        "with contextlib.suppress(SystemExit):\n    app(['--help'])\n"
        "print(sorted({'numba', 'numpy', 'torch', 'fastapi', 'sqlalchemy'} & set(sys.modules)))"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout.splitlines()[-1] == "[]"


def test_help_names_every_command() -> None:
    result = run("--help")
    assert result.returncode == 0
    for name, (_, short) in COMMANDS.items():
        assert name in result.stdout
        assert short in result.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    result = run(command, "--help")
    assert result.returncode == 0, result.stderr
    assert "Usage" in result.stdout


def test_version() -> None:
    assert run("--version").stdout.strip() == __version__


def test_unknown_command() -> None:
    result = run("bord")
    assert result.returncode == 2
    assert "No such command 'bord'" in result.stderr


def test_board_list() -> None:
    lines = run("board", "list").stdout.splitlines()
    heads = [line.split(":")[0] for line in lines if not line.startswith(" ")]
    assert heads == list(board_names())
    assert any(line.startswith("  routes: our design") for line in lines)


def test_board_check() -> None:
    result = run("board", "check", "europe")
    assert result.returncode == 0
    assert "101 tracks" in result.stdout


def test_a_wrong_board_file_is_one_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("format = 1\nfamily = 'board'\n")
    for command in ("check", "draw", "pack"):
        result = run("board", command, str(file))
        assert result.returncode == 2
        assert result.stdout == ""
        assert result.stderr.splitlines() == [f"{file}: top level: 'players' is missing"]


def test_board_draw(tmp_path: Path) -> None:
    out = tmp_path / "board.svg"
    assert run("board", "draw", "berlin", "-o", str(out)).returncode == 0
    assert ElementTree.parse(out).getroot().tag.endswith("svg")


def test_board_pack(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(file_of("paris", "board.toml").read_bytes().replace(b"\n", b"\r\n"))
    assert run("board", "pack", str(file)).returncode == 0
    head, content, rest = (tmp_path / "mine.board").read_bytes().split(b"\n")
    assert json.loads(head)["sha256"] == hashlib.sha256(content).hexdigest()
    assert json.loads(content)["text"].encode() == file.read_bytes()
    assert rest == b""
    marked = tmp_path / "marked.toml"
    marked.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())  # as some editors save it
    assert run("board", "pack", str(marked)).returncode == 0
    assert (tmp_path / "marked.board").read_bytes() == (tmp_path / "mine.board").read_bytes()
    refused = run("board", "pack", "paris")
    assert (refused.returncode, len(refused.stderr.splitlines())) == (2, 1)


def test_board_draw_without_positions(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text = file_of("paris", "board.toml").read_text(encoding="utf-8")
    file.write_text(text.replace("at = [247, 376], ", ""), encoding="utf-8")
    result = run("board", "draw", str(file), "-o", str(tmp_path / "board.svg"))
    assert result.returncode == 2
    assert result.stderr.startswith(f"{file}: place arc-de-triomphe: it needs a position")
    assert run("board", "check", str(file)).returncode == 0


def test_board_draw_where_nothing_can_be_written(tmp_path: Path) -> None:
    out = tmp_path / "no" / "such" / "board.svg"
    result = run("board", "draw", "berlin", "-o", str(out))
    assert result.returncode == 2
    assert result.stderr.splitlines() == [f"{out}: cannot be written: no such file or directory"]


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("serve --port 99999", "'--port'"),
        ("--port many", "'--port'"),
        ("serve --prot 1", "--prot"),
        ("admin tabels", "'tables'"),
        ("admin purge --names-days soon", "'--names-days'"),
        ("site", "'folder'"),
        ("analyse", "'record'"),
        ("arena paris --games many", "'--games'"),
        ("board draw", "'board'"),
        ("simulate paris --games many", "'--games'"),
        ("train paris --hours long", "--hours"),
    ],
)
def test_wrong_options_are_one_line(line: str, wrong: str) -> None:
    """What is wrong, and where to look; no box, no traceback."""
    result = run(*line.split())
    assert result.returncode == 2
    assert result.stdout == ""
    [told] = result.stderr.splitlines()
    assert wrong in told
    assert told.endswith("--help` says what there is.")


def test_a_site_where_nothing_can_be_written_is_one_line(tmp_path: Path) -> None:
    file = tmp_path / "taken"
    file.write_text("")
    result = run("site", str(file / "inside"))
    assert result.returncode == 2
    [told] = result.stderr.splitlines()
    assert told.startswith(f"{file / 'inside'}: cannot be written")
