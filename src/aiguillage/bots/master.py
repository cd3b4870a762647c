"""`master`: a search whose candidates a network proposes and judges, beside the play-outs."""

from typing import Any

import numpy as np

from aiguillage import kernel
from aiguillage.boards import Board
from aiguillage.bots.bot import Seen
from aiguillage.bots.kernel_bot import clean_scratch
from aiguillage.bots.neural import OPINION
from aiguillage.bots.neural_net import IntegerNet, mind_of, shipped_net
from aiguillage.bots.search import CHUNK, SearchBot
from aiguillage.game.families import family_of

PROPOSALS = 6
"""No more actions are taken from the network,"""

CONSIDERED = 10
"""and no more in all: the others are those that the planner would look at."""

DOUBT = 10.0
"""An action is proposed if the network thinks at most so much less of it than of the best (e times for each 1)."""

JUDGED_WORLDS = 128
"""The network judges the candidates in no more worlds."""

JUDGED_PLAYOUTS = 48
"""With a budget of play-outs, so many of them stand for a world in which the network judges."""


class MasterBot(SearchBot):
    """A search that begins with what the network that comes with the package thinks of the position.

    The network's choice is what the others have to beat. What it thinks of the candidates, and what it expects after
    each of them in worlds that were made up, counts beside the play-outs. On boards for which no network comes it is
    `SearchBot`.
    """

    def __init__(self, seed: int, ms: int = 500, playouts: int = 0, threads: int = 0) -> None:
        super().__init__(seed, ms, playouts, threads)
        self.net: IntegerNet | None = None  # another than the one of the package
        self.loyalty = 2.5  # as `trust`, where the choice is the network's
        self.prior = 0.03  # what a candidate gains for each 1 that the network thinks more of it,
        self.judgement = 2.0  # and for what the network expects after it (see bench/bots_predict.py)
        self.judging = 0.5  # the part of the time that is for that
        self._minds: dict[Board, list[tuple[Any, ...]]] = {}
        self._bonus: Any = 0.0

    def __repr__(self) -> str:
        return f"MasterBot({self.seed}, ms={self.ms}, playouts={self.playouts}, threads={self.threads})"

    def _candidates(self, seen: Seen, weights: Any, start: float) -> Any:
        """The network's proposals, the best first, then those of `search`; what they gain is noted."""
        planned = super()._candidates(seen, weights, start)
        net = self.net or shipped_net(seen.board)
        self._bonus, self.trust = 0.0, 1.0 if net is None else self.loyalty
        if net is None or len(planned) == 0:
            return planned
        opinions = self._opinions(seen, net) / OPINION
        legal = self._legal(seen)
        order = legal[np.argsort(-opinions[legal], kind="stable")]
        actions = order[opinions[order] > opinions[order[0]] - DOUBT][:PROPOSALS]
        more = [code for code in planned if code not in actions]
        actions = np.append(actions, more[: CONSIDERED - len(actions)]).astype(np.int16)
        if len(actions) == 1:
            return actions
        self._bonus = self.prior * np.maximum(opinions[actions] - opinions[actions[0]], -DOUBT)
        if self.judgement:
            self._bonus = self._bonus + self.judgement * self._judge(seen, net, actions, weights, start)
        return actions

    def _play(
        self, seen: Seen, actions: Any, live: Any, first: int, rewards: Any, weights: Any, grow: bool
    ) -> None:
        """Every play-out of a candidate is worth as much more as the network makes it."""
        super()._play(seen, actions, live, first, rewards, weights, grow)
        rewards += self._bonus

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

    def _judge(self, seen: Seen, net: IntegerNet, actions: Any, weights: Any, start: float) -> Any:
        """What the network expects of each action on the average of some worlds."""
        family = family_of(seen.board)
        judge = kernel.module(family.path("bots", "instinct")).judge_worlds
        spaces, minds = self._spaces_for(family), self._minds_for(seen.board, net)
        how, live = self.how(seen, False), np.ones(len(actions), np.bool_)
        found = kernel.zeros((JUDGED_WORLDS, len(actions)), np.float64)
        parts = min(self.threads, CHUNK)
        shares = [CHUNK * part // parts for part in range(parts + 1)]

        def judge_part(part: int) -> None:
            worlds, scratch, rules = spaces[part]
            from_, to = done + shares[part], done + shares[part + 1]
            space = (worlds, scratch, weights, rules)
            given = (seen.board.table, seen.observation, (how, actions, live), from_, found[from_:to])
            judge(*given, minds[part], space)

        done = 0
        while done < JUDGED_WORLDS and self._may_judge(start, done, len(actions)):
            self._share(judge_part, parts)
            done += CHUNK
        self.judged = done
        return found[:done].mean(axis=0) if done else 0.0

    def _may_judge(self, start: float, done: int, actions: int) -> bool:
        if self.playouts:
            return done * actions * JUDGED_PLAYOUTS < self.judging * self.playouts
        return self._spent(start, 0) < self.judging
