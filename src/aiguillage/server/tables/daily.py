"""The deals of the day: the same for everybody here, played once by a person, with the results beside each other.

Nobody can compute a deal before it is played, for it comes from a secret of the server; while it is being played nobody
else may watch. What cannot be prevented: that somebody who has played tells of it, or comes back as somebody else, with
another browser.
"""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

from aiguillage.analysis.daily import BOTS, daily
from aiguillage.boards import load_board
from aiguillage.boards.load import board_names

from ..protocol import COLOURS, DailyDeal, DailyDeals, DailyResult, Options
from ..store.rows import Header, SeatRow
from ..store.storage import StorageError, insert_table
from . import tokens
from .house import House
from .refused import Refused

SHOWN = 200
"""Results of a deal that are told, at most; and the reader's own."""

OPTIONS = Options(takeback=False, hints=False, spectators=False)
"""Everybody plays alone, and nothing is taken back that chance has decided."""


def today(house: House) -> date:
    """The day, in universal time."""
    return datetime.fromtimestamp(house.now() / 1000, UTC).date()


def deal_key(house: House, header: Header) -> int:
    """What the deal of a table comes from."""
    assert header.daily is not None
    return daily(header.game, date.fromisoformat(header.daily), house.storage.daily_key).key


def not_daily(header: Header) -> None:
    """Refuse what would let somebody else play the deal of a day in a person's name."""
    if header.daily is not None:
        raise Refused("daily", "This cannot be done in the deal of the day.")


async def find(house: House, owner: bytes, game: str) -> Header | None:
    """The table where somebody plays today's deal of a game, or did."""
    for header in await house.storage.daily_headers(today(house).isoformat(), owner):
        if header.game == game and tokens.same(header.host, owner):
            return header
    return None


def known_game(game: str) -> str:
    """A title that has deals."""
    if game not in board_names():
        raise Refused("no_game", "There is no game of this name.", status=404)
    return game


async def set_up(house: House, owner: bytes, game: str, name: str, bots: Sequence[str]) -> Header:
    """A table for today's deal, with these names for the bots; if the person has one already, that one."""
    board = load_board(known_game(game))
    people = [SeatRow(0, "human", name, COLOURS[0], owner=owner)]
    people += [SeatRow(seat, "bot", bots[seat - 1], COLOURS[seat], bot=bot) for seat, bot in enumerate(BOTS, start=1)]
    header = Header(
        id=tokens.new_table_id(),
        game=board.id,
        board_name=board.name,
        board_digest=board.digest,
        board_text=None,
        status="open",
        public=False,
        host=owner,
        options=OPTIONS,
        first=None,
        created=house.now(),
        seats=people,
        daily=today(house).isoformat(),
    )
    try:
        await house.storage.write(insert_table(header))
    except StorageError:
        found = await find(house, owner, game)  # a second click was quicker
        if found is None:
            raise
        return found
    return header


async def deals(house: House, owner: bytes | None, back: int) -> DailyDeals:
    """The deals of a day and what people made of them, the best results first."""
    day = today(house) - timedelta(days=back)
    headers = await house.storage.daily_headers(day.isoformat(), owner)
    ends = datetime.combine(day + timedelta(days=1), datetime.min.time(), UTC)
    return DailyDeals(
        day=day.isoformat(),
        ends=int(ends.timestamp() * 1000),
        deals=[_deal(game, [one for one in headers if one.game == game], owner) for game in board_names()],
    )


def _deal(game: str, headers: list[Header], owner: bytes | None) -> DailyDeal:
    mine = next((header for header in headers if tokens.same(header.host, owner)), None)
    results = sorted(
        (result for header in headers if (result := _result(header, owner)) is not None),
        key=lambda result: -result.points,
    )
    placed = [
        result.model_copy(update={"place": 1 + sum(other.points > result.points for other in results)})
        for result in results
    ]
    return DailyDeal(
        game=game,
        bots=list(BOTS),
        results=[result for number, result in enumerate(placed) if number < SHOWN or result.mine],
        table=mine.id if mine else None,
        status=mine.status if mine else None,
    )


def _result(header: Header, owner: bytes | None) -> DailyResult | None:
    if header.status != "over" or header.totals is None:
        return None
    points, winners = header.totals[0], header.winners or []
    rank = 1 if 0 in winners else max(2, 1 + sum(other > points for other in header.totals[1:]))
    return DailyResult(
        name=header.seats[0].name,
        points=points,
        place=0,
        rank=rank,
        mine=tokens.same(header.host, owner),
    )
