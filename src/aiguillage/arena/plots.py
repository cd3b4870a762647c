"""Plots of a tournament: bars that are boxes of the page, so that they fit any width, and ridges in SVG."""

from collections.abc import Mapping, Sequence
from html import escape

import numpy as np

from aiguillage.boards.svg import tag

LIVERIES = (
    ("#A01B3E", "#FFF8E7", "M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19z"),
    ("#1A6BB0", "#FFF8E7", "M12 2l11 19H1z"),
    ("#14704D", "#FFF8E7", "M3.5 3.5h17v17h-17z"),
    ("#E0A412", "#1D2430", "M12 .8L23.2 12 12 23.2.8 12z"),
    ("#4A4453", "#FFF8E7", "M8.3 2h7.4v6.3H22v7.4h-6.3V22H8.3v-6.3H2V8.3h6.3z"),
)
"""One for each bot, as players have them: the ink, and the sign cut into it."""

SOURCE_INKS = {
    "routes": ("#2463AC", "#FFF8E7"),
    "tickets": ("#2F7D4E", "#FFF8E7"),
    "longest": ("#E5812A", "#1D2430"),
    "stations": ("#86479A", "#FFF8E7"),
    "goods": ("#F0C130", "#1D2430"),
    "flags": ("#DE7FA6", "#1D2430"),
    "bonus": ("#2B2D35", "#FFF8E7"),
}
"""For each source of points an ink, and another that is read on it."""

BINS = 60
LEAST_FOR_WORDS = 9
"""A part of a bar that takes fewer percent of the width has no room for its figure."""


def emblem(number: int) -> str:
    """The disc of the bot with this number."""
    ink, cut, path = LIVERIES[number % len(LIVERIES)]
    drawn = tag("circle", cx=12, cy=12, r=11.5, fill=ink) + tag(
        "path", d=path, fill=cut, transform="translate(5.4 5.4) scale(.55)"
    )
    return tag("svg", drawn, viewBox="0 0 24 24", aria_hidden="true", **{"class": "disc"})


def name_of(bot: str, number: int) -> str:
    """A bot's disc and name."""
    return f'<span class="name">{emblem(number)}{escape(bot)}</span>'


def win_plot(rates: Mapping[str, tuple[float, float, float]], fair: float) -> str:
    """Every bot's win rate with its interval, and the line of a fair share."""
    rows = []
    for number, (bot, (rate, low, high)) in enumerate(rates.items()):
        ink = LIVERIES[number % len(LIVERIES)][0]
        words = f"{100 * rate:.1f} %, from {100 * low:.1f} % to {100 * high:.1f} %"
        bar = f'<i class="bar" style="width:{100 * rate:.2f}%;background:{ink}"></i>'
        span = f"left:{100 * low:.2f}%;width:{100 * (high - low):.2f}%"
        rows.append(
            f'<div class="row">{name_of(bot, number)}<span class="lane" title="{words}">{bar}'
            f'<i class="whisker" style="{span}"></i></span><b>{100 * rate:.1f} %</b></div>'
        )
    line = f"<em>fair share {100 * fair:.0f} %</em>"
    foot = f'<div class="row foot"><span></span><span class="lane">{line}</span><b></b></div>'
    return f'<div class="bars wins" style="--fair:{100 * fair:.2f}%">{"".join(rows)}{foot}</div>'


def score_plot(scores: Mapping[str, Sequence[int]]) -> str:
    """The distribution of every bot's scores: one ridge each, a mark at the median."""
    everything = np.concatenate([np.asarray(values) for values in scores.values()])
    low, high = np.floor(everything.min() / 10) * 10, np.ceil((everything.max() + 1) / 10) * 10
    edges = np.linspace(low, high, BINS + 1)
    shares = {bot: np.histogram(values, edges)[0] / len(values) for bot, values in scores.items()}
    tallest = max(share.max() for share in shares.values())
    rows = []
    for number, (bot, share) in enumerate(shares.items()):
        steps = "".join(f"V{60 - 57 * value / tallest:.1f}H{i + 1}" for i, value in enumerate(share))
        path = tag("path", d=f"M0 60{steps}V60Z", fill=LIVERIES[number % len(LIVERIES)][0])
        ridge = tag("svg", path, viewBox=f"0 0 {BINS} 60", preserveAspectRatio="none", aria_hidden="true")
        middle = float(np.median(scores[bot]))
        words = f"median {middle:g}, from {min(scores[bot])} to {max(scores[bot])}"
        mark = f'<i class="median" style="left:{100 * (middle - low) / (high - low):.2f}%"></i>'
        rows.append(
            f'<div class="row">{name_of(bot, number)}<span class="lane" title="{words}">{ridge}{mark}</span>'
            f"<b>{middle:g}</b></div>"
        )
    marks = "".join(
        f'<em style="left:{100 * (tick - low) / (high - low):.2f}%">{tick:g}</em>' for tick in ticks(low, high)
    )
    foot = f'<div class="row foot"><span></span><span class="lane">{marks}</span><b></b></div>'
    return f'<div class="bars ridges">{"".join(rows)}{foot}</div>'


def ticks(low: float, high: float) -> list[float]:
    """Round numbers from low to high, about five of them."""
    rough = max(high - low, 1) / 5
    size = 10.0 ** np.floor(np.log10(rough))
    step = next(size * factor for factor in (1, 2, 5, 10) if size * factor >= rough)
    return [float(tick) for tick in np.arange(np.ceil(low / step) * step, high + step / 1e6, step)]


def source_plot(points: Mapping[str, Mapping[str, float]], words: Mapping[str, str]) -> str:
    """Where every bot's points come from: one bar each, losses to the left of nothing."""
    losses = {bot: sum(min(0.0, value) for value in parts.values()) for bot, parts in points.items()}
    gains = {bot: sum(max(0.0, value) for value in parts.values()) for bot, parts in points.items()}
    low, high = min(0.0, *losses.values()), max(1.0, *gains.values())
    rows = []
    for number, (bot, parts) in enumerate(points.items()):
        right, left, drawn = 0.0, 0.0, []
        for source, value in parts.items():
            start = right if value >= 0 else left + value
            right, left = (right + value, left) if value >= 0 else (right, left + value)
            if value:
                drawn.append(_part(words[source], source, value, (start - low) / (high - low), high - low))
        rows.append(
            f'<div class="row">{name_of(bot, number)}<span class="lane">{"".join(drawn)}'
            f'<i class="nought" style="left:{100 * -low / (high - low):.2f}%"></i></span>'
            f"<b>{sum(parts.values()):.1f}</b></div>"
        )
    return f'<div class="bars sources">{"".join(rows)}</div>'


def _part(word: str, source: str, value: float, start: float, whole: float) -> str:
    """One source of points in a bar; its figure if there is room."""
    ink, on_it = SOURCE_INKS[source]
    width = 100 * abs(value) / whole
    figure = f"<u>{value:.0f}</u>" if width >= LEAST_FOR_WORDS else ""
    return (
        f'<i class="bar" title="{escape(word)}: {value:.1f}" '
        f'style="left:{100 * start:.2f}%;width:{width:.2f}%;background:{ink};color:{on_it}">{figure}</i>'
    )
