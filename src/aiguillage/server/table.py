"""A table in memory: its header, its game, and the people connected to it.

Every change is one entry of the table's log. It is tried on the game first, then written, and only when it is
on disk does anyone hear of it. If another process took its number, or the write failed, the game in memory is
thrown away and replayed from the log: memory is never ahead of the disk when somebody looks.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel
from sqlalchemy import Executable

from aiguillage import __version__
from aiguillage.game import Event
from aiguillage.game.errors import GameError, IllegalAction

from . import tokens
from .clocks import ThinkingTime, clock_state
from .connection import Connection, encode
from .course import Course
from .protocol import (
    PROTOCOL_VERSION,
    By,
    ChatMessage,
    ClockState,
    PresenceMessage,
    ReactionMessage,
    TableInfo,
    TableMessage,
    TakebackMessage,
    You,
)
from .refused import Refused, busy, faulty, no_such_table
from .rows import Entry, Header, Kind, SeatRow
from .storage import StorageError, update_table
from .takeback import Takeback

if TYPE_CHECKING:
    from .house import House

LOG = logging.getLogger("aiguillage.table")
CHAT_KEPT = 100
ATTEMPTS = 8


class LiveTable:
    """One table. All methods that change it hold its lock."""

    def __init__(self, house: "House", table_id: str) -> None:
        self.house = house
        self.id = table_id
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.sequence = 0
        self.course: Course | None = None
        self.chat: list[ChatMessage] = []
        self.takeback: Takeback | None = None
        self.awake = False
        self.fault = False
        self.used = monotonic()
        self.time = ThinkingTime(house.now)
        self.away_since: dict[int, int] = {}
        self.remote: set[int] = set()  # seats connected to other processes
        self.wrote_last = False  # whether the last entry came from this process
        self._header: Header | None = None

    # ---- loading and letting go ----

    @property
    def header(self) -> Header:
        """The header; the table has been loaded."""
        assert self._header is not None
        return self._header

    @property
    def loaded(self) -> bool:
        """Whether the header is in memory."""
        return self._header is not None

    async def load(self) -> None:
        """Read the header, once."""
        self.used = monotonic()
        if self._header is None:
            async with self.lock:
                if self._header is None:
                    await self._read_header()
                    now = self.house.now()
                    self.away_since = {seat.seat: now for seat in self.header.seats if seat.kind == "human"}

    async def _read_header(self) -> None:
        header = await self.house.storage.header(self.id)
        if header is None:
            raise no_such_table()
        self._header = header

    def replace_header(self, header: Header, started: bool = False) -> None:
        """The header changed, durably: tell everybody."""
        self._header = header
        self._away_changed()
        if started:
            self.time.restart(self._someone_there())
            self.tell_start()
        else:
            self.tell_table()

    async def wake(self) -> None:
        """Bring log and game into memory. The lock is held."""
        self.used = monotonic()
        if self.fault:
            raise faulty()
        if self.awake:
            return
        entries = await self.house.storage.entries(self.id)
        heard, self.sequence = self.sequence, entries[-1].sequence if entries else 0
        # Entries that nobody here has heard of yet are told after the rest is in place.
        split = next((i for i, entry in enumerate(entries) if 0 < heard < entry.sequence), len(entries))
        old, new = entries[:split], entries[split:]
        if new:
            await self._read_header()
        await self._rebuild(old)
        self.awake = True
        self.time.restart(self._someone_there())
        for entry in new:
            await self._hear(entry)

    async def _rebuild(self, entries: Sequence[Entry]) -> None:
        self.course = None
        self.chat = []
        self.takeback = None
        if self.header.status in ("playing", "over") and not self.header.imported:
            with self.house.metrics.replays.time():
                self.course = await self._guarded_thread(Course.replay, self.header, entries)
        for entry in entries:
            self._remember(entry)

    async def _guarded_thread(self, function: Callable[..., Course], *arguments: Any) -> Course:
        try:
            return await asyncio.to_thread(function, *arguments)
        except Exception as error:
            await self.isolate(error)
            raise faulty() from error

    def sleep(self) -> None:
        """Let go of log and game; the header stays. Not while anybody holds the lock."""
        self.awake = False
        self.course = None
        self.chat = []
        self.takeback = None
        self.house.driver.forget(self)

    async def isolate(self, error: BaseException) -> None:
        """A fault in this table's game: stop it here, report it with its record, leave the others alone."""
        self.fault = True
        self.sleep()
        await self.house.report_fault(self, error)
        for connection in list(self.connections):
            connection.close("fault", 1011)

    # ---- the log ----

    async def append(
        self,
        kind: Kind,
        seat: int | None = None,
        text: str = "",
        *,
        changes: Sequence[Executable] = (),
    ) -> Entry | None:
        """Write an entry beside the game; None if its number was taken, and then the table has caught up."""
        entry = Entry(self.id, self.sequence + 1, kind, seat, text, self.house.now())
        return entry if await self.commit(entry, changes) else None

    async def commit(self, entry: Entry, changes: Sequence[Executable] = ()) -> bool:
        """Make an entry durable; False if its number was taken, and then the table has caught up."""
        started = monotonic()
        try:
            won = await self.house.storage.append(entry, changes)
        except BaseException as error:
            # Whether it was written is not known: look again before anything else is done here.
            self.forget_game()
            self.house.later(self.sync())
            if isinstance(error, StorageError):
                raise busy() from error
            raise
        self.house.metrics.commits.observe(monotonic() - started)
        if won:
            self.sequence = entry.sequence
            self.wrote_last = True
            self._remember(entry)
            return True
        self.house.metrics.conflicts.inc()
        self.forget_game()
        await self.wake()
        return False

    def forget_game(self) -> None:
        """The game in memory may be ahead of the log: replay it before it is used again."""
        self.awake = False
        self.course = None

    def _remember(self, entry: Entry) -> None:
        """What the log says besides the game: chat, and the takeback that is being asked for."""
        if entry.kind == "chat" and entry.seat is not None:
            name = self.header.seats[entry.seat].name
            self.chat.append(
                ChatMessage(sequence=entry.sequence, seat=entry.seat, name=name, text=entry.text, at=entry.at)
            )
            del self.chat[:-CHAT_KEPT]
        self.takeback = Takeback.after(self.takeback, entry)

    async def sync(self) -> None:
        """Catch up with what other processes wrote, and tell it to the people here."""
        async with self.lock:
            if self.fault or not self.loaded:
                return
            if not self.awake:
                if self.connections:
                    await self.wake()
                else:
                    await self._read_header()
                return
            for entry in await self.house.storage.entries(self.id, self.sequence):
                await self._hear(entry)
            await self._hear_presence()
        self.house.driver.look(self)

    async def _hear(self, entry: Entry) -> None:
        """An entry of another process, already durable."""
        before = self.takeback
        self.sequence = entry.sequence
        self.wrote_last = False
        if entry.kind in ("table", "start"):
            await self._read_header()
        if entry.kind == "start":
            self.course = await self._guarded_thread(Course.replay, self.header, [entry])
        self._remember(entry)
        if entry.kind in ("play", "undo", "rewind") and self.course is not None:
            try:
                events = self.course.apply(entry)
            except Exception as error:
                await self.isolate(error)
                raise faulty() from error
            self.time.restart(self._someone_there())
            self.tell_game(entry, events)
            if self.course.game.over:
                await self._read_header()
                self.tell_table()
        else:
            self.tell_entry(entry, before)

    # ---- playing ----

    async def play(self, seat: int, text: str, sequence: int, by: By = "human") -> int:
        """One decision of a seat that has seen everything up to `sequence`. Returns the entry's number."""
        async with self.lock:
            await self.wake()
            if sequence > self.sequence:  # seen through another process
                await self._catch_up()
            for _ in range(ATTEMPTS):
                course = self._course_for(seat, sequence, by)
                entry = Entry(
                    self.id,
                    self.sequence + 1,
                    "play",
                    seat,
                    text,
                    self.house.now(),
                    tokens.new_key(),
                    by,
                    self.time.elapsed() if self.header.options.clock.kind != "none" else None,
                )
                events = await self._try(course, entry)
                header, changes = self._when_over(course)
                if await self.commit(entry, changes):
                    self._header = header
                    self.time.restart(self._someone_there())
                    self.tell_game(entry, events)
                    if course.game.over:
                        self.tell_table()
                    break
            else:
                raise busy()
        self.house.driver.look(self)
        return entry.sequence

    async def _try(self, course: Course, entry: Entry) -> list[Event]:
        try:
            events = course.play(entry)
        except IllegalAction as error:
            raise Refused("illegal", error.refusal.sentence, rule=error.rule) from None
        except GameError as error:
            raise Refused("invalid", str(error)) from None
        except Exception as error:
            await self.isolate(error)
            raise faulty() from error
        self.house.metrics.moves.labels(self.header.game, entry.by).inc()
        return events

    def _course_for(self, seat: int, sequence: int, by: By) -> Course:
        """The game, if the seat may decide something in it now."""
        course = self.course
        if course is None or self.header.status != "playing":
            raise Refused("not_playing", "No game is being played at this table.")
        if sequence > self.sequence or course.stale(seat, sequence):
            raise Refused("stale", "Something happened at the table before your message; look again.")
        if not course.may_act(seat):
            raise Refused("wrong_turn", "It is not your turn.")
        if by == "human" and self.header.seats[seat].stand_in is not None:
            raise Refused("stand_in", "A bot plays for this seat; take the seat back first.")
        return course

    def _when_over(self, course: Course) -> tuple[Header, list[Executable]]:
        """The header after a decision; it changes with the last one."""
        if not course.game.over:
            return self.header, []
        outcome = course.game.outcome()
        header = replace(
            self.header,
            status="over",
            ended=self.house.now(),
            winners=list(outcome.winners),
            totals=[result.total for result in outcome.seats],
        )
        return header, [update_table(header, "status", "ended", "winners", "totals")]

    async def undo(self, seat: int, sequence: int) -> int:
        """Take back the seat's last decision, if nothing hidden or random has happened since."""
        async with self.lock:
            await self.wake()
            if sequence > self.sequence:
                await self._catch_up()
            for _ in range(ATTEMPTS):
                course = self.course
                if course is None or self.header.status != "playing":
                    raise Refused("not_playing", "No game is being played at this table.")
                if sequence > self.sequence or course.stale(seat, sequence):
                    raise Refused("stale", "Something happened at the table before your message; look again.")
                if not course.can_undo(seat):
                    raise Refused(
                        "no_undo", "Nothing can be taken back: something hidden or random has happened since."
                    )
                entry = Entry(self.id, self.sequence + 1, "undo", seat, "", self.house.now(), by="human")
                course.apply(entry)
                if await self.commit(entry):
                    self.time.restart(self._someone_there())
                    self.tell_game(entry, [])
                    break
            else:
                raise busy()
        self.house.driver.look(self)
        return entry.sequence

    async def _catch_up(self) -> None:
        for entry in await self.house.storage.entries(self.id, self.sequence):
            await self._hear(entry)

    # ---- who is there ----

    def seats_of(self, owner: bytes | None) -> tuple[int, ...]:
        """The seats of whoever has this token."""
        return self.seats_of_header(self.header, owner)

    @staticmethod
    def seats_of_header(header: Header, owner: bytes | None) -> tuple[int, ...]:
        """The seats of whoever has this token, in a header that may not be stored yet."""
        return tuple(seat.seat for seat in header.seats if tokens.same(seat.owner, owner))

    def acts_as_host(self, owner: bytes | None) -> bool:
        """Whether somebody is the host, or the first one there while the host has been away for too long."""
        if tokens.same(self.header.host, owner):
            return True
        own = self.seats_of(owner)
        hosts = self.seats_of(self.header.host)
        if not own or not hosts or not all(self.may_hand_over(seat) for seat in hosts):
            return False
        present = self.present()
        return next((seat.seat for seat in self.header.seats if seat.seat in present), None) in own

    def may_hand_over(self, seat: int) -> bool:
        """Whether a player has been away for longer than the grace period."""
        since = self.away_since.get(seat)
        return since is not None and self.house.now() - since >= 1000 * self.house.settings.grace_seconds

    def present(self) -> set[int]:
        """The seats whose people are connected, here or elsewhere."""
        here = {seat for connection in self.connections for seat in connection.seats}
        return here | self.remote

    def time_matters(self) -> bool:
        """Whether a clock is running, so that the game must stay in memory."""
        return (
            self.header.options.clock.kind != "none" and self.header.status == "playing" and self.time.running
        )

    def _someone_there(self) -> bool:
        return bool(self.present()) or bool(self.connections)

    def you(self, owner: bytes | None) -> You:
        """Who the reader is."""
        return You(seats=list(self.seats_of(owner)), host=tokens.same(self.header.host, owner))

    async def attach(self, connection: Connection) -> None:
        """Somebody connects: tell him everything, and the others that he is there."""
        async with self.lock:
            await self.wake()
            connection.seats = self.seats_of(connection.owner)
            self.connections.add(connection)
            self.time.run(True)
            connection.send(encode(self._hello(connection)))
            if self.course is not None:
                for seat in connection.views:
                    connection.send(encode(self._view(seat, "sync", self._clock())))
            self._presence_changed()
        await self.house.presence(self, connection.seats, True)
        self.house.driver.look(self)

    async def detach(self, connection: Connection) -> None:
        """Somebody is gone."""
        self.connections.discard(connection)
        self.remote -= set(connection.seats)
        self.used = monotonic()
        gone = [seat for seat in connection.seats if seat not in self.present()]
        if not self._someone_there():
            self.time.run(False)
        self._presence_changed()
        await self.house.presence(self, gone, False)

    async def _hear_presence(self) -> None:
        if not self.house.storage.shared:
            return
        present = await self.house.storage.present(self.id, self.house.now())
        here = {seat for connection in self.connections for seat in connection.seats}
        if here - present:  # the same person left another process, which did not know of us
            await self.house.presence(self, here - present, True)
        if present != self.remote:
            self.remote = present
            self._presence_changed()

    def _away_changed(self) -> None:
        present = self.present()
        now = self.house.now()
        for seat in self.header.seats:
            if seat.kind == "human" and seat.seat not in present:
                self.away_since.setdefault(seat.seat, now)
            else:
                self.away_since.pop(seat.seat, None)

    def _presence_changed(self) -> None:
        self._away_changed()
        watching = sum(1 for connection in self.connections if not connection.seats)
        self.tell(PresenceMessage(present=sorted(self.present()), watching=watching))

    # ---- telling ----

    def tell(self, message: BaseModel) -> None:
        """The same frame for everybody."""
        if self.connections:
            frame = encode(message)
            for connection in list(self.connections):
                connection.send(frame)

    def tell_table(self) -> None:
        """Seats, options or status changed."""
        info = self.info()
        for connection in list(self.connections):
            connection.seats = self.seats_of(connection.owner)
            message = TableMessage(sequence=self.sequence, table=info, you=self.you(connection.owner))
            connection.send(encode(message))

    def tell_game(self, entry: Entry, events: Iterable[Event]) -> None:
        """What happened in the game, to each reader what it may know."""
        course = self.course
        assert course is not None
        happened = list(events)
        clock = self._clock()
        cause = "action" if entry.kind == "play" else entry.kind
        readers: dict[int | None, list[Connection]] = {}
        for connection in self.connections:
            for seat in connection.views:
                readers.setdefault(seat, []).append(connection)
        for seat, connections in readers.items():
            message = self._view(seat, cause, clock)
            message["by"] = entry.by
            message["events"] = [event.to_dict(seat) for event in happened]
            if cause in ("undo", "rewind"):
                message["log"] = course.events(seat)
            frame = encode(message)
            for connection in connections:
                connection.send(frame)

    def tell_start(self) -> None:
        """The game begins: the first view."""
        self.tell_table()
        for connection in list(self.connections):
            for seat in connection.views:
                connection.send(encode(self._view(seat, "start", self._clock())))

    def tell_entry(self, entry: Entry, before: Takeback | None = None) -> None:
        """What happened beside the game."""
        match entry.kind:
            case "chat":
                self.tell(self.chat[-1])
            case "reaction":
                assert entry.seat is not None
                self.tell(
                    ReactionMessage(sequence=entry.sequence, seat=entry.seat, reaction=entry.text)  # type: ignore[arg-type]
                )
            case "ask" | "accept" | "refuse" | "withdraw":
                assert entry.seat is not None
                what: Any = {"ask": "asked", "accept": "accepted", "refuse": "refused"}.get(
                    entry.kind, "withdrawn"
                )
                state = self.takeback.state(self.header.seats) if self.takeback else None
                self.tell(TakebackMessage(sequence=entry.sequence, what=what, by=entry.seat, state=state))
            case "start":
                self.tell_start()
            case "table":
                self.tell_table()
            case _:
                pass

    def _clock(self) -> ClockState | None:
        course = self.course
        if course is None or self.header.status != "playing":
            return None
        return clock_state(self.header.options.clock, course, course.due(), self.time, self.house.now())

    def _view(self, seat: int | None, cause: str, clock: ClockState | None) -> dict[str, Any]:
        course = self.course
        assert course is not None
        with self.house.metrics.views.time():
            view = course.view(seat)
        return {
            "type": "view",
            "sequence": self.sequence,
            "seat": seat,
            "cause": cause,
            "by": None,
            "events": [],
            "log": None,
            "can_undo": seat is not None and self.header.status == "playing" and course.can_undo(seat),
            "view": view,
            "clock": clock,
        }

    def _hello(self, connection: Connection) -> dict[str, Any]:
        first = connection.views[0]
        return {
            "type": "hello",
            "protocol": PROTOCOL_VERSION,
            "version": __version__,
            "now": self.house.now(),
            "sequence": self.sequence,
            "table": self.info(),
            "you": self.you(connection.owner),
            "events": self.course.events(first) if self.course else [],
            "chat": self.chat,
            "takeback": self.takeback.state(self.header.seats) if self.takeback else None,
            "clock": self._clock(),
        }

    def info(self) -> TableInfo:
        """The table as everybody sees it."""
        return self.house.info(self.header, self.present(), self.away_since)

    def seat(self, number: int) -> SeatRow:
        """A seat of this table."""
        if number >= len(self.header.seats):
            raise Refused("no_seat", f"This table has only {len(self.header.seats)} seats.", status=404)
        return self.header.seats[number]
