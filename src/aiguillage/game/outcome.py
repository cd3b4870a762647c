"""The final count of a board game, taken apart for people: points by source, paths, what broke a tie."""

from dataclasses import asdict, dataclass, field
from typing import Any

from aiguillage.boards import Board
from aiguillage.game.paths import order_trail, shortest
from aiguillage.rules.state import NOTHING

TIE_BREAKS = (None, "tickets", "stations", "longest", "shared")


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
    """One seat's final count."""

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
    trail: list[str] = field(default_factory=list)
    trail_length: int = 0
    stations_built: int = 0
    bonus_cities: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game. `tie_break` says what separated the winner from those with as many points."""

    seats: list[SeatResult]
    winners: list[int]
    tie_break: str | None

    def to_dict(self) -> dict[str, Any]:
        """For a client."""
        return asdict(self)


def board_outcome(board: Board, kernel: Any, state: Any, scratch: Any) -> Outcome:
    """Take the final count apart (E2-E4)."""
    seats = [_seat_result(board, kernel, state, scratch, seat) for seat in range(state.seats)]
    winners = [result.seat for result in seats if result.rank == 1]
    return Outcome(seats, winners, TIE_BREAKS[max(state.tie_break[seat] for seat in winners)])


def _seat_result(board: Board, kernel: Any, state: Any, scratch: Any, seat: int) -> SeatResult:
    own = {track.id: 0 for number, track in enumerate(board.tracks) if state.owner[number] == seat}
    borrowed = {board.tracks[number].id for number in state.borrowed[seat] if number != NOTHING}
    tickets = []
    for number, ticket in enumerate(board.tickets):
        if state.ticket_at[number] == seat:
            found = shortest(board, ticket.a, ticket.b, own | dict.fromkeys(borrowed - own.keys(), 1))
            path = found[1] if found else []
            used = [track for track in path if track in borrowed]
            tickets.append(
                TicketResult(
                    ticket.id, ticket.a, ticket.b, ticket.points, ticket.long, found is not None, path, used
                )
            )
    trail: list[str] = []
    if board.longest_points:
        kernel.score.find_components(board.table, state, scratch)
        count = kernel.trail.list_trail(board.table, state, seat, scratch)
        trail = order_trail(board, [board.tracks[number].id for number in scratch.best_trail[:count]])
    return SeatResult(
        seat=seat,
        rank=int(state.rank[seat]),
        total=int(state.total[seat]),
        routes=int(state.route_points[seat]),
        tickets=int(state.ticket_points[seat]),
        longest=int(state.longest_points[seat]),
        stations=int(state.station_points[seat]),
        goods=int(state.goods_points[seat]),
        flags=int(state.flag_points[seat]),
        bonus=0,
        ticket_list=tickets,
        trail=trail,
        trail_length=int(state.longest[seat]),
        stations_built=int(board.stations - state.stations[seat]),
    )
