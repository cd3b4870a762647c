"""What one seat may know, with names: the kernel's observation in the form that clients draw."""

from dataclasses import asdict, dataclass
from typing import Any

from aiguillage.boards import Board
from aiguillage.game.actions import colour_name, describe, payment_action, price_of
from aiguillage.game.outcome import Outcome
from aiguillage.game.paths import shortest
from aiguillage.game.refusals import place_refusal, track_refusal
from aiguillage.rules.claim import ALLOWED
from aiguillage.rules.state import CLAIM, NOBODY, NOTHING, STATION, WILD, Phase


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

    def to_dict(self) -> dict[str, Any]:
        """For a client."""
        return asdict(self)


def phase_name(phase: int) -> str:
    """The phase as clients know it."""
    return Phase(int(phase)).name.lower().replace("_", "-")


def card_counts(board: Board, counts: Any) -> dict[str, int]:
    """Counts by card kind, with names, zeros left out."""
    kinds = [*range(len(board.colours)), WILD]
    return {colour_name(board, kind): int(counts[kind]) for kind in kinds if counts[kind]}


def legal_dicts(board: Board, kernel: Any, state: Any, scratch: Any, seat: int) -> list[dict[str, Any]]:
    """The legal actions with, for routes and stations, the ways to pay for them."""
    count = kernel.turn.legal(board.table, state, scratch.actions)
    codes = [int(code) for code in scratch.actions[:count]]
    result = []
    for code in codes:
        entry = describe(board, state, seat, code).to_dict()
        if code >= CLAIM:
            cost = price_of(board, state, seat, code)
            ways = kernel.turn.legal_payments(board.table, state, code, scratch.actions)
            entry["payments"] = [
                payment_action(board, int(way), cost).to_dict() for way in scratch.actions[:ways]
            ]
        result.append(entry)
    return result


def refusal_dicts(
    board: Board, kernel: Any, state: Any, scratch: Any, seat: int
) -> dict[str, dict[str, Any]]:
    """Why the rest of the board cannot be chosen, at the start of a turn."""
    result = {}
    reasons = scratch.actions
    kernel.refuse.claim_refusals(board.table, state, seat, reasons)
    for number, track in enumerate(board.tracks):
        if reasons[number] != ALLOWED:
            result[track.id] = track_refusal(board, state, seat, number, int(reasons[number])).to_dict()
    if board.stations:
        kernel.refuse.station_refusals(board.table, state, seat, reasons)
        for number, place in enumerate(board.places):
            if reasons[number] != ALLOWED:
                key = f"station:{place.id}"
                result[key] = place_refusal(board, state, seat, number, int(reasons[number])).to_dict()
    if state.queue_n == 0:
        result["tickets"] = {"rule": "K3", "code": "no-tickets"}
    if state.deck_n == 0:
        result["blind"] = {"rule": "D9", "code": "no-cards"}
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


def own_tickets(board: Board, kernel: Any, state: Any, scratch: Any, seat: int) -> list[dict[str, Any]]:
    """The seat's tickets with their path, or how many spaces are missing at least (None: cannot be made any more)."""
    kernel.refuse.closed_tracks(board.table, state, seat, scratch.actions)
    prices = {}
    for number, track in enumerate(board.tracks):
        if state.owner[number] == seat:
            prices[track.id] = 0
        elif scratch.actions[number] == ALLOWED:
            prices[track.id] = track.spaces
    result = []
    for number, ticket in enumerate(board.tickets):
        if state.ticket_at[number] == seat:
            found = shortest(board, ticket.a, ticket.b, prices)
            done = found is not None and found[0] == 0
            result.append(
                {
                    **ticket_dict(board, number),
                    "done": done,
                    "path": found[1] if found and done else [],
                    "missing": found[0] if found else None,
                }
            )
    return result


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


def may_act(state: Any, seat: int | None) -> bool:
    """Whether the seat has a decision to take."""
    if seat is None or state.phase == Phase.OVER:
        return False
    if state.phase == Phase.OPENING:
        return bool(state.chosen[seat] == NOTHING)
    return bool(state.actor == seat)


def board_view(
    board: Board, kernel: Any, state: Any, scratch: Any, seat: int | None, outcome: Outcome | None
) -> View:
    """Put an observed state into names. `state` holds nothing that the seat may not know."""
    phase = Phase(int(state.phase))
    acting = may_act(state, seat)
    viewer = -1 if seat is None else seat
    if acting:
        state.actor = viewer
    offer = (
        [int(ticket) for ticket in state.offer[viewer, : state.offer_n[viewer]]] if seat is not None else []
    )
    least = board.opening.keep if phase == Phase.OPENING else 1
    return View(
        game=board.id,
        seats=int(state.seats),
        seat=seat,
        phase=phase_name(phase),
        actor=None if phase in (Phase.OPENING, Phase.OVER) else int(state.actor),
        turn=int(state.turns),
        decision=int(state.decisions),
        last_turns=None if state.last_turns == NOTHING else int(state.last_turns),
        market=[None if kind == NOTHING else colour_name(board, int(kind)) for kind in state.market],
        deck=int(state.deck_n),
        discard=card_counts(board, state.discard),
        ticket_deck=int(state.queue_n),
        goods_left=int(state.goods_left),
        players=[player_view(board, state, other) for other in range(state.seats)],
        claims={t.id: int(state.owner[n]) for n, t in enumerate(board.tracks) if state.owner[n] != NOBODY},
        stations={
            p.id: int(state.station_at[n])
            for n, p in enumerate(board.places)
            if state.station_at[n] != NOBODY
        },
        pending=pending_dict(board, state),
        hand={} if seat is None else card_counts(board, state.hand[seat]),
        tickets=[] if seat is None else own_tickets(board, kernel, state, scratch, seat),
        offer=[ticket_dict(board, number) for number in offer],
        keep_at_least=min(int(least), len(offer)),
        legal=legal_dicts(board, kernel, state, scratch, viewer) if acting else [],
        refusals=refusal_dicts(board, kernel, state, scratch, viewer)
        if acting and phase == Phase.TURN
        else {},
        round=1,
        outcome=outcome.to_dict() if outcome else None,
    )
