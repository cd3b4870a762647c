"""A board as an SVG drawing; every kind of route has a form of its own, every colour a shape."""

from aiguillage.boards import svg
from aiguillage.boards.board import GREY, Board, Place, Track
from aiguillage.boards.curve import Curve, trims
from aiguillage.boards.draw_tickets import draw_tickets
from aiguillage.boards.fields import CANVAS, BoardError
from aiguillage.boards.svg import (
    BRASS,
    COAST,
    INK,
    INKS,
    INSET,
    IVORY,
    PANEL,
    PAPER,
    PLATE,
    STRAW,
    stroke,
    tag,
)

WIDTH, HEIGHT = CANVAS
LEGEND = 60
MARGIN = 22
CROWDED = 60  # a board with more tracks than this is drawn with narrower ones
LETTER = 0.41  # width of a letter on a plate, in font sizes


def draw_board(board: Board) -> str:
    """The SVG text of the board; of the Card Game, which has no board, its tickets and bonuses."""
    if board.family == "cards":
        return draw_tickets(board)
    for place in board.places:
        if place.at is None:
            reason = "it needs a position such as at = [800, 550] to be drawn"
            raise BoardError(board.id, f"place {place.id}", reason)
    return Drawing(board).document()


class Drawing:
    """Collects the layers of one drawing, from the ground up."""

    def __init__(self, board: Board) -> None:
        self.board = board
        crowded = len(board.tracks) > CROWDED
        self.wide = 15.0 if crowded else 21.0
        self.gap = 3.0 if crowded else 4.0  # between the two tracks of a double route
        self.joint = 3.2 if crowded else 5.0  # between two spaces
        self.longest_space = 46.0 if crowded else 92.0
        self.dot = 9.0 if crowded else 12.0
        self.font = 20.0 if crowded else 23.0
        self.beds: list[str] = []
        self.rows: list[str] = []
        self.badges: list[str] = []
        self.plates: list[str] = []

    def document(self) -> str:
        """The whole drawing."""
        for tracks, curve, ends in self.laid_out():
            self.connection(tracks, curve, ends)
        for place in self.board.places:
            self.place(place)
        box = (-MARGIN, -MARGIN, WIDTH + 2 * MARGIN, HEIGHT + LEGEND + 2 * MARGIN)
        layers = [self.ground(box), *self.beds, *self.rows, *self.badges, *self.plates, self.legend()]
        return svg.document(self.board.name, box, *layers)

    def ground(self, box: tuple[float, float, float, float]) -> str:
        """The paper and its frame."""
        grid = "".join(f"M{x} 0V{HEIGHT}" for x in range(100, WIDTH, 100))
        grid += "".join(f"M0 {y}H{WIDTH}" for y in range(100, HEIGHT, 100))
        return "".join(
            [
                tag("rect", x=box[0], y=box[1], width=box[2], height=box[3], fill=PANEL),
                tag("rect", width=WIDTH, height=HEIGHT, fill=PAPER),
                stroke(grid, INSET, 1),
                tag("rect", width=WIDTH, height=HEIGHT, fill="none", stroke=INK, stroke_width=2.2),
                tag("rect", x=-6, y=-6, width=WIDTH + 12, height=HEIGHT + 12, fill="none", stroke=INK),
            ]
        )

    def laid_out(self) -> list[tuple[list[Track], Curve, tuple[float, float]]]:
        """Each connection (one track or two) with its curve, and where on that its spaces start and end."""
        connections = [
            [track] if track.twin is None else [track, self.board.track(track.twin)]
            for number, track in enumerate(self.board.tracks)
            if track.twin is None or self.board.track_index[track.twin] > number
        ]
        curves = [Curve(self.spot(tracks[0].a), self.spot(tracks[0].b), tracks[0].bend) for tracks in connections]
        cuts: dict[tuple[int, bool], float] = {}
        for place in self.board.places:
            here = [
                (number, place.id == tracks[0].b)
                for number, tracks in enumerate(connections)
                if place.id in (tracks[0].a, tracks[0].b)
            ]
            bands = [(curves[number].heading(at_b), self.half_width(connections[number])) for number, at_b in here]
            for end, cut in zip(here, trims(bands, self.dot + 6), strict=True):
                cuts[end] = min(cut, curves[end[0]].length * 0.36)
        return [
            (tracks, curve, (cuts[number, False], curve.length - cuts[number, True]))
            for number, (tracks, curve) in enumerate(zip(connections, curves, strict=True))
        ]

    def spot(self, place_id: str) -> tuple[float, float]:
        at = self.board.place(place_id).at
        assert at is not None  # `draw_board` has checked
        return at

    def half_width(self, tracks: list[Track]) -> float:
        """Half of what a connection takes up across, its bed included."""
        bed = 5.0 if any(track.tunnel or track.carts or track.ferry for track in tracks) else 1.5
        return (self.wide if len(tracks) == 1 else 2 * self.wide + self.gap) / 2 + bed

    def connection(self, tracks: list[Track], curve: Curve, ends: tuple[float, float]) -> None:
        """The line between two places, what lies under its tracks, the tracks."""
        self.beds.append(stroke(curve.path(4, curve.length - 4), INK, 1.3, opacity=".5"))
        if any(track.carts for track in tracks):
            self.carts(tracks, curve, ends)
        for number, track in enumerate(tracks):
            side = 0.0 if len(tracks) == 1 else number - 0.5
            off = side * (self.wide + self.gap)
            if track.piece == "subway":
                drawn = self.tube(track, curve, ends, off, shift=side * 44)
            else:
                drawn = self.spaces(track, curve, ends, off)
            self.rows.append(tag("g", svg.title(self.in_words(track)), drawn, data_track=track.id))

    def in_words(self, track: Track) -> str:
        """What a screen reader is told about a track."""
        a, b = self.board.place(track.a).name, self.board.place(track.b).name
        words = [f"{a} – {b}: {track.cost} {track.colour}"]
        if track.piece == "subway":
            words.append(self.board.piece_names[track.piece])
        if track.tunnel:
            words.append("tunnel")
        if track.ferry:
            words.append(f"ferry with {track.ferry} wild")
        if track.carts:
            words.append("merchandise")
        return ", ".join([*words, f"{track.points} point{'' if track.points == 1 else 's'}"])

    def row(self, track: Track, ends: tuple[float, float]) -> tuple[float, float, float]:
        """Where the first space starts, how long a space is, and how far apart two spaces start."""
        room = (ends[1] - ends[0]) / track.spaces
        long = max(2.0, min(self.longest_space, room - self.joint))
        step = long + min(self.joint + 7, room - long)
        return (ends[0] + ends[1] - step * track.spaces) / 2, long, step

    def spaces(self, track: Track, curve: Curve, ends: tuple[float, float], off: float) -> str:
        """A row of spaces with the colour's shape in each; ferries and tunnels have their own bed."""
        start, long, step = self.row(track, ends)
        if track.tunnel:
            bed = curve.path(start - 1, start + step * track.spaces + 1, off)
            self.beds.append(stroke(bed, INK, self.wide + 9, stroke_dasharray="5 2.6"))
            self.beds.append(stroke(bed, PAPER, self.wide + 3.6))
        if track.ferry:
            self.beds.append(self.waves(curve, ends, off))
        first_wild = (track.spaces - track.ferry) // 2
        drawn = []
        for number in range(track.spaces):
            x, y, angle = curve.at(start + step * (number + 0.5), off)
            upright = angle - 180 if angle > 90 else angle + 180 if angle < -90 else angle
            wild = first_wild <= number < first_wild + track.ferry
            drawn.append(svg.move(x, y, self.space(track, long, wild), turn=upright))
        return "".join(drawn)

    def space(self, track: Track, long: float, wild: bool) -> str:
        """One space, centred on the origin."""
        wide = self.wide
        box = {"x": -long / 2, "y": -wide / 2, "width": long, "height": wide}
        corner = wide / 2 if track.ferry else wide * 0.235
        body = tag("rect", **box, rx=corner, fill=INKS[track.colour][0], stroke=INK, stroke_width=1.3)
        if wild:
            wheel = tag("circle", r=wide * 0.56, fill=INK, stroke=IVORY, stroke_width=1.1)
            return body + wheel + svg.shape("wild", wide * 0.86)
        return body + svg.shape(track.colour, wide * 0.68)

    def waves(self, curve: Curve, ends: tuple[float, float], off: float) -> str:
        """A wave line along a ferry."""
        count = max(8, int((ends[1] - ends[0]) / 7))
        points = []
        for number in range(count + 1):
            side = off + (self.wide / 2 + 4.5) * (1 if number % 2 else 0.72)
            x, y, _ = curve.at(ends[0] - 4 + (ends[1] - ends[0] + 8) * number / count, side)
            points.append(f"{x:.1f} {y:.1f}")
        return stroke("M" + "L".join(points), COAST, 1.6, stroke_linejoin="round")

    def tube(self, track: Track, curve: Curve, ends: tuple[float, float], off: float, shift: float) -> str:
        """A subway: one unbroken tube, its cost in a disc, the colour's shape on both sides of it."""
        fill, ink = INKS[track.colour]
        start, end = ends[0] + self.wide / 2, ends[1] - self.wide / 2
        path = curve.path(start, end, off)
        drawn = [
            stroke(path, INK, self.wide + 1, stroke_linecap="round"),
            stroke(path, fill, self.wide - 2, stroke_linecap="round"),
            stroke(path, ink, 1.8, stroke_linecap="round", stroke_dasharray="2 7", opacity=".7"),
        ]
        middle = (start + end) / 2 + shift
        for side in (-32, 32) if track.colour != GREY else ():
            x, y, _ = curve.at(middle + side, off)
            blank = tag("circle", r=self.wide * 0.43, fill=fill)
            drawn.append(svg.move(x, y, blank, svg.shape(track.colour, self.wide * 0.66)))
        x, y, _ = curve.at(middle, off)
        return "".join([*drawn, svg.move(x, y, svg.disc(track.cost, 14))])

    def carts(self, tracks: list[Track], curve: Curve, ends: tuple[float, float]) -> None:
        """A straw band under the connection and a cart beside it."""
        start, _, step = self.row(tracks[0], ends)
        band = curve.path(start - 3, start + step * tracks[0].spaces + 3)
        wide = len(tracks) * self.wide + (len(tracks) - 1) * self.gap + 9
        self.beds.append(stroke(band, BRASS, wide + 3, stroke_linecap="round"))
        self.beds.append(stroke(band, STRAW, wide, stroke_linecap="round"))
        aside = wide / 2 + 12
        x, y, _ = curve.at(curve.length / 2, -aside if tracks[0].bend >= 0 else aside)
        self.badges.append(svg.move(x, y, _cart()))

    def place(self, place: Place) -> None:
        """A dot and a name plate."""
        x, y = self.spot(place.id)
        lines = place.lines or (place.name,)
        width = max(len(line) for line in lines) * self.font * LETTER + 11
        height = len(lines) * self.font * 1.06 + 3
        mx, my = place.label or (x, y + self.dot + height / 2 + 5)
        box = {"x": mx - width / 2, "y": my - height / 2, "width": width, "height": height}
        drawn = [svg.title(place.name), tag("rect", **box, rx=3.5, fill=PLATE, stroke=INK)]
        for number, line in enumerate(lines):
            base = my + (number - (len(lines) - 1) / 2) * self.font * 1.02 + self.font * 0.345
            # The length is given so that a name fits its plate in whatever font there is.
            long = len(line) * self.font * LETTER
            fit: dict[str, str | float] = {"textLength": long, "lengthAdjust": "spacingAndGlyphs"}
            drawn.append(svg.text(line, mx, base, self.font, **fit, text_anchor="middle"))
        drawn.append(tag("circle", cx=x, cy=y, r=self.dot, fill=PLATE, stroke=INK, stroke_width=1.6))
        drawn.append(tag("circle", cx=x, cy=y, r=self.dot * 0.55, fill=svg.SIGNAL))
        self.plates.append(tag("g", *drawn, data_place=place.id))

    def legend(self) -> str:
        """The name of the board, its kinds of route, and which shape is which colour."""
        middle = HEIGHT + 10 + LEGEND / 2
        drawn = [svg.text(self.board.name, 4, middle + 10, 30, font_family=svg.TITLES, font_weight="700")]
        x = 44.0 + 17 * len(self.board.name)
        for word, sample in self.kinds().items():
            drawn += [svg.move(x + 22, middle, sample), svg.text(word, x + 52, middle + 7, 21)]
            x += 74 + 9 * len(word)
        entries = {colour: colour for colour in (*self.board.colours, "wild")}
        if any(track.colour == GREY for track in self.board.tracks):
            entries[GREY] = "any"
        x = WIDTH - 108.0 * len(entries) + 14
        for colour, word in entries.items():
            drawn += [svg.move(x + 13, middle, svg.chip(colour, 26)), svg.text(word, x + 33, middle + 7, 21)]
            x += 108
        return "".join(drawn)

    def kinds(self) -> dict[str, str]:
        """A sample of each special kind of route on this board, by name."""
        tracks = self.board.tracks
        line = Curve((-20, 0), (20, 0))
        box = {"x": -17.0, "y": -7.5, "width": 34.0, "height": 15.0}
        grey = INKS[GREY][0]
        kinds = {}
        if any(track.tunnel for track in tracks):
            bed = stroke(line.path(0, 40), INK, 24, stroke_dasharray="5 2.6") + stroke(line.path(0, 40), PANEL, 18.6)
            kinds["tunnel"] = bed + tag("rect", **box, rx=3.5, fill=grey, stroke=INK, stroke_width=1.3)
        if any(track.ferry for track in tracks):
            wheel = tag("circle", r=8.4, fill=INK, stroke=IVORY, stroke_width=1.1) + svg.shape("wild", 13)
            hull = tag("rect", **box, rx=7.5, fill=grey, stroke=INK, stroke_width=1.3)
            wave = stroke("M-21 12L-14 15L-7 12L0 15L7 12L14 15L21 12", COAST, 1.6, stroke_linejoin="round")
            kinds["ferry"] = hull + wheel + wave
        if any(track.carts for track in tracks):
            kinds["merchandise"] = _cart()
        for track in tracks:
            if track.piece == "subway":
                tube = stroke("M-14 0H14", INK, 22, stroke_linecap="round")
                tube += stroke("M-14 0H14", grey, 19, stroke_linecap="round")
                kinds[self.board.piece_names["subway"]] = tube + svg.disc(track.cost, 14)
                break
        return kinds


def _cart() -> str:
    """A round badge with a cart, centred on the origin."""
    ring = tag("circle", r=14, fill=STRAW, stroke=BRASS, stroke_width=1.8)
    body = "M-8-5h11l-1.5 6h-8zM3-5l5-3"
    box = tag("path", d=body, fill=BRASS, stroke=BRASS, stroke_width=1.5, stroke_linejoin="round")
    return ring + box + tag("circle", cx=-2.5, cy=4, r=4, fill=STRAW, stroke=BRASS, stroke_width=1.8)
