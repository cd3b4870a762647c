"""The Card Game's tickets: which can be completed with the cards at hand and to come, and what that makes of a card."""

from ..rules.cardgame_complete import PAIRS, SIGNS, capped, have, pack_need, wilds_owed
from ..rules.cardgame_state import FIELD
from ..rules.jit import kernel
from ..rules.numbers import COLOURS, MAX_TICKETS, NOBODY, NOTHING, WILD
from ..rules.records import Array, CardBoardRecord, CardBotScratchRecord, CardStateRecord
from .cardgame_weights import ANY_CARD, BONUS, BUDGET, LACK, PACE, WILD_CARD
from .ticket_plan import list_offer

TICKETS_UNTIL = 400
"""After so many turns nobody draws tickets any more: a game of people who only refuse tickets would never end."""

LOW = (1 << FIELD) - 1
"""The first of all fields."""

SIGN = 1 << (FIELD - 1)
"""Its sign."""

WIDE = (1 << 2 * FIELD) - 1
"""The first of the wider fields of `scratch.planned`: the even colours in one number, the odd ones in the other."""


@kernel
def count_turns_left(seen: CardStateRecord, scratch: CardBotScratchRecord, weights: Array) -> None:
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
def ticket_value(board: CardBoardRecord, ticket: int, weights: Array) -> float:
    """What completing a ticket brings, bonuses in view included (C19)."""
    value: float = 1.0 * board.value[ticket]
    named = int(board.named[ticket])
    for city in range(board.cities):
        value += ((named >> city) & 1) * (weights[BONUS] * board.bonus[city])
    return value


@kernel
def list_tickets(
    board: CardBoardRecord,
    seen: CardStateRecord,
    seat: int,
    mask: int,
    scratch: CardBotScratchRecord,
    weights: Array,
) -> None:
    """List the seat's open tickets and those of its offer that the mask names, those worth most first, with what each
    asks for and brings."""
    n = 0
    for ticket in range(board.tickets):
        scratch.ticket[n] = ticket
        if (seen.ticket_at[ticket] == seat) & (seen.done_by[ticket] == NOBODY):
            n += 1
    list_offer(board, seen, seat, mask, n, scratch)
    for i in range(scratch.ticket_n):
        scratch.needs[i] = capped(pack_need(board, scratch.ticket[i]))
        scratch.brings[i] = ticket_value(board, scratch.ticket[i], weights)
        scratch.offered[i] = 0


@kernel
def pack_pool(scratch: CardBotScratchRecord) -> int:
    """The cards of the pool other than wilds, as fields of cards left."""
    left = SIGNS
    for colour in range(COLOURS):
        left += int(scratch.pool[colour]) << (FIELD * colour)
    return left


@kernel
def worth_of_tickets(
    board: CardBoardRecord, scratch: CardBotScratchRecord, weights: Array, left: int, without: int
) -> float:
    """What the listed tickets are worth in points, with the cards left, the pool's wilds and cards that can be had yet.

    Those whose bit in `scratch.offered` is in `without` are passed over.
    """
    wilds = int(scratch.pool[WILD])
    budget = weights[BUDGET] * (scratch.turns_left - 2.0)
    worth = 0.0
    short, even, odd = 0, 0, 0
    for i in range(scratch.ticket_n):
        if scratch.offered[i] & without:
            continue
        needs = int(scratch.needs[i])
        rest = left - needs
        short |= ~rest
        owed = wilds_owed(rest)
        lack = max(0, owed - wilds)
        if lack <= budget:
            left = have(rest) | SIGNS
            wilds -= owed - lack
            worth += scratch.brings[i] - weights[LACK] * lack
            budget -= lack
            even += needs & PAIRS
            odd += (needs >> FIELD) & PAIRS
        else:
            worth -= board.value[scratch.ticket[i]]
    scratch.short = short & SIGNS
    scratch.spare = left
    scratch.spare_wilds = wilds
    scratch.budget = budget
    scratch.planned[0] = even
    scratch.planned[1] = odd
    return worth


@kernel
def note_needed(seen: CardStateRecord, seat: int, scratch: CardBotScratchRecord) -> None:
    """How many cards of each colour the tickets planned for ask for, and how many of them have to be placed yet."""
    for colour in range(COLOURS):
        asked = (scratch.planned[colour % 2] >> (2 * FIELD * (colour // 2))) & WIDE
        scratch.asked[colour] = asked
        scratch.needed[colour] = max(0, asked - seen.track[seat, colour] - seen.yard[seat, colour])


@kernel
def find_needs(
    board: CardBoardRecord, seen: CardStateRecord, seat: int, scratch: CardBotScratchRecord, weights: Array
) -> None:
    """What one more card of each kind is worth, and how many cards of each colour have to be placed yet."""
    count_turns_left(seen, scratch, weights)
    fill_pool(seen, seat, scratch)
    list_tickets(board, seen, seat, 0, scratch, weights)
    left = pack_pool(scratch)
    base = worth_of_tickets(board, scratch, weights, left, 0)
    note_needed(seen, seat, scratch)
    short, rest = int(scratch.short), int(scratch.spare)
    spare, most = rest, 0.0
    for colour in range(COLOURS):
        place = FIELD * colour
        use = weights[ANY_CARD]
        if (have(spare) >> place) & LOW == 0:
            spare = rest
            if (short >> place) & SIGN:  # else one more card of it changes nothing
                use += max(0.0, worth_of_tickets(board, scratch, weights, left + (1 << place), 0) - base)
                spare = int(scratch.spare)
        scratch.use[colour] = use
        most = max(most, use)
    scratch.use[WILD] = most + weights[WILD_CARD]


@kernel
def may_be_drawn(seen: CardStateRecord, seat: int, ticket: int) -> bool:
    """Whether the seat may find the ticket in the deck, for all that it knows."""
    return seen.ticket_at[ticket] != seat and seen.returned_by[ticket] != seat and seen.done_by[ticket] == NOBODY


@kernel
def gain_of(board: CardBoardRecord, ticket: int, base: float, scratch: CardBotScratchRecord, weights: Array) -> float:
    """What one more ticket would add to the worth of those listed, which is `base` and was found last; nothing if it is
    better refused. It comes last, so the others stay as they were planned."""
    owed = wilds_owed(int(scratch.spare) - capped(pack_need(board, ticket)))
    lack = max(0, owed - int(scratch.spare_wilds))
    if lack > scratch.budget:
        return 0.0
    return max(0.0, base + (ticket_value(board, ticket, weights) - weights[LACK] * lack) - base)


@kernel
def tickets_outlook(
    board: CardBoardRecord, seen: CardStateRecord, seat: int, scratch: CardBotScratchRecord, weights: Array
) -> float:
    """What drawing tickets can be expected to bring: the good ones of them are kept (C14). `find_needs` first.

    The next ones in the deck count as they are if the seat put them there itself, else as the average of what may be
    there.
    """
    if seen.turns > TICKETS_UNTIL:
        return 0.0
    base = worth_of_tickets(board, scratch, weights, pack_pool(scratch), 0)
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
