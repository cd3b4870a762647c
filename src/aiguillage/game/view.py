"""What one seat may know, with names: what the kernel has written, in the form that programs read."""

import json
from dataclasses import dataclass, fields
from typing import Any, Self


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
    proposal: dict[str, Any] | None  # what the program would complete (Card Game)

    @classmethod
    def read(cls, data: bytes) -> Self:
        """The view that the kernel has written."""
        members = json.loads(data)
        members["players"] = [PlayerView(**player) for player in members["players"]]
        return cls(**members)

    def to_dict(self) -> dict[str, Any]:
        """For a client. Lists and dicts are the view's own, not copies: a server makes many of these."""
        result = {name: getattr(self, name) for name in _VIEW_FIELDS}
        result["players"] = [
            {name: getattr(player, name) for name in _PLAYER_FIELDS} for player in self.players
        ]
        return result


_VIEW_FIELDS = tuple(field.name for field in fields(View))
_PLAYER_FIELDS = tuple(field.name for field in fields(PlayerView))
