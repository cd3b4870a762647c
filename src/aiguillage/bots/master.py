"""`master`: looks some turns ahead with the network that plays for all, in worlds that agree with what was seen."""

from functools import cached_property

import numpy as np

from aiguillage import kernel
from aiguillage.boards import Board
from aiguillage.bots.bot import Seen
from aiguillage.bots.kernel_bot import clean_scratch
from aiguillage.bots.neural import OPINION
from aiguillage.bots.neural_net import IntegerNet, Mind, mind_of, shipped_net
from aiguillage.bots.search import CHUNK, SearchBot
from aiguillage.game import Action
from aiguillage.game.families import family_of
from aiguillage.rules.records import Array, Asked, HowRecord, Space

PROPOSALS = 4
"""No more actions are looked at,"""

DOUBT = 5.0
"""and only those of which the network thinks at most so much less than of the best (e times for each 1)."""

PRIOR = 0.006
"""What a candidate gains for each 1 that the network thinks more of it at first."""

TRUST = 0.5
"""So many standard errors ahead, another is played than the first that the network thinks of."""


class MasterBot(SearchBot):
    """Plays what the network that comes with the package expects most of, some turns ahead.

    What the network thinks of at first is what the others have to beat: in the same worlds, in which the network
    plays all seats for a few turns. `playouts` counts such looks. On boards for which no network comes it is
    `SearchBot`.
    """

    def __init__(self, seed: int, ms: int = 500, playouts: int = 0, threads: int = 0) -> None:
        super().__init__(seed, ms, playouts, threads)
        self.net: IntegerNet | None = None  # another than the one of the package
        self.trust, self.prior = TRUST, PRIOR
        self.looks: tuple[int, int] | None = None  # other turns to look at than the family's `LOOKS`
        self.grow_from = 1 << 30  # there is no tree
        self._minds: dict[Board, list[Mind]] = {}
        self._bonus: Array = np.zeros(1)

    def __repr__(self) -> str:
        return f"MasterBot({self.seed}, ms={self.ms}, playouts={self.playouts}, threads={self.threads})"

    def choose(self, seen: Seen) -> Action:
        """What the network expects most of; without one, what the search chooses."""
        if self._net_for(seen.board) is None:
            return self._searching.choose(seen)
        return super().choose(seen)

    @cached_property
    def _searching(self) -> SearchBot:
        return SearchBot(self.seed, self.ms, self.playouts, self.threads)

    def _net_for(self, board: Board) -> IntegerNet | None:
        return self.net or shipped_net(board)

    def _candidates(self, seen: Seen, weights: Array, start: float) -> Array:
        """What the network thinks of, the best first; what that gains them is noted."""
        opinions, legal = self._opinions(seen) / OPINION, self._legal(seen)
        order = legal[np.argsort(-opinions[legal], kind="stable")]
        actions = order[opinions[order] > opinions[order[0]] - DOUBT][:PROPOSALS]
        self._bonus = self.prior * (opinions[actions] - opinions[actions[0]])
        return actions

    def _play(
        self, seen: Seen, actions: Array, live: Array, first: int, rewards: Array, weights: Array, grow: bool
    ) -> None:
        super()._play(seen, actions, live, first, rewards, weights, grow)
        rewards += self._bonus

    def how(self, seen: Seen, grow: bool) -> HowRecord:
        """How the worlds of this decision are played, and at which turns they are looked at."""
        how = super().how(seen, grow)
        how.since, how.ahead = self.looks or family_of(seen.board).bots.LOOKS
        return how

    def _play_part(
        self, seen: Seen, asked: Asked, first: int, rewards: Array, share: slice, space: Space, part: int
    ) -> None:
        judge = kernel.module(family_of(seen.board).path("bots", "instinct")).judge_worlds
        mind = self._minds_for(seen.board)[part]
        judge(seen.board.table, seen.observation, asked, first, rewards, mind, space)

    def _opinions(self, seen: Seen) -> Array:
        """What the network thinks of all actions."""
        family = family_of(seen.board)
        mind = self._minds_for(seen.board)[0]
        given = (seen.board.table, seen.observation, seen.seat, self.seed, clean_scratch(family), mind)
        kernel.module(family.path("bots", "instinct")).decide_by_net(*given)
        return np.array(mind[-1][-1])

    def _legal(self, seen: Seen) -> Array:
        """The numbers of the legal actions."""
        family = family_of(seen.board)
        out = np.zeros(len(clean_scratch(family).actions), np.int16)
        count = kernel.module(f"rules.{family.module}").legal(seen.board.table, seen.observation, out)
        return out[:count]

    def _minds_for(self, board: Board) -> list[Mind]:
        """What the threads ask the network in."""
        if board not in self._minds:
            net = self._net_for(board)
            assert net is not None
            self._minds[board] = [mind_of(net, board) for _ in range(self.threads + CHUNK)]
        return self._minds[board]
