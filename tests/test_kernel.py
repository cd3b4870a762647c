"""The kernel's files: interpreter, wasmtime and node play the same games; what is wrong with a file is said."""

import ctypes
import gc
import json
import math
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
import wasmtime

from aiguillage import kernel
from aiguillage.boards import load_board
from aiguillage.bots.kernel_bot import clean_scratch
from aiguillage.bots.opinions import weights_for
from aiguillage.bots.scratch import POLICIES
from aiguillage.game.families import family_of
from aiguillage.game.kernels import INTERPRETED
from aiguillage.kernel import file
from aiguillage.kernel.memory import Memory
from aiguillage.rules.cardgame_state import MAX_CITIES
from aiguillage.rules.numbers import MAX_LENGTH, MAX_OFFER, MAX_PLACES, MAX_TICKETS, MAX_TRACKS
from aiguillage.rules.phases import OVER
from aiguillage.rules.state import SCRATCH, STATE, new_record, new_records
from aiguillage.titles import file_of
from invariants import copy_of
from places import Played
from test_golden import TABLES

ROOT = Path(__file__).parents[1]
FILES = ("board.wasm", "card.wasm", "kernel.json")
HERE = Path(sys.executable).parent  # where the Node of PyPI is, also when nobody has activated the environment
NODE = shutil.which("node", path=f"{HERE}{os.pathsep}{os.environ.get('PATH', '')}")


def on_node(played: list[Played]) -> None:
    """The same games in node."""
    assert NODE
    done = subprocess.run(
        [NODE, str(ROOT / "tests" / "kernel_node.mjs"), str(file.FOLDER)],
        input=json.dumps([one.game for one in played]),
        capture_output=True,
        text=True,
        check=True,
    )
    for one, result in zip(played, json.loads(done.stdout), strict=True):
        one.check(result)


@pytest.mark.skipif(NODE is None, reason="there is no node")
def test_interpreter_wasmtime_and_node_give_the_same_bytes() -> None:
    on_node([Played(title, seats, number) for number, (title, seats) in enumerate(TABLES)])


@pytest.mark.long
@pytest.mark.skipif(NODE is None, reason="there is no node")
@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_the_same_bytes_at_length_in_three_places(title: str, seats: int) -> None:
    on_node([Played(title, seats, seed) for seed in range(10, 60)])


@pytest.mark.parametrize("title", ["europe", "cardgame"])
def test_bots_choose_the_same(title: str) -> None:
    board = load_board(title)
    family = family_of(board)
    rules, path = kernel.module(f"rules.{family.module}"), family.path("bots", "policies")
    state, scratch = new_record(family.state_dtype), new_record(family.scratch_dtype)
    rules.setup(board.table, state, 2, -1, 5, 0, scratch)
    for _ in range(25):
        seat = int(state.actor)
        seen = copy_of(state)
        rules.observe(board.table, seen, seat)
        for bot in ("planner", "one-step"):
            choices = [
                int(
                    module(path).decide(
                        *(POLICIES[bot], board.table, copy_of(seen), seat, 4),
                        *(clean_scratch(family), weights_for(board, bot)),
                    )
                )
                for module in (INTERPRETED.load, kernel.module)
            ]
            assert choices[0] == choices[1]
        rules.step(board.table, state, choices[1], scratch)


def test_the_file_was_made_of_these_sources() -> None:
    description = file.read_description()
    file.check_sources(description)
    for name in ("board", "card"):
        module = wasmtime.Module(wasmtime.Engine(), file.read_code(name, description["digest"]))
        assert module.imports == []
        exports = {export.name for export in module.exports} - {"memory", "__heap_base", "__stack_pointer"}
        assert exports == {key for key, entry in description["entries"].items() if name in entry["files"]}


def test_the_description_is_that_of_the_records() -> None:
    records = file.read_description()["records"]
    for name, dtype in (("STATE", STATE), ("SCRATCH", SCRATCH)):
        assert records[name]["size"] == dtype.itemsize
        for field, told in records[name]["fields"].items():
            kind, offset = (dtype.fields or {})[field][:2]
            assert (told["offset"], told["type"], tuple(told["shape"])) == (
                offset,
                kind.base.name,
                kind.shape,
            )


def spoil(folder: Path, name: str, data: bytes | None) -> None:
    for known in FILES:
        shutil.copy(file.FOLDER / known, folder)
    if data is None:
        (folder / name).unlink()
    else:
        (folder / name).write_bytes(data)


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("board.wasm", None, "is missing"),
        ("board.wasm", b"\0asm\1\0\0\0", "is not the one that kernel.json describes"),
        ("kernel.json", None, "is missing"),
        ("kernel.json", b"{", "is broken"),
    ],
)
def test_a_file_that_is_wrong_gives_one_sentence(tmp_path: Path, name: str, data: bytes, sentence: str) -> None:
    spoil(tmp_path, name, data)
    with pytest.raises(kernel.KernelError, match=sentence) as caught:
        file.read_code("board", file.read_description(tmp_path)["digest"], tmp_path)
    assert str(caught.value).endswith(f": {file.MEND}.")


def test_a_file_with_broken_code_gives_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    code = file.read_code("board", file.read_description()["digest"])
    monkeypatch.setattr("aiguillage.kernel.runtime.read_code", lambda *given: code[:5000])
    with pytest.raises(kernel.KernelError, match=r"\(board.wasm\) is broken: install aiguillage again, or"):
        kernel.runtime.Runtime().module("board")


def test_a_file_older_than_its_sources_gives_one_sentence() -> None:
    description = {**file.read_description(), "digest": "0"}
    with pytest.raises(kernel.KernelError, match="is older than its sources"):
        file.check_sources(description)


STOPS = """(module
    (memory (export "memory") 1)
    (global (export "__stack_pointer") (mut i32) (i32.const 0))
    (func $f (export "board_most_of_a_colour") (param i32 i32) (result i32) {}))"""


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("unreachable", "unreachable"),
        ("(i32.load (i32.const -4))", "out of bounds memory access"),
        ("(i32.load offset=4294967295 (i32.const -1))", "out of bounds memory access"),
        ("(i32.store (i32.const 0x7fffffff) (i32.const 1)) (i32.const 0)", "out of bounds memory access"),
        ("(i32.add (call $f (i32.const 0) (i32.const 0)) (i32.const 1))", "call stack exhausted"),
        ("(i32.div_s (i32.const 1) (i32.const 0))", "integer divide by zero"),
    ],
)
def test_a_call_that_stops_gives_one_sentence(monkeypatch: pytest.MonkeyPatch, code: str, reason: str) -> None:
    """A wild address too: the process goes on."""
    made = bytes(wasmtime.wat2wasm(STOPS.format(code)))
    monkeypatch.setattr("aiguillage.kernel.runtime.read_code", lambda *given: made)
    runtime = kernel.runtime.Runtime()
    entries = runtime.description["entries"]
    fails = kernel.runtime.Function(runtime, "board_most_of_a_colour", entries["board_most_of_a_colour"])
    before = runtime.instance()
    with pytest.raises(kernel.KernelError, match=rf"^The kernel stopped in board_most_of_a_colour: .*{reason}.*\.$"):
        fails(new_record(STATE), 0)
    assert runtime.instance() is not before
    missing = kernel.runtime.Function(runtime, "board_setup", entries["board_setup"])
    with pytest.raises(kernel.KernelError, match=r"\(board.wasm\) has no board_setup: install"):
        missing(load_board("paris").table, new_record(STATE), 2, -1, 1, 0, new_record(SCRATCH))


def with_lists(game: str, **lists: list[str]) -> str:
    """A board file of ours with other rows."""
    text = file_of(game, "board.toml").read_text(encoding="utf-8")
    for section, rows in lists.items():
        start = text.index("list = [", text.index(f"[{section}]"))
        end = text.index("\n]", start)
        text = text[:start] + "list = [\n" + ",\n".join(rows) + text[end:]
    return text


def largest_board() -> str:
    """Europe on a square with as many places, routes and tickets as the records hold, and routes as long."""
    wide, chance = math.isqrt(MAX_PLACES), random.Random(1)
    colours = list(load_board("europe").colours)
    ways = [(i, i + 1) for i in range(MAX_PLACES) if (i + 1) % wide]
    ways += [(i, i + wide) for i in range(MAX_PLACES - wide)]
    routes = []
    for number, (a, b) in enumerate([*ways, *ways[: MAX_TRACKS - len(ways)]]):  # the last are second tracks
        length = chance.choice((1, 2, 3, 4, 6, MAX_LENGTH))
        kind = "ferry = 1" if number % 7 == 0 else "tunnel = true" if number % 7 == 1 else ""
        colour = "grey" if number % 7 == 0 else colours[number % len(colours)]
        row = f'a = "p{a}", b = "p{b}", length = {length}, colour = "{colour}"'
        routes.append(f"{{ {row}{', ' if kind else ''}{kind} }}")
    tickets = []
    for number in range(MAX_TICKETS):
        points, long = (21, ", long = true") if number < 6 else (8, "")
        tickets.append(
            f'{{ a = "p{number}", b = "p{MAX_PLACES - 1 - number}", points = {points}{long} }}'
            if number < MAX_PLACES // 2
            else f'{{ a = "p{number}", b = "p{number - MAX_PLACES // 2}", points = {points} }}'
        )
    places = [f'{{ id = "p{i}", name = "P{i}" }}' for i in range(MAX_PLACES)]
    text = with_lists("europe", places=places, routes=routes, tickets=tickets)
    return text.replace("regular = 3, keep = 2", f"regular = {MAX_OFFER - 1}, keep = 2")


def largest_cards() -> str:
    """The Card Game with as many tickets and bonus cities as the records hold."""
    chance = random.Random(2)
    colours = list(load_board("cardgame").colours)
    tickets = []
    for number in range(MAX_TICKETS):
        asks = ", ".join(f"{colour} = 1" for colour in chance.sample(colours, 1 + number % 5))
        a, b = number % MAX_CITIES, MAX_CITIES + number // MAX_CITIES
        tickets.append(f'{{ a = "p{a}", b = "p{b}", points = {5 + number % 12}, cards = {{ {asks} }} }}')
    places = [f'{{ id = "p{i}", name = "P{i}" }}' for i in range(2 * MAX_CITIES)]
    text = with_lists("cardgame", places=places, tickets=tickets)
    cities = ", ".join(f'{{ place = "p{i}", points = {8 + i} }}' for i in range(MAX_CITIES))
    return re.sub(r"cities = \[[^\]]*\]", f"cities = [{cities}]", text)


@pytest.mark.parametrize(("make", "seats"), [(largest_board, 5), (largest_cards, 4)])
def test_a_board_of_the_largest_size_plays(tmp_path: Path, make: Callable[[], str], seats: int) -> None:
    """The same in the interpreter and on wasmtime, and bots finish their games on it."""
    path = tmp_path / "largest.toml"
    path.write_text(make().replace('id = "europe"', 'id = "mine"').replace('id = "cardgame"', 'id = "mine"'))
    board = load_board(path)
    assert len(board.tickets) == MAX_TICKETS
    assert board.family == "cards" or (len(board.places), len(board.tracks)) == (MAX_PLACES, MAX_TRACKS)
    assert Played(path, seats, 1).actions
    family = family_of(board)
    states, went = kernel.new_records(family.state_dtype, seats), np.zeros(seats, np.int8)
    bots = ["planner", "light", "long-route", "one-step", "random"][:seats]
    kernel.module(family.path("bots", "match")).play_match(
        *(board.table, states, went, seats, np.array([POLICIES[bot] for bot in bots])),
        *(np.array([weights_for(board, bot) for bot in bots]), 1, 0, 10_000, True),
        *(new_records(family.state_dtype, 1), clean_scratch(family)),
        new_record(family.bots.RULES_SCRATCH),
    )
    assert not went.any()
    assert (states["phase"] == OVER).all()


def test_arguments_of_another_kind_are_refused() -> None:
    rules, board = kernel.module("rules.turn"), load_board("paris")
    state = new_record(STATE)
    with pytest.raises(TypeError, match="4 arguments, not 2"):
        rules.step(board.table, state)
    with pytest.raises(TypeError, match=r"out must be int16\[:\], not int64"):
        rules.legal(board.table, state, np.zeros(400, np.int64))
    with pytest.raises(TypeError, match=r"out must be int16\[:\]"):
        rules.legal(board.table, state, np.zeros(800, np.int16)[::2])
    with pytest.raises(TypeError, match="scratch must be SCRATCH"):
        rules.step(board.table, state, 0, state)
    with pytest.raises(AttributeError, match=r"built without rules\.turn\.advance"):
        _ = rules.advance
    assert kernel.module("rules.random_play").DECISION_LIMIT == 100_000


def test_threads_have_instances_of_their_own() -> None:
    board, play = load_board("paris"), kernel.module("bots.boardgames.crowd").play_games
    states = kernel.new_records(STATE, 400)

    def work(first: int) -> None:
        space = new_record(SCRATCH)
        for start in range(first, first + 100, 10):
            play(board.table, states[start : start + 10], space, 2, 7, start, 100_000)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(0, 400, 100)))
    alone = new_records(STATE, 400)
    play(board.table, alone, new_record(SCRATCH), 2, 7, 0, 100_000)
    assert states.tobytes() == alone.tobytes()
    assert (states.phase == OVER).all()


def test_the_kernel_needs_little_stack() -> None:
    """What it writes below its stack's end would be another thread's."""
    board, runtime = load_board("europe"), kernel.load()
    instance = runtime.instance()
    low = runtime.memory.base + instance.desk - kernel.runtime.STACK
    stack = np.ctypeslib.as_array((ctypes.c_ubyte * kernel.runtime.STACK).from_address(low))
    stack[:] = 0xA5
    family = family_of(board)
    states, went = new_records(STATE, 4), np.zeros(4, np.int8)
    kernel.module("bots.boardgames.match").play_match(
        *(board.table, states, went, 4, np.array([POLICIES["planner"]] * 4)),
        *(np.array([weights_for(board, "planner")] * 4), 1, 0, 10_000, True),
        *(new_records(STATE, 1), clean_scratch(family), new_record(family.bots.RULES_SCRATCH)),
    )
    assert not went.any()
    untouched = int((stack != 0xA5).argmax())
    assert untouched > kernel.runtime.STACK // 2, "half of it is never reached"


def test_memory_comes_back() -> None:
    memory = kernel.load().memory
    gc.collect()
    a, b, c = (kernel.zeros(1000, np.int64) for _ in range(3))
    places = [one.ctypes.data for one in (a, b, c)]
    assert all(memory.base <= place < memory.base + memory.size and place % 64 == 0 for place in places)
    b[:] = 7
    del b
    gc.collect()
    again = kernel.zeros(1000, np.int64)
    assert not again.any()
    assert again.ctypes.data == places[1]


def test_blocks_that_adjoin_become_one() -> None:
    memory = Memory(kernel.load().engine)
    start = memory.take(100)
    blocks = [memory.take(64) for _ in range(4)]
    for number in (0, 2, 1, 3):
        memory.give_back(blocks[number], 64)
    assert memory.take(256) == blocks[0] == start + 128
    base = memory.base
    memory.take(300 << 20)
    assert memory.size > 300 << 20
    assert memory.shared.data_len() == memory.size
    assert memory.base == base
    with pytest.raises(kernel.KernelError, match="memory is full"):
        memory.take(1 << 32)


@pytest.mark.long
def test_built_twice_it_is_the_same(tmp_path: Path) -> None:
    """And the same as the files that are there, if those were built with the same tools."""
    for name in ("one", "other"):
        subprocess.run([sys.executable, str(ROOT / "tools" / "kernel" / "build.py"), str(tmp_path / name)], check=True)
    there = file.read_description()
    for known in FILES:
        built = [(tmp_path / name / known).read_bytes() for name in ("one", "other")]
        assert built[0] == built[1]
        if file.read_description(tmp_path / "one")["built_with"] == there["built_with"]:
            assert built[0] == (file.FOLDER / known).read_bytes()


@pytest.mark.long
def test_no_index_leaves_its_array(tmp_path: Path) -> None:
    """Built so that it stops at such an index, below 0 included, the kernel plays all kinds of games."""
    tool, games = ROOT / "tools" / "kernel" / "build.py", ROOT / "tests" / "checked_games.py"
    subprocess.run([sys.executable, str(tool), str(tmp_path), "--checked"], check=True)
    done = subprocess.run([sys.executable, str(games), str(tmp_path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "16 tables" in done.stdout
