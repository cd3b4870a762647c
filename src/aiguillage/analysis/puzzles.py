"""Positions with one clearly best move, found in games between bots."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from aiguillage.analysis.analyst import AnalysisError
from aiguillage.analysis.decision import prepared
from aiguillage.analysis.figures import BY_SIGHT, Gap, chances, gap, rounded
from aiguillage.analysis.worlds import Ends, Judge
from aiguillage.bots import Seen, make_bot
from aiguillage.game import Game
from aiguillage.rules import RULES_VERSION
from aiguillage.rules.phases import PAYMENT, PLACEMENT
from aiguillage.rules.records import AnyState, Array

VERSION = 2
Level = Literal["easy", "medium", "hard"]

AHEAD = 0.05
"""The best move is worth so much more than any other, at least."""

CERTAIN = 5.0
"""And by so many standard errors."""

FIRST, SECOND, DEEP = 24, 32, 400
"""Worlds of the first look at the candidates, of the look at all legal moves, and of the comparison of the best."""

RIVALS = 4
"""Where more moves than this come near the best one in the second look, none is clearly best."""

HOPEFUL = 1.5
"""By so many standard errors the best move is ahead in the first two looks, or nothing further is looked at."""

REACH = 3.5
"""A move that is so many standard errors behind the best is not compared any further."""

CHOICES = 5
"""A puzzle has so many legal moves, at least."""

Heard = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, who is to move, and the move that is clearly best."""

    level: Level  # easy: `route-focused` finds it; medium: the planner does; hard: neither
    seat: int
    record: str  # of the game up to here, hidden things included: for `Game.from_record`
    answer: str
    second: str
    ahead: Gap  # what the answer is worth more than the second best, by worlds that agree with what the seat knows
    win: tuple[float, float]  # the seat's chance to win after the answer and after the second best
    points: tuple[float, float]  # and its points at the end
    legal: int
    deal: int  # the seed of the game that it comes from
    decision: int  # its number there, from 1

    def to_dict(self) -> dict[str, Any]:
        """For a file."""
        return {
            "level": self.level,
            "seat": self.seat,
            "answer": self.answer,
            "second": self.second,
            "ahead": rounded(self.ahead.mean),
            "error": rounded(self.ahead.error),
            "win": [rounded(value) for value in self.win],
            "points": [round(value, 1) for value in self.points],
            "legal": self.legal,
            "deal": self.deal,
            "decision": self.decision,
            "record": self.record,
        }


def make_puzzles(
    title: str, count: int, seed: int = 0, seats: int = 2, most_games: int = 200, heard: Heard | None = None
) -> list[Puzzle]:
    """Look through games between planners until so many puzzles are found; `heard` is told how many there are.

    A game gives two puzzles at most, so that they differ.
    """
    found: list[Puzzle] = []
    for deal in range(seed, seed + most_games):
        for number, puzzle in enumerate(puzzles_of(title, seats, deal)):
            found.append(puzzle)
            if heard is not None:
                heard(len(found), count)
            if len(found) == count:
                return found
            if number == 1:
                break
    raise AnalysisError(f"Only {len(found)} puzzles were found in {most_games} games; ask for fewer.")


def puzzle_file(title: str, puzzles: list[Puzzle]) -> dict[str, object]:
    """The contents of a file of puzzles."""
    return {
        "version": VERSION,
        "game": title,
        "rules": RULES_VERSION,
        "puzzles": [puzzle.to_dict() for puzzle in puzzles],
    }


def puzzles_of(title: str, seats: int, deal: int) -> Iterator[Puzzle]:
    """The puzzles in a game between planners, in its order."""
    game = Game.new(title, seats=seats, seed=deal)
    judge = Judge(game.board)
    planner = make_bot("planner", deal)
    while not game.over:
        seat = game.actor
        assert seat is not None
        puzzle = find_puzzle(judge, game, seat, deal)
        if puzzle is not None:
            yield puzzle
        game.play(planner.choose(Seen.of(game, seat)), seat)


def find_puzzle(judge: Judge, game: Game, seat: int, seed: int) -> Puzzle | None:
    """The decision that is due as a puzzle, if one move is clearly best. A payment alone is none: what it is for was
    decided before."""
    if game.phase in (PAYMENT, PLACEMENT):
        return None
    legal = {action.code: action.text for action in game.legal_actions(seat)}
    if len(legal) < CHOICES:
        return None
    seen = prepared(game.observation(seat), seat)
    promising = judge.candidates(seen, seat, judge.hunch(seen, seat))
    if len(promising) < 2 or not _stands_out(_worth(judge, seen, seat, promising, seed, 0, FIRST)):
        return None
    worth = _worth(judge, seen, seat, list(legal), seed, FIRST, SECOND)
    best = int(np.argmax(worth.mean(axis=0)))
    near = [code for k, code in enumerate(legal) if k == best or not _clear(worth, best, k, REACH)]
    if len(near) > RIVALS or not _stands_out(worth):
        return None
    if len(near) == 1:
        near.append(list(legal)[int(np.argsort(-worth.mean(axis=0))[1])])
    ends = _ends(judge, seen, seat, near, seed, FIRST + SECOND, DEEP)
    deep = ends.worth(seat, judge.scale)
    order = np.argsort(-deep.mean(axis=0))
    if not all(_clear(deep, order[0], k, CERTAIN, AHEAD) for k in order[1:]):
        return None
    answer, second = near[order[0]], near[order[1]]
    after, otherwise = ends.of(order[0]), ends.of(order[1])
    return Puzzle(
        level=_level(game, seat, answer),
        seat=seat,
        record=game.record(),
        answer=legal[answer],
        second=legal[second],
        ahead=gap(deep[:, order[0]], deep[:, order[1]]),
        win=(chances(after.wins, BY_SIGHT, None)[seat], chances(otherwise.wins, BY_SIGHT, None)[seat]),
        points=(float(after.totals[:, seat].mean()), float(otherwise.totals[:, seat].mean())),
        legal=len(legal),
        deal=seed,
        decision=len(game.moves) + 1,
    )


def _worth(judge: Judge, seen: AnyState, seat: int, actions: list[int], seed: int, first: int, count: int) -> Array:
    """What the actions are worth in the worlds from `first` on."""
    return _ends(judge, seen, seat, actions, seed, first, count).worth(seat, judge.scale)


def _ends(judge: Judge, seen: AnyState, seat: int, actions: list[int], seed: int, first: int, count: int) -> Ends:
    live = np.ones(len(actions), np.bool_)
    return judge.play(seen, seat, actions, live, seed, first, count)


def _stands_out(worth: Array) -> bool:
    """Whether one of the candidates may be clearly best: by as much, and by more than chance."""
    order = np.argsort(-worth.mean(axis=0))
    return _clear(worth, order[0], order[1], HOPEFUL, AHEAD)


def _clear(worth: Array, one: int, other: int, errors: float, least: float = 0.0) -> bool:
    """Whether one action is better than another by so many standard errors, and by so much."""
    ahead = gap(worth[:, one], worth[:, other])
    return ahead.mean > max(least, errors * ahead.error)


def _level(game: Game, seat: int, answer: int) -> Level:
    """How hard the answer is to find: by which bots do."""
    seen = Seen.of(game, seat)
    for level, bot in LEVELS.items():
        chosen = make_bot(bot, 0).choose(seen)
        if not isinstance(chosen, str) and chosen.code == answer:
            return level
    return "hard"


LEVELS: dict[Level, str] = {"easy": "route-focused", "medium": "planner"}
"""The bots that find a puzzle of a level."""
