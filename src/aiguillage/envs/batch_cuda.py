"""Many games in step on a GPU: one thread per game, running the very functions that run on the CPU.

A step is three launches (play, renew what is over, show), for a GPU has little room for instructions. Arrays lie column
by column, so that the threads of a warp write side by side; `array[i]` is still what game `i` shows.
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

REGISTERS = 40
"""Registers a thread may use, as in `arena/gpu.py`."""


@cache
def real_kernels(module_name: str, scratch_dtype: Any, registers: int) -> tuple[Any, ...]:
    """The CUDA kernels of a family: start, play, renew, show, observe."""
    module: Any = compiled(module_name)
    start_game, play_in_game, renew_game = module.start_game, module.play_in_game, module.renew_game
    show_game, encode = module.show_game, module.encode
    scratch_type = numba.from_dtype(scratch_dtype)

    def start(boards: Any, states: Any, seats: int, seed: int, status: Any) -> None:
        i = cuda.grid(1)
        if i < states.shape[0]:
            scratch = cuda.local.array(1, scratch_type)
            start_game(boards[0], states[i], scratch[0], seats, seed, status, i)

    def play(
        boards: Any, states: Any, actions: Any, limit: int, masks: Any, rewards: Any, status: Any
    ) -> None:
        i = cuda.grid(1)
        if i < states.shape[0]:
            scratch = cuda.local.array(1, scratch_type)
            play_in_game(boards[0], states[i], scratch[0], actions, limit, masks, rewards, status, i)

    def renew(
        boards: Any, states: Any, episodes: Any, seed: int, rewards: Any, scores: Any, status: Any
    ) -> None:
        i = cuda.grid(1)
        if i < states.shape[0]:
            scratch = cuda.local.array(1, scratch_type)
            renew_game(boards[0], states[i], scratch[0], episodes, seed, rewards, scores, status, i)

    def show(
        boards: Any,
        states: Any,
        generators: Any,
        masks: Any,
        observations: Any,
        actors: Any,
        samples: Any,
        status: Any,
    ) -> None:
        i = cuda.grid(1)
        if i < states.shape[0]:
            scratch = cuda.local.array(1, scratch_type)
            show_game(
                boards[0],
                states[i],
                scratch[0],
                generators[i],
                masks,
                observations,
                actors,
                samples,
                status,
                i,
            )

    def observe(boards: Any, states: Any, seat: int, observations: Any) -> None:
        i = cuda.grid(1)
        if i < states.shape[0]:
            encode(boards[0], states[i], seat, observations, i)

    return tuple(cuda.jit(max_registers=registers)(kernel) for kernel in (start, play, renew, show, observe))


@cache
def simulated_kernels(module_name: str, scratch_dtype: Any) -> tuple[Any, ...]:
    """The same for numba's simulator, whose arrays have no fields: on the interpreted kernel."""
    module = importlib.import_module(f"aiguillage.envs.{module_name}")

    def run(function: Any, boards: Any, states: Any, *rest: Any, scratch: bool = True) -> None:
        i = cuda.grid(1)
        if i < states.shape[0]:
            records = [boards.view(np.recarray)[0], states.view(np.recarray)[i]]
            if scratch:
                records.append(np.zeros(1, scratch_dtype).view(np.recarray)[0])
            function(*records, *rest, i)

    def start(*arguments: Any) -> None:
        run(module.start_game, *arguments)

    def play(*arguments: Any) -> None:
        run(module.play_in_game, *arguments)

    def renew(*arguments: Any) -> None:
        run(module.renew_game, *arguments)

    def show(boards: Any, states: Any, generators: Any, *rest: Any) -> None:
        generator = generators.view(np.recarray)[cuda.grid(1)] if cuda.grid(1) < states.shape[0] else None
        run(module.show_game, boards, states, generator, *rest)

    def observe(*arguments: Any) -> None:
        run(module.encode, *arguments, scratch=False)

    return tuple(cuda.jit(kernel) for kernel in (start, play, renew, show, observe))


class CudaRunner:
    """Plays on a GPU; calls return before the work is done."""

    def __init__(self, title: Title, batch: int, limit: int) -> None:
        need_gpu()
        self.title, self.batch, self.limit, self.seed = title, batch, limit, 0
        self.grid = -(-batch // THREADS), THREADS
        if numba.config.ENABLE_CUDASIM:
            kernels = simulated_kernels(title.encoding.batch, title.quiet_scratch)
        else:
            kernels = real_kernels(title.encoding.batch, title.quiet_scratch, REGISTERS)
        self._start, self._play, self._renew, self._show, self._observe = (
            kernel[self.grid] for kernel in kernels
        )
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
        for shared in (self.rewards, self.scores, self.episodes):
            shared.array.copy_to_device(np.zeros(shared.shape, shared.dtype, order="F"))
        generators = np.zeros(self.batch, GENERATOR)
        compiled("rows").seed_generators(generators, seed)
        self.generators.copy_to_device(generators)
        self._start(self.boards, self.states, self.title.seats, seed, self.status.array)
        self._show_all()

    def _show_all(self) -> None:
        self._show(
            *(self.boards, self.states, self.generators, self.masks.array, self.observations.array),
            *(self.actors.array, self.samples.array, self.status.array),
        )

    def step(self, actions: Any) -> None:
        """Play one action in every game."""
        actions = self._on_device(actions)
        if actions.shape != (self.batch,) or actions.dtype.kind not in "iu":
            raise AiguillageError(f"The actions must be {self.batch} integers, one for each game.")
        table, states, status = self.boards, self.states, self.status.array
        rewards, scores = self.rewards.array, self.scores.array
        self._play(table, states, actions, self.limit, self.masks.array, rewards, status)
        self._renew(table, states, self.episodes.array, self.seed, rewards, scores, status)
        self._show_all()

    def _on_device(self, actions: Any) -> Any:
        if isinstance(actions, SharedArray):
            return actions.array
        if hasattr(actions, "__cuda_array_interface__"):
            return cuda.as_cuda_array(actions)
        return cuda.to_device(np.asarray(actions))

    def observe(self, seat: int) -> Any:
        """What a seat sees of every game."""
        seen = self._array((self.title.layout.size,), np.int8)
        self._observe(self.boards, self.states, seat, seen.array)
        return seen

    def wait(self) -> None:
        """Wait until all this is done."""
        cuda.synchronize()

    def close(self) -> None:
        """The memory goes back with the arrays."""
