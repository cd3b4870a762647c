"""Luck apart from skill: the way from what everybody could expect before the deal to the result, part by part.

With all cards and tickets open but those still to come, every position has a value for each seat. From one decision to
the next it changes by the choice (in comparison with what the planner would have chosen) and by chance. Each change
goes to one part, for the seat that decided and for each of the others, so that the parts add up to the result.

Values are means of play-outs, so every change is partly noise. A change is therefore counted only as far as it is
likely to be real (by its error, and by how large the changes of its kind are in this game); what is left over is
`rest`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from aiguillage.analysis.figures import Gap, rounded

Part = Literal["dealt", "drawn", "tickets", "tunnels", "played", "others", "their_luck", "rest"]
PARTS: tuple[Part, ...] = (
    "dealt",  # the first cards, the tickets to choose from, who begins
    "drawn",  # one's own cards, and what was turned up
    "tickets",  # the tickets that one drew
    "tunnels",  # what tunnels asked for
    "played",  # one's own choices, by what one knew
    "others",  # the others' choices
    "their_luck",  # what they drew
    "rest",  # what nobody could know, and what cannot be told from chance
)
SURE_OF = 1.96
"""Within so many standard errors a part lies with 95 % certainty."""

Measure = Literal["win", "points"]
MEASURES: tuple[Measure, ...] = ("win", "points")


@dataclass(frozen=True, slots=True)
class Change:
    """What one step changed for one seat."""

    seat: int
    part: Part
    gap: Gap


@dataclass
class Ledger:
    """The account of one measure: where each seat began, how it ended, and the changes between."""

    start: list[float]
    dealt: list[Gap]  # what the first position was worth
    result: list[float]
    changes: list[Change] = field(default_factory=list)

    def accounts(self) -> list["Account"]:
        """What each part came to, seat by seat. The sum is the result less the start."""
        found = []
        real = _believed(self.changes)
        for seat, (start, dealt, result) in enumerate(zip(self.start, self.dealt, self.result, strict=True)):
            parts, squares = dict.fromkeys(PARTS, 0.0), dict.fromkeys(PARTS, 0.0)
            parts["dealt"], squares["dealt"] = dealt.mean - start, dealt.error**2
            for change, share in zip(self.changes, real, strict=True):
                if change.seat == seat and share > 0.0:
                    parts[change.part] += share * change.gap.mean
                    squares[change.part] += (share * change.gap.error) ** 2
            parts["rest"] = result - start - sum(parts.values())
            squares["rest"] = sum(squares.values())
            errors = {part: float(np.sqrt(square)) for part, square in squares.items()}
            found.append(Account(start, result, parts, errors))
        return found


def _believed(changes: Sequence[Change]) -> list[float]:
    """How much of each change is likely to be real: what is left when it is shrunk by the noise in it.

    The variance of the real changes of a part is that of the changes seen, less that of their errors.
    """
    values = np.array([change.gap.mean for change in changes])
    errors = np.array([change.gap.error for change in changes]) ** 2
    result = np.zeros(len(changes))
    for part in PARTS:
        chosen = np.array([change.part == part for change in changes], np.bool_) & np.isfinite(errors)
        if chosen.any():
            spread = max(0.0, float((values[chosen] ** 2 - errors[chosen]).mean()))
            noise = spread + errors[chosen]
            result[chosen] = np.divide(spread, noise, out=np.ones_like(noise), where=noise > 0)
    return [float(value) for value in result]


@dataclass(frozen=True, slots=True)
class Account:
    """How a seat came from what everybody could expect to its result, in one measure."""

    start: float
    result: float
    parts: dict[Part, float]
    errors: dict[Part, float]  # the standard error of each

    def to_dict(self) -> dict[str, Any]:
        """Rounded so that start and parts still add up to the result: the rest is what the others leave."""
        parts = {part: rounded(value) for part, value in self.parts.items()}
        start, result = rounded(self.start), rounded(self.result)
        others = sum(value for part, value in parts.items() if part != "rest")
        parts["rest"] = rounded(result - start - others)
        errors = {part: rounded(value) for part, value in self.errors.items()}
        return {"start": start, "result": result, "parts": parts, "errors": errors}


def margins(account: Account) -> dict[Part, int]:
    """How many points each part may be off, with 95 % certainty."""
    return {part: math.ceil(SURE_OF * rounded(error)) for part, error in account.errors.items()}


def whole_points(account: Account) -> dict[Part, int]:
    """The parts as whole points that add up to the rounded sum: for sentences."""
    values: dict[Part, float] = account.to_dict()["parts"]
    floors = {part: math.floor(value) for part, value in values.items()}
    total = math.floor(rounded(sum(values.values())) + 0.5)
    by_rest = sorted(PARTS, key=lambda part: rounded(floors[part] - values[part]))
    for part in by_rest[: total - sum(floors.values())]:
        floors[part] += 1
    return floors
