"""What the others' tracks say about their tickets: worlds in which their tickets go with what they have built.

`determinize` deals unseen tickets at random. But people build for their tickets: of the tickets that a planner's tracks
have completed it holds most, of those that its tracks do nothing for hardly any once it has built a few. Search
would take its opponents for fools with tickets that lead elsewhere, and the games to come for longer than they are.
"""

from ..rules.jit import kernel
from ..rules.numbers import IN_BOX, IN_DECK, MAX_TICKETS, NOBODY, NOTHING, UNKNOWN
from ..rules.records import BoardRecord, BotScratchRecord, StateRecord
from ..rules.rng import below
from .survey import BLOCKED
from .ticket_plan import shortest

PLAIN, HALFWAY, COMPLETED = 10, 300, 10_000
"""How likely a ticket is held: one that nothing was built for; how that grows with the square of the share of its way
that is built; one that is completed. Roughly the odds met in games between planners (bench/bots_belief.py)."""


@kernel
def price_for(board: BoardRecord, seen: StateRecord, seat: int, scratch: BotScratchRecord) -> None:
    """Price the tracks by their cards: nothing for the seat's own, BLOCKED for those of others."""
    for track in range(board.tracks):
        owner = seen.owner[track]
        price = BLOCKED
        if owner == seat:
            price = 0.0
        elif owner == NOBODY:
            price = 1.0 * board.cost[track]
        scratch.cost[track] = price


@kernel
def weigh_tickets(board: BoardRecord, seen: StateRecord, seat: int, scratch: BotScratchRecord) -> None:
    """Write how likely each other seat is to hold each ticket into `scratch.belief`."""
    for track in range(board.tracks):
        scratch.cost[track] = board.cost[track]
    for ticket in range(board.tickets):
        scratch.whole[ticket] = shortest(board, scratch, board.ticket_a[ticket], board.ticket_b[ticket])
    for other in range(seen.seats):
        if other == seat:
            continue
        price_for(board, seen, other, scratch)
        for ticket in range(board.tickets):
            left = shortest(board, scratch, board.ticket_a[ticket], board.ticket_b[ticket])
            built = max(0.0, 1.0 - left / scratch.whole[ticket])
            weight = PLAIN + int(HALFWAY * built * built)
            scratch.belief[other, ticket] = COMPLETED if left == 0.0 else weight


@kernel
def swap_tickets(state: StateRecord, one: int, other: int) -> None:
    """Let two tickets change places; the first is in nobody's deck."""
    place = state.ticket_at[other]
    if place == IN_DECK:
        for i in range(state.queue_n):
            slot = (state.queue_head + i) % MAX_TICKETS
            if state.queue[slot] == other:
                state.queue[slot] = one
    state.ticket_at[other] = state.ticket_at[one]
    state.ticket_at[one] = place


@kernel
def may_swap(board: BoardRecord, seen: StateRecord, state: StateRecord, holder: int, ticket: int, with_: int) -> bool:
    """Whether the holder of a ticket may have the other one instead: it lies in the deck, the box or a later hand."""
    if seen.ticket_at[with_] != UNKNOWN or board.long[with_] != board.long[ticket]:
        return False
    place = state.ticket_at[with_]
    return with_ == ticket or place == IN_DECK or place == IN_BOX or place > holder


@kernel
def redeal(
    board: BoardRecord,
    seen: StateRecord,
    state: StateRecord,
    holder: int,
    ticket: int,
    scratch: BotScratchRecord,
) -> None:
    """Give the holder of a ticket one that goes with its tracks instead, each as likely as it is believed."""
    total = 0
    for with_ in range(board.tickets):
        if may_swap(board, seen, state, holder, ticket, with_):
            total += scratch.belief[holder, with_]
    rest = below(state, total)
    chosen = NOTHING
    for with_ in range(board.tickets):
        if may_swap(board, seen, state, holder, ticket, with_):
            if rest >= 0:
                chosen = with_
            rest -= scratch.belief[holder, with_]
    if chosen != ticket:
        swap_tickets(state, ticket, chosen)


@kernel
def believe(board: BoardRecord, seen: StateRecord, state: StateRecord, seat: int, scratch: BotScratchRecord) -> None:
    """Make the tickets in a world agree with the tracks. First `weigh_tickets` what was `seen`, and `determinize`."""
    for holder in range(state.seats):
        if holder == seat:
            continue
        for ticket in range(board.tickets):
            if state.ticket_at[ticket] == holder and seen.ticket_at[ticket] == UNKNOWN:
                redeal(board, seen, state, holder, ticket, scratch)
