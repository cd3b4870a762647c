"""What one seat or a spectator may know of a Card Game, whole: what clients draw."""

from ..rules.cardgame_complete import propose_tickets
from ..rules.cardgame_state import PLACE, THREE
from ..rules.jit import kernel
from ..rules.numbers import NOTHING
from ..rules.phases import COMPLETION, OVER
from ..rules.records import CardBoardRecord, CardPageRecord, CardScratchRecord, CardStateRecord, NamesRecord
from . import words
from .cards import counted, counts
from .members import item, key, member, named, nothing, open_list, open_object, open_text, truth, write_empty
from .page import CITY, COLOUR, TICKET
from .page import PLACE as PLACE_NAME
from .parts import open_player, open_ticket
from .signs import CLOSE, CLOSE_LIST, OPEN, QUOTE, byte, comma, put


@kernel
def write_yard(
    board: CardBoardRecord, names: NamesRecord, state: CardStateRecord, seat: int, page: CardPageRecord
) -> None:
    """The columns in front of a seat."""
    open_list(page, names, words.YARD)
    for colour in range(board.colours):
        if state.yard[seat, colour] > 0:
            comma(page)
            byte(page, OPEN)
            named(page, names, words.COLOUR, COLOUR + colour)
            member(page, names, words.CARDS, int(state.yard[seat, colour] + state.yard_wild[seat, colour]))
            member(page, names, words.WILD, int(state.yard_wild[seat, colour]))
            byte(page, CLOSE)
    byte(page, CLOSE_LIST)


@kernel
def write_player(
    board: CardBoardRecord,
    names: NamesRecord,
    state: CardStateRecord,
    seat: int,
    reader: int,
    page: CardPageRecord,
) -> None:
    """What the reader may know of a seat: of an on-track pile only its size, unless owners may look (C6).

    Who completes tickets sees the cards that are left for them.
    """
    completing = state.phase == COMPLETION and state.actor == seat
    running = state.ticket_points[seat]
    open_player(names, state, seat, int(state.total[seat] if state.phase == OVER else running), page)
    open_object(page, names, words.PIECES)
    byte(page, CLOSE)
    member(page, names, words.STATIONS, 0)
    member(page, names, words.GOODS, 0)
    write_empty(page, names, words.FLAG)
    member(page, names, words.FLAGS, 0)
    key(page, names, words.SHOWN)
    counts(board, names, state.shown[seat], page)
    write_yard(board, names, state, seat, page)
    member(page, names, words.ON_TRACK_N, int(state.track_n[seat]))
    if reader == seat and (state.look or completing):
        key(page, names, words.ON_TRACK_CARDS)
        counts(board, names, state.track[seat], page)
    else:
        nothing(page, names, words.ON_TRACK_CARDS)
    member(page, names, words.COMPLETED, int(state.made[seat]))
    byte(page, CLOSE)


@kernel
def write_pending(names: NamesRecord, state: CardStateRecord, page: CardPageRecord) -> None:
    """The placement under way."""
    if state.target == NOTHING:
        nothing(page, names, words.PENDING)
        return
    open_object(page, names, words.PENDING)
    target = int(state.target)
    named(page, names, words.PLACE, words.THREE if target == THREE else COLOUR + target - PLACE)
    byte(page, CLOSE)


@kernel
def write_tickets(
    board: CardBoardRecord, names: NamesRecord, state: CardStateRecord, seat: int, page: CardPageRecord
) -> None:
    """The seat's tickets; done if they were completed in an earlier round."""
    open_list(page, names, words.TICKETS)
    for ticket in range(board.tickets):
        if seat >= 0 and state.ticket_at[ticket] == seat:
            open_ticket(names, ticket, page)
            truth(page, names, words.DONE, state.done_by[ticket] == seat)
            write_empty(page, names, words.PATH)
            nothing(page, names, words.MISSING)
            write_empty(page, names, words.COMPLETED_BY)
            byte(page, CLOSE)
    byte(page, CLOSE_LIST)


@kernel
def is_won(board: CardBoardRecord, city: int, scratch: CardScratchRecord) -> bool:
    """Whether the tickets proposed bring the bonus of a city, by what is known now."""
    named_by = 0
    for ticket in range(board.tickets):
        if scratch.best[ticket]:
            named_by += (board.named[ticket] >> city) & 1
    return scratch.city_lack[city] > 0 and scratch.city_lack[city] <= named_by


@kernel
def say_bonuses(board: CardBoardRecord, names: NamesRecord, scratch: CardScratchRecord, page: CardPageRecord) -> None:
    """The bonuses that the tickets proposed bring, if any."""
    left = 0
    for city in range(board.cities):
        left += 1 if is_won(board, city, scratch) else 0
    if left == 0:
        return
    put(page, names, words.AND_BONUS)
    first = True
    for city in range(board.cities):
        if is_won(board, city, scratch):
            left -= 1
            if not first:
                put(page, names, words.AND if left == 0 else words.AND_NEXT)
            put(page, names, CITY + int(names.bonus_at[city]))
            first = False
    put(page, names, words.BY_WHAT_IS_KNOWN)


@kernel
def write_proposal(
    board: CardBoardRecord,
    names: NamesRecord,
    state: CardStateRecord,
    acting: bool,
    scratch: CardScratchRecord,
    page: CardPageRecord,
) -> None:
    """The tickets that the program would complete for who chooses them, and why: the best final total as far as can be
    known (C16)."""
    if state.phase != COMPLETION or not acting:
        nothing(page, names, words.PROPOSAL)
        return
    propose_tickets(board, state, state.actor, scratch)
    chosen, points = 0, 0
    open_object(page, names, words.PROPOSAL)
    open_list(page, names, words.TICKETS)
    for ticket in range(board.tickets):
        if scratch.best[ticket]:
            item(page, names, TICKET + ticket)
            chosen += 1
            points += int(board.value[ticket])
    byte(page, CLOSE_LIST)
    member(page, names, words.POINTS, points)
    open_list(page, names, words.BONUS_CITIES)
    for city in range(board.cities):
        if is_won(board, city, scratch):
            item(page, names, PLACE_NAME + int(names.bonus_at[city]))
    byte(page, CLOSE_LIST)
    open_text(page, names, words.TEXT)
    counted(page, names, chosen, words.TICKET)
    put(page, names, words.FOR)
    counted(page, names, points, words.POINT)
    say_bonuses(board, names, scratch, page)
    byte(page, QUOTE)
    byte(page, CLOSE)


@kernel
def write_table(board: CardBoardRecord, names: NamesRecord, state: CardStateRecord, page: CardPageRecord) -> None:
    """There are no tracks and stations; what is under way."""
    open_object(page, names, words.CLAIMS)
    byte(page, CLOSE)
    open_object(page, names, words.STATIONS)
    byte(page, CLOSE)
    write_empty(page, names, words.CLOSED)
    write_pending(names, state, page)


@kernel
def goods_left(state: CardStateRecord) -> int:
    """There are none."""
    return 0


@kernel
def round_of(state: CardStateRecord) -> int:
    """The round (C17)."""
    return int(state.round_no)
