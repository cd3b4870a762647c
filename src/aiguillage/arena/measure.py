"""How fast the kernel is: random play, copies, legal actions, the final count, compiling."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numba

from aiguillage.arena.simulate import simulate
from aiguillage.boards import Board, board_names, load_board
from aiguillage.game.families import family_of
from aiguillage.game.kernels import COMPILED
from aiguillage.rules.state import new_record, new_records

POSITIONS = 2048
"""Positions that one measurement goes through."""


@dataclass(frozen=True)
class Measure:
    """One figure: of what, in which unit."""

    what: str
    game: str
    players: int
    threads: int
    value: float
    unit: str

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def measure_kernel(titles: list[str]) -> Iterator[Measure]:
    """The kernel's figures, one after the other."""
    cores = os.cpu_count() or 1
    for title in titles or board_names():
        board = load_board(title)
        for players in range(board.min_seats, board.max_seats + 1):
            yield random_play_of_a_core(board, players)
            for threads in sorted({1, cores}):
                yield random_play(board, players, threads)
        yield from kernel_parts(board, board.max_seats)


def random_play(board: Board, players: int, threads: int, seconds: float = 1.0) -> Measure:
    """Decisions a second of random play on so many threads, over about so many seconds of the clock."""
    probe = simulate(board, players, 2000, 1, "cpu", threads)
    games = max(2000, int(probe.games_per_second * seconds))
    rate = simulate(board, players, games, 2, "cpu", threads).decisions_per_second
    return Measure("random play", board.id, players, threads, rate, "decisions/s")


def random_play_of_a_core(board: Board, players: int, games: int = 4096) -> Measure:
    """Decisions a second of processor time: what one core does, however busy the machine is with other things."""
    family = family_of(board)
    play = getattr(COMPILED, family.random_play)
    states, scratch = new_records(family.state_dtype, games), new_record(play.SCRATCH_DTYPE)
    play.play_games(board.table, states[:1], scratch, players, 0, 0, play.DECISION_LIMIT)
    rates = []
    for seed in range(5):
        began = time.thread_time()
        play.play_games(board.table, states, scratch, players, seed, 0, play.DECISION_LIMIT)
        rates.append(int(states["decisions"].sum()) / (time.thread_time() - began))
    return Measure("random play", board.id, players, 1, sorted(rates)[2], "decisions/CPU s")


def kernel_parts(board: Board, players: int) -> Iterator[Measure]:
    """Nanoseconds for a copy, a list of legal actions and a final count."""
    family = family_of(board)
    main, play = getattr(COMPILED, family.module), getattr(COMPILED, family.random_play)
    table, scratch = board.table, new_record(play.SCRATCH_DTYPE)
    legal, count = main.legal, play.final_count

    @numba.njit(nogil=True)  # type: ignore[untyped-decorator]
    def copies(states: Any, spare: Any) -> None:
        for i in range(len(states)):
            spare[i] = states[i]

    @numba.njit(nogil=True)  # type: ignore[untyped-decorator]
    def lists(board: Any, states: Any, out: Any) -> int:
        total = 0
        for i in range(len(states)):
            total += legal(board, states[i], out)
        return total

    @numba.njit(nogil=True)  # type: ignore[untyped-decorator]
    def counts(board: Any, states: Any, spare: Any, scratch: Any) -> None:
        for i in range(len(states)):
            spare[i] = states[i]
            count(board, spare[i], scratch)

    def played(limit: int) -> Any:
        states = new_records(family.state_dtype, POSITIONS)
        play.play_games(table, states, scratch, players, 3, 0, limit)
        return states

    middle, over = played(60), played(play.DECISION_LIMIT)
    spare = new_records(family.state_dtype, POSITIONS)
    copy = best_time(lambda: copies(middle, spare))
    yield Measure("state copy", board.id, players, 1, copy * 1e9 / POSITIONS, "ns")
    yield Measure(
        "legal actions",
        board.id,
        players,
        1,
        best_time(lambda: lists(table, middle, scratch.actions)) * 1e9 / POSITIONS,
        "ns",
    )
    counted = best_time(lambda: counts(table, over, spare, scratch)) - copy
    yield Measure("final count", board.id, players, 1, counted * 1e9 / POSITIONS, "ns")


def best_time(work: Callable[[], Any], repeats: int = 7) -> float:
    """The shortest processor time of some runs, the first (which compiles) left out."""
    work()
    times = []
    for _ in range(repeats):
        began = time.thread_time()
        work()
        times.append(time.thread_time() - began)
    return min(times)


COMPILE = """
import json, time
began = time.perf_counter()
from aiguillage.game import kernels
kernels.warm_up()
print(json.dumps(time.perf_counter() - began))
"""


def compile_times() -> Iterator[Measure]:
    """Seconds until the kernel is ready in a new process: with an empty cache, then with a full one."""
    with tempfile.TemporaryDirectory() as folder:
        for what in ("compile, cold", "compile, cached"):
            run = subprocess.run(
                [sys.executable, "-c", COMPILE],
                env={**os.environ, "AIGUILLAGE_CACHE_DIR": folder},
                check=True,
                capture_output=True,
                text=True,
            )
            yield Measure(what, "all", 0, 1, float(json.loads(run.stdout)), "s")
