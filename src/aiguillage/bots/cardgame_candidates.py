"""Which actions of the Card Game are worth a search: the planner's choice and the best few of every kind."""

from ..rules.actions import BLIND, DRAW_TICKETS, KEEP, TAKE
from ..rules.cardgame import legal
from ..rules.cardgame_state import COLUMN, COMPLETE, PLACE, THREE
from ..rules.jit import kernel
from ..rules.phases import COMPLETION, PLACEMENT, SECOND_CARD, TURN
from ..rules.records import Array, CardBoardRecord, CardBotScratchRecord, CardStateRecord
from .cardgame_planner import choose_planned, score_keeps, urge_to_place, use_of_blind, watch_rivals
from .cardgame_tickets import find_needs
from .shortlist import begin_list, take_best

DRAWS, PLACEMENTS, KEEPS, WAYS = 4, 6, 8, 5
"""How many of a kind are considered."""


@kernel
def score_actions(
    board: CardBoardRecord,
    seen: CardStateRecord,
    seat: int,
    n: int,
    scratch: CardBotScratchRecord,
    weights: Array,
) -> None:
    """Say how promising each of the legal actions in `scratch.actions[:n]` is, within its kind."""
    find_needs(board, seen, seat, scratch, weights)
    blind = use_of_blind(board, seen, seat, scratch)
    watch_rivals(seen, seat, scratch)
    for i in range(n):
        action = scratch.actions[i]
        score = 0.0
        if action >= COLUMN:
            if seen.target != THREE:
                score = urge_to_place(board, seen, seat, action, scratch, weights)
        elif PLACE <= action < THREE:
            score = 1.0 * seen.hand[seat, action - PLACE]
        elif action == THREE:
            score = 100.0
        elif action == BLIND:
            score = blind + 1.0
        elif action < BLIND:
            score = scratch.use[action - TAKE]
        scratch.score[i] = score


@kernel
def list_candidates(
    board: CardBoardRecord,
    seen: CardStateRecord,
    seat: int,
    scratch: CardBotScratchRecord,
    weights: Array,
    out: Array,
) -> int:
    """Write the actions worth a search into `out`, the planner's choice first, and return how many there are."""
    choice = choose_planned(board, seen, seat, scratch, weights)
    phase = seen.phase
    n = legal(board, seen, scratch.actions)
    if phase == TURN or phase == SECOND_CARD or phase == PLACEMENT:
        score_actions(board, seen, seat, n, scratch, weights)
    elif phase == COMPLETION:
        for i in range(n):
            scratch.score[i] = 1.0 * board.value[scratch.actions[i] - COMPLETE]
    else:
        score_keeps(board, seen, seat, scratch, weights)
    size = begin_list(scratch, n, choice, out)
    size = take_best(scratch, n, TAKE, BLIND + 1, DRAWS, out, size)
    size = take_best(scratch, n, DRAW_TICKETS, KEEP, 1, out, size)
    size = take_best(scratch, n, KEEP, PLACE, KEEPS, out, size)
    size = take_best(scratch, n, PLACE, COLUMN, PLACEMENTS, out, size)
    return take_best(scratch, n, COLUMN, COLUMN + 1000, WAYS, out, size)
