"""A word after a move: what was overlooked, by what the seat could see and nothing else."""

from dataclasses import dataclass
from functools import lru_cache
from time import monotonic
from typing import Any, Literal

from aiguillage.analysis.decision import judge_decision, prepared
from aiguillage.analysis.worlds import Ends, Judge
from aiguillage.boards import Board
from aiguillage.bots.bot import Seen
from aiguillage.bots.hints import Hint, hint_for
from aiguillage.rules.phases import PAYMENT, PLACEMENT
from aiguillage.rules.records import AnyState, Array

PLAYOUTS = 800


@dataclass(frozen=True, slots=True)
class Advice:
    """What would have been better, and by how much: points of the lead, chance to win."""

    hint: Hint
    word: Literal["mistake", "blunder"]  # nothing is said of anything smaller
    points: float
    win: float


class TimeUpError(Exception):
    """Nobody waits for so late a word."""


@dataclass
class _Hurried:
    """A judge until a moment, after which it stops."""

    judge: Judge
    until: float

    def __getattr__(self, name: str) -> Any:
        return getattr(self.judge, name)

    def play(
        self, seen: AnyState, seat: int, actions: list[int], live: Array, seed: int, first: int, count: int
    ) -> Ends:
        """The ends of some worlds, if there is time."""
        if monotonic() > self.until:
            raise TimeUpError
        return self.judge.play(seen, seat, actions, live, seed, first, count)


@lru_cache(maxsize=8)
def _judge(board: Board) -> Judge:
    return Judge(board)


def advise(seen: Seen, played: str, seconds: float, seed: int = 0) -> Advice | None:
    """What was overlooked when `played`, the text of a legal action, was chosen; None if it was no mistake, if that
    cannot be told, or not in time. For a thread. A payment alone is not judged."""
    legal = {action.text: action for action in seen.legal}
    if len(legal) < 2 or seen.observation.phase in (PAYMENT, PLACEMENT):
        return None
    until = monotonic() + seconds
    judge: Any = _Hurried(_judge(seen.board), until)
    known = prepared(seen.observation.copy(), seen.seat)
    try:
        planned = judge.planned(known, seen.seat)
        found = judge_decision(judge, known, seen.seat, legal[played].code, planned, PLAYOUTS, seed)
    except TimeUpError:
        return None
    if found.word not in ("mistake", "blunder"):
        return None
    better = next(action for action in seen.legal if action.code == found.best)
    return Advice(hint_for(seen, better, seed), found.word, found.loss_lead, found.loss_win)
