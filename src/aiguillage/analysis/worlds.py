"""Worlds played out to their ends: what every figure of an analysis is made from."""

import threading
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from aiguillage.boards import Board
from aiguillage.bots.bot import Seen
from aiguillage.bots.neural_bot import NeuralBot
from aiguillage.bots.neural_net import shipped_net
from aiguillage.bots.opinions import weights_for
from aiguillage.bots.scratch import LIGHT
from aiguillage.game import kernels
from aiguillage.game.families import family_of
from aiguillage.rules.numbers import NOBODY, NOTHING

OPEN = NOBODY
"""The seat that sees all cards and tickets but those still to come."""

AS_PLANNED = NOTHING
"""The action that a light planner would choose."""

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Ends:
    """How games ended: rows are worlds, then come actions, then seats."""

    totals: Array
    wins: Array  # a shared first place is shared out

    def __len__(self) -> int:
        return len(self.totals)

    def of(self, action: int, worlds: Any = slice(None)) -> "Ends":
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


@dataclass
class Judge:
    """Plays worlds out for one board. Any thread may ask; each has space of its own."""

    board: Board
    _own: threading.local = field(default_factory=threading.local)

    def __post_init__(self) -> None:
        self._family = family_of(self.board)
        self._weights = weights_for(self.board, "search")
        self.scale = self._family.bots.scale(self.board)

    def candidates(self, seen: Any, seat: int, most: int) -> list[int]:
        """The actions worth looking at, the planner's choice first; the last may be one that only the network of the
        board, where there is one, thinks of."""
        found = self.shortlist(seen, seat, most)
        if shipped_net(self.board) is not None:
            if not hasattr(self._own, "network"):
                self._own.network = NeuralBot(0)
            thought = self._own.network.choose(Seen(self.board, seat, seen)).code
            found += [thought] if thought not in found else []
        return found

    def shortlist(self, seen: Any, seat: int, most: int) -> list[int]:
        """The planner's part of that."""
        kernel = kernels.current().load(self._family.path("bots", "family"))
        out = np.zeros(most, np.int16)
        scratch, _, _ = self._space()
        self._family.bots.forget_plans(scratch)
        count = kernel.list_candidates(self.board.table, seen, seat, scratch, self._weights, out)
        return [int(code) for code in out[:count]]

    def planned(self, seen: Any, seat: int) -> int:
        """What a light planner would do: what play-outs go on with."""
        policies = kernels.current().load(self._family.path("bots", "policies"))
        scratch, _, _ = self._space()
        self._family.bots.forget_plans(scratch)
        return int(policies.decide(LIGHT, self.board.table, seen, seat, 0, scratch, self._weights))

    def play(
        self, seen: Any, seat: int, actions: list[int], live: Array, seed: int, first: int, count: int
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

    def _space(self) -> tuple[Any, Any, Any]:
        """What the thread that asks works in: the bots' scratch, two worlds, the rules' scratch."""
        if not hasattr(self._own, "space"):
            kernel, bots = kernels.current(), self._family.bots
            self._own.space = (
                kernel.new_record(bots.BOT_SCRATCH),
                kernel.new_records(self._family.state_dtype, 2),
                kernel.new_record(bots.RULES_SCRATCH),
            )
        space: tuple[Any, Any, Any] = self._own.space
        return space


def join(parts: list[Ends]) -> Ends:
    """The ends of further worlds after those of the first."""
    return Ends(
        np.concatenate([part.totals for part in parts]), np.concatenate([part.wins for part in parts])
    )
