"""What a step of a board game did, for each reader what it may know."""

from typing import Any

from ..rules import events
from ..rules.jit import kernel
from ..rules.records import BoardRecord, NamesRecord, PageRecord, ScratchRecord, StateRecord
from . import words
from .happened import (
    EVERYTHING,
    is_private,
    open_event,
    say_card,
    say_private,
    say_shared,
    write_private,
    write_secret,
    write_shared,
)
from .page import CITY, COLOUR, PLACE, TRACK
from .write import (
    CLOSE,
    CLOSE_LIST,
    OPEN_LIST,
    QUOTE,
    byte,
    counted,
    key,
    member,
    named,
    nothing,
    number,
    open_object,
    open_text,
    put,
    start,
    truth,
    two_kinds,
    two_kinds_text,
)


@kernel
def say_route(board: BoardRecord, names: NamesRecord, track: int, page: PageRecord) -> None:
    """`Paris – Zürich`."""
    put(page, names, CITY + int(board.end_a[track]))
    put(page, names, words.TO)
    put(page, names, CITY + int(board.end_b[track]))


@kernel
def say(board: BoardRecord, names: NamesRecord, kind: int, a: int, b: int, c: int, page: PageRecord) -> None:
    """The sentence that everybody may hear."""
    if kind == events.LAY:
        put(page, names, words.LAYS_DOWN)
        two_kinds_text(names, a, b - c, c, words.AND, page)
    elif kind == events.REVEAL:
        say_card(names, words.TURNS_UP, a, words.IN_TUNNEL, page)
    elif kind == events.OWE:
        put(page, names, words.OWES if a > 0 else words.OWES_NOTHING)
        if a > 0:
            counted(page, names, a, words.CARD)
            put(page, names, words.MORE)
    elif kind == events.GIVE_UP:
        put(page, names, words.GIVES_UP)
        say_route(board, names, a, page)
        put(page, names, words.AND_TAKES_BACK)
    elif kind == events.CLAIM:
        put(page, names, words.CLAIMS_IT)
        say_route(board, names, a, page)
        put(page, names, words.FOR)
        counted(page, names, b, words.POINT)
    elif kind == events.STATION:
        put(page, names, words.BUILDS)
        put(page, names, CITY + a)
    elif kind == events.GOODS:
        put(page, names, words.TAKES_GOODS)
        number(page, a)
    elif kind == events.KEEP_CARD:
        say_card(names, words.KEEPS, a, words.FOR_A_FLAG, page)
    elif kind == events.FLAG:
        put(page, names, words.COMPLETES_FLAG)
        counted(page, names, a, words.POINT)
    else:
        say_shared(names, kind, a, b, c, page)


@kernel
def write_data(names: NamesRecord, kind: int, a: int, b: int, c: int, page: PageRecord) -> None:
    """The members that everybody may know."""
    if kind == events.LAY:
        key(page, names, words.CARDS)
        two_kinds(names, a, b - c, c, page)
    elif kind == events.REVEAL:
        named(page, names, words.CARD, COLOUR + a)
        truth(page, names, words.HIT, b > 0)
    elif kind == events.KEEP_CARD:
        named(page, names, words.CARD, COLOUR + a)
    elif kind == events.OWE:
        member(page, names, words.OWED, a)
    elif kind == events.GIVE_UP:
        named(page, names, words.TRACK, TRACK + a)
    elif kind == events.CLAIM:
        named(page, names, words.TRACK, TRACK + a)
        member(page, names, words.POINTS, b)
    elif kind == events.STATION:
        named(page, names, words.PLACE, PLACE + a)
    elif kind == events.GOODS:
        member(page, names, words.COUNT, a)
    elif kind == events.FLAG:
        member(page, names, words.POINTS, a)
    else:
        write_shared(names, kind, a, b, c, page)


@kernel
def write_event(
    board: BoardRecord, names: NamesRecord, before: StateRecord, row: Any, seat: int, page: PageRecord
) -> None:
    """One event for a reader."""
    kind, who, a, b, c = int(row[0]), int(row[1]), int(row[2]), int(row[3]), int(row[4])
    own = is_private(kind) and seat == who
    open_event(names, kind, who, page)
    if own:
        say_private(names, before, kind, who, a, b, page)
    else:
        say(board, names, kind, a, b, c, page)
    byte(page, QUOTE)
    if seat == EVERYTHING:
        open_object(page, names, words.DATA)
        write_data(names, kind, a, b, c, page)
        byte(page, CLOSE)
        write_secret(names, before, kind, who, a, b, page)
        nothing(page, names, words.LATER)
        open_text(page, names, words.LATER_TEXT)
        byte(page, QUOTE)
    else:
        write_data(names, kind, a, b, c, page)
        if own:
            write_private(names, before, kind, who, a, b, page)
    byte(page, CLOSE)


@kernel
def write_events(
    board: BoardRecord,
    names: NamesRecord,
    before: StateRecord,
    scratch: ScratchRecord,
    seat: int,
    page: PageRecord,
) -> None:
    """What the last step did, as a list. `before` is the game as the step found it; `seat` -1 is a spectator, -2
    everything that is to be kept."""
    start(page)
    byte(page, OPEN_LIST)
    for i in range(scratch.events_n):
        write_event(board, names, before, scratch.events[i], seat, page)
    byte(page, CLOSE_LIST)
