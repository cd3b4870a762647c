"""Heat maps: a board's own drawing, its tracks (in the Card Game its tickets) inked by a figure."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape

from aiguillage.boards import Board
from aiguillage.boards.draw import HEIGHT, LEGEND, MARGIN, WIDTH, draw_board

COLD, EVEN, HOT = (26, 107, 176), (251, 246, 233), (176, 42, 32)  # azure, panel, signal red
UNSEEN = "#B4B1A6"
LEAST = 30
"""With fewer games than this a figure is not shown."""


@dataclass(frozen=True)
class Scale:
    """From cold over even to hot; values beyond the ends are shown as the ends."""

    low: float
    even: float
    high: float

    def ink(self, value: float | None) -> str:
        """The colour of a value; grey for one that is not known."""
        if value is None:
            return UNSEEN
        end, far = (HOT, self.high) if value >= self.even else (COLD, self.low)
        part = min(1.0, (value - self.even) / (far - self.even)) if far != self.even else 0.0
        mixed = [round(a + (b - a) * part) for a, b in zip(EVEN, end, strict=True)]
        return "#{:02X}{:02X}{:02X}".format(*mixed)


def gain_scale(values: Mapping[str, float | None]) -> Scale:
    """To both sides of nothing, as far as the values go, at least five points of percent."""
    reach = max([0.05, *(abs(value) for value in values.values() if value is not None)])
    return Scale(-reach, 0.0, reach)


def count_scale(values: Mapping[str, float | None]) -> Scale:
    """From never to as often as it gets."""
    return Scale(0.0, 0.0, max([0.01, *(value for value in values.values() if value is not None)]))


def heat_map(
    board: Board,
    name: str,
    values: Mapping[str, float | None],
    scale: Scale,
    in_words: Callable[[float | None], str],
) -> str:
    """The drawing in a figure called `name` (a CSS class), with a legend; a pointer on it is told the figures."""
    attribute = "data-ticket" if board.family == "cards" else "data-track"
    rules = [f'.{name} [{attribute}="{escape(key)}"]{{--heat:{scale.ink(value)}}}' for key, value in values.items()]
    ends = [in_words(value) for value in (scale.low, scale.even, scale.high)]
    inks = [COLD, EVEN, HOT]
    if scale.low == scale.even:
        ends, inks = [ends[0], ends[2]], [EVEN, HOT]
    band = ",".join("rgb({},{},{})".format(*ink) for ink in inks)
    words = "".join(f"<span>{end}</span>" for end in ends)
    return (
        f'<figure class="heat {name}"><style>{"".join(rules)}</style>'
        f'<div class="wide" tabindex="0">{_drawing(board, name, attribute, values, in_words)}</div><figcaption>'
        f'<div class="scale" style="background:linear-gradient(90deg,{band})"></div>'
        f'<div class="ends">{words}</div></figcaption></figure>'
    )


def _drawing(
    board: Board,
    name: str,
    attribute: str,
    values: Mapping[str, float | None],
    in_words: Callable[[float | None], str],
) -> str:
    """The board without its legend, which explains inks that are not there any more."""
    drawing = draw_board(board).replace("shape-", f"{name}-shape-")
    drawing = re.sub(r'(<svg [^>]*?) width="[\d.]+" height="[\d.]+"', r"\1", drawing, count=1)
    if attribute == "data-track":
        whole, board_only = (
            f'viewBox="{-MARGIN} {-MARGIN} {WIDTH + 2 * MARGIN} {HEIGHT + extra + 2 * MARGIN}"' for extra in (LEGEND, 0)
        )
        drawing = drawing.replace(whole, board_only)

    def add_words(found: re.Match[str]) -> str:
        about = found[3] or ""
        words = f"{about}{'; ' if about else ''}{in_words(values[found[2]])}"
        return f"{found[1]}<title>{words}</title>"

    return re.sub(rf'(<g {attribute}="([^"]+)">)(?:<title>([^<]*)</title>)?', add_words, drawing)
