"""A position written down, as FEN is in chess: everything, hidden things included; and those of the board games.

This file writes and reads; `possible.py` says what cannot occur; docs/positions.md explains the form.
`card_position.py` and `card_possible.py` do the same for the Card Game.
"""

import json
from typing import TYPE_CHECKING, Any

from aiguillage.boards import Board, board_names, load_board
from aiguillage.errors import short
from aiguillage.game import card_position
from aiguillage.game import position_fields as fields
from aiguillage.game.card_possible import check_possible as check_cards_possible
from aiguillage.game.errors import PositionError
from aiguillage.game.possible import check_possible, turns_used
from aiguillage.rules.actions import CLAIM, STATION
from aiguillage.rules.claim import close_track, open_tracks
from aiguillage.rules.numbers import IN_BOX, NOBODY, NOTHING
from aiguillage.rules.records import StateRecord
from aiguillage.rules.station import occupy_place, vacate_places

if TYPE_CHECKING:
    from aiguillage.game.game import Game

NEEDED = ("game", "phase", "actor", "deck", "discard", "market", "ticket_deck", "claims", "seats")
OPTIONAL = (
    *("board", "first", "random", "decisions", "turns", "passes"),
    *("last_turns", "stations", "pending", "returned"),
)
SEAT_NEEDED = ("hand", "tickets", "pieces")
SEAT_OPTIONAL = ("shown", "offer", "chosen", "stations", "goods", "flag", "flags")
PENDING_NEEDED = ()
PENDING_OPTIONAL = ("claim", "station", "laid_colour", "laid", "laid_wild", "revealed", "owed")


def write_position(board: Board, state: Any) -> dict[str, Any]:
    """The position as plain data (JSON-ready)."""
    if board.family == "cards":
        return card_position.write_position(board, state)
    seats = range(state.seats)
    claims = {t.id: int(state.owner[n]) for n, t in enumerate(board.tracks)}
    builders = {p.id: int(state.station_at[n]) for n, p in enumerate(board.places)}
    return {
        **fields.write_start(board, state),
        "passes": int(state.passes),
        "last_turns": None if state.last_turns == NOTHING else int(state.last_turns),
        **fields.write_piles(board, state),
        "claims": {track: seat for track, seat in claims.items() if seat != NOBODY},
        "stations": {place: seat for place, seat in builders.items() if seat != NOBODY},
        "pending": _pending(board, state),
        "returned": fields.owners(board, state.returned_by),
        "seats": [_seat(board, state, seat) for seat in seats],
    }


def _seat(board: Board, state: StateRecord, seat: int) -> dict[str, object]:
    return {
        "hand": fields.count_cards(board, state.hand[seat]),
        "shown": fields.count_cards(board, state.shown[seat]),
        "tickets": [t.id for n, t in enumerate(board.tickets) if state.ticket_at[n] == seat],
        "offer": [board.tickets[number].id for number in state.offer[seat, : state.offer_n[seat]]],
        "chosen": None if state.chosen[seat] == NOTHING else int(state.chosen[seat]),
        "pieces": [int(count) for count in state.pieces[seat]],
        "stations": int(state.stations[seat]),
        "goods": int(state.goods[seat]),
        "flag": [c for i, c in enumerate(board.flag_colours) if int(state.flag[seat]) >> i & 1],
        "flags": int(state.flags_done[seat]),
    }


def _pending(board: Board, state: StateRecord) -> dict[str, object] | None:
    if state.target == NOTHING:
        return None
    target = int(state.target)
    return {
        "claim": board.tracks[target - CLAIM].id if target < STATION else None,
        "station": board.places[target - STATION].id if target >= STATION else None,
        "laid_colour": fields.card_name(board, int(state.laid_colour)),
        "laid": int(state.laid),
        "laid_wild": int(state.laid_wild),
        "revealed": [fields.card_name(board, int(kind)) for kind in state.revealed],
        "owed": int(state.owed),
    }


def read_position(position: dict[str, Any], board: Board | None = None) -> "Game":
    """Set a position up, and refuse one that cannot occur."""
    from aiguillage.game.game import Game

    if not isinstance(position, dict) or "game" not in position:
        fields.check_fields(position, "The position", ["game"], [])
    if board is None:
        if position["game"] not in board_names():
            raise PositionError(f"The position is of a game that is not at hand: {short(position['game'])}.")
        board = load_board(position["game"])
    cards = board.family == "cards"
    fields.check_fields(position, "The position", *(card_position.FIELDS if cards else (NEEDED, OPTIONAL)))
    if position["game"] != board.id or position.get("board", board.digest) != board.digest:
        raise PositionError(f"The position is of another board, or of another version of {board.name}.")
    seats = len(fields.as_list(position["seats"], "seats"))
    board.check_players(seats, PositionError)
    game = Game.new(board, seats)
    if cards:
        card_position.fill(board, game._state, position)
        check_cards_possible(board, game._state)
        game.options = {"look": True} if game._state.look else {}
    else:
        fill(board, game._state, position)
        check_possible(board, game._state)
    game.events.clear()
    game._forget_news()
    game.start = json.dumps(write_position(board, game._state), ensure_ascii=False, separators=(",", ":"))
    return game


def fill(board: Board, state: StateRecord, position: dict[str, Any]) -> None:
    """Write the data into the record; what is written has the right form, but may still be impossible."""
    last_seat = int(state.seats) - 1
    fields.fill_start(state, position)
    state.passes = fields.as_whole(position.get("passes", 0), "passes", 0, last_seat)
    fields.fill_piles(board, state, position)
    _fill_claims(board, state, fields.as_dict(position["claims"], "claims"))
    state.station_at[:] = NOBODY
    vacate_places(board.table, state)
    for place, seat in fields.as_dict(position.get("stations", {}), "stations").items():
        number = fields.find_number(board.place_index, place, "place")
        occupy_place(state, number, fields.as_whole(seat, f"stations: {place}", 0, last_seat))
    state.ticket_at[: len(board.tickets)] = IN_BOX
    fields.fill_queue(board, state, fields.as_list(position["ticket_deck"], "ticket_deck"))
    for seat, data in enumerate(fields.as_list(position["seats"], "seats")):
        fields.check_fields(data, f"Seat {seat}", SEAT_NEEDED, SEAT_OPTIONAL)
        _fill_seat(board, state, seat, data)
    fields.fill_owners(board, state.returned_by, position.get("returned", {}), "returned", last_seat + 1)
    _fill_pending(board, state, position.get("pending"))
    state.goods_left = board.goods - sum(int(state.goods[seat]) for seat in range(state.seats))
    fields.fill_turns(state, position, int(state.actor), turns_used(board, state))


def _fill_claims(board: Board, state: StateRecord, claims: dict[Any, Any]) -> None:
    state.owner[:] = NOBODY
    open_tracks(board.table, state)
    for track, seat in claims.items():
        number = fields.find_number(board.track_index, track, "track")
        state.owner[number] = fields.as_whole(seat, f"claims: {track}", 0, int(state.seats) - 1)
        close_track(board.table, state, number, seat)


def _fill_seat(board: Board, state: StateRecord, seat: int, data: dict[str, Any]) -> None:
    fields.fill_counts(board, state.hand[seat], data["hand"], "hand")
    fields.fill_counts(board, state.shown[seat], data.get("shown", {}), "shown")
    state.hand_n[seat] = state.hand[seat].sum()
    tickets = fields.as_list(data["tickets"], "tickets")
    for ticket in tickets:
        fields.give_ticket(board, state, fields.find_number(board.ticket_index, ticket, "ticket"), seat)
    state.ticket_n[seat] = len(tickets)
    fields.fill_offer(board, state, seat, data)
    pieces = fields.as_list(data["pieces"], "pieces")
    if len(pieces) != 2:
        raise PositionError("The field 'pieces' has two numbers: main pieces and subways.")
    state.pieces[seat, :] = [fields.as_whole(count, "pieces") for count in pieces]
    state.stations[seat] = fields.as_whole(data.get("stations", board.stations), "stations", 0, board.stations)
    state.goods[seat] = fields.as_whole(data.get("goods", 0), "goods", 0, board.goods)
    state.flag[seat] = 0
    for colour in fields.as_list(data.get("flag", []), "flag"):
        if colour not in board.flag_colours:
            raise PositionError(f"A flag in {board.name} has no {short(colour)} part.")
        state.flag[seat] |= 1 << board.flag_colours.index(colour)
    state.flags_done[seat] = fields.as_whole(data.get("flags", 0), "flags", 0, len(board.tracks))
    state.flag_points[seat] = state.flags_done[seat] * board.flag_points
    owned = [track.points for n, track in enumerate(board.tracks) if state.owner[n] == seat]
    state.route_points[seat] = sum(owned)


def _fill_pending(board: Board, state: StateRecord, pending: Any) -> None:
    state.target, state.laid, state.laid_wild, state.owed, state.laid_colour = NOTHING, 0, 0, 0, NOTHING
    state.revealed[:] = NOTHING
    if pending is None:
        return
    fields.check_fields(pending, "The field 'pending'", PENDING_NEEDED, PENDING_OPTIONAL)
    claim, station = pending.get("claim"), pending.get("station")
    if (claim is None) == (station is None):
        raise PositionError("What is pending is a claim or a station: name one of them.")
    if claim is not None:
        state.target = CLAIM + fields.find_number(board.track_index, claim, "track")
    else:
        state.target = STATION + fields.find_number(board.place_index, station, "place")
    colour = pending.get("laid_colour")
    state.laid_colour = NOTHING if colour is None else fields.card_kind(board, colour)
    state.laid = fields.as_whole(pending.get("laid", 0), "laid", 0, 100)
    state.laid_wild = fields.as_whole(pending.get("laid_wild", 0), "laid_wild", 0, 100)
    fields.fill_row(board, state.revealed, pending.get("revealed", [None] * 3), "revealed")
    state.owed = fields.as_whole(pending.get("owed", 0), "owed", 0, 3)
