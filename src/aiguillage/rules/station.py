"""Stations (G1, G2)."""

from typing import Any

from . import events
from .claim import ALLOWED, CARDS, NO_STATION, TAKEN
from .events import emit
from .jit import kernel
from .state import NOBODY, WILD


@kernel
def station_cost(board: Any, state: Any, seat: int) -> int:
    """The first station costs one card, the second two, the third three (G2)."""
    return board.stations - state.stations[seat] + 1


@kernel
def station_refusal(board: Any, state: Any, seat: int, place: int, most: int) -> int:
    """Why the seat cannot build a station at the place, or ALLOWED (G1, G2). `most`: cards of its best colour."""
    if state.stations[seat] == 0:
        return NO_STATION
    if state.station_at[place] != NOBODY:
        return TAKEN
    if most + state.hand[seat, WILD] < station_cost(board, state, seat):
        return CARDS
    return ALLOWED


@kernel
def build_station(state: Any, place: int, scratch: Any) -> None:
    """Put the station on the board."""
    seat = state.actor
    state.station_at[place] = seat
    state.stations[seat] -= 1
    emit(scratch, events.STATION, seat, place, 0, 0)
