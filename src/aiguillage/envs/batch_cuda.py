"""Many games in step on a GPU, by the very functions that run on the CPU.

A step is three launches, for a GPU has little room for instructions: play, replace the games that are over, then count
those and show them all. Arrays lie column by column, so that the threads of a warp write side by side; `array[i]` is
still what game `i` shows.

Only so many threads play as the caches can serve, each game after game: with a thread for every game the records that
they work on push each other out of the caches, and the same step takes three times as long. To be replaced, counted or
shown, records lie in memory that a block shares; three warps write what is seen of them and one what can be done. The
few games that are over are listed, so that they are not one in each warp; while some blocks count them the others go
on and take the next games to be shown from a queue.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from aiguillage.arena.gpu import cuda, need_gpu, numba
from aiguillage.envs.batch import GENERATOR
from aiguillage.envs.batch_rows import FINISHED, REFUSED, STOPPED
from aiguillage.envs.dlpack import CPU, CUDA, SharedArray
from aiguillage.envs.title import Title
from aiguillage.errors import AiguillageError
from aiguillage.game.families import Family
from aiguillage.game.kernels import INTERPRETED, NUMBA
from aiguillage.rules.numbers import NOBODY
from aiguillage.rules.records import AnyBoards, AnyScratch, Array

types = numba.types

THREADS = 128
"""Threads in a block."""

BLOCKS = 3
"""Blocks on each multiprocessor."""

REGISTERS = 128
"""Registers a thread may use: with so few threads there is room for them."""

TILE = 32
"""Games that lie in the memory of a block at a time: one for each thread of a warp."""

SHARING = 5
"""Blocks on each multiprocessor that use shared memory: as many as it has room for."""

WARPS = 4
"""Warps that count or show the games of a tile: one for each part of what is seen, one for what can be done."""

HELD = 17
"""Words that a thread fetches at a time: enough to keep the memory busy."""

PLANNERS = 16
"""Blocks of a warp on each multiprocessor that work plans out."""

SHOW_REGISTERS = 96
"""Registers for a thread that counts and shows games, of which there are more."""

OVER_AT = 4
"""Where in `over` the list of games starts. Before it, each for every other step: how many there are, and how many
tiles were taken to be shown."""


SIMULATED = bool(numba.config.ENABLE_CUDASIM)
"""Whether numba's simulator runs the kernels, on the interpreted rules."""


def fielded(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """A type of records; in numba's simulator, whose records have no fields otherwise, numpy's own."""
    return np.dtype((np.record, dtype)) if SIMULATED else dtype


def local_type(dtype: np.dtype[Any]) -> object:
    """What `cuda.local.array` takes for records."""
    return dtype if SIMULATED else numba.from_dtype(dtype)


def built(kernel: Callable[..., None], registers: int) -> Any:
    """A kernel that can be launched."""
    return cuda.jit(kernel) if SIMULATED else cuda.jit(max_registers=registers)(kernel)


class Parts:
    """What the CUDA kernels of a family are made of. They take what they need into variables of their own, for a kernel
    knows no objects.

    `alone`: each warp counts one game at a time, so that all it needs for that lies in shared memory, if it has room.
    """

    def __init__(self, family: Family, alone: bool) -> None:
        self.module = (INTERPRETED if SIMULATED else NUMBA).load(family.path("envs", "batch"))
        self.state, self.scratch = fielded(family.state_dtype), fielded(family.quiet_dtype)
        self.sight = fielded(family.envs.SIGHT)
        self.length, self.scratch_length = self.state.itemsize // 8, self.scratch.itemsize // 8  # in words
        # In shared memory, so that the records of a warp do not all lie in the same banks.
        self.padded = self.length + 1
        self.room = TILE * self.padded
        self.alone = alone and self.length + self.scratch_length <= self.room // WARPS


@cache
def make_kernels(family: Family, alone: bool) -> tuple[Any, ...]:
    """The CUDA kernels of a family: start, play, observe, plan, renew, show."""
    parts = Parts(family, alone)
    others = (*playing_kernels(parts), *seeing_kernels(parts), renewing_kernel(parts))
    return *(built(kernel, REGISTERS) for kernel in others), built(showing_kernel(parts), SHOW_REGISTERS)


def playing_kernels(parts: Parts) -> tuple[Callable[..., None], Callable[..., None]]:
    """Set games up, and play one action in each."""
    scratch_type = local_type(parts.scratch)
    start_game, play_in_game = parts.module.start_game, parts.module.play_in_game

    def start(boards: AnyBoards, states: Array, seats: int, seed: int, status: Array) -> None:
        scratch = cuda.local.array(1, scratch_type)
        for i in range(cuda.grid(1), states.shape[0], cuda.gridsize(1)):
            start_game(boards[0], states[i], scratch[0], seats, seed, status, i)

    def play(
        boards: AnyBoards,
        states: Array,
        over: Array,
        counter: int,
        actions: Array,
        limit: int,
        masks: Array,
        rewards: Array,
        status: Array,
    ) -> None:
        scratch = cuda.local.array(1, scratch_type)
        for i in range(cuda.grid(1), states.shape[0], cuda.gridsize(1)):
            play_in_game(boards[0], states[i], scratch[0], actions, limit, masks, rewards, status, i)
            if status[i] == FINISHED or status[i] == STOPPED:
                over[OVER_AT + cuda.atomic.add(over, counter, 1)] = i

    return start, play


def seeing_kernels(parts: Parts) -> tuple[Callable[..., None], Callable[..., None]]:
    """What a seat sees, and what it can work out."""
    sight_type = local_type(parts.sight)
    encode, encode_plan = parts.module.encode, parts.module.encode_plan

    def observe(boards: AnyBoards, states: Array, seat: int, observations: Array) -> None:
        for i in range(cuda.grid(1), states.shape[0], cuda.gridsize(1)):
            encode(boards[0], states[i], seat, observations, i)

    def plan(boards: AnyBoards, states: Array, seat: int, observations: Array, start: int) -> None:
        """Add what a seat (-1: the one to act) can work out; a launch of its own, so that nobody else waits for it."""
        sight = cuda.local.array(1, sight_type)
        for i in range(cuda.grid(1), states.shape[0], cuda.gridsize(1)):
            viewer = int(states[i].actor) if seat < 0 else seat
            encode_plan(boards[0], states[i], viewer, sight[0], observations, i, start)

    return observe, plan


def renewing_kernel(parts: Parts) -> Callable[..., None]:
    """Games that are over make room for others."""
    scratch_type, state_dtype = local_type(parts.scratch), parts.state
    renew_game, length, padded, room = parts.module.renew_game, parts.length, parts.padded, parts.room

    def renew(
        boards: AnyBoards, words: Array, over: Array, counter: int, ended: Array, episodes: Array, seats: int, seed: int
    ) -> None:
        """Set the games that are over aside and others up in their places."""
        scratch = cuda.local.array(1, scratch_type)
        tile = cuda.shared.array(room, types.uint64)
        thread = cuda.threadIdx.x
        for base in range(cuda.blockIdx.x * TILE, over[counter], cuda.gridDim.x * TILE):
            count = min(TILE, over[counter] - base)
            for k in range(count):
                first = over[OVER_AT + base + k] * length
                for word in range(thread, length, TILE):
                    ended[(base + k) * length + word] = words[first + word]
            if thread < count:
                state = tile[thread * padded : thread * padded + length].view(state_dtype)[0]
                renew_game(boards[0], state, scratch[0], episodes, seats, seed, over[OVER_AT + base + thread])
            cuda.syncthreads()
            for k in range(count):
                first = over[OVER_AT + base + k] * length
                for word in range(thread, length, TILE):
                    words[first + word] = tile[k * padded + word]
            cuda.syncthreads()

    return renew


def counting_function(parts: Parts) -> Callable[..., None]:
    """Each final count goes its own way, so that those of a tile are shared out among the warps."""
    alone, length, scratch_length, room = parts.alone, parts.length, parts.scratch_length, parts.room
    state_dtype, scratch_dtype, count_game = parts.state, parts.scratch, parts.module.count_game
    counted = WARPS if alone else TILE  # games that are counted at a time,
    share = room // counted  # and the words that each has of the tile

    def count_all(
        boards: AnyBoards,
        scratch: AnyScratch,
        tile: Array,
        over: Array,
        counter: int,
        ended: Array,
        shown: tuple[Array, Array],
        status: Array,
    ) -> None:
        rewards, scores = shown
        thread, warp, slot = cuda.threadIdx.x, cuda.threadIdx.x // TILE, cuda.threadIdx.x % TILE
        for base in range(cuda.blockIdx.x * counted, over[counter], cuda.gridDim.x * counted):
            count = min(counted, over[counter] - base)
            for word in range(thread, count * length, WARPS * TILE):
                tile[word // length * share + word % length] = ended[base * length + word]
            cuda.syncthreads()
            k = slot * WARPS + warp
            if k < count and status[over[OVER_AT + base + k]] == FINISHED:
                i, mine = over[OVER_AT + base + k], tile[k * share : (k + 1) * share]
                state = mine[:length].view(state_dtype)[0]
                if alone:
                    own = mine[length : length + scratch_length].view(scratch_dtype)[0]
                    count_game(boards[0], state, own, rewards, scores, i)
                else:
                    count_game(boards[0], state, scratch, rewards, scores, i)
            cuda.syncthreads()

    function: Callable[..., None] = cuda.jit(device=True)(count_all)
    return function


def fetching_function(parts: Parts) -> Callable[..., None]:
    """Records into the memory of a block, many words at a time."""
    length = parts.length

    def fetch(words: Array, tile: Array, base: int, count: int) -> None:
        held = cuda.local.array(HELD, types.uint64)
        thread = cuda.threadIdx.x
        first = np.uint64(base) * np.uint64(length)
        end = np.uint32(min(TILE, count - base) * length)
        for chunk in range(0, TILE * length, HELD * WARPS * TILE):
            for k in range(HELD):
                at = np.uint32(chunk + k * WARPS * TILE + thread)
                if at < end:
                    held[k] = words[first + np.uint64(at)]
            for k in range(HELD):
                at = np.uint32(chunk + k * WARPS * TILE + thread)
                if at < end:
                    tile[np.uint64(at + at // np.uint32(length))] = held[k]

    function: Callable[..., None] = cuda.jit(device=True)(fetch)
    return function


def showing_kernel(parts: Parts) -> Callable[..., None]:
    """Games that are over are counted, and all are shown."""
    scratch_type, state_dtype = local_type(parts.scratch), parts.state
    length, padded, room = parts.length, parts.padded, parts.room
    count_all, fetch = counting_function(parts), fetching_function(parts)
    clear, show_part, quarter = parts.module.clear, parts.module.show_part, parts.module.LISTED // WARPS

    def show(
        boards: AnyBoards,
        words: Array,
        over: Array,
        counter: int,
        ended: Array,
        generators: Array,
        masks: Array,
        observations: Array,
        actors: Array,
        samples: Array,
        rewards: Array,
        scores: Array,
        status: Array,
    ) -> None:
        """Count the games that were set aside, then show all."""
        if cuda.grid(1) == 0:  # for the next step
            over[1 - counter] = 0
            over[3 - counter] = 0
        scratch = cuda.local.array(1, scratch_type)
        tile = cuda.shared.array(room, types.uint64)
        taken = cuda.shared.array(1, types.int64)
        thread, warp, slot = cuda.threadIdx.x, cuda.threadIdx.x // TILE, cuda.threadIdx.x % TILE
        count_all(boards, scratch[0], tile, over, counter, ended, (rewards, scores), status)
        while True:
            if thread == 0:
                taken[0] = cuda.atomic.add(over, 2 + counter, 1)
            cuda.syncthreads()
            base = taken[0] * TILE
            if base >= status.shape[0]:
                return
            fetch(words, tile, base, status.shape[0])
            i = base + slot
            changed = i < status.shape[0] and status[i] != REFUSED
            if changed:
                clear(masks, i, warp * quarter, (warp + 1) * quarter)
            cuda.syncthreads()
            if changed:
                state = tile[slot * padded : slot * padded + length].view(state_dtype)[0]
                shown = masks, observations, actors, samples
                show_part(boards[0], state, scratch[0], generators[i], shown, i, warp)
            cuda.syncthreads()

    return show


class CudaRunner:
    """Plays on a GPU; calls return before the work is done."""

    def __init__(self, title: Title, batch: int, limit: int) -> None:
        need_gpu()
        self.title, self.batch, self.limit, self.seed = title, batch, limit, 0
        # The longest trail takes long to find, and each its own time.
        alone = title.board.family == "board" and title.board.table.longest_points > 0
        kernels = make_kernels(title.family, alone)
        if SIMULATED:
            playing = sharing = planning = 1
        else:
            units = cuda.get_current_device().MULTIPROCESSOR_COUNT
            playing, sharing, planning = BLOCKS * units, SHARING * units, PLANNERS * units
        start, play, observe, plan, renew, show = kernels
        self._start, self._play, self._observe = (k[playing, THREADS] for k in (start, play, observe))
        self._plan = plan[planning, TILE]
        self._renew, self._show = renew[sharing, TILE], show[sharing, WARPS * TILE]
        boards = np.array([title.board.table])
        self.boards = cuda.to_device(boards.view(fielded(boards.dtype)))
        self.states, ended = (cuda.device_array(batch, fielded(title.family.state_dtype)) for _ in range(2))
        self.words, self.ended = self.states.view(np.uint64), ended.view(np.uint64)  # the same memory
        self.over = cuda.to_device(np.zeros(OVER_AT + batch, np.int64))
        self.counter = 0  # which of the two counters this step uses
        self.generators = cuda.device_array(batch, fielded(GENERATOR))
        self.masks = self._array((title.actions,), np.bool_)
        self.observations = self._array((title.layout.size,), np.int8)
        self.actors = self._array((), np.int8)
        self.samples = self._array((), np.int64)
        self.rewards = self._array((title.seats,), np.float32)
        self.scores = self._array((title.seats,), np.int16)
        self.status = self._array((), np.int8)
        self.episodes = self._array((), np.int64)

    def _array(self, row: tuple[int, ...], dtype: DTypeLike) -> SharedArray:
        array = cuda.to_device(np.zeros((self.batch, *row), dtype, order="F"))
        if SIMULATED:  # what it calls the device is this machine's memory
            return SharedArray(array, array.ctypes.data, (CPU, 0), cuda.synchronize)
        device = CUDA, int(cuda.get_current_device().id)
        return SharedArray(array, array.device_ctypes_pointer.value, device, cuda.synchronize)

    def start(self, seed: int) -> None:
        """Set all games up."""
        self.seed = seed
        for shared in (self.rewards, self.scores, self.episodes):
            shared.array.copy_to_device(np.zeros(shared.shape, shared.dtype, order="F"))
        generators = np.zeros(self.batch, GENERATOR)
        NUMBA.load("envs.batch_rows").seed_generators(generators, seed)
        self.generators.copy_to_device(generators)
        self._start(self.boards, self.states, self.title.seats, seed, self.status.array)
        self._show_all()

    def _show_all(self) -> None:
        self._show(
            *(self.boards, self.words, self.over, self.counter, self.ended, self.generators),
            *(self.masks.array, self.observations.array, self.actors.array, self.samples.array),
            *(self.rewards.array, self.scores.array, self.status.array),
        )
        self.counter = 1 - self.counter
        self._show_plans(NOBODY, self.observations)

    def _show_plans(self, seat: int, seen: SharedArray) -> None:
        """Add what version 1 has more; `NOBODY`: of the seats to act."""
        if self.title.version:
            self._plan(self.boards, self.states, seat, seen.array, self.title.seen)

    def step(self, actions: object) -> None:
        """Play one action in every game."""
        on_device = self._on_device(actions)
        if on_device.shape != (self.batch,) or on_device.dtype.kind not in "iu":
            raise AiguillageError(f"The actions must be {self.batch} integers, one for each game.")
        board, over, counter = self.boards, self.over, self.counter
        masks, rewards, status = self.masks.array, self.rewards.array, self.status.array
        self._play(board, self.states, over, counter, on_device, self.limit, masks, rewards, status)
        seats, episodes = self.title.seats, self.episodes.array
        self._renew(board, self.words, over, counter, self.ended, episodes, seats, self.seed)
        self._show_all()

    def _on_device(self, actions: object) -> Any:
        if isinstance(actions, SharedArray):
            return actions.array
        if hasattr(actions, "__cuda_array_interface__"):
            return cuda.as_cuda_array(actions)
        return cuda.to_device(np.asarray(actions))

    def observe(self, seat: int) -> SharedArray:
        """What a seat sees of every game."""
        seen = self._array((self.title.layout.size,), np.int8)
        self._observe(self.boards, self.states, seat, seen.array)
        self._show_plans(seat, seen)
        return seen

    def wait(self) -> None:
        """Wait until all this is done."""
        cuda.synchronize()

    def close(self) -> None:
        """The memory goes back with the arrays."""
