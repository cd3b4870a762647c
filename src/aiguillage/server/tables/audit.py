"""Stored games, played again: what their records are, and whether they still come out as they did."""

from collections.abc import Iterator, Sequence

from aiguillage.game import Game

from ..store.rows import Entry, Header
from .course import Course, board_of, outdated
from .replay import old_decisions


def is_older(header: Header) -> bool:
    """Whether a game was played by older rules or on an older board, which are not here to play it again."""
    return outdated(header) is not None


def names_of(header: Header) -> dict[str, str]:
    """The tags of a record that name the players."""
    return {f"Player{seat.seat}": seat.name for seat in header.seats}


def record(header: Header, entries: Sequence[Entry]) -> str | None:
    """The text record of a game, also of one that is still being played; None if it never began."""
    if header.imported:
        return header.record
    if header.started is None:
        return None
    if is_older(header):
        return old_decisions(header, list(entries))
    return Course.replay(header, entries).game.record(names_of(header))


def differences(header: Header, entries: Sequence[Entry]) -> Iterator[str]:
    """Play a stored game again and say what differs from what is stored about it."""
    if header.started is None or is_older(header):
        return
    try:
        game = _play_again(header, entries)
    except Exception as error:
        yield f"cannot be played again: {type(error).__name__}: {error}".partition("\n")[0]
        return
    if game.board.digest != header.board_digest:
        yield "the board is another one than it was played on"
    if header.status == "over" and not game.over and not header.imported:
        yield "stored as over, but the game is not"
    if header.status == "playing" and game.over:
        yield "stored as being played, but the game is over"
    if header.status == "over" and game.over:
        outcome = game.outcome()
        totals = [result.total for result in outcome.seats]
        if totals != header.totals:
            yield f"points {header.totals} are stored, {totals} are counted"
        if list(outcome.winners) != header.winners:
            yield f"winners {header.winners} are stored, {list(outcome.winners)} are counted"


def _play_again(header: Header, entries: Sequence[Entry]) -> Game:
    if header.imported:
        assert header.record is not None
        return Game.from_record(header.record, board_of(header))
    return Course.replay(header, entries).game
