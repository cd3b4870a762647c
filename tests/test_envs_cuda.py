"""BatchEnv on CUDA (in numba's simulator, which needs a process of its own) and DLPack."""

import gc
import hashlib
import json
import os
import subprocess
import sys
from threading import Thread
from typing import Any, Literal

import numba
import numpy as np
import pytest

from aiguillage.boards import board_names
from aiguillage.envs import dlpack
from aiguillage.envs.batch import BatchEnv
from aiguillage.envs.dlpack import CPU, SharedArray
from aiguillage.seen.layout import NEWEST

SHORT = 3, 16, 12
"""Games at once, steps, and the decisions after which a game is stopped."""

BOT_TITLES = "amsterdam", "cardgame"

WHOLE = {"europe": (5, 260, 1000), "amsterdam": (35, 90, 1000), "cardgame": (5, 220, 1000)}
"""The same for games that are played to the end: of more than a tile, and by either way of counting."""


def fingerprint(name: str, device: Literal["cpu", "cuda"], batch: int, steps: int, limit: int) -> str:
    """A digest of all that a small batch shows over some steps, the end of games included."""
    env = BatchEnv(name, 2, batch=batch, seed=5, device=device, limit=limit, threads=1, layout=NEWEST)
    digest = hashlib.sha256()
    for _ in range(steps):
        for array in (
            env.observations,
            env.masks,
            env.actors,
            env.samples,
            env.rewards,
            env.scores,
            env.status,
        ):
            digest.update(np.ascontiguousarray(np.asarray(array)).tobytes())
        env.step(env.samples)
    assert np.asarray(env.episodes).any(), f"No game of {name} has come to its end."
    env.step(np.resize([-1, 0, 10_000], batch))
    for array in (env.status, env.episodes, env.observe(1)):
        digest.update(np.ascontiguousarray(np.asarray(array)).tobytes())
    return digest.hexdigest()


def shared_without_a_copy() -> bool:
    """Whether numpy reads a device array (in the simulator: this machine's memory) through DLPack."""
    env = BatchEnv("paris", 2, batch=3, seed=5, device="cuda")
    view = np.from_dlpack(env.observations)
    env.step(env.samples)
    env.synchronize()
    same = (view == np.asarray(env.observations)).all() and view.ctypes.data == env.observations.address
    return bool(same) and view.strides == (1, 3)


def bot_games(name: str, device: Literal["cpu", "cuda"]) -> list[list[int]]:
    """What the planner plays in some games of which it has every other seat."""
    from aiguillage.arena.gpu import cuda
    from aiguillage.envs.scripted import Scripted
    from aiguillage.envs.scripted_cuda import CudaScripted

    env = BatchEnv(name, 2, batch=4, seed=5, device=device, threads=1)
    board, played = env.title.board, []
    on_gpu = device == "cuda"
    bot = CudaScripted(board, "planner") if on_gpu else Scripted(board, "planner", 1)
    for step in range(10):
        actions: Any = np.array(env.samples)
        wanted = (np.arange(4) + step) % 3 != 0
        given = cuda.to_device(actions) if on_gpu else actions
        bot.decide(env, given, cuda.to_device(wanted) if on_gpu else wanted, step)
        actions = given.copy_to_host() if on_gpu else given
        env.step(actions)
        played.append(actions.tolist())
    return played


def shared_array(self, shape, dtype):
    """What the simulator does for `cuda.shared.array`, in one step: as it is, two threads at once get one each."""
    frame = sys._getframe(1)
    kind = numba.np.numpy_support.as_dtype(dtype) if isinstance(dtype, numba.types.Type) else dtype
    return self._allocations.setdefault((frame.f_code.co_filename, frame.f_lineno), np.empty(shape, kind))


def is_alive(self):
    """What the simulator asks its threads again and again; those that run are given time to, it turns round less."""
    if not self.syncthreads_blocked:
        self.join(0.001)
    return Thread.is_alive(self)


if __name__ == "__main__":
    from numba.cuda.simulator.kernel import BlockThread
    from numba.cuda.simulator.kernelapi import FakeCUDAShared

    FakeCUDAShared.array = shared_array
    BlockThread.is_alive = is_alive
    prints = [fingerprint(name, "cuda", *course) for name, course in json.loads(sys.argv[1]).items()]
    print(json.dumps([shared_without_a_copy(), [bot_games(name, "cuda") for name in BOT_TITLES], *prints]))


def check_simulated(courses):
    """This file, run in the simulator, gives the same fingerprints as the CPU does."""
    run = subprocess.run(
        [sys.executable, __file__, json.dumps(courses)],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    shared, games, *prints = json.loads(run.stdout)
    assert shared, "numpy reads the memory of the GPU"
    assert games == [bot_games(name, "cpu") for name in BOT_TITLES]
    assert prints == [fingerprint(name, "cpu", *course) for name, course in courses.items()]


def test_the_gpu_plays_the_same_games_scripted_bots_too_and_numpy_reads_its_memory():
    check_simulated(dict.fromkeys(board_names(), SHORT))


@pytest.mark.long
def test_the_gpu_counts_and_replaces_games_alike():
    check_simulated(WHOLE)


def test_without_a_gpu_that_is_said():
    run = subprocess.run(
        [
            sys.executable,
            "-c",
            "from aiguillage.envs.batch import BatchEnv; BatchEnv('paris', device='cuda')",
        ],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "0", "CUDA_VISIBLE_DEVICES": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "There is no CUDA GPU here" in run.stderr.splitlines()[-1]


@pytest.mark.parametrize("dtype", [np.int8, np.bool_, np.float32, np.int16, np.int64])
@pytest.mark.parametrize("order", ["C", "F"])
def test_dlpack_hands_the_memory_over(dtype, order):
    array = np.asarray(np.arange(12).reshape(3, 4) % 2, dtype, order=order)
    waited = []
    shared = SharedArray(array, array.ctypes.data, (CPU, 0), lambda: waited.append(True))
    other = np.from_dlpack(shared)
    assert (other.ctypes.data, other.dtype, other.strides) == (array.ctypes.data, array.dtype, array.strides)
    array[1, 2] = 1
    assert other[1, 2] == 1
    assert waited


def test_dlpack_lends_and_takes_back():
    array = np.zeros(5, np.int8)
    shared = SharedArray(array, array.ctypes.data, (CPU, 0), lambda: None)
    before = len(dlpack._lent)
    other, unused = np.from_dlpack(shared), shared.__dlpack__()
    assert len(dlpack._lent) == before + 2
    del other, unused
    gc.collect()
    assert len(dlpack._lent) == before
