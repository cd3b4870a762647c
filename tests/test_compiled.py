"""One kernel at three speeds: the interpreter, the compiled code and CUDA give the same bytes."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from aiguillage.boards import load_board
from aiguillage.cli import app
from aiguillage.game.kernels import COMPILED, INTERPRETED
from aiguillage.rules.phases import OPENING, OVER
from aiguillage.rules.state import STATE, new_record
from test_golden import TABLES
from twins import Twins


def play_twins(title: str, seats: int, seed: int) -> int:
    """One random game; how many decisions it took."""
    chance = random.Random(f"{title} {seats} {seed}")
    twins = Twins(load_board(title), seats, seed)
    state = twins.states[0]
    while state.phase != OVER:
        if state.phase == OPENING:
            seat = chance.choice([s for s in range(seats) if state.chosen[s] == -1])
            for one in twins.states:
                one.actor = seat
        if chance.random() < 0.1:
            twins.key(*(chance.getrandbits(32) for _ in range(4)))
        if chance.random() < 0.2:
            twins.look(chance.randrange(-1, seats), chance.getrandbits(40))
        twins.step(chance.choice(twins.legal()))
    twins.look(chance.randrange(-1, seats), 1)
    return int(state.decisions)


@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_interpreter_and_compiled_code_give_the_same_bytes(title: str, seats: int) -> None:
    assert play_twins(title, seats, seed=1) > 20


@pytest.mark.long
@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_the_same_bytes_at_length(title: str, seats: int) -> None:
    for seed in range(2, 102):
        play_twins(title, seats, seed)


def test_random_numbers_are_the_same() -> None:
    chance = random.Random("numbers")
    for _ in range(200):
        seed, stream = chance.getrandbits(chance.choice([1, 31, 32, 33, 63])), chance.getrandbits(40)
        states = [new_record(STATE) for _ in range(2)]
        numbers = []
        for kernel, state in zip((INTERPRETED, COMPILED), states, strict=True):
            kernel.rng.seed_random(state, seed, stream)
            assert state.rng != 0
            numbers.append([int(kernel.rng.below(state, n)) for n in (1, 2, 7, 110, 110, 44, 46)])
        assert numbers[0] == numbers[1]
        assert states[0].rng == states[1].rng
        assert all(number < limit for number, limit in zip(numbers[0], (1, 2, 7, 110, 110, 44, 46), strict=True))


def test_random_numbers_are_even() -> None:
    """A thousand draws from each of thirty seeds: every one of seven numbers comes up a seventh of the time."""
    counts = np.zeros(7, int)
    for seed in range(30):
        state = new_record(STATE)
        COMPILED.rng.seed_random(state, seed, 0)
        for _ in range(1000):
            counts[COMPILED.rng.below(state, 7)] += 1
    expected = counts.sum() / 7
    assert ((counts - expected) ** 2 / expected).sum() < 22.5, "chi-square with six degrees of freedom, p = 0.001"


SIMULATED = {"europe": 3, "amsterdam": 2, "berlin": 2, "paris": 4, "cardgame": 4}


def simulated(device: str, threads: int = 1) -> list[dict[str, Any]]:
    """Three games of every title on this device, as `aiguillage simulate` plays them."""
    played = []
    for title, seats in SIMULATED.items():
        options = ["--games", "3", "--seed", "5", "--device", device, "--threads", str(threads), "--json"]
        done = CliRunner().invoke(app, ["simulate", title, "--players", str(seats), *options], catch_exceptions=False)
        assert done.exit_code == 0, done.output
        played.append(dict(json.loads(done.stdout)))
    return played


def test_the_cuda_path_plays_the_same_games() -> None:
    """On a machine without a GPU numba simulates one; thread by thread, it runs the same kernel functions."""
    program = "import json, test_compiled; print(json.dumps(test_compiled.simulated('cuda')))"
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1"},
        cwd=Path(__file__).parent,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    for cuda, interpreted, compiled in zip(
        json.loads(done.stdout), simulated("python"), simulated("cpu", 2), strict=True
    ):
        assert cuda["digest"] == interpreted["digest"] == compiled["digest"]
        assert cuda["decisions"] == interpreted["decisions"] == compiled["decisions"]
        assert cuda["mean_scores"] == interpreted["mean_scores"]


def test_records_have_no_holes() -> None:
    """Every byte of a state belongs to a field: copies carry all of them, so digests and comparisons may use bytes."""
    from aiguillage.rules.cardgame_state import CARD_STATE

    for dtype in (STATE, CARD_STATE):
        assert sum(dtype[name].itemsize for name in dtype.names or ()) == dtype.itemsize
