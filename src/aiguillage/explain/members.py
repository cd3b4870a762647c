"""Items of lists and members of objects, as JSON."""

from ..rules.jit import kernel
from ..rules.records import AnyPage, NamesRecord
from . import words
from .signs import (
    CLOSE_LIST,
    COLON_LAST,
    COMMA_FIRST,
    OPEN,
    OPEN_LIST,
    QUOTE,
    QUOTES,
    byte,
    number,
    put,
    quoted,
    write,
)


@kernel
def item(page: AnyPage, names: NamesRecord, text: int) -> None:
    """A text as an item of a list."""
    write(page, names, text, COMMA_FIRST | QUOTES)


@kernel
def key(page: AnyPage, names: NamesRecord, text: int) -> None:
    """What a member of an object begins with."""
    write(page, names, text, COMMA_FIRST | QUOTES | COLON_LAST)


@kernel
def open_list(page: AnyPage, names: NamesRecord, text: int) -> None:
    """A member that is a list."""
    key(page, names, text)
    byte(page, OPEN_LIST)


@kernel
def open_object(page: AnyPage, names: NamesRecord, text: int) -> None:
    """A member that is an object."""
    key(page, names, text)
    byte(page, OPEN)


@kernel
def open_text(page: AnyPage, names: NamesRecord, text: int) -> None:
    """A member that is a text."""
    key(page, names, text)
    byte(page, QUOTE)


@kernel
def member(page: AnyPage, names: NamesRecord, text: int, value: int) -> None:
    """A member that is a number."""
    key(page, names, text)
    number(page, value)


@kernel
def optional(page: AnyPage, names: NamesRecord, text: int, value: int) -> None:
    """A member that is a number that is not negative, or null."""
    key(page, names, text)
    if value < 0:
        put(page, names, words.NULL)
    else:
        number(page, value)


@kernel
def named(page: AnyPage, names: NamesRecord, text: int, value: int) -> None:
    """A member that is a text that has a number."""
    key(page, names, text)
    quoted(page, names, value)


@kernel
def truth(page: AnyPage, names: NamesRecord, text: int, value: bool) -> None:
    """A member that is true or false."""
    key(page, names, text)
    put(page, names, words.TRUE if value else words.FALSE)


@kernel
def nothing(page: AnyPage, names: NamesRecord, text: int) -> None:
    """A member that is null."""
    key(page, names, text)
    put(page, names, words.NULL)


@kernel
def write_empty(page: AnyPage, names: NamesRecord, text: int) -> None:
    """A member that is a list without items."""
    open_list(page, names, text)
    byte(page, CLOSE_LIST)
