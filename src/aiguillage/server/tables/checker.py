"""What strangers wrote, read in a process of its own: boards and records; and finished games, replayed there.

Reading them may take long or much memory whatever their size, so the event loop never does it, nor a thread beside it:
threads of one Python take turns. The process has little memory and little time; when it takes more it is ended and
what it read is refused. What it found good is small, and quick to read again.
"""

import asyncio
import contextlib
import json
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Any

from aiguillage.boards import board_names, load_board

from .limits import Account
from .reader import PART, READY, FoundBoard, FoundRecord
from .refused import RETRY_SECONDS, Refused
from .turns import Turns

LOG = logging.getLogger("aiguillage.checker")
START_SECONDS = 60.0
BOARD_SECONDS = 3.0
RECORD_SECONDS = 15.0
WAIT_SECONDS = 20.0
SLOWED = 4.0
"""Limits are of processor time; by the clock it may be so many times as long, for the process yields to the tables."""


class Checker:
    """The process that reads, started when there is something to read, and whoever asks it."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "checker")  # one thing after the other
        self._turns = Turns(1)
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped = False

    async def find_board(self, game: str, text: str | None, account: Account) -> FoundBoard:
        """The board of a game, or an own board."""
        if text is not None:
            return await self.board(text, account)
        if game not in board_names():
            known = ", ".join(board_names())
            raise Refused("no_game", f"There is no game {game!r}; there are {known}.", status=422)
        return FoundBoard.of(load_board(game))

    async def board(self, text: str, account: Account) -> FoundBoard:
        """What a board file describes; refused if it cannot be played."""
        answer = await self._ask({"board": text}, BOARD_SECONDS, account)
        if "problem" in answer:
            raise Refused("bad_board", answer["problem"], status=422)
        return FoundBoard(**answer)

    async def record(self, record: str, board: str | None, account: Account) -> FoundRecord:
        """What a record replays to; refused if it does not."""
        answer = await self._ask({"record": record, "board": board}, RECORD_SECONDS, account)
        if "problem" in answer:
            raise Refused(answer.get("code", "bad_record"), answer["problem"], status=422)
        return FoundRecord(**answer)

    async def game(
        self, record: str, board: str | None, account: Account
    ) -> tuple[FoundRecord, int, list[tuple[int, str, int]]]:
        """The same of a game that may go on: also the key that it was dealt from, and its decisions as they were
        sent, with their keys."""
        answer = await self._ask({"record": record, "board": board, "goes_on": True}, RECORD_SECONDS, account)
        if "problem" in answer:
            raise Refused(answer.get("code", "bad_record"), answer["problem"], status=422)
        deal, moves = answer.pop("deal"), answer.pop("moves")
        return FoundRecord(**answer), deal, [(seat, text, key) for seat, text, key in moves]

    async def replay(self, wish: Mapping[str, object], account: Account) -> tuple[int, bytes]:
        """How many steps a finished game has, and a part of them as JSON."""
        answer = await self._ask({"replay": wish}, RECORD_SECONDS, account)
        if "problem" in answer:
            raise Refused("bad_record", answer["problem"], status=422)
        return answer["steps"], answer["part"]

    async def moment(self, wish: Mapping[str, object], account: Account) -> dict[str, Any]:
        """A moment of a finished game: its record up to there and its position, or its picture."""
        answer = await self._ask({"moment": wish}, RECORD_SECONDS, account)
        if "problem" in answer:
            raise Refused("bad_record", answer["problem"], status=422)
        return answer

    async def stop(self) -> None:
        """End the process, whatever it does."""
        self._stopped = True
        if self._process is not None:
            self._process.kill()
        await asyncio.to_thread(self._thread.shutdown, True, cancel_futures=True)
        self._end()

    async def _ask(self, job: Mapping[str, object], seconds: float, account: Account) -> dict[str, Any]:
        """The answer to a job, once those of other networks had their turns."""
        loop = asyncio.get_running_loop()
        account.check()
        async with self._turns.turn(account.network, account.network, True, WAIT_SECONDS) as called:
            if not called:
                raise Refused("busy", "A lot is being read just now; try again.", status=503, retry=RETRY_SECONDS)
            account.check()
            text = await asyncio.to_thread(json.dumps, {**job, "seconds": seconds})
            answer, took = await loop.run_in_executor(self._thread, self._ask_now, text.encode(), seconds)
            account.charge(took)
        return answer

    def _ask_now(self, job: bytes, seconds: float) -> tuple[dict[str, Any], float]:
        """The answer, and the seconds of processor time that it took."""
        if self._process is None:
            self._start()
        pid = self._process.pid if self._process is not None else None
        started, worked = monotonic(), _worked(pid)
        answer = self._exchange(job + b"\n", seconds)
        took = monotonic() - started
        if answer and worked is not None and (now := _worked(pid)) is not None:
            took = now - worked
        if not answer:
            self._end()
            LOG.warning("reading was stopped", extra={"seconds": round(took, 1)})
            return {"problem": f"It takes more than {seconds:.0f} s or too much memory to read."}, took
        head, _, part = answer.rstrip(b"\n").partition(PART)
        return json.loads(head) | ({"part": part} if part else {}), took

    def _exchange(self, job: bytes, seconds: float) -> bytes:
        """The answer to a job; nothing if the process was ended over it."""
        process = self._process
        if process is None:
            return b""
        assert process.stdin is not None
        assert process.stdout is not None
        alarm = threading.Timer(SLOWED * seconds, process.kill)
        alarm.start()
        try:
            process.stdin.write(job)
            process.stdin.flush()
            return process.stdout.readline()
        except OSError:
            return b""
        finally:
            alarm.cancel()

    def _start(self) -> None:
        if self._stopped:
            return
        command = [sys.executable, "-m", "aiguillage.server.tables.reader"]
        process = self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert process.stdout is not None
        alarm = threading.Timer(START_SECONDS, process.kill)
        alarm.start()
        ready = process.stdout.readline() == READY
        alarm.cancel()
        if not ready:
            self._end()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with contextlib.suppress(OSError):
                    if pipe is not None:
                        pipe.close()


def _worked(pid: int | None) -> float | None:
    """How long a process has worked, where the system tells."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            user, system = file.read().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, AttributeError):
        return None
