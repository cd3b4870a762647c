"""What people are told of a game: views, choices, refusals, events and outcomes, as JSON on a page (kernel code).

Whatever a reader is told of a game goes through here, and what it may not know is taken away here, by `observe`.
"""

from ...rules.jit import kernel
from ...rules.numbers import NOTHING
from ...rules.phases import OVER, TURN
from ...rules.records import AnyBoard, AnyPage, AnyScratch, AnyState, Array, NamesRecord
from .. import words
from ..happened import EVERYTHING, is_private, name_event, say_private, write_private, write_secret
from ..members import key, member, nothing, open_list, open_object, open_text
from ..parts import let_act, worst_tie, write_hand, write_head, write_offer, write_winners
from ..reasons import write_waiting
from ..signs import CLOSE, CLOSE_LIST, OPEN, OPEN_LIST, QUOTE, byte, comma, start
from .family import (
    fades,
    goods_left,
    keeps_at_least,
    later_tie,
    legal,
    note,
    observe,
    prepare_count,
    round_of,
    say,
    say_later,
    write_choice,
    write_data,
    write_player,
    write_proposal,
    write_reasons,
    write_seat,
    write_table,
    write_tickets,
)


@kernel
def write_choices(
    board: AnyBoard,
    names: NamesRecord,
    state: AnyState,
    seat: int,
    acting: bool,
    named_first: bool,
    scratch: AnyScratch,
    page: AnyPage,
) -> int:
    """The legal actions of the actor, as a list, which is empty if the seat is not to act; how many there are."""
    count = legal(board, state, scratch.actions) if acting else 0
    byte(page, OPEN_LIST)
    for i in range(count):
        write_choice(board, names, state, seat, int(scratch.actions[i]), named_first, page)
    byte(page, CLOSE_LIST)
    return count


@kernel
def write_count(board: AnyBoard, names: NamesRecord, state: AnyState, scratch: AnyScratch, page: AnyPage) -> None:
    """The whole count, as an object (E2-E4, C16, C18-C20)."""
    prepare_count(board, state, scratch)
    byte(page, OPEN)
    open_list(page, names, words.SEATS)
    for seat in range(state.seats):
        write_seat(board, names, state, seat, scratch, page)
    byte(page, CLOSE_LIST)
    tie = worst_tie(state)
    word = NOTHING if tie == 0 else words.TICKETS
    write_winners(names, state, later_tie(tie) if tie > 1 else word, page)
    byte(page, CLOSE)


@kernel
def write_view(
    board: AnyBoard, names: NamesRecord, state: AnyState, seat: int, scratch: AnyScratch, page: AnyPage
) -> None:
    """What a seat may know of a game that is given whole; -1 is a spectator."""
    start(page)
    page.seen[0] = state
    seen = page.seen[0]
    observe(board, seen, seat)
    acting = let_act(seen, seat)
    write_head(board, names, seen, seat, page)
    member(page, names, words.GOODS_LEFT, goods_left(seen))
    open_list(page, names, words.PLAYERS)
    for other in range(seen.seats):
        write_player(board, names, seen, other, seat, page)
    byte(page, CLOSE_LIST)
    write_table(board, names, seen, page)
    write_hand(board, names, seen, seat, page)
    write_tickets(board, names, seen, seat, page)
    offered = write_offer(names, seen, seat, page)
    member(page, names, words.KEEP_AT_LEAST, min(keeps_at_least(board, seen), offered))
    key(page, names, words.LEGAL)
    write_choices(board, names, seen, seat, acting, False, scratch, page)
    key(page, names, words.REFUSALS)
    if acting and seen.phase == TURN:
        write_reasons(board, names, seen, seat, page)
    else:
        write_waiting(names, seen, acting, page)
    member(page, names, words.ROUND, round_of(seen))
    if seen.phase == OVER:
        key(page, names, words.OUTCOME)
        write_count(board, names, seen, scratch, page)
    else:
        nothing(page, names, words.OUTCOME)
    write_proposal(board, names, seen, acting, scratch, page)
    byte(page, CLOSE)


@kernel
def write_legal(
    board: AnyBoard, names: NamesRecord, state: AnyState, seat: int, scratch: AnyScratch, page: AnyPage
) -> int:
    """What a seat may do now, as a list; how many choices that are. `scratch.actions` has their numbers.

    A placement of the Card Game has its name here ("place red"), and where it is played in two decisions the `ways` are
    the second.
    """
    start(page)
    page.seen[0] = state
    seen = page.seen[0]
    acting = let_act(seen, seat)
    return write_choices(board, names, seen, seat, acting, True, scratch, page)


@kernel
def write_refusals(board: AnyBoard, names: NamesRecord, state: AnyState, seat: int, page: AnyPage) -> None:
    """Why a seat cannot choose the rest at the start of its turn, as an object."""
    start(page)
    write_reasons(board, names, state, seat, page)


@kernel
def write_log(
    names: NamesRecord, state: AnyState, kind: int, who: int, a: int, b: int, fading: bool, page: AnyPage
) -> None:
    """What only the seat itself may know, and what stays in a log, as members of an event that is kept."""
    write_secret(names, state, kind, who, a, b, page)
    if fading:
        open_object(page, names, words.LATER)
        member(page, names, words.COUNT, b)
        byte(page, CLOSE)
    else:
        nothing(page, names, words.LATER)
    open_text(page, names, words.LATER_TEXT)
    if fading:
        say_later(names, kind, b, page)
    byte(page, QUOTE)


@kernel
def write_later(names: NamesRecord, kind: int, who: int, b: int, page: AnyPage) -> None:
    """What stays of an event in a log, for a reader who is told it now."""
    open_object(page, names, words.LATER)
    name_event(names, kind, who, page)
    say_later(names, kind, b, page)
    byte(page, QUOTE)
    member(page, names, words.COUNT, b)
    byte(page, CLOSE)


@kernel
def write_others(
    board: AnyBoard, names: NamesRecord, kind: int, who: int, a: int, b: int, c: int, page: AnyPage
) -> None:
    """What everybody else is told of an event, for the seat that knows more: others may share its screen."""
    open_object(page, names, words.OTHERS)
    name_event(names, kind, who, page)
    say(board, names, kind, a, b, c, page)
    byte(page, QUOTE)
    write_data(board, names, kind, a, b, c, page)
    byte(page, CLOSE)


@kernel
def write_event(board: AnyBoard, names: NamesRecord, state: AnyState, row: Array, seat: int, page: AnyPage) -> None:
    """One event for a reader."""
    kind, who, a, b, c = int(row[0]), int(row[1]), int(row[2]), int(row[3]), int(row[4])
    note(board, state, kind, who, a, c, page)
    own = is_private(kind) and seat == who
    fading = fades(state, kind)
    comma(page)
    byte(page, OPEN)
    name_event(names, kind, who, page)
    if own:
        say_private(names, state, kind, who, a, b, page)
    else:
        say(board, names, kind, a, b, c, page)
    byte(page, QUOTE)
    if seat == EVERYTHING:
        open_object(page, names, words.DATA)
        write_data(board, names, kind, a, b, c, page)
        byte(page, CLOSE)
        write_log(names, state, kind, who, a, b, fading, page)
    else:
        write_data(board, names, kind, a, b, c, page)
        if own:
            write_private(names, state, kind, who, a, b, page)
            write_others(board, names, kind, who, a, b, c, page)
        if fading:
            write_later(names, kind, who, b, page)
    byte(page, CLOSE)


@kernel
def write_events(
    board: AnyBoard, names: NamesRecord, before: AnyState, scratch: AnyScratch, seat: int, page: AnyPage
) -> None:
    """What the last step did, as a list. `before` is the game as the step found it; `seat` -1 is a spectator, -2
    everything that is to be kept."""
    start(page)
    page.seen[0] = before
    byte(page, OPEN_LIST)
    for i in range(scratch.events_n):
        write_event(board, names, page.seen[0], scratch.events[i], seat, page)
    byte(page, CLOSE_LIST)


@kernel
def write_outcome(board: AnyBoard, names: NamesRecord, state: AnyState, scratch: AnyScratch, page: AnyPage) -> None:
    """The outcome of a game that is over."""
    start(page)
    write_count(board, names, state, scratch, page)
