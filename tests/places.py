"""The same games in several places: played here on the interpreter and on wasmtime, elsewhere on the same files."""

import base64
import hashlib
import random
from functools import cache
from pathlib import Path
from typing import Any

from aiguillage import kernel
from aiguillage.boards import Board, load_board
from aiguillage.bots.kernel_bot import clean_scratch
from aiguillage.bots.neural_net import IntegerNet, mind_of, shipped_net
from aiguillage.bots.opinions import weights_for
from aiguillage.bots.scratch import POLICIES
from aiguillage.game.families import family_of
from aiguillage.game.kernels import INTERPRETED
from aiguillage.rules.phases import OVER
from aiguillage.rules.state import new_record
from invariants import copy_of
from small_nets import small_net

SEED = 4
"""Of the bots that are asked."""


def text_of(array: Any) -> str:
    return base64.b64encode(array.tobytes()).decode()


@cache
def net_of(board: Board) -> IntegerNet:
    """The network that comes with the package, else one of random weights."""
    return shipped_net(board) or small_net(board).in_kernel()


class Asked:
    """The bots of a board, which are asked now and then what they would play."""

    def __init__(self, board: Board) -> None:
        self.board, self.family = board, family_of(board)
        self.weights = {bot: weights_for(board, bot) for bot in POLICIES}
        self.net = net_of(board)
        self.mind = mind_of(self.net, board)

    def told(self) -> dict[str, Any]:
        """What another place needs to know to ask the same."""
        *_, rows, others = self.mind
        return {
            "policies": [{"policy": number, "weights": text_of(self.weights[bot])} for bot, number in POLICIES.items()],
            "layout": self.net.layout,
            "net": [(text_of(one), *one.shape) for one in self.net.arrays]
            + [(one.nbytes, *one.shape) for one in (rows, *others)],
        }

    def choices(self, state: Any) -> list[int]:
        """What each policy and then the network would play, on wasmtime."""
        seat, path, table = int(state.actor), self.family.path, self.board.table
        seen = copy_of(state)
        kernel.module(f"rules.{self.family.module}").observe(table, seen, seat)
        decide = kernel.module(path("bots", "policies")).decide
        found = [
            decide(number, table, copy_of(seen), seat, SEED, clean_scratch(self.family), self.weights[bot])
            for bot, number in POLICIES.items()
        ]
        by_net = kernel.module(path("bots", "instinct")).decide_by_net
        return [*found, by_net(table, copy_of(seen), seat, SEED, clean_scratch(self.family), self.mind)]


class Played:
    """A random game on the interpreter and on wasmtime, compared after every decision.

    Bots are asked at every so manieth decision.
    """

    def __init__(self, title: str | Path, seats: int, seed: int, every: int = 16) -> None:
        board = load_board(title)
        family = family_of(board)
        chance = random.Random(f"{board.id} {seats} {seed}")
        plain, fast = getattr(INTERPRETED, family.module), kernel.module(f"rules.{family.module}")
        rng = kernel.module("rules.rng")
        state, scratch = new_record(family.state_dtype), new_record(family.scratch_dtype)
        # what lies in the kernel's memory is worked on there, the rest is copied
        make = kernel.new_record if seed % 2 else new_record
        other, space = make(family.state_dtype), make(family.scratch_dtype)
        asked = Asked(board)
        self.hash, self.chosen = hashlib.sha256(), []
        self.actions: list[int] = []
        self.legal: list[int] = []
        self.game = {
            "family": board.family,
            "seats": seats,
            "seed": seed,
            "stream": 3,
            "board": text_of(board.table),
            "actions": self.actions,
            "every": every,
            **asked.told(),
        }
        plain.setup(board.table, state, seats, -1, seed, 3, scratch)
        fast.setup(board.table, other, seats, -1, seed, 3, space)
        while True:
            assert state.tobytes() == other.tobytes(), f"after {self.actions[-3:]}"
            assert scratch.events_n == space.events_n
            assert (scratch.events[: scratch.events_n] == space.events[: space.events_n]).all()
            count = plain.legal(board.table, state, scratch.actions)
            assert fast.legal(board.table, other, space.actions) == count
            legal = scratch.actions[:count].tolist()
            assert space.actions[:count].tolist() == legal
            self.hash.update(state.tobytes())
            self.legal.append(count)
            if chance.random() < 0.1:
                seat = chance.randrange(-1, seats)
                seen = [copy_of(state), copy_of(other)]
                plain.observe(board.table, seen[0], seat)
                fast.observe(board.table, seen[1], seat)
                assert seen[0].tobytes() == seen[1].tobytes()
                INTERPRETED.rng.seed_random(seen[0], seed, 1)
                rng.seed_random(seen[1], seed, 1)
                plain.determinize(board.table, seen[0], seat)
                fast.determinize(board.table, seen[1], seat)
                assert seen[0].tobytes() == seen[1].tobytes()
            if state.phase == OVER:
                return
            if (len(self.legal) - 1) % every == 0:
                self.chosen.append(asked.choices(state))
                assert set(self.chosen[-1]) <= set(legal)
            action = chance.choice(legal)
            self.actions.append(action)
            plain.step(board.table, state, action, scratch)
            fast.step(board.table, other, action, space)

    def check(self, result: dict[str, Any]) -> None:
        """Another place must have come to the same."""
        assert result["legal"] == self.legal
        assert result["digest"] == self.hash.hexdigest()
        assert result["chosen"] == self.chosen
