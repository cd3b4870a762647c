"""Why cards cannot be placed or drawn at the start of a turn of the Card Game: rule, reason, figures."""

from ..rules.cardgame_place import placement_refusal, rival_cards, rival_seat
from ..rules.cardgame_state import ALLOWED, NO_COLOUR, OWN_COLUMN, TOO_FEW
from ..rules.jit import kernel
from ..rules.numbers import WILD
from ..rules.records import CardBoardRecord, CardPageRecord, CardStateRecord, NamesRecord
from . import words
from .members import member, named, optional
from .page import COLOUR
from .reasons import open_reason, open_reason_at, write_reason
from .signs import CLOSE, OPEN, byte


@kernel
def open_placement_reason(names: NamesRecord, reason: int, page: CardPageRecord) -> None:
    """Why not even all cards of a colour can be placed, of an object that is still open."""
    if reason == OWN_COLUMN:
        open_reason(names, words.C10, words.OWN_COLUMN, page)
    elif reason == NO_COLOUR:
        open_reason(names, words.C13, words.NO_COLOUR, page)
    elif reason == TOO_FEW:
        open_reason(names, words.C9, words.TOO_FEW, page)
    else:
        open_reason(names, words.C11, words.OUTNUMBERED, page)


@kernel
def write_colour_reason(
    names: NamesRecord, state: CardStateRecord, seat: int, colour: int, reason: int, page: CardPageRecord
) -> None:
    """Why no column of a colour can be placed."""
    open_reason_at(names, words.AT_PLACE, COLOUR + colour, page)
    open_placement_reason(names, reason, page)
    named(page, names, words.COLOUR, COLOUR + colour)
    member(page, names, words.HAVE, int(state.hand[seat, colour]))
    member(page, names, words.WILD, int(state.hand[seat, WILD]))
    member(page, names, words.NEED, max(2, int(rival_cards(state, colour)) + 1))
    optional(page, names, words.OWNER, rival_seat(state, colour))
    byte(page, CLOSE)


@kernel
def write_reasons(
    board: CardBoardRecord, names: NamesRecord, state: CardStateRecord, seat: int, page: CardPageRecord
) -> None:
    """All of them, as an object."""
    byte(page, OPEN)
    for colour in range(board.colours):
        have, wilds = int(state.hand[seat, colour]), int(state.hand[seat, WILD])
        reason = placement_refusal(board, state, colour, have, wilds)
        if reason != ALLOWED:
            write_colour_reason(names, state, seat, colour, reason, page)
    if state.queue_n == 0:
        write_reason(names, words.TICKETS, words.C14, words.NO_TICKETS, page)
    if state.deck_n == 0:
        write_reason(names, words.BLIND, words.C8, words.NO_CARDS, page)
    byte(page, CLOSE)
