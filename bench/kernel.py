"""The kernel's files against numba's code: how fast, how large, and whether they play the same games.

    python bench/kernel.py                 # speed, calls, loading and sizes
    python bench/kernel.py --only random   # of the comparisons those whose name has the word
    python bench/kernel.py --same 20       # 20 games of every title and number of players on all engines

Both play in the same run, by turns, and every pair must leave the same bytes. A ratio above 1 is in favour of
WebAssembly; figures are seconds of processor time.
"""

import argparse
import base64
import gzip
import hashlib
import importlib
import json
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from aiguillage import kernel
from aiguillage.boards import load_board
from aiguillage.bots.kernel_bot import clean_scratch
from aiguillage.bots.opinions import weights_for
from aiguillage.bots.scratch import POLICIES
from aiguillage.bots.shortlist import CANDIDATES
from aiguillage.bots.tree import DEPTH, FOUND, HOW, NODE, NODES
from aiguillage.envs.batch import GENERATOR
from aiguillage.envs.title import find_title
from aiguillage.game.families import family_of
from aiguillage.kernel import file
from aiguillage.rules.phases import OVER
from aiguillage.rules.state import BOARD, new_record, new_records

ROOT = Path(__file__).parents[1]
TABLES = [(title, seats) for title in ("amsterdam", "berlin", "cardgame", "europe", "paris") for seats in (2, 3, 4)]
TABLES.append(("europe", 5))
ROUNDS = 7
LIMIT = 100_000

Work = Callable[[Callable[[str], Any], Any], tuple[float, bytes]]
"""Plays on the modules of one engine, with arrays of its own; the seconds it took and what it left."""


def numba_module(name: str) -> Any:
    """A module compiled by numba."""
    return importlib.import_module(f"aiguillage.compiled.{name}")


def random_play(title: str, seats: int, games: int = 1500) -> Work:
    """Random games."""
    board = load_board(title)
    family = family_of(board)

    def work(module: Callable[[str], Any], zeros: Any) -> tuple[float, bytes]:
        crowd = module(family.path("bots", "crowd"))
        states, scratch = zeros(games, family.state_dtype), new_record(family.quiet_dtype)
        began = time.thread_time()
        crowd.play_games(board.table, states, scratch, seats, 5, 0, LIMIT)
        return time.thread_time() - began, states.tobytes()

    return work


def match(title: str, seats: int, bot: str, deals: int = 6) -> Work:
    """Games between bots of one kind."""
    board = load_board(title)
    family = family_of(board)

    def work(module: Callable[[str], Any], zeros: Any) -> tuple[float, bytes]:
        states, went = zeros(deals * seats, family.state_dtype), np.zeros(deals * seats, np.int8)
        bots = np.array([POLICIES[bot]] * seats), np.array([weights_for(board, bot)] * seats)
        space = (
            new_records(family.state_dtype, 1),
            clean_scratch(family),
            new_record(family.bots.RULES_SCRATCH),
        )
        play = module(family.path("bots", "match")).play_match
        began = time.thread_time()
        play(board.table, states, went, seats, *bots, 3, 0, LIMIT, False, *space)
        return time.thread_time() - began, states.tobytes() + went.tobytes()

    return work


def search(title: str, seats: int, chunks: int = 8) -> Work:
    """Play-outs of search from the first turn of a game, a chunk of four worlds at a time, with the tree growing."""
    board = load_board(title)
    family = family_of(board)

    def work(module: Callable[[str], Any], zeros: Any) -> tuple[float, bytes]:
        rules = module(f"rules.{family.module}")
        tree_of, playouts = module("bots.tree"), module(family.path("bots", "playouts"))
        seen, space = new_record(family.state_dtype), new_record(family.scratch_dtype)
        rules.setup(board.table, seen, seats, 0, 3, 0, space)
        while seen.phase == 0:
            rules.legal(board.table, seen, space.actions)
            rules.step(board.table, seen, int(space.actions[0]), space)
        weights, out = weights_for(board, "search"), np.zeros(CANDIDATES, np.int16)
        rules.observe(board.table, seen, int(seen.actor))
        count = module(family.path("bots", "family")).list_candidates(
            board.table, seen, int(seen.actor), clean_scratch(family), weights, out
        )
        how = new_record(HOW)
        how.seed, how.seat, how.grow, how.scale, how.win = 7, seen.actor, 1, family.bots.scale(board), 0.5
        tree, found = zeros(NODES, NODE), zeros((4, CANDIDATES), FOUND)
        rewards, live = np.zeros((4, count)), np.ones(count, np.bool_)
        worlds, scratch = zeros(3 + DEPTH, family.state_dtype), clean_scratch(family)
        tree_of.clear_tree(tree)
        size, told = CANDIDATES, b""
        space = (worlds, scratch, weights, new_record(family.bots.RULES_SCRATCH))
        began = time.thread_time()
        for chunk in range(chunks):
            playouts.play_worlds(*(board.table, seen, (how, out[:count], live), 4 * chunk, rewards, tree, found, space))
            size = tree_of.learn(tree, size, found, live)
            told += rewards.tobytes()
        return time.thread_time() - began, told + tree.tobytes()

    return work


def batch(title: str, seats: int, games: int = 1024, steps: int = 100) -> Work:
    """Steps of many games at once, as `BatchEnv` makes them."""
    known = find_title(title, seats)

    def work(module: Callable[[str], Any], zeros: Any) -> tuple[float, bytes]:
        play = module(known.family.path("envs", "batch"))
        boards, states = known.boards, zeros(games, known.family.state_dtype)
        generators, scratches = zeros(games, GENERATOR), zeros(1, known.family.quiet_dtype)
        masks, seen = zeros((games, known.actions), np.bool_), zeros((games, known.layout.size), np.int8)
        actors, status = zeros(games, np.int8), zeros(games, np.int8)
        samples, actions, episodes = (zeros(games, np.int64) for _ in range(3))
        rewards, scores = zeros((games, seats), np.float32), zeros((games, seats), np.int16)
        module("envs.batch_rows").seed_generators(generators, 3)
        told = masks, seen, actors, samples
        every, whole = (boards, states, scratches, generators), (0, 0, games)
        play.start_games(every, seats, 3, told, status, whole)
        began = time.thread_time()
        for _ in range(steps):
            actions[:] = samples
            play.step_games(every, actions, episodes, 3, LIMIT, told, (rewards, scores, status), whole)
        spent = time.thread_time() - began
        return spent, b"".join(one.tobytes() for one in (states, *told, rewards, scores, status, episodes))

    return work


def compare(what: str, work: Work) -> None:
    """Both by turns; the ratio is the median of the rounds."""
    work(numba_module, np.zeros)
    work(kernel.module, kernel.zeros)
    ratios, times = [], []
    for _ in range(ROUNDS):
        one, left = work(numba_module, np.zeros)
        other, right = work(kernel.module, kernel.zeros)
        if left != right:
            raise SystemExit(f"{what}: the engines differ")
        ratios.append(one / other)
        times.append((one, other))
    slow, fast = (median(column) * 1e3 for column in zip(*times, strict=True))
    print(f"{what:38} numba {slow:8.2f} ms   wasmtime {fast:8.2f} ms   ratio {median(ratios):.2f}", flush=True)


def calls() -> None:
    """What a call from Python costs: a state, the board and scratch space of 8 kB copied, or nothing."""
    board = load_board("europe")
    family, setup = family_of(board), kernel.module("rules.turn").setup
    call = kernel.module("rules.score").find_components  # which has little to do in a new game
    for where, make in (("copied in and out", new_record), ("in the kernel's memory", kernel.new_record)):
        table, state, scratch = make(BOARD), make(family.state_dtype), make(family.scratch_dtype)
        for name in BOARD.names or ():
            table[name] = board.table[name]
        setup(table, state, 4, 0, 1, 0, scratch)
        took = min(_time_of(lambda given=(table, state, scratch): call(*given)) for _ in range(7))
        print(f"a call with board, state and scratch space {where}: {took * 1e6:.1f} µs")


def _time_of(call: Callable[[], Any], count: int = 4000) -> float:
    began = time.thread_time()
    for _ in range(count):
        call()
    return (time.thread_time() - began) / count


LOAD = """
import time
import numpy, aiguillage.kernel
began = time.perf_counter(), time.process_time()
kernel = aiguillage.kernel.load()
for name in ("board", "card"):
    kernel.module(name)
    print(name, round(time.perf_counter() - began[0], 3), "s by the clock,", round(time.process_time() - began[1], 3),
          "s of processor time until it is loaded")
"""


def sizes() -> None:
    """Of the files, as they are and gzipped."""
    for name in ("board.wasm", "card.wasm", "kernel.json"):
        data = (file.FOLDER / name).read_bytes()
        print(f"{name:12} {len(data) / 1000:6.1f} kB, gzipped {len(gzip.compress(data, 9)) / 1000:5.1f} kB")


def same(games: int) -> None:
    """Random games on numba's code, wasmtime and node; the same bytes after every decision."""
    told, expected, decisions = [], [], 0
    for title, seats in TABLES:
        board = load_board(title)
        family = family_of(board)
        engines = [module(f"rules.{family.module}") for module in (numba_module, kernel.module)]
        for seed in range(games):
            chance = random.Random(f"{title} {seats} {seed}")
            states = [new_record(family.state_dtype) for _ in engines]
            spaces = [new_record(family.scratch_dtype) for _ in engines]
            for engine, state, space in zip(engines, states, spaces, strict=True):
                engine.setup(board.table, state, seats, -1, seed, 3, space)
            actions: list[int] = []
            digest = hashlib.sha256(states[0].tobytes())
            while states[0].phase != OVER:
                count = engines[0].legal(board.table, states[0], spaces[0].actions)
                actions.append(int(spaces[0].actions[chance.randrange(count)]))
                for engine, state, space in zip(engines, states, spaces, strict=True):
                    engine.step(board.table, state, actions[-1], space)
                if states[0].tobytes() != states[1].tobytes():
                    raise SystemExit(f"{title} with {seats}, seed {seed}: the engines differ after {len(actions)}")
                digest.update(states[0].tobytes())
            decisions += len(actions)
            expected.append(digest.hexdigest())
            table = base64.b64encode(board.table.tobytes()).decode()
            told.append(
                {
                    "family": board.family,
                    "seats": seats,
                    "seed": seed,
                    "stream": 3,
                    "board": table,
                    "actions": actions,
                }
            )
    node = shutil.which("node")
    where = "numba and wasmtime"
    if node:
        command = [node, str(ROOT / "tests" / "kernel_node.mjs"), str(file.FOLDER)]
        done = subprocess.run(command, input=json.dumps(told), capture_output=True, text=True, check=True)
        if [one["digest"] for one in json.loads(done.stdout)] != expected:
            raise SystemExit("node differs")
        where = "numba, wasmtime and node"
    print(f"{len(told)} games, {decisions} decisions: {where} left the same bytes after each")


def main() -> None:
    """Measure, or compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--same", type=int, metavar="GAMES")
    parser.add_argument("--only", default="", metavar="WORD")
    arguments = parser.parse_args()
    if arguments.same:
        same(arguments.same)
        return
    sizes()
    subprocess.run([sys.executable, "-c", LOAD], check=True)
    calls()
    for title, seats in (("europe", 4), ("paris", 2), ("cardgame", 3)):
        works = {
            "random play": random_play(title, seats),
            "planner": match(title, seats, "planner"),
            "light play-outs": match(title, seats, "light"),
            "search's play-outs": search(title, seats),
            "BatchEnv step": batch(title, seats),
        }
        for what, work in works.items():
            if arguments.only in f"{what}, {title} {seats}":
                compare(f"{what}, {title} {seats}", work)


if __name__ == "__main__":
    main()
