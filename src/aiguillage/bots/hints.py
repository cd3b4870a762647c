"""What the planner would do, and why: its choice together with the plan behind it.

The reason is data (a code with tickets, a route, cards), so that clients can say it in their own language, and
one English sentence. The planner sees what the seat may know and nothing else, so a hint gives nothing away.
"""

from dataclasses import dataclass, field
from typing import Any, Literal

from aiguillage.boards import Board
from aiguillage.bots.bot import Seen
from aiguillage.bots.kernel_bot import clean_scratch
from aiguillage.bots.scratch import FOR_TICKET, POLICIES
from aiguillage.game import Action, kernels
from aiguillage.game.families import family_of
from aiguillage.game.names import in_memory
from aiguillage.game.written import BOARD_WRITER
from aiguillage.rules.state import NOTHING

PLANNER = "planner"

ReasonCode = Literal[
    "ticket",
    "points",
    "collect",
    "draw",
    "more-tickets",
    "choice",
    "station",
    "payment",
    "placement",
    "plan",
]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why, as data: `ticket` (the route is on the way of these tickets), `points` (worth them), `collect` (the
    plan lacks these cards, next for this route), `draw` (nothing better), `more-tickets`, `choice` (of
    tickets), `station`, `payment`, `placement`, `plan` (anything else)."""

    code: ReasonCode
    tickets: list[str] = field(default_factory=list)
    track: str | None = None
    cards: dict[str, int] = field(default_factory=dict)
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Hint:
    """An action, the reason as data, and the reason as a sentence."""

    text: str
    reason: Reason
    why: str


def planner_hint(seen: Seen, seed: int) -> Hint:
    """Let the planner decide, and look at its plan. For a thread: it takes a while."""
    family = family_of(seen.board)
    scratch = clean_scratch(family)
    policies = kernels.current().load(family.path("bots", "policies"))
    code = policies.decide(
        POLICIES[PLANNER],
        seen.board.table,
        seen.observation,
        seen.seat,
        seed,
        scratch,
        family.bots.weights_for(seen.board, PLANNER),
    )
    action = seen.action(int(code))
    reason, why = _reason(seen, action, scratch)
    return Hint(action.text, reason, why)


def _reason(seen: Seen, action: Action, scratch: Any) -> tuple[Reason, str]:
    board = seen.board
    match action.kind:
        case "claim":
            return _why_claim(seen, action.data["track"], scratch)
        case "take" | "blind":
            return _why_draw(board, seen.seat, scratch)
        case "tickets":
            return Reason(code="more-tickets"), "There are turns enough left for more tickets."
        case "keep":
            tickets = list(action.data["tickets"])
            return Reason(code="choice", tickets=tickets), "These tickets are worth their routes together."
        case "station":
            return Reason(code="station"), "A station here lends a route that a ticket needs."
        case "pay":
            cards = dict(action.data["cards"])
            return Reason(code="payment", cards=cards), "These are the cards that the plan can spare."
        case "complete":
            chosen = [ticket.id for number, ticket in enumerate(board.tickets) if scratch.best[number]]
            why = "Together these tickets give the best final total by what is known now."
            return Reason(code="choice", tickets=chosen), why
        case "place":
            cards = dict(action.data.get("cards", {}))
            return Reason(code="placement", cards=cards), "The tickets ask for these cards on track."
        case _:
            return Reason(code="plan"), "The plan has nothing better now."


def _why_claim(seen: Seen, track_id: str, scratch: Any) -> tuple[Reason, str]:
    board, seat = seen.board, seen.seat
    number = board.track_index[track_id]
    points = board.tracks[number].points
    tickets = []
    if scratch.want[seat, number] == FOR_TICKET:
        tickets = _tickets_over(seen, track_id, scratch)
    if tickets:
        names = " and ".join(_ticket_name(board, ticket) for ticket in tickets)
        reason = Reason(code="ticket", tickets=tickets, track=track_id, points=points)
        return reason, f"It is on the way of {names}."
    reason = Reason(code="points", track=track_id, points=points)
    return reason, f"It is worth {points} points, and the pieces can be spared."


def _tickets_over(seen: Seen, track_id: str, scratch: Any) -> list[str]:
    """The seat's unfinished tickets whose planned way uses a track."""
    board, seat, kernel = seen.board, seen.seat, kernels.current()
    find_way, page = kernel.load("explain.ways").find_way, BOARD_WRITER.page(kernel)
    for number, track in enumerate(board.tracks):
        own = seen.observation.owner[number] == seat
        planned = scratch.want[seat, number] == FOR_TICKET
        page.price[number] = 0 if own else track.spaces if planned else NOTHING
    wanted, found = board.track_index[track_id], []
    for number, ticket in enumerate(board.tickets):
        if seen.observation.ticket_at[number] == seat:
            ends = board.place_index[ticket.a], board.place_index[ticket.b]
            price = find_way(*in_memory(board, kernel), *ends, page)
            if price != NOTHING and wanted in page.way[ends[1], : page.way_n[ends[1]]]:
                found.append(ticket.id)
    return found


def _why_draw(board: Board, seat: int, scratch: Any) -> tuple[Reason, str]:
    """The colours that the plan lacks, and the next route that it lacks them for."""
    lacking = (scratch.wanted if board.family == "board" else scratch.needed).tolist()
    cards = {colour: lacking[kind] for kind, colour in enumerate(board.colours) if lacking[kind] > 0}
    if not cards:
        return Reason(code="draw"), "Nothing that can be had now is worth more than cards."
    words = ", ".join(f"{count} {colour}" for colour, count in cards.items())
    track = _next_track(board, scratch) if board.family == "board" else None
    if track is None:
        return Reason(code="collect", cards=cards), f"The plan still lacks {words}."
    ends = board.track(track)
    name = f"{board.place(ends.a).name} – {board.place(ends.b).name}"
    return Reason(code="collect", cards=cards, track=track), f"The plan still lacks {words}, next for {name}."


def _next_track(board: Board, scratch: Any) -> str | None:
    todo = scratch.todo[: int(scratch.todo_n)].tolist()
    return next((board.tracks[number].id for number in todo if scratch.lack[number] > 0), None)


def _ticket_name(board: Board, ticket_id: str) -> str:
    ticket = board.ticket(ticket_id)
    return f"{board.place(ticket.a).name} – {board.place(ticket.b).name}"
