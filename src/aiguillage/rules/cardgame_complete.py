"""Which tickets can be completed with the cards on track, and which are best (C16).

Who cannot complete all of his tickets chooses; what the rules need for that is `in_conflict` and `legal_completions`.
`propose_tickets` is what the program would choose: the set with the best final total as far as can be known, and of
those the one with the most tickets. It starts from `choose_tickets`, the set with the most points, then the most
tickets, and then counts the cities' bonuses as well.

A set of tickets can be completed if the wilds make up for every card that it asks for beyond those there are.
`choose_tickets` searches the sets depth first, ticket by ticket, and leaves a branch when

- the tickets taken need more wilds than there are;
- an upper bound on all that lies below shows nothing better than what was found. Cards have prices
  (`cardgame_price.py`); what the later tickets can bring is at most the price of the cards left for them, plus
  whatever those of them are worth more that are worth more than their cards. That holds for any prices, and every
  place in the order has its own: where the search passes often, they are set anew for what is left there;
- that bound leaves no room for another point, and another one, in which tickets count for more, none for another
  ticket with the same points;
- it was here before, with the same cards left for the same tickets and no less worth. When the search has left a
  place, the best set found is at least as good as any below it; so a place that was left before has nothing to offer.

It looks first for sets that come close to the bound on all, so that little else is looked at; if there is none, it
starts again with a lower goal.

Cards of eight colours are one integer of eight fields of six bits, so that a branch costs a few dozen instructions.
Cards left are written with 32 added to each field: bit 5 of a field then says that the number is not negative.
"""

from .cardgame_price import price_cards, price_of
from .cardgame_state import COMPLETE, FIELD, MAX_SAME, MAX_WILDS, MEMORY, ROWS
from .jit import inlined, kernel
from .numbers import COLOURS, NOBODY, NOTHING, WILD
from .records import Array, CardBoardRecord, CardSearchRecord, CardStateRecord

TICKET_UNIT = 64  # worth: a point is 64 tickets, and a ticket 64 of the units in which cards are priced
POINT_UNIT = 64 * TICKET_UNIT
COUNT_UNIT = 4 * POINT_UNIT  # worth of a ticket for itself where points are equal and tickets count
FIRST_SLACK = 2 * POINT_UNIT  # how far below the bound the first goal lies
CLEAR = POINT_UNIT  # what a ticket gains or loses that is hardly ever left out or taken
FEW = 8  # with no more tickets than this, prices and memory cost more than they save
FIRST_PRICING = 100  # a place gets prices of its own when it has been passed so often,
NEXT_PRICING = 400  # and new ones after so many times more
LAST_PRICED = 8  # but not with so few tickets left
MAX_LOOKS = 50_000  # branches that the search for bonuses looks at before it makes do with what it found

MORE = MAX_SAME + MAX_WILDS + 1  # of a colour is more than any pile can cover; larger numbers mean no more
ONES = 0x041041041041  # 1 in every field
SIGNS = 0x820820820820  # bit 5 of every field
PAIRS = 0x03F03F03F03F  # every other field


@kernel
def pack_need(board: CardBoardRecord, ticket: int) -> int:
    """The cards that a ticket asks for, as fields."""
    fields = 0
    for colour in range(COLOURS):
        fields |= int(board.need[ticket, colour]) << (FIELD * colour)
    return fields


@kernel
def field_sum(fields: int) -> int:
    """The sum of all fields."""
    pairs = (fields & PAIRS) + ((fields >> FIELD) & PAIRS)
    pairs += pairs >> 24
    return (pairs + (pairs >> 12)) & 0xFFF


@kernel
def have(left: int) -> int:
    """Fields of the cards left, nothing where the number is negative."""
    signs = left & SIGNS
    return left & (signs - (signs >> 5))


@kernel
def wilds_owed(left: int) -> int:
    """How many wilds make up for the negative numbers."""
    signs = ~left & SIGNS
    return field_sum(signs - (left & (signs - (signs >> 5))))


@kernel
def smaller(a: int, b: int) -> int:
    """The smaller number of each field."""
    signs = ((a | SIGNS) - b) & SIGNS
    mask = signs - (signs >> 5)
    return (b & mask) | (a & ~mask)


@kernel
def capped(fields: int) -> int:
    """Fields of what tickets ask for, none above MORE: a board of one's own may ask for more than six bits hold."""
    signs = (fields + (32 - MORE) * ONES) & SIGNS
    return (fields & ~(signs | (signs - (signs >> 5)))) | MORE * (signs >> 5)


@kernel
def pack_pile(state: CardStateRecord, seat: int) -> int:
    """The cards of the on-track pile other than wilds, as fields of cards left."""
    left = SIGNS
    for colour in range(COLOURS):
        left += int(state.track[seat, colour]) << (FIELD * colour)
    return left


@inlined
def holds_open(state: CardStateRecord, seat: int, ticket: int) -> bool:
    """Whether the seat holds the ticket and has not completed it."""
    return state.ticket_at[ticket] == seat and state.done_by[ticket] == NOBODY


@kernel
def can_complete(board: CardBoardRecord, state: CardStateRecord, seat: int, ticket: int) -> bool:
    """Whether the seat holds the ticket and its pile is enough for it by itself."""
    if not holds_open(state, seat, ticket):
        return False
    return wilds_owed(pack_pile(state, seat) - pack_need(board, ticket)) <= state.track[seat, WILD]


@kernel
def in_conflict(board: CardBoardRecord, state: CardStateRecord, seat: int) -> bool:
    """Whether the tickets that the seat could complete cannot all be completed together."""
    wanted = 0
    pile, wilds = pack_pile(state, seat), state.track[seat, WILD]
    for ticket in range(board.tickets):
        if holds_open(state, seat, ticket):
            need = pack_need(board, ticket)
            if wilds_owed(pile - need) <= wilds:
                wanted = capped(wanted + need)
    useful = smaller(have(pile), wanted)
    return field_sum(wanted - useful) > state.track[seat, WILD]


@kernel
def legal_completions(board: CardBoardRecord, state: CardStateRecord, out: Array) -> int:
    """The tickets that the actor can complete next."""
    n = 0
    for ticket in range(board.tickets):
        if can_complete(board, state, state.actor, ticket):
            out[n] = COMPLETE + ticket
            n += 1
    return n


@kernel
def gather_tickets(board: CardBoardRecord, state: CardStateRecord, seat: int, scratch: CardSearchRecord) -> int:
    """List the tickets that the seat could complete each by itself; return the wilds that all together would need."""
    wilds = state.track[seat, WILD]
    left = pack_pile(state, seat)
    scratch.left[0] = left
    n = 0
    wanted = 0
    for ticket in range(board.tickets):
        scratch.best[ticket] = 0
        if holds_open(state, seat, ticket):
            asks = pack_need(board, ticket)
            if wilds_owed(left - asks) <= wilds:
                scratch.todo[n] = ticket
                scratch.asks[n] = asks
                scratch.worth[n] = int(board.value[ticket]) * POINT_UNIT + TICKET_UNIT
                n += 1
                wanted = capped(wanted + asks)
    scratch.todo_n = n
    return field_sum(wanted - smaller(have(left), wanted))


@kernel
def order_tickets(scratch: CardSearchRecord) -> None:
    """Sort the search: tickets that clearly gain or lose, then the largest, which leave fewest ways for the rest."""
    for i in range(scratch.todo_n):
        ticket, asks, worth = scratch.todo[i], scratch.asks[i], scratch.worth[i]
        gain = worth - price_of(asks, scratch.price)
        key = abs(gain) + (field_sum(asks) << 40)
        if abs(gain) >= CLEAR:
            key = abs(gain) + (1 << 50)
        j = i
        while j > 0 and scratch.sort_key[j - 1] < key:
            scratch.todo[j] = scratch.todo[j - 1]
            scratch.asks[j] = scratch.asks[j - 1]
            scratch.worth[j] = scratch.worth[j - 1]
            scratch.gain[j] = scratch.gain[j - 1]
            scratch.sort_key[j] = scratch.sort_key[j - 1]
            j -= 1
        scratch.todo[j] = ticket
        scratch.asks[j] = asks
        scratch.worth[j] = worth
        scratch.gain[j] = gain
        scratch.sort_key[j] = key


@kernel
def useful_cards(scratch: CardSearchRecord, place: int, left: int) -> int:
    """Fields of the cards left that the tickets from a place on ask for; the others bring nothing."""
    return smaller(have(left), scratch.ahead[place])


@kernel
def start_search(scratch: CardSearchRecord, wilds: int) -> None:
    """Order the tickets and give every place the first prices."""
    order_tickets(scratch)
    n = scratch.todo_n
    scratch.surplus[n] = 0
    scratch.count_surplus[n] = 0
    scratch.ahead[n] = 0
    for i in range(n - 1, -1, -1):
        asks = scratch.asks[i]
        count_gain = scratch.worth[i] + COUNT_UNIT - TICKET_UNIT - price_of(asks, scratch.count_price)
        scratch.surplus[i] = scratch.surplus[i + 1] + max(0, scratch.gain[i])
        scratch.count_surplus[i] = scratch.count_surplus[i + 1] + max(0, count_gain)
        scratch.ahead[i] = capped(scratch.ahead[i + 1] + asks)
        scratch.passes[i] = FIRST_PRICING
    for i in range(n + 1):
        for row in range(ROWS):
            scratch.place_price[i, row] = scratch.price[row]
    useful = useful_cards(scratch, 0, scratch.left[0])
    scratch.top = scratch.surplus[0] + price_of(useful, scratch.price) + wilds * scratch.price[COLOURS]
    scratch.slack = FIRST_SLACK
    aim(scratch)


@kernel
def aim(scratch: CardSearchRecord) -> None:
    """Set the goal so far below the bound on all as the slack says, and stand before the first ticket."""
    scratch.goal = TICKET_UNIT
    if scratch.todo_n > FEW:
        scratch.goal = max(TICKET_UNIT, (scratch.top - scratch.slack) // POINT_UNIT * POINT_UNIT)
        for slot in range(MEMORY):
            scratch.memory_key[slot] = 0
    scratch.found = 0
    scratch.place = 0
    scratch.tried[0] = 0
    scratch.reached[0] = 0


@kernel
def set_prices(scratch: CardSearchRecord, place: int) -> None:
    """Give a place the prices that were found for what is left there."""
    surplus = 0
    for i in range(place, scratch.todo_n):
        surplus += max(0, scratch.worth[i] - price_of(scratch.asks[i], scratch.price))
    scratch.surplus[place] = surplus
    scratch.passes[place] = NEXT_PRICING
    for row in range(ROWS):
        scratch.place_price[place, row] = scratch.price[row]


@kernel
def seen_before(scratch: CardSearchRecord, key: int, worth: int) -> bool:
    """Whether the search was here before with no less worth; if not, remember it."""
    slot = key % MEMORY
    if scratch.memory_key[slot] == key and scratch.memory_worth[slot] >= worth:
        return True
    scratch.memory_key[slot] = key
    scratch.memory_worth[slot] = worth
    return False


@kernel
def more_tickets(scratch: CardSearchRecord, place: int, useful: int, wilds: int, worth: int) -> bool:
    """Whether a set that reaches the goal's points with its number of tickets may lie below a place."""
    tickets = worth % POINT_UNIT // TICKET_UNIT
    wanted = scratch.goal % POINT_UNIT // TICKET_UNIT
    bound = scratch.count_surplus[place] + price_of(useful, scratch.count_price) + wilds * scratch.count_price[COLOURS]
    return worth + bound >= scratch.goal + (wanted - tickets) * (COUNT_UNIT - TICKET_UNIT)


@kernel
def worth_going(scratch: CardSearchRecord, place: int, left: int, wilds: int, worth: int) -> bool:
    """Whether a set that reaches the goal may lie below a place: not for want of wilds, or by the bounds, or by memory.

    Cards that no later ticket asks for bring nothing, nor do wilds beyond those that they could need.
    """
    wilds -= wilds_owed(left)
    if wilds < 0:
        return False
    useful = useful_cards(scratch, place, left)
    wilds = min(wilds, field_sum(scratch.ahead[place] - useful))
    prices = scratch.place_price[place]
    most = worth + scratch.surplus[place] + price_of(useful, prices) + wilds * prices[COLOURS]
    if most < scratch.goal:
        return False
    if place == scratch.todo_n or scratch.todo_n <= FEW:
        return True
    no_point_more = most < (scratch.goal // POINT_UNIT + 1) * POINT_UNIT + TICKET_UNIT
    if no_point_more and not more_tickets(scratch, place, useful, wilds, worth):
        return False
    return not seen_before(scratch, (place << 5 | wilds) << 48 | useful, worth)


@kernel
def note_best(scratch: CardSearchRecord, worth: int) -> None:
    """The search has decided on all tickets and found the best set so far."""
    scratch.found = 1
    scratch.goal = worth + TICKET_UNIT
    for i in range(scratch.todo_n):
        scratch.best[scratch.todo[i]] = scratch.taken[i]


@kernel
def search(scratch: CardSearchRecord, wilds: int) -> int:
    """Go on with the search until a place wants new prices (return it) or all is done (NOTHING)."""
    n = scratch.todo_n
    i = scratch.place
    while i >= 0:
        tried = scratch.tried[i]
        if i == n or tried == 2:
            i -= 1
            if i < 0 and not scratch.found and scratch.goal > TICKET_UNIT:
                scratch.slack *= 4
                aim(scratch)
                i = 0
            continue
        scratch.visits += 1
        scratch.tried[i] = tried + 1
        take = 1 if (tried == 0) == (scratch.gain[i] > 0) else 0
        scratch.taken[i] = take
        left = scratch.left[i] - take * scratch.asks[i]
        worth = scratch.reached[i] + take * scratch.worth[i]
        if worth_going(scratch, i + 1, left, wilds, worth):
            i += 1
            scratch.tried[i] = 0
            scratch.left[i] = left
            scratch.reached[i] = worth
            if i == n:
                note_best(scratch, worth)
            else:
                scratch.passes[i] -= 1
                if scratch.passes[i] == 0 and i + LAST_PRICED < n:
                    scratch.place = i
                    return i
    return NOTHING


@kernel
def choose_tickets(board: CardBoardRecord, state: CardStateRecord, seat: int, scratch: CardSearchRecord) -> None:
    """Mark in `scratch.best` the tickets that bring the seat most points, then most tickets, with its on-track pile."""
    scratch.visits = 0
    scratch.pivots = 0
    wilds = int(state.track[seat, WILD])
    if gather_tickets(board, state, seat, scratch) <= wilds:
        for i in range(scratch.todo_n):
            scratch.best[scratch.todo[i]] = 1
        return
    for row in range(ROWS):
        scratch.price[row] = 0
    place = 0
    extra = COUNT_UNIT - TICKET_UNIT
    while place != NOTHING:
        if scratch.todo_n > FEW:
            price_cards(scratch, place, wilds - wilds_owed(scratch.left[place]), extra)
        if extra > 0:
            for row in range(ROWS):
                scratch.count_price[row] = scratch.price[row]
            extra = 0
            continue
        if place == 0:
            start_search(scratch, wilds)
        else:
            set_prices(scratch, place)
        place = search(scratch, wilds)


@kernel
def city_count(board: CardBoardRecord, state: CardStateRecord, seat: int, city: int) -> int:
    """How many tickets that name the city the seat has completed (C19)."""
    count = 0
    for ticket in range(board.tickets):
        if state.done_by[ticket] == seat and (board.named[ticket] >> city) & 1:
            count += 1
    return count


@kernel
def count_cities(board: CardBoardRecord, state: CardStateRecord, seat: int, scratch: CardSearchRecord) -> int:
    """Note for every bonus city how many more tickets the seat needs; the worth of all bonuses that may depend on it.

    What others have completed so far is all that is known of them. A completed ticket counts its points twice, for it
    would be subtracted otherwise (C18), so a bonus is worth half of what its points would be in a ticket.
    """
    open_bonus = 0
    for city in range(board.cities):
        most = 1
        for other in range(state.seats):
            if other != seat:
                most = max(most, city_count(board, state, other, city))
        lack = most - city_count(board, state, seat, city)
        able = 0
        for i in range(scratch.todo_n):
            able += (board.named[scratch.todo[i]] >> city) & 1
        scratch.city_lack[city] = lack if 0 < lack <= able else 0
        if scratch.city_lack[city] > 0:
            open_bonus += int(board.bonus[city]) * (POINT_UNIT // 2)
    return open_bonus


@kernel
def bonus_worth(board: CardBoardRecord, scratch: CardSearchRecord) -> int:
    """The worth of the bonuses that the tickets taken bring."""
    worth = 0
    for city in range(board.cities):
        if scratch.city_lack[city] > 0:
            count = 0
            for i in range(scratch.todo_n):
                if scratch.taken[i] and (board.named[scratch.todo[i]] >> city) & 1:
                    count += 1
            if count >= scratch.city_lack[city]:
                worth += int(board.bonus[city]) * (POINT_UNIT // 2)
    return worth


@kernel
def search_bonuses(board: CardBoardRecord, scratch: CardSearchRecord, wilds: int, open_bonus: int) -> None:
    """Go through the sets again, in the order and with the bounds of the first search, and count the bonuses too."""
    n = scratch.todo_n
    for i in range(n):
        scratch.taken[i] = scratch.best[scratch.todo[i]]
    best = bonus_worth(board, scratch)
    for i in range(n):
        best += scratch.taken[i] * scratch.worth[i]
    scratch.tried[0] = 0
    scratch.reached[0] = 0
    looks = 0
    i = 0
    while i >= 0 and looks < MAX_LOOKS:
        tried = scratch.tried[i]
        if i == n or tried == 2:
            i -= 1
            continue
        looks += 1
        scratch.tried[i] = tried + 1
        scratch.taken[i] = 1 - tried
        left = scratch.left[i] - scratch.taken[i] * scratch.asks[i]
        worth = scratch.reached[i] + scratch.taken[i] * scratch.worth[i]
        spare = wilds - wilds_owed(left)
        if spare < 0:
            continue
        i += 1
        prices = scratch.place_price[i]
        useful = useful_cards(scratch, i, left)
        spare = min(spare, field_sum(scratch.ahead[i] - useful))
        bound = scratch.surplus[i] + price_of(useful, prices) + spare * prices[COLOURS]
        if worth + bound + open_bonus <= best:
            i -= 1
            continue
        scratch.tried[i] = 0
        scratch.left[i] = left
        scratch.reached[i] = worth
        if i == n and worth + bonus_worth(board, scratch) > best:
            best = worth + bonus_worth(board, scratch)
            for j in range(n):
                scratch.best[scratch.todo[j]] = scratch.taken[j]


@kernel
def propose_tickets(board: CardBoardRecord, state: CardStateRecord, seat: int, scratch: CardSearchRecord) -> None:
    """Mark in `scratch.best` the tickets that give the seat the best final total as far as can be known."""
    choose_tickets(board, state, seat, scratch)
    taken = 0
    for i in range(scratch.todo_n):
        taken += scratch.best[scratch.todo[i]]
    if taken < scratch.todo_n:
        open_bonus = count_cities(board, state, seat, scratch)
        if open_bonus > 0:
            search_bonuses(board, scratch, int(state.track[seat, WILD]), open_bonus)
