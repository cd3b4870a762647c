"""Writing JSON on a page: bytes, words, numbers, and what keeps them apart."""

from typing import Any

from ..rules.jit import kernel
from ..rules.state import NOTHING, WILD
from . import words
from .page import COLOUR, PAGE_SIZE

QUOTE, COMMA, MINUS, ZERO, COLON = 34, 44, 45, 48, 58
OPEN_LIST, CLOSE_LIST, OPEN, CLOSE = 91, 93, 123, 125
COMMA_FIRST, QUOTES, COLON_LAST = (
    1,
    2,
    4,
)  # signs around a text; the comma only where something stands before it
MOST = 1_000_000_000  # numbers have at most so many digits


@kernel
def start(page: Any) -> None:
    """A blank page."""
    page.n = 0
    page.full = 0


@kernel
def byte(page: Any, value: int) -> None:
    """One sign."""
    n = page.n
    if n < PAGE_SIZE:
        page.bytes[n] = value
        page.n = n + 1
    else:
        page.full = 1


@kernel
def write(page: Any, names: Any, text: int, signs: int) -> None:
    """A text by its number, with the signs around it that it needs: see COMMA_FIRST, QUOTES, COLON_LAST."""
    first, n, to, of = int(names.first[text]), int(page.n), page.bytes, names.pool
    count = int(names.first[text + 1]) - first
    if n + count + 4 > PAGE_SIZE:
        page.full = 1
        return
    if signs & COMMA_FIRST and n > 0 and to[n - 1] != OPEN_LIST and to[n - 1] != OPEN:
        to[n] = COMMA
        n += 1
    if signs & QUOTES:
        to[n] = QUOTE
        n += 1
    for i in range(count):
        to[n + i] = of[first + i]
    n += count
    if signs & QUOTES:
        to[n] = QUOTE
        n += 1
    if signs & COLON_LAST:
        to[n] = COLON
        n += 1
    page.n = n


@kernel
def put(page: Any, names: Any, text: int) -> None:
    """A text by its number, as it is."""
    write(page, names, text, 0)


@kernel
def quoted(page: Any, names: Any, text: int) -> None:
    """A text as a value."""
    write(page, names, text, QUOTES)


@kernel
def item(page: Any, names: Any, text: int) -> None:
    """A text as an item of a list."""
    write(page, names, text, COMMA_FIRST | QUOTES)


@kernel
def key(page: Any, names: Any, text: int) -> None:
    """What a member of an object begins with."""
    write(page, names, text, COMMA_FIRST | QUOTES | COLON_LAST)


@kernel
def number(page: Any, value: int) -> None:
    """A whole number."""
    if value < 0:
        byte(page, MINUS)
        value = -value
    unit = 1
    while unit < MOST and value >= 10 * unit:
        unit *= 10
    while unit > 0:
        byte(page, ZERO + value // unit % 10)
        unit //= 10


@kernel
def comma(page: Any) -> None:
    """What stands between two items or members, unless the first one follows."""
    if page.n > 0:
        last = page.bytes[page.n - 1]
        if last != OPEN_LIST and last != OPEN:
            byte(page, COMMA)


@kernel
def open_list(page: Any, names: Any, text: int) -> None:
    """A member that is a list."""
    key(page, names, text)
    byte(page, OPEN_LIST)


@kernel
def open_object(page: Any, names: Any, text: int) -> None:
    """A member that is an object."""
    key(page, names, text)
    byte(page, OPEN)


@kernel
def open_text(page: Any, names: Any, text: int) -> None:
    """A member that is a text."""
    key(page, names, text)
    byte(page, QUOTE)


@kernel
def member(page: Any, names: Any, text: int, value: int) -> None:
    """A member that is a number."""
    key(page, names, text)
    number(page, value)


@kernel
def optional(page: Any, names: Any, text: int, value: int) -> None:
    """A member that is a number that is not negative, or null."""
    key(page, names, text)
    if value < 0:
        put(page, names, words.NULL)
    else:
        number(page, value)


@kernel
def named(page: Any, names: Any, text: int, value: int) -> None:
    """A member that is a text that has a number."""
    key(page, names, text)
    quoted(page, names, value)


@kernel
def truth(page: Any, names: Any, text: int, value: bool) -> None:
    """A member that is true or false."""
    key(page, names, text)
    put(page, names, words.TRUE if value else words.FALSE)


@kernel
def nothing(page: Any, names: Any, text: int) -> None:
    """A member that is null."""
    key(page, names, text)
    put(page, names, words.NULL)


@kernel
def counted(page: Any, names: Any, count: int, noun: int) -> None:
    """`1 point`, `2 points`."""
    number(page, count)
    put(page, names, words.SPACE)
    put(page, names, noun)
    if count != 1:
        put(page, names, words.PLURAL)


@kernel
def counts(board: Any, names: Any, cards: Any, page: Any) -> None:
    """Cards by colour, without those that are not there, as an object."""
    byte(page, OPEN)
    for colour in range(board.colours):
        if cards[colour] != 0:
            member(page, names, COLOUR + colour, int(cards[colour]))
    if cards[WILD] != 0:
        member(page, names, COLOUR + WILD, int(cards[WILD]))
    byte(page, CLOSE)


@kernel
def two_kinds(names: Any, colour: int, plain: int, wilds: int, page: Any) -> None:
    """Cards of a colour and wilds, as an object."""
    byte(page, OPEN)
    if plain > 0:
        member(page, names, COLOUR + colour, plain)
    if wilds != 0:
        member(page, names, COLOUR + WILD, wilds)
    byte(page, CLOSE)


@kernel
def two_kinds_text(names: Any, colour: int, plain: int, wilds: int, between: int, page: Any) -> None:
    """`2 red 1 wild`, or with another word between them."""
    if plain > 0:
        number(page, plain)
        put(page, names, words.SPACE)
        put(page, names, COLOUR + colour)
    if plain > 0 and wilds != 0:
        put(page, names, between)
    if wilds != 0:
        number(page, wilds)
        put(page, names, words.SPACE)
        put(page, names, COLOUR + WILD)


@kernel
def card_or_null(names: Any, kind: int, page: Any) -> None:
    """A kind of cards as an item of a list."""
    comma(page)
    if kind == NOTHING:
        put(page, names, words.NULL)
    else:
        quoted(page, names, COLOUR + kind)
