"""The longest trail: no track twice, places as often as one likes (E3). Exact.

A trail can use all tracks of a connected network if and only if at most two places have an odd number of tracks
(Euler). Otherwise some tracks must be left out. The longest trail uses every track at its two ends, or it could go
on; so its ends are odd places that lose no track, and every other odd place loses an odd number of them. The search
goes through the odd places in order and tries, for each, which track to leave out first, or to end there; what is
left when no other odd place remains is a trail, or falls apart into trails. With r odd places to deal with, at least
r / 2 more tracks go, and that bounds the search. Networks that are nearly trees have few trails once their branches are
taken off, of which only the longest at each place can matter: those are walked.
"""

from .bits import count_ones, lowest_one
from .jit import kernel
from .numbers import NOBODY, NOTHING, WORD
from .records import BoardRecord, ScratchRecord, StateRecord

FREE, LEFT_OUT, KEPT = 0, 1, 2  # of a track; KEPT + depth: by the node at that depth
FEW_LOOPS = 3  # up to so many loops there are so few trails that walking them all is quicker

HALF = (1 << WORD) - 1  # of a set of places, which has two words

END = -2  # what a node tries when all tracks were tried: to end the trail at its place


@kernel
def list_part(board: BoardRecord, state: StateRecord, seat: int, part: int, scratch: ScratchRecord) -> None:
    """Keep the tracks of a part as the best trail, as a set."""
    scratch.best_n = 0
    for track in range(board.tracks):
        if state.owner[track] == seat and scratch.used[track] != LEFT_OUT and scratch.part[board.end_a[track]] == part:
            scratch.best_trail[scratch.best_n] = track
            scratch.best_n += 1


@kernel
def weigh_part(board: BoardRecord, state: StateRecord, seat: int, start: int, part: int, scratch: ScratchRecord) -> int:
    """Mark what hangs together with a place, and return how many spaces it has."""
    twice = 0
    scratch.part[start] = part
    scratch.stack[0] = start
    n = 1
    while n > 0:
        n -= 1
        place = scratch.stack[n]
        for i in range(board.first[place], board.first[place + 1]):
            track = board.near[i]
            if state.owner[track] == seat and scratch.used[track] != LEFT_OUT:
                twice += board.spaces[track]
                far = board.end_a[track] + board.end_b[track] - place
                if scratch.part[far] == NOTHING:
                    scratch.part[far] = part
                    scratch.stack[n] = far
                    n += 1
    return twice // 2


@kernel
def weigh_parts(
    board: BoardRecord, state: StateRecord, seat: int, component: int, best: int, scratch: ScratchRecord
) -> int:
    """What is left is one trail or several: the longest of them, if longer than `best`."""
    for place in range(board.places):
        scratch.part[place] = NOTHING
    for place in range(board.places):
        if scratch.component[seat, place] == component and scratch.part[place] == NOTHING:
            weight = weigh_part(board, state, seat, place, place, scratch)
            if weight > best:
                best = weight
                list_part(board, state, seat, place, scratch)
    return best


@kernel
def loses_track(board: BoardRecord, state: StateRecord, seat: int, place: int, scratch: ScratchRecord) -> bool:
    """Whether a track at the place was left out: the trail cannot end there then."""
    for i in range(board.first[place], board.first[place + 1]):
        if state.owner[board.near[i]] == seat and scratch.used[board.near[i]] == LEFT_OUT:
            return True
    return False


@kernel
def release(board: BoardRecord, place: int, depth: int, scratch: ScratchRecord) -> None:
    """A node is done: the tracks that it had decided to keep are free again."""
    for i in range(board.first[place], board.first[place + 1]):
        if scratch.used[board.near[i]] == KEPT + depth:
            scratch.used[board.near[i]] = FREE


@kernel
def odd_places(board: BoardRecord, seat: int, component: int, scratch: ScratchRecord) -> int:
    """The places of a component with an odd number of tracks, as bits."""
    odd = 0
    for place in range(board.places):
        if scratch.component[seat, place] == component and scratch.degree[seat, place] & 1:
            odd |= 1 << int(place)
    return odd


@kernel
def both_ends(board: BoardRecord, track: int) -> int:
    """The two ends of a track, as bits."""
    return (1 << int(board.end_a[track])) | (1 << int(board.end_b[track]))


@kernel
def next_free(board: BoardRecord, state: StateRecord, seat: int, place: int, start: int, scratch: ScratchRecord) -> int:
    """Where among the tracks at a place the next of the seat's stands that is neither left out nor kept."""
    i, end = start, board.first[place + 1]
    while i < end and (state.owner[board.near[i]] != seat or scratch.used[board.near[i]] != FREE):
        i += 1
    return i


@kernel
def search_component(
    board: BoardRecord, state: StateRecord, seat: int, component: int, best: int, scratch: ScratchRecord
) -> int:
    """The longest trail in a component, if longer than `best`."""
    left = int(scratch.weight[seat, component])
    lightest = int(scratch.lightest[seat, component])
    odd = odd_places(board, seat, component, scratch)  # of what is left
    ends = 0  # where the trail is to end, as bits
    ends_n = 0
    depth = 0
    entering = True
    while depth >= 0:
        if entering:
            entering = False
            todo = odd & ~ends
            if todo == 0:
                if left > best:
                    best = weigh_parts(board, state, seat, component, best, scratch)
                depth -= 1
                continue
            odd_n = count_ones(todo & HALF) + count_ones((todo >> WORD) & HALF)
            if left - (max(0, odd_n - 2 + ends_n) + 1) // 2 * lightest <= best:
                depth -= 1
                continue
            first = lowest_one(todo)
            scratch.node_place[depth] = first
            scratch.node_next[depth] = board.first[first]
            scratch.node_track[depth] = NOTHING
        place = int(scratch.node_place[depth])
        tried = int(scratch.node_track[depth])
        if tried >= 0:  # back from leaving a track out: keep it from now on
            scratch.used[tried] = KEPT + depth
            odd ^= both_ends(board, tried)
            left += int(board.spaces[tried])
        elif tried == END:
            ends ^= 1 << place
            ends_n -= 1
            release(board, place, depth, scratch)
            depth -= 1
            continue
        i = next_free(board, state, seat, place, int(scratch.node_next[depth]), scratch)
        if i < board.first[place + 1]:
            track = int(board.near[i])
            scratch.used[track] = LEFT_OUT
            odd ^= both_ends(board, track)
            left -= int(board.spaces[track])
            scratch.node_next[depth] = i + 1
            scratch.node_track[depth] = track
        elif ends_n < 2 and not loses_track(board, state, seat, place, scratch):
            ends ^= 1 << place
            ends_n += 1
            scratch.node_track[depth] = END
        else:
            release(board, place, depth, scratch)
            depth -= 1
            continue
        depth += 1
        entering = True
    return best


@kernel
def far_end(board: BoardRecord, track: int, place: int) -> int:
    """The other end of a track."""
    return int(board.end_a[track]) + int(board.end_b[track]) - place


@kernel
def note_best(scratch: ScratchRecord, tracks: int, place: int, track: int, other_place: int, other_track: int) -> None:
    """Keep the first tracks of the walk under way as the best trail, with a branch at each end (NOTHING for none)."""
    for k in range(tracks):
        scratch.best_trail[k] = scratch.node_track[k]
    scratch.best_n = tracks
    scratch.head[0, 0], scratch.head[0, 1] = place, track
    scratch.head[1, 0], scratch.head[1, 1] = other_place, other_track


@kernel
def strip_branches(
    board: BoardRecord, state: StateRecord, seat: int, component: int, best: int, scratch: ScratchRecord
) -> int:
    """Take tracks that lead nowhere else off a component, from the outside in, until only its loops and what joins
    them remain. Returns the longest trail of such tracks alone, if longer than `best`.

    `scratch.rest` counts the tracks that remain at each place; `scratch.deep` and `scratch.branch` tell how long the
    two longest branches at each place are and which tracks they begin with.
    """
    rest, deep, branch = scratch.rest, scratch.deep, scratch.branch
    n = 0
    for place in range(board.places):
        if scratch.component[seat, place] == component:
            rest[place] = scratch.degree[seat, place]
            for k in range(2):
                deep[k, place], branch[k, place] = 0, NOTHING
            if rest[place] == 1:
                scratch.stack[n] = place
                n += 1
    while n > 0:
        n -= 1
        place = int(scratch.stack[n])
        if rest[place] == 0:  # nothing else is left
            continue
        i = board.first[place]
        while state.owner[board.near[i]] != seat or rest[far_end(board, board.near[i], place)] == 0:
            i += 1
        track = int(board.near[i])
        far = far_end(board, track, place)
        rest[place] = 0
        rest[far] -= 1
        length = int(deep[0, place]) + int(board.spaces[track])
        if length + deep[0, far] > best:
            best = length + int(deep[0, far])
            note_best(scratch, 0, far, track, far, int(branch[0, far]))
        if length > deep[0, far]:
            deep[1, far], branch[1, far] = deep[0, far], branch[0, far]
            deep[0, far], branch[0, far] = length, track
        elif length > deep[1, far]:
            deep[1, far], branch[1, far] = length, track
        if rest[far] == 1:
            scratch.stack[n] = far
            n += 1
    return best


@kernel
def walk_loops(
    board: BoardRecord,
    state: StateRecord,
    seat: int,
    start: int,
    best: int,
    enough: int,
    scratch: ScratchRecord,
) -> int:
    """The longest trail from the branch of a place through what `strip_branches` left, and down another branch, if
    longer than `best`: every trail is walked, until one of `enough` is found. No trail can be longer than `enough`."""
    depth = 0
    length = int(scratch.deep[0, start])
    scratch.node_place[0] = start
    scratch.node_next[0] = board.first[start]
    while depth >= 0:
        place = int(scratch.node_place[depth])
        i = scratch.node_next[depth]
        end = board.first[place + 1]
        while i < end and (
            state.owner[board.near[i]] != seat
            or scratch.used[board.near[i]] != FREE
            or scratch.rest[far_end(board, board.near[i], place)] == 0
        ):
            i += 1
        if i < end and best < enough:
            track = int(board.near[i])
            scratch.node_next[depth] = i + 1
            scratch.node_track[depth] = track
            scratch.used[track] = LEFT_OUT
            length += int(board.spaces[track])
            depth += 1
            far = far_end(board, track, place)
            scratch.node_place[depth] = far
            scratch.node_next[depth] = board.first[far]
            other = 1 if far == start else 0
            if length + scratch.deep[other, far] > best:
                best = length + int(scratch.deep[other, far])
                note_best(scratch, depth, start, int(scratch.branch[0, start]), far, int(scratch.branch[other, far]))
        else:
            depth -= 1
            if depth >= 0:
                track = int(scratch.node_track[depth])
                scratch.used[track] = FREE
                length -= int(board.spaces[track])
    return best


@kernel
def walk_component(
    board: BoardRecord,
    state: StateRecord,
    seat: int,
    component: int,
    best: int,
    enough: int,
    scratch: ScratchRecord,
) -> int:
    """The longest trail in a component with few loops, if longer than `best`; no trail is longer than `enough`.

    Beyond its branches a longest trail begins where it has used every track: at an odd place.
    """
    before = best
    best = strip_branches(board, state, seat, component, best, scratch)
    for place in range(board.places):
        in_loops = scratch.component[seat, place] == component and scratch.rest[place] > 0
        if in_loops and (scratch.deep[0, place] > 0 or scratch.rest[place] & 1):
            best = walk_loops(board, state, seat, place, best, enough, scratch)
    if best > before:
        for k in range(2):
            place, track = int(scratch.head[k, 0]), int(scratch.head[k, 1])
            while track != NOTHING:
                scratch.best_trail[scratch.best_n] = track
                scratch.best_n += 1
                place = far_end(board, track, place)
                track = int(scratch.branch[0, place])
    return best


@kernel
def longest_trail(board: BoardRecord, state: StateRecord, seat: int, scratch: ScratchRecord) -> int:
    """Length of the seat's longest trail. Needs `find_components`.

    Leaves the tracks of one such trail, as a set, in `scratch.best_trail[:best_n]`; if `scratch.whole` names a
    component, that is all of its tracks instead.
    """
    best = 0
    scratch.whole = NOBODY
    for component in range(board.places):
        if scratch.odd[seat, component] <= 2 and scratch.weight[seat, component] > best:
            best = scratch.weight[seat, component]
            scratch.whole = component
    for component in range(board.places):
        odd = scratch.odd[seat, component]  # nothing for a place that names no component
        if odd <= 2:
            continue
        enough = scratch.weight[seat, component] - (odd // 2 - 1) * scratch.lightest[seat, component]
        if enough <= best:
            continue
        before = best
        if scratch.loops[seat, component] > FEW_LOOPS:
            best = search_component(board, state, seat, component, best, scratch)
        else:
            best = walk_component(board, state, seat, component, best, enough, scratch)
        if best > before:
            scratch.whole = NOBODY
    return best


@kernel
def list_trail(board: BoardRecord, state: StateRecord, seat: int, scratch: ScratchRecord) -> int:
    """The tracks of the seat's longest trail, as a set, in `scratch.best_trail`; how many. Needs `find_components`."""
    longest_trail(board, state, seat, scratch)
    if scratch.whole != NOBODY:
        for place in range(board.places):
            scratch.part[place] = scratch.component[seat, place]
        list_part(board, state, seat, scratch.whole, scratch)
    return scratch.best_n
