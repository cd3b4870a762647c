"""What a step of a board game did, for each reader what it may know."""

from ..rules import events
from ..rules.jit import kernel
from ..rules.records import BoardRecord, NamesRecord, PageRecord, StateRecord
from . import words
from .cards import counted, two_kinds, two_kinds_text
from .happened import say_card, say_shared, write_shared
from .members import key, member, named, truth
from .page import CITY, COLOUR, PLACE, TRACK
from .signs import number, put


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
def write_data(board: BoardRecord, names: NamesRecord, kind: int, a: int, b: int, c: int, page: PageRecord) -> None:
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
        member(page, names, words.SCORE, c)
    elif kind == events.STATION:
        named(page, names, words.PLACE, PLACE + a)
    elif kind == events.GOODS:
        member(page, names, words.COUNT, a)
    elif kind == events.FLAG:
        member(page, names, words.POINTS, a)
        member(page, names, words.SCORE, b)
    else:
        write_shared(names, kind, a, b, c, page)


@kernel
def note(
    board: BoardRecord, state: StateRecord, kind: int, seat: int, ticket: int, wilds: int, page: PageRecord
) -> None:
    """No event depends on those before it in the step."""


@kernel
def fades(state: StateRecord, kind: int) -> bool:
    """A log keeps all that was told,"""
    return False


@kernel
def say_later(names: NamesRecord, kind: int, b: int, page: PageRecord) -> None:
    """so there is no other sentence."""
