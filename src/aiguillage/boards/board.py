"""What is printed on a board and on its cards, as frozen data.

A board is made by `load_board`; nothing here checks anything. Everything that differs between the games is
a field: no code asks which game it is.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from aiguillage.errors import AiguillageError, short

Family = Literal["board", "cards"]
PieceKind = Literal["main", "subway"]

WILD = "wild"
GREY = "grey"
PIECE_KINDS: tuple[PieceKind, ...] = ("main", "subway")


@dataclass(frozen=True, slots=True)
class Place:
    """A city, or a stop in a city; `at`, `label` and `lines` only matter to a drawing."""

    id: str
    name: str
    at: tuple[float, float] | None = None
    label: tuple[float, float] | None = None  # the middle of the name plate
    lines: tuple[str, ...] = ()  # the name as broken into lines on its plate


@dataclass(frozen=True, slots=True)
class Track:
    """A route, or one half of a double route."""

    id: str
    a: str
    b: str
    colour: str  # a card colour or "grey"
    cost: int  # cards
    spaces: int  # pieces
    points: int
    piece: PieceKind = "main"
    ferry: int = 0  # how many of the cards must be wild
    tunnel: bool = False
    carts: bool = False
    twin: str | None = None  # the other track of a double route
    bend: float = 0.0  # how far the middle of the drawn curve stands off the straight line


@dataclass(frozen=True, slots=True)
class Ticket:
    """Two places to join, or (in the Card Game) the cards to collect for them."""

    id: str
    a: str
    b: str
    points: int
    long: bool = False
    cards: Mapping[str, int] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Bonus:
    """The Card Game's bonus for the most completed tickets that name a city."""

    place: str
    points: int


@dataclass(frozen=True, slots=True)
class Opening:
    """The tickets dealt before the first turn (S7, S8, C3)."""

    long: int
    regular: int
    keep: int
    rest: Literal["box", "deck", "shuffled"]  # where those go that are not kept


@dataclass(frozen=True, slots=True)
class Source:
    """Where a section of the board comes from."""

    provenance: Literal["documented", "partly documented", "our design"]
    note: str


@dataclass(frozen=True)
class Board:
    """Everything printed in one game's box."""

    id: str
    name: str
    family: Family
    min_seats: int
    max_seats: int
    # cards
    colours: tuple[str, ...]  # in the kernel's order
    cards: Mapping[str, int]  # of each colour, and "wild"
    deal: int
    # pieces
    pieces: Mapping[PieceKind, int]
    piece_names: Mapping[PieceKind, str]
    end_trigger: int
    # what lies on the table
    places: tuple[Place, ...]
    tracks: tuple[Track, ...]
    tickets: tuple[Ticket, ...]
    opening: Opening
    draw_tickets: int
    ties: tuple[str, ...]
    sources: Mapping[str, Source]
    # what only some games have
    stations: int = 0
    goods: int = 0
    may_stop: bool = False  # the second card of a draw need not be taken (D1)
    deck_needed: bool = False  # with deck and discards empty no card can be drawn (D9)
    twin_closed_up_to: int = 0  # with this many seats or fewer one track closes its twin (R9)
    longest_points: int = 0
    station_points: int = 0
    # by number of seats, then by rank
    goods_points: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    flag_colours: tuple[str, ...] = ()
    flag_points: int = 0
    bonuses: tuple[Bonus, ...] = ()
    deal_wild: int = 0
    second_round_from: int = 0
    second_round_deal: int = 0

    def __hash__(self) -> int:
        return hash((self.id, self.digest))

    @cached_property
    def place_index(self) -> dict[str, int]:
        """The kernel's number of each place."""
        return {place.id: number for number, place in enumerate(self.places)}

    @cached_property
    def track_index(self) -> dict[str, int]:
        """The kernel's number of each track."""
        return {track.id: number for number, track in enumerate(self.tracks)}

    @cached_property
    def ticket_index(self) -> dict[str, int]:
        """The kernel's number of each ticket."""
        return {ticket.id: number for number, ticket in enumerate(self.tickets)}

    @property
    def players(self) -> str:
        """How many play."""
        return str(self.min_seats) if self.min_seats == self.max_seats else f"{self.min_seats} to {self.max_seats}"

    def check_players(self, players: int, error: type[AiguillageError] = AiguillageError) -> None:
        """Raise `error` unless so many can play."""
        if not self.min_seats <= players <= self.max_seats:
            raise error(f"{self.name} is for {self.players} players, not {short(players)}.")

    def place(self, place_id: str) -> Place:
        """The place of that id."""
        return self.places[self.place_index[place_id]]

    def track(self, track_id: str) -> Track:
        """The track of that id."""
        return self.tracks[self.track_index[track_id]]

    def ticket(self, ticket_id: str) -> Ticket:
        """The ticket of that id."""
        return self.tickets[self.ticket_index[ticket_id]]

    @cached_property
    def own_design(self) -> bool:
        """Whether the routes or the tickets are ours rather than the published ones."""
        return any(
            self.sources[part].provenance == "our design" for part in ("routes", "tickets") if part in self.sources
        )

    @cached_property
    def digest(self) -> str:
        """Sixteen hex digits over everything a game's course depends on, the order of the lists included.

        Names, positions, curves and provenance may be edited without a new digest.
        """
        text = json.dumps(_rule_content(self), sort_keys=True, ensure_ascii=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @cached_property
    def table(self) -> Any:
        """The record that the kernel of this family works on."""
        from aiguillage.boards.table import kernel_table

        return kernel_table(self)


def _rule_content(board: Board) -> dict[str, object]:
    return {
        "family": board.family,
        "seats": [board.min_seats, board.max_seats],
        "cards": [[kind, board.cards[kind]] for kind in (*board.colours, WILD)],
        "deal": [board.deal, board.deal_wild],
        "pieces": [board.pieces.get(kind, 0) for kind in PIECE_KINDS],
        "end_trigger": board.end_trigger,
        "stations": [board.stations, board.station_points],
        "goods": [board.goods, sorted((n, list(ranks)) for n, ranks in board.goods_points.items())],
        "flag": [board.flag_points, list(board.flag_colours)],
        "longest": board.longest_points,
        "places": [place.id for place in board.places],
        "tracks": [
            [
                *(track.id, track.a, track.b, track.colour, track.cost, track.spaces, track.points),
                *(track.piece, track.ferry, track.tunnel, track.carts, track.twin),
            ]
            for track in board.tracks
        ],
        "twin_closed_up_to": board.twin_closed_up_to,
        "tickets": [
            [ticket.id, ticket.a, ticket.b, ticket.points, ticket.long, sorted(ticket.cards.items())]
            for ticket in board.tickets
        ],
        "opening": [board.opening.long, board.opening.regular, board.opening.keep, board.opening.rest],
        "draw": [board.may_stop, board.deck_needed],
        "draw_tickets": board.draw_tickets,
        "ties": list(board.ties),
        "bonuses": [[bonus.place, bonus.points] for bonus in board.bonuses],
        "second_round": [board.second_round_from, board.second_round_deal],
    }
