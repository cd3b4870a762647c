"""Who sits where: creating a table, joining, leaving, bots, starting, playing again.

Each change is made on a copy of the header and written together with one entry of the log, whose number
decides if two people want the same seat at the same moment.
"""

import asyncio
import copy
from collections.abc import Callable, Sequence
from dataclasses import replace

from aiguillage.bots import LEVELS, bot_names
from aiguillage.rules import RULES_VERSION

from ..protocol import COLOURS, ChangeTable, Colour, CreateTable, JoinTable, Rename, SeatBot, SeatRequest
from ..store.rows import Entry, Header, SeatRow
from ..store.storage import Change, insert_table, update_seat, update_table
from . import tokens
from .course import Course
from .daily import deal_key, not_daily
from .house import House
from .limits import Account
from .refused import Refused, not_host, not_your_seat
from .table import LiveTable

BOT_PEOPLE = ("Ada", "Basile", "Clara", "Dario", "Elif")
STAND_IN = "normal"


# ---- creating ----


def check_bot(name: str) -> str:
    """The name of a bot that exists."""
    if name not in LEVELS and name not in bot_names():
        known = ", ".join([*LEVELS, *bot_names()])
        raise Refused("no_bot", f"There is no bot {name!r}; there are {known}.", status=422)
    return name


async def create(house: House, owner: bytes, wish: CreateTable, account: Account) -> LiveTable:
    """A new table, whose host is `owner`."""
    board = await house.checker.find_board(wish.game, wish.board, account)
    count = len(wish.seats)
    if not board.min_seats <= count <= board.max_seats:
        raise Refused("seats", f"{board.name} is for {board.min_seats} to {board.max_seats} players.", status=422)
    if wish.first is not None and wish.first >= count:
        raise Refused("seats", f"The first player must be a seat from 0 to {count - 1}.", status=422)
    header = Header(
        id=tokens.new_table_id(),
        game=board.id,
        board_name=board.name,
        board_digest=board.digest,
        board_text=wish.board,
        status="open",
        public=wish.public,
        host=owner,
        options=wish.options,
        first=wish.first,
        created=house.now(),
        seats=first_seats(owner, wish.seats),
    )
    await house.storage.write(insert_table(header))
    table = await house.table(header.id)
    table.network = account.network
    if wish.start and all(seat.kind != "open" for seat in header.seats):
        await start(table, owner)
    return table


def first_seats(owner: bytes, requests: Sequence[SeatRequest]) -> list[SeatRow]:
    """The seats of a new table as they are asked for."""
    taken = {request.colour for request in requests if request.colour is not None}
    if len(taken) < sum(request.colour is not None for request in requests):
        raise Refused("colour", "Two seats cannot have the same colour.", status=422)
    free = [colour for colour in COLOURS if colour not in taken]
    seats: list[SeatRow] = []
    for number, request in enumerate(requests):
        colour: Colour = request.colour or free.pop(0)
        seat = SeatRow(number, "open", "", colour)
        if request.kind == "bot":
            seat.kind, seat.bot = "bot", check_bot(request.bot or STAND_IN)
            seat.name = request.name or _bot_person(seats)
        elif request.kind in ("me", "hotseat"):
            if request.name is None:
                raise Refused("name", f"Seat {number} needs a name.", status=422)
            seat.kind, seat.owner, seat.name = "human", owner, request.name
        seats.append(seat)
    if sum(request.kind == "me" for request in requests) > 1:
        raise Refused("seats", "You can have one seat; others at your device are `hotseat`.", status=422)
    return seats


def _bot_person(seats: list[SeatRow]) -> str:
    used = {seat.name for seat in seats}
    return next(name for name in BOT_PEOPLE if name not in used)


# ---- changing ----


async def change_table(
    table: LiveTable, note: str, work: Callable[[Header], None], *names: str, also: Sequence[Change] = ()
) -> None:
    """Let `work` change a copy of the header; store the named fields, the seats that differ, and `also`."""

    async def attempt() -> Header | None:
        header = replace(
            table.header,
            seats=[copy.copy(seat) for seat in table.header.seats],
            kicked=[*table.header.kicked],
        )
        work(header)
        changes = [*also]
        changes += [
            update_seat(header.id, seat)
            for seat, before in zip(header.seats, table.header.seats, strict=True)
            if seat != before
        ]
        if names:
            changes.append(update_table(header, *names))
        if await table.append("table", None, note, changes, header) is None:
            return None
        table.change_header(header)
        return header

    await table.change(attempt)


def _need_host(table: LiveTable, owner: bytes | None) -> None:
    if not table.acts_as_host(owner):
        raise not_host()


def _spare_host(header: Header, seat: SeatRow, owner: bytes | None) -> None:
    """Whoever stands in for an absent host does not send him away."""
    if tokens.same(seat.owner, header.host) and not tokens.same(header.host, owner):
        raise not_host()


def _need_status(header: Header, status: str, sentence: str) -> None:
    if header.status != status:
        raise Refused("status", sentence)


async def change(table: LiveTable, owner: bytes | None, wish: ChangeTable) -> None:
    """The host changes what was agreed on, before the start."""

    def work(header: Header) -> None:
        _need_host(table, owner)
        _need_status(header, "open", "The game has started; this cannot be changed any more.")
        not_daily(header)
        if wish.random_first:
            header.first = None
        elif wish.first is not None:
            table.seat(wish.first)
            header.first = wish.first
        header.public = header.public if wish.public is None else wish.public
        header.options = wish.options or header.options

    await change_table(table, "options", work, "first", "public", "options")


async def join(table: LiveTable, owner: bytes, wish: JoinTable) -> None:
    """Take an open seat."""

    def work(header: Header) -> None:
        _need_status(header, "open", "The game has started; you can watch it.")
        if owner.hex() in header.kicked:
            raise Refused("kicked", "The host has asked you to leave this table.", status=403)
        if table.seats_of(owner) and not wish.hotseat:
            raise Refused("seated", "You have a seat at this table already.")
        free = [seat for seat in header.seats if seat.kind == "open" and wish.seat in (None, seat.seat)]
        if not free:
            raise Refused("taken", "That seat is taken." if wish.seat is not None else "All seats are taken.")
        seat = free[0]
        seat.kind, seat.owner, seat.name = "human", owner, wish.name
        _paint(header, seat, wish.colour)

    await change_table(table, "join", work)


def _paint(header: Header, seat: SeatRow, colour: Colour | None) -> None:
    """Give a seat a colour; an open seat that had it takes the seat's old one."""
    if colour is None or colour == seat.colour:
        return
    for other in header.seats:
        if other.colour == colour:
            if other.kind != "open":
                raise Refused("colour", "Somebody has that colour; choose another.")
            other.colour = seat.colour
    seat.colour = colour


async def rename(table: LiveTable, owner: bytes | None, wish: Rename) -> None:
    """Change one's own name or colour, before the start."""

    def work(header: Header) -> None:
        _need_status(header, "open", "The game has started; names and colours stay as they are.")
        seat = header.seats[table.seat(wish.seat).seat]
        if not tokens.same(seat.owner, owner):
            raise not_your_seat()
        seat.name = wish.name or seat.name
        _paint(header, seat, wish.colour)

    await change_table(table, "rename", work)


def _open(seat: SeatRow) -> None:
    seat.kind, seat.owner, seat.name, seat.bot, seat.stand_in = "open", None, "", None, None


async def leave(table: LiveTable, owner: bytes | None, number: int) -> None:
    """Give up one's seat: before the start it opens again, during the game a bot stands in."""

    def work(header: Header) -> None:
        seat = header.seats[table.seat(number).seat]
        if not tokens.same(seat.owner, owner):
            raise not_your_seat()
        if header.status == "open":
            not_daily(header)
            _open(seat)
            if tokens.same(header.host, owner) and not any(tokens.same(other.owner, owner) for other in header.seats):
                heirs = [other.owner for other in header.seats if other.owner is not None]
                header.host = heirs[0] if heirs else header.host
        elif header.status == "playing":
            not_daily(header)
            seat.stand_in = STAND_IN
        else:
            raise Refused("status", "The game is over.")

    await change_table(table, "leave", work, "host")


async def come_back(table: LiveTable, owner: bytes | None, number: int) -> None:
    """Take one's seat back from the bot that stands in."""

    def work(header: Header) -> None:
        seat = header.seats[table.seat(number).seat]
        if not tokens.same(seat.owner, owner):
            raise not_your_seat()
        if seat.stand_in is None:
            raise Refused("status", "Nobody stands in for you.")
        seat.stand_in = None

    await change_table(table, "return", work)


async def kick(table: LiveTable, owner: bytes | None, number: int) -> None:
    """The host opens a seat again, before the start; a person who sat there stays out."""

    def work(header: Header) -> None:
        _need_host(table, owner)
        _need_status(header, "open", "The game has started; an absent player's seat can be given to a bot.")
        seat = header.seats[table.seat(number).seat]
        not_daily(header)
        _spare_host(header, seat, owner)
        if seat.owner is not None and not tokens.same(seat.owner, owner):
            header.kicked.append(seat.owner.hex())
        _open(seat)

    await change_table(table, "kick", work, "kicked")


async def remove(table: LiveTable, owner: bytes | None, number: int) -> None:
    """The host takes a player out of a running game, also one who is there: a bot plays on, for good."""

    def work(header: Header) -> None:
        _need_host(table, owner)
        _need_status(header, "playing", "No game is being played at this table.")
        seat = header.seats[table.seat(number).seat]
        if seat.kind != "human" or seat.owner is None:
            raise Refused("no_seat", "Nobody sits there.")
        if tokens.same(seat.owner, owner):
            raise Refused("own_seat", "That is your own seat; leave it instead.")
        _spare_host(header, seat, owner)
        header.kicked.append(seat.owner.hex())
        seat.owner, seat.stand_in = None, seat.stand_in or STAND_IN

    await change_table(table, "remove", work, "kicked")


async def give_to_bot(table: LiveTable, owner: bytes | None, wish: SeatBot) -> None:
    """The host lets a bot take an open seat or, during the game, stand in for somebody who is away."""
    name = check_bot(wish.bot)

    def work(header: Header) -> None:
        _need_host(table, owner)
        not_daily(header)
        seat = header.seats[table.seat(wish.seat).seat]
        if seat.kind == "bot" and header.status in ("open", "playing"):
            seat.bot = name
        elif header.status == "open":
            if seat.kind != "open":
                raise Refused("taken", "Somebody sits there; open the seat first.")
            seat.kind, seat.bot, seat.name = "bot", name, _bot_person(header.seats)
            _paint(header, seat, wish.colour)
        elif header.status == "playing":
            if not table.may_hand_over(seat.seat):
                raise Refused("present", "That player is still there, or has not been away for long enough.")
            seat.stand_in = name
        else:
            raise Refused("status", "The game is over.")

    await change_table(table, "bot", work)


async def close(table: LiveTable, owner: bytes | None) -> None:
    """The host ends the table without a result."""

    def work(header: Header) -> None:
        _need_host(table, owner)
        if header.status not in ("open", "playing"):
            raise Refused("status", "The table is closed already.")
        header.status, header.ended = "closed", table.house.now()

    await change_table(table, "close", work, "status", "ended")


# ---- time ----


async def time_is_up(table: LiveTable, number: int, is_late: Callable[[], bool]) -> None:
    """What the table agreed on happens to a seat without time: a bot stands in, or the game ends."""

    def work(header: Header) -> None:
        if header.status != "playing" or not is_late():
            raise Refused("status", "Somebody was quicker.")
        if header.options.clock.at_zero == "end":
            header.status, header.ended = "closed", table.house.now()
        else:
            header.seats[number].stand_in = STAND_IN

    await change_table(table, "clock", work, "status", "ended")


# ---- starting ----


async def start(table: LiveTable, owner: bytes | None) -> None:
    """The host starts the game: fresh entropy, first views for everybody."""

    async def attempt() -> Header | None:
        _need_host(table, owner)
        _need_status(table.header, "open", "The game has started already.")
        if any(seat.kind == "open" for seat in table.header.seats):
            raise Refused("open_seats", "A seat is still open; wait for somebody or give it to a bot.")
        now = table.house.now()
        key = None
        if table.header.record is None:
            key = tokens.new_key() if table.header.daily is None else deal_key(table.house, table.header)
        header = replace(table.header, status="playing", rules=RULES_VERSION, deal=key, started=now)
        entry = Entry(table.id, table.sequence + 1, "start", None, "", now)
        table.course = course = await asyncio.to_thread(Course.replay, header, [entry])
        header.board_digest = course.game.board.digest  # the title may have had another when the table was made
        changes = [update_table(header, "status", "rules", "deal", "started", "board_digest")]
        if not await table.commit(entry, changes, header):
            return None
        table.change_header(header, course)
        return header

    await table.change(attempt)


async def rematch(table: LiveTable, owner: bytes | None) -> str:
    """A new table with the same people; whoever asks second gets the same one."""
    if not table.seats_of(owner) and not tokens.same(table.header.host, owner):
        raise not_your_seat()
    if table.header.rematch is not None:
        return table.header.rematch
    old = table.header
    if old.status not in ("over", "closed") or old.imported or owner is None:
        raise Refused("status", "Play this game to its end first.")
    fresh = replace(
        old,
        id=tokens.new_table_id(),
        status="open",
        host=owner,
        created=table.house.now(),
        seats=[replace(seat, stand_in=None) for seat in old.seats],
        rules=RULES_VERSION,
        deal=None,
        daily=None,
        seed=None,
        started=None,
        ended=None,
        winners=None,
        totals=None,
        kicked=[],
        record=None,
    )
    await table.house.storage.write(insert_table(fresh))

    def work(header: Header) -> None:
        header.rematch = header.rematch or fresh.id

    await change_table(table, "rematch", work, "rematch")
    if table.header.rematch != fresh.id:  # somebody else was quicker
        from ..store.storage import delete_table

        await table.house.storage.write(delete_table(fresh.id))
    assert table.header.rematch is not None
    return table.header.rematch
