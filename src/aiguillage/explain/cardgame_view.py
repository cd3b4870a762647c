"""What one seat or a spectator may know of a Card Game, whole: what clients draw."""

from ..rules.cardgame import observe
from ..rules.cardgame_complete import propose_tickets
from ..rules.cardgame_state import PLACE, THREE
from ..rules.jit import kernel
from ..rules.records import CardBoardRecord, CardPageRecord, CardScratchRecord, CardStateRecord, NamesRecord
from ..rules.state import COMPLETION, NOTHING, OPENING, OVER, TURN
from . import words
from .cardgame_choices import write_choices
from .cardgame_outcome import write_count, write_empty
from .cardgame_reasons import write_reasons
from .page import CITY, COLOUR, TICKET
from .page import PLACE as PLACE_NAME
from .parts import let_act, open_player, open_ticket, write_hand, write_head, write_offer
from .reasons import write_waiting
from .write import (
    CLOSE,
    CLOSE_LIST,
    OPEN,
    OPEN_LIST,
    QUOTE,
    byte,
    comma,
    counted,
    counts,
    item,
    key,
    member,
    named,
    nothing,
    open_list,
    open_object,
    open_text,
    put,
    start,
    truth,
)


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
    write_empty(names, words.FLAG, page)
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
            write_empty(names, words.PATH, page)
            nothing(page, names, words.MISSING)
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
def say_bonuses(
    board: CardBoardRecord, names: NamesRecord, scratch: CardScratchRecord, page: CardPageRecord
) -> None:
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
    seat: int,
    scratch: CardScratchRecord,
    page: CardPageRecord,
) -> None:
    """The tickets that the program would complete, and why: the best final total as far as can be known (C16)."""
    propose_tickets(board, state, seat, scratch)
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
def write_view(
    board: CardBoardRecord,
    names: NamesRecord,
    state: CardStateRecord,
    seat: int,
    scratch: CardScratchRecord,
    page: CardPageRecord,
) -> None:
    """What a seat may know of a game that is given whole; -1 is a spectator."""
    start(page)
    page.seen[0] = state
    seen = page.seen[0]
    observe(board, seen, seat)
    acting = let_act(seen, seat)
    write_head(board, names, seen, seat, page)
    member(page, names, words.GOODS_LEFT, 0)
    open_list(page, names, words.PLAYERS)
    for other in range(seen.seats):
        write_player(board, names, seen, other, seat, page)
    byte(page, CLOSE_LIST)
    open_object(page, names, words.CLAIMS)
    byte(page, CLOSE)
    open_object(page, names, words.STATIONS)
    byte(page, CLOSE)
    write_empty(names, words.CLOSED, page)
    write_pending(names, seen, page)
    write_hand(board, names, seen, seat, page)
    write_tickets(board, names, seen, seat, page)
    offered = write_offer(names, seen, seat, page)
    least = min(int(board.open_keep), offered) if seen.phase == OPENING else 0
    member(page, names, words.KEEP_AT_LEAST, least)
    key(page, names, words.LEGAL)
    if acting:
        write_choices(board, names, seen, seat, False, scratch, page)
    else:
        byte(page, OPEN_LIST)
        byte(page, CLOSE_LIST)
    key(page, names, words.REFUSALS)
    if acting and seen.phase == TURN:
        write_reasons(board, names, seen, seat, page)
    else:
        write_waiting(names, seen, acting, page)
    member(page, names, words.ROUND, int(seen.round_no))
    if seen.phase == OVER:
        key(page, names, words.OUTCOME)
        write_count(board, names, seen, page)
    else:
        nothing(page, names, words.OUTCOME)
    if acting and seen.phase == COMPLETION:
        write_proposal(board, names, seen, seat, scratch, page)
    else:
        nothing(page, names, words.PROPOSAL)
    byte(page, CLOSE)
