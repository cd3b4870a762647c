"""The final count of a Card Game taken apart: points by source, tickets, bonuses, what broke a tie."""

from ..rules.jit import kernel
from ..rules.records import CardBoardRecord, CardPageRecord, CardScratchRecord, CardStateRecord, NamesRecord
from ..rules.state import NOBODY, NOTHING
from . import words
from .page import PLACE, PRINTED
from .parts import open_count, worst_tie, write_winners
from .write import CLOSE, CLOSE_LIST, OPEN, byte, comma, item, member, open_list, put, start, truth


@kernel
def write_empty(names: NamesRecord, text: int, page: CardPageRecord) -> None:
    """A list without items."""
    open_list(page, names, text)
    byte(page, CLOSE_LIST)


@kernel
def write_result(names: NamesRecord, ticket: int, done: bool, page: CardPageRecord) -> None:
    """A ticket at the end: completed or not."""
    comma(page)
    byte(page, OPEN)
    put(page, names, PRINTED + ticket)
    truth(page, names, words.DONE, done)
    write_empty(names, words.PATH, page)
    write_empty(names, words.BORROWED, page)
    byte(page, CLOSE)


@kernel
def write_seat(
    board: CardBoardRecord, names: NamesRecord, state: CardStateRecord, seat: int, page: CardPageRecord
) -> None:
    """One seat's final count."""
    open_count(names, state, seat, 0, 0, 0, 0, 0, int(state.bonus_points[seat]), page)
    open_list(page, names, words.TICKET_LIST)
    for ticket in range(board.tickets):
        done = state.done_by[ticket] == seat
        if state.ticket_at[ticket] == seat and (done or state.done_by[ticket] == NOBODY):
            write_result(names, ticket, done, page)
    byte(page, CLOSE_LIST)
    write_empty(names, words.TRAIL, page)
    member(page, names, words.TRAIL_LENGTH, 0)
    member(page, names, words.STATIONS_BUILT, 0)
    open_list(page, names, words.BONUS_CITIES)
    for city in range(board.cities):
        if (state.bonus_to[city] >> seat) & 1:
            item(page, names, PLACE + int(names.bonus_at[city]))
    byte(page, CLOSE_LIST)
    byte(page, CLOSE)


@kernel
def tie_word(tie: int) -> int:
    """What separated the winner from those with as many points."""
    if tie == 0:
        return NOTHING
    if tie == 1:
        return words.TICKETS
    return words.BONUS if tie == 2 else words.SHARED


@kernel
def write_count(
    board: CardBoardRecord, names: NamesRecord, state: CardStateRecord, page: CardPageRecord
) -> None:
    """The whole count, as an object (C16, C18-C20)."""
    byte(page, OPEN)
    open_list(page, names, words.SEATS)
    for seat in range(state.seats):
        write_seat(board, names, state, seat, page)
    byte(page, CLOSE_LIST)
    write_winners(names, state, tie_word(worst_tie(state)), page)
    byte(page, CLOSE)


@kernel
def write_outcome(
    board: CardBoardRecord,
    names: NamesRecord,
    state: CardStateRecord,
    scratch: CardScratchRecord,
    page: CardPageRecord,
) -> None:
    """The outcome of a game that is over."""
    start(page)
    write_count(board, names, state, page)
