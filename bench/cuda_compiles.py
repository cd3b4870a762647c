"""Everything that runs on a GPU, compiled for one where there is none: kernel code that CUDA cannot take is found here.

    pip install 'numba-cuda[cu12]'
    python bench/cuda_compiles.py [--chip 9.0] [--json]

Takes a title of each family and prints how much PTX each of its CUDA kernels has become, and the processor time that
took. That they play the same games is shown on a GPU (bench/four_places_gpu.py) or in numba's simulator.
"""

import argparse
import json
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
from numba import cuda, types
from numba.cuda import api, dispatcher

from aiguillage.arena.gpu import play_kernel
from aiguillage.boards import Board, load_board
from aiguillage.bots.neural_net import mind_of, shipped_net
from aiguillage.envs.batch import GENERATOR
from aiguillage.envs.batch_cuda import make_kernels
from aiguillage.envs.scripted_cuda import advise_kernel
from aiguillage.game.families import family_of
from aiguillage.game.kernels import NUMBA

TITLES = ("europe", "cardgame")
NUMBER = types.int64

Kernel = tuple[str, Any, tuple[Any, ...]]


def array(dtype: Any, dimensions: int = 1) -> Any:
    """The type of an array as it lies on a GPU: column by column."""
    return types.Array(numba.from_dtype(np.dtype(dtype)), dimensions, "C" if dimensions == 1 else "F")


def kernels(board: Board) -> Iterator[Kernel]:
    """Their names, their sources and the types that they are called with."""
    family = family_of(board)
    boards, states = array(board.table.dtype), array(family.state_dtype)
    whole, words, flags, status = array(np.int64), array(np.uint64), array(np.bool_), array(np.int8)
    masks, seen = array(np.bool_, 2), array(np.int8, 2)
    rewards, scores = array(np.float32, 2), array(np.int16, 2)
    yield "simulate", play_kernel(family), (boards, states, *[NUMBER] * 4)
    asked = boards, states, flags, whole, NUMBER, NUMBER, array(np.float64)
    yield "scripted bots", advise_kernel(family), asked
    batch = {
        "start": (boards, states, NUMBER, NUMBER, status),
        "play": (boards, states, whole, NUMBER, whole, NUMBER, masks, rewards, status),
        "observe": (boards, states, NUMBER, seen),
        "plan": (boards, states, NUMBER, seen, NUMBER),
        "renew": (boards, words, whole, NUMBER, words, whole, NUMBER, NUMBER),
        "show": (
            *(boards, words, whole, NUMBER, words, array(GENERATOR), masks, seen, status, whole),
            *(rewards, scores, status),
        ),
    }
    built = make_kernels(family, board.family == "board")
    for (name, signature), kernel in zip(batch.items(), built, strict=True):
        yield f"batch: {name}", kernel, signature
    net = shipped_net(board)
    assert net is not None
    decide = NUMBA.load(family.path("bots", "instinct")).decide_by_net

    def neural(boards: Any, seen: Any, seat: int, spaces: Any, mind: Any, chosen: Any) -> None:
        chosen[0] = decide(boards[0], seen[0], seat, 0, spaces[0], mind)

    mind = numba.typeof(mind_of(net.in_kernel(), board))
    spaces = array(family.bots.BOT_SCRATCH)
    yield "networks", cuda.jit(neural), (boards, states, NUMBER, spaces, mind, whole)


def main() -> None:
    """Compile them all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chip", default="9.0", help="the compute capability")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    major, _, minor = options.chip.partition(".")
    chip = int(major), int(minor or 0)
    # Functions that kernels call are compiled for the GPU that is there.
    api.get_current_device = dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=chip)
    for title in TITLES:
        for name, kernel, signature in kernels(load_board(title)):
            began = time.process_time()
            text, _ = cuda.compile(kernel.py_func, types.void(*signature), cc=chip, device=False, abi="numba")
            found = {
                "title": title,
                "kernel": name,
                "kB": len(text) // 1000,
                "s": round(time.process_time() - began, 1),
            }
            line = json.dumps(found) if options.json else "{title}: {name}, {kB} kB, {s} s".format(name=name, **found)
            print(line, flush=True)


if __name__ == "__main__":
    main()
