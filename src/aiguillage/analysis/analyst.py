"""A finished game, decision by decision: chances, losses, luck, turning points."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from aiguillage.analysis.decision import Judged, judge_decision, prepared
from aiguillage.analysis.figures import (
    BY_OPEN_CARDS,
    SURE,
    WORDS,
    Gap,
    Outlook,
    Word,
    chances,
    gap,
    known,
    outlooks,
    rounded,
)
from aiguillage.analysis.luck import MEASURES, Account, Change, Ledger, Measure, Part, whole_points
from aiguillage.analysis.turning import TurningPoint, told
from aiguillage.analysis.words import LANGUAGES, Language
from aiguillage.analysis.worlds import AS_PLANNED, OPEN, Ends, Judge, is_long
from aiguillage.boards import Board
from aiguillage.errors import AiguillageError
from aiguillage.game import Action, Game, kernels
from aiguillage.game.families import family_of
from aiguillage.game.game import REVEALING
from aiguillage.game.words import phase_name
from aiguillage.rules import RULES_VERSION
from aiguillage.rules.numbers import NOTHING
from aiguillage.rules.records import AnyState, Array
from aiguillage.rules.state import new_record

VERSION = 1
"""Of the analysis as JSON."""

OPEN_SHARE = 4
"""One play-out with open cards for so many of a decision's budget."""

TICKETS, TUNNEL = "draw-tickets", "reveal"
STARTS = 32
"""A game is dealt afresh so many times for each 100 play-outs, for what everybody can expect before the deal."""

LOOKED_AT, TURNING_POINTS = 8, 3
"""So many of the largest changes get a second look; so many of them are turning points, at most."""

LEAST_SWING = 0.05
"""No turning point changes a chance by less."""

Progress = Callable[[int, int], None]


class AnalysisError(AiguillageError):
    """A game that cannot be analysed."""


@dataclass(frozen=True, slots=True)
class Position:
    """A decision as it came about in the game."""

    number: int  # from 1
    turn: int
    phase: str
    seat: int
    action: Action
    legal: int
    seen: AnyState  # what the seat knew
    state: AnyState
    events: tuple[str, ...]  # kinds of what happened by it
    fresh: bool  # chance has come in since the decision before


@dataclass(frozen=True, slots=True)
class Look:
    """What play-outs say of a decision: by what its seat knew, and with open cards as planned and as played."""

    judged: Judged
    planned: Ends | None  # None: as the decision before was played, for nothing came in between
    played: Ends | None  # None: as planned
    expected: Array | None  # before the decision, by what networks think for each seat; None without one

    def after(self, before: "Look | None") -> "Look":
        """The same with nothing left out."""
        planned = before.played if self.planned is None and before is not None else self.planned
        return replace(self, planned=planned, played=self.played or planned)

    def values(self, measure: Measure) -> tuple[Array, Array]:
        """As planned and as played."""
        assert self.planned is not None
        assert self.played is not None
        return _values(self.planned, measure), _values(self.played, measure)


@dataclass(frozen=True, slots=True)
class Option:
    """An alternative to a choice, in words and figures. `gain` is what it is worth more, `error` its standard error."""

    action: Action
    win: float
    points: float
    gain: float
    error: float

    def to_dict(self) -> dict[str, Any]:
        """For a client."""
        figures = {name: rounded(getattr(self, name)) for name in ("win", "points", "gain", "error")}
        return {"action": self.action.text, **figures}


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of the game, and what it was worth by what its seat knew."""

    number: int
    turn: int
    phase: str
    seat: int
    action: Action
    forced: bool
    before: list[Outlook]  # with the best choice, by what the seat knew
    after: list[Outlook]  # with the choice made, the same
    open: list[Outlook]  # before the decision, with all cards and tickets open but those still to come
    best: Action
    word: Word
    loss_win: float
    loss_points: float
    loss: float  # of worth
    error: float  # of that
    alternatives: list[Option]
    worlds: int

    def to_dict(self) -> dict[str, Any]:
        """For a client."""
        return {
            "number": self.number,
            "turn": self.turn,
            "phase": self.phase,
            "seat": self.seat,
            "action": self.action.text,
            "act": self.action.act,
            "forced": self.forced,
            "before": [outlook.to_dict() for outlook in self.before],
            "after": [outlook.to_dict() for outlook in self.after],
            "open": [outlook.to_dict() for outlook in self.open],
            "best": self.best.text,
            "best_act": self.best.act,
            "word": self.word,
            "loss": {
                "win": rounded(self.loss_win),
                "points": rounded(self.loss_points),
                "worth": rounded(self.loss),
                "error": rounded(self.error),
            },
            "alternatives": [option.to_dict() for option in self.alternatives],
            "worlds": self.worlds,
        }


@dataclass(frozen=True, slots=True)
class Summary:
    """What the decisions come to: luck and skill of every seat, and the turning points."""

    luck: list[dict[Measure, Account]]
    words: list[dict[Word, int]]  # how often each seat's choices were called what
    turning_points: list[TurningPoint]
    story: dict[Language, list[str]]  # three sentences

    def to_dict(self) -> dict[str, Any]:
        """For a client."""
        return {
            "seats": [
                {
                    "luck": {measure: account.to_dict() for measure, account in accounts.items()},
                    "whole_points": whole_points(accounts["points"]),
                    "words": words,
                }
                for accounts, words in zip(self.luck, self.words, strict=True)
            ],
            "turning_points": [point.to_dict() for point in self.turning_points],
            "story": self.story,
        }


@dataclass(frozen=True, slots=True)
class Analysis:
    """The whole of it."""

    head: dict[str, Any]
    decisions: list[Decision]
    summary: Summary

    def to_dict(self) -> dict[str, Any]:
        """For a client: the same as the stream, in one piece."""
        return {
            **self.head,
            "decisions": [decision.to_dict() for decision in self.decisions],
            "summary": self.summary.to_dict(),
        }


class Analyst:
    """Analyses a finished game. The figures depend on the game, `playouts` and `seed`, not on the number of threads."""

    def __init__(
        self,
        game: Game,
        playouts: int | None = None,
        seed: int = 0,
        threads: int = 0,
        names: list[str] | None = None,
    ) -> None:
        if not game.over or not game.moves:
            raise AnalysisError("Only a game that is over can be analysed.")
        if playouts is None:
            playouts = usual_playouts(game.board)
        if playouts < 1:
            raise AnalysisError("An analysis needs at least one play-out for a decision.")
        if not 0 <= seed < 1 << 62:
            raise AnalysisError("The seed must be a whole number from 0 to 2^62 - 1.")
        self.game, self.playouts, self.seed, self.names = game, playouts, seed, names
        self.threads = threads or os.cpu_count() or 1
        self.judge = Judge(game.board)
        self.positions = list(_positions(game))
        self._looks: list[Look] = []
        self._decisions: list[Decision] = []

    @property
    def head(self) -> dict[str, Any]:
        """What the analysis is of, and how it is made."""
        outcome = self.game.outcome()
        return {
            "version": VERSION,
            "game": self.game.board.id,
            "rules": RULES_VERSION,
            "seats": self.game.seats,
            "names": self.names,
            "count": len(self.positions),
            "playouts": self.playouts,
            "seed": self.seed,
            "totals": [seat.total for seat in outcome.seats],
            "winners": outcome.winners,
        }

    def decisions(self) -> Iterator[Decision]:
        """The decisions in their order, each as soon as it and all before it are worked out."""
        self._looks, self._decisions = [], []
        pool = ThreadPoolExecutor(self.threads, "analysis")
        try:
            waiting: list[Future[Look]] = [pool.submit(self._look_at, position) for position in self.positions]
            for position, future in zip(self.positions, waiting, strict=True):
                self._looks.append(future.result().after(self._looks[-1] if self._looks else None))
                self._decisions.append(self._decision(position, self._looks[-1]))
                yield self._decisions[-1]
        finally:
            pool.shutdown(cancel_futures=True)

    def decision(self, number: int) -> Decision:
        """One decision alone, by its number from 1, as `decisions` has it."""
        if not 1 <= number <= len(self.positions):
            raise AnalysisError(f"The game has decisions from 1 to {len(self.positions)}, not {number}.")
        position = replace(self.positions[number - 1], fresh=True)
        return self._decision(position, self._look_at(position))

    def _look_at(self, position: Position) -> Look:
        seat, code = position.seat, position.action.code
        planned = self.judge.planned(position.seen, seat)
        seed = (self.seed + position.number * 1_000_003) % (1 << 62)
        judged = judge_decision(self.judge, position.seen, seat, code, planned, self.playouts, seed)
        asked = [position.fresh, planned != code]
        ends = self._play_open(position, asked, self.seed, self.open_worlds)
        planned_ends, played_ends = (ends.of(k) if asked[k] else None for k in (0, 1))
        return Look(judged, planned_ends, played_ends, self.judge.expect(position.state))

    @property
    def open_worlds(self) -> int:
        """How often a position is played out with open cards."""
        return max(16, self.playouts // OPEN_SHARE)

    def _play_open(self, position: Position, asked: list[bool], seed: int, count: int) -> Ends:
        """Play out as planned, and as played, if it is asked for."""
        actions = [AS_PLANNED, position.action.code]
        return self.judge.play(position.state, OPEN, actions, np.array(asked), seed, 0, count)

    def _decision(self, position: Position, look: Look) -> Decision:
        describe = family_of(self.game.board).describe
        board, seat, judged = self.game.board, position.seat, look.judged
        assert look.planned is not None

        def action(code: int) -> Action:
            return describe(board, position.state, seat, code)

        options = [
            Option(action(one.code), one.win, one.points, one.gain.mean, one.gain.error) for one in judged.alternatives
        ]
        return Decision(
            number=position.number,
            turn=position.turn,
            phase=position.phase,
            seat=seat,
            action=position.action,
            forced=position.legal == 1,
            before=judged.before,
            after=judged.after,
            open=outlooks(look.planned, BY_OPEN_CARDS, look.expected),
            best=action(judged.best),
            word=judged.word,
            loss_win=judged.loss_win,
            loss_points=judged.loss_points,
            loss=judged.loss.mean,
            error=judged.loss.error,
            alternatives=options,
            worlds=judged.worlds,
        )

    def summary(self) -> Summary:
        """Luck, skill and turning points, once all decisions were looked at."""
        if len(self._decisions) != len(self.positions):
            raise AnalysisError("There is a summary once all decisions have been looked at.")
        words: list[dict[Word, int]] = [dict.fromkeys(WORDS, 0) for _ in range(self.game.seats)]
        for decision in self._decisions:
            if not decision.forced:
                words[decision.seat][decision.word] += 1
        turns, dealt = self._turning_points(), [one.win.value for one in self._decisions[0].open]
        outcome = self.game.outcome()
        totals = [seat.total for seat in outcome.seats]
        story: dict[Language, list[str]] = {
            language: told(self.game.board, turns, dealt, totals, outcome.winners, self.names, language)
            for language in LANGUAGES
        }
        return Summary(self._luck(), words, turns, story)

    def _result(self) -> Ends:
        """The end of the game itself, as one world."""
        outcome = self.game.outcome()
        outlook = known([seat.total for seat in outcome.seats], outcome.winners)
        return Ends(np.array([[one.points.value for one in outlook]]), np.array([[one.win.value for one in outlook]]))

    def _luck(self) -> list[dict[Measure, Account]]:
        result, seats = self._result(), self.game.seats
        found: list[dict[Measure, Account]] = [{} for _ in range(seats)]
        first = self._looks[0].planned
        assert first is not None
        start = self._start(first)
        for measure in MEASURES:
            begin, end = _values(start, measure), _values(result, measure)
            ledger = Ledger(
                [float(value) for value in begin.mean(axis=0)],
                [gap(dealt, np.zeros(len(dealt))) for dealt in _values(first, measure).T],
                [float(value) for value in end[0]],
            )
            for number in range(len(self.positions)):
                ledger.changes += self._changes(number, measure, end)
            for seat, account in enumerate(ledger.accounts()):
                found[seat][measure] = account
        return found

    def _changes(self, number: int, measure: Measure, result: Array) -> list[Change]:
        """What one decision and the chance after it changed."""
        position, look = self.positions[number], self._looks[number]
        planned, played = look.values(measure)
        last = number + 1 == len(self.positions)
        after = np.repeat(result, len(played), axis=0) if last else self._looks[number + 1].values(measure)[0]
        found = []
        for seat in range(self.game.seats):
            own = seat == position.seat
            choice = gap(played[:, seat], planned[:, seat])
            if own:
                choice = look.judged.played_win if measure == "win" else look.judged.played_points
            chance = gap(after[:, seat], played[:, seat])
            found.append(Change(seat, "played" if own else "others", choice))
            found.append(Change(seat, _kind(position) if own else "their_luck", chance))
        return [change for change in found if change.gap != Gap(0.0, 0.0)]

    def _start(self, first: Ends) -> Ends:
        """What everybody can expect before the deal: the same for all seats. Of a game that started from a position,
        what it began with."""
        if self.game.start is not None:
            return first
        game, family = self.game, family_of(self.game.board)
        state, scratch = new_record(family.state_dtype), new_record(family.scratch_dtype)
        main = getattr(kernels.current(), family.module)
        totals = []
        for deal in range(max(1, STARTS * self.playouts // 100)):
            main.setup(game.board.table, state, game.seats, NOTHING, self.seed, deal, scratch)
            ends = self.judge.play(state, OPEN, [AS_PLANNED], np.array([True]), self.seed, deal, 1)
            totals.append(ends.totals[0, 0])
        mean = float(np.mean(totals))
        return Ends(np.full((1, game.seats), mean), np.full((1, game.seats), 1.0 / game.seats))

    def _turning_points(self) -> list[TurningPoint]:
        """The steps that changed the chances most, by a second look in fresh worlds."""
        values = [look.values("win")[0].mean(axis=0) for look in self._looks] + [self._result().wins[0]]
        sizes = [float(np.abs(after - before).max()) for before, after in pairwise(values)]
        numbers = sorted(range(len(sizes)), key=lambda number: -sizes[number])[:LOOKED_AT]
        with ThreadPoolExecutor(self.threads, "analysis") as pool:
            found = [turn for turn in pool.map(self._look_again, numbers) if turn is not None]
        return sorted(sorted(found, key=lambda turn: -turn.size)[:TURNING_POINTS], key=lambda turn: turn.number)

    def _look_again(self, number: int) -> TurningPoint | None:
        """Whether a step changed somebody's chance by more than chance."""
        position, look, count = self.positions[number], self._looks[number], 4 * self.open_worlds
        fresh = (self.seed + 1) % (1 << 62)
        asked = [True, look.played is not look.planned]
        ends = self._play_open(position, asked, fresh, count)
        planned, played = ends.of(0).wins, ends.of(int(asked[1])).wins
        last = number + 1 == len(self.positions)
        if last:
            after = np.repeat(self._result().wins, count, axis=0)
        elif self.positions[number + 1].fresh:
            after = self._play_open(self.positions[number + 1], [True, False], fresh, count).of(0).wins
        else:
            after = played
        seat = int(np.argmax(np.abs((after - planned).mean(axis=0))))
        change = gap(after[:, seat], planned[:, seat])
        if abs(change.mean) < max(LEAST_SWING, SURE * change.error):
            return None
        choice = gap(played[:, seat], planned[:, seat])
        return TurningPoint(
            number=position.number,
            seat=seat,
            by=position.seat,
            action=position.action,
            cause="choice" if abs(choice.mean) > abs(change.mean) / 2 else "chance",
            before=chances(planned, BY_OPEN_CARDS, look.expected)[seat],
            after=float(after[0, seat])
            if last
            else chances(after, BY_OPEN_CARDS, self._looks[number + 1].expected)[seat],
        )


def usual_playouts(board: Board) -> int:
    """About so many for a decision: a game of four is analysed within a minute on two cores."""
    return 600 if is_long(board) else 1600


def _kind(position: Position) -> Part:
    """What chance there was after a decision."""
    if TUNNEL in position.events:
        return "tunnels"
    return "tickets" if TICKETS in position.events else "drawn"


def _values(ends: Ends, measure: Measure) -> Array:
    return ends.wins if measure == "win" else ends.totals


def _positions(game: Game) -> Iterator[Position]:
    """The decisions of a game, replayed."""
    playing = game.restarted()
    fresh = True
    for number, move in enumerate(game.moves, 1):
        action = playing.parse(move.text, move.seat)
        legal = len(playing.legal_actions(move.seat))
        phase, turn = phase_name(playing.phase), playing.turn
        seen = prepared(playing.observation(move.seat), move.seat)
        state = playing.kernel_state()
        state.actor = move.seat
        events = playing.play(move.text, move.seat, move.key)
        kinds = tuple(event.kind for event in events)
        yield Position(number, turn, phase, move.seat, action, legal, seen, state, kinds, fresh)
        fresh = not REVEALING.isdisjoint(kinds)


def analyse(
    game: Game,
    playouts: int | None = None,
    seed: int = 0,
    threads: int = 0,
    names: list[str] | None = None,
    progress: Progress | None = None,
) -> Analysis:
    """Analyse a finished game, with about `playouts` for a decision (default: `usual_playouts`).

    `progress` is told how many decisions of how many are done.
    """
    analyst = Analyst(game, playouts, seed, threads, names)
    decisions = []
    for decision in analyst.decisions():
        decisions.append(decision)
        if progress is not None:
            progress(len(decisions), len(analyst.positions))
    return Analysis(analyst.head, decisions, analyst.summary())


def stream(analyst: Analyst) -> Iterator[dict[str, Any]]:
    """The analysis as JSON, piece by piece: the head, every decision as it is worked out, the summary."""
    yield {"type": "head", **analyst.head}
    for decision in analyst.decisions():
        yield {"type": "decision", **decision.to_dict()}
    yield {"type": "summary", **analyst.summary().to_dict()}
