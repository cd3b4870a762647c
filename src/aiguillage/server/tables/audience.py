"""The people at a table: who is connected, and who has been away for how long."""

from collections.abc import Iterable

from pydantic import BaseModel

from ..protocol import PresenceMessage
from ..store.rows import SeatRow
from .clocks import passing
from .connection import Connection, Reason, encode


class Audience:
    """The connections of a table, through whichever process they come."""

    def __init__(self) -> None:
        self.connections: set[Connection] = set()
        self.away_since: dict[int, int] = {}  # the time of day, for people
        self.away_from: dict[int, int] = {}  # the same by a clock that nobody sets

    def __bool__(self) -> bool:
        return bool(self.connections)

    def present(self) -> set[int]:
        """The seats whose people are connected."""
        return {seat for connection in self.connections for seat in connection.seats}

    def note_away(self, seats: Iterable[SeatRow], now: int) -> None:
        """Write down since when people are away."""
        present = self.present()
        for seat in seats:
            if seat.kind == "human" and seat.seat not in present:
                self.away_since.setdefault(seat.seat, now)
                self.away_from.setdefault(seat.seat, passing())
            else:
                self.away_since.pop(seat.seat, None)
                self.away_from.pop(seat.seat, None)

    def presence(self) -> PresenceMessage:
        """Who is there, for clients."""
        watching = sum(1 for connection in self.connections if not connection.seats)
        return PresenceMessage(present=sorted(self.present()), watching=watching)

    def tell(self, message: BaseModel) -> None:
        """The same frame for everybody."""
        if self.connections:
            frame = encode(message)
            for connection in list(self.connections):
                connection.send(frame)

    def readers(self) -> dict[int | None, list[Connection]]:
        """Through whose eyes the table is seen, and by which connections; None is the spectators' view."""
        found: dict[int | None, list[Connection]] = {}
        for connection in self.connections:
            for seat in connection.views:
                found.setdefault(seat, []).append(connection)
        return found

    def close(self, reason: Reason, code: int) -> None:
        """Send everybody away."""
        for connection in list(self.connections):
            connection.close(reason, code)
