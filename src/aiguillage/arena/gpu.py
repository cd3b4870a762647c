"""Random games on a GPU: one thread per game, running the very functions that run on the CPU."""

import time
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from aiguillage.boards import Board
from aiguillage.errors import AiguillageError, MissingExtra
from aiguillage.game.families import Family, family_of
from aiguillage.game.kernels import INTERPRETED, NUMBA
from aiguillage.rules.records import AnyBoards, Array

try:
    import numba
    from numba import cuda
except ImportError as error:
    raise MissingExtra("numba", "gpu") from error

__all__ = ["cuda", "need_gpu", "numba", "play_blocks"]

THREADS = 128
"""Threads in a block."""

REGISTERS = 40
"""Registers a thread may use: with fewer, more games are under way to wait for memory in turn (docs/performance.md)."""


def need_gpu() -> None:
    """Refuse without a GPU (or numba's simulator of one)."""
    if not cuda.is_available():
        raise AiguillageError(
            "There is no CUDA GPU here: use --device cpu, or set NUMBA_ENABLE_CUDASIM=1 to simulate one."
        )


@cache
def play_kernel(family: Family) -> Any:
    """The CUDA kernel of a family: thread `i` plays game `i`.

    A game is played in the thread's local memory, whose words lie side by side for the threads of a warp, and
    copied to its place when it is over.
    """
    simulated = bool(numba.config.ENABLE_CUDASIM)
    kernel = INTERPRETED if simulated else NUMBA
    setup, play_out = getattr(kernel, family.module).setup, getattr(kernel, family.random_play).play_out
    state_type, scratch_type = numba.from_dtype(family.state_dtype), numba.from_dtype(family.quiet_dtype)

    def play(boards: AnyBoards, states: Array, seats: int, seed: int, first: int, limit: int) -> None:
        i = cuda.grid(1)
        if i < states.shape[0]:
            game = cuda.local.array(1, state_type)
            scratch = cuda.local.array(1, scratch_type)
            setup(boards[0], game[0], seats, -1, seed, first + i, scratch[0])
            play_out(boards[0], game[0], limit, scratch[0])
            states[i] = game[0]

    def play_simulated(boards: Array, states: Array, seats: int, seed: int, first: int, limit: int) -> None:
        """The same for the simulator, whose local arrays have no fields."""
        i = cuda.grid(1)
        if i < states.shape[0]:
            board, game = boards.view(np.recarray)[0], states.view(np.recarray)[i]
            scratch = np.zeros(1, family.quiet_dtype).view(np.recarray)[0]
            setup(board, game, seats, -1, seed, first + i, scratch)
            play_out(board, game, limit, scratch)

    return cuda.jit(play_simulated) if simulated else cuda.jit(max_registers=REGISTERS)(play)


def play_blocks(
    board: Board, players: int, games: int, seed: int, size: int, limit: int
) -> Iterator[tuple[Array, float]]:
    """Final states in order, block by block, with the time that the GPU took to play each block."""
    need_gpu()
    family = family_of(board)
    kernel = play_kernel(family)
    table = cuda.to_device(np.frombuffer(board.table.tobytes(), board.table.dtype).copy())
    size = min(size, games)
    states = cuda.device_array(size, family.state_dtype)
    grid = -(-size // THREADS), THREADS
    compiled = False
    for first in range(0, games, size):
        if not compiled:
            kernel[1, 1](table, states[:1], players, seed, first, limit)
            cuda.synchronize()
            compiled = True
        count = min(size, games - first)
        began = time.perf_counter()
        kernel[grid](table, states[:count], players, seed, first, limit)
        cuda.synchronize()
        spent = time.perf_counter() - began
        yield states[:count].copy_to_host(), spent
