"""Many random games: interpreted, on all cores, or on a GPU. All three give the same final states."""

import hashlib
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any, Literal

import numpy as np

from aiguillage.boards import Board
from aiguillage.errors import AiguillageError
from aiguillage.game.families import family_of
from aiguillage.game.kernels import COMPILED, INTERPRETED
from aiguillage.rules.phases import OVER
from aiguillage.rules.random_play import DECISION_LIMIT
from aiguillage.rules.records import Array

Device = Literal["python", "cpu", "cuda"]
BLOCK = {"python": 8, "cpu": 4096, "cuda": 1 << 21}
"""Games played between two looks at the clock, by device."""


@dataclass(frozen=True)
class Simulation:
    """What a series of random games came to. `seconds` is the time spent playing, without compiling and hashing."""

    game: str
    players: int
    device: str
    threads: int
    games: int
    unfinished: int
    decisions: int
    seconds: float
    games_per_second: float
    decisions_per_second: float
    mean_scores: list[float]
    digest: str

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


class Tally:
    """Adds final states up, in order."""

    def __init__(self, seats: int) -> None:
        self.games = self.decisions = self.unfinished = 0
        self.scores = np.zeros(seats, np.int64)
        self.hash = hashlib.sha256()

    def add(self, states: Array) -> None:
        """Count a block of games."""
        self.games += len(states)
        self.decisions += int(states["decisions"].sum(dtype=np.int64))
        self.unfinished += int((states["phase"] != OVER).sum())
        self.scores += states["total"][:, : len(self.scores)].sum(axis=0, dtype=np.int64)
        self.hash.update(states.view(np.ndarray).view(np.uint8).data)


def simulate(
    board: Board,
    players: int,
    games: int,
    seed: int = 0,
    device: Device = "cpu",
    threads: int = 1,
    progress: Callable[[int], object] = lambda done: None,
) -> Simulation:
    """Play `games` random games: game `i` is the same on every device and with any number of threads."""
    board.check_players(players)
    if games < 1 or threads < 1:
        raise AiguillageError("The numbers of games and of threads must be at least 1.")
    if not 0 <= seed < 1 << 63:
        raise AiguillageError("The seed must be a whole number from 0 to 2^63 - 1.")
    tally = Tally(players)
    seconds = 0.0
    blocks = (
        _on_gpu(board, players, games, seed)
        if device == "cuda"
        else _on_cpu(board, players, games, seed, device, threads)
    )
    for states, spent in blocks:
        seconds += spent
        tally.add(states)
        progress(tally.games)
    return Simulation(
        game=board.id,
        players=players,
        device=device,
        threads=threads,
        games=tally.games,
        unfinished=tally.unfinished,
        decisions=tally.decisions,
        seconds=seconds,
        games_per_second=tally.games / seconds,
        decisions_per_second=tally.decisions / seconds,
        mean_scores=[float(total) / tally.games for total in tally.scores],
        digest=tally.hash.hexdigest(),
    )


def _on_cpu(
    board: Board, players: int, games: int, seed: int, device: Device, threads: int
) -> Iterator[tuple[Array, float]]:
    """Blocks of final states in order, with the time that passed while they were played."""
    family = family_of(board)
    kernel = INTERPRETED if device == "python" else COMPILED
    play_games = kernel.load(family.path("bots", "crowd")).play_games
    size = BLOCK[device]

    def play(first: int) -> Array:
        states: Array = kernel.new_records(family.state_dtype, min(size, games - first))
        scratch = kernel.new_record(family.quiet_dtype)
        play_games(board.table, states, scratch, players, seed, first, DECISION_LIMIT)
        return states

    nothing = kernel.new_records(family.state_dtype, 0), kernel.new_record(family.quiet_dtype)
    play_games(board.table, *nothing, players, seed, 0, DECISION_LIMIT)  # loads the kernel
    with ThreadPoolExecutor(threads) as pool:
        for start in range(0, games, size * threads):
            began = time.perf_counter()
            firsts = range(start, min(games, start + size * threads), size)
            done = list(pool.map(play, firsts)) if threads > 1 else [play(first) for first in firsts]
            spent = time.perf_counter() - began
            for i, states in enumerate(done):
                yield states, spent if i == 0 else 0.0


def _on_gpu(board: Board, players: int, games: int, seed: int) -> Iterator[tuple[Array, float]]:
    from aiguillage.arena.gpu import play_blocks

    return play_blocks(board, players, games, seed, BLOCK["cuda"], DECISION_LIMIT)
