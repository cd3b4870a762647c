"""Which tickets to complete with the cards on track: most points, then most tickets (C16).

A set of tickets can be completed if the cards that it asks for beyond those of each colour are no more than the wilds.
`choose_tickets` searches the sets depth first, ticket by ticket, and leaves a branch when
- the tickets taken need more wilds than there are;
- an upper bound on everything below shows nothing better than what was found. Cards have prices (`cardgame_price.py`),
  and a ticket gains its worth less its cards. The colours whose price is that of wilds share one stock with them;
  `limit[i, cards]` is the most that tickets i, i + 1, … gain from so many cards of the stock; the cards of each other
  colour bring at most their price. Cards that no later ticket asks for bring nothing;
- it was here before, with the same cards left for the same tickets and at least the same worth;
- a ticket is left out for one that asks for as much or more and is worth less.
The answer is the first best set in the order of the search, which no such branch contains (a better or earlier one
would stand in its place), so it does not depend on how much is remembered.
"""

from typing import Any

from .cardgame_price import price_cards
from .cardgame_state import MEMORY, ROWS
from .jit import kernel
from .state import COLOURS, NOBODY, WILD

TICKET_UNIT = 64  # worth: a point is 64 tickets, and a ticket 64 of the units in which cards are priced
POINT_UNIT = 64 * TICKET_UNIT
FEW = 8  # with no more tickets than this, prices cost more than they save
KEY_BITS = 5


@kernel
def gather_tickets(board: Any, state: Any, seat: int, scratch: Any) -> int:
    """List the seat's tickets that it could complete if they were the only ones; return the wilds all would need."""
    wilds = state.track[seat, WILD]
    n = 0
    for colour in range(COLOURS):
        scratch.left[colour] = state.track[seat, colour]
    for ticket in range(board.tickets):
        scratch.best[ticket] = 0
        if state.ticket_at[ticket] == seat and state.done_by[ticket] == NOBODY:
            owed = 0
            for colour in range(COLOURS):
                owed += max(0, board.need[ticket, colour] - state.track[seat, colour])
            if owed <= wilds:
                scratch.todo[n] = ticket
                scratch.worth[n] = int(board.value[ticket]) * POINT_UNIT + TICKET_UNIT
                n += 1
                for colour in range(COLOURS):
                    scratch.left[colour] -= board.need[ticket, colour]
    scratch.todo_n = n
    needed = 0
    for colour in range(COLOURS):
        needed += max(0, -scratch.left[colour])
    return needed


@kernel
def share_stock(scratch: Any) -> None:
    """Put the colours that are worth as much as wilds into one stock with them; their own price is then nothing."""
    for colour in range(COLOURS):
        scratch.shared[colour] = 0
        if scratch.price[COLOURS] > 0 and scratch.price[colour] >= scratch.price[COLOURS] - 1:
            scratch.shared[colour] = 1


@kernel
def order_tickets(board: Any, scratch: Any) -> None:
    """Order the search: tickets that clearly gain or lose first, then the largest, which leave fewest ways."""
    for i in range(scratch.todo_n):
        cards = 0
        gain = scratch.worth[i]
        for colour in range(COLOURS):
            need = int(board.need[scratch.todo[i], colour])
            cards += need
            gain -= need * scratch.price[colour]
        size = abs(gain)
        key = size + (cards << 40)
        if size >= POINT_UNIT:
            key = size + (1 << 50)
        ticket, worth = scratch.todo[i], scratch.worth[i]
        j = i
        while j > 0 and scratch.sort_key[j - 1] < key:
            scratch.todo[j] = scratch.todo[j - 1]
            scratch.worth[j] = scratch.worth[j - 1]
            scratch.gain[j] = scratch.gain[j - 1]
            scratch.sort_key[j] = scratch.sort_key[j - 1]
            j -= 1
        scratch.todo[j] = ticket
        scratch.worth[j] = worth
        scratch.gain[j] = gain
        scratch.sort_key[j] = key


@kernel
def find_limits(board: Any, state: Any, seat: int, scratch: Any) -> None:
    """What the tickets from each place on ask for, and the most that they gain from the shared stock."""
    n = scratch.todo_n
    stock = int(state.track[seat, WILD])
    dearest = 0
    for colour in range(COLOURS):
        scratch.ahead[n, colour] = 0
        if scratch.shared[colour]:
            stock += state.track[seat, colour]
            scratch.price[colour] = 0
        else:
            dearest = max(dearest, scratch.price[colour])
    for cards in range(stock + 1):
        scratch.limit[n, cards] = 0
    for i in range(n - 1, -1, -1):
        size = 0
        gain = scratch.worth[i]
        for colour in range(COLOURS):
            need = int(board.need[scratch.todo[i], colour])
            scratch.ahead[i, colour] = scratch.ahead[i + 1, colour] + need
            gain -= need * scratch.price[colour]
            size += need * scratch.shared[colour]
        for cards in range(stock + 1):
            most = scratch.limit[i + 1, cards]
            if cards >= size:
                most = max(most, scratch.limit[i + 1, cards - size] + gain)
            scratch.limit[i, cards] = most
    # a wild may also stand in for a colour outside the stock
    for i in range(n + 1):
        for cards in range(1, stock + 1):
            scratch.limit[i, cards] = max(scratch.limit[i, cards], scratch.limit[i, cards - 1] + dearest)


@kernel
def asks_no_more(board: Any, ticket: int, other: int) -> bool:
    """Whether a ticket asks for no card that the other does not ask for."""
    for colour in range(COLOURS):
        if board.need[ticket, colour] > board.need[other, colour]:
            return False
    return True


@kernel
def find_pairs(board: Any, scratch: Any) -> None:
    """Note which tickets go before which others: worth more and asking for no more.

    Of two that are alike, the search's first choice goes first: it meets that one of two sets of equal worth first.
    """
    n = scratch.todo_n
    for i in range(n):
        scratch.better[i] = 0
        scratch.worse[i] = 0
    for i in range(n):
        for j in range(n):
            if i != j and asks_no_more(board, scratch.todo[i], scratch.todo[j]):
                first = scratch.worth[i] > scratch.worth[j]
                if scratch.worth[i] == scratch.worth[j] and asks_no_more(
                    board, scratch.todo[j], scratch.todo[i]
                ):
                    first = (i < j) == (scratch.gain[i] > 0)
                if first:
                    scratch.worse[i] |= 1 << j
                    scratch.better[j] |= 1 << i


@kernel
def position_key(scratch: Any, place: int, wilds: int) -> int:
    """What is left for the tickets from a place on, as one number: useful cards of each colour, useful wilds, place."""
    key = int(place)
    owed = 0
    for colour in range(COLOURS):
        ahead = scratch.ahead[place, colour]
        useful = min(max(0, scratch.left[colour]), ahead)
        owed += ahead - useful
        key = (key << KEY_BITS) | int(useful)
    return (key << KEY_BITS) | int(min(wilds, owed))


@kernel
def bound(scratch: Any, place: int, key: int) -> int:
    """The most that the tickets from a place on can bring with what is left."""
    stock = key & 31
    brings = 0
    for i in range(COLOURS):
        useful = (key >> (KEY_BITS * (i + 1))) & 31
        colour = COLOURS - 1 - i
        stock += useful * scratch.shared[colour]
        brings += useful * scratch.price[colour]
    return brings + scratch.limit[place, stock]


@kernel
def lay_out(board: Any, scratch: Any, ticket: int, sign: int) -> int:
    """Spend the cards of a ticket (sign 1) or take them back (-1); return how many wilds that costs."""
    cost = 0
    for colour in range(COLOURS):
        need = board.need[ticket, colour]
        if need > 0:
            before = scratch.left[colour]
            after = before - sign * need
            scratch.left[colour] = after
            cost += max(0, -after) - max(0, -before)
    return cost


@kernel
def search(board: Any, scratch: Any, wilds: int) -> None:
    """Find the best set of the tickets listed and mark it in `scratch.best`."""
    n = scratch.todo_n
    for i in range(MEMORY):
        scratch.memory_key[i] = 0
    worth, found = 0, 0
    inside, outside = 0, 0  # places decided, as bit sets
    i = 0
    scratch.tried[0] = 0
    while i >= 0:
        if i == n:
            if worth > found:
                found = worth
                for k in range(n):
                    scratch.best[scratch.todo[k]] = scratch.taken[k]
            i -= 1
            continue
        tried = scratch.tried[i]
        if tried > 0:  # back from below: undo
            if scratch.taken[i]:
                wilds -= lay_out(board, scratch, scratch.todo[i], -1)
                worth -= scratch.worth[i]
                inside ^= 1 << i
            else:
                outside ^= 1 << i
            if tried == 2:
                i -= 1
                continue
        scratch.tried[i] = tried + 1
        take = (tried == 0) == (scratch.gain[i] > 0)
        scratch.taken[i] = 1 if take else 0
        if take:
            wilds -= lay_out(board, scratch, scratch.todo[i], 1)
            worth += scratch.worth[i]
            inside ^= 1 << i
            if wilds < 0 or (outside & scratch.better[i]) != 0:
                continue
        else:
            outside ^= 1 << i
            if (inside & scratch.worse[i]) != 0:
                continue
        if i + 1 < n:
            key = position_key(scratch, i + 1, wilds)
            if worth + bound(scratch, i + 1, key) < found + TICKET_UNIT:
                continue
            slot = key % MEMORY
            if scratch.memory_key[slot] == key and scratch.memory_worth[slot] >= worth:
                continue
            scratch.memory_key[slot] = key
            scratch.memory_worth[slot] = worth
            scratch.tried[i + 1] = 0
        i += 1


@kernel
def choose_tickets(board: Any, state: Any, seat: int, scratch: Any) -> None:
    """Mark in `scratch.best` the tickets that the seat completes with its on-track pile (C16)."""
    wilds = int(state.track[seat, WILD])
    needed = gather_tickets(board, state, seat, scratch)
    if needed <= wilds or scratch.todo_n == 0:
        for i in range(scratch.todo_n):
            scratch.best[scratch.todo[i]] = 1
        return
    if scratch.todo_n > FEW:
        price_cards(board, state, seat, scratch)
    else:
        for row in range(ROWS):
            scratch.price[row] = 0
    for colour in range(COLOURS):
        scratch.left[colour] = state.track[seat, colour]
    share_stock(scratch)
    order_tickets(board, scratch)
    find_limits(board, state, seat, scratch)
    find_pairs(board, scratch)
    search(board, scratch, wilds)
