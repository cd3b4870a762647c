"""What finished games are counted for: points and where they came from, wins, tickets, which routes were in it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aiguillage.boards import Board
from aiguillage.rules.records import Array

Floats = NDArray[np.float32]
Counts = NDArray[np.float64]

SOURCES = {
    "routes": "route_points",
    "tickets": "ticket_points",
    "longest": "longest_points",
    "stations": "station_points",
    "goods": "goods_points",
    "flags": "flag_points",
    "bonus": "bonus_points",
}
"""Where points come from, and the field of the kernel's record that has them."""

COLUMNS = ("share", "score", "made", "failed")
"""What is known of every bot in every game, before the points by source."""


@dataclass(frozen=True)
class Tally:
    """Some finished games.

    `rows` has for each game and each bot of the line-up the columns of `COLUMNS`, then the points of each source.
    `routes` has for each bot and track how often it was claimed and what was won with it; `tickets` for each bot and
    ticket how often it was kept, completed, and what was won with it.
    """

    sources: tuple[str, ...]
    rows: Floats
    routes: Counts
    tickets: Counts


def sources_of(board: Board, dtype: np.dtype[np.void]) -> tuple[str, ...]:
    """The sources of points that a game has."""
    absent = {
        "longest": not board.longest_points,
        "stations": not board.stations,
        "goods": not board.goods,
        "flags": not board.flag_points,
    }
    return tuple(name for name, column in SOURCES.items() if column in (dtype.names or ()) and not absent.get(name))


@dataclass(frozen=True)
class Owned:
    """What came of owning a route or a ticket: how often, how often it was completed, and what its owners won.

    `expected` is what they would have won if owning it made no difference: for every owner the share that this bot won
    of the games of its line-up.
    """

    times: int
    done: int
    won: float
    expected: float

    @property
    def share(self) -> float | None:
        """The share of games that its owners won."""
        return self.won / self.times if self.times else None

    @property
    def gain(self) -> float | None:
        """How much larger that share is than they are used to."""
        return (self.won - self.expected) / self.times if self.times else None


def tally(board: Board, states: Array, shifts: Array) -> Tally:
    """Count final states; in game `i` the line-up's bots are moved on by `shifts[i]` seats."""
    states = np.asarray(states)
    seats = int(states["seats"][0]) if len(states) else 2
    sources = sources_of(board, states.dtype)
    first = states["rank"][:, :seats] == 1
    share = first / np.maximum(first.sum(axis=1, keepdims=True), 1)
    made = states["made"][:, :seats]
    kept = states["ticket_n"][:, :seats]
    # In the Card Game completed tickets are not counted as kept.
    failed = kept if board.family == "cards" else kept - made
    columns = [share, states["total"][:, :seats], made, failed]
    columns += [states[SOURCES[source]][:, :seats] for source in sources]
    by_seat = np.stack(columns, axis=2).astype(np.float32)
    seat_of_bot = (np.arange(seats)[None, :] + np.asarray(shifts)[:, None]) % seats
    rows = by_seat[np.arange(len(states))[:, None], seat_of_bot]
    each = [(seat_of_bot[:, [bot]], rows[:, bot, :1].astype(float)) for bot in range(seats)]
    return Tally(
        sources,
        rows,
        np.stack([_routes(board, states, seat, won) for seat, won in each]),
        np.stack([_tickets(board, states, seat, won) for seat, won in each]),
    )


def _routes(board: Board, states: Array, seat: Array, won: Array) -> Counts:
    """Tracks claimed, and games won with them, by who sat at `seat` (a column: one for each game)."""
    mine = states["owner"][:, : len(board.tracks)] == seat if board.tracks else np.zeros((len(states), 0))
    return np.stack([mine.sum(axis=0), (mine * won).sum(axis=0)]).astype(float)


def _tickets(board: Board, states: Array, seat: Array, won: Array) -> Counts:
    """Tickets kept and completed, and games won with them."""
    kept = states["ticket_at"][:, : len(board.tickets)] == seat
    if board.family == "cards":
        done = states["done_by"][:, : len(board.tickets)] == seat
    else:
        done = kept & _joined(board, states, seat)
    return np.stack([kept.sum(axis=0), done.sum(axis=0), (kept * won).sum(axis=0)]).astype(float)


def _joined(board: Board, states: Array, seat: Array) -> Array:
    """Which tickets' places a seat has joined, borrowed tracks included: labels run along tracks until they rest."""
    label = np.tile(np.arange(len(board.places)), (len(states), 1))
    ends = [(board.place_index[track.a], board.place_index[track.b]) for track in board.tracks]
    borrowed = states["borrowed"][np.arange(len(states)), seat[:, 0]]
    own = states["owner"][:, : len(board.tracks)] == seat
    for column in borrowed.T:
        lent = column >= 0
        own[lent, column[lent]] = True
    moved = True
    while moved:
        moved = False
        for mine, (a, b) in zip(own.T, ends, strict=True):
            differ = mine & (label[:, a] != label[:, b])
            if differ.any():
                moved = True
                lower = np.minimum(label[differ, a], label[differ, b])
                label[differ, a] = label[differ, b] = lower
    starts = [board.place_index[ticket.a] for ticket in board.tickets]
    goals = [board.place_index[ticket.b] for ticket in board.tickets]
    joined: Array = label[:, starts] == label[:, goals]
    return joined
