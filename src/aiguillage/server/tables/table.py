"""A table in memory: its header, its game, and the people connected to it.

Every change is one entry of the table's log. It is tried on the game first, then written, and only when it is
on disk does anyone hear of it. If another program took its number, or the write failed, the game in memory is
thrown away and replayed from the log: memory is never ahead of the disk when somebody looks.

Where several processes share a database a table is in the memory of one of them, to which it belongs
(`House.table`); the others pass on what their people say.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from aiguillage.analysis.daily import chance_key
from aiguillage.bots import Seen
from aiguillage.game import Action
from aiguillage.game.errors import GameError, IllegalAction

from ..protocol import By, ChatMessage, TableInfo, You
from ..store.rows import Address, Entry, Header, Kind, SeatRow, Turn
from ..store.storage import Change, StorageError, put_missing_turn, put_turn, update_table
from . import tokens
from .audience import Audience
from .clocks import ThinkingTime, passing, turn_of
from .connection import Connection
from .course import Course, outdated
from .refused import RETRY_SECONDS, Refused, busy, faulty, no_such_table
from .standstill import STILL_KINDS, Standstill
from .takeback import Takeback
from .telling import (
    tell_clock,
    tell_entry,
    tell_game,
    tell_newcomer,
    tell_start,
    tell_table,
    tell_takeback_end,
)

if TYPE_CHECKING:
    from .house import House

LOG = logging.getLogger("aiguillage.table")
CHAT_KEPT = 100
ATTEMPTS = 8
NOTHING_HEARD = -1
ARRIVING_SECONDS = 10.0
OWN_BOARD = "own"  # in the figures, whatever people call their boards
T = TypeVar("T")


class LiveTable:
    """One table. All methods that change it hold its lock."""

    def __init__(self, house: "House", table_id: str) -> None:
        self.house = house
        self.id = table_id
        self.lock = asyncio.Lock()
        self.audience = Audience()
        self.network = ""  # that its people come from: whose share of the bots' time it uses; never stored
        self.sequence = NOTHING_HEARD  # the last entry that the people here were told of
        self.course: Course | None = None
        self.chat: list[ChatMessage] = []
        self.takeback: Takeback | None = None
        self.standstill = Standstill()
        self.turn: Turn | None = None  # what is stored about whom the table waits for
        self.announced: dict[int, int] = {}  # for each seat the turn that it was told of last
        self.addresses: list[Address] | None = None  # where word of turns goes; None: not read
        self.awake = False
        self.fault = False
        self.used = self.asked = monotonic()
        self.time = ThinkingTime()
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
        """Somebody asks for this table: read the header, once, and whether the table stands still."""
        self.used = self.asked = monotonic()
        if self._header is None:
            async with self.lock:
                if self._header is None:
                    entries = await self.house.storage.entries_of([self.id], STILL_KINDS)
                    await self._read_header()
                    for entry in entries:
                        self.standstill = self.standstill.after(entry)

    async def _read_header(self) -> None:
        header = await self.house.storage.header(self.id)
        if header is None:
            raise no_such_table()
        self.take_header(header)

    def take_header(self, header: Header) -> None:
        """The header as it is stored now."""
        self._header = header
        self.audience.note_away(header.seats, self.house.now())

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
        news = [entry for entry in entries if heard != NOTHING_HEARD and entry.sequence > heard]
        if news:  # the header in memory may be older than these entries
            await self._read_header()
        await self._rebuild(entries[: len(entries) - len(news)])
        self.awake = True
        self._start_time()
        self._note_turn()
        for entry in news:
            await self._hear(entry)

    async def _rebuild(self, entries: Sequence[Entry]) -> None:
        self.course = None
        self.chat = []
        self.takeback = None
        self.standstill = Standstill()
        going = self.header.status in ("playing", "over") and not self.header.imported
        if going and outdated(self.header) is None:
            with self.house.metrics.replays.time():
                self.course = await self._replay(entries)
        for entry in entries:
            self._remember(entry)

    async def _replay(self, entries: Sequence[Entry]) -> Course:
        try:
            return await asyncio.to_thread(Course.replay, self.header, entries)
        except Exception as error:
            await self._isolate(error)
            raise faulty() from error

    def sleep(self) -> None:
        """Let go of log and game; the header stays. Not while anybody holds the lock."""
        self.forget_game()
        self.chat = []
        self.takeback = None
        self.house.driver.forget(self)

    async def retire(self) -> None:
        """Let go of everything once what was begun here is done."""
        async with self.lock:
            self.sleep()

    def forget_game(self) -> None:
        """The game in memory may be ahead of the log: replay it before it is used again."""
        self.awake = False
        self.course = None

    async def _isolate(self, error: BaseException) -> None:
        """A fault in this table's game: stop it here, report it with its record, leave the others alone."""
        self.fault = True
        self.sleep()
        await self.house.report_fault(self, error)
        self.audience.close("fault", 1011)

    # ---- the log ----

    async def change(self, attempt: Callable[[], Awaitable[T | None]]) -> T:
        """Change the table under its lock. `attempt` checks the wish and writes it; None means that another
        program took its number, and then what was wished is looked at again."""
        async with self.lock:
            await self.wake()
            for _ in range(ATTEMPTS):
                done = await attempt()
                if done is not None:
                    break
            else:
                raise busy()
        self.house.driver.look(self)
        return done

    async def append(
        self,
        kind: Kind,
        seat: int | None = None,
        text: str = "",
        changes: Sequence[Change] = (),
        header: Header | None = None,
    ) -> Entry | None:
        """Write an entry beside the game; None if its number was taken, and then the table has caught up."""
        entry = Entry(self.id, self.sequence + 1, kind, seat, text, self.house.now())
        return entry if await self.commit(entry, changes, header) else None

    def _turn_after(self, entry: Entry, header: Header) -> Turn | None:
        """Whom the table waits for once an entry is written; the game is there already."""
        turn = turn_of(header, self.course, entry.at, self.standstill.after(entry))
        known = self.turn
        if turn is None or known is None or turn.waiting != known.waiting or turn.deadline != known.deadline:
            return turn
        return known  # the same people go on deciding

    def _note_turn(self) -> None:
        """A table of an older version has nothing stored about its turn."""
        turn = turn_of(self.header, self.course, self.house.now(), self.standstill)
        if turn is not None and self.turn is None:
            self.house.later(self.house.storage.write([put_missing_turn(self.id, turn)]))
        self.turn = turn
        self._newly_due(turn)  # whoever wrote that has sent word

    def _newly_due(self, turn: Turn | None) -> list[int]:
        """The seats that have not been told of their turn; now they have."""
        if turn is None or self.course is None:
            return []
        number = self.course.turn
        seats = [seat for seat in turn.waiting if self.announced.get(seat) != number]
        self.announced |= dict.fromkeys(seats, number)
        return seats

    async def commit(self, entry: Entry, changes: Sequence[Change] = (), header: Header | None = None) -> bool:
        """Make an entry durable, with `header` as it will be then; False if its number was taken, and then the
        table has caught up."""
        started = monotonic()
        turn = self._turn_after(entry, header or self.header)
        if turn is None and self.turn is not None:
            changes = [*changes, *put_turn(self.id, None)]
        try:
            self.house.check_ours(self)
            won = await self.house.storage.append(entry, changes, turn if turn != self.turn else None)
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
            self._remember(entry)
            self.turn = turn
            self.house.notices.announce(self, self._newly_due(turn))
            return True
        self.house.metrics.conflicts.inc()
        self.forget_game()
        if not await self.house.still_ours(self):
            raise busy()
        await self.wake()
        return False

    def _remember(self, entry: Entry) -> None:
        """What the log says besides the game: chat, what is being asked for, and whether the table stands still."""
        if entry.kind == "chat" and entry.seat is not None:
            name = self.header.seats[entry.seat].name
            self.chat.append(
                ChatMessage(sequence=entry.sequence, seat=entry.seat, name=name, text=entry.text, at=entry.at)
            )
            del self.chat[:-CHAT_KEPT]
        self.takeback = Takeback.after(self.takeback, entry)
        self.standstill = self.standstill.after(entry)

    async def sync(self) -> None:
        """Catch up with what other programs wrote, and tell it to the people here; as soon as the database answers."""
        while self.house.tables.get(self.id) is self:
            try:
                async with self.lock:
                    if self.fault or not self.loaded:
                        return
                    if self.awake:
                        await self._catch_up()
                    elif self.audience:
                        await self.wake()
                    else:
                        await self._read_header()
            except StorageError:
                await asyncio.sleep(RETRY_SECONDS)
            else:
                self.house.driver.look(self)
                return

    async def _catch_up(self) -> None:
        for entry in await self.house.storage.entries(self.id, self.sequence):
            await self._hear(entry)

    async def _hear(self, entry: Entry) -> None:
        """An entry of another program, already durable: follow it and tell it."""
        asked = self.takeback
        self.sequence = entry.sequence
        if entry.kind in ("table", "start"):
            await self._read_header()
        if entry.kind == "start":
            self.course = await self._replay([entry])
        self._remember(entry)
        self.turn = self.addresses = None
        if entry.kind in ("pause", "resume"):
            self.standstill_changed()
            return
        if entry.kind not in ("play", "undo", "rewind") or self.course is None:
            tell_entry(self, entry)
            return
        try:
            self.course.apply(entry)
        except Exception as error:
            await self._isolate(error)
            raise faulty() from error
        if self.course.game.over:
            await self._read_header()
        self._newly_due(turn_of(self.header, self.course, entry.at, self.standstill))
        self._tell_decision(entry, asked)

    # ---- playing ----

    async def play(self, seat: int, action: Action | str, sequence: int, by: By = "human") -> int:
        """One action of a seat that has seen everything up to `sequence`. Returns the entry's number."""

        async def attempt() -> int | None:
            course = await self._course_for(seat, sequence)
            if self.standstill.since is not None:
                raise Refused("paused", "The table is paused; nobody can play until it goes on.")
            if not course.may_act(seat):
                raise Refused("wrong_turn", "It is not your turn.")
            if by == "human" and self.header.seats[seat].stand_in is not None:
                raise Refused("stand_in", "A bot plays for this seat; take the seat back first.")
            entry = self._decision("play", seat, str(action), by)
            seen = Seen.of(course.game, seat) if by == "human" and is_coached(self.header) else None
            decided = len(course.game.moves)
            await self._try(course, entry, action)
            header, changes = self._when_over(course)
            asked = self.takeback
            if not await self.commit(entry, changes, header):
                return None
            self._header = header
            self._tell_decision(entry, asked)
            if seen is not None and header.status == "playing":
                self.house.driver.coach(self, seen, course.game.moves[decided].text, entry.sequence)
            return entry.sequence

        return await self.change(attempt)

    def _decision(self, kind: Kind, seat: int, text: str, by: By) -> Entry:
        """A game entry, with fresh entropy for what chance decides next."""
        key = self.course.next_key() if self.course is not None else None
        if key is None and self.header.daily is not None:
            key = daily_key(self)
        timed = self.header.options.clock.kind != "none" and kind == "play"
        return Entry(
            self.id,
            self.sequence + 1,
            kind,
            seat,
            text,
            self.house.now(),
            key=(tokens.new_key() if key is None else key) if kind == "play" else None,
            by=by,
            spent=self.time.elapsed() if timed else None,
        )

    async def _try(self, course: Course, entry: Entry, action: Action | str) -> None:
        try:
            course.play(entry, action)
        except IllegalAction as error:
            raise Refused("illegal", error.refusal.sentence, rule=error.rule) from None
        except GameError as error:
            raise Refused("invalid", str(error)) from None
        except Exception as error:
            await self._isolate(error)
            raise faulty() from error
        game = self.header.game if self.header.board_text is None else OWN_BOARD
        self.house.metrics.moves.labels(game, entry.by).inc()

    async def _course_for(self, seat: int, sequence: int) -> Course:
        """The game, if it is on and the seat has seen what matters to it."""
        if sequence > self.sequence:  # seen in a process that the table belonged to before
            await self._catch_up()
        course = self.course
        if course is None and (refusal := outdated(self.header)) is not None:
            raise refusal
        if course is None or self.header.status != "playing":
            raise Refused("not_playing", "No game is being played at this table.")
        if sequence > self.sequence or course.stale(seat, sequence):
            raise Refused("stale", "Something happened at the table before your message; look again.")
        return course

    def _when_over(self, course: Course) -> tuple[Header, list[Change]]:
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
        """Take back the seat's last action, if nothing hidden or random has happened since."""

        async def attempt() -> int | None:
            course = await self._course_for(seat, sequence)
            if not course.can_undo(seat):
                raise Refused("no_undo", "Nothing can be taken back: something hidden or random has happened since.")
            entry = self._decision("undo", seat, "", "human")
            course.apply(entry)
            asked = self.takeback
            if not await self.commit(entry):
                return None
            self._tell_decision(entry, asked)
            return entry.sequence

        return await self.change(attempt)

    async def rewind(self) -> None:
        """Everybody agreed: take back everything since the asker's last turn began. The lock is held."""
        asked, course = self.takeback, self.course
        assert asked is not None
        assert course is not None
        entry = self._decision("rewind", asked.seat, str(asked.to), "human")
        course.apply(entry)
        if await self.commit(entry):
            self._tell_decision(entry, asked)

    def _tell_decision(self, entry: Entry, asked: Takeback | None) -> None:
        if entry.kind != "play" or self.course is None or not self.course.opening:
            self._start_time()  # in the opening everybody's time runs on
        tell_game(self, entry)
        if asked is not None:
            tell_takeback_end(self, entry, asked.seat)
        if self.header.status == "over":
            tell_table(self)

    # ---- time ----

    def _start_time(self) -> None:
        """Start the stop-watch of the decision that is due."""
        course, before = self.course, 0
        if course is not None and self.header.options.clock.always:
            before = self.standstill.counted(course.due_since, self.house.now())
        self.time.restart(self._time_runs(), before)

    def _time_runs(self) -> bool:
        return self.standstill.since is None and (self.header.options.clock.always or bool(self.audience))

    async def look_at_clocks(self) -> None:
        """Somebody's time may be up although nobody is here."""
        async with self.lock:
            await self.wake()
        self.house.driver.look(self)

    def standstill_changed(self) -> None:
        """The table stops or goes on: stop or start the clocks and tell everybody."""
        if self.header.options.clock.always:
            self._start_time()  # a holiday may have ended while nobody was here
        else:
            self.time.run(self._time_runs())
        tell_table(self)
        tell_clock(self)

    def time_matters(self) -> bool:
        """Whether a clock is running, so that the game must stay in memory."""
        clock = self.header.options.clock
        return clock.kind != "none" and self.header.status == "playing" and self.time.running

    # ---- who is there ----

    def seats_of(self, owner: bytes | None) -> tuple[int, ...]:
        """The seats of whoever has this token."""
        return tuple(seat.seat for seat in self.header.seats if tokens.same(seat.owner, owner))

    def acts_as_host(self, owner: bytes | None) -> bool:
        """Whether somebody is the host, or the first one there while the host has been away for too long."""
        if tokens.same(self.header.host, owner):
            return True
        own = self.seats_of(owner)
        hosts = self.seats_of(self.header.host)
        if not own or not hosts or not all(self.may_hand_over(seat) for seat in hosts):
            return False
        return min(self.audience.present(), default=None) in own

    def may_hand_over(self, seat: int) -> bool:
        """Whether a player has been away for longer than the grace period."""
        since = self.audience.away_from.get(seat)
        return since is not None and passing() - since >= 1000 * self.house.settings.grace_seconds

    def watched(self) -> bool:
        """Whether people are there, or were a moment ago."""
        return bool(self.audience) or monotonic() - self.asked < ARRIVING_SECONDS

    def you(self, owner: bytes | None) -> You:
        """Who the reader is."""
        return You(seats=list(self.seats_of(owner)), host=tokens.same(self.header.host, owner))

    async def attach(self, connection: Connection) -> None:
        """Somebody connects: tell him everything, and the others that he is there."""
        async with self.lock:
            await self.wake()
            connection.attend(self.seats_of)
            if not self.may_watch(connection):
                raise Refused("spectators", "This game is played without spectators.", status=403)
            course = await self._course_shown(connection)
            if connection.seats:
                self.network = connection.network
            self.audience.connections.add(connection)
            self.time.run(self._time_runs())
            tell_newcomer(self, connection, course)
            self._presence_changed()
        self.house.driver.look(self)

    def may_watch(self, connection: Connection) -> bool:
        """Whether somebody may see the game that is on."""
        return bool(connection.seats) or self.header.status != "playing" or self.header.options.spectators

    async def _course_shown(self, connection: Connection) -> Course | None:
        """The game as somebody may see it now: spectators may be behind."""
        delay = self.header.options.spectator_delay
        if connection.seats or not delay or self.header.status != "playing" or self.course is None:
            return self.course
        until = self.house.now() - 1000 * delay
        past = [entry for entry in await self.house.storage.entries(self.id) if entry.at <= until]
        return await self._replay(past) if any(entry.kind == "start" for entry in past) else None

    def detach(self, connection: Connection) -> None:
        """Somebody is gone."""
        self.audience.connections.discard(connection)
        self.used = monotonic()
        self.time.run(self._time_runs())
        self._presence_changed()

    def _presence_changed(self) -> None:
        self.audience.note_away(self.header.seats, self.house.now())
        self.audience.tell(self.audience.presence())

    # ---- what others may see and change ----

    def change_header(self, header: Header, course: Course | None = None) -> None:
        """The header changed, durably: tell everybody. With a `course` the game begins."""
        self.take_header(header)
        if course is None:
            tell_table(self)
        else:
            self.course = course
            self._start_time()
            tell_start(self)

    def info(self) -> TableInfo:
        """The table as everybody sees it."""
        return self.house.info(self.header, self.audience.present(), self.audience.away_since, self.standstill)

    def seat(self, number: int) -> SeatRow:
        """A seat of this table."""
        if number >= len(self.header.seats):
            raise Refused("no_seat", f"This table has only {len(self.header.seats)} seats.", status=404)
        return self.header.seats[number]


def is_coached(header: Header) -> bool:
    """Whether one person plays against bots alone, and agreed to be told of mistakes."""
    people = [seat for seat in header.seats if seat.kind != "bot"]
    return header.options.coach and len(people) == 1 and people[0].player is None


def daily_key(table: LiveTable) -> int:
    """What the chance of the next action comes from in the deal of a day: the same at every table."""
    assert table.course is not None
    assert table.header.deal is not None
    return chance_key(table.header.deal, len(table.course.made))
