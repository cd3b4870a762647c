"""Figures with their 95 % intervals, and ratings."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from openskill.models import PlackettLuce, PlackettLuceRating

Z = 1.959964  # 95 % of a normal distribution lie within so many standard deviations
RATED = 4000
"""Games that ratings are made from, at most: more of them do not change a rating any more."""


@dataclass(frozen=True)
class Figure:
    """A value and its 95 % interval."""

    value: float
    low: float
    high: float

    def times(self, factor: float) -> "Figure":
        """The same in another unit."""
        return Figure(factor * self.value, factor * self.low, factor * self.high)

    def interval(self, between: str = " to ") -> str:
        """The interval in words."""
        if math.isnan(self.low):
            return "unknown"
        low, high = (round(end, 1) + 0.0 for end in (self.low, self.high))  # without a minus before nothing
        return f"{low:.1f}{between}{high:.1f}"


def mean_figure(by_deal: ArrayLike) -> Figure:
    """The mean of a quantity of which every deal gives one independent sample (the mean over its rotations).

    One sample has no spread, so the ends of its interval are not a number.
    """
    values = np.asarray(by_deal, float)
    mean = float(values.mean())
    if len(values) < 2:
        return Figure(mean, math.nan, math.nan)
    half = student(len(values) - 1) * float(values.std(ddof=1)) / math.sqrt(len(values))
    return Figure(mean, mean - half, mean + half)


def student(freedom: int) -> float:
    """Within so many standard errors lie 95 % of Student's distribution: exact for 1 and 2, else by its expansion."""
    if freedom == 1:
        return math.tan(0.475 * math.pi)
    if freedom == 2:
        return 0.95 / math.sqrt(2 * 0.975 * 0.025)
    z, n = Z, float(freedom)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / n**power for power, term in enumerate(terms, 1))


def share_figure(by_deal: ArrayLike, games: int) -> Figure:
    """A win rate with Wilson's interval.

    Games of one deal are not independent, so the number of games is replaced by the number of independent ones that
    would have the same spread; never by more games than were played.
    """
    values = np.asarray(by_deal, float)
    share = float(values.mean())
    count = float(games)
    spread = float(values.var(ddof=1)) / len(values) if len(values) > 1 else 0.0
    if spread > 0:
        count = min(count, share * (1 - share) / spread)
    return wilson(share, count)


def wilson(share: float, count: float) -> Figure:
    """Wilson's 95 % interval of a share seen in so many independent trials."""
    square = Z * Z
    middle = (share + square / (2 * count)) / (1 + square / count)
    half = Z / (1 + square / count) * math.sqrt(share * (1 - share) / count + square / (4 * count * count))
    return Figure(share, middle - half if share > 0 else 0.0, middle + half if share < 1 else 1.0)


@dataclass(frozen=True)
class Rating:
    """A rating by openskill (Plackett-Luce): `mu` is the guess, `sigma` its uncertainty, `ordinal` mu - 3 sigma."""

    mu: float
    sigma: float
    ordinal: float


def rate(tables: Sequence[tuple[tuple[str, ...], Iterable[float]]]) -> dict[str, Rating]:
    """Ratings from games in the order given: the bots of each table and the points that order them (more is better).

    A bot that sits at a table more than once is rated by its best seat.
    """
    model = PlackettLuce()
    ratings: dict[str, PlackettLuceRating] = {}
    step = max(1, len(tables) // RATED)
    for bots, points in tables[::step]:
        best: dict[str, float] = {}
        for bot, value in zip(bots, points, strict=True):
            best[bot] = max(best.get(bot, -math.inf), float(value))
        if len(best) > 1:
            teams = [[ratings.setdefault(bot, model.rating(name=bot))] for bot in best]
            rated = model.rate(teams, scores=list(best.values()))
            for bot, (rating,) in zip(best, rated, strict=True):
                ratings[bot] = rating
    return {bot: Rating(one.mu, one.sigma, one.ordinal()) for bot, one in ratings.items()}
