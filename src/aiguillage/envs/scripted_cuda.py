"""Scripted bots in the games of a `BatchEnv` on a GPU: a thread for each game where one is asked."""

from functools import cache
from typing import Any

from aiguillage.arena.gpu import cuda, need_gpu, numba
from aiguillage.boards import Board
from aiguillage.bots.opinions import weights_for
from aiguillage.bots.scratch import POLICIES
from aiguillage.envs.batch import BatchEnv
from aiguillage.envs.batch_cuda import PLANNERS, TILE, fielded
from aiguillage.game.families import Family, family_of
from aiguillage.game.kernels import INTERPRETED, NUMBA
from aiguillage.rules.records import AnyBoards, Array

REGISTERS = 128
"""Registers a thread may use: there are few threads, and each has much to do."""


@cache
def advise_kernel(family: Family) -> Any:
    """The CUDA kernel; what a decision needs lies in the thread's local memory."""
    simulated = bool(numba.config.ENABLE_CUDASIM)
    dtypes = fielded(family.state_dtype), fielded(family.bots.BOT_SCRATCH)
    seen_type, scratch_type = dtypes if simulated else map(numba.from_dtype, dtypes)
    advise = (INTERPRETED if simulated else NUMBA).load(family.path("bots", "advise")).advise

    def play(
        boards: AnyBoards, states: Array, wanted: Array, advice: Array, policy: int, seed: int, weights: Array
    ) -> None:
        seen, scratch = cuda.local.array(1, seen_type), cuda.local.array(1, scratch_type)
        for i in range(cuda.grid(1), wanted.shape[0], cuda.gridsize(1)):
            advise(boards[0], states, wanted, advice, policy, seed, i, i + 1, seen, scratch[0], weights)

    return cuda.jit(play) if simulated else cuda.jit(max_registers=REGISTERS)(play)


class CudaScripted:
    """A scripted bot of a title, as `Scripted` is one on the CPU; calls return before the work is done."""

    def __init__(self, board: Board, policy: str) -> None:
        need_gpu()
        family = family_of(board)
        self.policy = POLICIES[policy]
        self.weights = cuda.to_device(weights_for(board, policy))
        self.kernel = advise_kernel(family)
        self.blocks = 1 if numba.config.ENABLE_CUDASIM else PLANNERS * cuda.get_current_device().MULTIPROCESSOR_COUNT
        self.streams: dict[int, object] = {}

    def decide(self, env: BatchEnv, actions: object, wanted: object, seed: int) -> None:
        """Write its choice into `actions` where it is wanted; both arrays lie on the GPU.

        Each number of players has a stream of its own, so that batches asked one after the other are worked on side
        by side; what comes next on the usual stream waits for all of them.
        """
        stream = self.streams.setdefault(env.seats, cuda.stream())
        arrays = env.states, _on_device(wanted), _on_device(actions)
        self.kernel[self.blocks, TILE, stream](env.runner.boards, *arrays, self.policy, seed, self.weights)

    def close(self) -> None:
        """The memory goes back with the arrays."""


def _on_device(array: object) -> object:
    """An array of another library that lies on the GPU; the simulator has no others than its own."""
    return array if numba.config.ENABLE_CUDASIM else cuda.as_cuda_array(array)
