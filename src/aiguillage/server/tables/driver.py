"""What moves without a person: bots, clocks that run out, hints. Thinking happens in threads."""

import asyncio
import contextlib
import logging
import os
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from aiguillage.analysis.coach import advise
from aiguillage.analysis.daily import bot_seed
from aiguillage.bots import Bot, Seen, make_bot
from aiguillage.bots.hints import Hint, planner_hint
from aiguillage.bots.registry import BUILT_IN, LEVELS, SEARCHES
from aiguillage.game import Action

from ..protocol import By
from ..store.storage import StorageError
from .clocks import time_left
from .holidays import settle, settles_in
from .refused import RETRY_SECONDS, Refused
from .table import LiveTable, is_coached
from .telling import tell_advice
from .turns import Turns

if TYPE_CHECKING:
    from .house import House

LOG = logging.getLogger("aiguillage.driver")
PACES = {"instant": 0.0, "quick": 0.7, "calm": 1.8}
CLOCK_BOT = "normal"
QUICK_BOT = "easy"
PATIENCE_SECONDS = 5.0  # that a bot waits for its turn to think before a quick one answers for it
COACH_SECONDS = 5.0  # after which nobody waits for a word about a move any more
DAILY_PATIENCE_SECONDS = 600.0
BOT_NICENESS = 10
OURS = {*LEVELS, *BUILT_IN}

Choose = Callable[[Seen], Action | str]


def new_bot(name: str, seed: int | None = None) -> Bot:
    """A bot for a table. Searching bots get one thread each: the other cores are for the other tables."""
    options = {"threads": 1} if name in SEARCHES else {}
    return make_bot(name, secrets.randbits(62) if seed is None else seed, **options)


def _choose(name: str, seed: int, seen: Seen) -> Action | str:
    """What one of our bots plays. It is made for this one decision: it remembers nothing from one to the next, and what
    a search works in, half a megabyte, is not to lie at every table."""
    return new_bot(name, seed).choose(seen)


def _step_back() -> None:
    """Let a thinking thread yield to the event loop, where the system knows priorities of threads (Linux)."""
    with contextlib.suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), BOT_NICENESS)


class Driver:
    """Keeps every table moving whose next decision is not a person's."""

    def __init__(self, house: "House") -> None:
        self.house = house
        threads = house.settings.bot_threads
        self._turns = Turns(threads)
        self._threads = ThreadPoolExecutor(threads, "bot", initializer=_step_back)
        # for those who waited too long
        self._quick = ThreadPoolExecutor(1, "quick-bot", initializer=_step_back)
        self._runs: dict[str, asyncio.Task[None]] = {}
        self._choosers: dict[tuple[str, int, str], Choose] = {}
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._looked_at: dict[str, int] = {}  # the last move of each table that a coach looks at
        self._stopped = False

    async def stop(self) -> None:
        """Let no bot move any more."""
        self._stopped = True
        for alarm in self._alarms.values():
            alarm.cancel()
        runs = list(self._runs.values())
        for run in runs:
            run.cancel()
        await asyncio.gather(*runs, return_exceptions=True)
        for pool in (self._threads, self._quick):
            pool.shutdown(wait=True, cancel_futures=True)

    def forget(self, table: LiveTable) -> None:
        """The table leaves the memory: its bots do too."""
        for key in [key for key in self._choosers if key[0] == table.id]:
            del self._choosers[key]
        self._looked_at.pop(table.id, None)
        alarm = self._alarms.pop(table.id, None)
        if alarm is not None:
            alarm.cancel()

    def look(self, table: LiveTable) -> None:
        """Something changed at a table: see whether a bot is to move or a clock to be set."""
        if self._stopped:
            return
        self._set_alarm(table)
        if table.id not in self._runs and self._due(table) is not None:
            run = asyncio.create_task(self._run(table), name=f"bots-{table.id[:6]}")
            self._runs[table.id] = run

    def busy(self, table: LiveTable) -> bool:
        """Whether a bot is about to move there."""
        return table.id in self._runs

    # ---- bots ----

    def _due(self, table: LiveTable) -> tuple[int, str] | None:
        """The seat and the name of a bot that is to decide."""
        course = table.course
        if course is None or table.fault or table.header.status != "playing":
            return None
        if table.standstill.since is not None:
            return None
        if not table.audience and monotonic() - table.used > self.house.settings.idle_seconds:
            return None  # nobody watches; it goes on when somebody comes back
        for seat in course.due():
            name = table.header.seats[seat].player
            if name is not None:
                return seat, name
        return None

    async def _run(self, table: LiveTable) -> None:
        """Move for the bots of a table until a person is to decide."""
        try:
            while not self._stopped:
                due = self._due(table)
                if due is None:
                    break
                try:
                    await self._move(table, *due)
                except (StorageError, Refused) as error:
                    if isinstance(error, Refused) and error.code != "busy":
                        raise
                    await asyncio.sleep(RETRY_SECONDS)
                    await table.sync()
        except Refused as refusal:
            LOG.warning("bots stopped", extra={"table": table.id[:6], "code": refusal.code})
        finally:
            del self._runs[table.id]
        self._set_alarm(table)
        again = self.house.tables.get(table.id)
        if again is not None and again is not table:  # it was let go and came back meanwhile
            self.look(again)

    async def _move(self, table: LiveTable, seat: int, name: str) -> None:
        pace = PACES[table.header.options.pace] * self.house.settings.pace_scale
        started = monotonic()
        async with table.lock:
            await table.wake()
            if self._due(table) != (seat, name) or table.course is None:
                return
            sequence, seen = table.sequence, Seen.of(table.course.game, seat)
            choose = self._chooser(table, seat, name)
        try:
            action = await self._think(table, choose, seen)
        except Exception:
            LOG.exception("a bot failed", extra={"table": table.id[:6], "bot": name})
            action = secrets.choice(seen.legal)
        self.house.metrics.thinking.observe(monotonic() - started)
        await asyncio.sleep(max(0.0, pace - (monotonic() - started)))
        await self._play(table, seat, action, sequence, seen, "bot")

    async def _play(self, table: LiveTable, seat: int, action: Action | str, sequence: int, seen: Seen, by: By) -> None:
        try:
            await table.play(seat, action, sequence, by)
        except Refused as refusal:
            if refusal.code in ("stale", "wrong_turn", "not_playing", "paused"):
                return  # somebody was quicker, here or in another process
            if refusal.code not in ("illegal", "invalid"):
                raise
            LOG.error("a bot's action was refused", extra={"table": table.id[:6], "action": str(action)})
            await table.play(seat, seen.legal[0], sequence, by)

    def _chooser(self, table: LiveTable, seat: int, name: str) -> Choose:
        key = (table.id, seat, name)
        if key not in self._choosers:
            deal = table.header.deal if table.header.daily is not None else None
            seed = secrets.randbits(62) if deal is None else bot_seed(deal, seat)
            self._choosers[key] = partial(_choose, name, seed) if name in OURS else new_bot(name, seed).choose
        return self._choosers[key]

    async def _think(self, table: LiveTable, choose: Choose, seen: Seen) -> Action | str:
        """A bot's choice; if others keep all threads busy for too long, that of a quick bot. In the deal of a day the
        bots are the same for everybody, however long it takes."""
        loop = asyncio.get_running_loop()
        patience = PATIENCE_SECONDS if table.header.daily is None else DAILY_PATIENCE_SECONDS
        async with self._turns.turn(table.network, table.header.host, table.watched(), patience) as called:
            if called:
                return await loop.run_in_executor(self._threads, choose, seen)
        self.house.metrics.hurried.inc()
        return await loop.run_in_executor(self._quick, new_bot(QUICK_BOT).choose, seen)

    # ---- clocks ----

    def _set_alarm(self, table: LiveTable) -> None:
        """Wake up when the first clock runs out, or a holiday."""
        alarm = self._alarms.pop(table.id, None)
        if alarm is not None:
            alarm.cancel()
        left = [milliseconds for _, milliseconds in self._running_clocks(table)]
        holiday = settles_in(table)
        if holiday is not None:
            left.append(holiday)
        if left and not self._stopped:
            delay = max(0.0, min(left) / 1000) + 0.02
            self._alarms[table.id] = asyncio.get_running_loop().call_later(
                delay, lambda: self.house.later(self._time_up(table))
            )

    def _running_clocks(self, table: LiveTable) -> list[tuple[int, int]]:
        """The people who are to decide against the clock, and their milliseconds left."""
        course = table.course
        if course is None or table.header.status != "playing" or not table.time.running:
            return []
        clock = table.header.options.clock
        if clock.kind == "none":
            return []
        return [
            (seat, time_left(clock, course, seat, table.time.elapsed()))
            for seat in course.due()
            if table.header.seats[seat].player is None
        ]

    def _late(self, table: LiveTable) -> list[tuple[int, bool]]:
        """The people who are to decide against the clock, and whether their time is up."""
        return [(seat, left <= 0) for seat, left in self._running_clocks(table)]

    async def _time_up(self, table: LiveTable) -> None:
        """What the table agreed on happens to whoever has no time left: a bot decides this once or stands in from
        now on, or the game ends. A holiday that is over ends too."""
        if settles_in(table) == 0:
            with contextlib.suppress(Refused):
                await settle(table)
        late = [seat for seat, left in self._running_clocks(table) if left <= 0]
        if late and table.header.options.clock.at_zero != "move":
            from .seating import time_is_up

            with contextlib.suppress(Refused):
                await time_is_up(table, late[0], lambda: (late[0], True) in self._late(table))
        elif late and table.course is not None:
            async with table.lock:
                await table.wake()
                if table.course is None or not table.course.may_act(late[0]):
                    return
                sequence, seen = table.sequence, Seen.of(table.course.game, late[0])
            action = await self._think(table, new_bot(CLOCK_BOT).choose, seen)
            await self._play(table, late[0], action, sequence, seen, "clock")
        self._set_alarm(table)

    # ---- hints ----

    async def hint(self, table: LiveTable, seat: int) -> tuple[int, Hint]:
        """What the planner would do in this seat, and the entry up to which it has seen."""
        async with table.lock:
            await table.wake()
            course = table.course
            if not table.header.options.hints:
                raise Refused("no_hint", "This table plays without hints.")
            if course is None or table.header.status != "playing" or not course.may_act(seat):
                raise Refused("no_hint", "There is a hint only when it is your turn.")
            sequence, seen = table.sequence, Seen.of(course.game, seat)
        loop = asyncio.get_running_loop()
        async with self._turns.turn(table.network, table.header.host, True, PATIENCE_SECONDS) as called:
            if not called:
                raise Refused("busy", "Too many are thinking just now; ask again in a moment.", retry=RETRY_SECONDS)
            hint = await loop.run_in_executor(self._threads, planner_hint, seen, secrets.randbits(62))
        return sequence, hint

    # ---- a word after a move ----

    def coach(self, table: LiveTable, seen: Seen, played: str, sequence: int) -> None:
        """Look at a move of a solitary player, by what was seen before it, and tell what was overlooked."""
        self._looked_at[table.id] = sequence
        self.house.later(self._coach(table, seen, played, sequence))

    async def _coach(self, table: LiveTable, seen: Seen, played: str, sequence: int) -> None:
        loop = asyncio.get_running_loop()
        async with self._turns.turn(table.network, table.header.host, True, PATIENCE_SECONDS) as called:
            if not called or self._looked_at.get(table.id) != sequence:
                return
            advice = await loop.run_in_executor(self._threads, advise, seen, played, COACH_SECONDS)
        if advice is None or table.course is None or not is_coached(table.header):
            return
        if any(made.sequence == sequence for made in table.course.made):  # else it was taken back
            tell_advice(table, seen.seat, played, sequence, advice)
