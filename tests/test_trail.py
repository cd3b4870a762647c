"""The longest path: the search in networks of many loops (E3)."""

import random
from typing import Any

import pytest

from aiguillage.boards import load_board
from aiguillage.rules import score, trail
from aiguillage.rules.state import SCRATCH, new_record
from networks import dense_position, longest_walk


@pytest.mark.rule("E3")
def test_the_longest_path_of_dense_networks_is_found_by_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every walk against the search; and the search was asked, for networks with fewer loops are walked."""
    found: list[int] = []
    search = trail.search_component

    def count(*arguments: Any) -> int:
        found.append(search(*arguments))
        return found[-1]

    monkeypatch.setattr(trail, "search_component", count)
    board, chance = load_board("europe"), random.Random("searched")
    for _ in range(20):
        state, scratch = dense_position(board, chance), new_record(SCRATCH)
        score.find_components(board.table, state, scratch)
        assert trail.longest_trail(board.table, state, 0, scratch) == longest_walk(board, state, 0)
    assert len(found) >= 10
