"""When a table stands still: the host's pause or vacation, and a holiday to which everybody agreed.

All of it is in the log: what stops the table is one kind of entry, whoever wanted it, and one that has an end names it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import get_args

from ..protocol import HolidayState
from ..store.rows import Entry, SeatRow, StillKind

STILL_KINDS: tuple[StillKind, ...] = get_args(StillKind)


@dataclass(frozen=True, slots=True)
class Asked:
    """A seat asks for a holiday until a time; so far these seats agree."""

    seat: int
    until: int
    agreed: frozenset[int] = frozenset()

    def waiting(self, seats: Sequence[SeatRow]) -> list[int]:
        """The people who have not answered. Bots agree, also those that stand in; one answer counts for a device."""
        heard = {seats[seat].owner for seat in (self.seat, *self.agreed)}
        return [
            seat.seat
            for seat in seats
            if seat.kind == "human" and seat.player is None and seat.owner is not None and seat.owner not in heard
        ]


@dataclass(frozen=True, slots=True)
class Standstill:
    """Since when a table stands still, if it does; until when and for whose holiday, if for one; when it did before,
    and the holiday that somebody asks for."""

    since: int | None = None
    until: int | None = None
    seat: int | None = None
    past: tuple[tuple[int, int], ...] = ()
    asked: Asked | None = None

    def after(self, entry: Entry) -> "Standstill":
        """How it is after an entry. Whoever played did so at a table that went on."""
        match entry.kind:
            case "pause":
                since = entry.at if self.since is None else self.since
                if not entry.text:
                    return replace(self, since=since)
                return replace(self, since=since, until=int(entry.text), seat=entry.seat, asked=None)
            case "resume" | "play" if self.since is not None:
                end = entry.at if self.until is None else min(entry.at, self.until)
                return replace(self, since=None, until=None, seat=None, past=(*self.past, (self.since, end)))
            case "holiday" if entry.seat is not None:
                return replace(self, asked=Asked(entry.seat, int(entry.text)))
            case "agree" if self.asked is not None and entry.seat is not None:
                asked = replace(self.asked, agreed=self.asked.agreed | {entry.seat})
                return replace(self, asked=asked)
            case "decline":
                return replace(self, asked=None)
        return self

    def counted(self, start: int, now: int) -> int:
        """The milliseconds between two times in which the table did not stand still."""
        end = now if self.since is None else min(now, self.since)
        return max(0, end - start) - sum(max(0, min(end, b) - max(start, a)) for a, b in self.past)

    def question(self, now: int) -> Asked | None:
        """The holiday that is asked for; nobody is asked about one that would be over."""
        return self.asked if self.asked is not None and self.asked.until > now else None

    def state(self, seats: Sequence[SeatRow], now: int) -> HolidayState | None:
        """The question, for clients."""
        asked = self.question(now)
        if asked is None:
            return None
        return HolidayState(seat=asked.seat, until=asked.until, waiting=asked.waiting(seats))
