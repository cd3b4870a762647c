"""Worlds played out to their ends: what every figure of an analysis is made from."""

import threading
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from aiguillage.boards import Board
from aiguillage.bots.neural import OPINION
from aiguillage.bots.neural_net import mind_of, shipped_net
from aiguillage.bots.opinions import weights_for
from aiguillage.bots.scratch import LIGHT
from aiguillage.bots.shortlist import CANDIDATES
from aiguillage.game import kernels
from aiguillage.game.families import family_of
from aiguillage.rules.numbers import NOBODY, NOTHING
from aiguillage.rules.records import AnyBotScratch, AnyScratch, AnyState, AnyStates, Array

OPEN = NOBODY
"""The seat that sees all cards and tickets but those still to come."""

AS_PLANNED = NOTHING
"""The action that a light planner would choose."""

LARGE = 40
"""Pieces of a seat with which a map is large."""

PROPOSALS = 8
"""In a long game so many candidates are looked at, at most, where a network says which."""


def is_long(board: Board) -> bool:
    """Whether games on the board are long, and so are play-outs: the Card Game, and maps as large as Europe's."""
    return board.family == "cards" or sum(board.pieces.values()) >= LARGE


@dataclass(frozen=True)
class Ends:
    """How games ended: rows are worlds, then come actions, then seats."""

    totals: Array
    wins: Array  # a shared first place is shared out

    def __len__(self) -> int:
        return len(self.totals)

    def of(self, action: int, worlds: slice | Array = slice(None)) -> "Ends":
        """Those of one action alone, over all worlds or some of them."""
        return Ends(self.totals[worlds, action], self.wins[worlds, action])

    def lead(self, seat: int) -> Array:
        """The points that a seat is ahead of its best opponent."""
        others: Array = np.delete(self.totals, seat, axis=-1).max(axis=-1)
        lead: Array = self.totals[..., seat] - others
        return lead

    def worth(self, seat: int, scale: float) -> Array:
        """How good each end is for a seat, from 0 to 1: the margin over the best opponent, and the win.

        Play-outs that differ little in wins differ in margins, so that choices can be told apart by fewer of them.
        """
        margin = np.clip(self.lead(seat) / scale, -1.0, 1.0)
        worth: Array = (margin + 1.0 + WIN * self.wins[..., seat]) / (2.0 + WIN)
        return worth


WIN = 1.0
"""What the win counts beside the margin, which is from -1 to 1."""


@dataclass(frozen=True)
class Hunch:
    """What the network of a board thinks at a look."""

    choice: int
    opinions: Array  # of all actions
    expected: Array  # how the game will end for each seat, from -1 to 1


@dataclass
class Judge:
    """Plays worlds out for one board. Any thread may ask; each has space of its own."""

    board: Board
    _own: threading.local = field(default_factory=threading.local)

    def __post_init__(self) -> None:
        self._family = family_of(self.board)
        self._weights = weights_for(self.board, "search")
        self.scale = self._family.bots.scale(self.board)
        self.long = is_long(self.board)

    def candidates(self, seen: AnyState, seat: int, hunch: Hunch | None) -> list[int]:
        """The actions worth looking at: the planner's, and the one that the network thinks most of.

        In a long game, where play-outs are slow, few of them: those that it thinks most of."""
        found = self.shortlist(seen, seat)
        if hunch is None:
            return found
        found += [hunch.choice] if hunch.choice not in found else []
        return sorted(found, key=lambda code: -hunch.opinions[code])[:PROPOSALS] if self.long else found

    def hunch(self, seen: AnyState, seat: int) -> Hunch | None:
        """What the network thinks of what the seat sees; None where the board has none."""
        net = shipped_net(self.board)
        if net is None:
            return None
        if not hasattr(self._own, "mind"):
            self._own.mind = mind_of(net, self.board)
        opinions = self._own.mind[-1][-1]
        opinions[:] = 0  # nothing is thought of a game that goes on for ever
        by_net = kernels.current().load(self._family.path("bots", "instinct")).decide_by_net
        choice = int(by_net(self.board.table, seen, seat, 0, self._space()[0], self._own.mind))
        first, seats = len(opinions) - self.board.max_seats, int(seen.seats)
        expected = np.roll(opinions[first : first + seats] / OPINION, seat)
        return Hunch(choice, opinions[:first].copy(), expected)

    def expect(self, state: Any) -> Array | None:
        """How the game will end for each seat, on the mean of a look by every seat; None without a network."""
        looks: list[Array] = []
        for seat in range(int(state.seats)):
            seen = state.copy()
            getattr(kernels.current(), self._family.module).observe(self.board.table, seen, seat)
            hunch = self.hunch(seen, seat)
            if hunch is None:
                return None
            looks.append(hunch.expected)
        mean: Array = np.mean(looks, axis=0)
        return mean

    def shortlist(self, seen: AnyState, seat: int) -> list[int]:
        """The planner's part of that."""
        kernel = kernels.current().load(self._family.path("bots", "family"))
        out = np.zeros(CANDIDATES, np.int16)
        scratch, _, _ = self._space()
        self._family.bots.forget_plans(scratch)
        count = kernel.list_candidates(self.board.table, seen, seat, scratch, self._weights, out)
        return [int(code) for code in out[:count]]

    def planned(self, seen: AnyState, seat: int) -> int:
        """What a light planner would do: what play-outs go on with."""
        policies = kernels.current().load(self._family.path("bots", "policies"))
        scratch, _, _ = self._space()
        self._family.bots.forget_plans(scratch)
        return int(policies.decide(LIGHT, self.board.table, seen, seat, 0, scratch, self._weights))

    def play(
        self, seen: AnyState, seat: int, actions: list[int], live: Array, seed: int, first: int, count: int
    ) -> Ends:
        """The ends of the worlds from `first` on. Of actions that are not live they are not a number."""
        seats = int(seen.seats)
        kernel = kernels.current().load(self._family.path("bots", "judge"))
        scratch, worlds, rules = self._space()
        ends = kernels.current().zeros((count * len(actions), 2 * seats), np.int16)
        codes = np.array(actions, np.int16)
        kernel.judge(
            self.board.table,
            seen,
            seat,
            seed,
            first,
            count,
            codes,
            live,
            ends,
            worlds,
            scratch,
            self._weights,
            rules,
        )
        whole = np.array(ends, np.float64).reshape(count, len(actions), 2, seats)
        whole[:, ~live] = np.nan
        first_places = whole[:, :, 1] == 1
        shared = np.maximum(first_places.sum(axis=-1, keepdims=True), 1)
        wins = np.where(np.isnan(whole[:, :, 1]), np.nan, first_places / shared)
        return Ends(whole[:, :, 0], wins)

    def _space(self) -> tuple[AnyBotScratch, AnyStates, AnyScratch]:
        """What the thread that asks works in: the bots' scratch, two worlds, the rules' scratch."""
        if not hasattr(self._own, "space"):
            kernel, bots = kernels.current(), self._family.bots
            self._own.space = (
                kernel.new_record(bots.BOT_SCRATCH),
                kernel.new_records(self._family.state_dtype, 2),
                kernel.new_record(bots.RULES_SCRATCH),
            )
        space: tuple[AnyBotScratch, AnyStates, AnyScratch] = self._own.space
        return space


def join(parts: list[Ends]) -> Ends:
    """The ends of further worlds after those of the first."""
    return Ends(np.concatenate([part.totals for part in parts]), np.concatenate([part.wins for part in parts]))
