"""What people say at a table: chat, reactions, and asking for a turn back."""

from .protocol import Reaction, TakebackMessage
from .refused import Refused, busy
from .rows import Entry
from .table import ATTEMPTS, LiveTable


async def say(table: LiveTable, seat: int, text: str) -> int:
    """A line of chat."""
    return await _note(table, "chat", seat, text)


async def react(table: LiveTable, seat: int, reaction: Reaction) -> int:
    """A quick reaction."""
    return await _note(table, "reaction", seat, reaction)


async def _note(table: LiveTable, kind: str, seat: int, text: str) -> int:
    async with table.lock:
        await table.wake()
        for _ in range(ATTEMPTS):
            entry = await table.append(kind, seat, text)  # type: ignore[arg-type]
            if entry is not None:
                table.tell_entry(entry)
                return entry.sequence
    raise busy()


async def takeback(table: LiveTable, seat: int, answer: str) -> int:
    """Ask for one's last turn back, or answer whoever asked."""
    async with table.lock:
        await table.wake()
        for _ in range(ATTEMPTS):
            kind, text = _checked(table, seat, answer)
            entry = await table.append(kind, seat, text)  # type: ignore[arg-type]
            if entry is None:
                continue
            table.tell_entry(entry)
            asked = table.takeback
            if asked is not None and not asked.waiting(table.header.seats):
                await _rewind(table)
            break
        else:
            raise busy()
        sequence = table.sequence
    table.house.driver.look(table)
    return sequence


def _checked(table: LiveTable, seat: int, answer: str) -> tuple[str, str]:
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


async def _rewind(table: LiveTable) -> None:
    """Everybody agreed: take back everything since the asker's last turn began."""
    asked, course = table.takeback, table.course
    assert asked is not None
    assert course is not None
    entry = Entry(table.id, table.sequence + 1, "rewind", asked.seat, str(asked.to), table.house.now())
    course.apply(entry)
    if await table.commit(entry):
        table.time.restart(True)
        table.tell_game(entry, [])
        table.tell(TakebackMessage(sequence=entry.sequence, what="done", by=asked.seat, state=None))
