"""Heat maps: a board's own drawing, its tracks (in the Card Game its tickets) inked by a figure."""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

from aiguillage.boards import Board
from aiguillage.boards.draw import draw_board

COLD, EVEN, HOT = (26, 107, 176), (247, 240, 220), (176, 42, 32)  # azure, paper, signal red
UNSEEN = "#B4B1A6"
LEAST = 10
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


def win_scale(values: Mapping[str, float | None], fair: float) -> Scale:
    """To both sides of a fair share: as far as the values go, at least ten points, within 0 and 100 %."""
    reach = max([0.1, *(abs(value - fair) for value in values.values() if value is not None)])
    return Scale(max(0.0, fair - reach), fair, min(1.0, fair + reach))


def count_scale(values: Mapping[str, float | None]) -> Scale:
    """From never to as often as it gets."""
    return Scale(0.0, 0.0, max([0.01, *(value for value in values.values() if value is not None)]))


def heat_map(board: Board, name: str, values: Mapping[str, float | None], scale: Scale) -> str:
    """The drawing in a figure called `name` (a CSS class), with a legend."""
    attribute = "data-ticket" if board.family == "cards" else "data-track"
    rules = [
        f'.{name} [{attribute}="{escape(key)}"]{{--heat:{scale.ink(value)}}}' for key, value in values.items()
    ]
    drawing = draw_board(board).replace("shape-", f"{name}-shape-")
    ends = [f"{100 * value:.0f} %" for value in (scale.low, scale.even, scale.high)]
    inks = ",".join("rgb({},{},{})".format(*ink) for ink in (COLD, EVEN, HOT))
    if scale.low == scale.even:
        ends[1], inks = "", ",".join("rgb({},{},{})".format(*ink) for ink in (EVEN, HOT))
    legend = f'<div class="scale" style="background:linear-gradient(90deg,{inks})"></div>'
    words = "".join(f"<span>{end}</span>" for end in ends)
    return (
        f'<figure class="heat {name}"><style>{"".join(rules)}</style>{drawing}'
        f"<figcaption>{legend}<div class='ends'>{words}</div></figcaption></figure>"
    )
