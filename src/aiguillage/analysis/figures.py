"""Chances and points with their intervals, and the words for a loss."""

import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from aiguillage.analysis.worlds import Ends
from aiguillage.arena.figures import Figure, mean_figure, wilson
from aiguillage.rules.records import Array

Word = Literal["good", "inaccuracy", "mistake", "blunder"]

WORDS: tuple[Word, ...] = ("good", "inaccuracy", "mistake", "blunder")
LIMITS: dict[Word, float] = {"blunder": 0.10, "mistake": 0.05, "inaccuracy": 0.02}
"""From which loss of worth on a choice is called so, the worst first."""

SURE = 3.0
"""So many standard errors above nothing must a loss be to have a word."""

SCALE = 10_000
"""Figures have four digits behind the point."""


@dataclass(frozen=True, slots=True)
class Trust:
    """How much play-outs are to be trusted (1: entirely), alone and beside a network, and how much the network counts.

    Players do not play just as light planners do, so that what play-outs call 85 % is won less often."""

    alone: float
    beside: float
    network: float


BY_SIGHT, BY_OPEN_CARDS = Trust(0.75, 0.6, 0.6), Trust(0.85, 0.75, 0.6)
"""By what a seat knew, and with open cards. Found by `bench/analysis.py calibration`."""


def rounded(value: float) -> float:
    """A number as JSON has it. Halves go up, as the page does it, and nothing has a minus."""
    return math.floor(value * SCALE + 0.5) / SCALE


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a seat can expect: its chance to win and its points at the end, each with a 95 % interval."""

    win: Figure
    points: Figure

    def to_dict(self) -> dict[str, Any]:
        """`[value, low, high]` each."""
        return {"win": figure_list(self.win), "points": figure_list(self.points)}


def figure_list(figure: Figure) -> list[float]:
    """A figure as JSON: the value and the ends of its interval."""
    return [rounded(number) for number in (figure.value, figure.low, figure.high)]


def outlooks(ends: Ends, trust: Trust, expected: Array | None) -> list[Outlook]:
    """What every seat can expect by these ends of one action."""
    return [
        Outlook(wilson(chance, len(ends)), mean_figure(ends.totals[:, seat]))
        for seat, chance in enumerate(chances(ends.wins, trust, expected))
    ]


def chances(wins: Array, trust: Trust, expected: Array | None) -> list[float]:
    """Everybody's chance to win by the wins in play-outs, and by what a network expects for each seat, if there is one.

    Half a win is added for each seat: nobody is out of it."""
    shares = (wins.sum(axis=0) + 0.5) / (len(wins) + 0.5 * wins.shape[1])
    heated = shares**trust.alone if expected is None else shares**trust.beside * np.exp(trust.network * expected)
    return [float(chance) for chance in heated / heated.sum()]


def known(totals: list[int], winners: list[int]) -> list[Outlook]:
    """The same of a game that is over."""
    share = 1.0 / len(winners)
    wins = [share if seat in winners else 0.0 for seat in range(len(totals))]
    return [
        Outlook(Figure(win, win, win), Figure(float(total), float(total), float(total)))
        for win, total in zip(wins, totals, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class Gap:
    """A mean difference in the same worlds, and its standard error."""

    mean: float
    error: float

    @property
    def sure(self) -> bool:
        """Whether it is above nothing by more than chance."""
        return self.mean > SURE * self.error


def gap(better: Array, worse: Array) -> Gap:
    """The difference world by world; without an error where one number stands for both."""
    differences = better - worse
    if len(differences) < 2:
        return Gap(float(differences.mean()), float("inf"))
    return Gap(float(differences.mean()), float(differences.std(ddof=1) / np.sqrt(len(differences))))


def word_for(loss: Gap) -> Word:
    """What a choice with such a loss of worth is called: a word of blame only where the loss is more than chance."""
    if loss.sure:
        for word, limit in LIMITS.items():
            if loss.mean >= limit:
                return word
    return "good"
