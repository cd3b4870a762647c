"""How fast the kernel is: random play, copies, legal actions, the final count, loading."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from aiguillage.arena.simulate import simulate
from aiguillage.boards import Board, board_names, load_board
from aiguillage.game.families import family_of
from aiguillage.game.kernels import COMPILED
from aiguillage.rules.random_play import DECISION_LIMIT
from aiguillage.rules.records import Array

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
    crowd = COMPILED.load(family.path("bots", "crowd"))
    states = COMPILED.new_records(family.state_dtype, games)
    scratch = COMPILED.new_record(family.quiet_dtype)
    rates = []
    for seed in range(5):
        began = time.thread_time()
        crowd.play_games(board.table, states, scratch, players, seed, 0, DECISION_LIMIT)
        rates.append(int(states["decisions"].sum()) / (time.thread_time() - began))
    return Measure("random play", board.id, players, 1, sorted(rates)[2], "decisions/CPU s")


def kernel_parts(board: Board, players: int) -> Iterator[Measure]:
    """Nanoseconds for a copy, a list of legal actions and a final count."""
    family = family_of(board)
    crowd = COMPILED.load(family.path("bots", "crowd"))
    table, scratch = board.table, COMPILED.new_record(family.quiet_dtype)

    def played(limit: int) -> Array:
        states: Array = COMPILED.new_records(family.state_dtype, POSITIONS)
        crowd.play_games(table, states, scratch, players, 3, 0, limit)
        return states

    middle, over = played(60), played(DECISION_LIMIT)
    spare = COMPILED.new_records(family.state_dtype, POSITIONS)
    copy = best_time(lambda: crowd.copy_all(middle, spare))
    yield Measure("state copy", board.id, players, 1, copy * 1e9 / POSITIONS, "ns")
    yield Measure(
        "legal actions",
        board.id,
        players,
        1,
        best_time(lambda: crowd.list_all(table, middle, scratch)) * 1e9 / POSITIONS,
        "ns",
    )
    counted = best_time(lambda: crowd.count_all(table, over, spare, scratch)) - copy
    yield Measure("final count", board.id, players, 1, counted * 1e9 / POSITIONS, "ns")


def best_time(work: Callable[[], object], repeats: int = 7) -> float:
    """The shortest processor time of some runs, the first left out."""
    work()
    times = []
    for _ in range(repeats):
        began = time.thread_time()
        work()
        times.append(time.thread_time() - began)
    return min(times)


LOAD = """
import json, time
began = time.perf_counter()
from aiguillage import Game
from aiguillage.bots import Seen, make_bot
from aiguillage.boards import board_names, load_board
for title in {load_board(name).family: name for name in reversed(board_names())}.values():
    game = Game.new(title)
    make_bot("planner").choose(Seen.of(game, game.actor))
print(json.dumps(time.perf_counter() - began))
"""


def load_time() -> Measure:
    """Seconds until a new process has had a planner choose in a game of each family."""
    run = subprocess.run([sys.executable, "-c", LOAD], check=True, capture_output=True, text=True)
    return Measure("from start to a first choice", "all", 0, 1, float(json.loads(run.stdout)), "s")
