"""Ways over the board, for showing what the rules count: nothing here decides or scores anything."""

from ..rules.jit import kernel
from ..rules.numbers import NOTHING
from ..rules.records import Array, BoardRecord, NamesRecord, PageRecord
from .members import item, open_list
from .page import TRACK
from .signs import CLOSE_LIST, byte


@kernel
def is_before(names: NamesRecord, page: PageRecord, place: int, track: int, other: int) -> bool:
    """Whether the way to `place` and over a track comes before the way found to `other`, by the ids of their tracks."""
    way, best, rank = page.way[place], page.way[other], names.track_rank
    count, best_n = page.way_n[place] + 1, page.way_n[other]
    for i in range(min(count, best_n)):
        mine = track if i == count - 1 else way[i]
        if mine != best[i]:
            return rank[mine] < rank[best[i]]
    return count < best_n


@kernel
def look_around(board: BoardRecord, names: NamesRecord, place: int, page: PageRecord) -> None:
    """Go on from a place that the best way was found to."""
    for i in range(board.first[place], board.first[place + 1]):
        track = int(board.near[i])
        far = int(board.end_a[track]) + int(board.end_b[track]) - place
        if page.price[track] == NOTHING or page.found[far]:
            continue
        length = int(page.length[place]) + int(page.price[track])
        known = int(page.length[far])
        if known == NOTHING or length < known or (length == known and is_before(names, page, place, track, far)):
            n = int(page.way_n[place])
            for k in range(n):
                page.way[far, k] = page.way[place, k]
            page.way[far, n] = track
            page.way_n[far] = n + 1
            page.length[far] = length


@kernel
def nearest(board: BoardRecord, names: NamesRecord, page: PageRecord) -> int:
    """The nearest place that no best way was found to yet, of several the one with the first id; or NOTHING."""
    best, least, rank = NOTHING, 0, 0
    for place in range(board.places):
        length = int(page.length[place])
        if length == NOTHING or page.found[place]:
            continue
        if best == NOTHING or length < least or (length == least and names.place_rank[place] < rank):
            best, least, rank = place, length, int(names.place_rank[place])
    return best


@kernel
def find_way(board: BoardRecord, names: NamesRecord, source: int, target: int, page: PageRecord) -> int:
    """The cheapest way between two places by `page.price`: its price, or NOTHING; `page.way[target]` has its tracks.

    Places as near as each other are looked at in the order of their ids, and so are ways as long as each other to one
    place, whatever the order of a board file.
    """
    for place in range(board.places):
        page.length[place] = NOTHING
        page.found[place] = 0
    page.length[source] = 0
    page.way_n[source] = 0
    place = nearest(board, names, page)
    while place != NOTHING and place != target:
        page.found[place] = 1
        look_around(board, names, place, page)
        place = nearest(board, names, page)
    return NOTHING if place == NOTHING else int(page.length[place])


@kernel
def join_nets(board: BoardRecord, page: PageRecord) -> None:
    """Number the nets of the tracks that cost nothing by `page.price`: places that they join have the same number."""
    for place in range(board.places):
        page.net[place] = place
    for track in range(board.tracks):
        kept, joined = int(page.net[board.end_a[track]]), int(page.net[board.end_b[track]])
        if page.price[track] == 0 and kept != joined:
            for place in range(board.places):
                if page.net[place] == joined:
                    page.net[place] = kept


@kernel
def is_pair(a: int, b: int, one: int, other: int) -> bool:
    """Whether two nets are those two, in either order."""
    return (a == one and b == other) or (a == other and b == one)


@kernel
def trail_start(board: BoardRecord, tracks: Array, count: int) -> int:
    """Where to begin walking some tracks: at the first place with an odd number of them, or at the first place."""
    for i in range(count):
        for side in range(2):
            place = board.end_a[tracks[i]] if side == 0 else board.end_b[tracks[i]]
            odd = 0
            for k in range(count):
                if board.end_a[tracks[k]] == place or board.end_b[tracks[k]] == place:
                    odd ^= 1
            if odd:
                return int(place)
    return int(board.end_a[tracks[0]])


@kernel
def next_track(board: BoardRecord, tracks: Array, count: int, place: int, page: PageRecord) -> int:
    """The last of some tracks at a place that was not walked yet, by its place among them; or NOTHING."""
    for i in range(count - 1, -1, -1):
        track = tracks[i]
        if not page.walked[i] and (board.end_a[track] == place or board.end_b[track] == place):
            return i
    return NOTHING


@kernel
def walk_trail(board: BoardRecord, tracks: Array, count: int, page: PageRecord) -> int:
    """Put the tracks of one trail into walking order, in `page.trail`; how many there are (Hierholzer)."""
    if count == 0:
        return 0
    for i in range(count):
        page.walked[i] = 0
    page.walk_place[0] = trail_start(board, tracks, count)
    page.walk_track[0] = NOTHING
    depth, n = 1, 0
    while depth > 0:
        place = int(page.walk_place[depth - 1])
        i = next_track(board, tracks, count, place, page)
        if i != NOTHING:
            track = int(tracks[i])
            page.walked[i] = 1
            page.walk_place[depth] = board.end_a[track] + board.end_b[track] - place
            page.walk_track[depth] = track
            depth += 1
        else:
            depth -= 1
            if depth > 0:
                page.trail[n] = page.walk_track[depth]
                n += 1
    return n


@kernel
def write_tracks(page: PageRecord, names: NamesRecord, text: int, tracks: Array, count: int) -> None:
    """A member that is a list of tracks."""
    open_list(page, names, text)
    for i in range(count):
        item(page, names, TRACK + int(tracks[i]))
    byte(page, CLOSE_LIST)
