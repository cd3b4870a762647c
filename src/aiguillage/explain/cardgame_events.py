"""What a step of the Card Game did, for each reader what it may know, and what stays of it in a log (C6)."""

from ..rules import events
from ..rules.jit import kernel
from ..rules.numbers import COLOURS, KINDS, WILD
from ..rules.records import CardBoardRecord, CardPageRecord, CardStateRecord, NamesRecord
from . import words
from .cards import counted, counts, two_kinds, two_kinds_text
from .happened import say_card, say_shared, say_ticket, write_shared
from .members import key, member, named
from .page import CITY, COLOUR, PLACE, TICKET
from .signs import number, put


@kernel
def note(
    board: CardBoardRecord,
    state: CardStateRecord,
    kind: int,
    seat: int,
    ticket: int,
    wilds: int,
    page: CardPageRecord,
) -> None:
    """The cards that a ticket was completed with, which it takes from the pile in `state`: a step completes many."""
    if kind != events.DONE:
        return
    for colour in range(COLOURS):
        plain = min(int(board.need[ticket, colour]), int(state.track[seat, colour]))
        state.track[seat, colour] -= plain
        page.used[colour] = plain
    state.track[seat, WILD] -= wilds
    page.used[WILD] = wilds


@kernel
def say_used(names: NamesRecord, page: CardPageRecord) -> None:
    """`1 red, 2 blue and 1 wild`."""
    left = 0
    for kind in range(KINDS):
        left += 1 if page.used[kind] != 0 else 0
    first = True
    for kind in range(KINDS):
        if page.used[kind] != 0:
            left -= 1
            if not first:
                put(page, names, words.AND if left == 0 else words.AND_NEXT)
            number(page, int(page.used[kind]))
            put(page, names, words.SPACE)
            put(page, names, COLOUR + kind)
            first = False


@kernel
def say(board: CardBoardRecord, names: NamesRecord, kind: int, a: int, b: int, c: int, page: CardPageRecord) -> None:
    """The sentence that everybody may hear."""
    if kind == events.ON_TRACK:
        say_card(names, words.MOVES, a, words.GOES_ON_TRACK, page)
    elif kind == events.PLACE:
        put(page, names, words.PLACES)
        two_kinds_text(names, a, b - c, c, words.AND, page)
        put(page, names, words.IN_YARD)
    elif kind == events.ROBBED:
        put(page, names, words.LOSES)
        counted(page, names, b, words.CARD)
        say_card(names, words.FROM_THE, a, words.COLUMN, page)
    elif kind == events.ROUND:
        put(page, names, words.ROUND_OF)
        number(page, a)
        put(page, names, words.BEGINS)
    elif kind == events.COMPLETE:
        put(page, names, words.COMPLETES)
        counted(page, names, a, words.TICKET)
        put(page, names, words.FOR)
        counted(page, names, b, words.POINT)
    elif kind == events.DONE:
        put(page, names, words.COMPLETES)
        say_ticket(names, a, page)
        put(page, names, words.FOR)
        counted(page, names, b, words.POINT)
        put(page, names, words.WITH)
        say_used(names, page)
    elif kind == events.BONUS:
        put(page, names, words.HAS_BONUS)
        put(page, names, CITY + int(names.bonus_at[a]))
        put(page, names, words.FOR)
        counted(page, names, b, words.POINT)
    else:
        say_shared(names, kind, a, b, c, page)


@kernel
def say_later(names: NamesRecord, kind: int, b: int, page: CardPageRecord) -> None:
    """The sentence about cards on their way on track that a log keeps."""
    if kind == events.ON_TRACK:
        put(page, names, words.MOVES)
        put(page, names, words.A_CARD)
        put(page, names, words.GOES_ON_TRACK)
    elif kind == events.PLACE:
        put(page, names, words.PLACES)
        counted(page, names, b, words.CARD)
        put(page, names, words.IN_YARD)
    else:
        put(page, names, words.LOSES)
        counted(page, names, b, words.CARD)
        put(page, names, words.FROM_A_COLUMN)


@kernel
def write_data(
    board: CardBoardRecord, names: NamesRecord, kind: int, a: int, b: int, c: int, page: CardPageRecord
) -> None:
    """The members that everybody may know."""
    if kind == events.ON_TRACK:
        named(page, names, words.CARD, COLOUR + a)
        member(page, names, words.COUNT, b)
    elif kind == events.PLACE:
        named(page, names, words.COLOUR, COLOUR + a)
        key(page, names, words.CARDS)
        two_kinds(names, a, b - c, c, page)
    elif kind == events.ROBBED:
        named(page, names, words.COLOUR, COLOUR + a)
        member(page, names, words.COUNT, b)
    elif kind == events.ROUND:
        member(page, names, words.ROUND, a)
    elif kind == events.COMPLETE:
        member(page, names, words.COUNT, a)
        member(page, names, words.POINTS, b)
    elif kind == events.DONE:
        named(page, names, words.TICKET, TICKET + a)
        member(page, names, words.POINTS, b)
        key(page, names, words.CARDS)
        counts(board, names, page.used, page)
    elif kind == events.BONUS:
        named(page, names, words.PLACE, PLACE + int(names.bonus_at[a]))
        member(page, names, words.POINTS, b)
    else:
        write_shared(names, kind, a, b, c, page)


@kernel
def fades(state: CardStateRecord, kind: int) -> bool:
    """Without the option to look, remembering what went on track is part of the game (C6)."""
    return not state.look and (kind == events.ON_TRACK or kind == events.PLACE or kind == events.ROBBED)
