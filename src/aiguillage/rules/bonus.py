"""What the cities add: merchandise ranks (M3-M5) and flags (P2-P4)."""

from . import events
from .deck import discard_cards
from .events import emit
from .jit import kernel
from .numbers import NOTHING
from .records import BoardRecord, ScratchRecord, StateRecord

WHOLE_FLAG = 7  # the three bits of a flag


@kernel
def may_keep_card(board: BoardRecord, state: StateRecord, track: int) -> bool:
    """Whether one of the cards laid for the track may be kept for the flag (P2)."""
    part = board.flag[track]
    return part != NOTHING and state.laid > state.laid_wild and not (state.flag[state.actor] >> part) & 1


@kernel
def keep_card(board: BoardRecord, state: StateRecord, track: int, scratch: ScratchRecord) -> None:
    """Keep one of the cards laid down in front of the seat (P2, P4)."""
    part = board.flag[track]
    state.flag[state.actor] |= 1 << part
    state.laid -= 1
    emit(scratch, events.KEEP_CARD, state.actor, board.flag_colours[part], 0, 0)


@kernel
def complete_flag(board: BoardRecord, state: StateRecord, scratch: ScratchRecord) -> None:
    """At the end of the turn a whole flag scores, and its cards are discarded (P3)."""
    seat = state.actor
    if state.flag[seat] == WHOLE_FLAG:
        state.flag[seat] = 0
        state.flags_done[seat] += 1
        state.flag_points[seat] += board.flag_points
        for part in range(3):
            discard_cards(state, board.flag_colours[part], 1)
        score = state.route_points[seat] + state.flag_points[seat]
        emit(scratch, events.FLAG, seat, board.flag_points, score, 0)


@kernel
def score_goods(board: BoardRecord, state: StateRecord) -> None:
    """Points for the rank by merchandise cards; ties share the rank, none without a card (M3-M5)."""
    for seat in range(state.seats):
        better = 0
        for other in range(state.seats):
            if state.goods[other] > state.goods[seat]:
                better += 1
        if state.goods[seat] > 0:
            state.goods_points[seat] = board.goods_points[state.seats, better]
