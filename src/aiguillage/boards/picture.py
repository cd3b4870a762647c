"""A board in the middle of a game as a small PNG, for previews of links, which show no SVG.

Only what says at a glance how the game stands: the tracks, whose pieces lie where, and the points. Shapes are filled by
their distance to each pixel, which gives smooth edges without a library for drawing.
"""

import math
import struct
import zlib
from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from aiguillage.boards.board import Board
from aiguillage.boards.curve import Curve
from aiguillage.boards.draw import HEIGHT, WIDTH, Drawing
from aiguillage.boards.svg import INK, INKS, INSET, IVORY, PANEL, PAPER, PLATE, SIGNAL
from aiguillage.rules.records import Array

SIZE = (1200, 630)
"""What previews of links are made for."""

EDGE = 20
PLAYERS = {
    "bordeaux": "#730A30",
    "azure": "#021F94",
    "fir": "#073D22",
    "ochre": "#8C5A0E",
    "slate": "#6F6B74",
}
ROW = 104  # between two players
CARDS_BAR = 560.0
TUBE_STEP = 24.0  # a tube is drawn as straight lines of this length

# The digits as lines in a box of 4 x 7.
STROKES: dict[str, list[tuple[float, float, float, float]]] = {
    "0": [(0, 0, 4, 0), (4, 0, 4, 7), (4, 7, 0, 7), (0, 7, 0, 0)],
    "1": [(1, 1.2, 2.4, 0), (2.4, 0, 2.4, 7)],
    "2": [(0, 0, 4, 0), (4, 0, 4, 3.4), (4, 3.4, 0, 3.6), (0, 3.6, 0, 7), (0, 7, 4, 7)],
    "3": [(0, 0, 4, 0), (4, 0, 4, 7), (4, 7, 0, 7), (0.8, 3.5, 4, 3.5)],
    "4": [(0, 0, 0, 3.8), (0, 3.8, 4, 3.8), (3.2, 0, 3.2, 7)],
    "5": [(4, 0, 0, 0), (0, 0, 0, 3.4), (0, 3.4, 4, 3.4), (4, 3.4, 4, 7), (4, 7, 0, 7)],
    "6": [(4, 0, 0, 0), (0, 0, 0, 7), (0, 7, 4, 7), (4, 7, 4, 3.4), (4, 3.4, 0, 3.4)],
    "7": [(0, 0, 4, 0), (4, 0, 1.6, 7)],
    "8": [(0, 0, 4, 0), (4, 0, 4, 7), (4, 7, 0, 7), (0, 7, 0, 0), (0, 3.5, 4, 3.5)],
    "9": [(4, 3.6, 0, 3.6), (0, 3.6, 0, 0), (0, 0, 4, 0), (4, 0, 4, 7), (4, 7, 0, 7)],
    "-": [(0.6, 3.5, 3.4, 3.5)],
}


def draw_picture(
    board: Board,
    claims: Mapping[str, int],
    stations: Mapping[str, int],
    points: Sequence[int],
    colours: Sequence[str],
) -> bytes:
    """The PNG: whose tracks and stations are where, and everybody's points. `colours` are the seats' liveries."""
    sheet = _Sheet(*SIZE)
    inks = [PLAYERS.get(colour, INK) for colour in colours]
    if board.family == "cards" or any(place.at is None for place in board.places):
        _bars(sheet, points, inks)
        return sheet.png()
    scale = (SIZE[1] - 2 * EDGE) / HEIGHT
    _ground(sheet, scale)
    _tracks(sheet, board, claims, inks, scale)
    for place in board.places:
        assert place.at is not None
        x, y = EDGE + place.at[0] * scale, EDGE + place.at[1] * scale
        owner = stations.get(place.id)
        if owner is not None:
            sheet.box(x, y, 17, 17, 0, INK, 3)
            sheet.box(x, y, 14, 14, 0, inks[owner], 3)
        sheet.disc(x, y, 6.2, INK)
        sheet.disc(x, y, 5.2, PLATE)
        sheet.disc(x, y, 2.9, SIGNAL)
    left = EDGE * 2 + WIDTH * scale
    top = (SIZE[1] - ROW * (len(points) - 1)) / 2
    for seat, value in enumerate(points):
        _player(sheet, left + 44, top + ROW * seat, seat, value, inks[seat])
    return sheet.png()


def _ground(sheet: "_Sheet", scale: float) -> None:
    wide, high = WIDTH * scale, HEIGHT * scale
    sheet.box(EDGE + wide / 2, EDGE + high / 2, wide + 6, high + 6, 0, INK, 5)
    sheet.box(EDGE + wide / 2, EDGE + high / 2, wide + 2, high + 2, 0, PAPER, 4)
    for x in range(100, WIDTH, 100):
        sheet.line(EDGE + x * scale, EDGE, EDGE + x * scale, EDGE + high, 0.5, INSET)
    for y in range(100, HEIGHT, 100):
        sheet.line(EDGE, EDGE + y * scale, EDGE + wide, EDGE + y * scale, 0.5, INSET)


def _tracks(sheet: "_Sheet", board: Board, claims: Mapping[str, int], inks: Sequence[str], scale: float) -> None:
    drawing = Drawing(board)
    laid = [
        (track, curve, ends, 0.0 if len(tracks) == 1 else (number - 0.5) * (drawing.wide + drawing.gap))
        for tracks, curve, ends in drawing.laid_out()
        for number, track in enumerate(tracks)
    ]
    for track, curve, ends, off in sorted(laid, key=lambda one: one[0].id in claims):  # pieces lie on top
        owner = claims.get(track.id)
        if track.piece == "subway":
            _tube(sheet, curve, ends, off, scale, drawing.wide, INKS[track.colour][0], owner, inks)
            continue
        start, long, step = drawing.row(track, ends)
        for number in range(track.spaces):
            x, y, angle = _spot(curve, start + step * (number + 0.5), off, scale)
            if owner is None:
                sheet.box(x, y, long * scale, drawing.wide * scale, angle, INK, 2.2, 0.55)
                ink = INKS[track.colour][0]
                sheet.box(x, y, long * scale - 1.2, drawing.wide * scale - 1.2, angle, PAPER, 1.8)
                sheet.box(x, y, long * scale - 1.2, drawing.wide * scale - 1.2, angle, ink, 1.8, 0.5)
            else:
                sheet.box(x, y, long * scale + 3, drawing.wide * scale + 5, angle, IVORY, 3)
                sheet.box(x, y, long * scale + 1, drawing.wide * scale + 3, angle, inks[owner], 2.4)


def _tube(
    sheet: "_Sheet",
    curve: Curve,
    ends: tuple[float, float],
    off: float,
    scale: float,
    wide: float,
    ink: str,
    owner: int | None,
    inks: Sequence[str],
) -> None:
    """A subway from one end to the other, whatever number of pieces lies on it."""
    half = wide * scale / 2
    if owner is None:
        coats = (_mixed(INK, 0.55), half), (_mixed(ink, 0.5), half - 0.6)
    else:
        coats = (IVORY, half + 2.5), (inks[owner], half + 1.5)
    steps = max(1, round((ends[1] - ends[0]) / TUBE_STEP))
    along = np.linspace(ends[0] + wide / 2, ends[1] - wide / 2, steps + 1)
    spots = [_spot(curve, float(distance), off, scale)[:2] for distance in along]
    for coat, reach in coats:
        for one, other in pairwise(spots):
            sheet.line(*one, *other, reach, coat)


def _mixed(ink: str, share: float) -> str:
    """An ink as it looks on the board's paper when it covers only a share of it."""
    mix = np.rint(_rgb(ink) * share + _rgb(PAPER) * (1 - share)).astype(int)
    return "#" + "".join(f"{value:02x}" for value in mix)


def _spot(curve: Curve, distance: float, off: float, scale: float) -> tuple[float, float, float]:
    x, y, angle = curve.at(distance, off)
    return EDGE + x * scale, EDGE + y * scale, math.radians(angle)


def _player(sheet: "_Sheet", x: float, y: float, seat: int, points: int, ink: str) -> None:
    """A disc in a player's colour with as many dots as the number of the seat, and the points."""
    sheet.disc(x, y, 31, INK)
    sheet.disc(x, y, 29, ink)
    for dot in range(seat + 1):
        sheet.disc(x + (dot - seat / 2) * 11, y, 3.6, IVORY)
    _number(sheet, x + 56, y - 28, points, 8.0, INK)


def _number(sheet: "_Sheet", x: float, y: float, value: int, unit: float, ink: str) -> None:
    for digit in str(value):
        for ax, ay, bx, by in STROKES[digit]:
            sheet.line(x + ax * unit, y + ay * unit, x + bx * unit, y + by * unit, unit * 0.62, ink)
        x += unit * 6.2


def _bars(sheet: "_Sheet", points: Sequence[int], inks: Sequence[str]) -> None:
    """Of a game without a board: a bar for each player."""
    most = max(1, *points)
    top = (SIZE[1] - ROW * (len(points) - 1)) / 2
    for seat, value in enumerate(points):
        y = top + ROW * seat
        _player(sheet, 90, y, seat, value, inks[seat])
        sheet.box(380 + CARDS_BAR / 2, y, CARDS_BAR, 44, 0, INSET, 8)
        long = max(8.0, CARDS_BAR * max(0, value) / most)
        sheet.box(380 + long / 2, y, long, 44, 0, inks[seat], 8)


class _Sheet:
    """Pixels, and shapes with smooth edges on them."""

    def __init__(self, width: int, height: int) -> None:
        self.pixels = np.empty((height, width, 3), np.float32)
        self.pixels[:] = _rgb(PANEL)

    def disc(self, x: float, y: float, radius: float, ink: str) -> None:
        self.line(x, y, x, y, radius, ink)

    def line(self, ax: float, ay: float, bx: float, by: float, half: float, ink: str) -> None:
        """A line with round ends, `half` as wide on each side."""
        part, xs, ys = self._around(min(ax, bx), min(ay, by), max(ax, bx), max(ay, by), half)
        dx, dy = bx - ax, by - ay
        along = np.clip(((xs - ax) * dx + (ys - ay) * dy) / (dx * dx + dy * dy or 1.0), 0, 1)
        self._fill(part, np.hypot(xs - ax - along * dx, ys - ay - along * dy) - half, ink, 1.0)

    def box(
        self,
        x: float,
        y: float,
        long: float,
        wide: float,
        turn: float,
        ink: str,
        corner: float,
        cover: float = 1.0,
    ) -> None:
        """A box around a point, turned, with round corners."""
        reach = math.hypot(long, wide) / 2
        part, xs, ys = self._around(x, y, x, y, reach)
        cos, sin = math.cos(turn), math.sin(turn)
        u = np.abs((xs - x) * cos + (ys - y) * sin) - (long / 2 - corner)
        v = np.abs((ys - y) * cos - (xs - x) * sin) - (wide / 2 - corner)
        outside = np.hypot(np.maximum(u, 0), np.maximum(v, 0))
        self._fill(part, outside + np.minimum(np.maximum(u, v), 0) - corner, ink, cover)

    def _around(
        self, x0: float, y0: float, x1: float, y1: float, reach: float
    ) -> tuple[tuple[slice, slice], Array, Array]:
        height, width = self.pixels.shape[:2]
        left, right = max(0, int(x0 - reach - 2)), min(width, int(x1 + reach + 3))
        top, bottom = max(0, int(y0 - reach - 2)), min(height, int(y1 + reach + 3))
        ys, xs = np.mgrid[top:bottom, left:right]
        return (slice(top, bottom), slice(left, right)), xs + 0.5, ys + 0.5

    def _fill(self, part: tuple[slice, slice], distance: Array, ink: str, cover: float) -> None:
        share = (np.clip(0.5 - distance, 0, 1) * cover)[..., None]
        self.pixels[part] = self.pixels[part] * (1 - share) + _rgb(ink) * share

    def png(self) -> bytes:
        """The picture as a file."""
        height, width = self.pixels.shape[:2]
        rows = np.zeros((height, 1 + width * 3), np.uint8)  # each row begins with its filter: none
        rows[:, 1:] = np.rint(self.pixels).astype(np.uint8).reshape(height, -1)
        head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
        parts = (b"IHDR", head), (b"IDAT", zlib.compress(rows.tobytes(), 6)), (b"IEND", b"")
        return b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
            for kind, data in parts
        )


def _rgb(ink: str) -> Array:
    return np.array([int(ink[place : place + 2], 16) for place in (1, 3, 5)], np.float32)
