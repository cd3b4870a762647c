"""What one seat or a spectator may know of a board game, whole: what clients draw."""

from ..rules.actions import CLAIM, STATION
from ..rules.claim import ALLOWED, closed_to, is_shut
from ..rules.jit import kernel
from ..rules.numbers import NOBODY, NOTHING
from ..rules.phases import OVER
from ..rules.records import BoardRecord, NamesRecord, PageRecord, ScratchRecord, StateRecord
from ..rules.tunnel import asks_for_more
from . import words
from .cards import counts, two_kinds
from .members import item, key, member, named, nothing, open_list, open_object, optional, truth, write_empty
from .page import COLOUR, PLACE, TRACK
from .parts import open_player, open_ticket
from .signs import CLOSE, CLOSE_LIST, byte, comma, put
from .ways import find_way, is_pair, join_nets, write_tracks


@kernel
def write_player(
    board: BoardRecord, names: NamesRecord, state: StateRecord, seat: int, reader: int, page: PageRecord
) -> None:
    """What everybody may know of a seat, the reader too."""
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
    write_empty(page, names, words.YARD)
    member(page, names, words.ON_TRACK_N, 0)
    nothing(page, names, words.ON_TRACK_CARDS)
    member(page, names, words.COMPLETED, int(state.made[seat]))
    byte(page, CLOSE)


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
def write_table(board: BoardRecord, names: NamesRecord, state: StateRecord, page: PageRecord) -> None:
    """Whose the tracks and stations are, which tracks nobody can have any more, and what is under way."""
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
    write_pending(names, state, page)


@kernel
def price_open(board: BoardRecord, state: StateRecord, seat: int, page: PageRecord) -> None:
    """The tracks that the seat has, or can still take for their spaces."""
    for track in range(board.tracks):
        price = int(board.spaces[track]) if closed_to(board, state, seat, track) == ALLOWED else NOTHING
        page.price[track] = 0 if state.owner[track] == seat else price


@kernel
def write_ticket(board: BoardRecord, names: NamesRecord, ticket: int, page: PageRecord) -> None:
    """One of the reader's tickets: its path, or what it lacks and the tracks of which any one would complete it."""
    source, target = int(board.ticket_a[ticket]), int(board.ticket_b[ticket])
    price = find_way(board, names, source, target, page)
    open_ticket(names, ticket, page)
    truth(page, names, words.DONE, price == 0)
    write_tracks(page, names, words.PATH, page.way[target], int(page.way_n[target]) if price == 0 else 0)
    optional(page, names, words.MISSING, price)
    open_list(page, names, words.COMPLETED_BY)
    for track in range(board.tracks):
        if price > 0 and page.price[track] > 0:
            a, b = int(page.net[board.end_a[track]]), int(page.net[board.end_b[track]])
            if is_pair(a, b, int(page.net[source]), int(page.net[target])):
                item(page, names, TRACK + track)
    byte(page, CLOSE_LIST)
    byte(page, CLOSE)


@kernel
def write_tickets(board: BoardRecord, names: NamesRecord, state: StateRecord, seat: int, page: PageRecord) -> None:
    """The seat's tickets with their path, or how many spaces are missing at least (null: cannot be made any more)."""
    open_list(page, names, words.TICKETS)
    if seat >= 0:
        price_open(board, state, seat, page)
        join_nets(board, page)
        for ticket in range(board.tickets):
            if state.ticket_at[ticket] == seat:
                write_ticket(board, names, ticket, page)
    byte(page, CLOSE_LIST)


@kernel
def goods_left(state: StateRecord) -> int:
    """Merchandise cards in the supply."""
    return int(state.goods_left)


@kernel
def round_of(state: StateRecord) -> int:
    """There is one round."""
    return 1


@kernel
def write_proposal(
    board: BoardRecord, names: NamesRecord, state: StateRecord, acting: bool, scratch: ScratchRecord, page: PageRecord
) -> None:
    """No tickets are to be chosen from."""
    nothing(page, names, words.PROPOSAL)
