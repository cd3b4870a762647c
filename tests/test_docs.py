"""What the pages show runs: the examples in Python, the command lines, and the links between pages."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml

from aiguillage import Game
from aiguillage.cli import app, with_command

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
ELSEWHERE = {"research.md": "test_research.py", "bots-howto.md": "test_bots_howto.py"}
"""Pages whose examples have a test of their own, which knows what they need."""


def blocks(page: Path, *languages: str) -> list[str]:
    found = re.findall(r"^```(\w*)[^\n]*\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return [code for language, code in found if language in languages]


EXAMPLES = [
    pytest.param(page, code, id=f"{page.name}-{number}")
    for page in PAGES
    if page.name not in ELSEWHERE
    for number, code in enumerate(blocks(page, "python", "py"), 1)
]
TYPED = [
    pytest.param(line, id=line)
    for page in PAGES
    for code in blocks(page, "console", "sh", "bash", "")
    for line in (text.removeprefix("$ ") for text in code.splitlines())
    if line.split("#")[0].split()[:1] == ["aiguillage"]
]


@pytest.mark.parametrize(("page", "code"), EXAMPLES)
def test_example(page: Path, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(code, str(page), "exec"), {"__name__": "example"})


DOCSTRINGS = [
    pytest.param(code, id=f"{path.relative_to(ROOT)}-{number}")
    for path in sorted((ROOT / "src").rglob("*.py"))
    for number, code in enumerate(blocks(path, "python"), 1)
]


@pytest.mark.parametrize("code", DOCSTRINGS)
def test_example_of_a_docstring(code: str) -> None:
    """What stands in the sources runs too; some examples take up a game."""
    exec(compile(code, "docstring", "exec"), {"__name__": "example", "game": Game.new("paris")})


def test_the_other_examples_have_their_tests() -> None:
    assert len(EXAMPLES) > 4
    assert len(DOCSTRINGS) > 4
    for page, test in ELSEWHERE.items():
        assert blocks(ROOT / "docs" / page, "python")
        assert page in (ROOT / "tests" / test).read_text("utf-8")


@pytest.mark.parametrize("line", TYPED)
def test_every_command_line_is_understood(line: str) -> None:
    """Commands, options and the kinds of their values; nothing is run."""
    words = with_command(shlex.split(line, comments=True)[1:])
    command: Any = typer.main.get_command(app)
    context = command.make_context("aiguillage", list(words))
    while hasattr(command, "get_command"):
        words = [*context._protected_args, *context.args]
        name, words = words[0], words[1:]
        command = command.get_command(context, name)
        assert command is not None, f"there is no command {name}"
        context = command.make_context(name, words, parent=context)
        command = context.command


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_every_link_leads_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if not re.match(r"[a-z]+:", link):
            assert (page.parent / link.partition("#")[0]).exists(), link


def test_every_page_is_on_the_site() -> None:
    settings = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))
    assert settings["strict"] is True

    def pages(entry: Any) -> list[str]:
        if isinstance(entry, str):
            return [entry]
        return [page for value in (entry.values() if isinstance(entry, dict) else entry) for page in pages(value)]

    assert sorted(pages(settings["nav"])) == sorted(page.name for page in (ROOT / "docs").glob("*.md"))
