"""What a network expects, fitted anew: to games of every number of players, and nothing else of it changes."""

from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from aiguillage.boards import board_names, load_board
from aiguillage.bots.neural import UNIT
from programs import load
from small_nets import small_net


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    return load(Path(__file__).parents[1] / "tools" / "fit_expectations.py")


@pytest.mark.parametrize("title", board_names())
def test_games_of_every_number_of_players_are_held_out_and_others_fitted_to(tool: ModuleType, title: str) -> None:
    board = load_board(title)
    counts, every = tool.players_of(board), tool.held_out(board)
    wanted = set(range(board.min_seats, board.max_seats + 1))
    for out in (True, False):
        assert {counts[game % len(counts)] for game in range(60) if (game % every == 0) == out} == wanted


def test_what_a_seat_is_paid_is_foreseen_and_what_is_chosen_stays(
    tool: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    board = load_board("paris")
    net, chance = small_net(board), np.random.default_rng(1)
    width, seats = int(net.nets[0]["width"]), int(net.nets[0]["seats"])
    truth = chance.normal(0, 0.1, (seats, width))
    values = chance.integers(0, 2 * UNIT, (40_000, width))
    looks = [(game, row, truth[: 2 + game % 3] @ row / UNIT) for game, row in enumerate(values)]
    found = tool.fitted(net, looks, tool.held_out(board))
    assert (found.weights[: -seats * width] == net.weights[: -seats * width]).all()
    assert (found.biases[:-seats] == net.biases[:-seats]).all()
    before, after = (
        one.weights[-seats * width :].reshape(seats, width) * 2.0 ** -one.shifts[-seats:, None].astype(float)
        for one in (net, found)
    )
    assert ((after - truth) ** 2).sum() < ((before - truth) ** 2).sum() / 5
    told = capsys.readouterr().out.splitlines()
    assert len(told) == seats
    assert not any("nan" in line for line in told)
