"""SVG text from Python: elements, and the inks and shapes of the drawings.

Every card colour has an ink and a shape of its own, so that a drawing also reads in greyscale.
"""

from collections.abc import Iterable
from html import escape

PAPER = "#F5ECD4"
PANEL = "#FBF6E9"
INSET = "#EADFC4"
INK = "#1D2430"
PLATE = "#FFFBF0"
IVORY = "#FFF8E7"
SIGNAL = "#B02A20"
STRAW = "#F3DFA8"
BRASS = "#5E430B"
COAST = "#5F7473"

INKS = {  # the colour, and the ink of the shape on it
    "red": ("#C4342B", IVORY),
    "blue": ("#2463AC", IVORY),
    "green": ("#2F7D4E", IVORY),
    "yellow": ("#F0C130", INK),
    "orange": ("#E5812A", INK),
    "white": ("#FBF8EE", INK),
    "black": ("#2B2D35", IVORY),
    "purple": ("#86479A", IVORY),
    "pink": ("#DE7FA6", INK),
    "grey": ("#B4B1A6", INK),
    "wild": (INK, "#FFE9A8"),
}

CROWN = "M2 6.5l5.5 4.2L12 3l4.5 7.7L22 6.5 20 20.5H4z"

SHAPES = {  # in a box of 24 x 24; a grey space has none, for it takes any colour
    "red": "M12 1.5l3 7 7.6.6-5.8 5 1.8 7.4-6.6-4-6.6 4 1.8-7.4-5.8-5L9 8.5z",
    "blue": "M12 1.5C12 1.5 4.5 10 4.5 15.2a7.5 7.5 0 0 0 15 0C19.5 10 12 1.5 12 1.5z",
    "green": "M3 21C1.5 9 9 2.5 22 2c.5 13-6.5 20-15.5 17.5L14 11 4.8 18.5z",
    "yellow": "M14.5 1L4 13.5h6.2L8 23 20 9.5h-7z",
    "orange": "M2 3.5h5.5L14 12l-6.5 8.5H2L8.5 12zM11 3.5h5.5L23 12l-6.5 8.5H11l6.5-8.5z",
    "white": "M10.1 1.5h3.8v21h-3.8z",
    "black": "M2.5 3.5h19v4.2h-19zM2.5 9.9h19v4.2h-19zM2.5 16.3h19v4.2h-19z",
    "purple": CROWN,
    "pink": CROWN,
    "wild": (
        "M12 1.5a10.5 10.5 0 1 0 0 21 10.5 10.5 0 0 0 0-21zm0 3.2a7.3 7.3 0 1 1 0 14.6 7.3 7.3 0 0 1 0-14.6z"
        "M10.7 3h2.6v18h-2.6zM4 8.6L5.3 6.35l14.7 8.5-1.3 2.25zM18.7 6.35L20 8.6 5.3 17.1 4 14.85z"
    ),
}
TURNS = {"white": (0, 60, 120)}  # a shape that is drawn several times, turned

TITLES = "Besley, Georgia, serif"
PLATES = "'Barlow Condensed', 'Arial Narrow', 'Liberation Sans Narrow', sans-serif"


def tag(name: str, *content: str, **attributes: str | float) -> str:
    """An element; `stroke_width=1.3` is written `stroke-width="1.3"`, numbers with one decimal at most."""
    written = "".join(f' {key.replace("_", "-")}="{_value(value)}"' for key, value in attributes.items())
    return f"<{name}{written}>{''.join(content)}</{name}>" if content else f"<{name}{written}/>"


def _value(value: str | float) -> str:
    if isinstance(value, str):
        return escape(value)
    return f"{value:.1f}".removesuffix(".0")


def title(words: str) -> str:
    """What a screen reader says and a pointer shows."""
    return tag("title", escape(words))


def text(words: str, x: float, y: float, size: float, **attributes: str | float) -> str:
    """A line of text, in the font of the plates unless told otherwise."""
    style: dict[str, str | float] = {
        "font_family": PLATES,
        "font_weight": "600",
        "font_size": size,
        "fill": INK,
    }
    return tag("text", escape(words), x=x, y=y, **(style | attributes))


def stroke(path: str, ink: str, width: float, **attributes: str | float) -> str:
    """A line along path data."""
    return tag("path", d=path, fill="none", stroke=ink, stroke_width=width, **attributes)


def move(x: float, y: float, *content: str, turn: float = 0.0) -> str:
    """A group whose origin is moved to a point, then turned."""
    rotation = f" rotate({turn:.1f})" if turn else ""
    return tag("g", *content, transform=f"translate({x:.1f} {y:.1f}){rotation}")


def shape(colour: str, size: float) -> str:
    """The shape of a colour, centred on the origin; nothing for grey."""
    if colour not in SHAPES:
        return ""
    scale = f"scale({size / 24:.3f})"
    return tag("use", href=f"#shape-{colour}", transform=scale, fill=INKS[colour][1])


def _shapes(colours: Iterable[str]) -> str:
    """The shapes as `shape` refers to them, centred on the origin."""
    groups = []
    for colour in colours:
        turns = TURNS.get(colour, (0,))
        bars = [tag("path", d=SHAPES[colour], transform=f"rotate({turn}) translate(-12 -12)") for turn in turns]
        groups.append(tag("g", *bars, id=f"shape-{colour}"))
    return tag("defs", *groups)


def chip(colour: str, size: float) -> str:
    """A small square in the colour with its shape, centred on the origin."""
    box = {"x": -size / 2, "y": -size / 2, "width": size, "height": size, "rx": size * 0.18}
    return tag("rect", **box, fill=INKS[colour][0], stroke=INK, stroke_width=1.3) + shape(colour, size * 0.68)


def disc(number: int, radius: float) -> str:
    """A number in a white disc, centred on the origin."""
    ring = tag("circle", r=radius, fill=PLATE, stroke=INK, stroke_width=2)
    return ring + text(str(number), 0, 7.2, 21, font_weight="700", text_anchor="middle")


def document(name: str, box: tuple[float, float, float, float], *content: str) -> str:
    """The whole file; `box` is left, top, width and height."""
    view = " ".join(_value(edge) for edge in box)
    size = {"width": box[2], "height": box[3]}
    lines = "\n".join(content)
    used = [colour for colour in SHAPES if f'"#shape-{colour}"' in lines]
    body = ["\n", title(name), "\n", _shapes(used), "\n", lines, "\n"]
    return tag("svg", *body, xmlns="http://www.w3.org/2000/svg", viewBox=view, **size, role="img") + "\n"
