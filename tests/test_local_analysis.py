"""The analysis of the page: the pieces and figures of `aiguillage.analysis`, worked out without a server."""

import json
from typing import Any

import pytest

from aiguillage.analysis import Analyst, stream
from aiguillage.boards import board_names
from aiguillage.bots import make_bot, play_game
from aiguillage.game import Game
from aiguillage.titles import FOLDER
from test_local_engine import Node, node  # noqa: F401

PLAYOUTS = 20


def assert_same(ours: Any, theirs: Any, where: str) -> None:
    """The same but for the last digit, which is rounded differently."""
    if isinstance(theirs, dict):
        assert isinstance(ours, dict), where
        assert ours.keys() == theirs.keys(), where
        for key, value in theirs.items():
            assert_same(ours[key], value, f"{where}.{key}")
    elif isinstance(theirs, list):
        assert isinstance(ours, list), where
        assert len(ours) == len(theirs), where
        for number, value in enumerate(theirs):
            assert_same(ours[number], value, f"{where}[{number}]")
    elif isinstance(theirs, float):
        assert ours == pytest.approx(theirs, abs=1.5e-4), where
    else:
        assert ours == theirs, where


@pytest.mark.parametrize(
    "titles",
    [("paris", "cardgame"), pytest.param(("europe", "amsterdam", "berlin"), marks=pytest.mark.long)],
)
def test_the_page_analyses_as_the_server_does(node: Node, titles: tuple[str, ...]) -> None:  # noqa: F811
    """A game of every title, with players good and bad, one of them with three seats: the same pieces."""
    asked, expected = [], []
    for title in titles:
        seats = 3 if title == "paris" else 2
        game = Game.new(title, seats=seats, key=board_names().index(title) + 1)
        play_game(game, [make_bot("hungry"), make_bot("random", 1), make_bot("planner", 2)][:seats])
        asked.append({"game": title, "record": game.record(), "playouts": PLAYOUTS})
        pieces = list(stream(Analyst(game, PLAYOUTS, names=[f"P{seat}" for seat in range(seats)])))
        del pieces[-1]["story"]  # the page has its own sentences
        expected.append(pieces)
    nets = str(FOLDER)
    for theirs, ours in zip(expected, node.run("local_analysis.mjs", nets, text=json.dumps(asked)), strict=True):
        assert ours[-1].pop("story") == {}
        assert [piece["type"] for piece in ours] == [piece["type"] for piece in theirs]
        for one, other in zip(ours, theirs, strict=True):
            assert_same(one, other, f"{theirs[0]['game']} {other['type']} {other.get('number', '')}")
    words = [piece["word"] for pieces in expected for piece in pieces if piece["type"] == "decision"]
    assert {"mistake", "blunder"} & set(words)
    assert any(pieces[-1]["turning_points"] for pieces in expected)
