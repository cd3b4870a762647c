"""The coach of the page: it names mistakes, never what is best, and judges by what could be seen."""

import json
from typing import Any

import pytest

from aiguillage.boards import board_names
from aiguillage.game import Game
from aiguillage.titles import file_of
from test_local_engine import Node, node  # noqa: F401

JUDGED = 2
"""Puzzles of each title that the coach is asked about."""


def puzzles_of(title: str) -> list[dict[str, Any]]:
    data = json.loads(file_of(title, "puzzles.json").read_text("utf-8"))
    assert data["game"] == title
    puzzles: list[dict[str, Any]] = data["puzzles"]
    return puzzles


@pytest.mark.parametrize("title", board_names())
def test_the_puzzles_of_the_page_can_be_played(title: str) -> None:
    """By today's rules and boards, with several levels and different games."""
    puzzles = puzzles_of(title)
    assert len({puzzle["level"] for puzzle in puzzles}) >= 2
    assert len({puzzle["deal"] for puzzle in puzzles}) == len(puzzles)
    for puzzle in puzzles:
        game = Game.from_record(puzzle["record"])
        legal = [action.text for action in game.legal_actions(puzzle["seat"])]
        assert {puzzle["answer"], puzzle["second"]} <= set(legal)
        assert len(game.moves) + 1 == puzzle["decision"]


def test_the_coach_names_mistakes_and_never_what_is_best(node: Node) -> None:  # noqa: F811
    """In puzzles of every title: the answer is no mistake, the second best is one, and hidden cards change nothing."""
    asked, expected = [], []
    for title in board_names():
        for puzzle in puzzles_of(title)[:JUDGED]:
            position = {"game": title, "record": puzzle["record"], "seat": puzzle["seat"]}
            asked += [{**position, "text": puzzle["answer"]}, {**position, "text": puzzle["second"]}]
            asked.append({**position, "text": puzzle["second"], "hidden": True})
            expected.append(puzzle["answer"])
    results = node.run("local_coach.mjs", text=json.dumps(asked))
    assert any(result["changed"] for result in results)
    for number, answer in enumerate(expected):
        best, second, disguised = (result["advice"] for result in results[3 * number : 3 * number + 3])
        assert best is None
        assert second["text"] == answer
        assert second["word"] in ("mistake", "blunder")
        assert disguised == second


def test_only_who_plays_alone_is_told(node: Node) -> None:  # noqa: F811
    """Tables of the page with a coach: one person and a bot; two people; two and a bot; bots alone."""
    alone, *others = node.run("local_coached.mjs")
    assert alone["told"]
    for word in alone["told"]:
        assert word["seat"] == 0
        assert word["text"] != word["played"]
    assert [table["told"] for table in others] == [[], [], []]
