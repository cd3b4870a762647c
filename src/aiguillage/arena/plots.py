"""Plots of a tournament as SVG, in the inks of the boards."""

from collections.abc import Mapping, Sequence
from html import escape

import numpy as np

from aiguillage.boards.svg import tag, title

LIVERIES = ("#A01B3E", "#1A6BB0", "#14704D", "#E0A412", "#4A4453")
"""One ink for each bot, as players have them."""

SOURCE_INKS = {
    "routes": "#2463AC",
    "tickets": "#2F7D4E",
    "failed": "#C4342B",
    "longest": "#E5812A",
    "stations": "#86479A",
    "goods": "#F0C130",
    "flags": "#DE7FA6",
    "bonus": "#2B2D35",
}
WIDE, LABEL, ROW = 760.0, 150.0, 44.0


def _text(words: str, x: float, y: float, anchor: str = "start", kind: str = "") -> str:
    extra = {"class": kind} if kind else {}
    return tag("text", escape(words), x=x, y=y, text_anchor=anchor, **extra)


def _plot(name: str, height: float, *content: str) -> str:
    box = f"0 0 {WIDE:.0f} {height:.0f}"
    return tag("svg", title(name), *content, viewBox=box, role="img", **{"class": "plot"})


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers from low to high, about six of them."""
    rough = max(high - low, 1) / 6
    size = 10.0 ** np.floor(np.log10(rough))
    step = next(size * factor for factor in (1, 2, 5, 10) if size * factor >= rough)
    return [float(tick) for tick in np.arange(np.ceil(low / step) * step, high + step / 2, step)]


def score_plot(scores: Mapping[str, Sequence[int]]) -> str:
    """The distribution of every bot's scores: one ridge each, a mark at the median."""
    everything = np.concatenate([np.asarray(values) for values in scores.values()])
    low, high = np.floor(everything.min() / 10) * 10, np.ceil((everything.max() + 1) / 10) * 10
    edges = np.linspace(low, high, 49)
    width = WIDE - LABEL - 20

    def across(value: float) -> float:
        return float(LABEL + (value - low) / (high - low) * width)

    shares = {bot: np.histogram(values, edges)[0] / len(values) for bot, values in scores.items()}
    tallest = max(share.max() for share in shares.values())
    parts, base = [], 12.0
    for number, (bot, share) in enumerate(shares.items()):
        base += 62
        ink = LIVERIES[number % len(LIVERIES)]
        steps = [f"M{across(low):.1f} {base:.1f}"]
        for edge, following, value in zip(edges, edges[1:], share, strict=False):
            top = base - 54 * value / tallest
            steps.append(f"L{across(edge):.1f} {top:.1f}L{across(following):.1f} {top:.1f}")
        steps.append(f"L{across(high):.1f} {base:.1f}Z")
        middle = float(np.median(scores[bot]))
        words = f"{bot}: median {middle:g}, from {min(scores[bot])} to {max(scores[bot])}"
        ridge = tag("path", d="".join(steps), fill=ink, opacity=".85")
        mark = tag("path", d=f"M{across(middle):.1f} {base - 56:.1f}V{base:.1f}", **{"class": "median"})
        parts.append(tag("g", title(words), ridge, mark))
        parts.append(_text(bot, LABEL - 10, base - 6, "end", "name"))
        parts.append(_text(f"{middle:g}", across(middle) + 4, base - 46, kind="value"))
        parts.append(tag("path", d=f"M{LABEL} {base:.1f}H{WIDE - 20}", **{"class": "axis"}))
    for tick in _ticks(low, high):
        parts.append(_text(f"{tick:g}", across(tick), base + 18, "middle", "tick"))
    return _plot("Distribution of scores", base + 26, *parts)


def source_plot(points: Mapping[str, Mapping[str, float]]) -> str:
    """Where every bot's points come from: one bar each, losses to the left of nothing."""
    gains = {bot: sum(max(0.0, value) for value in parts.values()) for bot, parts in points.items()}
    losses = {bot: sum(min(0.0, value) for value in parts.values()) for bot, parts in points.items()}
    low, high = min(0.0, *losses.values()), max(1.0, *gains.values())
    scale = (WIDE - LABEL - 60) / (high - low)

    def across(value: float) -> float:
        return LABEL + (value - low) * scale

    drawn, base = [], 8.0
    for bot, parts in points.items():
        right, left = 0.0, 0.0
        for source, value in parts.items():
            start = right if value >= 0 else left + value
            box = {"x": across(start), "y": base, "width": abs(value) * scale, "height": 28.0}
            words = title(f"{bot}, {source}: {value:.1f}")
            drawn.append(tag("g", words, tag("rect", **box, fill=SOURCE_INKS[source], **{"class": "bar"})))
            if abs(value) * scale > 30:
                middle = across(start) + abs(value) * scale / 2
                drawn.append(_text(f"{value:.1f}", middle, base + 19, "middle", f"on-{source}"))
            right, left = (right + value, left) if value >= 0 else (right, left + value)
        drawn.append(_text(bot, LABEL - 10, base + 19, "end", "name"))
        drawn.append(_text(f"{sum(parts.values()):.1f}", across(right) + 8, base + 19, kind="value"))
        base += ROW
    drawn.append(tag("path", d=f"M{across(0):.1f} 0V{base:.1f}", **{"class": "axis"}))
    return _plot("Points by source", base, *drawn)


def win_plot(rates: Mapping[str, tuple[float, float, float]], fair: float) -> str:
    """Every bot's win rate with its interval, and the line of a fair share."""
    width = WIDE - LABEL - 70

    def across(value: float) -> float:
        return LABEL + value * width

    drawn, base = [], 8.0
    for number, (bot, (rate, low, high)) in enumerate(rates.items()):
        ink = LIVERIES[number % len(LIVERIES)]
        words = title(f"{bot}: {100 * rate:.1f} %, from {100 * low:.1f} % to {100 * high:.1f} %")
        bar = tag("rect", x=LABEL, y=base, width=rate * width, height=28, fill=ink, **{"class": "bar"})
        whisker = f"M{across(low):.1f} {base + 14}H{across(high):.1f}M{across(low):.1f} {base + 8}v12"
        whisker += f"M{across(high):.1f} {base + 8}v12"
        drawn.append(tag("g", words, bar, tag("path", d=whisker, **{"class": "whisker"})))
        drawn.append(_text(bot, LABEL - 10, base + 19, "end", "name"))
        drawn.append(_text(f"{100 * rate:.1f} %", across(max(rate, high)) + 8, base + 19, kind="value"))
        base += ROW
    drawn.append(tag("path", d=f"M{across(fair):.1f} 0V{base:.1f}", **{"class": "fair"}))
    drawn.append(_text(f"fair share {100 * fair:.0f} %", across(fair) + 5, base + 12, kind="tick"))
    return _plot("Win rates", base + 20, *drawn)
