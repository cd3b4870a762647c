"""Letting a table stand still: the host's pause and vacation, and holidays for which the others are asked."""

from typing import Literal

from ..store.rows import Entry, Header, StillKind
from . import tokens
from .refused import Refused, not_host, not_your_seat
from .table import LiveTable
from .telling import tell_entry

MOST_DAYS = 42
DAY = 86_400_000
Answer = Literal["ask", "agree", "decline"]


async def pause(table: LiveTable, owner: bytes | None, wanted: bool, until: int | None = None) -> None:
    """The host stops game and clocks, for a vacation until a time, or lets them go on. What has an end goes on before
    it only if whoever is on holiday is back."""

    async def attempt() -> Entry | None:
        _need_game(table.header)
        still = table.standstill
        if not wanted and still.until is not None:
            away = table.header.host if still.seat is None else table.header.seats[still.seat].owner
            if not tokens.same(away, owner):
                raise Refused("no_holiday", "Only whoever is on holiday can end it earlier.", status=403)
        elif not table.acts_as_host(owner):
            raise not_host()
        if (still.since is not None) == wanted:
            raise Refused("status", "The table is paused already." if wanted else "The table is not paused.")
        if not wanted:
            return await _change(table, "resume")
        if until is None:
            return await _change(table, "pause")
        _check_until(table, until)
        return await _change(table, "pause", min(table.seats_of(owner), default=None), str(until))

    await table.change(attempt)


async def holiday(table: LiveTable, owner: bytes | None, number: int, answer: Answer, until: int | None) -> None:
    """A player asks for a holiday, or answers whoever did; who asked declines by withdrawing."""

    async def attempt() -> Entry | None:
        _need_game(table.header)
        if not tokens.same(table.seat(number).owner, owner):
            raise not_your_seat()
        asked = table.standstill.question(table.house.now())
        if answer == "ask":
            if asked is not None:
                raise Refused("no_holiday", "Somebody asks for a holiday already.")
            if table.standstill.since is not None:
                raise Refused("status", "The table is paused already.")
            _check_until(table, until)
            entry = await _change(table, "holiday", number, str(until))
        else:
            if asked is None:
                raise Refused("no_holiday", "Nobody asks for a holiday.")
            own = answer == "decline" and number == asked.seat
            if not own and number not in asked.waiting(table.header.seats):
                raise Refused("no_holiday", "Your answer is not needed.")
            entry = await _change(table, answer, number)
        return entry and (await _settle(table) or entry)

    await table.change(attempt)


def settles_in(table: LiveTable) -> int | None:
    """The milliseconds until something happens by itself: a holiday ends, or begins because all agree."""
    still, now = table.standstill, table.house.now()
    if table.course is None or table.header.status != "playing":
        return None
    asked = still.question(now)
    if asked is not None and not asked.waiting(table.header.seats):
        return 0
    return None if still.until is None else max(0, still.until - now)


async def settle(table: LiveTable) -> None:
    """Do what happens by itself, if its time has come."""

    async def attempt() -> Entry | None:
        if settles_in(table) != 0:
            raise Refused("status", "Somebody was quicker.")
        return await _settle(table)

    await table.change(attempt)


async def _settle(table: LiveTable) -> Entry | None:
    asked = table.standstill.question(table.house.now())
    if settles_in(table) != 0:
        return None
    if asked is None:
        return await _change(table, "resume")
    return await _change(table, "pause", asked.seat, str(asked.until))


async def _change(table: LiveTable, kind: StillKind, seat: int | None = None, text: str = "") -> Entry | None:
    """Write an entry and tell it."""
    entry = await table.append(kind, seat, text)
    if entry is not None and kind in ("pause", "resume"):
        table.standstill_changed()
    elif entry is not None:
        tell_entry(table, entry)
    return entry


def _need_game(header: Header) -> None:
    if header.status != "playing":
        raise Refused("status", "No game is being played at this table.")


def _check_until(table: LiveTable, until: int | None) -> None:
    """Whether a holiday may last so long here."""
    clock, now = table.header.options.clock, table.house.now()
    if clock.kind == "none" or not clock.always:
        raise Refused("no_holiday", "Holidays are for games over days; here no time runs while nobody is there.")
    if until is None or not now < until <= now + MOST_DAYS * DAY:
        raise Refused("holiday_days", f"A holiday ends within {MOST_DAYS} days.", status=422)
