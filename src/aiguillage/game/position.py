"""A position of a board game written down, as FEN is in chess: everything, hidden things included.

This file writes and reads; `possible.py` says what cannot occur; docs/positions.md explains the form.
"""

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from aiguillage.boards import Board, board_names, load_board
from aiguillage.game.errors import PositionError
from aiguillage.game.generator import read_generator, write_generator
from aiguillage.game.possible import check_possible
from aiguillage.rules.claim import close_track, open_tracks
from aiguillage.rules.state import (
    CLAIM,
    IN_BOX,
    IN_DECK,
    KINDS,
    MAX_OFFER,
    MAX_TICKETS,
    NOBODY,
    NOTHING,
    OFFERED,
    STATION,
    WILD,
    Phase,
)
from aiguillage.rules.station import occupy_place, vacate_places

if TYPE_CHECKING:
    from aiguillage.game.game import Game

MANY = 30_000
"""More than any count in a position; what the kernel counts in 16 bits stays below it."""

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
    if board.family != "board":
        raise PositionError(f"Positions of {board.name} cannot be written down; use its record.")
    seats = range(state.seats)
    queue = [state.queue[(state.queue_head + i) % MAX_TICKETS] for i in range(state.queue_n)]
    owners = {t.id: int(state.owner[n]) for n, t in enumerate(board.tracks)}
    builders = {p.id: int(state.station_at[n]) for n, p in enumerate(board.places)}
    returned = {t.id: int(state.returned_by[n]) for n, t in enumerate(board.tickets)}
    return {
        "game": board.id,
        "board": board.digest,
        "phase": _phase_name(state),
        "actor": int(state.actor),
        "first": int(state.first),
        "random": write_generator(state),
        "decisions": int(state.decisions),
        "turns": int(state.turns),
        "passes": int(state.passes),
        "last_turns": None if state.last_turns == NOTHING else int(state.last_turns),
        "deck": _counts(board, state.deck),
        "discard": _counts(board, state.discard),
        "market": [_card(board, kind) for kind in state.market],
        "ticket_deck": [board.tickets[number].id for number in queue],
        "claims": {track: seat for track, seat in owners.items() if seat != NOBODY},
        "stations": {place: seat for place, seat in builders.items() if seat != NOBODY},
        "pending": _pending(board, state),
        "returned": {ticket: seat for ticket, seat in returned.items() if seat != NOBODY},
        "seats": [_seat(board, state, seat) for seat in seats],
    }


def _phase_name(state: Any) -> str:
    return Phase(int(state.phase)).name.lower().replace("_", "-")


def _seat(board: Board, state: Any, seat: int) -> dict[str, Any]:
    return {
        "hand": _counts(board, state.hand[seat]),
        "shown": _counts(board, state.shown[seat]),
        "tickets": [t.id for n, t in enumerate(board.tickets) if state.ticket_at[n] == seat],
        "offer": [board.tickets[number].id for number in state.offer[seat, : state.offer_n[seat]]],
        "chosen": None if state.chosen[seat] == NOTHING else int(state.chosen[seat]),
        "pieces": [int(count) for count in state.pieces[seat]],
        "stations": int(state.stations[seat]),
        "goods": int(state.goods[seat]),
        "flag": [c for i, c in enumerate(board.flag_colours) if int(state.flag[seat]) >> i & 1],
        "flags": int(state.flags_done[seat]),
    }


def _counts(board: Board, counts: Any) -> dict[str, int]:
    return {str(_card(board, kind)): int(counts[kind]) for kind in range(KINDS) if counts[kind]}


def _card(board: Board, kind: int) -> str | None:
    if kind == NOTHING:
        return None
    return "wild" if kind == WILD else board.colours[kind]


def _pending(board: Board, state: Any) -> dict[str, Any] | None:
    if state.target == NOTHING:
        return None
    target = int(state.target)
    return {
        "claim": board.tracks[target - CLAIM].id if target < STATION else None,
        "station": board.places[target - STATION].id if target >= STATION else None,
        "laid_colour": _card(board, int(state.laid_colour)),
        "laid": int(state.laid),
        "laid_wild": int(state.laid_wild),
        "revealed": [_card(board, int(kind)) for kind in state.revealed],
        "owed": int(state.owed),
    }


def read_position(position: dict[str, Any], board: Board | None = None) -> "Game":
    """Set a position up, and refuse one that cannot occur."""
    from aiguillage.game.game import Game

    _fields(position, "The position", NEEDED, OPTIONAL)
    if board is None:
        if position["game"] not in board_names():
            raise PositionError(f"The position is of a game that is not at hand: {position['game']!r}.")
        board = load_board(position["game"])
    if board.family != "board":
        raise PositionError(f"Positions of {board.name} cannot be written down; use its record.")
    if position["game"] != board.id or position.get("board", board.digest) != board.digest:
        raise PositionError(f"The position is of another board, or of another version of {board.name}.")
    seats = len(_list(position["seats"], "seats"))
    if not board.min_seats <= seats <= board.max_seats:
        raise PositionError(
            f"{board.name} is for {board.min_seats} to {board.max_seats} players, not {seats}."
        )
    game = Game.new(board, seats)
    _fill(board, game._state, position)
    check_possible(board, game._state)
    game.events.clear()
    game.start = json.dumps(write_position(board, game._state), ensure_ascii=False, separators=(",", ":"))
    return game


def _fields(data: Any, what: str, needed: Iterable[str], optional: Iterable[str]) -> None:
    """Refuse anything that is not an object with exactly such fields."""
    if not isinstance(data, dict):
        raise PositionError(f"{what} must be an object with named fields.")
    for name in needed:
        if name not in data:
            raise PositionError(f"{what} has no field {name!r}.")
    for name in data:
        if name not in needed and name not in optional:
            raise PositionError(f"{what} has a field that is not known: {name!r}.")


def _list(data: Any, what: str) -> list[Any]:
    if not isinstance(data, list | tuple):
        raise PositionError(f"The field {what!r} must be a list.")
    return list(data)


def _dict(data: Any, what: str) -> dict[Any, Any]:
    if not isinstance(data, dict):
        raise PositionError(f"The field {what!r} must be an object with named fields.")
    return data


def _whole(value: Any, what: str, low: int = 0, high: int = MANY) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise PositionError(f"The field {what!r} must be a whole number from {low} to {high}, not {value!r}.")
    return value


def _kind(board: Board, name: Any) -> int:
    if name == "wild":
        return WILD
    if name not in board.colours:
        raise PositionError(f"There are no {name!r} cards in {board.name}.")
    return board.colours.index(name)


def _number(names: dict[str, int], name: Any, what: str) -> int:
    if not isinstance(name, str) or name not in names:
        raise PositionError(f"There is no {what} {name!r} on this board.")
    return names[name]


def _fill(board: Board, state: Any, position: dict[str, Any]) -> None:
    """Write the data into the record; what is written has the right form, but may still be impossible."""
    last_seat = int(state.seats) - 1
    names = {phase.name.lower().replace("_", "-"): phase for phase in Phase}
    if position["phase"] not in list(names):
        raise PositionError(f"There is no phase {position['phase']!r}; the phases are {', '.join(names)}.")
    state.phase = names[position["phase"]]
    state.actor = _whole(position["actor"], "actor", NOTHING, last_seat)
    state.first = _whole(position.get("first", 0), "first", 0, last_seat)
    read_generator(state, position.get("random", "0000000000000001"))
    state.decisions = _whole(position.get("decisions", 0), "decisions", 0, 1 << 30)
    state.turns = _whole(position.get("turns", 0), "turns", 0, 1 << 30)
    state.passes = _whole(position.get("passes", 0), "passes", 0, last_seat)
    last = position.get("last_turns")
    state.last_turns = NOTHING if last is None else _whole(last, "last_turns", 1, last_seat + 1)
    _fill_counts(board, state.deck, position["deck"], "deck")
    _fill_counts(board, state.discard, position["discard"], "discard")
    state.deck_n, state.discard_n = state.deck.sum(), state.discard.sum()
    _fill_row(board, state.market, position["market"], "market")
    _fill_claims(board, state, _dict(position["claims"], "claims"))
    state.station_at[:] = NOBODY
    vacate_places(board.table, state)
    for place, seat in _dict(position.get("stations", {}), "stations").items():
        number = _number(board.place_index, place, "place")
        occupy_place(state, number, _whole(seat, f"stations: {place}", 0, last_seat))
    state.ticket_at[: len(board.tickets)] = IN_BOX
    _fill_queue(board, state, _list(position["ticket_deck"], "ticket_deck"))
    for seat, data in enumerate(_list(position["seats"], "seats")):
        _fields(data, f"Seat {seat}", SEAT_NEEDED, SEAT_OPTIONAL)
        _fill_seat(board, state, seat, data)
    state.returned_by[:] = NOBODY
    for ticket, seat in _dict(position.get("returned", {}), "returned").items():
        number = _number(board.ticket_index, ticket, "ticket")
        state.returned_by[number] = _whole(seat, f"returned: {ticket}", 0, last_seat)
    _fill_pending(board, state, position.get("pending"))
    state.goods_left = board.goods - sum(int(state.goods[seat]) for seat in range(state.seats))


def _fill_counts(board: Board, counts: Any, data: Any, what: str) -> None:
    counts[:] = 0
    for card, count in _dict(data, what).items():
        kind = _kind(board, card)
        counts[kind] = _whole(count, f"{what}: {card}", 0, board.cards[card])


def _fill_row(board: Board, row: Any, data: Any, what: str) -> None:
    cards = _list(data, what)
    if len(cards) != len(row):
        raise PositionError(f"The field {what!r} has {len(row)} places; an empty one is null.")
    row[:] = [NOTHING if card is None else _kind(board, card) for card in cards]


def _fill_queue(board: Board, state: Any, tickets: list[Any]) -> None:
    state.queue[:], state.queue_head, state.queue_n = NOTHING, 0, len(tickets)
    for i, ticket in enumerate(tickets):
        number = _number(board.ticket_index, ticket, "ticket")
        _give(board, state, number, IN_DECK)
        state.queue[i] = number


def _fill_claims(board: Board, state: Any, claims: dict[Any, Any]) -> None:
    state.owner[:] = NOBODY
    open_tracks(board.table, state)
    for track, seat in claims.items():
        number = _number(board.track_index, track, "track")
        state.owner[number] = _whole(seat, f"claims: {track}", 0, int(state.seats) - 1)
        close_track(board.table, state, number, seat)


def _give(board: Board, state: Any, number: int, where: int) -> None:
    if state.ticket_at[number] != IN_BOX:
        raise PositionError(f"The ticket {board.tickets[number].id} is in two places.")
    state.ticket_at[number] = where


def _fill_seat(board: Board, state: Any, seat: int, data: dict[str, Any]) -> None:
    _fill_counts(board, state.hand[seat], data["hand"], "hand")
    _fill_counts(board, state.shown[seat], data.get("shown", {}), "shown")
    state.hand_n[seat] = state.hand[seat].sum()
    tickets, offer = _list(data["tickets"], "tickets"), _list(data.get("offer", []), "offer")
    for ticket in tickets:
        _give(board, state, _number(board.ticket_index, ticket, "ticket"), seat)
    state.ticket_n[seat] = len(tickets)
    if len(offer) > MAX_OFFER:
        raise PositionError(f"Seat {seat} cannot have {len(offer)} tickets on offer.")
    state.offer[seat, :], state.offer_n[seat] = NOTHING, len(offer)
    for i, ticket in enumerate(offer):
        number = _number(board.ticket_index, ticket, "ticket")
        _give(board, state, number, OFFERED)
        state.offer[seat, i] = number
    chosen = data.get("chosen")
    state.chosen[seat] = NOTHING if chosen is None else _whole(chosen, "chosen", 0, (1 << MAX_OFFER) - 1)
    pieces = _list(data["pieces"], "pieces")
    if len(pieces) != 2:
        raise PositionError("The field 'pieces' has two numbers: main pieces and subways.")
    state.pieces[seat, :] = [_whole(count, "pieces") for count in pieces]
    state.stations[seat] = _whole(data.get("stations", board.stations), "stations", 0, board.stations)
    state.goods[seat] = _whole(data.get("goods", 0), "goods", 0, board.goods)
    state.flag[seat] = 0
    for colour in _list(data.get("flag", []), "flag"):
        if colour not in board.flag_colours:
            raise PositionError(f"A flag in {board.name} has no {colour!r} part.")
        state.flag[seat] |= 1 << board.flag_colours.index(colour)
    state.flags_done[seat] = _whole(data.get("flags", 0), "flags", 0, len(board.tracks))
    state.flag_points[seat] = state.flags_done[seat] * board.flag_points
    owned = [track.points for n, track in enumerate(board.tracks) if state.owner[n] == seat]
    state.route_points[seat] = sum(owned)


def _fill_pending(board: Board, state: Any, pending: Any) -> None:
    state.target, state.laid, state.laid_wild, state.owed, state.laid_colour = NOTHING, 0, 0, 0, NOTHING
    state.revealed[:] = NOTHING
    if pending is None:
        return
    _fields(pending, "The field 'pending'", PENDING_NEEDED, PENDING_OPTIONAL)
    claim, station = pending.get("claim"), pending.get("station")
    if (claim is None) == (station is None):
        raise PositionError("What is pending is a claim or a station: name one of them.")
    if claim is not None:
        state.target = CLAIM + _number(board.track_index, claim, "track")
    else:
        state.target = STATION + _number(board.place_index, station, "place")
    colour = pending.get("laid_colour")
    state.laid_colour = NOTHING if colour is None else _kind(board, colour)
    state.laid = _whole(pending.get("laid", 0), "laid", 0, 100)
    state.laid_wild = _whole(pending.get("laid_wild", 0), "laid_wild", 0, 100)
    _fill_row(board, state.revealed, pending.get("revealed", [None] * 3), "revealed")
    state.owed = _whole(pending.get("owed", 0), "owed", 0, 3)
