"""What may be done now, in words and as data, with the ways to pay."""

from typing import Any

from ..rules.jit import kernel
from ..rules.state import (
    BLIND,
    CLAIM,
    DECLINE,
    DRAW_TICKETS,
    ENOUGH,
    KEEP,
    KEEP_CARD,
    MAX_LENGTH,
    PASS,
    PAY,
    STATION,
    TAKE,
    TUNNEL,
)
from ..rules.station import station_cost
from ..rules.turn import legal, legal_payments
from . import words
from .page import COLOUR, PLACE, TICKET, TRACK
from .parts import may_act
from .write import (
    CLOSE,
    CLOSE_LIST,
    OPEN,
    OPEN_LIST,
    QUOTE,
    byte,
    comma,
    item,
    key,
    named,
    open_list,
    open_text,
    put,
    start,
    two_kinds,
    two_kinds_text,
)


@kernel
def price_of(board: Any, state: Any, seat: int, target: int) -> int:
    """How many cards a route or station costs."""
    if target >= STATION:
        return int(station_cost(board, state, seat))
    return int(board.cost[target - CLAIM])


@kernel
def open_choice(names: Any, text: int, argument: int, page: Any) -> None:
    """The words of a choice, and of what it is about unless that is 0; as an item that is still open."""
    comma(page)
    byte(page, OPEN)
    open_text(page, names, words.TEXT)
    put(page, names, text)
    if argument != 0:
        put(page, names, words.SPACE)
        put(page, names, argument)
    byte(page, QUOTE)


@kernel
def write_simple(names: Any, text: int, kind: int, page: Any) -> None:
    """A choice about nothing in particular."""
    open_choice(names, text, 0, page)
    named(page, names, words.KIND, kind)
    byte(page, CLOSE)


@kernel
def write_take(names: Any, colour: int, page: Any) -> None:
    """Take a face-up card."""
    open_choice(names, words.TAKE, COLOUR + colour, page)
    named(page, names, words.KIND, words.TAKE)
    named(page, names, words.COLOUR, COLOUR + colour)
    byte(page, CLOSE)


@kernel
def write_keep(names: Any, state: Any, seat: int, mask: int, page: Any) -> None:
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
def write_payment(names: Any, code: int, cost: int, page: Any) -> None:
    """A way to pay a price."""
    colour = (code - PAY) // (MAX_LENGTH + 1)
    wilds = (code - PAY) % (MAX_LENGTH + 1)
    comma(page)
    byte(page, OPEN)
    open_text(page, names, words.TEXT)
    put(page, names, words.PAY)
    put(page, names, words.SPACE)
    two_kinds_text(names, colour, cost - wilds, wilds, words.SPACE, page)
    byte(page, QUOTE)
    named(page, names, words.KIND, words.PAY)
    key(page, names, words.CARDS)
    two_kinds(names, colour, cost - wilds, wilds, page)
    byte(page, CLOSE)


@kernel
def write_target(board: Any, names: Any, state: Any, seat: int, code: int, page: Any) -> None:
    """A route or a station, with the ways to pay for it."""
    if code >= STATION:
        kind, place = words.STATION, PLACE + code - STATION
        open_choice(names, kind, place, page)
        named(page, names, words.KIND, kind)
        named(page, names, words.PLACE, place)
    else:
        kind, track = words.CLAIM, TRACK + code - CLAIM
        open_choice(names, kind, track, page)
        named(page, names, words.KIND, kind)
        named(page, names, words.TRACK, track)
    cost = price_of(board, state, seat, code)
    open_list(page, names, words.PAYMENTS)
    for i in range(legal_payments(board, state, code, page.ways)):
        write_payment(names, int(page.ways[i]), cost, page)
    byte(page, CLOSE_LIST)
    byte(page, CLOSE)


@kernel
def write_shared_choice(names: Any, state: Any, seat: int, code: int, page: Any) -> None:
    """A choice that both families have."""
    if code >= KEEP:
        write_keep(names, state, seat, code - KEEP, page)
    elif code < BLIND:
        write_take(names, code - TAKE, page)
    elif code == BLIND:
        write_simple(names, words.BLIND, words.BLIND, page)
    elif code == DRAW_TICKETS:
        write_simple(names, words.TICKETS, words.TICKETS, page)
    elif code == PASS:
        write_simple(names, words.PASS, words.PASS, page)
    elif code == DECLINE:
        write_simple(names, words.DECLINE, words.DECLINE, page)
    elif code == KEEP_CARD:
        write_simple(names, words.KEEP_CARD, words.KEEP_CARD_KIND, page)
    elif code == ENOUGH:
        write_simple(names, words.ENOUGH, words.ENOUGH, page)


@kernel
def write_choices(board: Any, names: Any, state: Any, seat: int, scratch: Any, page: Any) -> int:
    """The legal actions of the actor, as a list; how many there are."""
    count = legal(board, state, scratch.actions)
    byte(page, OPEN_LIST)
    for i in range(count):
        code = int(scratch.actions[i])
        if code >= CLAIM:
            write_target(board, names, state, seat, code, page)
        elif code >= PAY:
            due = state.owed if state.phase == TUNNEL else price_of(board, state, seat, int(state.target))
            write_payment(names, code, int(due), page)
        else:
            write_shared_choice(names, state, seat, code, page)
    byte(page, CLOSE_LIST)
    return count


@kernel
def write_legal(board: Any, names: Any, state: Any, seat: int, scratch: Any, page: Any) -> int:
    """What a seat may do now, as a list; how many choices that are. `scratch.actions` has their numbers."""
    start(page)
    page.seen[0] = state
    seen = page.seen[0]
    if may_act(seen, seat):
        seen.actor = seat
        return write_choices(board, names, seen, seat, scratch, page)
    byte(page, OPEN_LIST)
    byte(page, CLOSE_LIST)
    return 0
