"""Paths over a seat's routes, for showing what the kernel has counted. Nothing here decides or scores anything."""

import heapq
from collections import defaultdict
from collections.abc import Iterable

from aiguillage.boards import Board

Neighbours = dict[str, list[tuple[str, str, int]]]
"""For each place the priced tracks that end there: track, place at its other end, price."""


def neighbours(board: Board, prices: dict[str, int]) -> Neighbours:
    """The network of the priced tracks."""
    near: Neighbours = defaultdict(list)
    for track_id, price in prices.items():
        track = board.track(track_id)
        near[track.a].append((track_id, track.b, price))
        near[track.b].append((track_id, track.a, price))
    return near


def shortest(board: Board, start: str, goal: str, prices: dict[str, int]) -> tuple[int, list[str]] | None:
    """The cheapest way from one place to another over the priced tracks: price and track ids in order."""
    return shortest_way(neighbours(board, prices), start, goal)


def shortest_way(near: Neighbours, start: str, goal: str) -> tuple[int, list[str]] | None:
    """The same over a network that serves several searches."""
    heap: list[tuple[int, str, list[str]]] = [(0, start, [])]
    seen = set()
    while heap:
        price, place, path = heapq.heappop(heap)
        if place == goal:
            return price, path
        if place in seen:
            continue
        seen.add(place)
        for track_id, far, more in near.get(place, ()):
            if far not in seen:
                heapq.heappush(heap, (price + more, far, [*path, track_id]))
    return None


def order_trail(board: Board, tracks: Iterable[str]) -> list[str]:
    """Put a set of tracks that forms one trail into walking order (Hierholzer)."""
    near: dict[str, list[str]] = defaultdict(list)
    for track_id in tracks:
        near[board.track(track_id).a].append(track_id)
        near[board.track(track_id).b].append(track_id)
    if not near:
        return []
    odd = [place for place, here in near.items() if len(here) % 2]
    stack: list[tuple[str, str]] = [(odd[0] if odd else next(iter(near)), "")]
    used: set[str] = set()
    trail: list[str] = []
    while stack:
        place, arrived = stack[-1]
        while near[place] and near[place][-1] in used:
            near[place].pop()
        if near[place]:
            track_id = near[place].pop()
            used.add(track_id)
            track = board.track(track_id)
            stack.append((track.b if track.a == place else track.a, track_id))
        else:
            stack.pop()
            if arrived:
                trail.append(arrived)
    return trail
