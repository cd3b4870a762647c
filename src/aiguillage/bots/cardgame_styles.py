"""The four styles of the playtesting literature, as far as they make sense in the Card Game.

`one-step` keeps the tickets that lack fewest cards and places whatever it can; `long-route` keeps the dearest tickets
and saves for long columns; `route-focused` plans its tickets together and places what they ask for; `hungry` holds
many tickets before it does anything else. None looks at the other yards, except that the rules must allow what it
does. How they judge cards is the planner's.
"""

from ..rules.actions import DRAW_TICKETS, KEEP
from ..rules.cardgame import legal
from ..rules.cardgame_complete import capped, pack_need, wilds_owed
from ..rules.cardgame_place import may_place, singles
from ..rules.cardgame_state import COLUMN, MAX_WILDS, PLACE, THREE
from ..rules.jit import kernel
from ..rules.numbers import COLOURS, NOTHING, WILD
from ..rules.phases import COMPLETION, OPENING, PLACEMENT, SECOND_CARD, TURN
from ..rules.records import Array, CardBoardRecord, CardBotScratchRecord, CardStateRecord
from ..rules.tickets import count_bits
from .cardgame_planner import choose_completion, choose_keep, use_of_blind
from .cardgame_tickets import TICKETS_UNTIL, count_turns_left, fill_pool, find_needs, pack_pool
from .draws import best_card, best_draw
from .scratch import HUNGRY, LONG_ROUTE, ONE_STEP, ROUTE_FOCUSED

MANY_TICKETS = 8
"""So many tickets the hungry style holds before it does anything else."""

LONG_COLUMN = 4
"""So many cards the long-route style saves for a column."""

OPENING_TICKETS, FEW_TICKETS = 3, 2
"""So many tickets the styles that do not plan keep at the opening, and of a later offer."""

SHORT, VERY_SHORT = 8.0, 4.0
"""With fewer turns left nobody saves for anything; with very few nobody draws tickets."""


@kernel
def wants_tickets(style: int, seen: CardStateRecord, seat: int, scratch: CardBotScratchRecord) -> bool:
    """Whether the style draws tickets: when it has all it needs for those it holds, or too few."""
    if seen.queue_n == 0 or scratch.turns_left < VERY_SHORT or seen.turns > TICKETS_UNTIL:
        return False
    if style == HUNGRY and seen.ticket_n[seat] < MANY_TICKETS:
        return True
    lack = 0
    for colour in range(COLOURS):
        lack += max(0, scratch.asked[colour] - scratch.pool[colour])
    return lack <= scratch.pool[WILD]


@kernel
def colour_to_place(
    style: int, board: CardBoardRecord, seen: CardStateRecord, seat: int, scratch: CardBotScratchRecord
) -> int:
    """The colour with most cards that the style places now, or NOTHING."""
    least = LONG_COLUMN if style == LONG_ROUTE and scratch.turns_left >= SHORT else 2
    best = NOTHING
    for colour in range(COLOURS):
        cards = seen.hand[seat, colour]
        if cards < least or not may_place(board, seen, colour):
            continue
        planned = style == ROUTE_FOCUSED or style == HUNGRY
        if planned and scratch.needed[colour] == 0 and scratch.turns_left >= SHORT and cards < LONG_COLUMN:
            continue
        if best == NOTHING or cards > seen.hand[seat, best]:
            best = colour
    return best


@kernel
def style_turn(
    style: int, board: CardBoardRecord, seen: CardStateRecord, seat: int, scratch: CardBotScratchRecord
) -> int:
    """What the style does with a turn. `find_needs` first."""
    if wants_tickets(style, seen, seat, scratch):
        return DRAW_TICKETS
    if scratch.turns_left > 1.0:
        colour = colour_to_place(style, board, seen, seat, scratch)
        if colour != NOTHING:
            return PLACE + colour
        hurried = style == ONE_STEP or scratch.turns_left < SHORT
        if hurried and count_bits(singles(board, seen)) >= 3:
            return THREE
    action = best_draw(seen, scratch, use_of_blind(board, seen, seat, scratch), 0)
    return action if action != NOTHING else int(scratch.actions[legal(board, seen, scratch.actions) - 1])


@kernel
def cards_missing(
    board: CardBoardRecord, seen: CardStateRecord, seat: int, ticket: int, scratch: CardBotScratchRecord
) -> int:
    """Cards that a ticket lacks if it is the only one."""
    fill_pool(seen, seat, scratch)
    return max(0, wilds_owed(pack_pool(scratch) - capped(pack_need(board, ticket))) - int(scratch.pool[WILD]))


@kernel
def keep_few(
    style: int, board: CardBoardRecord, seen: CardStateRecord, seat: int, scratch: CardBotScratchRecord
) -> int:
    """Keep the tickets that lack fewest cards, or the dearest ones. `count_turns_left` first."""
    mask = 0
    for _ in range(min(OPENING_TICKETS if seen.phase == OPENING else FEW_TICKETS, seen.offer_n[seat])):
        best, most = NOTHING, -1000
        for i in range(seen.offer_n[seat]):
            if (mask >> i) & 1:
                continue
            ticket = seen.offer[seat, i]
            merit = board.value[ticket]
            if style == ONE_STEP:
                merit = -cards_missing(board, seen, seat, ticket, scratch)
            if merit > most:
                best, most = i, merit
        mask |= 1 << best
    return KEEP + mask


@kernel
def keep_all(board: CardBoardRecord, seen: CardStateRecord, seat: int) -> int:
    """Keep the whole offer."""
    return KEEP + (1 << int(seen.offer_n[seat])) - 1


@kernel
def choose_in_style(
    style: int,
    board: CardBoardRecord,
    seen: CardStateRecord,
    seat: int,
    scratch: CardBotScratchRecord,
    weights: Array,
) -> int:
    """The style's choice in any phase."""
    phase = seen.phase
    if phase == TURN or phase == SECOND_CARD:
        find_needs(board, seen, seat, scratch, weights)
        if phase == TURN:
            return style_turn(style, board, seen, seat, scratch)
        return best_card(seen, scratch, use_of_blind(board, seen, seat, scratch), NOTHING, 0)
    if phase == PLACEMENT:
        return most_cards(board, seen, scratch)
    if phase == COMPLETION:
        return choose_completion(board, seen, seat, scratch)
    if style == HUNGRY:
        return keep_all(board, seen, seat)
    if style == ROUTE_FOCUSED:
        return choose_keep(board, seen, seat, scratch, weights)
    count_turns_left(seen, scratch, weights)
    return keep_few(style, board, seen, seat, scratch)


@kernel
def most_cards(board: CardBoardRecord, seen: CardStateRecord, scratch: CardBotScratchRecord) -> int:
    """Place as many cards of the colour and as few wilds as may be; of three colours the first."""
    n = legal(board, seen, scratch.actions)
    best: int = scratch.actions[0]
    most = -1000
    if seen.target != THREE:
        for i in range(n):
            action = scratch.actions[i]
            merit = (action - COLUMN) // (MAX_WILDS + 1) - 10 * ((action - COLUMN) % (MAX_WILDS + 1))
            if merit > most:
                best, most = action, merit
    return best
