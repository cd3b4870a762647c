"""Taking a turn back when everybody agrees: who asked, who still has to answer."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..protocol import TakebackState
from ..store.rows import Entry, SeatRow


@dataclass(frozen=True, slots=True)
class Takeback:
    """A seat asks that everything after the entry `to` be taken back."""

    seat: int
    to: int
    accepted: frozenset[int] = frozenset()

    @staticmethod
    def after(current: "Takeback | None", entry: Entry) -> "Takeback | None":
        """What is being asked for after an entry: playing on, refusing and withdrawing end it."""
        match entry.kind:
            case "ask":
                assert entry.seat is not None
                return Takeback(entry.seat, int(entry.text))
            case "accept" if current is not None and entry.seat is not None:
                return replace(current, accepted=current.accepted | {entry.seat})
            case "refuse" | "withdraw" | "play" | "undo" | "rewind":
                return None
        return current

    def waiting(self, seats: Sequence[SeatRow]) -> list[int]:
        """The people who have not answered, also those for whom a bot stands in. Bots agree, and so do those
        who share the asker's device."""
        asker = seats[self.seat]
        return [
            seat.seat
            for seat in seats
            if seat.seat != self.seat
            and seat.kind == "human"
            and seat.owner != asker.owner
            and seat.seat not in self.accepted
        ]

    def state(self, seats: Sequence[SeatRow]) -> TakebackState:
        """For clients."""
        return TakebackState(seat=self.seat, waiting=self.waiting(seats))
