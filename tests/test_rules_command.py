"""`aiguillage rules`: the numbered statements of docs/RULES.md, by number and by word."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from aiguillage.errors import AiguillageError
from aiguillage.game.rulebook import find_rules, rules
from aiguillage.game.rules_command import app

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "RULES.md").read_text("utf-8")


def told(*arguments: str) -> str:
    result = CliRunner().invoke(app, list(arguments))
    if result.exception:
        raise result.exception
    return result.stdout


def test_every_line_of_the_page_is_a_rule() -> None:
    lines = [line for line in PAGE.splitlines() if line.startswith("- ")]
    assert [f"- {rule.id:3} {rule.text}" for rule in rules().values()] == lines
    assert {rule.section for rule in rules().values()} == set(re.findall("^## (.+)$", PAGE, re.MULTILINE))


def test_by_number() -> None:
    assert [rule.id for rule in find_rules(["d6", "R10"])] == ["D6", "R10"]
    assert told("C20") == f"The Card Game\n  C20 {rules()['C20'].text}\n"


def test_by_word() -> None:
    found = {rule.id for rule in find_rules(["Tunnel", "cards"])}
    assert {"U1", "U6"} <= found
    assert "F1" in {rule.id for rule in find_rules(["ferry"])}
    assert all("tunnel" in f"{rules()[name].section}{rules()[name].text}".lower() for name in found)


def test_all_of_them() -> None:
    assert told().count("\n  ") == len(rules())
    assert [rule["id"] for rule in json.loads(told("--json"))] == list(rules())


def test_none_of_them() -> None:
    with pytest.raises(AiguillageError, match="No rule has the number or the words 'D77'"):
        told("D77")


def test_the_wheel_carries_the_page() -> None:
    """Beside the module, where it is looked for first."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert settings["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"] == {
        "docs/RULES.md": "aiguillage/game/RULES.md"
    }
