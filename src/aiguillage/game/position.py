"""A position of a board game written down, as FEN is in chess: everything, hidden things included."""

import json
from typing import TYPE_CHECKING, Any

from aiguillage.boards import Board, BoardError, load_board
from aiguillage.game.errors import PositionError
from aiguillage.rules.claim import close_track, open_tracks
from aiguillage.rules.state import (
    CLAIM,
    IN_BOX,
    IN_DECK,
    KINDS,
    MAX_TICKETS,
    NOBODY,
    NOTHING,
    OFFERED,
    STATION,
    WILD,
    Phase,
)

if TYPE_CHECKING:
    from aiguillage.game.game import Game


def write_position(board: Board, state: Any) -> dict[str, Any]:
    """The position as plain data (JSON-ready)."""
    seats = range(state.seats)
    queue = [state.queue[(state.queue_head + i) % MAX_TICKETS] for i in range(state.queue_n)]
    return {
        "game": board.id,
        "board": board.digest,
        "phase": Phase(int(state.phase)).name.lower().replace("_", "-"),
        "actor": int(state.actor),
        "first": int(state.first),
        "random": f"{int(state.rng):016x}",
        "decisions": int(state.decisions),
        "turns": int(state.turns),
        "passes": int(state.passes),
        "last_turns": None if state.last_turns == NOTHING else int(state.last_turns),
        "deck": _counts(board, state.deck),
        "discard": _counts(board, state.discard),
        "market": [_card(board, kind) for kind in state.market],
        "ticket_deck": [board.tickets[number].id for number in queue],
        "claims": {t.id: int(state.owner[n]) for n, t in enumerate(board.tracks) if state.owner[n] != NOBODY},
        "stations": {
            p.id: int(state.station_at[n]) for n, p in enumerate(board.places) if state.station_at[n] != NOBODY
        },
        "pending": _pending(board, state),
        "returned": {
            t.id: int(state.returned_by[n]) for n, t in enumerate(board.tickets) if state.returned_by[n] != NOBODY
        },
        "seats": [_seat(board, state, seat) for seat in seats],
    }


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
    return {_card(board, kind): int(counts[kind]) for kind in range(KINDS) if counts[kind]}  # type: ignore[misc]


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

    try:
        board = board or load_board(str(position["game"]))
    except BoardError as error:
        raise PositionError(str(error)) from None
    except KeyError:
        raise PositionError("The position does not say of which game it is.") from None
    if board.family != "board":
        raise PositionError(f"Positions of {board.name} cannot be written down; use its record.")
    if "board" in position and position["board"] != board.digest:
        raise PositionError("The position is of another version of the board.")
    try:
        seats = len(position["seats"])
        if not board.min_seats <= seats <= board.max_seats:
            raise PositionError(f"{board.name} is for {board.min_seats} to {board.max_seats} players, not {seats}.")
        game = Game.new(board, seats)
        state = game._state
        _fill(board, state, position)
    except (KeyError, TypeError, ValueError, IndexError, OverflowError) as error:
        if isinstance(error, PositionError):
            raise
        raise PositionError(f"The position is incomplete or malformed at {error}.") from None
    _check(board, state)
    game.events.clear()
    game.start = json.dumps(position, ensure_ascii=False, separators=(",", ":"))
    if game.over:
        raise PositionError("A position that is over cannot be played on; keep the record instead.")
    return game


def _kind(board: Board, name: str | None) -> int:
    if name is None:
        return NOTHING
    if name == "wild":
        return WILD
    if name not in board.colours:
        raise PositionError(f"There are no {name!r} cards in {board.name}.")
    return board.colours.index(name)


def _number(names: dict[str, int], name: str, what: str) -> int:
    if name not in names:
        raise PositionError(f"There is no {what} {name!r} on this board.")
    return names[name]


def _fill(board: Board, state: Any, position: dict[str, Any]) -> None:
    state.phase = Phase[position["phase"].upper().replace("-", "_")]
    state.actor, state.first = position["actor"], position.get("first", 0)
    state.rng = int(position.get("random", "1"), 16) or 1
    state.decisions, state.turns = position.get("decisions", 0), position.get("turns", 0)
    state.passes = position.get("passes", 0)
    last = position.get("last_turns")
    state.last_turns = NOTHING if last is None else last
    for name in ("deck", "discard"):
        counts = getattr(state, name)
        counts[:] = 0
        for card, count in position[name].items():
            counts[_kind(board, card)] = count
        setattr(state, f"{name}_n", counts.sum())
    market = position["market"]
    if len(market) != 5:
        raise PositionError("The market has five places; an empty one is null.")
    state.market[:] = [_kind(board, card) for card in market]
    state.owner[:] = NOBODY
    for track, seat in position["claims"].items():
        state.owner[_number(board.track_index, track, "track")] = seat
    open_tracks(board.table, state)
    for number, _ in enumerate(board.tracks):
        if state.owner[number] != NOBODY:
            close_track(board.table, state, number, int(state.owner[number]))
    state.station_at[:] = NOBODY
    for place, seat in position.get("stations", {}).items():
        state.station_at[_number(board.place_index, place, "place")] = seat
    state.ticket_at[: len(board.tickets)] = IN_BOX
    state.returned_by[:] = NOBODY
    state.queue[:], state.queue_head, state.queue_n = NOTHING, 0, len(position["ticket_deck"])
    for i, ticket in enumerate(position["ticket_deck"]):
        number = _number(board.ticket_index, ticket, "ticket")
        _give(board, state, number, IN_DECK)
        state.queue[i] = number
    for seat, data in enumerate(position["seats"]):
        _fill_seat(board, state, seat, data)
    for ticket, seat in position.get("returned", {}).items():
        state.returned_by[_number(board.ticket_index, ticket, "ticket")] = seat
    _fill_pending(board, state, position.get("pending"))
    state.goods_left = board.goods - sum(int(state.goods[seat]) for seat in range(state.seats))


def _give(board: Board, state: Any, number: int, where: int) -> None:
    if state.ticket_at[number] != IN_BOX:
        raise PositionError(f"The ticket {board.tickets[number].id} is in two places.")
    state.ticket_at[number] = where


def _fill_seat(board: Board, state: Any, seat: int, data: dict[str, Any]) -> None:
    state.hand[seat, :] = 0
    state.shown[seat, :] = 0
    for card, count in data["hand"].items():
        state.hand[seat, _kind(board, card)] = count
    for card, count in data.get("shown", {}).items():
        state.shown[seat, _kind(board, card)] = count
    state.hand_n[seat] = state.hand[seat].sum()
    for ticket in data["tickets"]:
        _give(board, state, _number(board.ticket_index, ticket, "ticket"), seat)
    state.ticket_n[seat] = len(data["tickets"])
    state.offer[seat, :] = NOTHING
    offer = data.get("offer", [])
    state.offer_n[seat] = len(offer)
    for i, ticket in enumerate(offer):
        number = _number(board.ticket_index, ticket, "ticket")
        _give(board, state, number, OFFERED)
        state.offer[seat, i] = number
    chosen = data.get("chosen")
    state.chosen[seat] = NOTHING if chosen is None else chosen
    state.pieces[seat, :] = data["pieces"]
    state.stations[seat] = data.get("stations", board.stations)
    state.goods[seat] = data.get("goods", 0)
    state.flag[seat] = sum(1 << board.flag_colours.index(colour) for colour in data.get("flag", []))
    state.flags_done[seat] = data.get("flags", 0)
    state.flag_points[seat] = state.flags_done[seat] * board.flag_points
    owned = [track.points for n, track in enumerate(board.tracks) if state.owner[n] == seat]
    state.route_points[seat] = sum(owned)


def _fill_pending(board: Board, state: Any, pending: dict[str, Any] | None) -> None:
    state.target, state.laid, state.laid_wild, state.owed, state.laid_colour = NOTHING, 0, 0, 0, NOTHING
    state.revealed[:] = NOTHING
    if pending is None:
        return
    if pending.get("claim"):
        state.target = CLAIM + _number(board.track_index, pending["claim"], "track")
    else:
        state.target = STATION + _number(board.place_index, pending["station"], "place")
    state.laid_colour = _kind(board, pending.get("laid_colour"))
    state.laid, state.laid_wild = pending.get("laid", 0), pending.get("laid_wild", 0)
    revealed = pending.get("revealed", [None, None, None])
    state.revealed[:] = [_kind(board, card) for card in revealed]
    state.owed = pending.get("owed", 0)


def _check(board: Board, state: Any) -> None:
    """Refuse what cannot occur: cards, pieces, tickets not conserved; closed tracks claimed; a phase without its cause."""
    seats = range(int(state.seats))
    _check_cards(board, state)
    for number, track in enumerate(board.tracks):
        owner = int(state.owner[number])
        if owner != NOBODY and owner not in seats:
            raise PositionError(f"{track.id} belongs to seat {owner}, which does not exist.")
        twin = int(board.table.twin[number])
        if owner != NOBODY and twin != NOTHING and state.owner[twin] != NOBODY:
            if state.owner[twin] == owner:
                raise PositionError(f"Seat {owner} has both tracks of {track.id}; nobody may (R8).")
            if state.seats <= board.twin_closed_up_to:
                raise PositionError(f"{track.id} and its twin are both taken, but the second one was closed (R9).")
    for seat in seats:
        _check_seat(board, state, seat)
    if state.goods_left < 0:
        raise PositionError(f"There are only {board.goods} merchandise cards.")
    for number, place in enumerate(board.places):
        if state.station_at[number] != NOBODY and int(state.station_at[number]) not in seats:
            raise PositionError(f"The station in {place.name} belongs to a seat that does not exist.")
    if not board.opening.rest == "box" and any(
        state.ticket_at[n] == IN_BOX for n, _ in enumerate(board.tickets)
    ):
        missing = next(t.id for n, t in enumerate(board.tickets) if state.ticket_at[n] == IN_BOX)
        raise PositionError(f"The ticket {missing} is nowhere; in {board.name} no ticket leaves the game.")
    _check_phase(board, state)


def _check_cards(board: Board, state: Any) -> None:
    if state.deck_n == 0 and state.discard_n > 0:
        raise PositionError("The deck is empty while there are discards; they would have become the deck (D7).")
    for kind in [*range(len(board.colours)), WILD]:
        name = _card(board, kind) or ""
        counted = int(state.deck[kind] + state.discard[kind] + state.hand[:, kind].sum())
        counted += int((state.market == kind).sum() + (state.revealed == kind).sum())
        counted += int(state.laid_wild) if kind == WILD else 0
        if kind != WILD and kind == state.laid_colour:
            counted += int(state.laid - state.laid_wild)
        for seat in range(state.seats):
            flags = [board.flag_colours[i] for i in range(len(board.flag_colours)) if int(state.flag[seat]) >> i & 1]
            counted += flags.count(name)
            if not 0 <= state.shown[seat, kind] <= state.hand[seat, kind]:
                raise PositionError(f"Seat {seat} has shown more {name} than it has.")
        if counted != board.cards[name]:
            raise PositionError(f"There are {counted} {name} cards in the position and {board.cards[name]} in the game.")
    if min(state.deck.min(), state.discard.min(), state.hand.min()) < 0:
        raise PositionError("A number of cards is negative.")


def _check_seat(board: Board, state: Any, seat: int) -> None:
    for piece, kind in enumerate(("main", "subway")):
        placed = sum(
            t.spaces for n, t in enumerate(board.tracks) if state.owner[n] == seat and board.table.piece[n] == piece
        )
        left, whole = int(state.pieces[seat, piece]), int(board.table.pieces[piece])
        if left < 0 or left + placed != whole:
            raise PositionError(f"Seat {seat} has {left} {kind} pieces left and {placed} on the board, not {whole}.")
    built = int((state.station_at[: len(board.places)] == seat).sum())
    if state.stations[seat] < 0 or state.stations[seat] + built != board.stations:
        raise PositionError(f"Seat {seat} has {state.stations[seat]} stations left and {built} built, not {board.stations}.")


def _check_phase(board: Board, state: Any) -> None:
    phase = Phase(int(state.phase))
    if phase != Phase.OVER and not 0 <= state.actor < state.seats:
        raise PositionError(f"Seat {state.actor} is to act, but the seats are 0 to {state.seats - 1}.")
    pending = phase in (Phase.PAYMENT, Phase.TUNNEL, Phase.FLAG)
    if pending != (state.target != NOTHING):
        raise PositionError(f"In the phase {phase.name.lower()} a route or station must{'' if pending else ' not'} be named.")
    if phase == Phase.TICKETS and state.offer_n[state.actor] == 0:
        raise PositionError("Tickets are to be chosen, but none are on offer.")
    if phase == Phase.TUNNEL and not (state.laid > 0 and 0 < state.owed <= 3):
        raise PositionError("A tunnel's surcharge is due, but nothing was laid down or is owed.")
    if state.last_turns != NOTHING and not 0 < state.last_turns <= state.seats:
        raise PositionError("The last round has between one turn and one turn a player left.")
    for seat in range(state.seats):
        if (phase == Phase.OPENING) != (state.offer_n[seat] > 0) and phase != Phase.TICKETS:
            raise PositionError(f"Seat {seat} has tickets on offer, or none, against the phase.")
