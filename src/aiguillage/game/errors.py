"""What can be wrong with what the game is given. Each message is one sentence with the reason."""

from dataclasses import dataclass, field
from typing import Any

from aiguillage.errors import AiguillageError


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something cannot be done: the rule, a short code with its figures, and the sentence."""

    rule: str
    code: str
    sentence: str
    figures: dict[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """For a client that makes its own sentence."""
        return {"rule": self.rule, "code": self.code, **self.figures}


class GameError(AiguillageError):
    """What a game refuses."""


class InvalidAction(GameError):
    """The text or number is no action of this game at all."""


class IllegalAction(GameError):
    """An action of this game that the rules do not allow now."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.sentence} ({refusal.rule})")
        self.refusal = refusal
        self.rule = refusal.rule


class RecordError(GameError):
    """A text record that is damaged or was edited into something that is no game."""


class PositionError(GameError):
    """A position that cannot occur."""
