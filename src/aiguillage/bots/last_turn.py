"""The last turn: whatever brings most points at once."""

from ..rules.actions import CLAIM, DRAW_TICKETS, STATION
from ..rules.jit import kernel
from ..rules.numbers import NOBODY, NOTHING
from ..rules.records import BoardRecord, BotScratchRecord, StateRecord
from ..rules.turn import legal
from .outlook import may_be_drawn, worth_of_offer
from .ticket_plan import label_network


@kernel
def tickets_joined(
    board: BoardRecord, seen: StateRecord, seat: int, one: int, other: int, scratch: BotScratchRecord
) -> float:
    """What joining two places would bring in completed tickets. `label_network` first."""
    a, b = scratch.component[one], scratch.component[other]
    if a == b:
        return 0.0
    gain = 0.0
    for ticket in range(board.tickets):
        if seen.ticket_at[ticket] == seat:
            from_, to = scratch.component[board.ticket_a[ticket]], scratch.component[board.ticket_b[ticket]]
            if (from_ == a and to == b) or (from_ == b and to == a):
                gain += 2.0 * board.value[ticket]
    return gain


@kernel
def claim_gain(board: BoardRecord, seen: StateRecord, seat: int, track: int, scratch: BotScratchRecord) -> float:
    """Points that a claim brings at once and in the final count (R6, E2, M3, P3)."""
    gain = board.points[track] + tickets_joined(board, seen, seat, board.end_a[track], board.end_b[track], scratch)
    if board.carts[track] and seen.goods_left > 0:
        for other in range(seen.seats):
            if other != seat and 0 <= seen.goods[other] - seen.goods[seat] <= 1:
                gain += 2.0
        if seen.goods[seat] == 0:
            gain += 2.0
    part = board.flag[track]
    if part != NOTHING and (int(seen.flag[seat]) | (1 << int(part))) == 7 and seen.flag[seat] != 7:
        gain += board.flag_points
    return gain


@kernel
def station_gain(board: BoardRecord, seen: StateRecord, seat: int, place: int, scratch: BotScratchRecord) -> float:
    """Points that a station brings in tickets, less what it costs (G3, G4)."""
    most = 0.0
    for i in range(board.first[place], board.first[place + 1]):
        track = board.near[i]
        owner = seen.owner[track]
        if owner != NOBODY and owner != seat:
            far = board.end_a[track] + board.end_b[track] - place
            most = max(most, tickets_joined(board, seen, seat, place, far, scratch))
    return most - board.station_points


@kernel
def tickets_gain(board: BoardRecord, seen: StateRecord, seat: int, scratch: BotScratchRecord) -> float:
    """Points that drawing tickets brings when none can be worked for any more."""
    count, good, gain, loss = 0, 0, 0.0, 0.0
    for ticket in range(board.tickets):
        if may_be_drawn(board, seen, seat, ticket):
            count += 1
            if scratch.component[board.ticket_a[ticket]] == scratch.component[board.ticket_b[ticket]]:
                good += 1
                gain += board.value[ticket]
            else:
                loss += board.value[ticket]
    return worth_of_offer(count, good, gain, loss, min(board.draw_tickets, seen.queue_n))


@kernel
def choose_last(board: BoardRecord, seen: StateRecord, seat: int, scratch: BotScratchRecord) -> int:
    """The action that brings most points at once; the first legal one, usually a card, if none brings any."""
    label_network(board, seen, seat, scratch)
    n = legal(board, seen, scratch.actions)
    best: int = scratch.actions[0]
    most = 0.0
    for i in range(n):
        action = scratch.actions[i]
        gain = 0.0
        if action >= STATION:
            gain = station_gain(board, seen, seat, action - STATION, scratch)
        elif action >= CLAIM:
            gain = claim_gain(board, seen, seat, action - CLAIM, scratch)
        elif action == DRAW_TICKETS:
            gain = tickets_gain(board, seen, seat, scratch)
        if gain > most:
            best, most = action, gain
    return best
