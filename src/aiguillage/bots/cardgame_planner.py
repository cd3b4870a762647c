"""The planner of the Card Game: which cards to draw, what to place and when, which tickets to keep."""

from ..rules.actions import DRAW_TICKETS, KEEP
from ..rules.cardgame import legal
from ..rules.cardgame_complete import propose_tickets
from ..rules.cardgame_place import single_refusal, trio
from ..rules.cardgame_state import ALLOWED, COLUMN, COMPLETE, MAX_WILDS, PLACE, THREE
from ..rules.jit import kernel
from ..rules.numbers import COLOURS, KINDS, NOTHING, WILD
from ..rules.phases import COMPLETION, PLACEMENT, SECOND_CARD, TURN
from ..rules.records import Array, CardBoardRecord, CardBotScratchRecord, CardStateRecord
from ..rules.tickets import count_bits
from .cardgame_tickets import (
    count_turns_left,
    fill_pool,
    find_needs,
    list_tickets,
    pack_pool,
    tickets_outlook,
    worth_of_tickets,
)
from .cardgame_weights import (
    DRAW,
    DRAW_GAIN,
    HURRY,
    KEEP_PRICE,
    OTHER,
    PLACE_URGE,
    RISK,
    ROB,
    SLOW,
    TICKETS_GAIN,
    TICKETS_ROOM,
    TICKETS_URGE,
    TRIO_URGE,
    USEFUL,
    WILD_MOVED,
)
from .draws import best_card, best_draw
from .shortlist import OUT


@kernel
def count_unseen(board: CardBoardRecord, seen: CardStateRecord, seat: int, scratch: CardBotScratchRecord) -> None:
    """Cards of each kind in the deck and in the other hands, for all that the seat knows."""
    wilds = 0
    for kind in range(KINDS):
        count = int(board.total[kind] - seen.discard[kind] - seen.hand[seat, kind] + seen.shown[seat, kind])
        for other in range(seen.seats):
            count -= seen.track[other, kind] + seen.shown[other, kind]
            if kind != WILD:
                count -= seen.yard[other, kind]
                wilds += seen.yard_wild[other, kind]
        scratch.unseen[kind] = count
    scratch.unseen[WILD] -= wilds
    for slot in range(5):
        if seen.market[slot] != NOTHING:
            scratch.unseen[seen.market[slot]] -= 1


@kernel
def use_of_blind(board: CardBoardRecord, seen: CardStateRecord, seat: int, scratch: CardBotScratchRecord) -> float:
    """What a card from the deck can be expected to be worth; leaves what is unseen in `scratch.unseen`."""
    count_unseen(board, seen, seat, scratch)
    total, gain = 0, 0.0
    for kind in range(KINDS):
        unseen = max(0, int(scratch.unseen[kind]))
        scratch.unseen[kind] = unseen
        total += unseen
        gain += unseen * scratch.use[kind]
    return gain / total if total > 0 else 0.0


@kernel
def watch_rivals(seen: CardStateRecord, seat: int, scratch: CardBotScratchRecord) -> None:
    """Of each colour, the cards in the largest column of another yard, and those that an opponent may soon place,
    roughly. `use_of_blind` first."""
    hidden = 1.0 + seen.deck_n + 6.0 * (seen.seats - 1)
    for colour in range(COLOURS):
        share = scratch.unseen[colour] / hidden
        most, worst = 0, 0.0
        for other in range(seen.seats):
            if other != seat:
                most = max(most, int(seen.yard[other, colour] + seen.yard_wild[other, colour]))
                known = seen.shown[other, colour] + seen.shown[other, WILD]
                worst = max(worst, known + share * seen.hand_n[other])
        scratch.rival[colour] = most
        scratch.threat[colour] = worst


@kernel
def column_urge(colour: int, cards: int, wilds: int, scratch: CardBotScratchRecord, weights: Array) -> float:
    """How much the planner wants to place a column (C9-C13). `find_needs` and `watch_rivals` first."""
    size = cards + wilds
    moves = int(scratch.turns_left) - 1
    wild_moved = min(wilds, moves)
    moved = min(cards, moves - wild_moved)
    useful = min(moved, scratch.needed[colour])
    urge = weights[USEFUL] * useful + weights[OTHER] * (moved - useful) + weights[WILD_MOVED] * wild_moved
    urge += weights[ROB] * scratch.rival[colour]
    urge -= weights[SLOW] * (size - moved - wild_moved)
    danger = max(0.0, min(1.0, 0.25 * (scratch.threat[colour] + 1.0 - size)))
    return urge - weights[RISK] * danger * (size - 1)


@kernel
def best_column(
    board: CardBoardRecord, seen: CardStateRecord, seat: int, scratch: CardBotScratchRecord, weights: Array
) -> int:
    """The colour to place a column of, or NOTHING; how much it is wanted is in `scratch.urge`."""
    best = NOTHING
    scratch.urge = OUT
    have = seen.hand[seat, WILD]
    for colour in range(COLOURS):
        cards = seen.hand[seat, colour]
        if cards == 0 or seen.yard[seat, colour] > 0:
            continue
        least = max(max(2, scratch.rival[colour] + 1) - cards, 0)
        for wilds in range(least, min(have, least + 2) + 1):
            urge = column_urge(colour, cards, wilds, scratch, weights)
            if urge > scratch.urge:
                best = colour
                scratch.urge = urge
    return best


@kernel
def urge_to_place(
    board: CardBoardRecord,
    seen: CardStateRecord,
    seat: int,
    action: int,
    scratch: CardBotScratchRecord,
    weights: Array,
) -> float:
    """The same for a way to carry out the placement named."""
    cards = (action - COLUMN) // (MAX_WILDS + 1) + 1
    wilds = (action - COLUMN) % (MAX_WILDS + 1)
    return column_urge(seen.target - PLACE, cards, wilds, scratch, weights)


@kernel
def choose_column(
    board: CardBoardRecord, seen: CardStateRecord, seat: int, scratch: CardBotScratchRecord, weights: Array
) -> int:
    """Of the ways to place the column named the one that is wanted most."""
    best, most = NOTHING, OUT
    for i in range(legal(board, seen, scratch.actions)):
        action = scratch.actions[i]
        urge = urge_to_place(board, seen, seat, action, scratch, weights)
        if urge > most:
            best, most = action, urge
    return best


@kernel
def single_urge(
    board: CardBoardRecord,
    seen: CardStateRecord,
    seat: int,
    colour: int,
    scratch: CardBotScratchRecord,
    weights: Array,
) -> float:
    """How much the planner wants to place a single card of the colour, or OUT if it cannot."""
    if single_refusal(board, seen, colour) != ALLOWED:
        return OUT
    return column_urge(colour, 1, 0, scratch, weights)


@kernel
def best_trio(
    board: CardBoardRecord, seen: CardStateRecord, seat: int, scratch: CardBotScratchRecord, weights: Array
) -> int:
    """The three colours to place one card each of, as an action, or NOTHING; the wish is in `scratch.urge`."""
    one, two, three = NOTHING, NOTHING, NOTHING
    first, second, third = OUT, OUT, OUT
    for colour in range(COLOURS):
        urge = single_urge(board, seen, seat, colour, scratch, weights)
        if urge > first:
            one, two, three = colour, one, two
            first, second, third = urge, first, second
        elif urge > second:
            two, three = colour, two
            second, third = urge, second
        elif urge > third:
            three, third = colour, urge
    scratch.urge = OUT
    if three == NOTHING:
        return NOTHING
    scratch.urge = first + second + third + weights[TRIO_URGE]
    low, high = min(one, two, three), max(one, two, three)
    return trio(low, one + two + three - low - high, high)


@kernel
def choose_turn(
    board: CardBoardRecord, seen: CardStateRecord, seat: int, scratch: CardBotScratchRecord, weights: Array
) -> int:
    """What to do with the turn: the strongest urge."""
    find_needs(board, seen, seat, scratch, weights)
    action = best_draw(seen, scratch, use_of_blind(board, seen, seat, scratch), 0)
    urge = weights[DRAW] + weights[DRAW_GAIN] * scratch.draw_use if action != NOTHING else OUT
    watch_rivals(seen, seat, scratch)
    press = weights[PLACE_URGE] + weights[HURRY] * seen.hand_n[seat] / scratch.turns_left
    colour = best_column(board, seen, seat, scratch, weights)
    if colour != NOTHING and scratch.urge + press > urge:
        action, urge = PLACE + colour, scratch.urge + press
    if best_trio(board, seen, seat, scratch, weights) != NOTHING and scratch.urge + press > urge:
        action, urge = THREE, scratch.urge + press
    if seen.queue_n > 0 and scratch.turns_left >= weights[TICKETS_ROOM]:
        wish = weights[TICKETS_URGE]
        if wish + 40.0 * weights[TICKETS_GAIN] > urge:
            wish += weights[TICKETS_GAIN] * tickets_outlook(board, seen, seat, scratch, weights)
        if wish > urge:
            action, urge = DRAW_TICKETS, wish
    if action == NOTHING:  # there is nothing that it wants: the last that is legal
        action = int(scratch.actions[legal(board, seen, scratch.actions) - 1])
    return action


@kernel
def score_keeps(
    board: CardBoardRecord, seen: CardStateRecord, seat: int, scratch: CardBotScratchRecord, weights: Array
) -> int:
    """List the choices of tickets and say how good each is; returns how many there are."""
    count_turns_left(seen, scratch, weights)
    fill_pool(seen, seat, scratch)
    every = (1 << int(seen.offer_n[seat])) - 1
    list_tickets(board, seen, seat, every, scratch, weights)
    for k in range(seen.offer_n[seat]):
        for i in range(scratch.ticket_n):
            if scratch.ticket[i] == seen.offer[seat, k]:
                scratch.offered[i] = 1 << k
    held, left = scratch.ticket_n - seen.offer_n[seat], pack_pool(scratch)
    n = legal(board, seen, scratch.actions)
    for i in range(n):
        mask = scratch.actions[i] - KEEP
        worth = worth_of_tickets(board, scratch, weights, left, every & ~mask)
        scratch.score[i] = worth - weights[KEEP_PRICE] * (held + count_bits(mask))
    return n


@kernel
def choose_keep(
    board: CardBoardRecord, seen: CardStateRecord, seat: int, scratch: CardBotScratchRecord, weights: Array
) -> int:
    """The tickets to keep: those that are worth most together with the ones held."""
    best = 0
    for i in range(1, score_keeps(board, seen, seat, scratch, weights)):
        if scratch.score[i] > scratch.score[best]:
            best = i
    action: int = scratch.actions[best]
    return action


@kernel
def choose_completion(board: CardBoardRecord, seen: CardStateRecord, seat: int, scratch: CardBotScratchRecord) -> int:
    """The first ticket of those that give the best final total as far as can be known (C16)."""
    propose_tickets(board, seen, seat, scratch)
    ticket = 0
    while not scratch.best[ticket]:
        ticket += 1
    return COMPLETE + ticket


@kernel
def choose_planned(
    board: CardBoardRecord, seen: CardStateRecord, seat: int, scratch: CardBotScratchRecord, weights: Array
) -> int:
    """The planner's choice in any phase."""
    phase = seen.phase
    if phase == TURN:
        return choose_turn(board, seen, seat, scratch, weights)
    if phase == SECOND_CARD:
        find_needs(board, seen, seat, scratch, weights)
        return best_card(seen, scratch, use_of_blind(board, seen, seat, scratch), NOTHING, 0)
    if phase == PLACEMENT:
        find_needs(board, seen, seat, scratch, weights)
        use_of_blind(board, seen, seat, scratch)
        watch_rivals(seen, seat, scratch)
        if seen.target == THREE:
            return best_trio(board, seen, seat, scratch, weights)
        return choose_column(board, seen, seat, scratch, weights)
    if phase == COMPLETION:
        return choose_completion(board, seen, seat, scratch)
    return choose_keep(board, seen, seat, scratch, weights)
