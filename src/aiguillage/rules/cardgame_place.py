"""Placing trains in the rail yard, and moving them on track (C5, C9-C13)."""

from . import events
from .cardgame_state import (
    ALLOWED,
    CARDS,
    COLUMN,
    MAX_WILDS,
    NO_COLOUR,
    OUTNUMBERED,
    OWN_COLUMN,
    PLACE,
    SAME_COLOUR,
    THREE,
    TOO_FEW,
    TRIO,
    WILDS,
)
from .deck import discard_cards
from .events import emit
from .jit import kernel
from .numbers import COLOURS, NOBODY, NOTHING, WILD
from .records import Array, CardBoardRecord, CardScratchRecord, CardStateRecord


@kernel
def column_cards(state: CardStateRecord, seat: int, colour: int) -> int:
    """How many cards a seat's column of the colour has."""
    return state.yard[seat, colour] + state.yard_wild[seat, colour]


@kernel
def is_beaten(state: CardStateRecord, seat: int, colour: int) -> bool:
    """Whether a seat loses its column when the actor places one of the colour, which is larger (C11)."""
    return seat != state.actor and column_cards(state, seat, colour) > 0


@kernel
def rival_cards(state: CardStateRecord, colour: int) -> int:
    """How many cards lie in another seat's column of the colour (C11)."""
    most = 0
    for seat in range(state.seats):
        if seat != state.actor:
            most = max(most, column_cards(state, seat, colour))
    return most


@kernel
def rival_seat(state: CardStateRecord, colour: int) -> int:
    """The other seat that has a column of the colour, or NOBODY; there is one at the most (C11)."""
    for seat in range(state.seats):
        if is_beaten(state, seat, colour):
            return seat
    return NOBODY


@kernel
def placement_refusal(board: CardBoardRecord, state: CardStateRecord, colour: int, cards: int, wilds: int) -> int:
    """Why the actor cannot place so many cards of a colour with so many wilds on top, or ALLOWED (C9-C13)."""
    seat = state.actor
    if state.yard[seat, colour] > 0:
        return OWN_COLUMN
    if cards < 1:
        return NO_COLOUR
    if cards > state.hand[seat, colour]:
        return CARDS
    if wilds > state.hand[seat, WILD]:
        return WILDS
    if cards + wilds < 2:
        return TOO_FEW
    if cards + wilds <= rival_cards(state, colour):
        return OUTNUMBERED
    return ALLOWED


@kernel
def single_refusal(board: CardBoardRecord, state: CardStateRecord, colour: int) -> int:
    """Why the actor cannot place one card of the colour as one of three different ones, or ALLOWED (C9-C11)."""
    seat = state.actor
    if state.yard[seat, colour] > 0:
        return OWN_COLUMN
    if state.hand[seat, colour] < 1:
        return CARDS
    if rival_cards(state, colour) > 0:
        return OUTNUMBERED
    return ALLOWED


@kernel
def trio_refusal(board: CardBoardRecord, state: CardStateRecord, a: int, b: int, c: int) -> int:
    """Why the actor cannot place one card of each of three colours, or ALLOWED (C9-C11)."""
    if a == b or b == c or a == c:
        return SAME_COLOUR
    refusal = single_refusal(board, state, a)
    if refusal == ALLOWED:
        refusal = single_refusal(board, state, b)
    if refusal == ALLOWED:
        refusal = single_refusal(board, state, c)
    return refusal


@kernel
def may_place(board: CardBoardRecord, state: CardStateRecord, colour: int) -> bool:
    """Whether the actor can place a column of the colour at all: with everything it has, if with anything (C9-C13)."""
    seat = state.actor
    return placement_refusal(board, state, colour, state.hand[seat, colour], state.hand[seat, WILD]) == ALLOWED


@kernel
def singles(board: CardBoardRecord, state: CardStateRecord) -> int:
    """The colours of which the actor can place one card among three different ones, as a bit set (C9-C11)."""
    colours = 0
    for colour in range(COLOURS):
        if single_refusal(board, state, colour) == ALLOWED:
            colours |= 1 << colour
    return colours


@kernel
def trio(a: int, b: int, c: int) -> int:
    """The action "place one each of these colours", a < b < c: these combinations, counted off in order of c, b, a."""
    return TRIO + c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a


@kernel
def legal_columns(board: CardBoardRecord, state: CardStateRecord, colour: int, out: Array) -> int:
    """Every column of the colour that the actor can place (C9-C13)."""
    seat = state.actor
    n = 0
    for cards in range(1, state.hand[seat, colour] + 1):
        for wilds in range(state.hand[seat, WILD] + 1):
            if placement_refusal(board, state, colour, cards, wilds) == ALLOWED:
                out[n] = COLUMN + (cards - 1) * (MAX_WILDS + 1) + wilds
                n += 1
    return n


@kernel
def legal_trios(board: CardBoardRecord, state: CardStateRecord, out: Array) -> int:
    """Every three different colours that the actor can place (C9-C11)."""
    colours = singles(board, state)
    n = 0
    for c in range(2, COLOURS):
        if (colours >> c) & 1:
            for b in range(1, c):
                if (colours >> b) & 1:
                    for a in range(b):
                        if (colours >> a) & 1:
                            out[n] = trio(a, b, c)
                            n += 1
    return n


@kernel
def legal_placements(board: CardBoardRecord, state: CardStateRecord, target: int, out: Array) -> int:
    """The ways to carry out the placement that was named."""
    if target == THREE:
        return legal_trios(board, state, out)
    return legal_columns(board, state, target - PLACE, out)


@kernel
def play_from_hand(state: CardStateRecord, seat: int, kind: int, count: int) -> None:
    """Take cards out of a hand; as many as may be of those that everybody has seen."""
    state.hand[seat, kind] -= count
    state.hand_n[seat] -= count
    state.shown[seat, kind] = max(0, state.shown[seat, kind] - count)


@kernel
def place_column(state: CardStateRecord, colour: int, cards: int, wilds: int, scratch: CardScratchRecord) -> None:
    """Lay a column into the actor's yard; a rival's smaller column of the colour is discarded (C9, C11)."""
    seat = state.actor
    play_from_hand(state, seat, colour, cards)
    play_from_hand(state, seat, WILD, wilds)
    state.yard[seat, colour] = cards
    state.yard_wild[seat, colour] = wilds
    emit(scratch, events.PLACE, seat, colour, cards + wilds, wilds)
    for rival in range(state.seats):
        if is_beaten(state, rival, colour):
            emit(scratch, events.ROBBED, rival, colour, column_cards(state, rival, colour), 0)
            discard_cards(state, colour, state.yard[rival, colour])
            discard_cards(state, WILD, state.yard_wild[rival, colour])
            state.yard[rival, colour] = 0
            state.yard_wild[rival, colour] = 0


@kernel
def trio_colours(action: int) -> int:
    """The three colours of a TRIO action, as a bit set."""
    rest = action - TRIO
    c = 2
    while (c + 1) * c * (c - 1) // 6 <= rest:
        c += 1
    rest -= c * (c - 1) * (c - 2) // 6
    b = 1
    while (b + 1) * b // 2 <= rest:
        b += 1
    rest -= b * (b - 1) // 2
    return (1 << c) | (1 << b) | (1 << rest)


@kernel
def place_cards(state: CardStateRecord, action: int, scratch: CardScratchRecord) -> None:
    """Carry out the placement that was named: a column, or three of one card each (C9)."""
    cards, wilds = 1, 0
    if action >= TRIO:
        colours = trio_colours(action)
    else:
        colours = 1 << (state.target - PLACE)
        cards = (action - COLUMN) // (MAX_WILDS + 1) + 1
        wilds = (action - COLUMN) % (MAX_WILDS + 1)
    for colour in range(COLOURS):
        if (colours >> colour) & 1:
            place_column(state, colour, cards, wilds, scratch)
    state.target = NOTHING


@kernel
def move_on_track(state: CardStateRecord, scratch: CardScratchRecord) -> None:
    """Step 1 of the actor's turn: the top card of every column goes on track, wilds first (C5, C12)."""
    seat = state.actor
    for colour in range(COLOURS):
        if state.yard[seat, colour] > 0:
            kind = colour
            if state.yard_wild[seat, colour] > 0:
                kind = WILD
                state.yard_wild[seat, colour] -= 1
            else:
                state.yard[seat, colour] -= 1
            state.track[seat, kind] += 1
            state.track_n[seat] += 1
            emit(scratch, events.ON_TRACK, seat, kind, state.track_n[seat], 0)
