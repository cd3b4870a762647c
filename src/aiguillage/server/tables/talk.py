"""What people say at a table: chat, reactions, and asking for a turn back."""

from typing import Literal

from ..protocol import Reaction
from ..store.rows import Kind
from .refused import Refused
from .table import LiveTable
from .telling import tell_entry

Answer = Literal["ask", "accept", "refuse", "withdraw"]


async def say(table: LiveTable, seat: int, text: str) -> int:
    """A line of chat."""
    return await _note(table, "chat", seat, text)


async def react(table: LiveTable, seat: int, reaction: Reaction) -> int:
    """A quick reaction."""
    return await _note(table, "reaction", seat, reaction)


async def _note(table: LiveTable, kind: Kind, seat: int, text: str) -> int:
    async def attempt() -> int | None:
        entry = await table.append(kind, seat, text)
        if entry is None:
            return None
        tell_entry(table, entry)
        return entry.sequence

    return await table.change(attempt)


async def takeback(table: LiveTable, seat: int, answer: Answer) -> int:
    """Ask for one's last turn back, or answer whoever asked."""

    async def attempt() -> int | None:
        kind, text = _checked(table, seat, answer)
        entry = await table.append(kind, seat, text)
        if entry is None:
            return None
        tell_entry(table, entry)
        asked = table.takeback
        if asked is not None and not asked.waiting(table.header.seats):
            await table.rewind()
        return table.sequence

    return await table.change(attempt)


def _checked(table: LiveTable, seat: int, answer: Answer) -> tuple[Kind, str]:
    """The entry that an answer becomes."""
    course = table.course
    if course is None or table.header.status != "playing":
        raise Refused("not_playing", "No game is being played at this table.")
    if not table.header.options.takeback:
        raise Refused("no_takeback", "This table plays without taking turns back.")
    asked = table.takeback
    if answer == "ask":
        if asked is not None:
            raise Refused("no_takeback", "Somebody is asking for a turn back already.")
        to = course.last_turn_start(seat)
        if to is None:
            raise Refused("no_takeback", "You have not decided anything yet.")
        return "ask", str(to)
    if asked is None:
        raise Refused("no_takeback", "Nobody is asking for a turn back.")
    if answer == "withdraw":
        if asked.seat != seat:
            raise Refused("no_takeback", "Only whoever asked can withdraw.")
    elif seat not in asked.waiting(table.header.seats):
        raise Refused("no_takeback", "Your answer is not needed.")
    return answer, ""
