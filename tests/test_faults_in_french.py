"""What is wrong with a file is told to French readers in French: sentences about boards and records have one."""

import json
import re
from pathlib import Path

import pytest

from aiguillage.boards import BoardError
from aiguillage.boards.load import parse_board
from aiguillage.game import Game
from aiguillage.game.errors import RecordError
from test_boards_load import DAMAGES, squeezed, text_of

SLOT = re.compile(r"\{(\w+)\}")
KNOWN = json.loads((Path(__file__).parents[1] / "web" / "src" / "lib" / "i18n" / "faults.fr.json").read_text("utf-8"))
AS_THEY_ARE = re.compile(r"'.*'|\[\w+\]( \w+)*|TOML|[-0-9]+( to [-0-9]+)?", re.DOTALL)
"""What stands in a sentence as the file has it: keys, sections, figures."""


def french(sentence: str) -> str | None:
    """As `inFrench` of web/src/lib/i18n/refused.ts puts it; the unit tests of the client hold that one."""
    for english, translated in KNOWN:
        parts = SLOT.split(english)  # texts, and between them the names of slots
        pattern = "".join("(.+?)" if odd % 2 else re.escape(part) for odd, part in enumerate(parts))
        found = re.fullmatch(pattern, sentence, re.DOTALL)
        if found:
            values = (french(part) or part for part in found.groups())
            filled = dict(zip(parts[1::2], values, strict=True))
            return "".join(filled[part] if odd % 2 else part for odd, part in enumerate(SLOT.split(translated)))
    return None


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: f"{damage[0]} {damage[2][:30]}")
def test_faults_of_boards(damage: tuple[str, str, str, str, str]) -> None:
    game, old, new, *_ = damage
    with pytest.raises(BoardError) as caught:
        parse_board(squeezed(text_of(game)).replace(old, new, 1), "the board")
    error = caught.value
    assert french(str(error)) is not None
    assert french(error.item) is not None or AS_THEY_ARE.fullmatch(error.item), error.item
    assert french(error.reason) is not None, error.reason


def test_faults_of_records() -> None:
    game = Game.new("paris", seats=2, seed=1)
    record = game.record()
    head = record.rstrip("\n")
    for damaged in (
        record.replace("[Game", "{Game", 1),
        record.replace('[Seats "2"]', "[Seats 2]"),
        head.replace("[Board", '[Game "paris"]\n[Board', 1),
        record.replace('"2"]', '"\\q"]', 1),
        record.replace("[Rules", "[Rulez", 1),
        re.sub(r'Rules "\d+"', 'Rules "99"', record),
        record.replace('"paris"', '"nowhere"', 1),
        re.sub(r'Board "\w+"', 'Board "0123456789abcdef"', record),
        record.replace('Seats "2"', 'Seats "9"', 1),
        re.sub(r'State "\w+"', 'State "0123456789abcdef"', record),
        record.replace('Seed "1"', 'Seed "01"', 1),
        record + "nonsense\n",
        record + "0 claim nowhere\n",
    ):
        assert damaged != record
        with pytest.raises(RecordError) as caught:
            Game.from_record(damaged)
        assert french(str(caught.value)) is not None, str(caught.value)
