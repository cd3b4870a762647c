"""What may be done now in the Card Game, in words and as data, with the ways to carry out a placement."""

from ..rules.cardgame_place import is_beaten, legal_placements, trio_colours
from ..rules.cardgame_state import COLUMN, COMPLETE, MAX_WILDS, PLACE, THREE, TRIO
from ..rules.jit import kernel
from ..rules.numbers import COLOURS, NOTHING
from ..rules.phases import OPENING
from ..rules.records import CardBoardRecord, CardPageRecord, CardStateRecord, NamesRecord
from . import words
from .choices import open_choice, open_with_cards, write_shared_choice
from .members import item, member, named, open_list, open_object, open_text, write_empty
from .page import COLOUR, TICKET
from .signs import CLOSE, CLOSE_LIST, OPEN, QUOTE, byte, comma, number, put


@kernel
def write_three(names: NamesRecord, colours: int, page: CardPageRecord) -> None:
    """Place one card each of three colours."""
    comma(page)
    byte(page, OPEN)
    open_text(page, names, words.TEXT)
    put(page, names, words.PLACE)
    for colour in range(COLOURS):
        if (colours >> colour) & 1:
            put(page, names, words.SPACE)
            put(page, names, COLOUR + colour)
    byte(page, QUOTE)
    named(page, names, words.KIND, words.PLACE)
    open_object(page, names, words.CARDS)
    for colour in range(COLOURS):
        if (colours >> colour) & 1:
            member(page, names, COLOUR + colour, 1)
    byte(page, CLOSE)
    write_empty(page, names, words.BEATS)
    byte(page, CLOSE)


@kernel
def write_column(
    names: NamesRecord, state: CardStateRecord, colour: int, cards: int, wilds: int, page: CardPageRecord
) -> None:
    """Place cards of a colour, and wilds on top of them; `beats` are the seats that lose their column by it."""
    open_with_cards(names, words.PLACE, colour, cards, wilds, page)
    open_list(page, names, words.BEATS)
    for seat in range(state.seats):
        if is_beaten(state, seat, colour):
            comma(page)
            number(page, seat)
    byte(page, CLOSE_LIST)
    byte(page, CLOSE)


@kernel
def write_way(names: NamesRecord, state: CardStateRecord, target: int, code: int, page: CardPageRecord) -> None:
    """A way to carry out a placement."""
    if code >= TRIO:
        write_three(names, trio_colours(code), page)
    else:
        cards = (code - COLUMN) // (MAX_WILDS + 1) + 1
        write_column(names, state, target - PLACE, cards, (code - COLUMN) % (MAX_WILDS + 1), page)


@kernel
def write_ways(
    board: CardBoardRecord, names: NamesRecord, state: CardStateRecord, target: int, page: CardPageRecord
) -> None:
    """Every way to carry out a placement."""
    for i in range(legal_placements(board, state, target, page.ways)):
        write_way(names, state, target, int(page.ways[i]), page)


@kernel
def write_placement(
    board: CardBoardRecord, names: NamesRecord, state: CardStateRecord, target: int, page: CardPageRecord
) -> None:
    """A placement by its name, with the ways to carry it out."""
    if target == THREE:
        open_choice(names, words.PLACE, words.THREE, page)
        named(page, names, words.KIND, words.PLACE)
    else:
        open_choice(names, words.PLACE, COLOUR + target - PLACE, page)
        named(page, names, words.KIND, words.PLACE)
        named(page, names, words.COLOUR, COLOUR + target - PLACE)
    open_list(page, names, words.WAYS)
    write_ways(board, names, state, target, page)
    byte(page, CLOSE_LIST)
    byte(page, CLOSE)


@kernel
def write_completion(
    board: CardBoardRecord,
    names: NamesRecord,
    state: CardStateRecord,
    seat: int,
    ticket: int,
    page: CardPageRecord,
) -> None:
    """Complete a ticket, with the cards on track that it takes: colours before wilds."""
    open_choice(names, words.COMPLETE, TICKET + ticket, page)
    named(page, names, words.KIND, words.COMPLETE)
    open_list(page, names, words.TICKETS)
    item(page, names, TICKET + ticket)
    byte(page, CLOSE_LIST)
    open_object(page, names, words.CARDS)
    wilds = 0
    for i in range(COLOURS):
        colour = int(names.asks[ticket, i])
        if colour != NOTHING:
            need = int(board.need[ticket, colour])
            plain = min(need, int(state.track[seat, colour]))
            wilds += need - plain
            if plain > 0:
                member(page, names, COLOUR + colour, plain)
    if wilds > 0:
        member(page, names, words.WILD, wilds)
    byte(page, CLOSE)
    byte(page, CLOSE)


@kernel
def write_choice(
    board: CardBoardRecord,
    names: NamesRecord,
    state: CardStateRecord,
    seat: int,
    code: int,
    named_first: bool,
    page: CardPageRecord,
) -> None:
    """A legal action. Of a placement every way to carry it out, or with `named_first` its name with its ways."""
    if code >= COMPLETE:
        write_completion(board, names, state, seat, code - COMPLETE, page)
    elif code >= COLUMN:
        write_way(names, state, int(state.target), code, page)
    elif code >= PLACE and named_first:
        write_placement(board, names, state, code, page)
    elif code >= PLACE:
        write_ways(board, names, state, code, page)
    else:
        write_shared_choice(names, state, seat, code, page)


@kernel
def keeps_at_least(board: CardBoardRecord, state: CardStateRecord) -> int:
    """How many tickets of an offer must be kept (C3, C14)."""
    return int(board.open_keep) if state.phase == OPENING else 0
