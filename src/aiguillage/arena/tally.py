"""What finished games are counted for: points and where they came from, wins, tickets, which routes were in it."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from aiguillage.boards import Board
from aiguillage.rules.state import NOBODY

Floats = np.ndarray[Any, np.dtype[np.float32]]
Counts = np.ndarray[Any, np.dtype[np.float64]]

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
    `routes` has for each track how often it was claimed and what its owners won; `tickets` for each ticket how often
    it was kept, completed, and what its owners won.
    """

    sources: tuple[str, ...]
    rows: Floats
    routes: Counts
    tickets: Counts


def sources_of(board: Board, dtype: np.dtype[Any]) -> tuple[str, ...]:
    """The sources of points that a game has."""
    absent = {
        "longest": not board.longest_points,
        "stations": not board.stations,
        "goods": not board.goods,
        "flags": not board.flag_points,
    }
    return tuple(
        name for name, column in SOURCES.items() if column in (dtype.names or ()) and not absent.get(name)
    )


def tally(board: Board, states: Any, shifts: Any) -> Tally:
    """Count final states; in game `i` the line-up's bots are moved on by `shifts[i]` seats."""
    states = np.asarray(states)
    seats = int(states["seats"][0]) if len(states) else 2
    sources = sources_of(board, states.dtype)
    first = states["rank"][:, :seats] == 1
    share = first / np.maximum(first.sum(axis=1, keepdims=True), 1)
    made = states["made"][:, :seats]
    kept = states["ticket_n"][:, :seats]
    failed = (
        kept if board.family == "cards" else kept - made
    )  # there, completed tickets are not counted as kept
    columns = [share, states["total"][:, :seats], made, failed]
    columns += [states[SOURCES[source]][:, :seats] for source in sources]
    by_seat = np.stack(columns, axis=2).astype(np.float32)
    seat_of_bot = (np.arange(seats)[None, :] + np.asarray(shifts)[:, None]) % seats
    rows = by_seat[np.arange(len(states))[:, None], seat_of_bot]
    return Tally(sources, rows, _routes(board, states, share), _tickets(board, states, share, seats))


def _routes(board: Board, states: Any, share: Any) -> Counts:
    counts = np.zeros((2, len(board.tracks)))
    if board.tracks:
        owner = states["owner"][:, : len(board.tracks)]
        claimed = owner != NOBODY
        won = np.take_along_axis(share, np.maximum(owner, 0).astype(np.int64), axis=1)
        counts[0] = claimed.sum(axis=0)
        counts[1] = (won * claimed).sum(axis=0)
    return counts


def _tickets(board: Board, states: Any, share: Any, seats: int) -> Counts:
    counts = np.zeros((3, len(board.tickets)))
    at = states["ticket_at"][:, : len(board.tickets)]
    for seat in range(seats):
        kept = at == seat
        done = (
            _done_in_cards(board, states, seat)
            if board.family == "cards"
            else kept & _joined(board, states, seat)
        )
        counts[0] += kept.sum(axis=0)
        counts[1] += done.sum(axis=0)
        counts[2] += (kept * share[:, [seat]]).sum(axis=0)
    return counts


def _done_in_cards(board: Board, states: Any, seat: int) -> Any:
    return states["done_by"][:, : len(board.tickets)] == seat


def _joined(board: Board, states: Any, seat: int) -> Any:
    """Which tickets' places a seat has joined, borrowed tracks included: labels run along tracks until they rest."""
    label = np.tile(np.arange(len(board.places)), (len(states), 1))
    ends = [(board.place_index[track.a], board.place_index[track.b]) for track in board.tracks]
    borrowed = states["borrowed"][:, seat, :]
    own = [
        (states["owner"][:, number] == seat) | (borrowed == number).any(axis=1)
        for number in range(len(board.tracks))
    ]
    moved = True
    while moved:
        moved = False
        for mine, (a, b) in zip(own, ends, strict=True):
            differ = mine & (label[:, a] != label[:, b])
            if differ.any():
                moved = True
                lower = np.minimum(label[differ, a], label[differ, b])
                label[differ, a] = label[differ, b] = lower
    starts = [board.place_index[ticket.a] for ticket in board.tickets]
    goals = [board.place_index[ticket.b] for ticket in board.tickets]
    return label[:, starts] == label[:, goals]
