"""The four styles of the playtesting literature, for the board games.

After de Mesentier Silva et al. (2017) and Smith & Anton (2022): `one-step` does the cheapest good thing that it sees,
`long-route` collects for the longest tracks, `route-focused` plans its tickets as one network and builds it, `hungry`
draws many tickets first. All of them count spaces: none looks at its hand when it chooses a way, at what the
opponents are about, or at the turns that are left. How they draw cards and pay is the planner's.
"""

from ..rules.actions import CLAIM, DRAW_TICKETS, KEEP, KEEP_CARD, STATION
from ..rules.claim import ALLOWED, claim_refusal, closed_to, most_of_a_colour
from ..rules.jit import kernel
from ..rules.numbers import GREY, NOBODY, NOTHING
from ..rules.phases import FLAG, PAYMENT, SECOND_CARD, TUNNEL, TURN
from ..rules.records import Array, BoardRecord, BotScratchRecord, StateRecord
from ..rules.tickets import count_bits
from ..rules.turn import legal
from .cards import cards_due, cheapest_payment, find_needs, first_draw, second_draw
from .scratch import FILLER, FOR_TICKET, HUNGRY, LONG_ROUTE, NOT_WANTED, ONE_STEP
from .survey import BLOCKED
from .ticket_plan import list_tickets, plan_pieces, shortest, want_path

MANY_TICKETS_LONG = 6
MANY_TICKETS_SHORT = 4
LONG_GAME = 30
"""How many tickets the hungry style draws: in games with at least so many pieces, and in others."""


@kernel
def count_spaces(board: BoardRecord, seen: StateRecord, seat: int, scratch: BotScratchRecord) -> None:
    """Price the tracks by their spaces: nothing for one's own, BLOCKED for what cannot be had."""
    for track in range(board.tracks):
        if seen.owner[track] == seat:
            scratch.price[track] = 0.0
        elif (
            closed_to(board, seen, seat, track) != ALLOWED
            or seen.pieces[seat, board.piece[track]] < board.spaces[track]
        ):
            scratch.price[track] = BLOCKED
        else:
            scratch.price[track] = board.cost[track]
        scratch.cost[track] = scratch.price[track]
        scratch.want[seat, track] = NOT_WANTED


@kernel
def want_tickets(
    board: BoardRecord, seen: StateRecord, seat: int, mask: int, together: bool, scratch: BotScratchRecord
) -> int:
    """Want the shortest way of every ticket, each over what is wanted already or each for itself; points that fit.

    A ticket whose way takes more pieces than are left is not wanted.
    """
    count_spaces(board, seen, seat, scratch)
    list_tickets(board, seen, seat, mask, scratch)
    points = 0
    for i in range(scratch.ticket_n):
        ticket = scratch.ticket[i]
        if not together:
            for track in range(board.tracks):
                scratch.cost[track] = scratch.price[track]
        a, b = board.ticket_a[ticket], board.ticket_b[ticket]
        way = shortest(board, scratch, a, b)
        pieces = plan_pieces(board, scratch, seat, 0) + plan_pieces(board, scratch, seat, 1)
        if pieces + way <= seen.pieces[seat, 0] + 2 * seen.pieces[seat, 1]:
            want_path(board, seen, seat, scratch, a, b)
            points += board.value[ticket]
        else:
            points -= board.value[ticket]
    return points


@kernel
def want_longest(board: BoardRecord, seen: StateRecord, seat: int, scratch: BotScratchRecord) -> None:
    """Want the track that scores most, of equals the one with most of its cards in hand, for what pieces are left."""
    best, most, least = NOTHING, 0, 100
    room = seen.pieces[seat, 0] - plan_pieces(board, scratch, seat, 0)
    for track in range(board.tracks):
        if scratch.want[seat, track] != NOT_WANTED or scratch.price[track] >= BLOCKED:
            continue
        if seen.owner[track] != NOBODY or (board.piece[track] == 0 and board.spaces[track] > room):
            continue
        colour = board.colour[track]
        have = most_of_a_colour(seen, seat) if colour == GREY else seen.hand[seat, colour]
        lack = max(0, board.cost[track] - have)
        points = board.points[track]
        if points > most or (points == most and lack < least):
            best, most, least = track, points, lack
    if best != NOTHING:
        scratch.want[seat, best] = FILLER


@kernel
def want(
    style: int, board: BoardRecord, seen: StateRecord, seat: int, scratch: BotScratchRecord, weights: Array
) -> None:
    """What the style wants to build, and what that lacks."""
    if style == LONG_ROUTE:
        count_spaces(board, seen, seat, scratch)
        want_longest(board, seen, seat, scratch)
    else:
        want_tickets(board, seen, seat, 0, style != ONE_STEP, scratch)
        left = 0
        for track in range(board.tracks):
            if scratch.want[seat, track] == FOR_TICKET:
                left += 1
        if left == 0:
            want_longest(board, seen, seat, scratch)
    find_needs(board, seen, seat, scratch, weights)


@kernel
def hungry(board: BoardRecord, seen: StateRecord, seat: int) -> bool:
    """Whether the hungry style wants more tickets."""
    long = board.pieces[0] + board.pieces[1] >= LONG_GAME
    return seen.queue_n > 0 and seen.ticket_n[seat] < (MANY_TICKETS_LONG if long else MANY_TICKETS_SHORT)


@kernel
def claim_now(style: int, board: BoardRecord, seen: StateRecord, seat: int, scratch: BotScratchRecord) -> int:
    """The wanted track that can be paid and scores most (one-step: that costs least), or NOTHING."""
    most = most_of_a_colour(seen, seat)
    best, best_points = NOTHING, -100
    for i in range(scratch.todo_n):
        track = scratch.todo[i]
        if claim_refusal(board, seen, seat, track, most) == ALLOWED:
            points = -board.cost[track] if style == ONE_STEP else board.points[track]
            if points > best_points:
                best, best_points = track, points
    return best


@kernel
def anything_to_claim(board: BoardRecord, seen: StateRecord, seat: int) -> int:
    """The claim that scores most, wanted or not, or NOTHING."""
    most = most_of_a_colour(seen, seat)
    best = NOTHING
    for track in range(board.tracks):
        if claim_refusal(board, seen, seat, track, most) == ALLOWED and (
            best == NOTHING or board.points[track] > board.points[best]
        ):
            best = track
    return best


@kernel
def style_turn(
    style: int, board: BoardRecord, seen: StateRecord, seat: int, scratch: BotScratchRecord, weights: Array
) -> int:
    """What the style does with a turn."""
    if style == HUNGRY and hungry(board, seen, seat):
        return DRAW_TICKETS
    want(style, board, seen, seat, scratch, weights)
    track = claim_now(style, board, seen, seat, scratch)
    if track == NOTHING and (scratch.todo_n == 0 or seen.last_turns != NOTHING):
        track = anything_to_claim(board, seen, seat)
    if track != NOTHING:
        return CLAIM + track
    action = first_draw(board, seen, seat, scratch)
    return action if action != NOTHING else int(scratch.actions[legal(board, seen, scratch.actions) - 1])


@kernel
def style_keep(style: int, board: BoardRecord, seen: StateRecord, seat: int, scratch: BotScratchRecord) -> int:
    """Hungry keeps what fits together; the others keep as few as they may, those with most points for their spaces."""
    n = legal(board, seen, scratch.actions)
    fewest = 100
    for i in range(n):
        fewest = min(fewest, count_bits(scratch.actions[i] - KEEP))
    best, most = NOTHING, -1e9
    for i in range(n):
        mask = scratch.actions[i] - KEEP
        if style != HUNGRY and count_bits(mask) > fewest:
            continue
        points = want_tickets(board, seen, seat, mask, True, scratch)
        pieces = plan_pieces(board, scratch, seat, 0) + plan_pieces(board, scratch, seat, 1)
        worth = float(points)
        if style == LONG_ROUTE:
            worth = -1.0 * pieces
        elif style != HUNGRY:
            worth = points - 0.75 * pieces
        if worth > most:
            best, most = scratch.actions[i], worth
    return best


@kernel
def style_payment(
    style: int, board: BoardRecord, seen: StateRecord, seat: int, scratch: BotScratchRecord, weights: Array
) -> int:
    """Pay with what is needed least; never give a tunnel up that can be paid."""
    want(style, board, seen, seat, scratch, weights)
    target = seen.target
    if target < STATION:
        scratch.want[seat, target - CLAIM] = NOT_WANTED
        find_needs(board, seen, seat, scratch, weights)
    n = legal(board, seen, scratch.actions)
    return cheapest_payment(scratch, n, cards_due(board, seen, seat), 1.0)


@kernel
def choose_in_style(
    style: int, board: BoardRecord, seen: StateRecord, seat: int, scratch: BotScratchRecord, weights: Array
) -> int:
    """The style's choice in any phase."""
    phase = seen.phase
    if phase == TURN:
        return style_turn(style, board, seen, seat, scratch, weights)
    if phase == SECOND_CARD:
        want(style, board, seen, seat, scratch, weights)
        return second_draw(board, seen, seat, scratch)
    if phase == PAYMENT or phase == TUNNEL:
        return style_payment(style, board, seen, seat, scratch, weights)
    if phase == FLAG:
        return KEEP_CARD
    return style_keep(style, board, seen, seat, scratch)
