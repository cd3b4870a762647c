"""Many games in step on a GPU, by the very functions that run on the CPU.

A step is three launches (play, renew what is over, show), for a GPU has little room for instructions. Arrays lie column
by column, so that the threads of a warp write side by side; `array[i]` is still what game `i` shows.

Only so many threads run as the caches can serve, and each plays game after game: with a thread for every game the
records that they work on push each other out of the caches, and the same step takes three times as long. The few games
that are over are listed, so that they are counted and replaced side by side and not one in each warp.
"""

import importlib
from functools import cache
from typing import Any

import numba
import numpy as np
from numba import cuda, types

from aiguillage.arena.gpu import need_gpu
from aiguillage.envs.batch import GENERATOR
from aiguillage.envs.dlpack import CPU, CUDA, SharedArray
from aiguillage.envs.rows import FINISHED, STOPPED
from aiguillage.envs.title import Title, compiled
from aiguillage.errors import AiguillageError

THREADS = 128
"""Threads in a block."""

BLOCKS = 3
"""Blocks on each multiprocessor."""

REGISTERS = 128
"""Registers a thread may use: with so few threads there is room for them."""


@cache
def real_kernels(module_name: str, state_dtype: Any, scratch_dtype: Any) -> tuple[Any, ...]:
    """The CUDA kernels of a family: start, play, renew, show, observe."""
    module: Any = compiled(module_name)
    start_game, play_in_game, renew_game = module.start_game, module.play_in_game, module.renew_game
    show_game, encode = module.show_game, module.encode
    scratch_type = numba.from_dtype(scratch_dtype)
    length = state_dtype.itemsize // 8
    size = np.uint64(length)

    def start(boards: Any, states: Any, seats: int, seed: int, status: Any) -> None:
        scratch = cuda.local.array(1, scratch_type)
        for i in range(cuda.grid(1), states.shape[0], cuda.gridsize(1)):
            start_game(boards[0], states[i], scratch[0], seats, seed, status, i)

    def play(
        boards: Any,
        states: Any,
        over: Any,
        actions: Any,
        limit: int,
        masks: Any,
        rewards: Any,
        status: Any,
    ) -> None:
        scratch = cuda.local.array(1, scratch_type)
        for i in range(cuda.grid(1), states.shape[0], cuda.gridsize(1)):
            play_in_game(boards[0], states[i], scratch[0], actions, limit, masks, rewards, status, i)
            if status[i] == FINISHED or status[i] == STOPPED:
                over[1 + cuda.atomic.add(over, 0, 1)] = i

    def renew(
        boards: Any,
        states: Any,
        over: Any,
        episodes: Any,
        seed: int,
        rewards: Any,
        scores: Any,
        status: Any,
    ) -> None:
        scratch = cuda.local.array(1, scratch_type)
        for k in range(cuda.grid(1), over[0], cuda.gridsize(1)):
            i = over[1 + k]
            renew_game(boards[0], states[i], scratch[0], episodes, seed, rewards, scores, status, i)

    def show(
        boards: Any,
        states: Any,
        over: Any,
        words: Any,
        generators: Any,
        masks: Any,
        observations: Any,
        actors: Any,
        samples: Any,
        status: Any,
    ) -> None:
        """Each record is first copied, word by word: to read it byte by byte where it lies takes longer."""
        if cuda.grid(1) == 0:
            over[0] = 0
        scratch = cuda.local.array(1, scratch_type)
        copy = cuda.local.array(length, types.uint64)
        for i in range(cuda.grid(1), states.shape[0], cuda.gridsize(1)):
            first, word = np.uint64(i) * size, np.uint64(0)
            while word < size:
                copy[word] = words[first + word]
                word += np.uint64(1)
            show_game(
                boards[0],
                copy.view(state_dtype)[0],
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
        for i in range(cuda.grid(1), states.shape[0], cuda.gridsize(1)):
            encode(boards[0], states[i], seat, observations, i)

    return tuple(cuda.jit(max_registers=REGISTERS)(kernel) for kernel in (start, play, renew, show, observe))


@cache
def simulated_kernels(module_name: str, scratch_dtype: Any) -> tuple[Any, ...]:
    """The same for numba's simulator, whose arrays have no fields: on the interpreted kernel."""
    module = importlib.import_module(f"aiguillage.envs.{module_name}")

    def record(array: Any, i: int = 0) -> Any:
        return array.view(np.recarray)[i]

    def start(boards: Any, states: Any, *rest: Any) -> None:
        scratch = record(np.zeros(1, scratch_dtype))
        for i in range(cuda.grid(1), states.shape[0], cuda.gridsize(1)):
            module.start_game(record(boards), record(states, i), scratch, *rest, i)

    def play(boards: Any, states: Any, over: Any, *rest: Any) -> None:
        scratch, status = record(np.zeros(1, scratch_dtype)), rest[-1]
        for i in range(cuda.grid(1), states.shape[0], cuda.gridsize(1)):
            module.play_in_game(record(boards), record(states, i), scratch, *rest, i)
            if status[i] in (FINISHED, STOPPED):
                over[1 + cuda.atomic.add(over, 0, 1)] = i

    def renew(boards: Any, states: Any, over: Any, *rest: Any) -> None:
        scratch = record(np.zeros(1, scratch_dtype))
        for k in range(cuda.grid(1), over[0], cuda.gridsize(1)):
            i = over[1 + k]
            module.renew_game(record(boards), record(states, i), scratch, *rest, i)

    def show(boards: Any, states: Any, over: Any, words: Any, generators: Any, *rest: Any) -> None:
        if cuda.grid(1) == 0:
            over[0] = 0
        scratch = record(np.zeros(1, scratch_dtype))
        for i in range(cuda.grid(1), states.shape[0], cuda.gridsize(1)):
            module.show_game(record(boards), record(states, i), scratch, record(generators, i), *rest, i)

    def observe(boards: Any, states: Any, seat: int, observations: Any) -> None:
        for i in range(cuda.grid(1), states.shape[0], cuda.gridsize(1)):
            module.encode(record(boards), record(states, i), seat, observations, i)

    return tuple(cuda.jit(kernel) for kernel in (start, play, renew, show, observe))


class CudaRunner:
    """Plays on a GPU; calls return before the work is done."""

    def __init__(self, title: Title, batch: int, limit: int) -> None:
        need_gpu()
        self.title, self.batch, self.limit, self.seed = title, batch, limit, 0
        self.boards = cuda.to_device(np.array([title.board.table]))
        self.over = cuda.to_device(np.zeros(1 + batch, np.int64))  # how many games are over, and which
        self.states = cuda.device_array(batch, title.family.state_dtype)
        if numba.config.ENABLE_CUDASIM:
            self.words, blocks = self.states, 1
            kernels = simulated_kernels(title.encoding.batch, title.quiet_scratch)
        else:
            self.words = self.states.view(np.uint64)  # the same memory
            blocks = BLOCKS * cuda.get_current_device().MULTIPROCESSOR_COUNT
            kernels = real_kernels(title.encoding.batch, title.family.state_dtype, title.quiet_scratch)
        self._start, self._play, self._renew, self._show, self._observe = (
            kernel[blocks, THREADS] for kernel in kernels
        )
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
            *(self.boards, self.states, self.over, self.words, self.generators),
            *(self.masks.array, self.observations.array),
            *(self.actors.array, self.samples.array, self.status.array),
        )

    def step(self, actions: Any) -> None:
        """Play one action in every game."""
        actions = self._on_device(actions)
        if actions.shape != (self.batch,) or actions.dtype.kind not in "iu":
            raise AiguillageError(f"The actions must be {self.batch} integers, one for each game.")
        table, states, over, status = self.boards, self.states, self.over, self.status.array
        rewards, scores = self.rewards.array, self.scores.array
        self._play(table, states, over, actions, self.limit, self.masks.array, rewards, status)
        self._renew(table, states, over, self.episodes.array, self.seed, rewards, scores, status)
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
