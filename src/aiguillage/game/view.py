"""What one seat may know, with names: the kernel's observation in the form that clients draw."""

from dataclasses import dataclass, fields
from types import SimpleNamespace
from typing import Any

from aiguillage.boards import Board
from aiguillage.game.actions import colour_name, describe, payment_action, price_of
from aiguillage.game.outcome import Outcome
from aiguillage.game.paths import neighbours, shortest_way
from aiguillage.game.refusals import place_reason, track_reason
from aiguillage.game.words import phase_name
from aiguillage.rules.claim import ALLOWED
from aiguillage.rules.state import CLAIM, NOBODY, NOTHING, STATION, WILD, Phase

Way = tuple[int, list[str]] | None
Memory = dict[int, tuple[bytes, list[Way]]]
"""The ways of each seat's tickets, and what they were found from: most decisions change nothing about them."""


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What everybody may know of a seat."""

    seat: int
    score: int
    cards: int
    tickets: int
    choosing: bool
    pieces: dict[str, int]
    stations: int
    goods: int
    flag: list[str]
    flags: int
    shown: dict[str, int]
    yard: list[dict[str, Any]]
    on_track: int
    on_track_cards: dict[str, int] | None
    completed: int


@dataclass(frozen=True, slots=True)
class View:
    """What one seat (or, with seat None, a spectator) may know. See docs/architecture.md."""

    game: str
    seats: int
    seat: int | None
    phase: str
    actor: int | None
    turn: int
    decision: int
    last_turns: int | None
    market: list[str | None]
    deck: int
    discard: dict[str, int]
    ticket_deck: int
    goods_left: int
    players: list[PlayerView]
    claims: dict[str, int]
    stations: dict[str, int]
    pending: dict[str, Any] | None
    hand: dict[str, int]
    tickets: list[dict[str, Any]]
    offer: list[dict[str, Any]]
    keep_at_least: int
    legal: list[dict[str, Any]]
    refusals: dict[str, dict[str, Any]]
    round: int
    outcome: dict[str, Any] | None
    proposal: dict[str, Any] | None = None  # what the program would complete (Card Game)

    def to_dict(self) -> dict[str, Any]:
        """For a client. Lists and dicts are the view's own, not copies: a server makes many of these."""
        result = {name: getattr(self, name) for name in _VIEW_FIELDS}
        result["players"] = [
            {name: getattr(player, name) for name in _PLAYER_FIELDS} for player in self.players
        ]
        return result


_VIEW_FIELDS = tuple(field.name for field in fields(View))
_PLAYER_FIELDS = tuple(field.name for field in fields(PlayerView))


def plain_fields(state: Any) -> Any:
    """The record's fields as plain attributes: reading them from the record itself takes ten times as long."""
    return SimpleNamespace(**dict(zip(state.dtype.names, state.item(), strict=True)))


def card_counts(board: Board, counts: Any) -> dict[str, int]:
    """Counts by card kind, with names, zeros left out."""
    kinds = [*range(len(board.colours)), WILD]
    return {colour_name(board, kind): int(counts[kind]) for kind in kinds if counts[kind]}


def legal_dicts(
    board: Board, kernel: Any, state: Any, plain: Any, out: Any, seat: int
) -> list[dict[str, Any]]:
    """The legal actions with, for routes and stations, the ways to pay for them."""
    table = board.table
    count = kernel.turn.legal(table, state, out)
    result = []
    for code in out[:count].tolist():
        entry = describe(board, plain, seat, code).to_dict()
        if code >= CLAIM:
            cost = price_of(board, plain, seat, code)
            ways = kernel.turn.legal_payments(table, state, code, out)
            entry["payments"] = [payment_action(board, way, cost).to_dict() for way in out[:ways].tolist()]
        result.append(entry)
    return result


def refusal_dicts(
    board: Board, kernel: Any, state: Any, plain: Any, out: Any, seat: int
) -> dict[str, dict[str, Any]]:
    """Why the rest of the board cannot be chosen, at the start of a turn."""
    result = {}
    hand = plain.hand[seat].tolist()
    kernel.refuse.claim_refusals(board.table, state, seat, out)
    for number, reason in enumerate(out[: len(board.tracks)].tolist()):
        if reason != ALLOWED:
            rule, code, figures = track_reason(board, plain, seat, hand, number, reason)
            result[board.tracks[number].id] = {"rule": rule, "code": code, **figures}
    if board.stations:
        kernel.refuse.station_refusals(board.table, state, seat, out)
        for number, reason in enumerate(out[: len(board.places)].tolist()):
            if reason != ALLOWED:
                rule, code, figures = place_reason(board, plain, seat, hand, number, reason)
                result[f"station:{board.places[number].id}"] = {"rule": rule, "code": code, **figures}
    if plain.queue_n == 0:
        result["tickets"] = {"rule": "K3", "code": "no-tickets"}
    if plain.deck_n == 0:
        result["blind"] = {"rule": "D9", "code": "no-cards"}
        if not kernel.draw.may_draw(board.table, state):
            for kind in {int(kind) for kind in plain.market if kind != NOTHING}:
                result[f"take:{colour_name(board, kind)}"] = {"rule": "D9", "code": "no-cards"}
    return result


def ticket_dict(board: Board, number: int) -> dict[str, Any]:
    """A ticket as printed."""
    ticket = board.tickets[number]
    return {
        "id": ticket.id,
        "a": ticket.a,
        "b": ticket.b,
        "points": ticket.points,
        "long": ticket.long,
        "cards": dict(ticket.cards),
    }


def own_tickets(
    board: Board, kernel: Any, state: Any, plain: Any, out: Any, seat: int, memory: Memory
) -> list[dict[str, Any]]:
    """The seat's tickets with their path, or how many spaces are missing at least (None: cannot be made any more)."""
    kernel.refuse.closed_tracks(board.table, state, seat, out)
    open_to = out[: len(board.tracks)] == ALLOWED
    own = plain.owner[: len(board.tracks)] == seat
    held = [number for number, holder in enumerate(plain.ticket_at.tolist()) if holder == seat]
    key = own.tobytes() + open_to.tobytes() + bytes(held)
    before, ways = memory.get(seat, (b"", []))
    if before != key:
        ways = _ways(board, own.tolist(), open_to.tolist(), held)
        memory[seat] = key, ways
    result = []
    for number, found in zip(held, ways, strict=True):
        price, path = found or (None, ())
        done = price == 0
        result.append(
            ticket_dict(board, number) | {"done": done, "path": [*path] if done else [], "missing": price}
        )
    return result


def _ways(board: Board, own: list[bool], open_to: list[bool], tickets: list[int]) -> list[Way]:
    """The cheapest way of each ticket."""
    prices = {
        track.id: 0 if own[number] else track.spaces
        for number, track in enumerate(board.tracks)
        if own[number] or open_to[number]
    }
    near = neighbours(board, prices)
    return [shortest_way(near, board.tickets[number].a, board.tickets[number].b) for number in tickets]


def player_view(board: Board, state: Any, seat: int) -> PlayerView:
    """What everybody may know of a seat."""
    over = state.phase == Phase.OVER
    running = state.route_points[seat] + state.flag_points[seat]
    flag = [board.flag_colours[i] for i in range(len(board.flag_colours)) if int(state.flag[seat]) >> i & 1]
    return PlayerView(
        seat=seat,
        score=int(state.total[seat] if over else running),
        cards=int(state.hand_n[seat]),
        tickets=int(state.ticket_n[seat]),
        choosing=bool(state.phase == Phase.OPENING and state.chosen[seat] == NOTHING),
        pieces={"main": int(state.pieces[seat, 0]), "subway": int(state.pieces[seat, 1])},
        stations=int(state.stations[seat]),
        goods=int(state.goods[seat]),
        flag=flag,
        flags=int(state.flags_done[seat]),
        shown=card_counts(board, state.shown[seat]),
        yard=[],
        on_track=0,
        on_track_cards=None,
        completed=int(state.made[seat]),
    )


def pending_dict(board: Board, state: Any) -> dict[str, Any] | None:
    """The claim or station under way."""
    if state.target == NOTHING:
        return None
    target = int(state.target)
    laid = {}
    if state.laid > state.laid_wild:
        laid[colour_name(board, int(state.laid_colour))] = int(state.laid - state.laid_wild)
    if state.laid_wild:
        laid["wild"] = int(state.laid_wild)
    return {
        "claim": board.tracks[target - CLAIM].id if target < STATION else None,
        "station": board.places[target - STATION].id if target >= STATION else None,
        "laid": laid,
        "revealed": [colour_name(board, int(kind)) for kind in state.revealed if kind != NOTHING],
        "owed": int(state.owed),
    }


def _owners(ids: list[str], owners: Any) -> dict[str, int]:
    return {name: owner for name, owner in zip(ids, owners.tolist(), strict=False) if owner != NOBODY}


def may_act(state: Any, seat: int | None) -> bool:
    """Whether the seat has a decision to take."""
    if seat is None or state.phase == Phase.OVER:
        return False
    if state.phase == Phase.OPENING:
        return bool(state.chosen[seat] == NOTHING)
    return bool(state.actor == seat)


def board_view(
    board: Board,
    kernel: Any,
    state: Any,
    scratch: Any,
    seat: int | None,
    outcome: Outcome | None,
    memory: Memory,
) -> View:
    """Put an observed state into names. `state` holds nothing that the seat may not know."""
    plain = plain_fields(state)
    phase = Phase(plain.phase)
    acting = may_act(plain, seat)
    viewer = -1 if seat is None else seat
    if acting:
        state.actor = plain.actor = viewer
    offer = (
        [int(ticket) for ticket in plain.offer[viewer, : plain.offer_n[viewer]]] if seat is not None else []
    )
    out = scratch.actions
    least = board.opening.keep if phase == Phase.OPENING else 1
    return View(
        game=board.id,
        seats=int(plain.seats),
        seat=seat,
        phase=phase_name(phase),
        actor=None if phase in (Phase.OPENING, Phase.OVER) else int(plain.actor),
        turn=int(plain.turns),
        decision=int(plain.decisions),
        last_turns=None if plain.last_turns == NOTHING else int(plain.last_turns),
        market=[None if kind == NOTHING else colour_name(board, int(kind)) for kind in plain.market],
        deck=int(plain.deck_n),
        discard=card_counts(board, plain.discard),
        ticket_deck=int(plain.queue_n),
        goods_left=int(plain.goods_left),
        players=[player_view(board, plain, other) for other in range(plain.seats)],
        claims=_owners([track.id for track in board.tracks], plain.owner),
        stations=_owners([place.id for place in board.places], plain.station_at),
        pending=pending_dict(board, plain),
        hand={} if seat is None else card_counts(board, plain.hand[seat]),
        tickets=[] if seat is None else own_tickets(board, kernel, state, plain, out, seat, memory),
        offer=[ticket_dict(board, number) for number in offer],
        keep_at_least=min(int(least), len(offer)),
        legal=legal_dicts(board, kernel, state, plain, out, viewer) if acting else [],
        refusals=refusal_dicts(board, kernel, state, plain, out, viewer)
        if acting and phase == Phase.TURN
        else {},
        round=1,
        outcome=outcome.to_dict() if outcome else None,
    )
