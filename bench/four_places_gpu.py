"""The same games on the CPU and on a real GPU: the same bytes after every decision, the same choices of networks.

    python bench/four_places_gpu.py [titles, default all] [--games 64] [--bots]
    NUMBA_ENABLE_CUDASIM=1 python bench/four_places_gpu.py paris --games 1     # without one

Random games are played on wasmtime and, one of each table, in the interpreter; the GPU plays their actions again, a
thread for each game, and keeps every state and a checksum of every list of legal actions. Then networks (those that
come with the package, else one of random weights) and, with `--bots`, all kernel bots choose in positions of these
games.
Needs only numpy, numba, numba-cuda and wasmtime. Prints a line for each title and number of players.
"""

import argparse
import random
import sys
import time
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

for old, new in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(np, old):  # numba-cuda 0.30 still asks numpy for names that it has dropped
        setattr(np, old, getattr(np, new))
sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from aiguillage import kernel  # noqa: E402
from aiguillage.arena.gpu import cuda, need_gpu, numba  # noqa: E402
from aiguillage.boards import Board, load_board  # noqa: E402
from aiguillage.bots.neural import NET  # noqa: E402
from aiguillage.bots.neural_net import IntegerNet, all_columns, mind_of, shipped_net  # noqa: E402
from aiguillage.bots.opinions import weights_for  # noqa: E402
from aiguillage.bots.scratch import POLICIES  # noqa: E402
from aiguillage.game.families import family_of  # noqa: E402
from aiguillage.game.kernels import INTERPRETED, NUMBA  # noqa: E402
from aiguillage.rules.phases import OVER  # noqa: E402
from aiguillage.rules.state import new_record  # noqa: E402

TITLES = ("amsterdam", "berlin", "cardgame", "europe", "paris")
SIMULATED = bool(numba.config.ENABLE_CUDASIM)
GPU = INTERPRETED if SIMULATED else NUMBA
THREADS = 32
SEED, BOT_SEED, ASKED = 11, 4, 8
"""Of the games, of the bots, and at every how manieth decision they are asked."""


class Different(Exception):
    """The places do not agree."""


class Games:
    """Random games of a table on wasmtime: all states, actions and lists on the way."""

    def __init__(self, board: Board, seats: int, games: int) -> None:
        self.board, self.seats, self.family = board, seats, family_of(board)
        rules = kernel.module(f"rules.{self.family.module}")
        space = kernel.new_record(self.family.scratch_dtype)
        state = kernel.new_record(self.family.state_dtype)
        self.states: list[list[bytes]] = []
        self.actions: list[list[int]] = []
        self.lists: list[list[int]] = []
        for number in range(games):
            chance = random.Random(f"{board.id} {seats} {number}")
            rules.setup(board.table, state, seats, -1, SEED, number, space)
            states, actions, lists = [state.tobytes()], [], []
            while True:
                count = rules.legal(board.table, state, space.actions)
                legal = space.actions[:count].tolist()
                lists.append(checksum(legal))
                if state.phase == OVER:
                    break
                actions.append(chance.choice(legal))
                rules.step(board.table, state, actions[-1], space)
                states.append(state.tobytes())
            self.states.append(states)
            self.actions.append(actions)
            self.lists.append(lists)

    def check_interpreted(self, number: int) -> None:
        """The interpreter comes to the same states."""
        rules = getattr(INTERPRETED, self.family.module)
        state, space = new_record(self.family.state_dtype), new_record(self.family.scratch_dtype)
        rules.setup(self.board.table, state, self.seats, -1, SEED, number, space)
        for at, expected in enumerate(self.states[number]):
            if state.tobytes() != expected:
                raise Different(f"the interpreter differs from wasmtime after {at} decisions")
            if at < len(self.actions[number]):
                rules.step(self.board.table, state, self.actions[number][at], space)

    def check_gpu(self) -> None:
        """So does the GPU, and it lists the same legal actions."""
        games, longest = len(self.states), max(map(len, self.states))
        actions = np.zeros((longest, games), np.int64)
        lengths = np.array([len(one) for one in self.actions])
        for number, one in enumerate(self.actions):
            actions[: len(one), number] = one
        states = np.zeros(games, self.family.state_dtype)
        spaces = np.zeros(games, self.family.scratch_dtype)
        left = cuda.to_device(np.zeros((longest, games), self.family.state_dtype))
        lists = cuda.to_device(np.zeros((longest, games), np.int64))
        given = table_of(self.board), cuda.to_device(states), cuda.to_device(spaces)
        replay(self.family.module)[grid(games), THREADS](
            *given, cuda.to_device(actions), cuda.to_device(lengths), left, lists, self.seats, SEED
        )
        found, listed = left.copy_to_host(), lists.copy_to_host()
        for number, (expected, sums) in enumerate(zip(self.states, self.lists, strict=True)):
            for at, (state, total) in enumerate(zip(expected, sums, strict=True)):
                if found[at, number].tobytes() != state:
                    raise Different(f"game {number} differs on the GPU after {at} decisions")
                if listed[at, number] != total:
                    raise Different(f"game {number}: the GPU lists other actions after {at} decisions")

    def asked(self) -> tuple[Any, Any]:
        """What the actor sees at every so manieth decision, and which seat that is."""
        rules, seen = kernel.module(f"rules.{self.family.module}"), []
        for states in self.states:
            seen += states[:-1:ASKED]
        records = np.frombuffer(bytearray(b"".join(seen)), self.family.state_dtype).view(np.recarray)
        for record in records:
            rules.observe(self.board.table, record, int(record.actor))
        return records, records["actor"].astype(np.int64)

    def check_network(self) -> None:
        """The network chooses the same on the GPU as on wasmtime."""
        seen, seats = self.asked()
        count, net = len(seen), network(self.board)
        mind, bots = mind_of(net, self.board), self.family.bots
        by_net = kernel.module(self.family.path("bots", "instinct")).decide_by_net
        expected = [
            by_net(*(self.board.table, seen[at].copy(), int(seats[at]), BOT_SEED, clean(self.family), mind))
            for at in range(count)
        ]
        own = [cuda.to_device(np.zeros((count, *one.shape), one.dtype)) for one in (mind[-2], *mind[-1])]
        scratches = cuda.to_device(np.array([clean(self.family)] * count, bots.BOT_SCRATCH))
        chosen = cuda.to_device(np.zeros(count, np.int64))
        choose_by_net(self.family.folder)[grid(count), THREADS](
            *(table_of(self.board), cuda.to_device(seen.copy()), cuda.to_device(seats), scratches),
            *(net.layout, cuda.to_device(np.zeros(count, bots.SIGHT))),
            tuple(cuda.to_device(np.array(one)) for one in net.arrays),
            *(own[0], tuple(own[1:]), chosen),
        )
        compare("the network", expected, chosen.copy_to_host())

    def check_bots(self) -> None:
        """And so does every kernel bot."""
        seen, seats = self.asked()
        decide = kernel.module(self.family.path("bots", "policies")).decide
        scratches = np.array([clean(self.family)] * len(seen), self.family.bots.BOT_SCRATCH)
        for bot, policy in POLICIES.items():
            weights = weights_for(self.board, bot)
            expected = [
                decide(policy, self.board.table, one.copy(), int(seat), BOT_SEED, clean(self.family), weights)
                for one, seat in zip(seen, seats, strict=True)
            ]
            chosen = cuda.to_device(np.zeros(len(seen), np.int64))
            choose(self.family.folder)[grid(len(seen)), THREADS](
                *(policy, table_of(self.board), cuda.to_device(seen.copy()), cuda.to_device(seats)),
                *(cuda.to_device(scratches), cuda.to_device(weights), chosen),
            )
            compare(bot, expected, chosen.copy_to_host())


def checksum(legal: list[int]) -> int:
    """Of a list, as the GPU makes it."""
    total = len(legal)
    for action in legal:
        total = (total * 31 + action) % 1_000_003
    return total


def compare(who: str, expected: list[int], found: Any) -> None:
    """Every choice."""
    if wrong := [at for at, one in enumerate(expected) if one != found[at]]:
        raise Different(f"{who} chooses otherwise on the GPU in {len(wrong)} of {len(expected)} positions")


def clean(family: Any) -> Any:
    """Space for a bot without a plan."""
    scratch = new_record(family.bots.BOT_SCRATCH)
    family.bots.forget_plans(scratch)
    return scratch


def table_of(board: Board) -> Any:
    """The board on the GPU."""
    return cuda.to_device(np.frombuffer(board.table.tobytes(), board.table.dtype).copy())


def grid(count: int) -> int:
    """How many blocks."""
    return -(-count // THREADS)


def network(board: Board) -> IntegerNet:
    """The one that comes with the package, else one of random weights."""
    found = shipped_net(board)
    if found and not SIMULATED:
        return found
    chance, part = np.random.default_rng(1), family_of(board).bots
    width, inner, blocks, actions = 24, 16, 2, part.actions(board)
    observed = part.layout(board, board.max_seats).size
    inputs = observed + board.max_seats - board.min_seats + 1
    ends = actions + board.max_seats
    rows = width + blocks * (inner + width) + ends
    sizes = (inputs, width, inner, blocks, actions, board.max_seats, board.min_seats, observed)
    net = IntegerNet.trained(
        board,
        nets=np.array([sizes], NET),
        weights=chance.integers(-127, 128, width * (inputs + 2 * blocks * inner + ends), np.int8),
        biases=chance.integers(-5000, 5000, rows, np.int32),
        shifts=chance.integers(6, 12, rows, np.int8),
        scales=chance.integers(1, 5, inputs, np.int8),
        columns=all_columns(board),
    )
    return net.in_kernel()


def records(array: Any) -> Any:
    """In the simulator arrays have no fields until they are told."""
    return array.view(np.recarray)


if not SIMULATED:

    @cuda.jit(device=True)
    def records(array: Any) -> Any:
        """On a GPU they have."""
        return array


@cache
def replay(name: str) -> Any:
    """The CUDA kernel that plays games again."""
    rules = getattr(GPU, name)
    setup, legal, step = rules.setup, rules.legal, rules.step

    def play(
        boards: Any,
        games: Any,
        spaces: Any,
        actions: Any,
        lengths: Any,
        left: Any,
        lists: Any,
        seats: int,
        seed: int,
    ) -> None:
        i = cuda.grid(1)
        if i < lengths.shape[0]:
            board, state, scratch = records(boards)[0], records(games)[i], records(spaces)[i]
            setup(board, state, seats, -1, seed, i, scratch)
            for at in range(lengths[i] + 1):
                left[at, i] = state
                count = legal(board, state, scratch.actions)
                total = int(count)
                for j in range(count):
                    total = (total * 31 + int(scratch.actions[j])) % 1_000_003
                lists[at, i] = total
                if at < lengths[i]:
                    step(board, state, actions[at, i], scratch)

    return cuda.jit(play)


@cache
def choose_by_net(folder: str) -> Any:
    """The CUDA kernel in which a network chooses."""
    decide = GPU.load(f"bots.{folder}.instinct").decide_by_net

    def play(
        boards: Any,
        seen: Any,
        seats: Any,
        spaces: Any,
        layout: int,
        sights: Any,
        net: Any,
        rows: Any,
        rooms: Any,
        chosen: Any,
    ) -> None:
        i = cuda.grid(1)
        if i < chosen.shape[0]:
            own = (records(net[0]), net[1], net[2], net[3], net[4], net[5])
            room = (rooms[0][i], rooms[1][i], rooms[2][i], rooms[3][i])
            mind = (layout, records(sights)[i : i + 1], own, rows[i], room)
            board, scratch = records(boards)[0], records(spaces)[i]
            chosen[i] = decide(board, records(seen)[i], seats[i], BOT_SEED, scratch, mind)

    return cuda.jit(play)


@cache
def choose(folder: str) -> Any:
    """The CUDA kernel in which a kernel bot chooses."""
    decide = GPU.load(f"bots.{folder}.policies").decide

    def play(policy: int, boards: Any, seen: Any, seats: Any, spaces: Any, weights: Any, chosen: Any) -> None:
        i = cuda.grid(1)
        if i < chosen.shape[0]:
            chosen[i] = decide(
                policy, records(boards)[0], records(seen)[i], seats[i], BOT_SEED, records(spaces)[i], weights
            )

    return cuda.jit(play)


def main() -> None:
    """Compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("titles", nargs="*", default=TITLES)
    parser.add_argument("--games", type=int, default=64)
    parser.add_argument("--bots", action="store_true", help="all kernel bots, which take long to compile")
    given = parser.parse_args()
    need_gpu()
    for title in given.titles:
        board = load_board(title)
        for seats in range(board.min_seats, board.max_seats + 1):
            began = time.perf_counter()
            games = Games(board, seats, given.games)
            try:
                games.check_interpreted(0)
                games.check_gpu()
                games.check_network()
                if given.bots:
                    games.check_bots()
            except Different as error:
                raise SystemExit(f"{title} with {seats}: {error}") from None
            decisions, spent = sum(map(len, games.actions)), time.perf_counter() - began
            print(
                f"{title} {seats}: {given.games} games, {decisions} decisions: the same bytes and lists; "
                f"{len(games.asked()[0])} choices the same ({spent:.1f} s)",
                flush=True,
            )


if __name__ == "__main__":
    main()
