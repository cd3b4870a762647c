"""Tickets planned together: the cheapest set of tracks that completes those worth completing."""

from ..rules.jit import kernel
from ..rules.numbers import NOBODY
from ..rules.records import AnyBoard, AnyBotScratch, AnyState, Array, BoardRecord, BotScratchRecord, StateRecord
from .scratch import BORROWED, FOR_TICKET, NOT_WANTED
from .survey import BLOCKED
from .weights import FAILED


@kernel
def shortest(board: BoardRecord, scratch: BotScratchRecord, source: int, target: int) -> float:
    """The cheapest way between two places over `scratch.cost` (Dijkstra); `scratch.via` leads back from the target.

    With target -1 the distances of all places are found. BLOCKED or more: there is no way.
    """
    for place in range(board.places):
        scratch.distance[place] = BLOCKED
        scratch.settled[place] = 0
    scratch.distance[source] = 0.0
    return spread(board, scratch, target)


@kernel
def spread(board: BoardRecord, scratch: BotScratchRecord, target: int) -> float:
    """Settle places in the order of their distance from those that have one, until the target is reached."""
    while True:
        here = -1
        nearest = BLOCKED
        for place in range(board.places):
            if scratch.settled[place] == 0 and scratch.distance[place] < nearest:
                nearest = scratch.distance[place]
                here = place
        if here < 0 or here == target:
            return nearest
        scratch.settled[here] = 1
        for i in range(board.first[here], board.first[here + 1]):
            track = board.near[i]
            length = nearest + scratch.cost[track]
            far = board.end_a[track] + board.end_b[track] - here
            if length < scratch.distance[far]:
                scratch.distance[far] = length
                scratch.via[far] = track


@kernel
def label_network(board: BoardRecord, seen: StateRecord, seat: int, scratch: BotScratchRecord) -> None:
    """Label every place with the lowest-numbered place that the seat's tracks join it to."""
    for place in range(board.places):
        scratch.component[place] = place
    changed = True
    while changed:
        changed = False
        for track in range(board.tracks):
            if seen.owner[track] == seat:
                a, b = board.end_a[track], board.end_b[track]
                low = min(scratch.component[a], scratch.component[b])
                if scratch.component[a] != low or scratch.component[b] != low:
                    scratch.component[a] = low
                    scratch.component[b] = low
                    changed = True


@kernel
def want_path(
    board: BoardRecord, seen: StateRecord, seat: int, scratch: BotScratchRecord, source: int, target: int
) -> None:
    """Add the path that `shortest` found to the seat's plan."""
    place = target
    while place != source:
        track = scratch.via[place]
        if scratch.cost[track] > 0.0:
            scratch.cost[track] = 0.0
            scratch.want[seat, track] = FOR_TICKET if seen.owner[track] == NOBODY else BORROWED
        place = board.end_a[track] + board.end_b[track] - place


@kernel
def list_offer(board: AnyBoard, seen: AnyState, seat: int, mask: int, n: int, scratch: AnyBotScratch) -> None:
    """Add those of the seat's offer that the mask names to the `n` tickets listed, and put those worth most first."""
    for i in range(seen.offer_n[seat]):
        if (mask >> i) & 1:
            scratch.ticket[n] = seen.offer[seat, i]
            n += 1
    scratch.ticket_n = n
    for i in range(1, n):
        ticket = scratch.ticket[i]
        k = i
        while k > 0 and board.value[scratch.ticket[k - 1]] < board.value[ticket]:
            scratch.ticket[k] = scratch.ticket[k - 1]
            k -= 1
        scratch.ticket[k] = ticket


@kernel
def list_tickets(board: BoardRecord, seen: StateRecord, seat: int, mask: int, scratch: BotScratchRecord) -> None:
    """List the seat's tickets and those of its offer that the mask names, those worth most first."""
    n = 0
    for ticket in range(board.tickets):
        if seen.ticket_at[ticket] == seat:
            scratch.ticket[n] = ticket
            n += 1
    list_offer(board, seen, seat, mask, n, scratch)


@kernel
def join_tickets(board: BoardRecord, seen: StateRecord, seat: int, scratch: BotScratchRecord, weights: Array) -> float:
    """Plan the listed tickets one after the other, each over what the others use already; the plan's worth in points.

    A ticket that costs more than it brings, or whose `reached` is negative, is left out.
    """
    for track in range(board.tracks):
        scratch.cost[track] = scratch.price[track]
        scratch.want[seat, track] = NOT_WANTED
    worth = 0.0
    for i in range(scratch.ticket_n):
        ticket = scratch.ticket[i]
        value = board.value[ticket]
        worth -= weights[FAILED] * value
        if scratch.reached[i] < 0:
            continue
        a, b = board.ticket_a[ticket], board.ticket_b[ticket]
        price = shortest(board, scratch, a, b)
        gain = (1.0 + weights[FAILED]) * value - price
        scratch.marginal[i] = gain
        scratch.reached[i] = 1 if gain > 0.0 else 0
        if gain > 0.0:
            want_path(board, seen, seat, scratch, a, b)
            worth += gain
    return worth


@kernel
def plan_pieces(board: BoardRecord, scratch: BotScratchRecord, seat: int, piece: int) -> int:
    """Pieces of a kind that the plan takes."""
    count = 0
    for track in range(board.tracks):
        if scratch.want[seat, track] == FOR_TICKET and board.piece[track] == piece:
            count += board.spaces[track]
    return count


@kernel
def plan_stations(board: BoardRecord, seen: StateRecord, scratch: BotScratchRecord, seat: int) -> int:
    """Stations that the plan still has to build."""
    count = 0
    for track in range(board.tracks):
        if scratch.want[seat, track] == BORROWED:
            built = seen.station_at[board.end_a[track]] == seat or seen.station_at[board.end_b[track]] == seat
            count += 0 if built else 1
    return count


@kernel
def drop_worst(scratch: BotScratchRecord) -> bool:
    """Leave the ticket that brings least out of the plan; False if none is in it."""
    worst = -1
    for i in range(scratch.ticket_n):
        if scratch.reached[i] == 1 and (worst < 0 or scratch.marginal[i] < scratch.marginal[worst]):
            worst = i
    if worst >= 0:
        scratch.reached[worst] = -1
    return worst >= 0


@kernel
def plan_tickets(board: BoardRecord, seen: StateRecord, seat: int, scratch: BotScratchRecord, weights: Array) -> float:
    """Plan the listed tickets as one network; its worth in points.

    `price_tracks` and `list_tickets` first. What cannot be built with the pieces and stations left is planned with
    fewer tickets.
    """
    for i in range(scratch.ticket_n):
        scratch.reached[i] = 0
    worth = join_tickets(board, seen, seat, scratch, weights)
    while (
        plan_pieces(board, scratch, seat, 0) > seen.pieces[seat, 0]
        or plan_pieces(board, scratch, seat, 1) > seen.pieces[seat, 1]
        or plan_stations(board, seen, scratch, seat) > seen.stations[seat]
    ):
        if not drop_worst(scratch):
            break
        worth = join_tickets(board, seen, seat, scratch, weights)
    return worth
