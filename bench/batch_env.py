"""BatchEnv against raw simulation: decisions a second with random actions, masks and observations written.

    python bench/batch_env.py [--device cpu|cuda] [--batch N] [--games europe,paris] [--players 2,4] [--slices N]

Prints one JSON line per title and number of players; `factor` is how many times slower than raw simulation it is (the
bar is 3). On a CPU one thread is measured, in processor time. On a GPU it needs only numpy, numba and numba-cuda.
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

for old, new in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(np, old):  # numba-cuda 0.30 still asks numpy for names that it has dropped
        setattr(np, old, getattr(np, new))
os.environ.setdefault("AIGUILLAGE_CACHE_DIR", str(Path(tempfile.gettempdir()) / "aiguillage-bench"))
sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from aiguillage.arena.simulate import simulate  # noqa: E402
from aiguillage.boards import board_names, load_board  # noqa: E402
from aiguillage.envs.batch import BatchEnv  # noqa: E402
from aiguillage.game.families import family_of  # noqa: E402
from aiguillage.game.kernels import COMPILED  # noqa: E402
from aiguillage.rules.state import new_record, new_records  # noqa: E402


def step_rate(env: BatchEnv, steps: int, clock: Callable[[], float]) -> float:
    """Decisions a second of a few steps of the whole batch."""
    began = clock()
    for _ in range(steps):
        env.step(env.samples)
    env.synchronize()
    return steps * env.batch / (clock() - began)


class RawPlay:
    """Random games and nothing else."""

    def __init__(self, name: str, players: int, device: str, games: int) -> None:
        self.board, self.players, self.device, self.games = load_board(name), players, device, games
        family = family_of(self.board)
        self.play = getattr(COMPILED, family.random_play)
        self.states = new_records(family.state_dtype, games if device == "cpu" else 1)
        self.scratch = new_record(self.play.SCRATCH_DTYPE)

    def rate(self, seed: int, clock: Callable[[], float]) -> float:
        """Decisions a second of some games."""
        if self.device == "cuda":
            return simulate(self.board, self.players, self.games, seed, "cuda").decisions_per_second
        began = clock()
        self.play.play_games(
            *(self.board.table, self.states, self.scratch, self.players, seed, 0, self.play.DECISION_LIMIT)
        )
        return int(self.states["decisions"].sum()) / (clock() - began)


def measure(name: str, players: int, device: str, batch: int, slices: int) -> dict[str, Any]:
    """Both rates: the medians of slices of about the same length, taken in turn."""
    gpu = device == "cuda"
    clock = time.perf_counter if gpu else time.thread_time
    began = time.perf_counter()
    env = BatchEnv(name, players, batch, seed=1, device=device, threads=1)
    raw = RawPlay(name, players, device, 1 << 20 if gpu else 100)
    for _ in range(150):  # until games of all ages are under way
        env.step(env.samples)
    raw.rate(0, clock)
    ready = time.perf_counter() - began
    rates, raw_rates = [], []
    for seed in range(slices):
        rates.append(step_rate(env, 50 if gpu else 8, clock))
        raw_rates.append(raw.rate(seed, clock))
    refused = int((np.asarray(env.status) == env.REFUSED).sum())
    rate, raw_rate = statistics.median(rates), statistics.median(raw_rates)
    return {
        "game": name,
        "players": players,
        "device": device,
        "batch": batch,
        "observation": env.layout.size,
        "ready_seconds": round(ready, 1),
        "refused": refused,
        "decisions_per_second": round(rate),
        "raw_decisions_per_second": round(raw_rate),
        "factor": round(raw_rate / rate, 2),
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--batch", type=int, help="games at once (default: 2048, on a GPU 1048576)")
    parser.add_argument("--games", default=",".join(board_names()))
    parser.add_argument("--players", default="2,4")
    parser.add_argument("--slices", type=int, help="default: 101, on a GPU 3")
    options = parser.parse_args()
    gpu = options.device == "cuda"
    batch, slices = options.batch or (1 << 20 if gpu else 2048), options.slices or (3 if gpu else 101)
    for name in options.games.split(","):
        for players in map(int, options.players.split(",")):
            print(json.dumps(measure(name, players, options.device, batch, slices)), flush=True)
