"""The kernel's records as types, so that a misspelt field is found before anything runs.

Written by `python tools/records.py` from the records themselves (`state.py`, `cardgame_state.py`, and the bots'
scratch spaces). Numbers of 64 bits and items of arrays are `Any`: numpy's, numba's and the interpreter's differ. A
function that serves both families takes `AnyBoard`, `AnyState`, `AnyScratch`, which have the fields that both have.
"""

from collections.abc import MutableSequence
from typing import Any, Protocol

from numpy.typing import NDArray

Array = NDArray[Any]


class AnyBoard(Protocol):
    """What is printed, whichever the family."""

    tickets: int
    colours: int
    min_seats: int
    max_seats: int
    total: Array
    deal: int
    open_keep: int
    draw_tickets: int
    value: Array


class AnyState(Protocol):
    """A game under way, whichever the family."""

    rng: Any
    key: Array
    drawn: int
    decisions: int
    turns: int
    deck: Array
    deck_n: int
    discard: Array
    discard_n: int
    hand: Array
    hand_n: Array
    shown: Array
    target: int
    ticket_n: Array
    queue_head: int
    queue_n: int
    ticket_points: Array
    total: Array
    made: Array
    seats: int
    phase: int
    actor: int
    first: int
    last_turns: int
    market: Array
    ticket_at: Array
    queue: Array
    returned_by: Array
    offer: Array
    offer_n: Array
    chosen: Array
    rank: Array
    tie_break: Array
    spare: Array


class AnyScratch(Protocol):
    """What rules or bots work in."""

    actions: Array
    todo: Array
    events_n: int
    events: Array


class RandomRecord(Protocol):
    """What has a fast generator."""

    rng: Any


class CardSearchRecord(Protocol):
    """What the choice of tickets works in."""

    actions: Array
    todo: Array
    todo_n: int
    worth: Array
    gain: Array
    sort_key: Array
    asks: Array
    ahead: Array
    place_price: Array
    surplus: Array
    count_price: Array
    count_surplus: Array
    passes: Array
    left: Array
    reached: Array
    tried: Array
    taken: Array
    memory_key: Array
    memory_worth: Array
    best: Array
    city_lack: Array
    place: int
    goal: int
    top: int
    slack: int
    found: int
    visits: Any
    pivots: Any
    price: Array
    inverse: Array
    column: Array
    basic: Array
    level: Array
    at_upper: Array
    in_basis: Array


class AnyPage(Protocol):
    """What the kernel writes on, whichever the family."""

    n: int
    full: int
    seen: Array
    ways: Array
    bytes: Array


class AnySight(Protocol):
    """What a seat's tickets lack, whichever the family."""

    ticket: Array


class AnyBotScratch(Protocol):
    """What bots work in, whichever the family."""

    rng: Any
    actions: Array
    price: Array
    ticket: Array
    ticket_n: int
    reached: Array
    todo: Array
    todo_n: int
    use: Array
    score: Array
    turns_left: float
    urge: float
    draw_use: float


class BoardRecord(AnyBoard, Protocol):
    """What is printed on the board of a board game."""

    places: int
    tracks: int
    pieces: Array
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
    goods_points: Array
    flag_points: int
    flag_colours: Array
    tie_stations: int
    end_a: Array
    end_b: Array
    colour: Array
    cost: Array
    spaces: Array
    piece: Array
    ferry: Array
    tunnel: Array
    carts: Array
    flag: Array
    points: Array
    twin: Array
    words: int
    by_cost: Array
    by_spaces: Array
    by_ferry: Array
    first: Array
    near: Array
    ticket_a: Array
    ticket_b: Array
    long: Array


class StateRecord(AnyState, Protocol):
    """A board game under way, or what a seat knows of it."""

    open: Array
    vacant: Array
    laid_colour: int
    laid: int
    laid_wild: int
    revealed: Array
    owed: int
    pieces: Array
    stations: Array
    goods: Array
    goods_left: int
    route_points: Array
    flag_points: Array
    station_points: Array
    goods_points: Array
    longest_points: Array
    longest: Array
    borrowed: Array
    passes: int
    owner: Array
    station_at: Array
    flag: Array
    flags_done: Array


class ScratchRecord(AnyScratch, Protocol):
    """What the rules of the board games work in."""

    sets: Array
    component: Array
    degree: Array
    marks: Array
    weight: Array
    lightest: Array
    loops: Array
    odd: Array
    used: Array
    node_place: Array
    node_next: Array
    node_track: Array
    part: Array
    stack: Array
    rest: Array
    deep: Array
    branch: Array
    head: Array
    best_trail: Array
    best_n: int
    whole: int
    option: Array
    option_n: Array
    station: Array
    todo_n: Array


class BotScratchRecord(AnyBotScratch, Protocol):
    """What the bots of the board games work in."""

    light: int
    cost: Array
    distance: Array
    via: Array
    settled: Array
    marginal: Array
    want: Array
    planned_for: Array
    lack: Array
    spare: Array
    wanted: Array
    plan_turns: float
    payable: Array
    belief: Array
    whole: Array
    component: Array


class CardBoardRecord(AnyBoard, Protocol):
    """What is printed on the cards of the Card Game."""

    deal_wild: int
    open_tickets: int
    second_seats: int
    second_deal: int
    cities: int
    bonus: Array
    need: Array
    named: Array


class CardStateRecord(AnyState, Protocol):
    """A Card Game under way, or what a seat knows of it."""

    yard: Array
    yard_wild: Array
    track: Array
    track_n: Array
    bonus_points: Array
    bonus_n: Array
    bonus_to: Array
    made_before: Array
    points_before: Array
    round_no: int
    last_seat: int
    look: int
    refused_by: Array
    done_by: Array


class CardScratchRecord(AnyScratch, CardSearchRecord, Protocol):
    """What the rules of the Card Game work in."""


class CardBotScratchRecord(CardSearchRecord, AnyBotScratch, Protocol):
    """What the bots of the Card Game work in."""

    pool: Array
    short: Any
    spare: Any
    spare_wilds: int
    budget: float
    needs: Array
    brings: Array
    offered: Array
    planned: Array
    asked: Array
    needed: Array
    unseen: Array
    rival: Array
    threat: Array


class HowRecord(Protocol):
    """How worlds are played."""

    seed: Any
    seat: int
    grow: int
    rivals: int
    since: int
    ahead: int
    scale: float
    win: float


class NodeRecord(Protocol):
    """A decision in the tree of search."""

    child: int
    next: int
    step: int
    kind: int
    choice: int
    tests: int
    edges: int
    action: Array
    count: Array
    gain: Array


class FoundRecord(Protocol):
    """What one root candidate met in one world."""

    met: int
    kind: Array
    step: Array
    node: Array
    played: Array
    trials: Array
    level: int
    tried: int
    gain: float


class NamesRecord(Protocol):
    """The names of a board, as the kernel writes them."""

    first: Array
    place_rank: Array
    track_rank: Array
    ends: Array
    asks: Array
    bonus_at: Array
    pool: Array


class PageRecord(AnyPage, Protocol):
    """What the kernel writes about the board games on."""

    price: Array
    length: Array
    found: Array
    way: Array
    way_n: Array
    net: Array
    walk_place: Array
    walk_track: Array
    walked: Array
    trail: Array


class CardPageRecord(AnyPage, Protocol):
    """What the kernel writes about the Card Game on."""

    used: Array


class SightRecord(AnySight, Protocol):
    """What a seat's tickets lack, in a board game."""

    toll: Array
    wish: Array
    far: Array
    via: Array
    settled: Array
    need: Array
    spaces: int
    fresh: int


class CardSightRecord(AnySight, Protocol):
    """What a seat's tickets lack, in the Card Game."""

    spare: Array
    asked: Array


AnyBoards = MutableSequence[AnyBoard]
AnyStates = MutableSequence[AnyState]
AnyScratches = MutableSequence[AnyScratch]
AnySights = MutableSequence[AnySight]
Tree = MutableSequence[NodeRecord]

# parameters of many parts: see GROUPS in tools/kernel/entries.py
Asked = tuple[HowRecord, Array, Array]
Space = tuple[AnyStates, AnyBotScratch, Array, AnyScratch]
Games = tuple[AnyBoards, AnyStates, AnyScratches, Any]
Shown = tuple[Array, Array, Array, Array]
Paid = tuple[Array, Array, Array]
Share = tuple[int, int, int]
