"""Random games on a GPU: one thread per game, running the very functions that run on the CPU."""

from functools import cache
from typing import Any

from aiguillage.errors import AiguillageError
from aiguillage.game.kernels import COMPILED

THREADS = 64
"""Threads in a block."""


def gpu() -> Any:
    """numba's CUDA, if there is a GPU (or numba's simulator of one)."""
    from numba import cuda

    if not cuda.is_available():
        raise AiguillageError(
            "There is no CUDA GPU here; use --device cpu, or set NUMBA_ENABLE_CUDASIM=1 to simulate one."
        )
    return cuda


@cache
def play_kernel(random_play: str) -> Any:
    """The CUDA kernel of a family: thread `i` plays game `i`.

    A game is played in the thread's local memory, whose words lie side by side for the threads of a warp, and
    copied to its place when it is over.
    """
    import numba

    cuda = gpu()
    module = getattr(COMPILED, random_play)
    setup, play_out = module.setup, module.play_out
    state_type = numba.from_dtype(module.STATE_DTYPE)
    scratch_type = numba.from_dtype(module.SCRATCH_DTYPE)

    @cuda.jit  # type: ignore[untyped-decorator]
    def play(boards: Any, states: Any, seats: int, seed: int, first: int, limit: int) -> None:
        i = cuda.grid(1)
        if i < states.shape[0]:
            local = cuda.local.array(1, state_type)
            scratch = cuda.local.array(1, scratch_type)
            setup(boards[0], local[0], seats, -1, seed, first + i, scratch[0])
            play_out(boards[0], local[0], limit, scratch[0])
            states[i] = local[0]

    return play
