"""Finished games explained (docs/analysis.md), worked out on the side in a process of its own.

An analysis takes as long as a minute or two of a processor, so only one is made at a time, in a process that yields to
the tables, and everybody waits for a turn, network by network. It goes on when whoever asked for it has left. What was
worked out is kept by the record that it is of, as long as there is room; the same record gives the same figures.
"""

import asyncio
import contextlib
import json
import logging
import subprocess
import sys
import threading
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from hashlib import sha256
from time import monotonic
from typing import IO, Any, Literal

from .limits import Buckets, Counter
from .refused import Refused
from .settings import Settings
from .turns import Turns

LOG = logging.getLogger("aiguillage.analyses")
SECONDS = 1200.0  # for one game; what takes longer is ended
WAIT_SECONDS = 6 * 3600.0  # for its turn
MEMORY = 1 << 30  # beyond what the process has once it is ready
KEPT_CHARACTERS = 64_000_000
KEPT = 1_000
KNOWN_TABLES = 10_000
AT_ONCE = 3
"""So many analyses of one network wait or are worked out at the same time."""

State = Literal["waiting", "working", "done", "failed"]


@dataclass(slots=True)
class Analysis:
    """What is there of an analysis so far: its pieces as JSON, in the order of `aiguillage.analysis.stream`."""

    state: State = "waiting"
    pieces: list[str] = field(default_factory=list)
    size: int = 0


class Analyses:
    """The analyses of this process, and who works them out."""

    def __init__(self, settings: Settings) -> None:
        self._threads, self._playouts = settings.analysis_threads, settings.analysis_playouts
        most = settings.limits.analyses_per_hour
        self._asked = Buckets(most / 3600, most)
        self._unfinished = Counter(AT_ONCE)
        self._turns = Turns(1)
        self._thread = ThreadPoolExecutor(1, "analyses")
        self._kept: OrderedDict[str, Analysis] = OrderedDict()
        self._digests: OrderedDict[str, str] = OrderedDict()  # of the tables' records
        self._tasks: set[asyncio.Task[None]] = set()
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped = False

    def of(self, table_id: str) -> Analysis | None:
        """The analysis of a table's game, if one was asked for and is still kept."""
        digest = self._digests.get(table_id)
        return None if digest is None else self._kept.get(digest)

    def begin(self, table_id: str, record: str, board: str | None, network: str) -> Analysis:
        """The analysis of a finished game; it is begun if there is none."""
        digest = sha256(f"{record}\0{board or ''}".encode()).hexdigest()
        self._digests[table_id] = digest
        self._digests.move_to_end(table_id)
        if len(self._digests) > KNOWN_TABLES:
            self._digests.popitem(last=False)
        known = self._kept.get(digest)
        if known is not None and known.state != "failed":
            self._kept.move_to_end(digest)
            return known
        self._admit(network)
        analysis = self._kept[digest] = Analysis()
        task = asyncio.create_task(self._work(analysis, record, board, network))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return analysis

    def _admit(self, network: str) -> None:
        """Refused to those who had many games analysed."""
        if self._threads == 0:
            raise Refused("no_analyses", "This server analyses no games.", status=403)
        if not self._unfinished.enter(network):
            raise Refused("rate", f"{AT_ONCE} games are being analysed for you; wait for them.", status=429)
        if not self._asked.take(network):
            self._unfinished.leave(network)
            raise Refused("rate", "Many games were analysed for you; wait a while.", status=429)

    async def _work(self, analysis: Analysis, record: str, board: str | None, network: str) -> None:
        job = {"record": record, "board": board, "threads": self._threads, "playouts": self._playouts}
        try:
            async with self._turns.turn(network, network, True, WAIT_SECONDS) as called:
                if called:
                    analysis.state = "working"
                    loop = asyncio.get_running_loop()
                    await loop.run_in_executor(self._thread, self._work_now, json.dumps(job), analysis)
        finally:
            if analysis.state != "done":
                analysis.state = "failed"
            self._unfinished.leave(network)
            self._forget_oldest()

    def _work_now(self, job: str, analysis: Analysis) -> None:
        """Let a process work it out and take what it says, piece by piece. Runs in a thread."""
        if self._stopped:
            return
        started = monotonic()
        command = [sys.executable, "-m", "aiguillage.server.tables.analyses"]
        process = self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert process.stdin is not None
        assert process.stdout is not None
        alarm = threading.Timer(SECONDS, process.kill)
        alarm.start()
        with process.stdout, contextlib.suppress(OSError):
            with process.stdin:
                process.stdin.write(job.encode())
            for line in process.stdout:
                if line.endswith(b"\n"):  # else it was ended in the middle of a piece
                    analysis.pieces.append(line.decode().rstrip("\n"))
                    analysis.size += len(line)
        whole = process.wait() == 0
        alarm.cancel()
        self._process = None
        analysis.state = "done" if whole else "failed"
        LOG.info("analysed", extra={"seconds": round(monotonic() - started, 1), "whole": whole})

    def _forget_oldest(self) -> None:
        """Keep no more than there is room for."""
        finished = [digest for digest, one in self._kept.items() if one.state in ("done", "failed")]
        size = sum(one.size for one in self._kept.values())
        for digest in finished[:-1]:
            if size <= KEPT_CHARACTERS and len(self._kept) <= KEPT:
                break
            size -= self._kept.pop(digest).size

    async def stop(self) -> None:
        """End what is being worked out."""
        self._stopped = True
        for task in self._tasks:
            task.cancel()
        if self._process is not None:
            self._process.kill()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self._thread.shutdown, True, cancel_futures=True)


# ---- in the process ----


def main(source: IO[bytes], out: IO[bytes]) -> None:
    """Analyse the game that comes in and write piece after piece, one a line."""
    from aiguillage.analysis import Analyst, stream
    from aiguillage.boards.load import parse_board
    from aiguillage.game import Game
    from aiguillage.game.record import read_tags

    from .reader import limit_memory

    job: dict[str, Any] = json.loads(source.read())
    board = None if job["board"] is None else parse_board(job["board"], "the table's board")
    game = Game.from_record(job["record"], board)
    limit_memory(MEMORY)
    tags = read_tags(job["record"])
    names = [tags.get(f"Player{seat}", "") for seat in range(game.seats)]
    analyst = Analyst(
        game,
        playouts=job["playouts"] or None,
        threads=job["threads"],
        names=names if all(names) else None,
    )
    for piece in stream(analyst):
        out.write(json.dumps(piece, ensure_ascii=False).encode() + b"\n")
        out.flush()


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
