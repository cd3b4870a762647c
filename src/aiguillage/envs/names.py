"""Actions in words, as far as their numbers tell."""

from aiguillage.boards import Board
from aiguillage.rules import actions as codes
from aiguillage.rules.cardgame_place import trio_colours
from aiguillage.rules.cardgame_state import COLUMN, COMPLETE, MAX_WILDS, PLACE, THREE, TRIO, TRIOS
from aiguillage.rules.numbers import COLOURS, MAX_LENGTH, WILD

WORDS = {
    codes.BLIND: "blind",
    codes.DRAW_TICKETS: "tickets",
    codes.PASS: "pass",
    codes.DECLINE: "decline",
    codes.KEEP_CARD: "keep card",
    codes.ENOUGH: "enough",
}
NOTHING = "nothing"
"""What an action is called whose number this board has no use for."""


def action_name(board: Board, action: int) -> str:
    """The name of an action: `take red`, `claim paris-zurich`; `keep 1 3` are slots of the offer."""
    if action in WORDS:
        return WORDS[action]
    if codes.TAKE <= action <= codes.TAKE + WILD:
        return f"take {_kind(board, action - codes.TAKE)}"
    if codes.KEEP <= action < codes.PAY:
        slots = [str(slot + 1) for slot in range(codes.PAY - codes.KEEP) if (action - codes.KEEP) >> slot & 1]
        return " ".join(["keep", *(slots or ["nothing"])])
    return _card_action(board, action) if board.family == "cards" else _board_action(board, action)


def _kind(board: Board, kind: int) -> str:
    if kind == WILD:
        return "wild"
    return board.colours[kind] if kind < len(board.colours) else NOTHING


def _board_action(board: Board, action: int) -> str:
    if codes.PAY <= action < codes.CLAIM:
        colour, wilds = divmod(action - codes.PAY, MAX_LENGTH + 1)
        if colour > WILD:
            return NOTHING
        return f"pay {_kind(board, colour)}" + (f" with {wilds} wild" if wilds and colour != WILD else "")
    if codes.CLAIM <= action < codes.STATION:
        track = action - codes.CLAIM
        return f"claim {board.tracks[track].id}" if track < len(board.tracks) else NOTHING
    place = action - codes.STATION
    return f"station {board.places[place].id}" if 0 <= place < len(board.places) else NOTHING


def _card_action(board: Board, action: int) -> str:
    if PLACE <= action < THREE:
        return f"place {_kind(board, action - PLACE)}"
    if action == THREE:
        return "place three colours"
    if COLUMN <= action < TRIO:
        cards, wilds = divmod(action - COLUMN, MAX_WILDS + 1)
        return f"place {cards + 1}" + (f" and {wilds} wild" if wilds else "")
    if TRIO <= action < TRIO + TRIOS:
        colours = trio_colours(action)
        named = [_kind(board, colour) for colour in range(COLOURS) if colours >> colour & 1]
        return " ".join(["place", *named])
    ticket = action - COMPLETE
    return f"complete {board.tickets[ticket].id}" if 0 <= ticket < len(board.tickets) else NOTHING
