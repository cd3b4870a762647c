"""From a board file to a `Board`: reading the sections one by one. What spans sections is in `check.py`."""

import tomllib
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

from aiguillage.boards.board import (
    GREY,
    WILD,
    Board,
    Bonus,
    Family,
    Opening,
    PieceKind,
    Place,
    Source,
    Ticket,
    Track,
)
from aiguillage.boards.check import check_board
from aiguillage.boards.fields import MAX_NOTE, BoardError, Fields, nearest
from aiguillage.rules.numbers import MAX_LENGTH, MAX_SEATS
from aiguillage.titles import file_of, titles

FORMAT = 1
MAX_POINTS = 99  # so that no sum of points leaves the kernel's 16 bits
MAX_CARDS = 999
MAX_PIECES = 99
MAX_BEND = 500
MAX_CHARACTERS = 200_000  # of a file; the longest board of the package has 18,000
MAX_SHOWN = 200  # characters of a path, in a message
MAX_DOTS = 40  # of one line: reading a key `a.b.c…` takes time with the square of its depth

PROVENANCES = ("documented", "partly documented", "our design")
INKS = ("red", "blue", "green", "yellow", "orange", "white", "black", "purple", "pink")
TIES = {"board": (("tickets",), ("tickets", "stations", "longest")), "cards": (("tickets", "bonus"),)}


def board_names() -> tuple[str, ...]:
    """The games by name: those of the package, then those that were added (docs/add-a-title.md)."""
    return tuple(titles())


def load_board(name_or_path: str | Path) -> Board:
    """The board of a game by its name, or of the file at a path; `BoardError` says what is wrong with it."""
    name = str(name_or_path)
    games = board_names()
    if name in games:
        return _own_board(name)
    path, name = Path(name_or_path), name[:MAX_SHOWN]
    try:
        there = path.suffix == ".toml" or path.exists()
    except OSError:  # longer than a name can be
        there = False
    if not there:
        known = ", ".join(games)
        raise BoardError(name, "", f"no game or file of this name{nearest(name, games)} (games: {known})")
    try:
        text = path.read_bytes().decode("utf-8-sig")  # some editors put a mark before a text
    except OSError as error:
        raise BoardError(name, "", f"cannot be read: {(error.strerror or str(error)).lower()}") from None
    except UnicodeDecodeError as error:
        raise BoardError(name, f"byte {error.start}", "is not UTF-8 text; save the file as UTF-8") from None
    return parse_board(text, name)


@lru_cache
def _own_board(name: str) -> Board:
    file = file_of(name, "board.toml")
    if not file.is_file():
        raise BoardError(str(file), "", "is missing; every title has a board")
    board = parse_board(file.read_text(encoding="utf-8"), f"{name}.toml")
    if board.id != name:
        raise BoardError(f"{name}.toml", "top level", f"'id' is {board.id!r}, but its title's folder is {name!r}")
    return board


def parse_board(text: str, file: str) -> Board:
    """The board that the text of a board file describes; `file` names it in errors."""
    if len(text) > MAX_CHARACTERS:
        raise BoardError(file, "", f"has {len(text)} characters; {MAX_CHARACTERS} are the most")
    for number, line in enumerate(text.splitlines(), start=1):
        if line.count(".") > MAX_DOTS:
            raise BoardError(file, f"line {number}", f"has more than {MAX_DOTS} dots")
    try:
        return build_board(tomllib.loads(text), file)
    except tomllib.TOMLDecodeError as error:
        raise BoardError(file, "TOML", str(error)) from None
    except BoardError:
        raise
    except (ValueError, RecursionError):
        raise BoardError(file, "TOML", "a number is too long, or a list too deep") from None


def build_board(content: dict[str, Any], file: str) -> Board:
    """The board that the parsed content of a board file describes."""
    top = Fields(file, "top level", content)
    if top.number("format", 0, MAX_CARDS) != FORMAT:
        raise top.fail(f"'format' is {content['format']}; this version reads format {FORMAT}")
    family = cast(Family, top.choice("family", ("board", "cards")))
    reader = _Reader(top, family)
    parts = reader.common() | (reader.board_game() if family == "board" else reader.card_game())
    top.done()
    board = Board(id=top.slug("id"), name=top.text("name"), family=family, sources=reader.sources, **parts)
    check_board(board, file)
    return board


class _Reader:
    """Reads the sections of one file; each method returns keyword arguments for `Board`."""

    def __init__(self, top: Fields, family: Family) -> None:
        self.top = top
        self.family = family
        self.sources: dict[str, Source] = {}
        top.asked |= {"id", "name"}

    def section(self, name: str) -> Fields:
        """A section, its provenance noted."""
        fields = self.top.table(name, f"[{name}]")
        self.sources[name] = Source(
            fields.choice("provenance", PROVENANCES),  # type: ignore[arg-type]
            fields.text("note", "", most=MAX_NOTE),
        )
        return fields

    def common(self) -> dict[str, Any]:
        """What every game has: players, cards, places, tickets, ties."""
        return self.players() | self.cards() | self.places() | self.tickets()

    def players(self) -> dict[str, Any]:
        fields = self.section("players")
        low = fields.number("min", 2, MAX_SEATS)
        high = fields.number("max", low, MAX_SEATS)
        fields.done()
        return {"min_seats": low, "max_seats": high}

    def cards(self) -> dict[str, Any]:
        fields = self.section("cards")
        total = fields.number("total", 1, MAX_CARDS)
        wild = fields.number("wild", 0, MAX_CARDS)
        deal = fields.number("deal", 0, MAX_CARDS)
        deal_wild = fields.number("deal_wild", 0, MAX_CARDS) if self.family == "cards" else 0
        may_stop = self.family == "board" and fields.flag("may_stop")
        deck_needed = self.family == "board" and fields.flag("deck_needed")
        colours = fields.table("colours")
        for colour in colours.values:
            if colour not in INKS:
                raise colours.fail(f"unknown colour {colour!r}{nearest(colour, INKS)} (colours: {', '.join(INKS)})")
        counts = {colour: colours.number(colour, 1, MAX_CARDS) for colour in colours.values}
        fields.done()
        made = sum(counts.values()) + wild
        if total != made:
            parts = " + ".join(str(count) for count in (*counts.values(), wild))
            raise fields.fail(f"'total' is {total}, but the colours and the wild cards make {parts} = {made}")
        return {
            "colours": tuple(counts),
            "cards": counts | {WILD: wild},
            "deal": deal,
            "deal_wild": deal_wild,
            "may_stop": may_stop,
            "deck_needed": deck_needed,
        }

    def places(self) -> dict[str, Any]:
        fields = self.section("places")
        places: list[Place] = []
        for row in fields.rows("list", "place"):
            place_id = row.slug("id")
            row.item = f"place {place_id}"
            place = Place(place_id, row.text("name"), row.point("at"), row.point("label"), row.texts("lines"))
            row.done()
            if any(other.id == place_id for other in places):
                raise row.fail("this id is given to two places")
            places.append(place)
        fields.done()
        self.place_ids = {place.id for place in places}
        return {"places": tuple(places)}

    def ends(self, row: Fields, noun: str) -> tuple[str, str]:
        """The two different places that a route or ticket joins."""
        a, b = row.text("a"), row.text("b")
        row.item = f"{noun} {a}-{b}"
        for end in (a, b):
            if end not in self.place_ids:
                raise row.fail(f"there is no place {end!r}{nearest(end, self.place_ids)}")
        if a == b:
            raise row.fail("it joins a place with itself")
        return a, b

    def tickets(self) -> dict[str, Any]:
        fields = self.section("tickets")
        opening = fields.table("opening")
        rests = ("box", "deck") if self.family == "board" else ("shuffled",)
        deal = Opening(
            long=opening.number("long", 0, MAX_SEATS, default=0),
            regular=opening.number("regular", 0, MAX_CARDS),
            keep=opening.number("keep", 1, MAX_CARDS),
            rest=opening.choice("rest", rests),  # type: ignore[arg-type]
        )
        opening.done()
        tickets: list[Ticket] = []
        seen: Counter[str] = Counter()
        for row in fields.rows("list", "ticket"):
            a, b = self.ends(row, "ticket")
            seen[f"{a}-{b}"] += 1
            again = seen[f"{a}-{b}"]
            ticket_id = f"{a}-{b}" if again == 1 else f"{a}-{b}.{again}"
            row.item = f"ticket {ticket_id}"
            points = row.number("points", 1, MAX_POINTS)
            long = row.flag("long") if self.family == "board" else False
            asked = self.ticket_cards(row) if self.family == "cards" else {}
            row.done()
            tickets.append(Ticket(ticket_id, a, b, points, long, asked))
        draw = fields.number("draw", 1, MAX_CARDS)
        fields.done()
        return {"tickets": tuple(tickets), "opening": deal, "draw_tickets": draw}

    def ticket_cards(self, row: Fields) -> dict[str, int]:
        """The cards that a ticket of the Card Game asks for."""
        cards = row.table("cards")
        if not cards.values:
            raise cards.fail("no card is asked for")
        return {colour: cards.number(colour, 1, MAX_CARDS) for colour in cards.values}

    def ties(self, fields: Fields) -> tuple[str, ...]:
        ties = fields.texts("ties")
        known = TIES[self.family]
        if ties not in known:
            chains = " or ".join(str(list(chain)) for chain in known)
            raise fields.fail(f"'ties' is {list(ties)}; it must be {chains}")
        return ties

    def board_game(self) -> dict[str, Any]:
        """What only the board games have: pieces, routes, their bonuses."""
        return self.pieces() | self.routes() | self.board_bonus()

    def pieces(self) -> dict[str, Any]:
        fields = self.section("pieces")
        counts: dict[PieceKind, int] = {}
        names: dict[PieceKind, str] = {}
        kinds: Iterable[PieceKind] = ("main", "subway") if fields.has("subway") else ("main",)
        for kind in kinds:
            piece = fields.table(kind)
            counts[kind] = piece.number("count", 1, MAX_PIECES)
            names[kind] = piece.text("name")
            piece.done()
        stations = fields.number("stations", 0, 3, default=0)
        goods = fields.number("goods", 0, MAX_CARDS, default=0)
        trigger = fields.number("end_trigger", 0, sum(counts.values()) - 1)
        fields.done()
        return {
            "pieces": counts,
            "piece_names": names,
            "stations": stations,
            "goods": goods,
            "end_trigger": trigger,
        }

    def routes(self) -> dict[str, Any]:
        fields = self.section("routes")
        self.points = {"main": fields.numbered("points", 0, MAX_POINTS)}
        if fields.has("subway_points"):
            self.points["subway"] = fields.numbered("subway_points", 0, MAX_POINTS)
        closed = fields.number("twin_closed_up_to", 0, MAX_SEATS)
        rows = fields.rows("list", "route")
        fields.done()
        ends = [self.ends(row, "route") for row in rows]
        tracks = [
            self.track(row, a, b, [other for other, pair in enumerate(ends) if set(pair) == {a, b}], number, ends)
            for number, (row, (a, b)) in enumerate(zip(rows, ends, strict=True))
        ]
        return {"tracks": tuple(tracks), "twin_closed_up_to": closed}

    def track(self, row: Fields, a: str, b: str, same: list[int], number: int, ends: list[tuple[str, str]]) -> Track:
        """One row of the list; `same` are the numbers of the rows with the same ends."""
        twin = None
        track_id = f"{a}-{b}"
        if len(same) > 2:
            raise row.fail(f"{len(same)} routes join these places; two are the most")
        if len(same) == 2:
            mine = same.index(number)
            track_id = f"{a}-{b}.{mine + 1}"
            other = ends[same[1 - mine]]
            twin = f"{other[0]}-{other[1]}.{2 - mine}"
            row.item = f"route {track_id}"
        kind = cast(PieceKind, row.choice("kind", ("main", "subway"), default="main"))
        key = "length" if kind == "main" else "cards"
        cost = row.number(key, 1, MAX_LENGTH)
        if kind not in self.points:
            raise row.fail("it is a subway, but [routes] has no 'subway_points'")
        if cost not in self.points[kind]:
            table = "points" if kind == "main" else "subway_points"
            raise row.fail(f"'{table}' of [routes] has no entry for {cost}")
        track = Track(
            id=track_id,
            a=a,
            b=b,
            colour=row.choice("colour", (*INKS, GREY)),
            cost=cost,
            spaces=cost if kind == "main" else 1,
            points=self.points[kind][cost],
            piece=kind,
            ferry=row.number("ferry", 1, MAX_LENGTH, default=0),
            tunnel=row.flag("tunnel"),
            carts=row.flag("carts"),
            twin=twin,
            bend=row.real("bend", MAX_BEND),
        )
        row.done()
        return track

    def board_bonus(self) -> dict[str, Any]:
        fields = self.section("bonus")
        goods: dict[int, tuple[int, ...]] = {}
        if fields.has("goods"):
            table = fields.table("goods")
            for seats in table.numbers():
                goods[seats] = self.ranks(table, str(seats))
        colours: tuple[str, ...] = ()
        points = 0
        if fields.has("flag"):
            flag = fields.table("flag")
            colours = flag.texts("colours")
            points = flag.number("points", 1, MAX_POINTS)
            flag.done()
        parts = {
            "longest_points": fields.number("longest", 0, MAX_POINTS, default=0),
            "station_points": fields.number("station", 0, MAX_POINTS, default=0),
            "goods_points": goods,
            "flag_colours": colours,
            "flag_points": points,
            "ties": self.ties(fields),
        }
        fields.done()
        return parts

    def ranks(self, table: Fields, key: str) -> tuple[int, ...]:
        """The points for each rank, best first."""
        table.asked.add(key)
        values = table.values[key]
        if not isinstance(values, list) or not all(type(value) is int and 0 <= value <= MAX_POINTS for value in values):
            raise table.fail(f"{key!r} must be a list of points such as [8, 4], not {values!r}")
        return tuple(values)

    def card_game(self) -> dict[str, Any]:
        """What only the Card Game has: a second round, bonuses for cities."""
        rounds = self.section("rounds")
        second, deal = rounds.number("second_from", 0, MAX_SEATS + 1), rounds.number("deal", 0, MAX_CARDS)
        rounds.done()
        fields = self.section("bonus")
        bonuses: list[Bonus] = []
        for row in fields.rows("cities", "bonus"):
            place = row.text("place")
            row.item = f"bonus {place}"
            if place not in self.place_ids:
                raise row.fail(f"there is no place {place!r}{nearest(place, self.place_ids)}")
            if any(bonus.place == place for bonus in bonuses):
                raise row.fail("this city has two bonuses")
            bonuses.append(Bonus(place, row.number("points", 1, MAX_POINTS)))
            row.done()
        ties = self.ties(fields)
        fields.done()
        return {
            "pieces": {},
            "piece_names": {},
            "end_trigger": 0,
            "tracks": (),
            "bonuses": tuple(bonuses),
            "ties": ties,
            "second_round_from": second,
            "second_round_deal": deal,
        }
