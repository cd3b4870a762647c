"""`master`: a tree of the decisions to come, which a network proposes and judges, beside play-outs."""

from typing import Any

import numpy as np

from aiguillage import kernel
from aiguillage.boards import Board
from aiguillage.bots.bot import Seen
from aiguillage.bots.kernel_bot import clean_scratch
from aiguillage.bots.neural import OPINION
from aiguillage.bots.neural_net import IntegerNet, mind_of, shipped_net
from aiguillage.bots.search import SearchBot
from aiguillage.bots.thoughts import CONSIDERED, THOUGHT, THOUGHTS
from aiguillage.game.families import family_of

PROPOSALS = 6
"""No more actions are taken from the network; the planner's choice is a candidate, too."""

DOUBT = 6.0
"""An action is proposed if the network thinks at most so much less of it than of the best (e times for each 1)."""

NEVER = 1 << 62


class MasterBot(SearchBot):
    """A search that follows what the network that comes with the package thinks, and has it judge where that leads.

    The network's choice is what the others have to beat. On boards for which no network comes it is `SearchBot`.
    """

    def __init__(self, seed: int, ms: int = 500, playouts: int = 0, threads: int = 0) -> None:
        super().__init__(seed, ms, playouts, threads)
        self.net: IntegerNet | None = None  # another than the one of the package
        self.loyalty = 1.0  # as `trust`, where the choice is the network's
        self.prior = 0.02  # what a candidate gains for each 1 that the network thinks more of it
        self.curious, self.wary, self.playing = 0.5, 0.05, 0.3  # see `HOW`
        self._thoughts: Any = None
        self._minds: dict[Board, list[tuple[Any, ...]]] = {}
        self._bonus: Any = 0.0

    def __repr__(self) -> str:
        return f"MasterBot({self.seed}, ms={self.ms}, playouts={self.playouts}, threads={self.threads})"

    def _candidates(self, seen: Seen, weights: Any, start: float) -> Any:
        """The network's proposals, the best first, then the planner's choice; what they gain is noted."""
        planned = super()._candidates(seen, weights, start)
        net = self._net_for(seen)
        self.trust, self.grow_from = (1.0, 32) if net is None else (self.loyalty, NEVER)
        if net is None or len(planned) == 0:
            return planned
        opinions = self._opinions(seen, net) / OPINION
        legal = self._legal(seen)
        order = legal[np.argsort(-opinions[legal], kind="stable")]
        actions = order[opinions[order] > opinions[order[0]] - DOUBT][:PROPOSALS]
        actions = np.append(actions, [code for code in planned[:1] if code not in actions]).astype(np.int16)
        self._bonus = self.prior * np.maximum(opinions[actions] - opinions[actions[0]], -DOUBT)
        if self._thoughts is None:
            self._thoughts = kernel.zeros((CONSIDERED, THOUGHTS), THOUGHT).view(np.recarray)
        kernel.module("bots.thoughts").clear_thoughts(self._thoughts)
        return actions

    def how(self, seen: Seen, grow: bool) -> Any:
        """How the worlds of this decision are played."""
        how = super().how(seen, grow)
        how.curious, how.wary, how.playing = self.curious, self.wary, self.playing
        return how

    def _play(
        self, seen: Seen, actions: Any, live: Any, first: int, rewards: Any, weights: Any, grow: bool
    ) -> None:
        """Follow the trees of the candidates, shared out over the threads: each grows in the order of the worlds."""
        net = self._net_for(seen)
        if net is None:
            super()._play(seen, actions, live, first, rewards, weights, grow)
            return
        family = family_of(seen.board)
        ponder = kernel.module(family.path("bots", "instinct")).ponder_worlds
        spaces, minds, how = self._spaces_for(family), self._minds_for(seen.board, net), self.how(seen, False)
        parts, turn = min(self.threads, int(live.sum())), np.cumsum(live) - 1

        def play(part: int) -> None:
            worlds, scratch, rules = spaces[part]
            asked = (how, actions, live & (turn % parts == part))
            ponder(
                *(seen.board.table, seen.observation, asked, first, rewards),
                *(self._thoughts, minds[part], (worlds, scratch, weights, rules)),
            )

        self._share(play, parts)
        rewards += self._bonus

    def _net_for(self, seen: Seen) -> IntegerNet | None:
        return self.net or shipped_net(seen.board)

    def _opinions(self, seen: Seen, net: IntegerNet) -> Any:
        """What the network thinks of all actions."""
        family = family_of(seen.board)
        mind = self._minds_for(seen.board, net)[0]
        given = (seen.board.table, seen.observation, seen.seat, self.seed, clean_scratch(family), mind)
        kernel.module(family.path("bots", "instinct")).decide_by_net(*given)
        return np.array(mind[-1][-1])

    def _legal(self, seen: Seen) -> Any:
        """The numbers of the legal actions."""
        family = family_of(seen.board)
        out = np.zeros(len(clean_scratch(family).actions), np.int16)
        count = kernel.module(f"rules.{family.module}").legal(seen.board.table, seen.observation, out)
        return out[:count]

    def _minds_for(self, board: Board, net: IntegerNet) -> list[tuple[Any, ...]]:
        """What the threads ask the network in."""
        if board not in self._minds:
            self._minds[board] = [mind_of(net, board) for _ in range(self.threads)]
        return self._minds[board]
