"""What strangers wrote, read in a process of its own: boards and records; and finished games, replayed there.

Reading them may take long or much memory whatever their size, so the event loop never does it, nor a thread beside it:
threads of one Python take turns. The process has little memory and little time; when it takes more it is ended and
what it read is refused. What it found good is small, and quick to read again.
"""

import asyncio
import contextlib
import json
import logging
import math
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from time import monotonic, process_time
from typing import IO, Any

from aiguillage.boards import Board, BoardError, board_names, load_board
from aiguillage.boards.load import parse_board
from aiguillage.errors import AiguillageError
from aiguillage.game import Game
from aiguillage.game.record import read_tags

from .limits import Account
from .refused import RETRY_SECONDS, Refused
from .sent import found_moves
from .turns import Turns

LOG = logging.getLogger("aiguillage.checker")
START_SECONDS = 60.0
BOARD_SECONDS = 3.0
RECORD_SECONDS = 15.0
WAIT_SECONDS = 20.0
SLOWED = 4.0
"""Limits are of processor time; by the clock it may be so many times as long, for the process yields to the tables."""
MEMORY = 512 << 20  # beyond what the process has once it is ready
MAX_DECISIONS = 5_000
READY = b"ready\n"
PART = (
    b"\t"  # between an answer and JSON that is not to be read, only passed on; in JSON there is no bare tab
)


@dataclass(frozen=True, slots=True)
class FoundBoard:
    """What a table needs to know of an own board."""

    id: str
    name: str
    digest: str
    min_seats: int
    max_seats: int

    @staticmethod
    def of(board: Board) -> "FoundBoard":
        """What matters of a board."""
        return FoundBoard(board.id, board.name, board.digest, board.min_seats, board.max_seats)


@dataclass(frozen=True, slots=True)
class FoundRecord:
    """What a finished table needs to know of a record."""

    game: str
    name: str
    digest: str
    seats: int
    first: int | None
    look: bool
    winners: list[int] | None
    totals: list[int] | None
    tags: dict[str, str]


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

    async def replay(self, wish: dict[str, Any], account: Account) -> tuple[int, str]:
        """How many steps a finished game has, and a part of them as JSON."""
        answer = await self._ask({"replay": wish}, RECORD_SECONDS, account)
        if "problem" in answer:
            raise Refused("bad_record", answer["problem"], status=422)
        return answer["steps"], answer["part"]

    async def moment(self, wish: dict[str, Any], account: Account) -> dict[str, Any]:
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

    async def _ask(self, job: dict[str, Any], seconds: float, account: Account) -> dict[str, Any]:
        """The answer to a job, once those of other networks had their turns."""
        loop = asyncio.get_running_loop()
        account.check()
        async with self._turns.turn(account.network, account.network, True, WAIT_SECONDS) as called:
            if not called:
                raise Refused(
                    "busy", "A lot is being read just now; try again.", status=503, retry=RETRY_SECONDS
                )
            account.check()
            text = await asyncio.to_thread(json.dumps, job | {"seconds": seconds})
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
        return json.loads(head) | ({"part": part.decode()} if part else {}), took

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
        command = [sys.executable, "-m", "aiguillage.server.tables.checker"]
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


# ---- in the process ----


def _read_board(text: str) -> dict[str, Any]:
    try:
        board = parse_board(text, "the board")
    except BoardError as error:
        return {"problem": str(error)}
    return asdict(FoundBoard.of(board))


def _read_record(record: str, board_text: str | None, goes_on: bool) -> dict[str, Any]:
    if board_text is not None and "problem" in (found := _read_board(board_text)):
        return found | {"code": "bad_board"}
    if record.count("\n") > MAX_DECISIONS:
        return {"problem": f"A record has at most {MAX_DECISIONS} decisions."}
    tags = read_tags(record)
    if "Position" in tags:
        return {"problem": "Only games from their beginning can be kept here."}
    # The name goes to the board loader, which would also open files.
    if board_text is None and tags.get("Game") not in board_names():
        return {"problem": "The record is of a board that is not known here."}
    board = None if board_text is None else parse_board(board_text, "the board")
    game = Game.from_record(record, board)
    outcome = game.outcome() if game.over else None
    course: dict[str, Any] = {}
    if goes_on:
        course = found_moves(game)
        if "problem" in course:
            return course
    return course | asdict(
        FoundRecord(
            game=game.board.id,
            name=game.board.name,
            digest=game.board.digest,
            seats=game.seats,
            first=game.first,
            look=game.options.get("look", False),
            winners=None if outcome is None else list(outcome.winners),
            totals=None if outcome is None else [seat.total for seat in outcome.seats],
            tags={name: tags[name] for name in tags if name.startswith("Player") and len(name) < 9},
        )
    )


def _replay(wish: dict[str, Any]) -> bytes:
    from .replay import replayed

    steps, part = replayed(**wish)
    return json.dumps({"steps": steps}).encode() + PART + part.encode()


def _moment(wish: dict[str, Any]) -> bytes:
    from .moments import moment

    return json.dumps(moment(**wish)).encode()


def _answer(job: dict[str, Any]) -> bytes:
    try:
        if "replay" in job:
            return _replay(job["replay"])
        if "moment" in job:
            return _moment(job["moment"])
        found = (
            _read_record(job["record"], job["board"], job.get("goes_on", False))
            if "record" in job
            else _read_board(job["board"])
        )
    except AiguillageError as error:
        found = {"problem": str(error)[:300]}
    except (ValueError, RecursionError, MemoryError, OverflowError):
        found = {"problem": "It cannot be read."}
    return json.dumps(found).encode()


def limit_memory(more: int) -> None:
    """Where the system knows limits, take so much more memory at most, and yield to the tables."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        with open("/proc/self/statm", encoding="ascii") as file:
            used = int(file.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + more, used + more))
    with contextlib.suppress(OSError, AttributeError):
        os.nice(10)


def limit_time(seconds: float) -> None:
    """Where the system knows limits, end this process once it has worked for so much longer."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(process_time() + seconds), most))


def main(jobs: IO[bytes], answers: IO[bytes]) -> None:
    """Answer one job a line until there are no more."""
    for title in board_names():
        Game.new(title)  # the kernel reserves its addresses before there is a limit to them
    limit_memory(MEMORY)
    answers.write(READY)
    answers.flush()
    for line in jobs:
        job = json.loads(line)
        limit_time(job["seconds"])
        answers.write(_answer(job) + b"\n")
        answers.flush()


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
