"""What a program holds: Game, Action, Event, View, the text record, positions."""

from aiguillage.game.actions import Action
from aiguillage.game.errors import (
    GameError,
    IllegalAction,
    InvalidAction,
    PositionError,
    RecordError,
    Refusal,
)
from aiguillage.game.events import Event
from aiguillage.game.game import Game, Move
from aiguillage.game.outcome import Outcome, SeatResult, TicketResult
from aiguillage.game.view import PlayerView, View

__all__ = [
    "Action",
    "Event",
    "Game",
    "GameError",
    "IllegalAction",
    "InvalidAction",
    "Move",
    "Outcome",
    "PlayerView",
    "PositionError",
    "RecordError",
    "Refusal",
    "SeatResult",
    "TicketResult",
    "View",
]
