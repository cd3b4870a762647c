"""What tickets that are not drawn yet can be expected to bring."""

from ..rules.jit import kernel
from ..rules.records import Array, BoardRecord, BotScratchRecord, StateRecord
from .scratch import BORROWED, FOR_TICKET
from .survey import BLOCKED, price_tracks
from .ticket_plan import spread
from .weights import TURN


@kernel
def spread_from_network(board: BoardRecord, seen: StateRecord, seat: int, scratch: BotScratchRecord) -> bool:
    """Find every place's distance from the network that the seat has or plans; False if there is none."""
    some = False
    for place in range(board.places):
        scratch.distance[place] = BLOCKED
        scratch.settled[place] = 0
    for track in range(board.tracks):
        if seen.owner[track] == seat or scratch.want[seat, track] == FOR_TICKET:
            scratch.distance[board.end_a[track]] = 0.0
            scratch.distance[board.end_b[track]] = 0.0
            some = True
    spread(board, scratch, -1)
    return some


@kernel
def may_be_drawn(board: BoardRecord, seen: StateRecord, seat: int, ticket: int) -> bool:
    """Whether the seat may find the ticket in the deck, for all that it knows."""
    return seen.ticket_at[ticket] != seat and seen.returned_by[ticket] != seat and not board.long[ticket]


@kernel
def worth_of_offer(count: int, good: int, gain: float, loss: float, drawn: int) -> float:
    """What an offer brings: the good tickets of it are kept; if there is none, a bad one has to be.

    `good` of `count` tickets bring `gain` together, the others lose `loss` together.
    """
    if count == 0:
        return 0.0
    worth = drawn * gain / count
    if good < count:
        bad = (count - good) / count
        none_good = 1.0
        for _ in range(drawn):
            none_good *= bad
        worth -= none_good * loss / (count - good)
    return worth


@kernel
def tickets_worth(
    board: BoardRecord, seen: StateRecord, seat: int, room: float, scratch: BotScratchRecord, weights: Array
) -> float:
    """Points that drawing tickets brings on the average, after the price of completing them within `room` turns."""
    price_tracks(board, seen, seat, scratch, weights)
    for track in range(board.tracks):
        wanted = scratch.want[seat, track] == FOR_TICKET or scratch.want[seat, track] == BORROWED
        scratch.cost[track] = 0.0 if wanted else scratch.price[track]
    if not spread_from_network(board, seen, seat, scratch):
        return 0.0
    count, good, gain, loss = 0, 0, 0.0, 0.0
    for ticket in range(board.tickets):
        if may_be_drawn(board, seen, seat, ticket):
            count += 1
            price = scratch.distance[board.ticket_a[ticket]] + scratch.distance[board.ticket_b[ticket]]
            value = board.value[ticket]
            if price > weights[TURN] * room or price > 2 * value:
                loss += value
            elif price > value:
                loss += price - value
            else:
                gain += value - price
                good += 1
    return worth_of_offer(count, good, gain, loss, min(board.draw_tickets, seen.queue_n))
