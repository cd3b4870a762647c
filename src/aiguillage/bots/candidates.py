"""Which actions are worth a search: the planner's choice and the best few of every kind."""

from ..rules.actions import BLIND, CLAIM, DRAW_TICKETS, ENOUGH, PAY, STATION, TAKE
from ..rules.claim import most_of_a_colour
from ..rules.jit import kernel
from ..rules.numbers import MAX_LENGTH
from ..rules.phases import PAYMENT, SECOND_CARD, TUNNEL, TURN
from ..rules.records import Array, BoardRecord, BotScratchRecord, StateRecord
from ..rules.turn import legal
from .cards import use_of_blind
from .planner import choose_planned, claim_urge, think
from .scratch import BORROWED, NOT_WANTED
from .shortlist import CANDIDATES, OUT, begin_list, take_best

DRAWS, CLAIMS, STATIONS, PAYMENTS = 5, 6, 2, 3
"""How many of a kind are considered."""


@kernel
def score_station(board: BoardRecord, seen: StateRecord, seat: int, place: int, scratch: BotScratchRecord) -> float:
    """How promising a station is: where the plan wants to borrow, then by the opponents' tracks at the place."""
    score = 0.0
    for i in range(board.first[place], board.first[place + 1]):
        track = board.near[i]
        if scratch.want[seat, track] == BORROWED:
            score += 10.0
        elif seen.owner[track] >= 0 and seen.owner[track] != seat:
            score += 1.0
    return score


@kernel
def score_actions(
    board: BoardRecord, seen: StateRecord, seat: int, n: int, scratch: BotScratchRecord, weights: Array
) -> None:
    """Say how promising each of the legal actions in `scratch.actions[:n]` is, within its kind."""
    most = most_of_a_colour(seen, seat)
    blind = use_of_blind(board, seen, seat, scratch)
    for i in range(n):
        action = scratch.actions[i]
        if action >= STATION:
            scratch.score[i] = score_station(board, seen, seat, action - STATION, scratch)
        elif action >= CLAIM:
            track = action - CLAIM
            if scratch.want[seat, track] == NOT_WANTED:  # those of the plan before the others, those by their points
                scratch.score[i] = 0.1 * board.points[track] - 100.0
            else:
                scratch.score[i] = claim_urge(board, seen, seat, track, most, scratch, weights)
        elif action >= PAY:
            scratch.score[i] = -1.0 * ((action - PAY) % (MAX_LENGTH + 1))
        elif action == BLIND:
            scratch.score[i] = blind + 1.0
        elif action < BLIND:
            scratch.score[i] = scratch.use[action - TAKE]
        else:
            scratch.score[i] = 0.0 if action != ENOUGH else OUT  # there is no limit to a hand (D8)


@kernel
def list_candidates(
    board: BoardRecord, seen: StateRecord, seat: int, scratch: BotScratchRecord, weights: Array, out: Array
) -> int:
    """Write the actions worth a search into `out`, the planner's choice first, and return how many there are."""
    scratch.light = 0
    choice = choose_planned(board, seen, seat, scratch, weights)
    phase = seen.phase
    if phase == TURN or phase == SECOND_CARD:
        think(board, seen, seat, scratch, weights)
    n = legal(board, seen, scratch.actions)
    if phase == TURN or phase == SECOND_CARD or phase == PAYMENT or phase == TUNNEL:
        score_actions(board, seen, seat, n, scratch, weights)
    else:
        for i in range(n):
            scratch.score[i] = 0.0
    size = begin_list(scratch, n, choice, out)
    size = take_best(scratch, n, TAKE, BLIND + 1, DRAWS, out, size)
    size = take_best(scratch, n, DRAW_TICKETS, PAY, CANDIDATES, out, size)
    size = take_best(scratch, n, PAY, CLAIM, PAYMENTS, out, size)
    size = take_best(scratch, n, CLAIM, STATION, CLAIMS, out, size)
    return take_best(scratch, n, STATION, STATION + 1000, STATIONS, out, size)
