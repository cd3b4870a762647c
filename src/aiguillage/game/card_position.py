"""A position of the Card Game written down and read; `card_possible.py` says what cannot occur."""

from typing import Any

from aiguillage.boards import Board
from aiguillage.errors import short
from aiguillage.game import position_fields as fields
from aiguillage.game.errors import PositionError
from aiguillage.rules.cardgame_state import PLACE, THREE
from aiguillage.rules.numbers import COLOURS, IN_BOX, NOBODY, NOTHING, WILD
from aiguillage.rules.records import CardStateRecord

NEEDED = ("game", "phase", "actor", "deck", "discard", "market", "ticket_deck", "seats")
OPTIONAL = (
    *("board", "first", "random", "decisions", "turns", "round", "last_turns"),
    *("last_seat", "pending", "returned", "refused", "look"),
)
FIELDS = (NEEDED, OPTIONAL)
SEAT_NEEDED = ("hand", "tickets")
SEAT_OPTIONAL = ("shown", "yard", "on_track", "done", "before", "offer", "chosen")
BEFORE_NEEDED = ("tickets", "points")
COLUMN_NEEDED = ("colour", "cards", "wild")


def write_position(board: Board, state: CardStateRecord) -> dict[str, Any]:
    """The position as plain data (JSON-ready)."""
    return {
        **fields.write_start(board, state),
        "round": int(state.round_no),
        "last_turns": None if state.last_turns == NOTHING else int(state.last_turns),
        "last_seat": None if state.last_seat == NOTHING else int(state.last_seat),
        "look": bool(state.look),
        **fields.write_piles(board, state),
        "pending": _pending(board, state),
        "returned": fields.owners(board, state.returned_by),
        "refused": fields.owners(board, state.refused_by),
        "seats": [_seat(board, state, seat) for seat in range(state.seats)],
    }


def _pending(board: Board, state: CardStateRecord) -> str | None:
    if state.target == NOTHING:
        return None
    return "three" if state.target == THREE else board.colours[state.target - PLACE]


def _seat(board: Board, state: CardStateRecord, seat: int) -> dict[str, object]:
    held = [n for n in range(len(board.tickets)) if state.ticket_at[n] == seat]
    return {
        "hand": fields.count_cards(board, state.hand[seat]),
        "shown": fields.count_cards(board, state.shown[seat]),
        "yard": [
            {
                "colour": board.colours[colour],
                "cards": int(state.yard[seat, colour] + state.yard_wild[seat, colour]),
                "wild": int(state.yard_wild[seat, colour]),
            }
            for colour in range(len(board.colours))
            if state.yard[seat, colour] > 0
        ],
        "on_track": fields.count_cards(board, state.track[seat]),
        "tickets": [board.tickets[n].id for n in held if state.done_by[n] == NOBODY],
        "done": [board.tickets[n].id for n in held if state.done_by[n] != NOBODY],
        "before": {"tickets": int(state.made_before[seat]), "points": int(state.points_before[seat])},
        "offer": [board.tickets[number].id for number in state.offer[seat, : state.offer_n[seat]]],
        "chosen": None if state.chosen[seat] == NOTHING else int(state.chosen[seat]),
    }


def fill(board: Board, state: CardStateRecord, position: dict[str, Any]) -> None:
    """Write the data into the record; what is written has the right form, but may still be impossible."""
    seats = int(state.seats)
    fields.fill_start(state, position)
    state.round_no = fields.as_whole(position.get("round", 1), "round", 1, 2)
    if not isinstance(position.get("look", False), bool):
        raise PositionError("The field 'look' must be true or false.")
    state.look = position.get("look", False)
    last_seat = position.get("last_seat")
    state.last_seat = NOTHING if last_seat is None else fields.as_whole(last_seat, "last_seat", 0, seats - 1)
    fields.fill_piles(board, state, position)
    state.ticket_at[: len(board.tickets)] = IN_BOX
    state.done_by[:] = NOBODY
    fields.fill_queue(board, state, fields.as_list(position["ticket_deck"], "ticket_deck"))
    for seat, data in enumerate(fields.as_list(position["seats"], "seats")):
        fields.check_fields(data, f"Seat {seat}", SEAT_NEEDED, SEAT_OPTIONAL)
        _fill_seat(board, state, seat, data)
    fields.fill_owners(board, state.returned_by, position.get("returned", {}), "returned", seats)
    fields.fill_owners(board, state.refused_by, position.get("refused", {}), "refused", seats)
    state.target = _target(board, position.get("pending"))
    fields.fill_turns(state, position, next_turn(state), [0] * seats)


def next_turn(state: CardStateRecord) -> int:
    """Whose turn it is, or is to be when tickets have been completed."""
    return int(state.actor if state.last_seat == NOTHING else (state.last_seat + 1) % state.seats)


def _fill_seat(board: Board, state: CardStateRecord, seat: int, data: dict[str, Any]) -> None:
    fields.fill_counts(board, state.hand[seat], data["hand"], "hand")
    fields.fill_counts(board, state.shown[seat], data.get("shown", {}), "shown")
    fields.fill_counts(board, state.track[seat], data.get("on_track", {}), "on_track")
    state.hand_n[seat], state.track_n[seat] = state.hand[seat].sum(), state.track[seat].sum()
    state.yard[seat], state.yard_wild[seat] = 0, 0
    for column in fields.as_list(data.get("yard", []), "yard"):
        _fill_column(board, state, seat, column)
    state.ticket_n[seat], state.made[seat], state.ticket_points[seat] = 0, 0, 0
    for ticket in fields.as_list(data["tickets"], "tickets"):
        fields.give_ticket(board, state, fields.find_number(board.ticket_index, ticket, "ticket"), seat)
        state.ticket_n[seat] += 1
    for ticket in fields.as_list(data.get("done", []), "done"):
        number = fields.find_number(board.ticket_index, ticket, "ticket")
        fields.give_ticket(board, state, number, seat)
        state.done_by[number] = seat
        state.made[seat] += 1
        state.ticket_points[seat] += board.tickets[number].points
    whole = {"tickets": int(state.made[seat]), "points": int(state.ticket_points[seat])}
    before = data.get("before", whole if state.round_no == 2 else dict.fromkeys(BEFORE_NEEDED, 0))
    fields.check_fields(before, "The field 'before'", BEFORE_NEEDED, ())
    state.made_before[seat] = fields.as_whole(before["tickets"], "before: tickets")
    state.points_before[seat] = fields.as_whole(before["points"], "before: points")
    fields.fill_offer(board, state, seat, data)


def _fill_column(board: Board, state: CardStateRecord, seat: int, column: Any) -> None:
    fields.check_fields(column, f"A column of seat {seat}", COLUMN_NEEDED, ())
    colour = fields.card_kind(board, column["colour"])
    if colour == WILD or state.yard[seat, colour] > 0:
        raise PositionError(f"Seat {seat} has one column of each colour at most, and none of wilds (C10, C13).")
    wilds = fields.as_whole(column["wild"], "wild", 0, board.cards["wild"])
    cards = fields.as_whole(column["cards"], "cards", wilds + 1, wilds + board.cards[column["colour"]])
    state.yard[seat, colour], state.yard_wild[seat, colour] = cards - wilds, wilds


def _target(board: Board, pending: object) -> int:
    if pending is None:
        return NOTHING
    if pending == "three":
        return THREE
    if not isinstance(pending, str) or pending not in board.colours[:COLOURS]:
        raise PositionError(f"What is pending is a colour or 'three', not {short(pending)}.")
    return PLACE + board.colours.index(pending)
