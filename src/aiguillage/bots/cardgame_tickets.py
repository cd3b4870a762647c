"""The Card Game's tickets: which can be completed with the cards at hand and to come, and what that makes of a card."""

from typing import Any

from ..rules.jit import kernel
from ..rules.records import CardBoardRecord, CardBotScratchRecord, CardStateRecord
from ..rules.state import COLOURS, KINDS, MAX_TICKETS, NOBODY, NOTHING, WILD
from .cardgame_weights import ANY_CARD, BONUS, BUDGET, LACK, PACE, WILD_CARD
from .network import list_offer

TICKETS_UNTIL = 400
"""After so many turns nobody draws tickets any more: a game of people who only refuse tickets would never end."""


@kernel
def count_turns_left(seen: CardStateRecord, scratch: CardBotScratchRecord, weights: Any) -> None:
    """Guess how many turns the seat still has in the round, this one included (C15)."""
    if seen.last_turns != NOTHING:
        scratch.turns_left = 1.0
    else:
        scratch.turns_left = 2.0 + seen.deck_n / (seen.seats * max(0.3, weights[PACE]))


@kernel
def fill_pool(seen: CardStateRecord, seat: int, scratch: CardBotScratchRecord) -> None:
    """Count the cards that can be on track at the end: those in hand only if there is time to place them (C5, C12)."""
    moves = int(scratch.turns_left) - 1
    scratch.pool[WILD] = seen.track[seat, WILD]
    if moves >= 2:
        scratch.pool[WILD] += seen.hand[seat, WILD]
    for colour in range(COLOURS):
        wilds = min(seen.yard_wild[seat, colour], moves)
        cards = min(seen.yard[seat, colour], moves - wilds)
        scratch.pool[WILD] += wilds
        scratch.pool[colour] = seen.track[seat, colour] + cards
        if moves >= 2:
            scratch.pool[colour] += seen.hand[seat, colour]


@kernel
def ticket_value(board: CardBoardRecord, ticket: int, weights: Any) -> float:
    """What completing a ticket brings, bonuses in view included (C19)."""
    value: float = 1.0 * board.value[ticket]
    for city in range(board.cities):
        if (board.named[ticket] >> city) & 1:
            value += weights[BONUS] * board.bonus[city]
    return value


@kernel
def list_tickets(
    board: CardBoardRecord,
    seen: CardStateRecord,
    seat: int,
    mask: int,
    scratch: CardBotScratchRecord,
    weights: Any,
) -> None:
    """List the seat's open tickets and those of its offer that the mask names, those worth most first, with what each
    brings."""
    n = 0
    for ticket in range(board.tickets):
        if seen.ticket_at[ticket] == seat and seen.done_by[ticket] == NOBODY:
            scratch.ticket[n] = ticket
            n += 1
    list_offer(board, seen, seat, mask, n, scratch)
    for i in range(scratch.ticket_n):
        scratch.brings[i] = ticket_value(board, scratch.ticket[i], weights)


@kernel
def lack_of(board: CardBoardRecord, ticket: int, scratch: CardBotScratchRecord) -> int:
    """How many cards of a ticket the spare ones lack, before wilds."""
    lack = 0
    for colour in range(COLOURS):
        lack += max(0, board.need[ticket, colour] - scratch.spare[colour])
    return lack


@kernel
def plan_one(board: CardBoardRecord, ticket: int, budget: float, scratch: CardBotScratchRecord) -> int:
    """Take the cards of a ticket out of the spare ones; how many are missing, or NOTHING if more than the budget."""
    lack = lack_of(board, ticket, scratch)
    wilds = min(lack, scratch.spare[WILD])
    lack -= wilds
    if lack > budget:
        return NOTHING
    scratch.spare[WILD] -= wilds
    for colour in range(COLOURS):
        need = board.need[ticket, colour]
        scratch.asked[colour] += need
        scratch.spare[colour] = max(0, scratch.spare[colour] - need)
    return lack


@kernel
def worth_of_tickets(board: CardBoardRecord, scratch: CardBotScratchRecord, weights: Any) -> float:
    """What the listed tickets are worth with the cards of the pool and those that can still be had, in points."""
    for kind in range(KINDS):
        scratch.spare[kind] = scratch.pool[kind]
    for colour in range(COLOURS):
        scratch.asked[colour] = 0
    budget = weights[BUDGET] * (scratch.turns_left - 2.0)
    worth = 0.0
    for i in range(scratch.ticket_n):
        ticket = scratch.ticket[i]
        lack = plan_one(board, ticket, budget, scratch)
        if lack == NOTHING:
            worth -= board.value[ticket]
        else:
            worth += scratch.brings[i] - weights[LACK] * lack
            budget -= lack
    scratch.budget = budget
    return worth


@kernel
def find_needs(
    board: CardBoardRecord, seen: CardStateRecord, seat: int, scratch: CardBotScratchRecord, weights: Any
) -> None:
    """What one more card of each kind is worth, and how many cards of each colour have to be placed yet."""
    count_turns_left(seen, scratch, weights)
    fill_pool(seen, seat, scratch)
    list_tickets(board, seen, seat, 0, scratch, weights)
    base = worth_of_tickets(board, scratch, weights)
    most = 0.0
    for colour in range(COLOURS):
        if scratch.spare[colour] > 0:
            scratch.use[colour] = weights[ANY_CARD]
        else:
            scratch.pool[colour] += 1
            gain = worth_of_tickets(board, scratch, weights) - base
            scratch.pool[colour] -= 1
            scratch.use[colour] = weights[ANY_CARD] + max(0.0, gain)
        most = max(most, scratch.use[colour])
    scratch.use[WILD] = most + weights[WILD_CARD]
    worth_of_tickets(board, scratch, weights)
    for colour in range(COLOURS):
        coming = seen.track[seat, colour] + seen.yard[seat, colour]
        scratch.needed[colour] = max(0, scratch.asked[colour] - coming)


@kernel
def may_be_drawn(seen: CardStateRecord, seat: int, ticket: int) -> bool:
    """Whether the seat may find the ticket in the deck, for all that it knows."""
    return (
        seen.ticket_at[ticket] != seat and seen.returned_by[ticket] != seat and seen.done_by[ticket] == NOBODY
    )


@kernel
def gain_of(
    board: CardBoardRecord, ticket: int, base: float, scratch: CardBotScratchRecord, weights: Any
) -> float:
    """What one more ticket would add to the worth of those listed, which is `base` and was found last; nothing if it is
    better refused. It comes last, so the others stay as they were planned."""
    lack = max(0, lack_of(board, ticket, scratch) - scratch.spare[WILD])
    if lack > scratch.budget:
        return 0.0
    return max(0.0, base + (ticket_value(board, ticket, weights) - weights[LACK] * lack) - base)


@kernel
def tickets_outlook(
    board: CardBoardRecord, seen: CardStateRecord, seat: int, scratch: CardBotScratchRecord, weights: Any
) -> float:
    """What drawing tickets can be expected to bring: the good ones of them are kept (C14). `find_needs` first.

    The next ones in the deck count as they are if the seat put them there itself, else as the average of what may be
    there.
    """
    if seen.turns > TICKETS_UNTIL:
        return 0.0
    base = worth_of_tickets(board, scratch, weights)
    count, gain = 0, 0.0
    for ticket in range(board.tickets):
        if may_be_drawn(seen, seat, ticket):
            gain += gain_of(board, ticket, base, scratch, weights)
            count += 1
    average = gain / count if count > 0 else 0.0
    outlook = 0.0
    for i in range(min(board.draw_tickets, seen.queue_n)):
        ticket = seen.queue[(seen.queue_head + i) % MAX_TICKETS]
        if ticket != NOTHING and seen.returned_by[ticket] == seat:
            outlook += gain_of(board, ticket, base, scratch, weights)
        else:
            outlook += average
    return outlook
