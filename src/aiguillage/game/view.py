"""What one seat may know, with names: what the kernel has written, in the form that programs read."""

import json
from dataclasses import dataclass, fields
from typing import Any, Self

from aiguillage.game.outcome import Outcome
from aiguillage.game.shapes import (
    Cards,
    LegalAction,
    OfferedTicket,
    Pending,
    PendingPlacement,
    Phase,
    Proposal,
    Reason,
    TicketView,
    YardColumn,
)


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
    shown: Cards
    yard: list[YardColumn]
    on_track: int
    on_track_cards: Cards | None
    completed: int


@dataclass(frozen=True, slots=True)
class View:
    """Exactly what one seat (or, with `seat` None, a spectator) may know. See docs/architecture.md."""

    game: str
    seats: int
    seat: int | None
    phase: Phase
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
    closed: list[str]  # tracks that nobody has and nobody can have any more (R9)
    pending: Pending | PendingPlacement | None
    hand: Cards
    tickets: list[TicketView]
    offer: list[OfferedTicket]
    keep_at_least: int
    legal: list[LegalAction]
    refusals: dict[str, Reason]
    round: int
    outcome: Outcome | None
    proposal: Proposal | None  # what the program would complete (Card Game)

    @classmethod
    def read(cls, data: bytes) -> Self:
        """The view that the kernel has written."""
        members = json.loads(data)
        members["players"] = [PlayerView(**player) for player in members["players"]]
        if members["outcome"] is not None:
            members["outcome"] = Outcome.of(members["outcome"])
        return cls(**members)

    def to_dict(self) -> dict[str, Any]:
        """For a client. Lists and dicts are the view's own, not copies: a server makes many of these."""
        result = {name: getattr(self, name) for name in _VIEW_FIELDS}
        result["players"] = [{name: getattr(player, name) for name in _PLAYER_FIELDS} for player in self.players]
        result["outcome"] = None if self.outcome is None else self.outcome.to_dict()
        return result


_VIEW_FIELDS = tuple(field.name for field in fields(View))
_PLAYER_FIELDS = tuple(field.name for field in fields(PlayerView))
