"""What the planner would do, and why: its choice together with the plan behind it.

The reason is data (a code with tickets, a route, cards), so that clients can say it in their own language, and
one English sentence. The planner sees what the seat may know and nothing else, so a hint gives nothing away.
"""

from dataclasses import dataclass, field
from typing import Any, Literal, cast

import numpy as np

from aiguillage.boards import Board
from aiguillage.boards.board import Ticket
from aiguillage.bots.bot import Seen
from aiguillage.bots.kernel_bot import clean_scratch
from aiguillage.bots.opinions import weights_for
from aiguillage.bots.scratch import FOR_TICKET, POLICIES
from aiguillage.game import Action, kernels
from aiguillage.game.actions import whole_text
from aiguillage.game.families import family_of
from aiguillage.game.names import in_memory
from aiguillage.game.shapes import Act
from aiguillage.game.words import cards_words
from aiguillage.game.written import BOARD_WRITER
from aiguillage.rules.numbers import MAX_TRACKS, NOTHING
from aiguillage.rules.phases import PAYMENT, PLACEMENT, TURN
from aiguillage.rules.records import AnyBotScratch, AnyState, BotScratchRecord, CardBotScratchRecord

PLANNER = "planner"
WILD = "wild"

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
class HintReason:
    """Why, as data: `ticket` (the route is on the way of these tickets), `points` (worth them), `collect` (this
    route, or in the Card Game the tickets, lack these cards), `draw` (nothing better), `more-tickets`, `choice` (of
    tickets), `station`, `payment`, `placement`, `plan` (anything else)."""

    code: ReasonCode
    tickets: list[str] = field(default_factory=list)
    track: str | None = None
    cards: dict[str, int] = field(default_factory=dict)
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Hint:
    """An action, the reason as data, and the reason as a sentence; and all that the action will take.

    What has to be paid or placed after it is in `payment`, as the next decision's text, with its `cards`; `whole` is
    the text that does both, `act` the same as data; `path` are the tracks to light: the way of the ticket that a route
    is for, or the route alone.
    """

    text: str
    whole: str
    act: Act
    reason: HintReason
    why: str
    payment: str | None = None
    cards: dict[str, int] = field(default_factory=dict)
    path: list[str] = field(default_factory=list)


def planner_hint(seen: Seen, seed: int) -> Hint:
    """Let the planner decide, and look at its plan. For a thread: it takes a while."""
    return hint_for(seen, None, seed)


def hint_for(seen: Seen, wanted: Action | None, seed: int) -> Hint:
    """What the planner's plan says for an action; for None, for the planner's own choice."""
    scratch = clean_scratch(family_of(seen.board))
    action = _decide(seen, seen.observation, seed, scratch)
    if wanted is not None:
        action = wanted
    reason, why = _reason(seen, action, scratch)
    payment, path = _payment(seen, action, seed), _path(seen, reason, scratch)
    if payment is None:
        cards = dict(action.data.get("cards", {}))
        return Hint(action.text, action.text, action.act, reason, why, None, cards, path)
    cards = dict(payment.data["cards"])
    why = f"{why} {'Pay' if payment.kind == 'pay' else 'Place'} {cards_words(cards)}."
    whole, act = whole_text(action.text, payment.text), cast(Act, {**action.act, "cards": cards})
    return Hint(action.text, whole, act, reason, why, payment.text, cards, path)


def _decide(seen: Seen, observation: AnyState, seed: int, scratch: AnyBotScratch) -> Action:
    """The planner's choice for the seat by an observation."""
    family = family_of(seen.board)
    policies = kernels.current().load(family.path("bots", "policies"))
    code = policies.decide(
        POLICIES[PLANNER],
        seen.board.table,
        observation,
        seen.seat,
        seed,
        scratch,
        weights_for(seen.board, PLANNER),
    )
    return family.describe(seen.board, observation, seen.seat, int(code))


def _payment(seen: Seen, action: Action, seed: int) -> Action | None:
    """What the planner would pay for the route or station that it names, or place; None if nothing will be due."""
    if action.kind not in ("claim", "station", "place") or seen.observation.phase != TURN:
        return None
    due = seen.observation.copy()
    due.phase = PLACEMENT if action.kind == "place" else PAYMENT
    due.target = action.code
    return _decide(seen, due, seed, clean_scratch(family_of(seen.board)))


def _path(seen: Seen, reason: HintReason, scratch: BotScratchRecord) -> list[str]:
    """The tracks to light: the planned way of the first ticket that the route is for, else the route."""
    if reason.tickets and reason.track is not None:
        return _planned_way(seen, scratch, seen.board.ticket(reason.tickets[0]))
    return [] if reason.track is None else [reason.track]


def _reason(seen: Seen, action: Action, scratch: Any) -> tuple[HintReason, str]:
    board = seen.board
    match action.kind:
        case "claim":
            return _why_claim(seen, action.data["track"], scratch)
        case "take" | "blind":
            return _why_draw(seen, action, scratch)
        case "tickets":
            return HintReason(code="more-tickets"), "There are turns enough left for more tickets."
        case "keep":
            tickets = list(action.data["tickets"])
            return HintReason(code="choice", tickets=tickets), "These tickets are worth their routes together."
        case "station":
            return HintReason(code="station"), "A station here lends a route that a ticket needs."
        case "pay":
            cards = dict(action.data["cards"])
            return HintReason(code="payment", cards=cards), "These are the cards that the plan can spare."
        case "complete":
            chosen = [ticket.id for number, ticket in enumerate(board.tickets) if scratch.best[number]]
            why = "Together these tickets give the best final total by what is known now."
            return HintReason(code="choice", tickets=chosen), why
        case "place":
            cards = dict(action.data.get("cards", {}))
            return HintReason(code="placement", cards=cards), "The tickets ask for these cards on track."
        case _:
            return HintReason(code="plan"), "The plan has nothing better now."


def _why_claim(seen: Seen, track_id: str, scratch: BotScratchRecord) -> tuple[HintReason, str]:
    board, seat = seen.board, seen.seat
    number = board.track_index[track_id]
    points = board.tracks[number].points
    tickets = []
    if scratch.want[seat, number] == FOR_TICKET:
        tickets = _tickets_over(seen, track_id, scratch)
    if tickets:
        names = " and ".join(_ticket_name(board, ticket) for ticket in tickets)
        reason = HintReason(code="ticket", tickets=tickets, track=track_id, points=points)
        return reason, f"It is on the way of {names}."
    reason = HintReason(code="points", track=track_id, points=points)
    return reason, f"It is worth {points} points, and the pieces can be spared."


def _planned_way(seen: Seen, scratch: BotScratchRecord, ticket: Ticket) -> list[str]:
    """The cheapest way of a ticket over the seat's own tracks and those that the plan wants; empty if there is none."""
    board, kernel = seen.board, kernels.current()
    page = BOARD_WRITER.page(kernel)
    owner, wanted = seen.observation.owner.tolist(), scratch.want[seen.seat].tolist()
    for number, track in enumerate(board.tracks):
        planned = wanted[number] == FOR_TICKET
        page.price[number] = 0 if owner[number] == seen.seat else track.spaces if planned else NOTHING
    start, end = board.place_index[ticket.a], board.place_index[ticket.b]
    price = kernel.load("explain.ways").find_way(*in_memory(board, kernel), start, end, page)
    tracks = page.way[end, : page.way_n[end]].tolist() if price != NOTHING else []
    return [board.tracks[number].id for number in tracks]


def _tickets_over(seen: Seen, track_id: str, scratch: BotScratchRecord) -> list[str]:
    """The seat's unfinished tickets whose planned way uses a track."""
    held = seen.observation.ticket_at.tolist()
    mine = [ticket for number, ticket in enumerate(seen.board.tickets) if held[number] == seen.seat]
    return [ticket.id for ticket in mine if track_id in _planned_way(seen, scratch, ticket)]


def _why_draw(seen: Seen, action: Action, scratch: Any) -> tuple[HintReason, str]:
    """What the next route of the plan that the card helps lacks; in the Card Game, what the tickets lack."""
    board, wanted = seen.board, action.data.get("colour")
    if board.family == "cards":
        return _why_collect(board, wanted, scratch)
    shortages = _shortages(seen, scratch)
    if wanted is not None and wanted != WILD:
        shortages = [one for one in shortages if wanted in one[1]]
    if not shortages:
        return HintReason(code="draw"), "Nothing that can be had now is worth more than cards."
    track, cards = shortages[0]
    ends = board.track(track)
    name = f"{board.place(ends.a).name} – {board.place(ends.b).name}"
    return HintReason(code="collect", cards=cards, track=track), f"{name} still lacks {cards_words(cards)}."


def _shortages(seen: Seen, scratch: BotScratchRecord) -> list[tuple[str, dict[str, int]]]:
    """The routes of the plan that cannot be paid yet and the cards that each lacks, in the order of the plan."""
    board, kernel = seen.board, kernels.current()
    out = kernel.zeros(4 * MAX_TRACKS, np.int16)
    count = kernel.load("bots.cards").list_shortages(board.table, seen.observation, seen.seat, scratch, out)
    found = []
    for track, colour, plain, wilds in out[: 4 * int(count)].reshape(-1, 4).tolist():
        cards = {board.colours[colour]: plain, WILD: wilds}
        found.append((board.tracks[track].id, {name: number for name, number in cards.items() if number}))
    return found


def _why_collect(board: Board, wanted: str | None, scratch: CardBotScratchRecord) -> tuple[HintReason, str]:
    """The colour that is taken, if tickets lack it; else the colour that they lack most of."""
    lacking = dict(zip(board.colours, scratch.needed.tolist(), strict=False))
    if not any(count > 0 for count in lacking.values()):
        return HintReason(code="draw"), "Nothing that can be had now is worth more than cards."
    most = max(lacking, key=lambda one: lacking[one])
    colour = wanted if wanted is not None and lacking.get(wanted, 0) > 0 else most
    cards = {colour: min(lacking[colour], board.cards[colour])}
    return HintReason(code="collect", cards=cards), f"The tickets still lack {cards_words(cards)}."


def _ticket_name(board: Board, ticket_id: str) -> str:
    ticket = board.ticket(ticket_id)
    return f"{board.place(ticket.a).name} – {board.place(ticket.b).name}"
