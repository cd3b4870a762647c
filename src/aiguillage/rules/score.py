"""The final count: tickets with the best use of stations, the longest trail, ranks (E2-E4, G3, G4)."""

from . import events
from .bonus import score_goods
from .events import emit
from .jit import kernel
from .numbers import MAX_LENGTH, NOBODY, NOTHING
from .rank import BY_TICKETS, clear_ranks, compare_first, note_rank, verdict
from .records import BoardRecord, ScratchRecord, StateRecord
from .trail import longest_trail

TICKET_MARK = 8  # beside a bit for each of three stations

BY_STATIONS, BY_LONGEST, SHARED = range(BY_TICKETS + 1, 5)


@kernel
def root(scratch: ScratchRecord, seat: int, place: int) -> int:
    """The place that names the component (path halving)."""
    component = scratch.component
    while component[seat, place] != place:
        component[seat, place] = component[seat, component[seat, place]]
        place = component[seat, place]
    return place


@kernel
def find_components(board: BoardRecord, state: StateRecord, scratch: ScratchRecord) -> None:
    """Label every place with its component in each seat's network; weigh the components and count their odd places."""
    for seat in range(state.seats):
        for place in range(board.places):
            scratch.component[seat, place] = place
            scratch.degree[seat, place] = 0
            scratch.weight[seat, place] = 0
            scratch.lightest[seat, place] = MAX_LENGTH
            scratch.odd[seat, place] = 0
            scratch.loops[seat, place] = 1
    for track in range(board.tracks):
        scratch.used[track] = 0
        seat = state.owner[track]
        if seat != NOBODY:
            a, b = board.end_a[track], board.end_b[track]
            scratch.degree[seat, a] += 1
            scratch.degree[seat, b] += 1
            one, other = root(scratch, seat, a), root(scratch, seat, b)
            if one != other:
                scratch.component[seat, other] = one
    for seat in range(state.seats):
        for place in range(board.places):
            component = root(scratch, seat, place)
            scratch.component[seat, place] = component
            scratch.odd[seat, component] += scratch.degree[seat, place] & 1
            scratch.loops[seat, component] -= 1
    for track in range(board.tracks):
        seat = state.owner[track]
        if seat != NOBODY:
            component = scratch.component[seat, board.end_a[track]]
            scratch.weight[seat, component] += board.spaces[track]
            scratch.loops[seat, component] += 1
            scratch.lightest[seat, component] = min(scratch.lightest[seat, component], board.spaces[track])


@kernel
def far_component(board: BoardRecord, scratch: ScratchRecord, seat: int, track: int, place: int) -> int:
    """The component at the other end of a track."""
    return scratch.component[seat, board.end_a[track] + board.end_b[track] - place]


@kernel
def list_options(board: BoardRecord, state: StateRecord, seat: int, scratch: ScratchRecord) -> int:
    """For each station the opponents' tracks that would join its place to other components, one for each (G3).

    Returns how many stations there are. `scratch.station` holds their places.
    """
    stations = 0
    for place in range(board.places):
        if state.station_at[place] == seat:
            count = 0
            for i in range(board.first[place], board.first[place + 1]):
                track = board.near[i]
                if state.owner[track] != NOTHING and state.owner[track] != seat:
                    joins = far_component(board, scratch, seat, track, place)
                    new = joins != scratch.component[seat, place]
                    for k in range(count):
                        if far_component(board, scratch, seat, scratch.option[stations, k], place) == joins:
                            new = False
                    if new:
                        scratch.option[stations, count] = track
                        count += 1
            scratch.option_n[stations] = count
            scratch.station[stations] = place
            stations += 1
    return stations


@kernel
def drop_idle_options(board: BoardRecord, seat: int, stations: int, scratch: ScratchRecord) -> None:
    """Drop the tracks that cannot help: a borrowed track is part of a path only if at each of its two components
    a ticket ends or another station borrows. What is left has to be tried."""
    marks = scratch.marks
    for place in range(board.places):
        marks[place] = 0
    for i in range(scratch.todo_n[seat]):
        ticket = scratch.todo[seat, i]
        marks[scratch.component[seat, board.ticket_a[ticket]]] |= TICKET_MARK
        marks[scratch.component[seat, board.ticket_b[ticket]]] |= TICKET_MARK
    for s in range(stations):
        place = scratch.station[s]
        for k in range(scratch.option_n[s]):
            marks[scratch.component[seat, place]] |= 1 << s
            marks[far_component(board, scratch, seat, scratch.option[s, k], place)] |= 1 << s
    for s in range(stations):
        place = scratch.station[s]
        others = ~(1 << s)
        count = 0
        for k in range(scratch.option_n[s]):
            track = scratch.option[s, k]
            far = far_component(board, scratch, seat, track, place)
            if marks[scratch.component[seat, place]] & others and marks[far] & others:
                scratch.option[s, count] = track
                count += 1
        scratch.option_n[s] = count


@kernel
def borrow_best(board: BoardRecord, state: StateRecord, seat: int, scratch: ScratchRecord) -> None:
    """Choose one borrowed track per station so that the tickets score most, then most tickets (G3).

    Every choice is tried. Borrowing more never loses a ticket, so a station that can borrow always does. Joining two
    components is relabelling one as the other, at most three times.
    """
    stations = list_options(board, state, seat, scratch)
    drop_idle_options(board, seat, stations, scratch)
    n0 = scratch.option_n[0] if stations > 0 else 0
    n1 = scratch.option_n[1] if stations > 1 else 0
    n2 = scratch.option_n[2] if stations > 2 else 0
    if n0 + n1 + n2 == 0:
        return
    best_points, best_made = 0, 0
    label = scratch.component[seat]
    for i0 in range(max(n0, 1)):
        x0, y0 = NOTHING, NOTHING
        if n0 > 0:
            track = scratch.option[0, i0]
            x0, y0 = label[board.end_a[track]], label[board.end_b[track]]
        for i1 in range(max(n1, 1)):
            x1, y1 = NOTHING, NOTHING
            if n1 > 0:
                track = scratch.option[1, i1]
                x1, y1 = label[board.end_a[track]], label[board.end_b[track]]
                x1 = x0 if x1 == y0 else x1
                y1 = x0 if y1 == y0 else y1
            for i2 in range(max(n2, 1)):
                x2, y2 = NOTHING, NOTHING
                if n2 > 0:
                    track = scratch.option[2, i2]
                    x2, y2 = label[board.end_a[track]], label[board.end_b[track]]
                    x2 = x0 if x2 == y0 else x2
                    y2 = x0 if y2 == y0 else y2
                    x2 = x1 if x2 == y1 else x2
                    y2 = x1 if y2 == y1 else y2
                points, made = 0, 0
                for i in range(scratch.todo_n[seat]):
                    ticket = scratch.todo[seat, i]
                    a, b = label[board.ticket_a[ticket]], label[board.ticket_b[ticket]]
                    a = x0 if a == y0 else a
                    b = x0 if b == y0 else b
                    a = x1 if a == y1 else a
                    b = x1 if b == y1 else b
                    a = x2 if a == y2 else a
                    b = x2 if b == y2 else b
                    if a == b:
                        points += board.value[ticket]
                        made += 1
                if points > best_points or (points == best_points and made > best_made):
                    best_points, best_made = points, made
                    state.borrowed[seat, 0] = scratch.option[0, i0] if n0 > 0 else NOTHING
                    state.borrowed[seat, 1] = scratch.option[1, i1] if n1 > 0 else NOTHING
                    state.borrowed[seat, 2] = scratch.option[2, i2] if n2 > 0 else NOTHING
    state.ticket_points[seat] += 2 * best_points
    state.made[seat] += best_made


@kernel
def score_tickets(board: BoardRecord, state: StateRecord, scratch: ScratchRecord) -> None:
    """Add the tickets whose places are joined, subtract the others (E2). Needs `find_components`."""
    for seat in range(state.seats):
        scratch.todo_n[seat] = 0
    for ticket in range(board.tickets):
        seat = state.ticket_at[ticket]
        if seat >= 0:
            if scratch.component[seat, board.ticket_a[ticket]] == scratch.component[seat, board.ticket_b[ticket]]:
                state.ticket_points[seat] += board.value[ticket]
                state.made[seat] += 1
            else:
                state.ticket_points[seat] -= board.value[ticket]
                scratch.todo[seat, scratch.todo_n[seat]] = ticket
                scratch.todo_n[seat] += 1
    for seat in range(state.seats):
        if scratch.todo_n[seat] > 0 and state.stations[seat] < board.stations:
            borrow_best(board, state, seat, scratch)


@kernel
def score_longest(board: BoardRecord, state: StateRecord) -> None:
    """Points for the longest trail; all who tie for it score them (E3)."""
    most = 0
    for seat in range(state.seats):
        most = max(most, state.longest[seat])
    for seat in range(state.seats):
        if most > 0 and state.longest[seat] == most:
            state.longest_points[seat] = board.longest_points


@kernel
def compare(board: BoardRecord, state: StateRecord, seat: int, other: int) -> int:
    """What separates two seats: positive if `seat` is better, negative if worse, 0 if they share (E4).

    The size says how: 1 + BY_POINTS, 1 + BY_TICKETS, 1 + BY_STATIONS, 1 + BY_LONGEST.
    """
    found = compare_first(state, seat, other)
    if found == 0 and board.tie_stations:
        found = verdict(state.stations[seat] - state.stations[other], BY_STATIONS)
        if found == 0:
            found = verdict(state.longest[seat] - state.longest[other], BY_LONGEST)
    return found


@kernel
def rank_seats(board: BoardRecord, state: StateRecord) -> None:
    """Ranks, and which tie-break a seat needed against those with as many points (E4)."""
    clear_ranks(state)
    for seat in range(state.seats):
        for other in range(state.seats):
            if other != seat:
                note_rank(state, seat, other, compare(board, state, seat, other), SHARED)


@kernel
def final_count(board: BoardRecord, state: StateRecord, scratch: ScratchRecord) -> None:
    """Count every seat's points and rank the seats (E2-E4, G4, M3)."""
    find_components(board, state, scratch)
    score_tickets(board, state, scratch)
    for seat in range(state.seats):
        if board.longest_points > 0:
            state.longest[seat] = longest_trail(board, state, seat, scratch)
        state.station_points[seat] = state.stations[seat] * board.station_points
    if board.longest_points > 0:
        score_longest(board, state)
    score_goods(board, state)
    for seat in range(state.seats):
        state.total[seat] = (
            state.route_points[seat]
            + state.flag_points[seat]
            + state.ticket_points[seat]
            + state.station_points[seat]
            + state.goods_points[seat]
            + state.longest_points[seat]
        )
    rank_seats(board, state)
    emit(scratch, events.OVER, NOTHING, 0, 0, 0)
