"""Simulations: one digest on every device, whatever the threads; the command's figures and refusals."""

import json
import os
import subprocess
import sys

import pytest

from aiguillage.arena.simulate import simulate
from aiguillage.boards import load_board
from aiguillage.errors import AiguillageError

TITLES = ["europe", "amsterdam", "berlin", "paris", "cardgame"]
KEYS = {
    "games",
    "decisions",
    "seconds",
    "games_per_second",
    "decisions_per_second",
    "mean_scores",
    "digest",
}


def command(*args: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from aiguillage.cli import main; main()", "simulate", *args],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **env},
    )


@pytest.mark.parametrize("title", TITLES)
def test_interpreter_and_threads_play_the_same_games(title: str) -> None:
    board = load_board(title)
    interpreted = simulate(board, 2, 6, 11, "python")
    compiled = simulate(board, 2, 6, 11, "cpu")
    assert interpreted.digest == compiled.digest
    assert interpreted.mean_scores == compiled.mean_scores


@pytest.mark.parametrize("title", TITLES)
def test_the_number_of_threads_does_not_matter(title: str) -> None:
    board = load_board(title)
    results = [simulate(board, board.max_seats, 9000, 5, "cpu", threads) for threads in (1, 2, 3)]
    assert len({result.digest for result in results}) == 1
    assert all(result.games == 9000 and result.unfinished == 0 for result in results)
    assert simulate(board, board.max_seats, 9000, 6, "cpu", 2).digest != results[0].digest


def test_the_command_reports_its_figures() -> None:
    done = command("paris", "--players", "3", "--games", "200", "--seed", "9", "--json")
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert figures.keys() >= KEYS
    assert figures["games"] == 200
    assert len(figures["mean_scores"]) == 3
    assert figures["decisions_per_second"] == pytest.approx(figures["decisions"] / figures["seconds"])


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (("paris", "--players", "7"), "2 to 4 players"),
        (("paris", "--games", "0"), "at least 1"),
        (("paris", "--seed", "-1"), "whole number"),
        (("nowhere",), "nowhere"),
    ],
)
def test_wrong_figures_are_refused_in_one_line(args: tuple[str, ...], reason: str) -> None:
    done = command(*args)
    assert done.returncode == 2
    assert reason in done.stderr
    assert "Traceback" not in done.stderr


def test_without_a_gpu_the_command_says_what_to_do() -> None:
    from numba import cuda

    if cuda.is_available():
        return
    done = command("paris", "--device", "cuda")
    assert done.returncode == 2
    assert "--device cpu" in done.stderr


def test_a_simulation_checks_its_players() -> None:
    with pytest.raises(AiguillageError, match="2 to 5 players"):
        simulate(load_board("europe"), 6, 1)


@pytest.mark.long
@pytest.mark.parametrize("title", TITLES)
def test_ten_million_games_all_end(title: str) -> None:
    board = load_board(title)
    counts = range(board.min_seats, board.max_seats + 1)
    for players in counts:
        result = simulate(board, players, 10_000_000 // len(counts) + 1, 1, "cpu", os.cpu_count() or 1)
        assert result.unfinished == 0
