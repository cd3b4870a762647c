"""What happened, in words and as data: what both families have in common."""

from ..rules import events
from ..rules.jit import kernel
from ..rules.records import AnyPage, AnyState, NamesRecord
from ..rules.tickets import count_bits
from . import words
from .cards import counted
from .members import item, member, named, open_list, open_object, open_text, optional
from .page import CITY, COLOUR, TICKET
from .signs import CLOSE, CLOSE_LIST, QUOTE, byte, number, put

EVERYTHING = -2  # instead of a reader: all that the log keeps, with what only the seat itself may know


@kernel
def name_event(names: NamesRecord, kind: int, who: int, page: AnyPage) -> None:
    """Kind and seat of an event, and the beginning of its sentence."""
    named(page, names, words.KIND, words.EVENTS + kind)
    optional(page, names, words.SEAT, who)
    open_text(page, names, words.TEXT)


@kernel
def is_private(kind: int) -> bool:
    """Whether the seat itself knows more of such an event than others."""
    return kind == events.BLIND or kind == events.CHOOSE or kind == events.KEEP


@kernel
def say_card(names: NamesRecord, before: int, kind: int, after: int, page: AnyPage) -> None:
    """A kind of cards between two pieces of a sentence."""
    put(page, names, before)
    put(page, names, COLOUR + kind)
    put(page, names, after)


@kernel
def say_kept(names: NamesRecord, kept: int, offered: int, page: AnyPage) -> None:
    """How many tickets of how many were kept."""
    put(page, names, words.KEEPS)
    number(page, kept)
    put(page, names, words.OF)
    counted(page, names, offered, words.TICKET)


@kernel
def say_ticket(names: NamesRecord, ticket: int, page: AnyPage) -> None:
    """`Brest – Marseille`."""
    put(page, names, CITY + int(names.ends[ticket, 0]))
    put(page, names, words.TO)
    put(page, names, CITY + int(names.ends[ticket, 1]))


@kernel
def say_shared(names: NamesRecord, kind: int, a: int, b: int, c: int, page: AnyPage) -> None:
    """The sentence that everybody may hear."""
    if kind == events.START:
        put(page, names, words.HAS_FIRST_TURN)
    elif kind == events.TAKE:
        say_card(names, words.TAKES, a, words.FROM_MARKET, page)
    elif kind == events.BLIND:
        put(page, names, words.DRAWS_A_CARD)
    elif kind == events.TURN_UP:
        put(page, names, COLOUR + a)
        put(page, names, words.IS_TURNED_UP)
    elif kind == events.FLUSH:
        put(page, names, words.IS_FLUSHED)
    elif kind == events.RESHUFFLE:
        put(page, names, words.IS_RESHUFFLED)
        counted(page, names, a, words.CARD)
    elif kind == events.DRAW_TICKETS:
        put(page, names, words.DRAWS)
        counted(page, names, a, words.TICKET)
    elif kind == events.CHOOSE:
        put(page, names, words.HAS_CHOSEN)
    elif kind == events.KEEP:
        say_kept(names, a, c, page)
    elif kind == events.KEPT:
        say_kept(names, a, b, page)
    elif kind == events.ENOUGH:
        put(page, names, words.TAKES_NO_SECOND)
    elif kind == events.PASS:
        put(page, names, words.PASSES)
    elif kind == events.LAST_ROUND:
        put(page, names, words.STARTS_LAST)
    else:
        put(page, names, words.IS_OVER)


@kernel
def say_private(names: NamesRecord, before: AnyState, kind: int, who: int, a: int, b: int, page: AnyPage) -> None:
    """The sentence that only the seat itself may hear. `before` is the game as the step found it."""
    if kind == events.BLIND:
        say_card(names, words.DRAWS, a, words.FROM_DECK, page)
        return
    left = count_bits(b)
    put(page, names, words.KEEPS if left > 0 else words.KEEPS_NONE)
    first = True
    for i in range(before.offer_n[who]):
        if (b >> i) & 1:
            left -= 1
            if not first:
                put(page, names, words.AND if left == 0 else words.AND_NEXT)
            say_ticket(names, int(before.offer[who, i]), page)
            first = False


@kernel
def write_shared(names: NamesRecord, kind: int, a: int, b: int, c: int, page: AnyPage) -> None:
    """The members that everybody may know."""
    if kind == events.TAKE or kind == events.TURN_UP:
        named(page, names, words.CARD, COLOUR + a)
        member(page, names, words.SLOT, b)
    elif kind == events.RESHUFFLE or kind == events.DRAW_TICKETS:
        member(page, names, words.COUNT, a)
    elif kind == events.KEEP or kind == events.KEPT:
        member(page, names, words.COUNT, a)
        member(page, names, words.OFFERED, c if kind == events.KEEP else b)


@kernel
def write_private(names: NamesRecord, before: AnyState, kind: int, who: int, a: int, b: int, page: AnyPage) -> None:
    """The members that only the seat itself may know."""
    if kind == events.BLIND:
        named(page, names, words.CARD, COLOUR + a)
        return
    open_list(page, names, words.KEPT)
    for i in range(before.offer_n[who]):
        if (b >> i) & 1:
            item(page, names, TICKET + int(before.offer[who, i]))
    byte(page, CLOSE_LIST)


@kernel
def write_secret(names: NamesRecord, before: AnyState, kind: int, who: int, a: int, b: int, page: AnyPage) -> None:
    """What only the seat itself may know, as members of an event that is kept."""
    open_object(page, names, words.SECRET)
    if is_private(kind):
        write_private(names, before, kind, who, a, b, page)
    byte(page, CLOSE)
    open_text(page, names, words.SECRET_TEXT)
    if is_private(kind):
        say_private(names, before, kind, who, a, b, page)
    byte(page, QUOTE)
