"""Stations (G1, G2)."""

from . import events
from .claim import ALLOWED, CARDS, NO_STATION, TAKEN
from .events import emit
from .jit import kernel
from .numbers import PLACE_WORDS, WILD, WORD
from .records import BoardRecord, ScratchRecord, StateRecord


@kernel
def station_cost(board: BoardRecord, state: StateRecord, seat: int) -> int:
    """The first station costs one card, the second two, the third three (G2)."""
    return board.stations - state.stations[seat] + 1


@kernel
def vacate_places(board: BoardRecord, state: StateRecord) -> None:
    """At the start no city has a station."""
    for word in range(PLACE_WORDS):
        count = min(max(board.places - word * WORD, 0), WORD)
        state.vacant[word] = (1 << int(count)) - 1


@kernel
def can_pay_station(board: BoardRecord, state: StateRecord, seat: int, most: int) -> bool:
    """Whether the seat has a station left and the cards for it (G1, G2). `most`: cards of its best colour."""
    return state.stations[seat] > 0 and most + state.hand[seat, WILD] >= station_cost(board, state, seat)


@kernel
def station_set(board: BoardRecord, state: StateRecord, seat: int, most: int, word: int) -> int:
    """The places where the seat can build a station, as one word of bits (G1, G2)."""
    return state.vacant[word] if can_pay_station(board, state, seat, most) else 0


@kernel
def station_refusal(board: BoardRecord, state: StateRecord, seat: int, place: int, most: int) -> int:
    """Why the seat cannot build a station at the place, or ALLOWED (G1, G2)."""
    if state.stations[seat] == 0:
        return NO_STATION
    if not (state.vacant[place // WORD] >> int(place % WORD)) & 1:
        return TAKEN
    return ALLOWED if can_pay_station(board, state, seat, most) else CARDS


@kernel
def build_station(state: StateRecord, place: int, scratch: ScratchRecord) -> None:
    """Put the station on the board."""
    seat = state.actor
    occupy_place(state, place, seat)
    state.stations[seat] -= 1
    emit(scratch, events.STATION, seat, place, 0, 0)


@kernel
def occupy_place(state: StateRecord, place: int, seat: int) -> None:
    """A city has room for one station (G1)."""
    state.station_at[place] = seat
    state.vacant[place // WORD] &= ~(1 << int(place % WORD))
