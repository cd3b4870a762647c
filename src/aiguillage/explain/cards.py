"""Cards and what is counted, in words and as JSON."""

from ..rules.jit import kernel
from ..rules.numbers import NOTHING, WILD
from ..rules.records import AnyBoard, AnyPage, Array, NamesRecord
from . import words
from .members import member
from .page import COLOUR
from .signs import CLOSE, OPEN, byte, comma, number, put, quoted


@kernel
def counted(page: AnyPage, names: NamesRecord, count: int, noun: int) -> None:
    """`1 point`, `2 points`."""
    number(page, count)
    put(page, names, words.SPACE)
    put(page, names, noun)
    if count != 1:
        put(page, names, words.PLURAL)


@kernel
def counts(board: AnyBoard, names: NamesRecord, cards: Array, page: AnyPage) -> None:
    """Cards by colour, without those that are not there, as an object."""
    byte(page, OPEN)
    for colour in range(board.colours):
        if cards[colour] != 0:
            member(page, names, COLOUR + colour, int(cards[colour]))
    if cards[WILD] != 0:
        member(page, names, COLOUR + WILD, int(cards[WILD]))
    byte(page, CLOSE)


@kernel
def two_kinds(names: NamesRecord, colour: int, plain: int, wilds: int, page: AnyPage) -> None:
    """Cards of a colour and wilds, as an object."""
    byte(page, OPEN)
    if plain > 0:
        member(page, names, COLOUR + colour, plain)
    if wilds != 0:
        member(page, names, COLOUR + WILD, wilds)
    byte(page, CLOSE)


@kernel
def two_kinds_text(names: NamesRecord, colour: int, plain: int, wilds: int, between: int, page: AnyPage) -> None:
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
def card_or_null(names: NamesRecord, kind: int, page: AnyPage) -> None:
    """A kind of cards as an item of a list."""
    comma(page)
    if kind == NOTHING:
        put(page, names, words.NULL)
    else:
        quoted(page, names, COLOUR + kind)
