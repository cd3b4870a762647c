"""The planner: a strong hand-written player of the board games, and the lighter one that search plays games out with.

It plans its tickets as one network, adds tracks that are worth claiming for their points, and then weighs what it can
do with the turn: claim, draw cards, draw tickets, build a station. The light planner keeps its plan for as
long as nobody is in its way; the full one thinks afresh every turn and asks what losing a track would cost.
"""

from ..rules.actions import CLAIM, DRAW_TICKETS, KEEP, KEEP_CARD, STATION
from ..rules.claim import ALLOWED, claim_set, closed_to, most_of_a_colour
from ..rules.jit import kernel
from ..rules.numbers import GREY, NOBODY, NOTHING, WILD, WORD
from ..rules.phases import FLAG, PAYMENT, SECOND_CARD, TUNNEL, TURN
from ..rules.records import Array, BoardRecord, BotScratchRecord, StateRecord
from ..rules.station import station_refusal
from ..rules.turn import legal
from .cards import cards_due, cheapest_payment, clear_needs, find_needs, first_draw, second_draw
from .filler import add_fillers
from .last_turn import choose_last
from .outlook import tickets_worth
from .scratch import BORROWED, FILLER, FOR_TICKET, NO_PLAN, NOT_WANTED
from .shortlist import OUT
from .survey import BLOCKED, count_turns_left, price_tracks
from .ticket_plan import drop_worst, join_tickets, list_tickets, plan_tickets, shortest
from .weights import CLAIM as CLAIM_URGE
from .weights import (
    CLAIM_POINTS,
    CONTEST,
    DETOUR,
    DRAW,
    DRAW_GAIN,
    FILLER_POINTS,
    HURRY,
    KEEP_PRICE,
    LATE,
    RISK,
    SLACK,
    TICKETS_GAIN,
    TICKETS_PENDING,
    TICKETS_ROOM,
    WILD_PAID,
)
from .weights import FILLER as FILLER_URGE
from .weights import STATION as STATION_PRICE
from .weights import TICKETS as TICKETS_URGE
from .weights import TURN as TURN_PRICE


@kernel
def make_plan(board: BoardRecord, seen: StateRecord, seat: int, scratch: BotScratchRecord, weights: Array) -> None:
    """Plan the tickets for the turns that are left, then what to do with the pieces that they leave over."""
    clear_needs(seen, seat, scratch)
    price_tracks(board, seen, seat, scratch, weights)
    list_tickets(board, seen, seat, 0, scratch)
    plan_tickets(board, seen, seat, scratch, weights)
    find_needs(board, seen, seat, scratch, weights)
    while scratch.plan_turns > scratch.turns_left + weights[SLACK]:
        if not drop_worst(scratch):
            break
        join_tickets(board, seen, seat, scratch, weights)
        find_needs(board, seen, seat, scratch, weights)
    add_fillers(board, seen, seat, scratch, weights)
    scratch.planned_for[seat] = seen.ticket_n[seat]


@kernel
def plan_holds(board: BoardRecord, seen: StateRecord, seat: int, scratch: BotScratchRecord) -> bool:
    """Whether the plan of an earlier turn can still be carried out; tracks claimed since then are taken out of it."""
    if scratch.planned_for[seat] != seen.ticket_n[seat]:
        return False
    left = 0
    for track in range(board.tracks):
        why = scratch.want[seat, track]
        if why == FOR_TICKET or why == FILLER:
            if seen.owner[track] == seat:
                scratch.want[seat, track] = NOT_WANTED
            elif seen.owner[track] != NOBODY:
                return False
            else:
                if closed_to(board, seen, seat, track) != ALLOWED:
                    return False
                if seen.pieces[seat, board.piece[track]] < board.spaces[track]:
                    return False
                left += 1
    return left > 0


@kernel
def think(board: BoardRecord, seen: StateRecord, seat: int, scratch: BotScratchRecord, weights: Array) -> None:
    """Have a plan, and know what it lacks."""
    if scratch.light and plan_holds(board, seen, seat, scratch):
        find_needs(board, seen, seat, scratch, weights)
    else:
        count_turns_left(board, seen, seat, scratch, weights)
        make_plan(board, seen, seat, scratch, weights)
        find_needs(board, seen, seat, scratch, weights)


@kernel
def wilds_needed(board: BoardRecord, seen: StateRecord, seat: int, track: int, most: int) -> int:
    """How many wilds the seat would have to pay for the track."""
    colour = board.colour[track]
    have = most if colour == GREY else seen.hand[seat, colour]
    wilds: int = max(board.ferry[track], board.cost[track] - have)
    return wilds


@kernel
def rivals_at(board: BoardRecord, seen: StateRecord, seat: int, track: int) -> int:
    """How many tracks of opponents touch the track."""
    count = 0
    for end in range(2):
        place = board.end_a[track] if end == 0 else board.end_b[track]
        for i in range(board.first[place], board.first[place + 1]):
            owner = seen.owner[board.near[i]]
            if owner != NOBODY and owner != seat:
                count += 1
    return count


@kernel
def detour(board: BoardRecord, scratch: BotScratchRecord, track: int) -> float:
    """What it would cost more to get round the track if it were lost (at most 20 points)."""
    held = scratch.cost[track]
    scratch.cost[track] = BLOCKED
    way = shortest(board, scratch, board.end_a[track], board.end_b[track])
    scratch.cost[track] = held
    return max(0.0, min(20.0, way - scratch.price[track]))


@kernel
def claim_urge(
    board: BoardRecord,
    seen: StateRecord,
    seat: int,
    track: int,
    most: int,
    scratch: BotScratchRecord,
    weights: Array,
) -> float:
    """How much the planner wants to claim a track of its plan that it can pay for."""
    wilds = wilds_needed(board, seen, seat, track, most)
    urge = weights[CLAIM_POINTS] * board.points[track]
    urge -= weights[WILD_PAID] * (wilds - board.ferry[track])
    if board.tunnel[track]:
        colour = board.colour[track]
        have = (most if colour == GREY else seen.hand[seat, colour]) + seen.hand[seat, WILD]
        if have <= board.cost[track]:
            urge -= weights[RISK]
    urge += weights[HURRY] * max(0.0, 4.0 - scratch.turns_left)
    if scratch.want[seat, track] == FILLER:
        return urge + weights[FILLER_URGE] + weights[FILLER_POINTS] * (board.points[track] - weights[TURN_PRICE])
    urge += weights[CLAIM_URGE] + weights[CONTEST] * rivals_at(board, seen, seat, track)
    if not scratch.light:
        urge += weights[DETOUR] * detour(board, scratch, track)
    if scratch.plan_turns + 1.0 >= scratch.turns_left:
        urge += weights[LATE]
    return urge


@kernel
def best_claim(board: BoardRecord, seen: StateRecord, seat: int, scratch: BotScratchRecord, weights: Array) -> int:
    """The track of the plan to claim now, or NOTHING; how much it is wanted is in `scratch.urge`."""
    best = NOTHING
    scratch.urge = -1e9
    most = most_of_a_colour(seen, seat)
    for word in range(board.words):
        scratch.payable[word] = claim_set(board, seen, seat, most, word)
    for i in range(scratch.todo_n):
        track = scratch.todo[i]
        if (scratch.payable[track // WORD] >> int(track % WORD)) & 1:
            urge = claim_urge(board, seen, seat, track, most, scratch, weights)
            if urge > scratch.urge:
                best = track
                scratch.urge = urge
    return best


@kernel
def best_station(board: BoardRecord, seen: StateRecord, seat: int, scratch: BotScratchRecord) -> int:
    """A place where the plan wants a station that can be built now, or NOTHING."""
    most = most_of_a_colour(seen, seat)
    for track in range(board.tracks):
        if scratch.want[seat, track] == BORROWED:
            a, b = board.end_a[track], board.end_b[track]
            if seen.station_at[a] != seat and seen.station_at[b] != seat:
                if station_refusal(board, seen, seat, a, most) == ALLOWED:
                    return a
                if station_refusal(board, seen, seat, b, most) == ALLOWED:
                    return b
    return NOTHING


@kernel
def tickets_urge(
    board: BoardRecord, seen: StateRecord, seat: int, urge: float, scratch: BotScratchRecord, weights: Array
) -> float:
    """How much it wants more tickets; looked at closely only where that may be more than another urge."""
    room = scratch.turns_left - scratch.plan_turns - weights[TICKETS_ROOM]
    if seen.queue_n == 0 or room <= 0.0:
        return OUT
    wish = weights[TICKETS_URGE] - weights[TICKETS_PENDING] * scratch.plan_turns
    if wish + 10.0 * weights[TICKETS_GAIN] <= urge:
        return OUT
    worth = tickets_worth(board, seen, seat, room, scratch, weights) - weights[TURN_PRICE]
    return float(wish + weights[TICKETS_GAIN] * worth)


@kernel
def choose_turn(board: BoardRecord, seen: StateRecord, seat: int, scratch: BotScratchRecord, weights: Array) -> int:
    """What to do with the turn: the strongest urge."""
    count_turns_left(board, seen, seat, scratch, weights)
    if scratch.turns_left <= 1.0:
        return choose_last(board, seen, seat, scratch)
    think(board, seen, seat, scratch, weights)
    action = first_draw(board, seen, seat, scratch)
    urge = weights[DRAW] + weights[DRAW_GAIN] * scratch.draw_use if action != NOTHING else OUT
    track = best_claim(board, seen, seat, scratch, weights)
    if track != NOTHING and scratch.urge > urge:
        action, urge = CLAIM + track, scratch.urge
    if seen.stations[seat] > 0:
        place = best_station(board, seen, seat, scratch)
        if place != NOTHING:
            wish = weights[CLAIM_URGE] - weights[STATION_PRICE]
            if scratch.plan_turns + 1.0 >= scratch.turns_left:
                wish += weights[LATE]
            if wish > urge:
                action, urge = STATION + place, wish
    if tickets_urge(board, seen, seat, urge, scratch, weights) > urge:
        action = DRAW_TICKETS
    if action == NOTHING:  # there is nothing that it wants: the last that is legal
        action = int(scratch.actions[legal(board, seen, scratch.actions) - 1])
    return action


@kernel
def choose_keep(board: BoardRecord, seen: StateRecord, seat: int, scratch: BotScratchRecord, weights: Array) -> int:
    """The tickets to keep: those whose plan together with the ones held is worth most."""
    count_turns_left(board, seen, seat, scratch, weights)
    clear_needs(seen, seat, scratch)
    price_tracks(board, seen, seat, scratch, weights)
    scratch.planned_for[seat] = NO_PLAN
    n = legal(board, seen, scratch.actions)
    best, most = NOTHING, -1e9
    for i in range(n):
        mask = scratch.actions[i] - KEEP
        list_tickets(board, seen, seat, mask, scratch)
        worth = plan_tickets(board, seen, seat, scratch, weights)
        find_needs(board, seen, seat, scratch, weights)
        over = scratch.plan_turns - scratch.turns_left - weights[SLACK]
        while over > 0.0 and drop_worst(scratch):
            worth = join_tickets(board, seen, seat, scratch, weights)
            find_needs(board, seen, seat, scratch, weights)
            over = scratch.plan_turns - scratch.turns_left - weights[SLACK]
        for k in range(seen.offer_n[seat]):
            if (mask >> k) & 1:
                worth -= weights[KEEP_PRICE]
        if worth > most:
            best, most = scratch.actions[i], worth
    return best


@kernel
def choose_payment(board: BoardRecord, seen: StateRecord, seat: int, scratch: BotScratchRecord, weights: Array) -> int:
    """How to pay for the track or station named: with what the rest of the plan needs least."""
    target = seen.target
    think(board, seen, seat, scratch, weights)
    if target < STATION and scratch.want[seat, target - CLAIM] != NOT_WANTED:
        scratch.want[seat, target - CLAIM] = NOT_WANTED
        find_needs(board, seen, seat, scratch, weights)
        scratch.planned_for[seat] = NO_PLAN
    n = legal(board, seen, scratch.actions)
    return cheapest_payment(scratch, n, cards_due(board, seen, seat), weights[WILD_PAID])


@kernel
def choose_planned(board: BoardRecord, seen: StateRecord, seat: int, scratch: BotScratchRecord, weights: Array) -> int:
    """The planner's choice in any phase."""
    phase = seen.phase
    if phase == TURN:
        return choose_turn(board, seen, seat, scratch, weights)
    if phase == SECOND_CARD:
        think(board, seen, seat, scratch, weights)
        return second_draw(board, seen, seat, scratch)
    if phase == PAYMENT or phase == TUNNEL:
        return choose_payment(board, seen, seat, scratch, weights)
    if phase == FLAG:
        return KEEP_CARD
    return choose_keep(board, seen, seat, scratch, weights)
