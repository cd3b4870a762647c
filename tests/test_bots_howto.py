"""docs/bots-howto.md, followed to the letter by a newcomer in an empty folder."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

DOC = Path(__file__).parents[1] / "docs" / "bots-howto.md"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", DOC.read_text(), re.MULTILINE | re.DOTALL)
PYTHON = [code for language, code in BLOCKS if language == "python"]
SHELL = [code for language, code in BLOCKS if language == "console"]


@pytest.fixture
def folder(tmp_path):
    """Where the newcomer has saved the first example."""
    (tmp_path / "my_bot.py").write_text(PYTHON[0])
    return tmp_path


def run(folder, *command):
    """A command typed in the newcomer's folder; the programs are those of this environment."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PATH": path, "COLUMNS": "100"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def typed(words):
    """The command of the page that has these words in it, as a shell would cut it."""
    (line,) = [line for code in SHELL for line in code.splitlines() if line.startswith("$ ") and words in line]
    return shlex.split(line.removeprefix("$ "))


def test_the_check_passes(folder):
    assert re.fullmatch(
        r"my_bot:MyBot played 10 games, \d+ decisions, all of them legal; the slowest took [\d.]+ ms\.\n",
        run(folder, *typed("conformance")),
    )


def test_the_bot_plays_in_the_arena(folder):
    command = typed("arena")
    assert command[command.index("--games") + 1] == "100"
    command[command.index("--games") + 1] = "4"
    data = json.loads(run(folder, *command, "--json", "--threads", "1"))
    assert {bot["bot"] for bot in data["bots"]} == {"my_bot:MyBot", "planner"}
    assert (data["games"], data["unfinished"]) == (4, 0)


def test_the_other_examples_run(folder):
    code = "from my_bot import MyBot\n" + "\n".join(PYTHON[1:])  # the test in it is what the check above runs
    assert re.fullmatch(r"\[[01](, 1)?\]\n", run(folder, sys.executable, "-c", code))
