"""Puzzles with one answer, and the deal of the day."""

import json
from datetime import date
from pathlib import Path

import pytest
from typer.testing import CliRunner

from aiguillage.analysis import AnalysisError
from aiguillage.analysis.daily import daily
from aiguillage.analysis.puzzles import AHEAD, CERTAIN, LEVELS, Puzzle, make_puzzles
from aiguillage.analysis.puzzles_command import app
from aiguillage.boards import board_names
from aiguillage.bots import Seen, make_bot
from aiguillage.game import Game


@pytest.fixture(scope="module")
def puzzles() -> list[Puzzle]:
    return make_puzzles("paris", 2, seed=1)


def test_puzzles_have_one_answer_that_can_be_played(puzzles: list[Puzzle]) -> None:
    assert len({(puzzle.deal, puzzle.decision) for puzzle in puzzles}) == 2
    for puzzle in puzzles:
        game = Game.from_record(puzzle.record)
        legal = [action.text for action in game.legal_actions(puzzle.seat)]
        assert puzzle.legal == len(legal) >= 5
        assert {puzzle.answer, puzzle.second} <= set(legal)
        assert puzzle.ahead.mean > max(AHEAD, CERTAIN * puzzle.ahead.error)
        assert all(0.0 < chance < 1.0 for chance in puzzle.win)
        found = [
            level
            for level, bot in LEVELS.items()
            if str(make_bot(bot, 0).choose(Seen.of(game, puzzle.seat))) == puzzle.answer
        ]
        assert puzzle.level == (found[0] if found else "hard")


def test_the_same_seed_finds_the_same_puzzles_and_the_command_writes_them(
    puzzles: list[Puzzle], tmp_path: Path
) -> None:
    file = tmp_path / "puzzles.json"
    arguments = ["make", "paris", "--count", "2", "--seed", "1", "--out", str(file)]
    result = CliRunner().invoke(app, arguments)
    assert result.exception is None
    assert "2 puzzles of Paris" in result.stdout
    data = json.loads(file.read_text(encoding="utf-8"))
    assert (data["game"], data["version"]) == ("paris", 2)
    assert data["puzzles"] == json.loads(json.dumps([puzzle.to_dict() for puzzle in puzzles]))


def test_asking_for_too_many_is_refused() -> None:
    with pytest.raises(AnalysisError, match="Only"):
        make_puzzles("paris", 1, most_games=0)


@pytest.mark.parametrize("title", board_names())
def test_the_deal_of_a_day_is_the_same_for_everybody(title: str) -> None:
    day = date(2026, 11, 16)
    one, other = daily(title, day, b"a secret"), daily(title, day, b"a secret")
    assert one == other
    assert one.game().state_bytes() == other.game().state_bytes()
    assert one.game().seats == 1 + len(one.bots)


def test_another_day_title_or_server_has_another_deal() -> None:
    day = date(2026, 11, 16)
    keys = {
        daily("paris", day, b"a secret").key,
        daily("berlin", day, b"a secret").key,
        daily("paris", date(2026, 11, 17), b"a secret").key,
        daily("paris", day, b"another secret").key,
    }
    assert len(keys) == 4
    assert all(0 <= key < 1 << 128 for key in keys)
