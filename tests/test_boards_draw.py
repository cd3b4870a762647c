"""The drawing shows every place and track, whatever the printer."""

import dataclasses
import math
import struct
import zlib
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from aiguillage.boards import Board, BoardError, board_names, load_board
from aiguillage.boards.curve import Curve, trims
from aiguillage.boards.draw import draw_board
from aiguillage.boards.picture import PLAYERS, SIZE, draw_picture
from aiguillage.boards.svg import SHAPES, tag

SVG = "{http://www.w3.org/2000/svg}"
BOARDS = [load_board(name) for name in board_names() if load_board(name).family == "board"]
on_every_board = pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)


def drawn(board: Board) -> ElementTree.Element:
    return ElementTree.fromstring(draw_board(board))


def tracks(root: ElementTree.Element) -> dict[str, ElementTree.Element]:
    return {element.attrib["data-track"]: element for element in root.iter() if "data-track" in element.attrib}


def shapes(element: ElementTree.Element) -> list[str]:
    return [use.attrib["href"].removeprefix("#shape-") for use in element.iter(f"{SVG}use")]


@on_every_board
def test_every_place_is_there_with_its_name(board: Board) -> None:
    places = [element for element in drawn(board).iter() if "data-place" in element.attrib]
    assert [element.attrib["data-place"] for element in places] == [place.id for place in board.places]
    for element, place in zip(places, board.places, strict=True):
        written = [text.text for text in element.iter(f"{SVG}text")]
        assert written == list(place.lines or (place.name,))


@on_every_board
def test_every_track_shows_its_spaces_and_its_colour_as_a_shape(board: Board) -> None:
    found = tracks(drawn(board))
    assert set(found) == {track.id for track in board.tracks}
    for track in board.tracks:
        element = found[track.id]
        if track.piece == "subway":
            assert [text.text for text in element.iter(f"{SVG}text")] == [str(track.cost)]
            assert shapes(element) == ([track.colour] * 2 if track.colour != "grey" else [])
            continue
        assert len(list(element.iter(f"{SVG}rect"))) == track.spaces
        plain = [] if track.colour == "grey" else [track.colour] * (track.spaces - track.ferry)
        assert sorted(shapes(element)) == sorted(plain + ["wild"] * track.ferry)


@on_every_board
def test_every_shape_used_is_defined(board: Board) -> None:
    root = drawn(board)
    defined = {element.attrib["id"] for element in root.iter() if "id" in element.attrib}
    assert {f"shape-{name}" for name in shapes(root)} == defined


def test_shapes_differ_within_every_game() -> None:
    for name in board_names():
        used = [SHAPES[colour] for colour in (*load_board(name).colours, "wild")]
        assert len(set(used)) == len(used)


@on_every_board
def test_tracks_in_words(board: Board) -> None:
    for track_id, element in tracks(drawn(board)).items():
        track = board.track(track_id)
        title = element.findtext(f"{SVG}title", "")
        assert title.startswith(
            f"{board.place(track.a).name} – {board.place(track.b).name}: {track.cost} {track.colour}"
        )
        assert ("tunnel" in title) == track.tunnel
        assert ("ferry" in title) == bool(track.ferry)
        assert ("merchandise" in title) == track.carts
        assert ("subway" in title) == (track.piece == "subway")


def middles(element: ElementTree.Element) -> list[tuple[float, float]]:
    """Where the spaces of a track lie."""
    spots = []
    for group in element.findall(f"{SVG}g"):
        x, y = group.attrib["transform"].removeprefix("translate(").split(")")[0].split()
        spots.append((float(x), float(y)))
    return spots


@on_every_board
def test_no_two_spaces_lie_on_each_other(board: Board) -> None:
    """Twins run side by side; other tracks keep their distance where they meet."""
    least = 17.0 if board.id == "europe" else 23.0
    spots = [
        spot
        for track_id, element in tracks(drawn(board)).items()
        if board.track(track_id).piece == "main"
        for spot in middles(element)
    ]
    nearest = min(math.dist(a, b) for number, a in enumerate(spots) for b in spots[:number])
    assert nearest > least


def test_card_game_draws_its_tickets() -> None:
    board = load_board("cardgame")
    root = drawn(board)
    found = {element.attrib["data-ticket"]: element for element in root.iter() if "data-ticket" in element.attrib}
    for ticket in board.tickets:
        asked = [colour for colour, count in ticket.cards.items() for _ in range(count)]
        assert shapes(found[ticket.id]) == asked
    assert [e.attrib["data-bonus"] for e in root.iter() if "data-bonus" in e.attrib] == [b.place for b in board.bonuses]


def test_a_board_without_positions_is_refused() -> None:
    board = load_board("paris")
    lost = dataclasses.replace(board.places[3], at=None)
    board = dataclasses.replace(board, places=(*board.places[:3], lost, *board.places[4:]))
    with pytest.raises(BoardError, match=r"^paris: place batignolles: it needs a position"):
        draw_board(board)


def test_a_place_without_a_label_gets_its_plate_below() -> None:
    board = load_board("paris")
    bare = dataclasses.replace(board.places[0], label=None, lines=(), name="A < B & C")
    root = drawn(dataclasses.replace(board, places=(bare, *board.places[1:])))
    element = next(e for e in root.iter() if e.attrib.get("data-place") == bare.id)
    text = element.find(f"{SVG}text")
    assert text is not None
    assert text.text == "A < B & C"
    assert bare.at is not None
    assert float(text.attrib["y"]) > bare.at[1]


def test_the_picture_in_the_readme_is_this_drawing() -> None:
    """After a change: aiguillage board draw europe -o docs/europe.svg"""
    picture = Path(__file__).parents[1] / "docs" / "europe.svg"
    assert picture.read_text(encoding="utf-8") == draw_board(load_board("europe"))


def test_straight_curve() -> None:
    curve = Curve((0, 0), (100, 0))
    assert curve.length == pytest.approx(100)
    assert curve.at(25, 3) == pytest.approx((25, 3, 0))


def test_bent_curve_stands_off_by_its_bend() -> None:
    curve = Curve((0, 0), (100, 0), bend=20)
    assert curve.at(curve.length / 2) == pytest.approx((50, 20, 0))
    assert curve.at(0)[:2] == pytest.approx((0, 0))
    assert curve.at(curve.length)[:2] == pytest.approx((100, 0))


def test_trims_keep_bands_apart() -> None:
    wide, narrow = trims([(0.0, 10.0), (math.pi / 3, 10.0)], 5.0)
    assert wide == narrow == pytest.approx(10 / math.tan(math.pi / 6))
    assert trims([(0.0, 10.0), (math.pi, 10.0)], 5.0) == [5.0, 5.0]


def test_attributes_are_escaped() -> None:
    assert tag("a", data_x='<"&>', r=1.26) == '<a data-x="&lt;&quot;&amp;&gt;" r="1.3"/>'


def inks_of(png: bytes) -> Counter[str]:
    """How many pixels of each ink a picture has."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    parts, place = {}, 8
    while place < len(png):
        size, kind = struct.unpack(">I4s", png[place : place + 8])
        data = png[place + 8 : place + 8 + size]
        assert struct.unpack(">I", png[place + 8 + size : place + 12 + size])[0] == zlib.crc32(kind + data)
        parts[kind], place = data, place + 12 + size
    assert struct.unpack(">II", parts[b"IHDR"][:8]) == SIZE
    rows = zlib.decompress(parts[b"IDAT"])
    wide = 1 + 3 * SIZE[0]
    assert len(rows) == wide * SIZE[1]
    found: Counter[str] = Counter()
    for row in range(0, len(rows), wide):
        assert rows[row] == 0
        found.update(f"#{rows[at : at + 3].hex()}".upper() for at in range(row + 1, row + wide, 3))
    return found


@on_every_board
def test_a_picture_for_previews_shows_whose_tracks_they_are(board: Board) -> None:
    colours = ["bordeaux", "azure"]
    before = inks_of(draw_picture(board, {}, {}, [0, 7], colours))
    claims = {track.id: 1 for track in board.tracks[:3]}
    after = inks_of(draw_picture(board, claims, {board.places[0].id: 0}, [0, 7], colours))
    assert after[PLAYERS["azure"]] > before[PLAYERS["azure"]] > 0
    assert after[PLAYERS["bordeaux"]] > before[PLAYERS["bordeaux"]] > 0


def test_a_picture_for_previews_shows_subways_from_end_to_end() -> None:
    """One piece lies on them, and yet they reach from place to place."""
    board = load_board("berlin")
    few = min(track.cost for track in board.tracks if track.piece == "subway")
    subway = next(track for track in board.tracks if track.piece == "subway" and track.cost > few)
    tram = next(track for track in board.tracks if track.piece != "subway" and track.spaces == 1)
    without, one, other = (
        inks_of(draw_picture(board, claims, {}, [0], ["azure"]))[PLAYERS["azure"]]
        for claims in ({}, {tram.id: 0}, {subway.id: 0})
    )
    assert subway.spaces == tram.spaces == 1
    assert other - without > 2 * (one - without) > 0


def test_a_picture_of_a_game_without_a_board_shows_the_points() -> None:
    board = load_board("cardgame")
    few, many = (
        inks_of(draw_picture(board, {}, {}, [points, 60, -5], ["fir", "ochre", "slate"])) for points in (10, 50)
    )
    assert many[PLAYERS["fir"]] > few[PLAYERS["fir"]] > 0
