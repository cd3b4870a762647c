"""What views of both families have in common."""

from ..rules.jit import kernel
from ..rules.numbers import NOTHING
from ..rules.phases import OPENING, OVER
from ..rules.records import AnyBoard, AnyPage, AnyState, NamesRecord
from . import words
from .cards import card_or_null, counts
from .members import key, member, named, nothing, open_list, optional, truth
from .page import ASKED, GAME, PRINTED
from .signs import CLOSE, CLOSE_LIST, OPEN, byte, comma, number, put


@kernel
def may_act(state: AnyState, seat: int) -> bool:
    """Whether the seat has a decision to take."""
    if seat < 0 or state.phase == OVER:
        return False
    if state.phase == OPENING:
        return state.chosen[seat] == NOTHING
    return state.actor == seat


@kernel
def let_act(state: AnyState, seat: int) -> bool:
    """Whether the seat has a decision to take; then it is the actor, which in the opening any seat may be."""
    acting = may_act(state, seat)
    if acting:
        state.actor = seat
    return acting


@kernel
def open_player(names: NamesRecord, state: AnyState, seat: int, score: int, page: AnyPage) -> None:
    """What everybody may know of a seat's cards, tickets and score, of an object that is still open."""
    comma(page)
    byte(page, OPEN)
    member(page, names, words.SEAT, seat)
    member(page, names, words.SCORE, score)
    member(page, names, words.CARDS, int(state.hand_n[seat]))
    member(page, names, words.TICKETS, int(state.ticket_n[seat]))
    truth(page, names, words.CHOOSING, state.phase == OPENING and state.chosen[seat] == NOTHING)


@kernel
def open_count(
    names: NamesRecord,
    state: AnyState,
    seat: int,
    routes: int,
    longest: int,
    stations: int,
    goods: int,
    flags: int,
    bonus: int,
    page: AnyPage,
) -> None:
    """Rank and points of a seat, by source, of an object that is still open."""
    comma(page)
    byte(page, OPEN)
    member(page, names, words.SEAT, seat)
    member(page, names, words.RANK, int(state.rank[seat]))
    member(page, names, words.TOTAL, int(state.total[seat]))
    member(page, names, words.ROUTES, routes)
    member(page, names, words.TICKETS, int(state.ticket_points[seat]))
    member(page, names, words.LONGEST, longest)
    member(page, names, words.STATIONS, stations)
    member(page, names, words.GOODS, goods)
    member(page, names, words.FLAGS, flags)
    member(page, names, words.BONUS, bonus)


@kernel
def close_tickets(names: NamesRecord, state: AnyState, seat: int, made: int, page: AnyPage) -> None:
    """The end of a seat's tickets: the points of those that were made, and of those that were not."""
    byte(page, CLOSE_LIST)
    member(page, names, words.MADE, made)
    member(page, names, words.MISSED, made - int(state.ticket_points[seat]))


@kernel
def write_head(board: AnyBoard, names: NamesRecord, state: AnyState, seat: int, page: AnyPage) -> None:
    """Whose view of which game it is, whose turn, and the cards that lie on the table."""
    byte(page, OPEN)
    named(page, names, words.GAME, GAME)
    member(page, names, words.SEATS, int(state.seats))
    optional(page, names, words.SEAT, seat)
    named(page, names, words.PHASE, words.PHASES + int(state.phase))
    nobody = state.phase == OPENING or state.phase == OVER
    optional(page, names, words.ACTOR, NOTHING if nobody else int(state.actor))
    member(page, names, words.TURN, int(state.turns))
    member(page, names, words.DECISION, int(state.decisions))
    optional(page, names, words.LAST_TURNS, int(state.last_turns))
    open_list(page, names, words.MARKET)
    for slot in range(5):
        card_or_null(names, int(state.market[slot]), page)
    byte(page, CLOSE_LIST)
    member(page, names, words.DECK, int(state.deck_n))
    key(page, names, words.DISCARD)
    counts(board, names, state.discard, page)
    member(page, names, words.TICKET_DECK, int(state.queue_n))


@kernel
def write_hand(board: AnyBoard, names: NamesRecord, state: AnyState, seat: int, page: AnyPage) -> None:
    """The reader's cards; a spectator has none."""
    key(page, names, words.HAND)
    if seat < 0:
        byte(page, OPEN)
        byte(page, CLOSE)
    else:
        counts(board, names, state.hand[seat], page)


@kernel
def open_ticket(names: NamesRecord, ticket: int, page: AnyPage) -> None:
    """A ticket as printed, as an item that is still open."""
    comma(page)
    byte(page, OPEN)
    put(page, names, PRINTED + ticket)
    comma(page)
    put(page, names, ASKED + ticket)


@kernel
def write_offer(names: NamesRecord, state: AnyState, seat: int, page: AnyPage) -> int:
    """The tickets that the reader may choose from; how many they are."""
    count = int(state.offer_n[seat]) if seat >= 0 else 0
    open_list(page, names, words.OFFER)
    for i in range(count):
        open_ticket(names, int(state.offer[seat, i]), page)
        byte(page, CLOSE)
    byte(page, CLOSE_LIST)
    return count


@kernel
def write_winners(names: NamesRecord, state: AnyState, tie_break: int, page: AnyPage) -> None:
    """The end of an outcome: who won, and what separated them from those with as many points (a word, or NOTHING)."""
    open_list(page, names, words.WINNERS)
    for seat in range(state.seats):
        if state.rank[seat] == 1:
            comma(page)
            number(page, seat)
    byte(page, CLOSE_LIST)
    if tie_break == NOTHING:
        nothing(page, names, words.TIE_BREAK)
    else:
        named(page, names, words.TIE_BREAK, tie_break)


@kernel
def worst_tie(state: AnyState) -> int:
    """The last tie-break that the winners needed."""
    tie = 0
    for seat in range(state.seats):
        if state.rank[seat] == 1:
            tie = max(tie, int(state.tie_break[seat]))
    return tie
