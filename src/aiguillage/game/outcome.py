"""The final count of a game, taken apart for people: points by source, paths, what broke a tie."""

import json
from dataclasses import asdict, dataclass
from typing import Any, Literal, Self

TieBreak = Literal["tickets", "stations", "longest", "bonus", "shared"]


@dataclass(frozen=True, slots=True)
class TicketResult:
    """One ticket at the end: made or not, and over which tracks."""

    id: str
    a: str
    b: str
    points: int
    long: bool
    done: bool
    path: list[str]
    borrowed: list[str]


@dataclass(frozen=True, slots=True)
class SeatResult:
    """One seat's final count; `tickets` are the points of those `made` without those `missed`."""

    seat: int
    rank: int
    total: int
    routes: int
    tickets: int
    longest: int
    stations: int
    goods: int
    flags: int
    bonus: int
    ticket_list: list[TicketResult]
    made: int
    missed: int
    trail: list[str]
    trail_length: int
    stations_built: int
    bonus_cities: list[str]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game. `tie_break` says what separated the winner from those with as many points."""

    seats: list[SeatResult]
    winners: list[int]
    tie_break: TieBreak | None

    @classmethod
    def read(cls, data: bytes) -> Self:
        """The outcome that the kernel has written."""
        return cls.of(json.loads(data))

    @classmethod
    def of(cls, members: dict[str, Any]) -> Self:
        """The same, decoded."""
        seats = [
            SeatResult(**{**seat, "ticket_list": [TicketResult(**ticket) for ticket in seat["ticket_list"]]})
            for seat in members["seats"]
        ]
        return cls(seats, members["winners"], members["tie_break"])

    def to_dict(self) -> dict[str, Any]:
        """For a client."""
        return asdict(self)
