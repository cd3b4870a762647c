"""Networks of tracks on a board, and the longest path through them found the slow way."""

import random
from functools import cache
from typing import Any

import networkx as nx

from aiguillage.boards import Board
from aiguillage.rules import turn
from aiguillage.rules.numbers import NOBODY
from aiguillage.rules.state import SCRATCH, STATE, new_record


def distances(board: Board, chance: random.Random) -> list[int]:
    """How far each track is from a random place."""
    at = chance.choice(board.places).id
    graph = nx.Graph((track.a, track.b) for track in board.tracks)
    steps = nx.single_source_shortest_path_length(graph, at)
    return [steps[track.a] + steps[track.b] for track in board.tracks]


def dense_position(board: Board, chance: random.Random) -> Any:
    """A record in which seat 0 has nearly all the short tracks round a place: a network of many loops."""
    state, scratch = new_record(STATE), new_record(SCRATCH)
    turn.setup(board.table, state, board.max_seats, 0, 0, 0, scratch)
    state.ticket_at[: len(board.tickets)] = -3
    away = distances(board, chance)
    order = [n for n, track in enumerate(board.tracks) if track.spaces <= 4 and chance.random() < 0.9]
    for number in sorted(order, key=lambda n: away[n] + board.tracks[n].spaces / 2 + chance.random()):
        track, twin = board.tracks[number], int(board.table.twin[number])
        if track.spaces <= state.pieces[0, 0] and (twin < 0 or state.owner[twin] == NOBODY):
            state.owner[number] = 0
            state.pieces[0, 0] -= track.spaces
            state.route_points[0] += track.points
    return state


def owned(board: Board, state: Any, seat: int) -> list[int]:
    return [number for number in range(len(board.tracks)) if state.owner[number] == seat]


def longest_walk(board: Board, state: Any, seat: int) -> int:
    """The longest walk that uses no track twice: all of them are walked, places and used tracks remembered."""
    tracks = owned(board, state, seat)
    near: dict[str, list[tuple[int, str, int]]] = {}
    for bit, number in enumerate(tracks):
        track = board.tracks[number]
        near.setdefault(track.a, []).append((1 << bit, track.b, track.spaces))
        near.setdefault(track.b, []).append((1 << bit, track.a, track.spaces))

    @cache
    def onward(place: str, used: int) -> int:
        return max(
            (length + onward(far, used | bit) for bit, far, length in near[place] if not used & bit),
            default=0,
        )

    return max((onward(place, 0) for place in near), default=0)
