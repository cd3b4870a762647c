"""What a seat can work out from what it sees of a board game: the ways of its tickets (kernel code).

This is what version 1 of an observation has more than version 0 (`layout.py`). Tickets are planned one after the other,
the dearest first, each by its cheapest way over one's own tracks, those that the others are planned over, and those
that are open. Nothing is read but what survives `observe`.
"""

import numpy as np

from ..rules.claim import ALLOWED, closed_to, most_of_a_colour
from ..rules.jit import kernel
from ..rules.numbers import COLOURS, GREY, MAX_PLACES, MAX_TICKETS, MAX_TRACKS, NOBODY, WILD
from ..rules.records import AnyBoard, AnySight, AnyState, Array, BoardRecord, SightRecord, StateRecord
from ..rules.station import station_cost
from .encode import offer_slots

MOST_WISHED = 31
"""Ticket points that want a track are counted up to this."""

FARTHEST = 30
"""Spaces that a ticket lacks are counted up to this; one more: it cannot be completed."""

NEAREST = 4
"""What stands for a track that can be claimed; each card that is lacking is 1 less."""

MOST_NEEDED = 31
MOST_SPACES = 63
MOST_POINTS = 127
PER_OFFER = 3
NEEDS = COLOURS + 2
PLANNED = 5
"""Entries for each ticket on offer, for cards that are needed, and for the plan as a whole."""

BLOCKED = 10_000
"""The toll of a track that cannot be had: more than all others together."""

CLAIM_TOLL, CARD_TOLL, LACK_TOLL, TUNNEL_TOLL = 5, 1, 2, 2
"""What the claim of a track costs, each of its cards, and each of them that is not in hand yet; a turn is about 5."""

STATION_TOLL, STATION_CARD_TOLL = 20, 3
"""What it costs to pass over an opponent's track by a station that is still to be built."""

KEPT_TOLL = 1
"""And by one that is built; the same for tracks that another ticket is planned over."""

BORROWED_SPACES = 4
"""As many spaces an opponent's track is counted for, as long as the station is not built."""

SIGHT = np.dtype(
    [
        ("toll", "i2", (MAX_TRACKS,)),
        ("wish", "i2", (MAX_TRACKS,)),  # ticket points that want the track
        ("far", "i2", (MAX_PLACES,)),
        ("via", "i2", (MAX_PLACES,)),  # the track that leads there
        ("settled", "i2", (MAX_PLACES,)),
        ("ticket", "i2", (MAX_TICKETS,)),
        ("need", "i2", (NEEDS,)),
        ("spaces", "i2"),  # of the way that was found: those that are missing,
        ("fresh", "i2"),  # and of these the ones that no other ticket is planned over
    ],
    align=True,
)
"""Room to work in."""


@kernel
def cards_lacking(board: BoardRecord, state: StateRecord, seat: int, track: int, most: int) -> int:
    """How many cards more the seat needs to claim the track. `most`: see `most_of_a_colour`."""
    colour, ferry, wilds = int(board.colour[track]), int(board.ferry[track]), int(state.hand[seat, WILD])
    have = most if colour == GREY else int(state.hand[seat, colour])
    plain = max(0, int(board.cost[track]) - ferry - have - max(0, wilds - ferry))
    return plain + max(0, ferry - wilds)


@kernel
def can_be_had(board: BoardRecord, state: StateRecord, seat: int, track: int) -> bool:
    """Whether the track is open to the seat, which has the pieces for it."""
    return (
        state.pieces[seat, board.piece[track]] >= board.spaces[track]
        and closed_to(board, state, seat, track) == ALLOWED
    )


@kernel
def has_station(board: BoardRecord, state: StateRecord, seat: int, track: int) -> bool:
    """Whether the seat has a station at one end of the track."""
    return state.station_at[board.end_a[track]] == seat or state.station_at[board.end_b[track]] == seat


@kernel
def borrowing_toll(board: BoardRecord, state: StateRecord, seat: int, track: int) -> int:
    """What it costs to pass over an opponent's track (G3)."""
    if board.stations == 0:
        return BLOCKED
    if has_station(board, state, seat, track):
        return KEPT_TOLL
    free = state.station_at[board.end_a[track]] == NOBODY or state.station_at[board.end_b[track]] == NOBODY
    if state.stations[seat] == 0 or not free:
        return BLOCKED
    return STATION_TOLL + STATION_CARD_TOLL * int(station_cost(board, state, seat))


@kernel
def write_near(
    board: BoardRecord, state: StateRecord, seat: int, sight: SightRecord, out: Array, row: int, at: int
) -> int:
    """How near the seat is to claiming each track; what each track costs goes to `sight.toll`."""
    most = int(most_of_a_colour(state, seat))
    for track in range(board.tracks):
        near, toll = 0, BLOCKED
        if state.owner[track] == seat:
            toll = 0
        elif state.owner[track] != NOBODY:
            toll = borrowing_toll(board, state, seat, track)
        elif can_be_had(board, state, seat, track):
            lack = cards_lacking(board, state, seat, track, most)
            near = max(0, NEAREST - lack)
            toll = CLAIM_TOLL + CARD_TOLL * int(board.cost[track]) + LACK_TOLL * lack
            toll += TUNNEL_TOLL if board.tunnel[track] else 0
        sight.toll[track] = toll
        sight.wish[track] = 0
        out[row, at + track] = near
    return at + int(board.tracks)


@kernel
def find_way(board: BoardRecord, sight: SightRecord, source: int, target: int) -> bool:
    """The cheapest way between two places by `sight.toll`; `sight.via` leads back from the target."""
    for place in range(board.places):
        sight.far[place] = BLOCKED
        sight.settled[place] = 0
    sight.far[source] = 0
    while True:
        here, nearest = -1, BLOCKED
        for place in range(board.places):
            if sight.settled[place] == 0 and sight.far[place] < nearest:
                here, nearest = place, int(sight.far[place])
        if here == target or here < 0:
            return here == target
        sight.settled[here] = 1
        for i in range(board.first[here], board.first[here + 1]):
            track = board.near[i]
            length = nearest + int(sight.toll[track])
            other = int(board.end_a[track]) + int(board.end_b[track]) - here
            if length < sight.far[other]:
                sight.far[other] = length
                sight.via[other] = track


@kernel
def measure_way(
    board: BoardRecord,
    state: StateRecord,
    seat: int,
    sight: SightRecord,
    source: int,
    target: int,
    points: int,
) -> None:
    """Count the spaces that the way lacks; with `points`, plan the ticket over it."""
    place, spaces, fresh = target, 0, 0
    while place != source:
        track = int(sight.via[place])
        if state.owner[track] != seat:
            length = int(board.spaces[track])
            if state.owner[track] != NOBODY:
                length = 0 if has_station(board, state, seat, track) else BORROWED_SPACES
            spaces += length
            fresh += length if sight.wish[track] == 0 else 0
            if points > 0:
                sight.wish[track] = min(MOST_WISHED, int(sight.wish[track]) + points)
                sight.toll[track] = KEPT_TOLL
        place = int(board.end_a[track]) + int(board.end_b[track]) - place
    sight.spaces = min(FARTHEST, spaces)
    sight.fresh = min(FARTHEST, fresh)


@kernel
def list_kept(board: AnyBoard, state: AnyState, seat: int, sight: AnySight) -> int:
    """List the seat's tickets, those worth most first; how many there are."""
    n = 0
    for ticket in range(board.tickets):
        if state.ticket_at[ticket] == seat:
            k = n
            while k > 0 and board.value[sight.ticket[k - 1]] < board.value[ticket]:
                sight.ticket[k] = sight.ticket[k - 1]
                k -= 1
            sight.ticket[k] = ticket
            n += 1
    return n


@kernel
def write_ways(
    board: BoardRecord, state: StateRecord, seat: int, sight: SightRecord, out: Array, row: int, at: int
) -> int:
    """Plan the tickets: what each lacks, which are complete, and in `sight` which tracks they want."""
    tickets = int(board.tickets)
    for ticket in range(tickets):
        out[row, at + ticket] = 0
        out[row, at + tickets + ticket] = 0
    for i in range(list_kept(board, state, seat, sight)):
        ticket = int(sight.ticket[i])
        a, b = int(board.ticket_a[ticket]), int(board.ticket_b[ticket])
        if find_way(board, sight, a, b):
            measure_way(board, state, seat, sight, a, b, int(board.value[ticket]))
            out[row, at + ticket] = sight.spaces
            out[row, at + tickets + ticket] = 1 if sight.spaces == 0 else 0
        else:
            out[row, at + ticket] = FARTHEST + 1
    return at + 2 * tickets


@kernel
def write_offers(
    board: BoardRecord, state: StateRecord, seat: int, sight: SightRecord, out: Array, row: int, at: int
) -> int:
    """Of each ticket on offer what it would add to the plan, what it lacks in all, and its points."""
    for slot in range(offer_slots(board)):
        fresh, spaces, points = 0, 0, 0
        if slot < state.offer_n[seat]:
            ticket = int(state.offer[seat, slot])
            a, b = int(board.ticket_a[ticket]), int(board.ticket_b[ticket])
            fresh, spaces = FARTHEST + 1, FARTHEST + 1
            points = min(MOST_WISHED, int(board.value[ticket]))
            if find_way(board, sight, a, b):
                measure_way(board, state, seat, sight, a, b, 0)
                fresh, spaces = int(sight.fresh), int(sight.spaces)
        out[row, at] = fresh
        out[row, at + 1] = spaces
        out[row, at + 2] = points
        at += PER_OFFER
    return at


@kernel
def write_needs(
    board: BoardRecord, state: StateRecord, seat: int, sight: SightRecord, out: Array, row: int, at: int
) -> int:
    """Cards that the plan lacks by colour, wild, and in all for grey tracks; then what the plan is as a whole."""
    for colour in range(NEEDS):
        sight.need[colour] = 0
    spaces, tracks = 0, 0
    for track in range(board.tracks):
        if sight.wish[track] > 0 and state.owner[track] == NOBODY:
            sight.need[board.colour[track]] += board.cost[track] - board.ferry[track]
            sight.need[WILD] += board.ferry[track]
            spaces += int(board.spaces[track])
            tracks += 1
    for colour in range(NEEDS):
        have = 0 if colour == GREY else int(state.hand[seat, colour])
        out[row, at + colour] = min(MOST_NEEDED, max(0, int(sight.need[colour]) - have))
    at += NEEDS
    out[row, at] = min(MOST_SPACES, spaces)
    out[row, at + 1] = min(MOST_NEEDED, tracks)
    pieces = int(state.pieces[seat, 0]) + int(state.pieces[seat, 1])
    out[row, at + 2] = min(MOST_SPACES, max(0, pieces - spaces))
    return at + 3


@kernel
def write_stakes(board: BoardRecord, state: StateRecord, seat: int, out: Array, row: int, missing: int, at: int) -> int:
    """Points of the tickets that are complete, and of those that can be; what they lack stands from `missing` on."""
    made, open_points = 0, 0
    for ticket in range(board.tickets):
        if state.ticket_at[ticket] == seat:
            if out[row, missing + ticket] == 0:
                made += int(board.value[ticket])
            elif out[row, missing + ticket] <= FARTHEST:
                open_points += int(board.value[ticket])
    out[row, at] = min(MOST_POINTS, made)
    out[row, at + 1] = min(MOST_POINTS, open_points)
    return at + 2


@kernel
def encode_plan(
    board: BoardRecord, state: StateRecord, seat: int, sight: SightRecord, out: Array, row: int, at: int
) -> int:
    """Write what version 1 adds to a row whose version 0 ends at `at`; returns where it ends."""
    tracks = int(board.tracks)
    wish, missing = at, at + 2 * tracks
    write_near(board, state, seat, sight, out, row, at + tracks)
    at = write_ways(board, state, seat, sight, out, row, missing)
    for track in range(tracks):
        out[row, wish + track] = sight.wish[track]
    at = write_offers(board, state, seat, sight, out, row, at)
    at = write_needs(board, state, seat, sight, out, row, at)
    return write_stakes(board, state, seat, out, row, missing, at)
