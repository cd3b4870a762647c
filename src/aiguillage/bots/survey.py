"""What the planner knows of a position at a glance: what each track would cost, how long the game will last."""

from ..rules.claim import ALLOWED, closed_to
from ..rules.jit import kernel
from ..rules.numbers import COLOURS, GREY, MAX_SEATS, NOBODY, NOTHING, WILD
from ..rules.records import Array, BoardRecord, BotScratchRecord, StateRecord
from ..rules.station import station_cost
from ..rules.tickets import count_bits
from .weights import CARD, FERRY, FLAG, GOODS, HAND, LEAST, PACE, PIECE, POINTS, STATION, TUNNEL, TURN

BLOCKED = 1e6
"""The price of a track that cannot be had."""


@kernel
def extra_points(board: BoardRecord, seen: StateRecord, seat: int, track: int, weights: Array) -> float:
    """What a track is worth beside its points: merchandise (M1, M3), a part of a flag (P2, P3)."""
    extra = 0.0
    if board.carts[track] and seen.goods_left > 0:
        extra += weights[GOODS]
    part = board.flag[track]
    if part != NOTHING and not (seen.flag[seat] >> part) & 1:
        extra += weights[FLAG] * (1 + count_bits(seen.flag[seat]))
    return extra


@kernel
def track_turns(board: BoardRecord, track: int, have: float, wilds: float, weights: Array) -> float:
    """Turns until a track is claimed with so many cards of its colour and wilds: one for the claim, more for cards."""
    ferry = board.ferry[track]
    turns: float = 1.0 + weights[CARD] * max(0.0, board.cost[track] - ferry - have)
    if ferry > 0:
        turns += (weights[CARD] + weights[FERRY]) * max(0.0, ferry - wilds)
    if board.tunnel[track]:
        turns += weights[TUNNEL]
    return turns


@kernel
def track_price(
    board: BoardRecord, seen: StateRecord, seat: int, track: int, have: int, wilds: int, weights: Array
) -> float:
    """What an open track costs in points, with so many cards of its colour and wilds: turns and pieces, less what it
    brings."""
    turns = track_turns(board, track, weights[HAND] * have, weights[HAND] * wilds, weights)
    price = weights[TURN] * turns
    price += weights[PIECE] * board.spaces[track]
    price -= weights[POINTS] * (board.points[track] + extra_points(board, seen, seat, track, weights))
    return max(weights[LEAST], price)


@kernel
def borrow_price(board: BoardRecord, seen: StateRecord, seat: int, track: int, weights: Array) -> float:
    """What it costs to use an opponent's track through a station (G3)."""
    a, b = board.end_a[track], board.end_b[track]
    if seen.station_at[a] == seat or seen.station_at[b] == seat:
        return 0.5 * weights[LEAST]
    free = seen.station_at[a] == NOBODY or seen.station_at[b] == NOBODY
    if seen.stations[seat] == 0 or not free:
        return BLOCKED
    cards = station_cost(board, seen, seat)
    price: float = weights[STATION] + weights[TURN] * (1.0 + weights[CARD] * (cards - 1))
    return price


@kernel
def price_tracks(board: BoardRecord, seen: StateRecord, seat: int, scratch: BotScratchRecord, weights: Array) -> None:
    """Write the price of every track, given the spare cards: nothing for one's own, BLOCKED if it cannot be had."""
    most = 0
    for colour in range(COLOURS):
        most = max(most, scratch.spare[colour])
    for track in range(board.tracks):
        owner = seen.owner[track]
        if owner == seat:
            scratch.price[track] = 0.0
        elif owner != NOBODY:
            price = BLOCKED
            if board.stations > 0:
                price = borrow_price(board, seen, seat, track, weights)
            scratch.price[track] = price
        elif (
            seen.pieces[seat, board.piece[track]] < board.spaces[track]
            or closed_to(board, seen, seat, track) != ALLOWED
        ):
            scratch.price[track] = BLOCKED
        else:
            colour = board.colour[track]
            have = most if colour == GREY else scratch.spare[colour]
            scratch.price[track] = track_price(board, seen, seat, track, have, scratch.spare[WILD], weights)


@kernel
def cards_per_subway(board: BoardRecord) -> float:
    """Cards that a piece of the second kind costs on the average; 1 where there are none."""
    cards, spaces = 0, 0
    for track in range(board.tracks):
        if board.piece[track] == 1:
            cards += board.cost[track]
            spaces += board.spaces[track]
    return cards / spaces if spaces > 0 else 1.0


@kernel
def turns_to_end(board: BoardRecord, seen: StateRecord, seat: int, subway_cards: float, weights: Array) -> float:
    """Turns that a seat needs at least to start the last round (E1, B5), if it hurries about as much as people do."""
    left = seen.pieces[seat, 0] + seen.pieces[seat, 1] - board.end_trigger
    cards = seen.pieces[seat, 0] - board.end_trigger + subway_cards * seen.pieces[seat, 1]
    draws = max(0.0, 0.5 * (cards - seen.hand_n[seat]))
    return max(0.0, left / weights[PACE] + draws)


@kernel
def count_turns_left(
    board: BoardRecord, seen: StateRecord, seat: int, scratch: BotScratchRecord, weights: Array
) -> None:
    """Guess how many turns the seat still has, this one included."""
    if seen.last_turns != NOTHING:
        scratch.turns_left = 1.0
        return
    subway_cards = cards_per_subway(board)
    least = 1000.0
    for other in range(MAX_SEATS):
        if other < seen.seats:
            least = min(least, turns_to_end(board, seen, other, subway_cards, weights))
    scratch.turns_left = 2.0 + least
