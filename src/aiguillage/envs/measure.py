"""How fast `BatchEnv` is beside raw simulation: both in one run, in turn, whatever else the machine does."""

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from aiguillage.arena.measure import Measure
from aiguillage.arena.simulate import simulate
from aiguillage.boards import Board, board_names, load_board
from aiguillage.envs.batch import BatchEnv
from aiguillage.errors import AiguillageError
from aiguillage.game.families import family_of
from aiguillage.game.kernels import COMPILED
from aiguillage.rules.random_play import DECISION_LIMIT

WARMING = 150
"""Steps before anything is measured: after them games of all ages are under way."""


@dataclass(frozen=True)
class Course:
    """One slice of a measurement: how long each of the two is at it before the other has its turn."""

    batch: int
    steps: int
    raw_games: int
    slices: int


COURSES = {"cpu": Course(2048, 8, 100, 61), "cuda": Course(1 << 21, 450, 1 << 21, 3)}
"""On a GPU a slice is as long as the longest games are: all begin together, and many are over at the same time."""


@dataclass(frozen=True)
class Comparison:
    """Decisions a second of a batch, with masks and observations written, and of random games and nothing else."""

    game: str
    players: int
    device: str
    batch: int
    observation: int
    ready_seconds: float
    decisions_per_second: float
    raw_decisions_per_second: float
    times_slower: float


def measure_batches(titles: list[str]) -> Iterator[Measure]:
    """Of each title with two players and with as many as there can be: the rate of one core, and how it compares."""
    for title in titles or board_names():
        board = load_board(title)
        for players in sorted({2, board.max_seats}):
            found = compare(board, players)
            yield Measure("batch", title, players, 1, found.decisions_per_second, "decisions/CPU s")
            yield Measure("batch beside random play", title, players, 1, found.times_slower, "times slower")


def compare(
    board: Board, players: int, device: Literal["cpu", "cuda"] = "cpu", course: Course | None = None
) -> Comparison:
    """Both rates, and the median of what one is to the other; on a CPU of one thread, in its processor time."""
    course = course or COURSES[device]
    clock = time.thread_time if device == "cpu" else time.perf_counter
    began = time.perf_counter()
    env = BatchEnv(board, players, course.batch, seed=1, device=device, threads=1)
    raw = _raw_play(board, players, device, course.raw_games, clock)
    _step_rate(env, WARMING, clock)
    raw(0)
    ready = time.perf_counter() - began
    pairs = [(_step_rate(env, course.steps, clock), raw(seed)) for seed in range(1, course.slices + 1)]
    return Comparison(
        game=board.id,
        players=players,
        device=device,
        batch=course.batch,
        observation=env.layout.size,
        ready_seconds=ready,
        decisions_per_second=statistics.median(rate for rate, _ in pairs),
        raw_decisions_per_second=statistics.median(rate for _, rate in pairs),
        times_slower=statistics.median(raw_rate / rate for rate, raw_rate in pairs),
    )


def _step_rate(env: BatchEnv, steps: int, clock: Callable[[], float]) -> float:
    """Decisions a second of some steps of the whole batch, all of them random and legal."""
    began = clock()
    for _ in range(steps):
        env.step(env.samples)
    env.synchronize()
    spent = clock() - began
    if (np.asarray(env.status) == env.REFUSED).any():
        raise AiguillageError("A random action was refused; the rates would mean nothing.")
    return steps * env.batch / spent


def _raw_play(
    board: Board, players: int, device: Literal["cpu", "cuda"], games: int, clock: Callable[[], float]
) -> Callable[[int], float]:
    """A function that plays random games of a seed and tells the decisions a second."""
    if device == "cuda":
        return lambda seed: simulate(board, players, games, seed, "cuda").decisions_per_second
    family = family_of(board)
    crowd = COMPILED.load(family.path("bots", "crowd"))
    states, scratch = COMPILED.new_records(family.state_dtype, games), COMPILED.new_record(family.quiet_dtype)

    def rate(seed: int) -> float:
        began = clock()
        crowd.play_games(board.table, states, scratch, players, seed, 0, DECISION_LIMIT)
        spent = clock() - began
        return int(states["decisions"].sum()) / spent

    return rate
