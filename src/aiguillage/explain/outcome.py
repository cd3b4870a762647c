"""The final count of a board game taken apart: points by source, paths, the longest trail, what broke a tie."""

from ..rules.jit import kernel
from ..rules.records import BoardRecord, NamesRecord, PageRecord, ScratchRecord, StateRecord
from ..rules.score import find_components
from ..rules.state import NOTHING
from ..rules.trail import list_trail
from . import words
from .page import PRINTED, TRACK
from .parts import open_count, worst_tie, write_winners
from .ways import find_way, walk_trail
from .write import CLOSE, CLOSE_LIST, OPEN, byte, comma, item, member, open_list, put, start, truth


@kernel
def is_borrowed(state: StateRecord, seat: int, track: int) -> bool:
    """Whether a station of the seat lends it the track."""
    return (
        track == state.borrowed[seat, 0]
        or track == state.borrowed[seat, 1]
        or track == state.borrowed[seat, 2]
    )


@kernel
def price_owned(board: BoardRecord, state: StateRecord, seat: int, page: PageRecord) -> None:
    """The tracks that the seat can use: its own before borrowed ones."""
    for track in range(board.tracks):
        page.price[track] = NOTHING
        if state.owner[track] == seat:
            page.price[track] = 0
        elif is_borrowed(state, seat, track):
            page.price[track] = 1


@kernel
def write_result(
    board: BoardRecord, names: NamesRecord, state: StateRecord, seat: int, ticket: int, page: PageRecord
) -> None:
    """A ticket at the end: made or not, and over which tracks."""
    comma(page)
    byte(page, OPEN)
    put(page, names, PRINTED + ticket)
    target = int(board.ticket_b[ticket])
    done = find_way(board, names, int(board.ticket_a[ticket]), target, page) != NOTHING
    count = int(page.way_n[target]) if done else 0
    truth(page, names, words.DONE, done)
    open_list(page, names, words.PATH)
    for i in range(count):
        item(page, names, TRACK + int(page.way[target, i]))
    byte(page, CLOSE_LIST)
    open_list(page, names, words.BORROWED)
    for i in range(count):
        if is_borrowed(state, seat, page.way[target, i]):
            item(page, names, TRACK + int(page.way[target, i]))
    byte(page, CLOSE_LIST)
    byte(page, CLOSE)


@kernel
def write_trail(
    board: BoardRecord,
    names: NamesRecord,
    state: StateRecord,
    seat: int,
    scratch: ScratchRecord,
    page: PageRecord,
) -> None:
    """The seat's longest trail in walking order, where it counts."""
    open_list(page, names, words.TRAIL)
    if board.longest_points:
        count = walk_trail(board, scratch.best_trail, int(list_trail(board, state, seat, scratch)), page)
        for i in range(count):
            item(page, names, TRACK + int(page.trail[i]))
    byte(page, CLOSE_LIST)


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
    for ticket in range(board.tickets):
        if state.ticket_at[ticket] == seat:
            write_result(board, names, state, seat, ticket, page)
    byte(page, CLOSE_LIST)
    write_trail(board, names, state, seat, scratch, page)
    member(page, names, words.TRAIL_LENGTH, int(state.longest[seat]))
    member(page, names, words.STATIONS_BUILT, int(board.stations - state.stations[seat]))
    open_list(page, names, words.BONUS_CITIES)
    byte(page, CLOSE_LIST)
    byte(page, CLOSE)


@kernel
def tie_word(tie: int) -> int:
    """What separated the winner from those with as many points."""
    if tie == 0:
        return NOTHING
    if tie == 1:
        return words.TICKETS
    if tie == 2:
        return words.STATIONS
    return words.LONGEST if tie == 3 else words.SHARED


@kernel
def write_count(
    board: BoardRecord, names: NamesRecord, state: StateRecord, scratch: ScratchRecord, page: PageRecord
) -> None:
    """The whole count, as an object (E2-E4)."""
    find_components(board, state, scratch)
    byte(page, OPEN)
    open_list(page, names, words.SEATS)
    for seat in range(state.seats):
        write_seat(board, names, state, seat, scratch, page)
    byte(page, CLOSE_LIST)
    write_winners(names, state, tie_word(worst_tie(state)), page)
    byte(page, CLOSE)


@kernel
def write_outcome(
    board: BoardRecord, names: NamesRecord, state: StateRecord, scratch: ScratchRecord, page: PageRecord
) -> None:
    """The outcome of a game that is over."""
    start(page)
    write_count(board, names, state, scratch, page)
