"""The numbered rules of docs/RULES.md, for programs: `rules()["D6"].text`."""

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

PAGE = "RULES.md"
HEADING = re.compile(r"^## (.+)$")
RULE = re.compile(r"^- ([A-Z][0-9]+)\s+(.+)$")


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered statement and the heading that it stands under."""

    id: str
    section: str
    text: str


def _page() -> str:
    """A wheel carries the page beside this module; a checkout has it in docs/."""
    shipped = resources.files("aiguillage.game") / PAGE
    here = shipped if shipped.is_file() else Path(__file__).parents[3] / "docs" / PAGE
    return here.read_text(encoding="utf-8")


@cache
def rules() -> dict[str, Rule]:
    """All rules by id, in the order of the page."""
    found: dict[str, Rule] = {}
    section = ""
    for line in _page().splitlines():
        if heading := HEADING.match(line):
            section = heading[1]
        elif match := RULE.match(line):
            found[match[1]] = Rule(match[1], section, match[2])
    return found


def find_rules(words: list[str]) -> list[Rule]:
    """The rules of these ids; or, if any of the words is no id, those in which all of them occur."""
    catalogue = rules()
    ids = [word.upper() for word in words]
    if all(name in catalogue for name in ids):
        return [catalogue[name] for name in ids] if ids else list(catalogue.values())
    wanted = [word.casefold() for word in words]
    return [
        rule
        for rule in catalogue.values()
        if all(word in f"{rule.id} {rule.section} {rule.text}".casefold() for word in wanted)
    ]
