"""Why things cannot be done now, for everything on the board at once; the same functions as `legal` uses."""

from typing import Any

from .claim import claim_refusal, closed_to, most_of_a_colour
from .jit import kernel
from .station import station_refusal


@kernel
def claim_refusals(board: Any, state: Any, seat: int, out: Any) -> None:
    """For every track the reason why the seat cannot claim it, or ALLOWED."""
    most = most_of_a_colour(state, seat)
    for track in range(board.tracks):
        out[track] = claim_refusal(board, state, seat, track, most)


@kernel
def station_refusals(board: Any, state: Any, seat: int, out: Any) -> None:
    """For every place the reason why the seat cannot build a station there, or ALLOWED."""
    most = most_of_a_colour(state, seat)
    for place in range(board.places):
        out[place] = station_refusal(board, state, seat, place, most)


@kernel
def closed_tracks(board: Any, state: Any, seat: int, out: Any) -> None:
    """For every track the reason why it is closed to the seat, whatever it has, or ALLOWED."""
    for track in range(board.tracks):
        out[track] = closed_to(board, state, seat, track)
