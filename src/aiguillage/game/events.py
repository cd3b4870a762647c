"""What happened, in words and as data, with a public and a private face."""

import json
from dataclasses import dataclass, field
from typing import Any, cast

from aiguillage.game.shapes import GameEvent


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. `secret` holds what only `seat` may know, `secret_text` its sentence.

    `later` is what can still be looked up of it while the game goes on, with `later_text`: of cards that went on track
    only how many there were, for remembering them is part of the game (C6). None: all of it.
    """

    kind: str
    seat: int | None
    text: str
    data: dict[str, Any] = field(default_factory=dict)
    secret: dict[str, Any] = field(default_factory=dict)
    secret_text: str = ""
    later: dict[str, Any] | None = None
    later_text: str = ""

    def to_dict(self, viewer: int | None = None) -> GameEvent:
        """The event as the viewer may see it; None is a spectator."""
        own = viewer is not None and viewer == self.seat
        others = {"kind": self.kind, "seat": self.seat, "text": self.text, **self.data}
        if not own or not self.secret_text:
            return cast(GameEvent, others)
        return cast(GameEvent, {**others, "text": self.secret_text, **self.secret, "others": others})

    def recalled(self, viewer: int | None = None) -> GameEvent:
        """What the viewer may look up of it in a game that goes on."""
        if self.later is None:
            return self.to_dict(viewer)
        return cast(GameEvent, {"kind": self.kind, "seat": self.seat, "text": self.later_text, **self.later})

    def told(self, viewer: int | None = None) -> GameEvent:
        """The event when it happens; `later` is what the viewer's log may keep, where that is less."""
        now = self.to_dict(viewer)
        return now if self.later is None else cast(GameEvent, {**now, "later": self.recalled(viewer)})

    def sentence(self, viewer: int | None = None) -> str:
        """What happened, as the viewer may hear it, without the name of the seat."""
        own = viewer is not None and viewer == self.seat
        return self.secret_text if own and self.secret_text else self.text

    def __str__(self) -> str:
        return self.text if self.seat is None else f"seat {self.seat} {self.text}"


def read_events(data: bytes) -> list[Event]:
    """The events that the kernel has written down."""
    return [Event(**members) for members in json.loads(data)]
