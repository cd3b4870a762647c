"""The longest trail: no track twice, places as often as one likes (E3). Exact.

A trail can use all tracks of a connected network if and only if at most two places have an odd number of tracks
(Euler). Otherwise some tracks must be left out. The longest trail uses every track at its two ends, or it could go
on; so its ends are odd places that lose no track, and every other odd place loses an odd number of them. The search
goes through the odd places in order and tries, for each, which track to leave out first, or to end there; what is
left when no other odd place remains is a trail, or falls apart into trails. With r odd places to deal with, at least
r / 2 more tracks go, and that bounds the search. Networks that are nearly trees have few trails: those are walked.
"""

from typing import Any

from .jit import kernel
from .state import NOBODY, NOTHING

FREE, LEFT_OUT, KEPT = 0, 1, 2  # of a track; KEPT + depth: by the node at that depth
FEW_LOOPS = 3  # up to so many loops there are so few trails that walking them all is quicker

END = -2  # what a node tries when all tracks were tried: to end the trail at its place


@kernel
def list_part(board: Any, state: Any, seat: int, part: int, scratch: Any) -> None:
    """Keep the tracks of a part as the best trail, as a set."""
    scratch.best_n = 0
    for track in range(board.tracks):
        if (
            state.owner[track] == seat
            and scratch.used[track] != LEFT_OUT
            and scratch.part[board.end_a[track]] == part
        ):
            scratch.best_trail[scratch.best_n] = track
            scratch.best_n += 1


@kernel
def weigh_part(board: Any, state: Any, seat: int, start: int, part: int, scratch: Any) -> int:
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
def weigh_parts(board: Any, state: Any, seat: int, component: int, best: int, scratch: Any) -> int:
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
def loses_track(board: Any, state: Any, seat: int, place: int, scratch: Any) -> bool:
    """Whether a track at the place was left out: the trail cannot end there then."""
    for i in range(board.first[place], board.first[place + 1]):
        if state.owner[board.near[i]] == seat and scratch.used[board.near[i]] == LEFT_OUT:
            return True
    return False


@kernel
def toggle(board: Any, seat: int, track: int, mark: int, change: int, scratch: Any) -> None:
    """Leave a track out (change -1), or take it back (1)."""
    scratch.used[track] = mark
    scratch.degree[seat, board.end_a[track]] += change
    scratch.degree[seat, board.end_b[track]] += change


@kernel
def release(board: Any, place: int, depth: int, scratch: Any) -> None:
    """A node is done: the tracks that it had decided to keep are free again."""
    for i in range(board.first[place], board.first[place + 1]):
        if scratch.used[board.near[i]] == KEPT + depth:
            scratch.used[board.near[i]] = FREE


@kernel
def search_component(board: Any, state: Any, seat: int, component: int, best: int, scratch: Any) -> int:
    """The longest trail in a component, if longer than `best`."""
    for place in range(board.places):
        scratch.ends[place] = 0
    left = scratch.weight[seat, component]
    lightest = scratch.lightest[seat, component]
    ends = 0
    depth = 0
    entering = True
    while depth >= 0:
        if entering:
            first, odd = NOBODY, 0
            for place in range(board.places):
                if (
                    scratch.component[seat, place] == component
                    and scratch.degree[seat, place] & 1
                    and not scratch.ends[place]
                ):
                    odd += 1
                    if first == NOBODY:
                        first = place
            entering = False
            if odd == 0:
                best = weigh_parts(board, state, seat, component, best, scratch)
                depth -= 1
                continue
            if left - (max(0, odd - 2 + ends) + 1) // 2 * lightest <= best:
                depth -= 1
                continue
            scratch.node_place[depth] = first
            scratch.node_next[depth] = board.first[first]
            scratch.node_track[depth] = NOTHING
        place = scratch.node_place[depth]
        tried = scratch.node_track[depth]
        if tried >= 0:  # back from leaving a track out: keep it from now on
            toggle(board, seat, tried, KEPT + depth, 1, scratch)
            left += board.spaces[tried]
        elif tried == END:
            scratch.ends[place] = 0
            ends -= 1
            release(board, place, depth, scratch)
            depth -= 1
            continue
        i = scratch.node_next[depth]
        end = board.first[place + 1]
        while i < end and (state.owner[board.near[i]] != seat or scratch.used[board.near[i]] != FREE):
            i += 1
        if i < end:
            track = board.near[i]
            toggle(board, seat, track, LEFT_OUT, -1, scratch)
            left -= board.spaces[track]
            scratch.node_next[depth] = i + 1
            scratch.node_track[depth] = track
        elif ends < 2 and not loses_track(board, state, seat, place, scratch):
            scratch.ends[place] = 1
            ends += 1
            scratch.node_track[depth] = END
        else:
            release(board, place, depth, scratch)
            depth -= 1
            continue
        depth += 1
        entering = True
    return best


@kernel
def walk_trails(board: Any, state: Any, seat: int, start: int, best: int, enough: int, scratch: Any) -> int:
    """The longest trail from a place, if longer than `best`: every trail is walked, until one of `enough` is found.

    No trail can be longer than `enough`.
    """
    depth = 0
    length = 0
    scratch.node_place[0] = start
    scratch.node_next[0] = board.first[start]
    while depth >= 0:
        place = scratch.node_place[depth]
        i = scratch.node_next[depth]
        end = board.first[place + 1]
        while i < end and (state.owner[board.near[i]] != seat or scratch.used[board.near[i]] != FREE):
            i += 1
        if i < end and best < enough:
            track = board.near[i]
            scratch.node_next[depth] = i + 1
            scratch.node_track[depth] = track
            scratch.used[track] = LEFT_OUT
            length += board.spaces[track]
            depth += 1
            far = board.end_a[track] + board.end_b[track] - place
            scratch.node_place[depth] = far
            scratch.node_next[depth] = board.first[far]
            if length > best:
                best = length
                for k in range(depth):
                    scratch.best_trail[k] = scratch.node_track[k]
                scratch.best_n = depth
        else:
            depth -= 1
            if depth >= 0:
                track = scratch.node_track[depth]
                scratch.used[track] = FREE
                length -= board.spaces[track]
    return best


@kernel
def longest_trail(board: Any, state: Any, seat: int, scratch: Any) -> int:
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
    for place in range(board.places):
        component = scratch.component[seat, place]
        odd = scratch.odd[seat, component]
        if odd <= 2:
            continue
        enough = scratch.weight[seat, component] - (odd // 2 - 1) * scratch.lightest[seat, component]
        if enough <= best:
            continue
        before = best
        if scratch.loops[seat, component] > FEW_LOOPS:
            if place == component:
                best = search_component(board, state, seat, component, best, scratch)
        elif scratch.degree[seat, place] & 1:
            best = walk_trails(board, state, seat, place, best, enough, scratch)
        if best > before:
            scratch.whole = NOBODY
    return best


@kernel
def list_trail(board: Any, state: Any, seat: int, scratch: Any) -> int:
    """The tracks of the seat's longest trail, as a set, in `scratch.best_trail`; how many. Needs `find_components`."""
    longest_trail(board, state, seat, scratch)
    if scratch.whole != NOBODY:
        for place in range(board.places):
            scratch.part[place] = scratch.component[seat, place]
        list_part(board, state, seat, scratch.whole, scratch)
    return scratch.best_n
