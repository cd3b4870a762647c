"""Cards: what the plan lacks, what to draw, what to pay with."""

from ..rules.actions import CLAIM, DECLINE, PAY, STATION
from ..rules.draw import may_draw
from ..rules.jit import kernel
from ..rules.numbers import COLOURS, GREY, KINDS, MAX_LENGTH, NOTHING, WILD
from ..rules.phases import PAYMENT
from ..rules.records import Array, BoardRecord, BotScratchRecord, StateRecord
from ..rules.station import station_cost
from .draws import best_card, best_draw
from .scratch import BORROWED, FILLER, FOR_TICKET
from .weights import CARD, FILLER_GAIN, LATER, WILD_GAIN


@kernel
def list_todo(board: BoardRecord, seen: StateRecord, seat: int, scratch: BotScratchRecord) -> None:
    """The plan's tracks: those for tickets first, and of each kind those that lack fewest cards first."""
    n = 0
    for track in range(board.tracks):
        why = scratch.want[seat, track]
        if why == FOR_TICKET or why == FILLER:
            colour = board.colour[track]
            have = 0
            if colour == GREY:
                for c in range(COLOURS):
                    have = max(have, seen.hand[seat, c])
            else:
                have = seen.hand[seat, colour]
            key = max(0, board.cost[track] - have) + (100 if why == FILLER else 0)
            scratch.lack[track] = key
            k = n
            while k > 0 and scratch.lack[scratch.todo[k - 1]] > key:
                scratch.todo[k] = scratch.todo[k - 1]
                k -= 1
            scratch.todo[k] = track
            n += 1
    scratch.todo_n = n


@kernel
def spare_colour(scratch: BotScratchRecord) -> int:
    """The colour that most cards are spare of."""
    best = 0
    for colour in range(1, COLOURS):
        if scratch.spare[colour] > scratch.spare[best]:
            best = colour
    return best


@kernel
def set_aside(board: BoardRecord, scratch: BotScratchRecord, track: int, gain: float) -> None:
    """Set cards aside for one track of the plan, and note what it lacks and how useful those cards would be."""
    colour = board.colour[track]
    if colour == GREY:
        colour = spare_colour(scratch)
    ferry = board.ferry[track]
    plain = board.cost[track] - ferry
    taken = min(plain, scratch.spare[colour])
    scratch.spare[colour] -= taken
    lack = plain - taken
    wilds = min(ferry, scratch.spare[WILD])
    scratch.spare[WILD] -= wilds
    lack_wild = ferry - wilds
    helped = min(lack, scratch.spare[WILD])
    scratch.spare[WILD] -= helped
    lack -= helped
    scratch.lack[track] = lack + lack_wild
    if lack > 0:
        scratch.use[colour] += gain
        scratch.wanted[colour] += lack
    if lack_wild > 0:
        scratch.use[WILD] += gain
        scratch.wanted[WILD] += lack_wild
    if lack + lack_wild == 0 and board.tunnel[track] and scratch.spare[colour] == 0:
        scratch.use[colour] += 0.5 * gain
        scratch.wanted[colour] += 1


@kernel
def clear_needs(seen: StateRecord, seat: int, scratch: BotScratchRecord) -> None:
    """Nothing is set aside, nothing is needed."""
    for kind in range(KINDS):
        scratch.spare[kind] = seen.hand[seat, kind]
        scratch.use[kind] = 0.0
        scratch.wanted[kind] = 0
    scratch.plan_turns = 0.0


@kernel
def find_needs(board: BoardRecord, seen: StateRecord, seat: int, scratch: BotScratchRecord, weights: Array) -> None:
    """Share the hand out over the plan: what each track lacks, what is spare, which cards are useful.

    The first tracks that lack something count most: a card that completes a payment soon is better than one that
    begins another.
    """
    list_todo(board, seen, seat, scratch)
    clear_needs(seen, seat, scratch)
    gain = 1.0
    for i in range(scratch.todo_n):
        track = scratch.todo[i]
        if scratch.want[seat, track] == FILLER:
            set_aside(board, scratch, track, gain * weights[FILLER_GAIN])
        else:
            set_aside(board, scratch, track, gain)
            scratch.plan_turns += 1.0 + weights[CARD] * scratch.lack[track]
        if scratch.lack[track] > 0:
            gain *= weights[LATER]
    for track in range(board.tracks):
        if scratch.want[seat, track] == BORROWED:
            scratch.plan_turns += 1.0
    most = 0.0
    for colour in range(COLOURS):
        most = max(most, scratch.use[colour])
    scratch.use[WILD] += weights[WILD_GAIN] * most
    scratch.wanted[WILD] += 1


@kernel
def list_shortages(board: BoardRecord, seen: StateRecord, seat: int, scratch: BotScratchRecord, out: Array) -> int:
    """What the plan's tracks lack that cannot be paid yet, in the order of the plan: how many there are.

    For each of them `out` has four numbers: the track, a colour, how many cards of it and how many wilds are lacking.
    The hand is shared out as in `find_needs`; of a colour there are only so many cards in the game, and beyond them
    it takes wilds.
    """
    clear_needs(seen, seat, scratch)
    n = 0
    for i in range(scratch.todo_n):
        track = scratch.todo[i]
        colour = board.colour[track]
        if colour == GREY:
            colour = spare_colour(scratch)
        wilds = max(0, board.ferry[track] - scratch.spare[WILD])
        set_aside(board, scratch, track, 0.0)
        lack = scratch.lack[track] - wilds
        left = board.total[colour] - seen.hand[seat, colour]
        if lack + wilds > 0:
            out[4 * n] = track
            out[4 * n + 1] = colour
            out[4 * n + 2] = min(lack, left)
            out[4 * n + 3] = wilds + max(0, lack - left)
            n += 1
    return n


@kernel
def use_of_blind(board: BoardRecord, seen: StateRecord, seat: int, scratch: BotScratchRecord) -> float:
    """How useful a card from the deck can be expected to be, from all the cards that the seat cannot see."""
    total, gain = 0, 0.0
    for kind in range(KINDS):
        unseen = board.total[kind] - seen.discard[kind] - seen.hand[seat, kind]
        for slot in range(5):
            if seen.market[slot] == kind:
                unseen -= 1
        for other in range(seen.seats):
            if other != seat:
                unseen -= seen.shown[other, kind]
        if unseen > 0:
            total += unseen
            gain += unseen * scratch.use[kind]
    return gain / total if total > 0 else 0.0


@kernel
def first_draw(board: BoardRecord, seen: StateRecord, seat: int, scratch: BotScratchRecord) -> int:
    """The best first card, or NOTHING; `draw_use` as `best_draw` leaves it. `find_needs` first."""
    if not may_draw(board, seen):
        scratch.draw_use = 0.0
        return NOTHING
    enough = 0
    for kind in range(KINDS):
        if scratch.wanted[kind] <= 1:
            enough |= 1 << kind
    return best_draw(seen, scratch, use_of_blind(board, seen, seat, scratch), enough)


@kernel
def second_draw(board: BoardRecord, seen: StateRecord, seat: int, scratch: BotScratchRecord) -> int:
    """The best second card. `find_needs` first."""
    return best_card(seen, scratch, use_of_blind(board, seen, seat, scratch), NOTHING, 0)


@kernel
def cards_due(board: BoardRecord, seen: StateRecord, seat: int) -> int:
    """How many cards the track or station named costs, or the tunnel's surcharge."""
    target = seen.target
    if seen.phase != PAYMENT:
        return seen.owed
    return station_cost(board, seen, seat) if target >= STATION else board.cost[target - CLAIM]


@kernel
def cheapest_payment(scratch: BotScratchRecord, n: int, cost: int, wild: float) -> int:
    """Of the payments in `scratch.actions[:n]` the one that takes least of what the plan does not spare.

    Only a tunnel's surcharge may have none: then it is given up.
    """
    best, least = DECLINE, 1e9
    for i in range(n):
        action = scratch.actions[i]
        if action < PAY:
            continue
        colour = (action - PAY) // (MAX_LENGTH + 1)
        wilds = (action - PAY) % (MAX_LENGTH + 1)
        plain = cost - wilds
        loss = wild * wilds + 0.01 * plain
        if plain > 0:
            loss += max(0, plain - scratch.spare[colour])
        if loss < least:
            best, least = action, loss
    return best
