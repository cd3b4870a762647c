"""The process that reads what strangers wrote, and replays finished games; `checker.py` starts and asks it.

It has little memory and little time, and knows nothing of tables, databases or the web.
"""

import base64
import contextlib
import json
import math
import os
import sys
from dataclasses import asdict, dataclass
from functools import lru_cache
from time import process_time
from typing import IO, Any

from aiguillage.boards import Board, BoardError, board_names
from aiguillage.boards.load import parse_board
from aiguillage.boards.picture import draw_picture
from aiguillage.errors import AiguillageError
from aiguillage.game import Game
from aiguillage.game.record import read_tags
from aiguillage.kernel.spare import give_back

from .sent import found_moves

MEMORY = 512 << 20  # beyond what the process has once it is ready
MAX_DECISIONS = 5_000
READY = b"ready\n"
PART = b"\t"  # between an answer and JSON that is not to be read, only passed on; in JSON there is no bare tab


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


@lru_cache(maxsize=4)
def _game_of(record: str, board: str | None) -> Game:
    """The game of a record that was found good before it was kept."""
    return Game.from_record(record, None if board is None else parse_board(board, "the board"))


def _replay(
    record: str,
    board: str | None,
    made: list[tuple[int | None, str | None]],
    seat: int | None,
    start: int,
    count: int,
) -> bytes:
    """How many steps a finished game has, and some of them as one seat saw them."""
    game = _game_of(record, board)
    when = made or [(None, None)] * len(game.moves)
    fresh = game.restarted()
    part = []
    seen = 0
    for number in range(min(start + count, len(game.moves) + 1)):
        done, at, by = (game.moves[number - 1], *when[number - 1]) if number > 0 else (None, None, None)
        if done is not None:
            fresh.play(done.text, done.seat, done.key)
        if number >= start:
            head = {
                "step": number,
                "seat": done.seat if done else None,
                "action": done.text if done else None,
                "at": at,
                "by": by,
                "events": [event.to_dict(seat) for event in fresh.events[seen:]],
            }
            part.append(b'%b,"view":%b}' % (_json(head)[:-1], fresh.view_json(seat)))
        seen = len(fresh.events)
    return b"%b%b[%b]" % (_json({"steps": len(game.moves) + 1}), PART, b",".join(part))


def _json(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def _moment(record: str, board: str | None, at: int, colours: list[str] | None = None) -> dict[str, Any]:
    """A finished game after `at` decisions (-1: all), as data; with `colours` of the seats its picture."""
    done = _game_of(record, board)
    game = done.restarted()
    for move in done.moves[: at if at >= 0 else None]:
        game.play(move.text, move.seat, move.key)
    if colours is not None:
        return {"png": base64.b64encode(_picture(game, colours)).decode()}
    return {"record": game.record(), "position": game.position(), "over": game.over}


def _picture(game: Game, colours: list[str]) -> bytes:
    view = json.loads(game.view_json(None))
    points = [player["score"] for player in view["players"]]
    if game.over:
        points = [seat.total for seat in game.outcome().seats]
    return draw_picture(game.board, view["claims"], view["stations"], points, colours)


def _answer(job: dict[str, Any]) -> bytes:
    try:
        if "replay" in job:
            return _replay(**job["replay"])
        if "moment" in job:
            return _json(_moment(**job["moment"]))
        found = (
            _read_record(job["record"], job["board"], job.get("goes_on", False))
            if "record" in job
            else _read_board(job["board"])
        )
    except AiguillageError as error:
        found = {"problem": str(error)[:300]}
    except (ValueError, RecursionError, MemoryError, OverflowError):
        found = {"problem": "It cannot be read."}
    return _json(found)


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
        del job, line
        give_back()  # the process lives for long, and a large board leaves much behind


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
