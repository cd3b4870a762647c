"""What a card on track is worth: prices of the colours and of wilds for the search in `cardgame_complete.py`.

They are the dual solution of completing tickets in fractions, found by the simplex method with bounded
variables. The search gives the right answer with any prices, but good ones make its bounds tight. All of it is
fixed-point arithmetic on integers, so that every machine finds the same prices.

Rows 0-7 say that a colour's cards must cover what the tickets ask for, less the wilds spent on it; row 8 that no
more wilds are spent than there are. Variables: tickets by place in `todo` (between 0 and 1), MAX_TICKETS + colour
for wilds spent on a colour, MAX_TICKETS + ROWS + row for what is left over in a row.
"""

from .cardgame_state import FIELD, ROWS
from .jit import kernel
from .numbers import COLOURS, MAX_TICKETS, NOTHING
from .records import Array, CardSearchRecord

BITS = 20  # behind the point
ONE = 1 << BITS
TINY = ONE >> 8  # nothing smaller is divided by
SLACK = 8 * ONE  # gains smaller than this are not pursued (a point is 4096)
PIVOTS = 200
DEAR = 1 << 24  # no price is higher: more than any ticket is worth
FIELD_MASK = (1 << FIELD) - 1
SPENT = MAX_TICKETS
OVER = MAX_TICKETS + ROWS


@kernel
def price_of(fields: int, prices: Array) -> int:
    """What so many cards of each colour cost, their numbers given as fields of one integer."""
    price = 0
    for colour in range(COLOURS):
        price += ((fields >> (FIELD * colour)) & FIELD_MASK) * prices[colour]
    return price


@kernel
def start_basis(scratch: CardSearchRecord, place: int, wilds: int) -> None:
    """No ticket completed, no wild spent, everything left over."""
    for variable in range(MAX_TICKETS + 2 * ROWS):
        scratch.in_basis[variable] = 1 if variable >= OVER else 0
    for i in range(MAX_TICKETS):
        scratch.at_upper[i] = 0
    for row in range(ROWS):
        scratch.basic[row] = OVER + row
        count = wilds
        if row < COLOURS:
            count = max(0, ((scratch.left[place] >> (FIELD * row)) & FIELD_MASK) - 32)
        scratch.level[row] = count << BITS
        for k in range(ROWS):
            scratch.inverse[row, k] = ONE if row == k else 0


@kernel
def find_prices(scratch: CardSearchRecord, extra: int) -> None:
    """The prices that the present basis means."""
    for k in range(ROWS):
        scratch.price[k] = 0
    for row in range(ROWS):
        if scratch.basic[row] < SPENT:
            worth = scratch.worth[scratch.basic[row]] + extra
            for k in range(ROWS):
                scratch.price[k] += worth * scratch.inverse[row, k]


@kernel
def find_entering(scratch: CardSearchRecord, place: int, extra: int) -> int:
    """The variable whose change gains most per unit, or NOTHING."""
    entering = NOTHING
    most = SLACK
    for i in range(place, scratch.todo_n):
        if scratch.in_basis[i] == 0:
            gain = ((int(scratch.worth[i]) + extra) << BITS) - price_of(scratch.asks[i], scratch.price)
            if scratch.at_upper[i]:
                gain = -gain
            if gain > most:
                most = gain
                entering = i
    for row in range(ROWS):
        if scratch.in_basis[OVER + row] == 0 and -scratch.price[row] > most:
            most = -scratch.price[row]
            entering = OVER + row
    for colour in range(COLOURS):
        gain = scratch.price[colour] - scratch.price[COLOURS]
        if scratch.in_basis[SPENT + colour] == 0 and gain > most:
            most = gain
            entering = SPENT + colour
    return entering


@kernel
def find_column(scratch: CardSearchRecord, entering: int) -> None:
    """How the basic variables go down when the entering one goes up."""
    for row in range(ROWS):
        change = 0
        if entering >= OVER:
            change = scratch.inverse[row, entering - OVER]
        elif entering >= SPENT:
            change = scratch.inverse[row, COLOURS] - scratch.inverse[row, entering - SPENT]
        else:
            change = price_of(scratch.asks[entering], scratch.inverse[row])
        scratch.column[row] = change


@kernel
def change_basis(scratch: CardSearchRecord, leaving: int) -> None:
    """Let the variable of `scratch.column` into the basis in place of that in row `leaving`."""
    share = (ONE << BITS) // scratch.column[leaving]
    for k in range(ROWS):
        scratch.inverse[leaving, k] = (scratch.inverse[leaving, k] * share) >> BITS
    for row in range(ROWS):
        if row != leaving and scratch.column[row] != 0:
            for k in range(ROWS):
                scratch.inverse[row, k] -= (scratch.column[row] * scratch.inverse[leaving, k]) >> BITS


@kernel
def find_leaving(scratch: CardSearchRecord, sign: int, ticket: bool) -> int:
    """The row whose variable reaches a bound first when the entering one changes, or NOTHING if that does itself.

    Rows are compared by their room over their fall, multiplied out; of two that tie, the steeper one divides better.
    """
    leaving = NOTHING
    room = ONE if ticket else ONE << 8
    steepest = ONE
    for row in range(ROWS):
        fall = sign * scratch.column[row]
        space = scratch.level[row]
        if fall < 0:
            fall = -fall
            space = ONE - space
            if scratch.basic[row] >= SPENT:
                continue
        if fall > TINY:
            difference = max(0, space) * steepest - room * fall
            if difference < 0 or (difference == 0 and fall > steepest):
                leaving = row
                room = max(0, space)
                steepest = fall
    return leaving


@kernel
def pivot_in(scratch: CardSearchRecord, entering: int) -> None:
    """Change the entering variable as far as the others and its own bound allow."""
    find_column(scratch, entering)
    ticket = entering < SPENT
    sign = -1 if ticket and scratch.at_upper[entering] else 1
    leaving = find_leaving(scratch, sign, ticket)
    if leaving == NOTHING:
        for row in range(ROWS):
            scratch.level[row] -= sign * scratch.column[row]
        scratch.at_upper[entering] = 1 - scratch.at_upper[entering]
        return
    fall = sign * scratch.column[leaving]
    space = scratch.level[leaving] if fall > 0 else ONE - scratch.level[leaving]
    change = (max(0, space) << BITS) // abs(fall)
    for row in range(ROWS):
        scratch.level[row] -= sign * ((change * scratch.column[row]) >> BITS)
    left = scratch.basic[leaving]
    scratch.in_basis[left] = 0
    if left < SPENT:
        scratch.at_upper[left] = 1 if fall < 0 else 0
    scratch.in_basis[entering] = 1
    scratch.basic[leaving] = entering
    scratch.level[leaving] = change if sign > 0 else ONE - change
    change_basis(scratch, leaving)


@kernel
def price_cards(scratch: CardSearchRecord, place: int, wilds: int, extra: int) -> None:
    """Price the cards in `scratch.left` and so many wilds for the tickets from a place on.

    Every ticket is worth so much extra; with nothing extra at the first place, start from the basis found before, with
    something extra. Leaves whole prices, none negative and no colour's above that of wilds, in `scratch.price`.
    """
    if place > 0 or extra > 0:
        start_basis(scratch, place, wilds)
    for _ in range(PIVOTS):
        find_prices(scratch, extra)
        entering = find_entering(scratch, place, extra)
        if entering == NOTHING:
            break
        scratch.pivots += 1
        pivot_in(scratch, entering)
    for row in range(ROWS):
        scratch.price[row] = min(DEAR, max(0, (scratch.price[row] + ONE // 2) >> BITS))
    for colour in range(COLOURS):
        scratch.price[colour] = min(scratch.price[colour], scratch.price[COLOURS])
