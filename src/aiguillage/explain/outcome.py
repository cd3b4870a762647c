"""The final count of a board game taken apart: points by source, paths, the longest trail, what broke a tie."""

from ..rules.jit import kernel
from ..rules.numbers import NOTHING
from ..rules.records import BoardRecord, NamesRecord, PageRecord, ScratchRecord, StateRecord
from ..rules.trail import list_trail
from . import words
from .members import item, member, open_list, truth, write_empty
from .page import PRINTED, TRACK
from .parts import close_tickets, open_count
from .signs import CLOSE, CLOSE_LIST, OPEN, byte, comma, put
from .ways import find_way, walk_trail, write_tracks


@kernel
def is_borrowed(state: StateRecord, seat: int, track: int) -> bool:
    """Whether a station of the seat lends it the track."""
    return track == state.borrowed[seat, 0] or track == state.borrowed[seat, 1] or track == state.borrowed[seat, 2]


@kernel
def price_owned(board: BoardRecord, state: StateRecord, seat: int, page: PageRecord) -> None:
    """The tracks that the seat can use: its own before borrowed ones."""
    for track in range(board.tracks):
        price = 1 if is_borrowed(state, seat, track) else NOTHING
        page.price[track] = 0 if state.owner[track] == seat else price


@kernel
def write_result(
    board: BoardRecord, names: NamesRecord, state: StateRecord, seat: int, ticket: int, page: PageRecord
) -> bool:
    """A ticket at the end: made or not, which is returned, and over which tracks."""
    comma(page)
    byte(page, OPEN)
    put(page, names, PRINTED + ticket)
    target = int(board.ticket_b[ticket])
    done = find_way(board, names, int(board.ticket_a[ticket]), target, page) != NOTHING
    count = int(page.way_n[target]) if done else 0
    truth(page, names, words.DONE, done)
    write_tracks(page, names, words.PATH, page.way[target], count)
    open_list(page, names, words.BORROWED)
    for i in range(count):
        if is_borrowed(state, seat, page.way[target, i]):
            item(page, names, TRACK + int(page.way[target, i]))
    byte(page, CLOSE_LIST)
    byte(page, CLOSE)
    return done


@kernel
def write_seat(
    board: BoardRecord,
    names: NamesRecord,
    state: StateRecord,
    seat: int,
    scratch: ScratchRecord,
    page: PageRecord,
) -> None:
    """One seat's final count."""
    routes, longest = int(state.route_points[seat]), int(state.longest_points[seat])
    stations, goods = int(state.station_points[seat]), int(state.goods_points[seat])
    open_count(names, state, seat, routes, longest, stations, goods, int(state.flag_points[seat]), 0, page)
    price_owned(board, state, seat, page)
    open_list(page, names, words.TICKET_LIST)
    made = 0
    for ticket in range(board.tickets):
        if state.ticket_at[ticket] == seat and write_result(board, names, state, seat, ticket, page):
            made += int(board.value[ticket])
    close_tickets(names, state, seat, made, page)
    count = 0
    if board.longest_points:  # the longest trail in walking order
        count = walk_trail(board, scratch.best_trail, int(list_trail(board, state, seat, scratch)), page)
    write_tracks(page, names, words.TRAIL, page.trail, count)
    member(page, names, words.TRAIL_LENGTH, int(state.longest[seat]))
    member(page, names, words.STATIONS_BUILT, int(board.stations - state.stations[seat]))
    write_empty(page, names, words.BONUS_CITIES)
    byte(page, CLOSE)


@kernel
def later_tie(tie: int) -> int:
    """What separated the winner from those with as many points and tickets (E4)."""
    if tie == 2:
        return words.STATIONS
    return words.LONGEST if tie == 3 else words.SHARED
