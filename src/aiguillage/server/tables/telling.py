"""What a table tells its people: each reader gets what its seats may know, and nothing else goes through here."""

import asyncio
from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING, cast

from aiguillage import __version__
from aiguillage.analysis.coach import Advice
from aiguillage.game.shapes import GameEvent

from ..protocol import (
    PROTOCOL_VERSION,
    By,
    ClockState,
    CoachMessage,
    Reaction,
    ReactionMessage,
    TableMessage,
    TakebackMessage,
    TakebackWord,
)
from ..store.rows import Entry
from .clocks import clock_state
from .connection import Connection, encode

if TYPE_CHECKING:
    from .course import Course
    from .table import LiveTable

TAKEBACK_WORDS: dict[str, TakebackWord] = {
    "ask": "asked",
    "accept": "accepted",
    "refuse": "refused",
    "withdraw": "withdrawn",
}
NOTHING_NEW = b"[]"


def tell_newcomer(table: "LiveTable", connection: Connection, course: "Course | None") -> None:
    """Everything that is needed to draw the table; the game as it is, or was for those who see it later."""
    connection.send(encode(_hello(table, connection, course)))
    if course is not None:
        for seat in connection.views:
            connection.send(_view(table, seat, "sync", clock_of(table), course=course))


def _send(table: "LiveTable", seat: int | None, frame: bytes, connections: Iterable[Connection]) -> None:
    """A frame of the game for its readers; spectators may get it later."""
    delay = table.header.options.spectator_delay if seat is None else 0
    if delay:
        asyncio.get_running_loop().call_later(delay, _send_spectators, table, frame)
        return
    for connection in connections:
        connection.send(frame)


def _send_spectators(table: "LiveTable", frame: bytes) -> None:
    for connection in list(table.audience.connections):
        if not connection.seats:
            connection.send(frame)


def _readers(table: "LiveTable") -> dict[int | None, list[Connection]]:
    """Through whose eyes the game is seen. Whoever comes later must find what is delayed for spectators."""
    readers = table.audience.readers()
    if table.header.options.spectators and table.header.options.spectator_delay:
        readers.setdefault(None, [])
    return readers


def tell_table(table: "LiveTable") -> None:
    """Seats, options or status changed."""
    info = table.info()
    for connection in list(table.audience.connections):
        you = table.you(connection.owner)
        connection.send(encode(TableMessage(sequence=table.sequence, table=info, you=you)))
        lost = set(connection.shown) - set(you.seats)
        connection.shown = tuple(you.seats)
        if table.course is not None and (lost or not table.may_watch(connection)):
            connection.close("restart", 1012)  # what it shows is to be forgotten


def tell_clock(table: "LiveTable") -> None:
    """The clocks stopped or started beside the game: the same views, with the clocks as they are now."""
    if table.course is None:
        return
    clock = clock_of(table)
    for seat, connections in table.audience.readers().items():
        _send(table, seat, _view(table, seat, "sync", clock), connections)


def tell_start(table: "LiveTable") -> None:
    """The game begins: the first views."""
    tell_table(table)
    clock = clock_of(table)
    for seat, connections in _readers(table).items():
        _send(table, seat, _view(table, seat, "start", clock), connections)


def tell_game(table: "LiveTable", entry: Entry) -> None:
    """What happened in the game, to each reader what it may know."""
    course = table.course
    assert course is not None
    clock = clock_of(table)
    for seat, connections in _readers(table).items():
        if entry.kind == "play":
            frame = _view(table, seat, "action", clock, by=entry.by, events=course.game.news_json(seat))
        else:
            frame = _view(table, seat, entry.kind, clock, by=entry.by, log=course.events(seat))
        _send(table, seat, frame, connections)


def tell_entry(table: "LiveTable", entry: Entry) -> None:
    """What happened beside the game."""
    match entry.kind:
        case "chat":
            table.audience.tell(table.chat[-1])
        case "reaction":
            reaction = cast(Reaction, entry.text)
            assert entry.seat is not None
            table.audience.tell(ReactionMessage(sequence=entry.sequence, seat=entry.seat, reaction=reaction))
        case "ask" | "accept" | "refuse" | "withdraw":
            assert entry.seat is not None
            state = table.takeback.state(table.header.seats) if table.takeback else None
            what = TAKEBACK_WORDS[entry.kind]
            table.audience.tell(TakebackMessage(sequence=entry.sequence, what=what, by=entry.seat, state=state))
        case "start":
            tell_start(table)
        case "table" | "holiday" | "agree" | "decline":
            tell_table(table)
        case _:
            pass


def tell_takeback_end(table: "LiveTable", entry: Entry, asker: int) -> None:
    """The turn was taken back, or somebody played on."""
    what: TakebackWord = "done" if entry.kind == "rewind" else "lapsed"
    table.audience.tell(TakebackMessage(sequence=entry.sequence, what=what, by=asker, state=None))


def tell_advice(table: "LiveTable", seat: int, played: str, sequence: int, advice: Advice) -> None:
    """What a solitary player overlooked; nobody else hears of it."""
    hint = asdict(advice.hint)
    del hint["why"]
    message = encode(
        CoachMessage(
            seat=seat,
            sequence=sequence,
            played=played,
            word=advice.word,
            points=advice.points,
            win=advice.win,
            **hint,
        )
    )
    for connection in list(table.audience.connections):
        if seat in connection.seats:
            connection.send(message)


def clock_of(table: "LiveTable") -> ClockState | None:
    """The clocks, if the table plays with clocks."""
    course = table.course
    if course is None or table.header.status != "playing":
        return None
    return clock_state(table.header.options.clock, course, course.due(), table.time, table.house.now())


def _view(
    table: "LiveTable",
    seat: int | None,
    cause: str,
    clock: ClockState | None,
    *,
    by: By | None = None,
    events: bytes = NOTHING_NEW,
    log: list[GameEvent] | None = None,
    course: "Course | None" = None,
) -> bytes:
    """A `ViewMessage`, around view and events as the kernel has written them. The tests validate it."""
    course = course or table.course
    assert course is not None
    with table.house.metrics.views.time():
        view = course.game.view_json(seat)
    playing, options = table.header.status == "playing", table.header.options
    head = {
        "type": "view",
        "sequence": table.sequence,
        "seat": seat,
        "cause": cause,
        "by": by,
        "log": log,
        "can_undo": seat is not None and playing and course.can_undo(seat),
        "can_ask": seat is not None and playing and options.takeback and course.has_decided(seat),
        "clock": clock,
    }
    return b'%b,"events":%b,"view":%b}' % (encode(head)[:-1], events, view)


def _hello(table: "LiveTable", connection: Connection, course: "Course | None") -> dict[str, object]:
    """A `Hello`."""
    you = table.you(connection.owner)
    connection.shown = tuple(you.seats)
    first = connection.views[0]
    return {
        "type": "hello",
        "protocol": PROTOCOL_VERSION,
        "version": __version__,
        "now": table.house.now(),
        "sequence": table.sequence,
        "table": table.info(),
        "you": you,
        "events": course.events(first) if course else [],
        "chat": table.chat,
        "takeback": table.takeback.state(table.header.seats) if table.takeback else None,
        "clock": clock_of(table),
    }
