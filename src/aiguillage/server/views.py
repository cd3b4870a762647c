"""The game as a reader may know it, as models: what the kernel's views and events look like on the wire.

The words of the contract are in `docs/architecture.md`. The server sends a view as the kernel has written it and does
not read it on the way; the tests hold every view of whole games against these models.
"""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict


class Outgoing(BaseModel):
    """What the server sends. Fields without a value are sent as null."""

    model_config = ConfigDict(extra="forbid", json_schema_serialization_defaults_required=True)


Cards = dict[str, int]


class Payment(Outgoing):
    text: str
    kind: str
    cards: Cards


class LegalAction(Outgoing):
    """One thing the reader may do now. `text` is what is sent back."""

    text: str
    kind: str
    colour: str | None = None
    track: str | None = None
    place: str | None = None
    tickets: list[str] | None = None
    cards: Cards | None = None
    payments: list[Payment] | None = None


class OfferedTicket(Outgoing):
    """A ticket as printed; `cards` are what the Card Game asks for."""

    id: str
    a: str
    b: str
    points: int
    long: bool
    cards: Cards


class TicketView(OfferedTicket):
    """One's own ticket: its path once done, before that the spaces missing at least (null: impossible now)."""

    done: bool
    path: list[str]
    missing: int | None


class YardColumn(Outgoing):
    colour: str
    cards: int
    wild: int


class PlayerView(Outgoing):
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
    shown: Cards
    yard: list[YardColumn]
    on_track: int
    on_track_cards: Cards | None
    completed: int


class Pending(Outgoing):
    """The half-made choice: what is being claimed, what was laid down, what the tunnel asks for."""

    claim: str | None
    station: str | None
    laid: Cards
    revealed: list[str]
    owed: int


class PendingPlacement(Outgoing):
    """The Card Game's half-made choice: which colour is being placed, or `three`."""

    place: str


class OutcomeTicket(Outgoing):
    id: str
    a: str
    b: str
    points: int
    long: bool
    done: bool
    path: list[str]
    borrowed: list[str]


class OutcomeSeat(Outgoing):
    seat: int
    rank: int
    total: int
    routes: int
    tickets: int
    longest: int
    stations: int
    goods: int
    flags: int
    bonus: int
    ticket_list: list[OutcomeTicket]
    trail: list[str]
    trail_length: int
    stations_built: int
    bonus_cities: list[str]


class Outcome(Outgoing):
    seats: list[OutcomeSeat]
    winners: list[int]
    tie_break: Literal["tickets", "stations", "longest", "bonus", "shared"] | None


class Proposal(Outgoing):
    """The tickets that the program would complete, and why (Card Game)."""

    tickets: list[str]
    points: int
    bonus_cities: list[str]
    text: str


class GameView(Outgoing):
    """Exactly what one seat (or, with `seat` null, a spectator) may know."""

    game: str
    seats: int
    seat: int | None
    phase: Literal[
        "opening",
        "turn",
        "second-card",
        "payment",
        "tunnel",
        "flag",
        "tickets",
        "placement",
        "completion",
        "over",
    ]
    actor: int | None
    turn: int
    decision: int
    last_turns: int | None
    market: list[str | None]
    deck: int
    discard: Cards
    ticket_deck: int
    goods_left: int
    players: list[PlayerView]
    claims: dict[str, int]
    stations: dict[str, int]
    pending: Pending | PendingPlacement | None
    hand: Cards
    tickets: list[TicketView]
    offer: list[OfferedTicket]
    keep_at_least: int
    legal: list[LegalAction]
    refusals: dict[str, dict[str, Any]]
    round: int
    outcome: Outcome | None
    proposal: Proposal | None


class GameEvent(BaseModel):
    """What happened, in words and data; fields beyond these depend on `kind` (docs/architecture.md).

    Where there is a `later`, an event of the same kind, a log keeps that instead while the game goes on.
    """

    model_config = ConfigDict(extra="allow")
    kind: str
    seat: int | None
    text: str
