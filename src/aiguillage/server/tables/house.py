"""The house: all tables of one server process, what they share, and who tidies up."""

import asyncio
import contextlib
import gc
import logging
import time
import traceback
from collections.abc import Callable, Coroutine, Iterable, Mapping
from time import monotonic

from aiguillage.kernel.spare import give_back
from aiguillage.titles import file_of

from ..protocol import SeatInfo, TableInfo
from ..store.keeping import purge
from ..store.leases import RENEW_SECONDS, Leases, Process
from ..store.rows import Header
from ..store.storage import EVERYTHING, GONE, Storage, StorageError
from . import tokens
from .analyses import Analyses
from .checker import Checker
from .course import boards_of_titles
from .driver import Driver
from .metrics import Metrics
from .notices import Notices
from .refused import RETRY_SECONDS, Refused, no_such_table
from .reports import write_report
from .settings import Settings
from .standstill import Standstill
from .table import LiveTable

LOG = logging.getLogger("aiguillage.house")
SWEEP_SECONDS = 5.0
PURGE_SECONDS = 3600.0
COLLECT_SECONDS = 60.0  # between full garbage collections, each of which stops all tables for a moment


class Elsewhere(Refused):
    """The table belongs to another process; who does not pass on what was asked answers `busy`."""

    def __init__(self, process: Process) -> None:
        super().__init__("busy", "The table is moving to another process; try again.", status=503, retry=RETRY_SECONDS)
        self.process = process


class House:
    """Finds tables, keeps the used ones in memory and lets the others go."""

    def __init__(self, settings: Settings, storage: Storage, metrics: Metrics | None = None) -> None:
        self.settings = settings
        self.storage = storage
        self.leases: Leases | None = None  # where several processes share the tables
        self._leaving: dict[str, asyncio.Task[None]] = {}  # tables that others may soon have
        self.metrics = metrics or Metrics()
        self.tables: dict[str, LiveTable] = {}
        self.loop = asyncio.get_running_loop()
        self.driver = Driver(self)
        self.notices = Notices(self)
        self.address: Callable[[], str | None] = lambda: settings.url or None  # where other devices reach us
        self.checker = Checker()
        self.analyses = Analyses(settings)
        self._tasks: set[asyncio.Task[object]] = set()
        self.metrics.watch("tables_in_memory", "Tables in memory", lambda: len(self.tables))
        self.metrics.watch(
            "tables_awake",
            "Tables whose game is in memory",
            lambda: sum(t.awake for t in self.tables.values()),
        )
        self.metrics.watch(
            "connections",
            "WebSockets of this process's tables, also those that come through another process",
            lambda: sum(len(t.audience.connections) for t in self.tables.values()),
        )

    def start(self) -> None:
        """Begin to tidy up and, on a shared database, to listen."""
        self.later(self._sweep_for_ever())
        if self.settings.keep_names_days or self.settings.keep_tables_days:
            self.later(self._purge_for_ever())
        if self.storage.shared:
            self.later(self.storage.listen(self._notice))

    async def keep_boards(self) -> None:
        """Write down the boards of the titles: after an update that changes one, its tables go on as they began."""
        texts = {digest: file_of(name, "board.toml").read_text("utf-8") for name, digest in boards_of_titles().items()}
        try:
            await self.storage.keep_boards(texts)
        except StorageError:  # when it starts the next time
            LOG.warning("the boards of the titles were not kept")

    async def share(self, leases: Leases) -> None:
        """Keep to what belongs to this process from now on."""
        await leases.renew()
        self.leases = leases
        self.storage.announces = False
        self.later(self._renew_for_ever(leases))

    async def stop(self) -> None:
        """Say goodbye to everybody and finish what was begun."""
        await self.driver.stop()
        self.notices.stop()
        await self.checker.stop()
        await self.analyses.stop()
        for table in self.tables.values():
            table.audience.close("restart", 1012)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.leases is not None:
            with contextlib.suppress(StorageError):
                await self.leases.leave()

    @staticmethod
    def now() -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def later(self, work: Coroutine[object, object, object]) -> None:
        """Do something on the side; a failure is logged, not lost."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Refused):
            LOG.error("background work failed", exc_info=error)

    @property
    def mint(self) -> tokens.Mint:
        """What makes cookies and knows them again."""
        return tokens.Mint(self.storage.cookie_key)

    async def guest(self, token: str | None) -> bytes | None:
        """Who somebody with this cookie is; nobody if the cookie is not of our making. Those of earlier versions have
        no mark, and count for whoever has a seat or a table."""
        if token is not None and self.mint.made(token):
            return tokens.token_hash(token)
        if token is not None and tokens.is_old(token):
            owner = tokens.token_hash(token)
            return owner if await self.storage.knows(owner) else None
        return None

    # ---- tables ----

    async def table(self, table_id: str) -> LiveTable:
        """A table by its name; refused if there is none, and `Elsewhere` if it belongs to another process."""
        table = self.tables.get(table_id)
        if table is None:
            await self._claim(table_id)
            table = self.tables.setdefault(table_id, LiveTable(self, table_id))
        try:
            await table.load()
        except BaseException:
            if not table.loaded and self.tables.get(table_id) is table:
                del self.tables[table_id]
            raise
        return table

    async def _claim(self, table_id: str) -> None:
        """Make sure that a table belongs to this process."""
        if self.leases is None:
            return
        if table_id in self._leaving:
            await asyncio.wait({self._leaving[table_id]})
        try:
            owner = await self.leases.claim(table_id)
        except KeyError:
            raise no_such_table() from None
        if owner is not None:
            raise Elsewhere(owner)

    def _release(self, table_ids: list[str]) -> None:
        """Let any process have these tables."""
        if self.leases is not None and table_ids:
            work = asyncio.create_task(self._release_now(self.leases, table_ids))
            self._leaving |= dict.fromkeys(table_ids, work)

    async def _release_now(self, leases: Leases, table_ids: list[str]) -> None:
        try:
            await leases.release(table_ids)
        except StorageError:
            LOG.warning("tables not released")  # they come back here
        finally:
            for table_id in table_ids:
                del self._leaving[table_id]

    def check_ours(self, table: LiveTable) -> None:
        """`StorageError` if a table may belong to another process by now."""
        lost = self.leases is not None and not self.leases.held
        if lost or self.tables.get(table.id) is not table:
            raise StorageError("the table may belong to another process")

    async def still_ours(self, table: LiveTable) -> bool:
        """Whether a table belongs to this process; if not it is let go."""
        if self.leases is None or table.id in await self.leases.owned():
            return True
        self._let_go(table.id)
        return False

    async def _renew_for_ever(self, leases: Leases) -> None:
        """Stay the owner of the tables here, and let go of those that others took meanwhile."""
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            try:
                owned = await leases.renew()
                if owned is not None:
                    LOG.warning("the lease ran out and was renewed")
                    self._keep_only(owned, set(self.tables))  # before anything else is done at any table
            except StorageError as error:
                LOG.warning("lease not renewed", extra={"error": str(error)})

    async def _check_all(self, leases: Leases) -> None:
        known = set(self.tables)
        self._keep_only(await leases.owned(), known)

    def _keep_only(self, owned: set[str], known: set[str]) -> None:
        for table_id in known - owned:
            self._let_go(table_id)

    async def _sweep_for_ever(self) -> None:
        collected = monotonic()
        while True:
            before = monotonic()
            await asyncio.sleep(SWEEP_SECONDS)
            self.metrics.lag.set(max(0.0, monotonic() - before - SWEEP_SECONDS))
            self.sweep()
            if self.leases is not None:
                with contextlib.suppress(StorageError):
                    await self._check_all(self.leases)
            if await self.storage.written_by_others():
                self.reload()
            await self._wake_overdue()
            if monotonic() - collected > COLLECT_SECONDS:
                gc.collect()
                give_back()
                collected = monotonic()

    async def _wake_overdue(self) -> None:
        """Bring tables back where somebody's time ran out while nobody was there."""
        try:
            overdue = await self.storage.overdue(self.now())
            for table_id in overdue:
                with contextlib.suppress(Refused):  # it is elsewhere, gone or stopped by a fault
                    await (await self.table(table_id)).look_at_clocks()
        except StorageError as error:
            LOG.warning("clocks not looked at", extra={"error": type(error).__name__})

    def sweep(self) -> None:
        """Let go of what nobody uses: the game of a quiet table, all of a table without anybody."""
        now, left = monotonic(), []
        for table in list(self.tables.values()):
            quiet = now - table.used > self.settings.idle_seconds
            if not quiet or table.lock.locked() or self.driver.busy(table):
                continue
            if not table.audience and not table.fault:
                table.sleep()
                del self.tables[table.id]
                left.append(table.id)
            elif table.awake and not table.time_matters():
                table.sleep()
        self._release(left)

    async def _purge_for_ever(self) -> None:
        """Forget by age, as the settings say."""
        settings = self.settings
        while True:
            forgotten, deleted = await purge(
                self.storage, self.now(), settings.keep_names_days, settings.keep_tables_days
            )
            if forgotten or deleted:
                LOG.info("forgot by age", extra={"names": forgotten, "tables": deleted})
            await asyncio.sleep(PURGE_SECONDS)

    # ---- other programs ----

    def reload(self) -> None:
        """What is stored was changed behind our back: everybody comes back to what it is now."""
        self.later(self.storage.read_keys())
        self.later(self.keep_boards())
        for table_id in list(self.tables):
            self._let_go(table_id)

    def _let_go(self, table_id: str) -> None:
        table = self.tables.pop(table_id, None)
        if table is not None:
            table.audience.close("restart", 1012)
            self.later(table.retire())

    def _notice(self, table_id: str, sequence: int) -> None:
        if table_id == EVERYTHING:
            self.reload()
            return
        if sequence == GONE:
            self._let_go(table_id)
            return
        if not table_id:
            for table in self.tables.values():
                self.later(table.sync())
            return
        known = self.tables.get(table_id)
        if known is not None and (known.sequence < sequence or sequence == 0):
            self.later(known.sync())

    # ---- what is said about tables ----

    def link(self, table_id: str) -> str:
        """The link to a table, for people who are elsewhere; empty if they cannot come."""
        address = self.address()
        return f"{address}/#/table/{table_id}" if address else ""

    def info(self, header: Header, present: Iterable[int], away: Mapping[int, int], still: Standstill) -> TableInfo:
        """A table as everybody sees it: nothing in here is secret."""
        here = set(present)
        grace = int(1000 * self.settings.grace_seconds)
        seats = [
            SeatInfo(
                seat=seat.seat,
                kind=seat.kind,
                name=seat.name,
                colour=seat.colour,
                bot=seat.bot,
                stand_in=seat.stand_in,
                host=tokens.same(seat.owner, header.host),
                present=seat.seat in here,
                away_since=away.get(seat.seat),
                hand_over_at=away[seat.seat] + grace if seat.seat in away else None,
            )
            for seat in header.seats
        ]
        return TableInfo(
            id=header.id,
            game=header.game,
            board_name=header.board_name,
            board_digest=header.board_digest,
            own_board=header.board_text is not None,
            status=header.status,
            public=header.public,
            seats=seats,
            first=header.first,
            options=header.options,
            created=header.created,
            started=header.started,
            ended=header.ended,
            winners=header.winners,
            totals=header.totals,
            rematch=header.rematch,
            imported=header.imported,
            paused=still.since is not None,
            paused_until=still.until,
            paused_for=still.seat,
            holiday=still.state(header.seats, self.now()),
            daily=header.daily,
        )

    async def report_fault(self, table: LiveTable, error: BaseException) -> None:
        """Write down what happened at a table that had to be stopped."""
        self.metrics.faults.inc()
        try:
            entries = await self.storage.entries(table.id)
        except StorageError:
            entries = []
        trace = "".join(traceback.format_exception(error))
        path = await asyncio.to_thread(write_report, self.settings.reports_folder, table.header, entries, trace)
        LOG.error("table stopped", extra={"table": table.id[:6], "report": str(path)}, exc_info=error)
