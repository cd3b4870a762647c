"""The kernel's records as types, so that a misspelt field is found before anything runs.

Written by `python tools/records.py` from the records themselves (`state.py`, `cardgame_state.py`, and the bots'
scratch spaces). Numbers of 64 bits and arrays are `Any`: numpy's, numba's and the interpreter's differ. A function
that serves both families takes `AnyBoard`, `AnyState`, `AnyScratch`, which have the fields that both have.
"""

from typing import Any, Protocol


class AnyBoard(Protocol):
    """What is printed, whichever the family."""

    tickets: int
    colours: int
    min_seats: int
    max_seats: int
    total: Any
    deal: int
    open_keep: int
    draw_tickets: int
    value: Any


class AnyState(Protocol):
    """A game under way, whichever the family."""

    rng: Any
    key: Any
    drawn: int
    decisions: int
    turns: int
    deck: Any
    deck_n: int
    discard: Any
    discard_n: int
    hand: Any
    hand_n: Any
    shown: Any
    target: int
    ticket_n: Any
    queue_head: int
    queue_n: int
    ticket_points: Any
    total: Any
    made: Any
    seats: int
    phase: int
    actor: int
    first: int
    last_turns: int
    market: Any
    ticket_at: Any
    queue: Any
    returned_by: Any
    offer: Any
    offer_n: Any
    chosen: Any
    rank: Any
    tie_break: Any
    spare: Any


class AnyScratch(Protocol):
    """What rules or bots work in."""

    actions: Any
    todo: Any
    events_n: int
    events: Any


class RandomRecord(Protocol):
    """What has a fast generator."""

    rng: Any
    spare: Any


class CardSearchRecord(Protocol):
    """What the choice of tickets works in."""

    actions: Any
    todo: Any
    todo_n: int
    worth: Any
    gain: Any
    sort_key: Any
    asks: Any
    ahead: Any
    place_price: Any
    surplus: Any
    count_price: Any
    count_surplus: Any
    passes: Any
    left: Any
    reached: Any
    tried: Any
    taken: Any
    memory_key: Any
    memory_worth: Any
    best: Any
    city_lack: Any
    place: int
    goal: int
    top: int
    slack: int
    found: int
    visits: Any
    pivots: Any
    price: Any
    inverse: Any
    column: Any
    basic: Any
    level: Any
    at_upper: Any
    in_basis: Any


class AnyPage(Protocol):
    """What the kernel writes on, whichever the family."""

    n: int
    full: int
    seen: Any
    ways: Any
    bytes: Any


class AnySight(Protocol):
    """What a seat's tickets lack, whichever the family."""

    ticket: Any


class AnyBotScratch(Protocol):
    """What bots work in, whichever the family."""

    rng: Any
    actions: Any
    price: Any
    ticket: Any
    ticket_n: int
    reached: Any
    todo: Any
    todo_n: int
    spare: Any
    use: Any
    score: Any
    turns_left: float
    urge: float
    draw_use: float


class BoardRecord(AnyBoard, Protocol):
    """What is printed on the board of a board game."""

    places: int
    tracks: int
    pieces: Any
    stations: int
    goods: int
    open_long: int
    open_regular: int
    open_to_box: int
    may_stop: int
    deck_needed: int
    closed_seats: int
    end_trigger: int
    station_points: int
    longest_points: int
    goods_points: Any
    flag_points: int
    flag_colours: Any
    tie_stations: int
    end_a: Any
    end_b: Any
    colour: Any
    cost: Any
    spaces: Any
    piece: Any
    ferry: Any
    tunnel: Any
    carts: Any
    flag: Any
    points: Any
    twin: Any
    words: int
    by_cost: Any
    by_spaces: Any
    by_ferry: Any
    first: Any
    near: Any
    ticket_a: Any
    ticket_b: Any
    long: Any


class StateRecord(AnyState, Protocol):
    """A board game under way, or what a seat knows of it."""

    open: Any
    vacant: Any
    laid_colour: int
    laid: int
    laid_wild: int
    revealed: Any
    owed: int
    pieces: Any
    stations: Any
    goods: Any
    goods_left: int
    route_points: Any
    flag_points: Any
    station_points: Any
    goods_points: Any
    longest_points: Any
    longest: Any
    borrowed: Any
    passes: int
    owner: Any
    station_at: Any
    flag: Any
    flags_done: Any


class ScratchRecord(AnyScratch, Protocol):
    """What the rules of the board games work in."""

    sets: Any
    component: Any
    degree: Any
    marks: Any
    weight: Any
    lightest: Any
    loops: Any
    odd: Any
    used: Any
    node_place: Any
    node_next: Any
    node_track: Any
    part: Any
    stack: Any
    rest: Any
    deep: Any
    branch: Any
    head: Any
    best_trail: Any
    best_n: int
    whole: int
    option: Any
    option_n: Any
    station: Any
    todo_n: Any


class BotScratchRecord(AnyBotScratch, Protocol):
    """What the bots of the board games work in."""

    light: int
    cost: Any
    distance: Any
    via: Any
    settled: Any
    marginal: Any
    want: Any
    planned_for: Any
    lack: Any
    wanted: Any
    plan_turns: float
    payable: Any
    belief: Any
    whole: Any
    component: Any


class CardBoardRecord(AnyBoard, Protocol):
    """What is printed on the cards of the Card Game."""

    deal_wild: int
    open_tickets: int
    second_seats: int
    second_deal: int
    cities: int
    bonus: Any
    need: Any
    named: Any


class CardStateRecord(AnyState, Protocol):
    """A Card Game under way, or what a seat knows of it."""

    yard: Any
    yard_wild: Any
    track: Any
    track_n: Any
    bonus_points: Any
    bonus_n: Any
    bonus_to: Any
    made_before: Any
    points_before: Any
    round_no: int
    last_seat: int
    look: int
    refused_by: Any
    done_by: Any


class CardScratchRecord(AnyScratch, CardSearchRecord, Protocol):
    """What the rules of the Card Game work in."""


class CardBotScratchRecord(CardSearchRecord, AnyBotScratch, Protocol):
    """What the bots of the Card Game work in."""

    pool: Any
    spare_wilds: int
    budget: float
    needs: Any
    brings: Any
    planned: Any
    asked: Any
    needed: Any


class NamesRecord(Protocol):
    """The names of a board, as the kernel writes them."""

    first: Any
    place_rank: Any
    track_rank: Any
    ends: Any
    asks: Any
    bonus_at: Any
    pool: Any


class PageRecord(AnyPage, Protocol):
    """What the kernel writes about the board games on."""

    price: Any
    length: Any
    found: Any
    way: Any
    way_n: Any
    walk_place: Any
    walk_track: Any
    walked: Any
    trail: Any


class CardPageRecord(AnyPage, Protocol):
    """What the kernel writes about the Card Game on."""

    used: Any


class SightRecord(AnySight, Protocol):
    """What a seat's tickets lack, in a board game."""

    toll: Any
    wish: Any
    far: Any
    via: Any
    settled: Any
    need: Any
    spaces: int
    fresh: int


class CardSightRecord(AnySight, Protocol):
    """What a seat's tickets lack, in the Card Game."""

    spare: Any
    asked: Any
