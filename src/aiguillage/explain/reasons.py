"""Why the rest of the board cannot be chosen at the start of a turn: rule, reason, figures."""

from ..rules.actions import STATION
from ..rules.claim import (
    ALLOWED,
    CLOSED_TWIN,
    NO_STATION,
    OWN_TWIN,
    PIECES,
    TAKEN,
    WILDS,
    claim_refusal,
    most_of_a_colour,
)
from ..rules.draw import market_kinds, may_draw
from ..rules.jit import kernel
from ..rules.numbers import GREY, KINDS, WILD
from ..rules.phases import OVER, SECOND_CARD
from ..rules.records import AnyPage, AnyState, BoardRecord, NamesRecord, PageRecord, StateRecord
from ..rules.station import station_refusal
from . import words
from .choices import price_of
from .members import key, member, named
from .page import COLOUR, PLACE, TRACK
from .signs import CLOSE, COLON, OPEN, QUOTE, byte, comma, put


@kernel
def open_reason(names: NamesRecord, rule: int, code: int, page: AnyPage) -> None:
    """The rule and the reason, of an object that is still open."""
    byte(page, OPEN)
    named(page, names, words.RULE, rule)
    named(page, names, words.CODE, code)


@kernel
def write_reason(names: NamesRecord, what: int, rule: int, code: int, page: AnyPage) -> None:
    """A refusal without figures."""
    key(page, names, what)
    open_reason(names, rule, code, page)
    byte(page, CLOSE)


@kernel
def open_reason_at(names: NamesRecord, prefix: int, what: int, page: AnyPage) -> None:
    """The key of a refusal in two parts."""
    comma(page)
    byte(page, QUOTE)
    put(page, names, prefix)
    put(page, names, what)
    byte(page, QUOTE)
    byte(page, COLON)


@kernel
def write_cards(
    names: NamesRecord,
    state: StateRecord,
    seat: int,
    rule: int,
    need: int,
    colour: int,
    have: int,
    page: PageRecord,
) -> None:
    """Too few cards of a colour."""
    open_reason(names, rule, words.CARDS, page)
    member(page, names, words.NEED, need)
    named(page, names, words.COLOUR, COLOUR + colour)
    member(page, names, words.HAVE, have)
    member(page, names, words.WILD, int(state.hand[seat, WILD]))


@kernel
def write_track_reason(
    board: BoardRecord,
    names: NamesRecord,
    state: StateRecord,
    seat: int,
    track: int,
    reason: int,
    most: int,
    page: PageRecord,
) -> None:
    """Why a track cannot be claimed."""
    key(page, names, TRACK + track)
    if reason == TAKEN:
        open_reason(names, words.R4, words.TAKEN, page)
        member(page, names, words.OWNER, int(state.owner[track]))
    elif reason == OWN_TWIN:
        open_reason(names, words.R8, words.OWN_TWIN, page)
    elif reason == CLOSED_TWIN:
        open_reason(names, words.R9, words.CLOSED, page)
        member(page, names, words.SEATS, int(state.seats))
    elif reason == PIECES:
        open_reason(names, words.R3, words.PIECES, page)
        member(page, names, words.NEED, int(board.spaces[track]))
        member(page, names, words.HAVE, int(state.pieces[seat, board.piece[track]]))
    elif reason == WILDS:
        open_reason(names, words.F1, words.WILDS, page)
        member(page, names, words.NEED, int(board.ferry[track]))
        member(page, names, words.HAVE, int(state.hand[seat, WILD]))
    else:
        colour = int(board.colour[track])
        grey = colour == GREY
        have = most if grey else int(state.hand[seat, colour])
        rule = words.R2 if grey else words.R1
        write_cards(names, state, seat, rule, int(board.cost[track]), colour, have, page)
    byte(page, CLOSE)


@kernel
def write_place_reason(
    board: BoardRecord,
    names: NamesRecord,
    state: StateRecord,
    seat: int,
    place: int,
    reason: int,
    most: int,
    page: PageRecord,
) -> None:
    """Why a station cannot be built at a place."""
    open_reason_at(names, words.AT_STATION, PLACE + place, page)
    if reason == NO_STATION:
        open_reason(names, words.G1, words.NO_STATION, page)
    elif reason == TAKEN:
        open_reason(names, words.G1, words.TAKEN, page)
        member(page, names, words.OWNER, int(state.station_at[place]))
    else:
        need = price_of(board, state, seat, STATION + place)
        write_cards(names, state, seat, words.G2, need, GREY, most, page)
    byte(page, CLOSE)


@kernel
def write_reasons(board: BoardRecord, names: NamesRecord, state: StateRecord, seat: int, page: PageRecord) -> None:
    """All of them, as an object."""
    byte(page, OPEN)
    most = int(most_of_a_colour(state, seat))
    for track in range(board.tracks):
        reason = claim_refusal(board, state, seat, track, most)
        if reason != ALLOWED:
            write_track_reason(board, names, state, seat, track, reason, most, page)
    if board.stations:
        for place in range(board.places):
            reason = station_refusal(board, state, seat, place, most)
            if reason != ALLOWED:
                write_place_reason(board, names, state, seat, place, reason, most, page)
    if state.queue_n == 0:
        write_reason(names, words.TICKETS, words.K3, words.NO_TICKETS, page)
    if state.deck_n == 0:
        write_reason(names, words.BLIND, words.D9, words.NO_CARDS, page)
        if not may_draw(board, state):
            kinds = market_kinds(state)
            for kind in range(KINDS):
                if (kinds >> kind) & 1:
                    open_reason_at(names, words.AT_TAKE, COLOUR + kind, page)
                    open_reason(names, words.D9, words.NO_CARDS, page)
                    byte(page, CLOSE)
    byte(page, CLOSE)


@kernel
def write_waiting(names: NamesRecord, state: AnyState, acting: bool, page: AnyPage) -> None:
    """Why nothing but what is legal can be chosen now, as an object: others are to act, or this is not the start of a
    turn (T1); and of a face-up wild that it cannot be the second card (D4)."""
    byte(page, OPEN)
    if state.phase != OVER:
        write_reason(names, words.ANYTHING, words.T1, words.PHASE if acting else words.TURN, page)
    if acting and state.phase == SECOND_CARD and (market_kinds(state) >> WILD) & 1:
        open_reason_at(names, words.AT_TAKE, COLOUR + WILD, page)
        open_reason(names, words.D4, words.WILD_SECOND, page)
        byte(page, CLOSE)
    byte(page, CLOSE)
