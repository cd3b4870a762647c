"""Tracks for their points alone: what to do with the pieces that the tickets leave over."""

from ..rules.jit import kernel
from ..rules.numbers import GREY, NOBODY, NOTHING, WILD
from ..rules.records import Array, BoardRecord, BotScratchRecord, StateRecord
from .cards import spare_colour
from .scratch import FILLER, NOT_WANTED
from .survey import BLOCKED, extra_points, track_turns
from .ticket_plan import plan_pieces
from .weights import TRAIL

FILLERS = 2
"""How many such tracks a plan holds at a time."""


@kernel
def touches(board: BoardRecord, seen: StateRecord, seat: int, track: int) -> bool:
    """Whether the track continues the seat's network."""
    for end in range(2):
        place = board.end_a[track] if end == 0 else board.end_b[track]
        for i in range(board.first[place], board.first[place + 1]):
            if seen.owner[board.near[i]] == seat:
                return True
    return False


@kernel
def filler_rate(
    board: BoardRecord, seen: StateRecord, seat: int, track: int, scratch: BotScratchRecord, weights: Array
) -> float:
    """Points for each turn that it takes to claim the track with the cards that are spare."""
    colour = board.colour[track]
    have = scratch.spare[spare_colour(scratch)] if colour == GREY else scratch.spare[colour]
    wilds = scratch.spare[WILD]
    turns = track_turns(board, track, 1.0 * (have + max(0, wilds - board.ferry[track])), 1.0 * wilds, weights)
    points = board.points[track] + extra_points(board, seen, seat, track, weights)
    if board.longest_points > 0 and touches(board, seen, seat, track):
        points += weights[TRAIL] * board.spaces[track]
    return points / turns


@kernel
def add_fillers(board: BoardRecord, seen: StateRecord, seat: int, scratch: BotScratchRecord, weights: Array) -> None:
    """Add the tracks that bring most points a turn to the plan. `find_needs` first: it says which cards are spare."""
    room0 = seen.pieces[seat, 0] - plan_pieces(board, scratch, seat, 0)
    room1 = seen.pieces[seat, 1] - plan_pieces(board, scratch, seat, 1)
    for _ in range(FILLERS):
        best, most = NOTHING, 0.0
        for track in range(board.tracks):
            if (
                scratch.want[seat, track] != NOT_WANTED
                or seen.owner[track] != NOBODY
                or scratch.price[track] >= BLOCKED
                or board.spaces[track] > (room0 if board.piece[track] == 0 else room1)
            ):
                continue
            twin = board.twin[track]
            if twin != NOTHING and scratch.want[seat, twin] != NOT_WANTED:
                continue
            rate = filler_rate(board, seen, seat, track, scratch, weights)
            if rate > most:
                best, most = track, rate
        if best == NOTHING:
            return
        scratch.want[seat, best] = FILLER
        if board.piece[best] == 0:
            room0 -= board.spaces[best]
        else:
            room1 -= board.spaces[best]
