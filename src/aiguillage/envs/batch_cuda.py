"""Many games in step on a GPU: one thread per game, running the very functions that run on the CPU.

Arrays lie column by column, so that the threads of a warp write side by side; `array[i]` is still what game `i` shows.
"""

import importlib
from functools import cache
from typing import Any

import numba
import numpy as np
from numba import cuda

from aiguillage.arena.gpu import need_gpu
from aiguillage.envs.batch import GENERATOR
from aiguillage.envs.dlpack import CPU, CUDA, SharedArray
from aiguillage.envs.title import Title, compiled
from aiguillage.errors import AiguillageError

THREADS = 128
"""Threads in a block."""

REGISTERS = 64
"""Registers a thread may use."""

Kernels = tuple[Any, Any, Any]


@cache
def real_kernels(module_name: str, scratch_dtype: Any, registers: int) -> Kernels:
    """The CUDA kernels of a family: start, step, observe."""
    module: Any = compiled(module_name)
    start_game, step_game, encode = module.start_game, module.step_game, module.encode
    scratch_type = numba.from_dtype(scratch_dtype)

    def start(
        boards: Any,
        states: Any,
        generators: Any,
        seats: int,
        seed: int,
        masks: Any,
        observations: Any,
        actors: Any,
        samples: Any,
    ) -> None:
        i = cuda.grid(1)
        if i < states.shape[0]:
            scratch = cuda.local.array(1, scratch_type)
            start_game(
                boards[0],
                states[i],
                scratch[0],
                generators[i],
                seats,
                seed,
                masks,
                observations,
                actors,
                samples,
                i,
            )

    def step(
        boards: Any,
        states: Any,
        generators: Any,
        actions: Any,
        episodes: Any,
        seed: int,
        limit: int,
        masks: Any,
        observations: Any,
        actors: Any,
        samples: Any,
        rewards: Any,
        scores: Any,
        status: Any,
    ) -> None:
        i = cuda.grid(1)
        if i < states.shape[0]:
            scratch = cuda.local.array(1, scratch_type)
            step_game(
                boards[0],
                states[i],
                scratch[0],
                generators[i],
                actions,
                episodes,
                seed,
                limit,
                masks,
                observations,
                actors,
                samples,
                rewards,
                scores,
                status,
                i,
            )

    def observe(boards: Any, states: Any, seat: int, observations: Any) -> None:
        i = cuda.grid(1)
        if i < states.shape[0]:
            encode(boards[0], states[i], seat, observations, i)

    jit = cuda.jit(max_registers=registers)
    return jit(start), jit(step), jit(observe)


@cache
def simulated_kernels(module_name: str, scratch_dtype: Any) -> Kernels:
    """The same for numba's simulator, whose arrays have no fields: on the interpreted kernel."""
    module = importlib.import_module(f"aiguillage.envs.{module_name}")

    def records(i: int, *arrays: Any) -> list[Any]:
        board, *rest = (array.view(np.recarray) for array in arrays)
        return [board[0], *(array[i] for array in rest)]

    def start(boards: Any, states: Any, generators: Any, *rest: Any) -> None:
        i = cuda.grid(1)
        if i < states.shape[0]:
            board, state, generator = records(i, boards, states, generators)
            scratch = np.zeros(1, scratch_dtype).view(np.recarray)[0]
            module.start_game(board, state, scratch, generator, *rest, i)

    def step(boards: Any, states: Any, generators: Any, *rest: Any) -> None:
        i = cuda.grid(1)
        if i < states.shape[0]:
            board, state, generator = records(i, boards, states, generators)
            scratch = np.zeros(1, scratch_dtype).view(np.recarray)[0]
            module.step_game(board, state, scratch, generator, *rest, i)

    def observe(boards: Any, states: Any, seat: int, observations: Any) -> None:
        i = cuda.grid(1)
        if i < states.shape[0]:
            module.encode(*records(i, boards, states), seat, observations, i)

    return cuda.jit(start), cuda.jit(step), cuda.jit(observe)


class CudaRunner:
    """Plays on a GPU; calls return before the work is done."""

    def __init__(self, title: Title, batch: int, limit: int, registers: int = REGISTERS) -> None:
        need_gpu()
        self.title, self.batch, self.limit, self.seed = title, batch, limit, 0
        self.grid = -(-batch // THREADS), THREADS
        if numba.config.ENABLE_CUDASIM:
            kernels = simulated_kernels(title.encoding.batch, title.quiet_scratch)
        else:
            kernels = real_kernels(title.encoding.batch, title.quiet_scratch, registers)
        self._start, self._step, self._observe = kernels
        self.boards = cuda.to_device(np.array([title.board.table]))
        self.states = cuda.device_array(batch, title.family.state_dtype)
        self.generators = cuda.device_array(batch, GENERATOR)
        self.masks = self._array((title.actions,), np.bool_)
        self.observations = self._array((title.layout.size,), np.int8)
        self.actors = self._array((), np.int8)
        self.samples = self._array((), np.int64)
        self.rewards = self._array((title.seats,), np.float32)
        self.scores = self._array((title.seats,), np.int16)
        self.status = self._array((), np.int8)
        self.episodes = self._array((), np.int64)

    def _array(self, row: tuple[int, ...], dtype: Any) -> SharedArray:
        array = cuda.to_device(np.zeros((self.batch, *row), dtype, order="F"))
        if numba.config.ENABLE_CUDASIM:  # what it calls the device is this machine's memory
            return SharedArray(array, array.ctypes.data, (CPU, 0), cuda.synchronize)
        device = CUDA, int(cuda.get_current_device().id)
        return SharedArray(array, array.device_ctypes_pointer.value, device, cuda.synchronize)

    def start(self, seed: int) -> None:
        """Set all games up."""
        self.seed = seed
        for shared in (self.rewards, self.scores, self.status, self.episodes):
            shared.array.copy_to_device(np.zeros(shared.shape, shared.dtype, order="F"))
        generators = np.zeros(self.batch, GENERATOR)
        compiled("rows").seed_generators(generators, seed)
        self.generators.copy_to_device(generators)
        self._start[self.grid](
            *(self.boards, self.states, self.generators, self.title.seats, seed, self.masks.array),
            *(self.observations.array, self.actors.array, self.samples.array),
        )

    def step(self, actions: Any) -> None:
        """Play one action in every game."""
        actions = self._on_device(actions)
        if actions.shape != (self.batch,) or actions.dtype.kind not in "iu":
            raise AiguillageError(f"The actions must be {self.batch} integers, one for each game.")
        self._step[self.grid](
            *(self.boards, self.states, self.generators, actions, self.episodes.array, self.seed, self.limit),
            *(self.masks.array, self.observations.array, self.actors.array, self.samples.array),
            *(self.rewards.array, self.scores.array, self.status.array),
        )

    def _on_device(self, actions: Any) -> Any:
        if isinstance(actions, SharedArray):
            return actions.array
        if hasattr(actions, "__cuda_array_interface__"):
            return cuda.as_cuda_array(actions)
        return cuda.to_device(np.asarray(actions))

    def observe(self, seat: int) -> Any:
        """What a seat sees of every game."""
        seen = self._array((self.title.layout.size,), np.int8)
        self._observe[self.grid](self.boards, self.states, seat, seen.array)
        return seen

    def wait(self) -> None:
        """Wait until all this is done."""
        cuda.synchronize()

    def close(self) -> None:
        """The memory goes back with the arrays."""
