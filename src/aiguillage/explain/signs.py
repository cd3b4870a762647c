"""Writing JSON on a page: bytes, texts, numbers, and what keeps them apart."""

from ..rules.jit import kernel
from ..rules.records import AnyPage, NamesRecord
from .page import PAGE_SIZE

QUOTE, COMMA, MINUS, ZERO, COLON = 34, 44, 45, 48, 58
OPEN_LIST, CLOSE_LIST, OPEN, CLOSE = 91, 93, 123, 125
# signs around a text; the comma only where something stands before it
COMMA_FIRST, QUOTES, COLON_LAST = 1, 2, 4
MOST = 1_000_000_000  # numbers have at most so many digits


@kernel
def start(page: AnyPage) -> None:
    """A blank page."""
    page.n = 0
    page.full = 0


@kernel
def byte(page: AnyPage, value: int) -> None:
    """One sign."""
    n = page.n
    if n < PAGE_SIZE:
        page.bytes[n] = value
        page.n = n + 1
    else:
        page.full = 1


@kernel
def write(page: AnyPage, names: NamesRecord, text: int, signs: int) -> None:
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
def again(page: AnyPage, first: int) -> None:
    """What stands between a place of the page and the next quotation mark, once more."""
    n, to = int(page.n), page.bytes
    while to[first] != QUOTE and n < PAGE_SIZE:
        to[n] = to[first]
        first, n = first + 1, n + 1
    if n == PAGE_SIZE:
        page.full = 1
    page.n = n


@kernel
def put(page: AnyPage, names: NamesRecord, text: int) -> None:
    """A text by its number, as it is."""
    write(page, names, text, 0)


@kernel
def quoted(page: AnyPage, names: NamesRecord, text: int) -> None:
    """A text as a value."""
    write(page, names, text, QUOTES)


@kernel
def number(page: AnyPage, value: int) -> None:
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
def comma(page: AnyPage) -> None:
    """What stands between two items or members, unless the first one follows."""
    if page.n > 0:
        last = page.bytes[page.n - 1]
        if last != OPEN_LIST and last != OPEN:
            byte(page, COMMA)
