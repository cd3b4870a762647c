"""The final count of a Card Game taken apart: points by source, tickets, bonuses, what broke a tie."""

from ..rules.jit import kernel
from ..rules.numbers import NOBODY
from ..rules.records import CardBoardRecord, CardPageRecord, CardScratchRecord, CardStateRecord, NamesRecord
from . import words
from .members import item, member, open_list, truth, write_empty
from .page import PLACE, PRINTED
from .parts import close_tickets, open_count
from .signs import CLOSE, CLOSE_LIST, OPEN, byte, comma, put


@kernel
def write_result(names: NamesRecord, ticket: int, done: bool, page: CardPageRecord) -> None:
    """A ticket at the end: completed or not."""
    comma(page)
    byte(page, OPEN)
    put(page, names, PRINTED + ticket)
    truth(page, names, words.DONE, done)
    write_empty(page, names, words.PATH)
    write_empty(page, names, words.BORROWED)
    byte(page, CLOSE)


@kernel
def prepare_count(board: CardBoardRecord, state: CardStateRecord, scratch: CardScratchRecord) -> None:
    """All is in the record."""


@kernel
def write_seat(
    board: CardBoardRecord,
    names: NamesRecord,
    state: CardStateRecord,
    seat: int,
    scratch: CardScratchRecord,
    page: CardPageRecord,
) -> None:
    """One seat's final count."""
    open_count(names, state, seat, 0, 0, 0, 0, 0, int(state.bonus_points[seat]), page)
    open_list(page, names, words.TICKET_LIST)
    made = 0
    for ticket in range(board.tickets):
        done = state.done_by[ticket] == seat
        if state.ticket_at[ticket] == seat and (done or state.done_by[ticket] == NOBODY):
            write_result(names, ticket, done, page)
            made += int(board.value[ticket]) if done else 0
    close_tickets(names, state, seat, made, page)
    write_empty(page, names, words.TRAIL)
    member(page, names, words.TRAIL_LENGTH, 0)
    member(page, names, words.STATIONS_BUILT, 0)
    open_list(page, names, words.BONUS_CITIES)
    for city in range(board.cities):
        if (state.bonus_to[city] >> seat) & 1:
            item(page, names, PLACE + int(names.bonus_at[city]))
    byte(page, CLOSE_LIST)
    byte(page, CLOSE)


@kernel
def later_tie(tie: int) -> int:
    """What separated the winner from those with as many points and tickets (C20)."""
    return words.BONUS if tie == 2 else words.SHARED
