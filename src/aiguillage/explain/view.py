"""What one seat or a spectator may know of a board game, whole: what clients draw."""

from ..rules.claim import ALLOWED, closed_to, is_shut
from ..rules.jit import kernel
from ..rules.observe import observe
from ..rules.records import BoardRecord, NamesRecord, PageRecord, ScratchRecord, StateRecord
from ..rules.state import CLAIM, NOBODY, NOTHING, OPENING, OVER, STATION, TURN
from ..rules.tunnel import asks_for_more
from . import words
from .choices import write_choices
from .outcome import write_count
from .page import COLOUR, PLACE, TRACK
from .parts import let_act, open_player, open_ticket, write_hand, write_head, write_offer
from .reasons import write_reasons, write_waiting
from .ways import find_way
from .write import (
    CLOSE,
    CLOSE_LIST,
    OPEN_LIST,
    byte,
    comma,
    counts,
    item,
    key,
    member,
    named,
    nothing,
    open_list,
    open_object,
    optional,
    put,
    start,
    truth,
    two_kinds,
)


@kernel
def write_player(
    board: BoardRecord, names: NamesRecord, state: StateRecord, seat: int, page: PageRecord
) -> None:
    """What everybody may know of a seat."""
    running = state.route_points[seat] + state.flag_points[seat]
    open_player(names, state, seat, int(state.total[seat] if state.phase == OVER else running), page)
    open_object(page, names, words.PIECES)
    member(page, names, words.MAIN, int(state.pieces[seat, 0]))
    member(page, names, words.SUBWAY, int(state.pieces[seat, 1]))
    byte(page, CLOSE)
    member(page, names, words.STATIONS, int(state.stations[seat]))
    member(page, names, words.GOODS, int(state.goods[seat]))
    open_list(page, names, words.FLAG)
    for part in range(3):
        if (state.flag[seat] >> part) & 1:
            item(page, names, COLOUR + int(board.flag_colours[part]))
    byte(page, CLOSE_LIST)
    member(page, names, words.FLAGS, int(state.flags_done[seat]))
    key(page, names, words.SHOWN)
    counts(board, names, state.shown[seat], page)
    open_list(page, names, words.YARD)
    byte(page, CLOSE_LIST)
    member(page, names, words.ON_TRACK_N, 0)
    nothing(page, names, words.ON_TRACK_CARDS)
    member(page, names, words.COMPLETED, int(state.made[seat]))
    byte(page, CLOSE)


@kernel
def write_owners(board: BoardRecord, names: NamesRecord, state: StateRecord, page: PageRecord) -> None:
    """Whose the tracks and stations are, and which tracks nobody can have any more."""
    open_object(page, names, words.CLAIMS)
    for track in range(board.tracks):
        if state.owner[track] != NOBODY:
            member(page, names, TRACK + track, int(state.owner[track]))
    byte(page, CLOSE)
    open_object(page, names, words.STATIONS)
    for place in range(board.places):
        if state.station_at[place] != NOBODY:
            member(page, names, PLACE + place, int(state.station_at[place]))
    byte(page, CLOSE)
    open_list(page, names, words.CLOSED)
    for track in range(board.tracks):
        if is_shut(state, track):
            item(page, names, TRACK + track)
    byte(page, CLOSE_LIST)


@kernel
def write_pending(names: NamesRecord, state: StateRecord, page: PageRecord) -> None:
    """The claim or station under way."""
    target = int(state.target)
    if target == NOTHING:
        nothing(page, names, words.PENDING)
        return
    open_object(page, names, words.PENDING)
    if target >= STATION:
        nothing(page, names, words.CLAIM)
        named(page, names, words.STATION, PLACE + target - STATION)
    else:
        named(page, names, words.CLAIM, TRACK + target - CLAIM)
        nothing(page, names, words.STATION)
    key(page, names, words.LAID)
    wilds = int(state.laid_wild)
    two_kinds(names, int(state.laid_colour), int(state.laid) - wilds, wilds, page)
    open_list(page, names, words.REVEALED)
    for i in range(3):
        if state.revealed[i] != NOTHING:
            item(page, names, COLOUR + int(state.revealed[i]))
    byte(page, CLOSE_LIST)
    open_list(page, names, words.HITS)
    for i in range(3):
        if state.revealed[i] != NOTHING:
            comma(page)
            put(page, names, words.TRUE if asks_for_more(state, int(state.revealed[i])) else words.FALSE)
    byte(page, CLOSE_LIST)
    member(page, names, words.OWED, int(state.owed))
    byte(page, CLOSE)


@kernel
def price_open(board: BoardRecord, state: StateRecord, seat: int, page: PageRecord) -> None:
    """The tracks that the seat has, or can still take for their spaces."""
    for track in range(board.tracks):
        page.price[track] = NOTHING
        if state.owner[track] == seat:
            page.price[track] = 0
        elif closed_to(board, state, seat, track) == ALLOWED:
            page.price[track] = board.spaces[track]


@kernel
def write_tickets(
    board: BoardRecord, names: NamesRecord, state: StateRecord, seat: int, page: PageRecord
) -> None:
    """The seat's tickets with their path, or how many spaces are missing at least (null: cannot be made any more)."""
    open_list(page, names, words.TICKETS)
    if seat >= 0:
        price_open(board, state, seat, page)
        for ticket in range(board.tickets):
            if state.ticket_at[ticket] == seat:
                target = int(board.ticket_b[ticket])
                price = find_way(board, names, int(board.ticket_a[ticket]), target, page)
                open_ticket(names, ticket, page)
                truth(page, names, words.DONE, price == 0)
                open_list(page, names, words.PATH)
                if price == 0:
                    for i in range(page.way_n[target]):
                        item(page, names, TRACK + int(page.way[target, i]))
                byte(page, CLOSE_LIST)
                optional(page, names, words.MISSING, price)
                byte(page, CLOSE)
    byte(page, CLOSE_LIST)


@kernel
def write_view(
    board: BoardRecord,
    names: NamesRecord,
    state: StateRecord,
    seat: int,
    scratch: ScratchRecord,
    page: PageRecord,
) -> None:
    """What a seat may know of a game that is given whole; -1 is a spectator."""
    start(page)
    page.seen[0] = state
    seen = page.seen[0]
    observe(board, seen, seat)
    acting = let_act(seen, seat)
    write_head(board, names, seen, seat, page)
    member(page, names, words.GOODS_LEFT, int(seen.goods_left))
    open_list(page, names, words.PLAYERS)
    for other in range(seen.seats):
        write_player(board, names, seen, other, page)
    byte(page, CLOSE_LIST)
    write_owners(board, names, seen, page)
    write_pending(names, seen, page)
    write_hand(board, names, seen, seat, page)
    write_tickets(board, names, seen, seat, page)
    offered = write_offer(names, seen, seat, page)
    least = int(board.open_keep) if seen.phase == OPENING else 1
    member(page, names, words.KEEP_AT_LEAST, min(least, offered))
    key(page, names, words.LEGAL)
    if acting:
        write_choices(board, names, seen, seat, scratch, page)
    else:
        byte(page, OPEN_LIST)
        byte(page, CLOSE_LIST)
    key(page, names, words.REFUSALS)
    if acting and seen.phase == TURN:
        write_reasons(board, names, seen, seat, page)
    else:
        write_waiting(names, seen, acting, page)
    member(page, names, words.ROUND, 1)
    if seen.phase == OVER:
        key(page, names, words.OUTCOME)
        write_count(board, names, seen, scratch, page)
    else:
        nothing(page, names, words.OUTCOME)
    nothing(page, names, words.PROPOSAL)
    byte(page, CLOSE)
