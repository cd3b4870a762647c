"""What a step of the Card Game did, for each reader what it may know, and what stays of it in a log (C6)."""

from typing import Any

from ..rules import events
from ..rules.jit import kernel
from ..rules.records import CardBoardRecord, CardPageRecord, CardScratchRecord, CardStateRecord, NamesRecord
from ..rules.state import COLOURS, KINDS, WILD
from . import words
from .happened import (
    EVERYTHING,
    is_private,
    open_event,
    say_card,
    say_private,
    say_shared,
    say_ticket,
    write_private,
    write_secret,
    write_shared,
)
from .page import CITY, COLOUR, PLACE, TICKET
from .write import (
    CLOSE,
    CLOSE_LIST,
    OPEN_LIST,
    QUOTE,
    byte,
    counted,
    counts,
    key,
    member,
    named,
    nothing,
    number,
    open_object,
    open_text,
    optional,
    put,
    start,
    two_kinds,
    two_kinds_text,
)


@kernel
def note_used(
    board: CardBoardRecord, state: CardStateRecord, seat: int, ticket: int, wilds: int, page: CardPageRecord
) -> None:
    """The cards that a ticket was completed with, which it takes from the pile in `state`: a step completes many."""
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
def say(names: NamesRecord, kind: int, a: int, b: int, c: int, page: CardPageRecord) -> None:
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
def write_rest(
    names: NamesRecord,
    state: CardStateRecord,
    kind: int,
    who: int,
    a: int,
    b: int,
    fades: bool,
    page: CardPageRecord,
) -> None:
    """What only the seat itself may know, and what stays in a log, as members of an event that is kept."""
    write_secret(names, state, kind, who, a, b, page)
    if fades:
        open_object(page, names, words.LATER)
        member(page, names, words.COUNT, b)
        byte(page, CLOSE)
    else:
        nothing(page, names, words.LATER)
    open_text(page, names, words.LATER_TEXT)
    if fades:
        say_later(names, kind, b, page)
    byte(page, QUOTE)


@kernel
def write_later(names: NamesRecord, kind: int, who: int, b: int, page: CardPageRecord) -> None:
    """What stays of an event in a log, for a reader who is told it now."""
    open_object(page, names, words.LATER)
    named(page, names, words.KIND, words.EVENTS + kind)
    optional(page, names, words.SEAT, who)
    open_text(page, names, words.TEXT)
    say_later(names, kind, b, page)
    byte(page, QUOTE)
    member(page, names, words.COUNT, b)
    byte(page, CLOSE)


@kernel
def write_event(
    board: CardBoardRecord,
    names: NamesRecord,
    state: CardStateRecord,
    row: Any,
    seat: int,
    page: CardPageRecord,
) -> None:
    """One event for a reader."""
    kind, who, a, b, c = int(row[0]), int(row[1]), int(row[2]), int(row[3]), int(row[4])
    if kind == events.DONE:
        note_used(board, state, who, a, c, page)
    own = is_private(kind) and seat == who
    # Without the option to look, remembering what went on track is part of the game.
    fades = not state.look and (kind == events.ON_TRACK or kind == events.PLACE or kind == events.ROBBED)
    open_event(names, kind, who, page)
    if own:
        say_private(names, state, kind, who, a, b, page)
    else:
        say(names, kind, a, b, c, page)
    byte(page, QUOTE)
    if seat == EVERYTHING:
        open_object(page, names, words.DATA)
        write_data(board, names, kind, a, b, c, page)
        byte(page, CLOSE)
        write_rest(names, state, kind, who, a, b, fades, page)
    else:
        write_data(board, names, kind, a, b, c, page)
        if own:
            write_private(names, state, kind, who, a, b, page)
        if fades:
            write_later(names, kind, who, b, page)
    byte(page, CLOSE)


@kernel
def write_events(
    board: CardBoardRecord,
    names: NamesRecord,
    before: CardStateRecord,
    scratch: CardScratchRecord,
    seat: int,
    page: CardPageRecord,
) -> None:
    """What the last step did, as a list. `before` is the game as the step found it; `seat` -1 is a spectator, -2
    everything that is to be kept."""
    start(page)
    page.seen[0] = before
    byte(page, OPEN_LIST)
    for i in range(scratch.events_n):
        write_event(board, names, page.seen[0], scratch.events[i], seat, page)
    byte(page, CLOSE_LIST)
