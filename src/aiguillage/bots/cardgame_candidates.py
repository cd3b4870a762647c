"""Which actions of the Card Game are worth a search: the planner's choice and the best few of every kind."""

from typing import Any

from ..rules.cardgame import legal
from ..rules.cardgame_state import COLUMN, COMPLETE, MAX_WILDS, PLACE, THREE
from ..rules.jit import kernel
from ..rules.records import CardBoardRecord, CardBotScratchRecord, CardStateRecord
from ..rules.state import BLIND, COMPLETION, DRAW_TICKETS, KEEP, PLACEMENT, SECOND_CARD, TAKE, TURN
from .cardgame_planner import choose_planned, column_urge, use_of_blind
from .cardgame_tickets import count_turns_left, fill_pool, find_needs, list_tickets, worth_of_tickets
from .cardgame_weights import KEEP_PRICE
from .shortlist import begin_list, take_best

DRAWS, PLACEMENTS, KEEPS, WAYS = 4, 6, 8, 5
"""How many of a kind are considered."""


@kernel
def score_keeps(
    board: CardBoardRecord,
    seen: CardStateRecord,
    seat: int,
    n: int,
    scratch: CardBotScratchRecord,
    weights: Any,
) -> None:
    """Say how good each choice of tickets in `scratch.actions[:n]` is."""
    count_turns_left(seen, scratch, weights)
    fill_pool(seen, seat, scratch)
    for i in range(n):
        list_tickets(board, seen, seat, scratch.actions[i] - KEEP, scratch, weights)
        worth = worth_of_tickets(board, scratch, weights)
        scratch.score[i] = worth - weights[KEEP_PRICE] * scratch.ticket_n


@kernel
def score_actions(
    board: CardBoardRecord,
    seen: CardStateRecord,
    seat: int,
    n: int,
    scratch: CardBotScratchRecord,
    weights: Any,
) -> None:
    """Say how promising each of the legal actions in `scratch.actions[:n]` is, within its kind."""
    find_needs(board, seen, seat, scratch, weights)
    blind = use_of_blind(board, seen, seat, scratch)
    for i in range(n):
        action = scratch.actions[i]
        score = 0.0
        if action >= COLUMN:
            if seen.target != THREE:
                cards = (action - COLUMN) // (MAX_WILDS + 1) + 1
                wilds = (action - COLUMN) % (MAX_WILDS + 1)
                colour = seen.target - PLACE
                score = column_urge(board, seen, seat, colour, cards, wilds, scratch, weights)
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
    weights: Any,
    out: Any,
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
        score_keeps(board, seen, seat, n, scratch, weights)
    size = begin_list(scratch, n, choice, out)
    size = take_best(scratch, n, TAKE, BLIND + 1, DRAWS, out, size)
    size = take_best(scratch, n, DRAW_TICKETS, KEEP, 1, out, size)
    size = take_best(scratch, n, KEEP, PLACE, KEEPS, out, size)
    size = take_best(scratch, n, PLACE, COLUMN, PLACEMENTS, out, size)
    return take_best(scratch, n, COLUMN, COLUMN + 1000, WAYS, out, size)
