"""What may be done now, in words and as data, with the ways to pay."""

from ..rules import actions as codes
from ..rules.jit import kernel
from ..rules.numbers import MAX_LENGTH
from ..rules.phases import OPENING, TUNNEL
from ..rules.records import AnyPage, AnyState, BoardRecord, NamesRecord, PageRecord, StateRecord
from ..rules.station import station_cost
from ..rules.turn import legal_payments
from . import words
from .cards import two_kinds, two_kinds_text
from .members import item, key, named, open_list, open_text
from .page import COLOUR, PLACE, TICKET, TRACK
from .signs import CLOSE, CLOSE_LIST, OPEN, QUOTE, again, byte, comma, put


@kernel
def price_of(board: BoardRecord, state: StateRecord, seat: int, target: int) -> int:
    """How many cards a route or station costs."""
    if target >= codes.STATION:
        return int(station_cost(board, state, seat))
    return int(board.cost[target - codes.CLAIM])


@kernel
def open_choice(names: NamesRecord, text: int, argument: int, page: AnyPage) -> int:
    """The words of a choice, and of what it is about unless that is 0; as an item that is still open. Where on the page
    they begin."""
    comma(page)
    byte(page, OPEN)
    open_text(page, names, words.TEXT)
    begun = int(page.n)
    put(page, names, text)
    if argument != 0:
        put(page, names, words.SPACE)
        put(page, names, argument)
    byte(page, QUOTE)
    return begun


@kernel
def write_simple(names: NamesRecord, text: int, kind: int, page: AnyPage) -> None:
    """A choice about nothing in particular."""
    open_choice(names, text, 0, page)
    named(page, names, words.KIND, kind)
    byte(page, CLOSE)


@kernel
def write_take(names: NamesRecord, colour: int, page: AnyPage) -> None:
    """Take a face-up card."""
    open_choice(names, words.TAKE, COLOUR + colour, page)
    named(page, names, words.KIND, words.TAKE)
    named(page, names, words.COLOUR, COLOUR + colour)
    byte(page, CLOSE)


@kernel
def write_keep(names: NamesRecord, state: AnyState, seat: int, mask: int, page: AnyPage) -> None:
    """Keep tickets of the offer."""
    comma(page)
    byte(page, OPEN)
    open_text(page, names, words.TEXT)
    put(page, names, words.KEEP)
    for i in range(state.offer_n[seat]):
        if (mask >> i) & 1:
            put(page, names, words.SPACE)
            put(page, names, TICKET + int(state.offer[seat, i]))
    if mask == 0:
        put(page, names, words.SPACE)
        put(page, names, words.NOTHING)
    byte(page, QUOTE)
    named(page, names, words.KIND, words.KEEP)
    open_list(page, names, words.TICKETS)
    for i in range(state.offer_n[seat]):
        if (mask >> i) & 1:
            item(page, names, TICKET + int(state.offer[seat, i]))
    byte(page, CLOSE_LIST)
    byte(page, CLOSE)


@kernel
def open_with_cards(names: NamesRecord, kind: int, colour: int, plain: int, wilds: int, page: AnyPage) -> None:
    """A choice that names cards of a colour and wilds: its words, its kind and the cards, of an item still open."""
    comma(page)
    byte(page, OPEN)
    open_text(page, names, words.TEXT)
    put(page, names, kind)
    put(page, names, words.SPACE)
    two_kinds_text(names, colour, plain, wilds, words.SPACE, page)
    byte(page, QUOTE)
    named(page, names, words.KIND, kind)
    key(page, names, words.CARDS)
    two_kinds(names, colour, plain, wilds, page)


@kernel
def wilds_of(code: int) -> int:
    """How many wilds a payment takes."""
    return (code - codes.PAY) % (MAX_LENGTH + 1)


@kernel
def colour_of(code: int) -> int:
    """The colour of which a payment takes the rest."""
    return (code - codes.PAY) // (MAX_LENGTH + 1)


@kernel
def write_payment(names: NamesRecord, code: int, cost: int, page: PageRecord) -> None:
    """A way to pay a price that is due."""
    open_with_cards(names, words.PAY, colour_of(code), cost - wilds_of(code), wilds_of(code), page)
    byte(page, CLOSE)


@kernel
def write_way(names: NamesRecord, named_at: int, code: int, cost: int, page: PageRecord) -> None:
    """A way to pay for a route or station whose words begin at a place of the page; and the words that do both."""
    colour, wilds = colour_of(code), wilds_of(code)
    comma(page)
    put(page, names, words.WAY)
    paid_at = int(page.n)
    two_kinds_text(names, colour, cost - wilds, wilds, words.SPACE, page)
    put(page, names, words.WAY_CARDS)
    two_kinds(names, colour, cost - wilds, wilds, page)
    put(page, names, words.WAY_WHOLE)
    again(page, named_at)
    put(page, names, words.WITH)
    again(page, paid_at)
    put(page, names, words.WAY_END)


@kernel
def write_target(
    board: BoardRecord, names: NamesRecord, state: StateRecord, seat: int, code: int, page: PageRecord
) -> None:
    """A route or a station, with the ways to pay for it."""
    built = code >= codes.STATION
    kind = words.STATION if built else words.CLAIM
    target = PLACE + code - codes.STATION if built else TRACK + code - codes.CLAIM
    named_at = open_choice(names, kind, target, page)
    named(page, names, words.KIND, kind)
    named(page, names, words.PLACE if built else words.TRACK, target)
    cost = price_of(board, state, seat, code)
    open_list(page, names, words.PAYMENTS)
    for i in range(legal_payments(board, state, code, page.ways)):
        write_way(names, named_at, int(page.ways[i]), cost, page)
    byte(page, CLOSE_LIST)
    byte(page, CLOSE)


@kernel
def write_shared_choice(names: NamesRecord, state: AnyState, seat: int, code: int, page: AnyPage) -> None:
    """A choice that both families have."""
    if code >= codes.KEEP:
        write_keep(names, state, seat, code - codes.KEEP, page)
    elif code < codes.BLIND:
        write_take(names, code - codes.TAKE, page)
    elif code == codes.BLIND:
        write_simple(names, words.BLIND, words.BLIND, page)
    elif code == codes.DRAW_TICKETS:
        write_simple(names, words.TICKETS, words.TICKETS, page)
    elif code == codes.PASS:
        write_simple(names, words.PASS, words.PASS, page)
    elif code == codes.DECLINE:
        write_simple(names, words.DECLINE, words.DECLINE, page)
    elif code == codes.KEEP_CARD:
        write_simple(names, words.KEEP_CARD, words.KEEP_CARD_KIND, page)
    elif code == codes.ENOUGH:
        write_simple(names, words.ENOUGH, words.ENOUGH, page)


@kernel
def write_choice(
    board: BoardRecord,
    names: NamesRecord,
    state: StateRecord,
    seat: int,
    code: int,
    named_first: bool,
    page: PageRecord,
) -> None:
    """A legal action; routes and stations stand by their names, with the ways to pay."""
    if code >= codes.CLAIM:
        write_target(board, names, state, seat, code, page)
    elif code >= codes.PAY:
        due = state.owed if state.phase == TUNNEL else price_of(board, state, seat, int(state.target))
        write_payment(names, code, int(due), page)
    else:
        write_shared_choice(names, state, seat, code, page)


@kernel
def keeps_at_least(board: BoardRecord, state: StateRecord) -> int:
    """How many tickets of an offer must be kept (S6, K2)."""
    return int(board.open_keep) if state.phase == OPENING else 1
