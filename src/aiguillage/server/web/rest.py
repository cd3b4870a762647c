"""The REST part of the protocol: finding, setting up and looking back at tables (docs/protocol.md)."""

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse

from aiguillage import __version__
from aiguillage.boards import load_board
from aiguillage.boards.load import board_names
from aiguillage.bots import LEVELS, bot_names

from ..protocol import (
    PROTOCOL_VERSION,
    AnalysisPart,
    BoardSummary,
    BoardVerdict,
    BringGame,
    BugReport,
    Catalogue,
    ChangeTable,
    CheckBoard,
    CreateTable,
    DailyDeals,
    Handover,
    Holiday,
    ImportRecord,
    Invitation,
    JoinTable,
    NoticeOffer,
    Pause,
    PlayDaily,
    PlayOn,
    Problem,
    PushSubscription,
    Rename,
    Replay,
    SeatBot,
    SeatOnly,
    ServerStatus,
    TableAnswer,
    TableList,
    TakeSeat,
    TurnInfo,
    TurnList,
    Webhook,
)
from ..store.rows import Header
from ..store.storage import Listing
from ..tables import bring as bringing
from ..tables import daily, handover, holidays, moments, seating, tokens
from ..tables import replay as replays
from ..tables.analyses import Analysis
from ..tables.boards import board_json, printed
from ..tables.course import board_of, own_board
from ..tables.house import House
from ..tables.limits import Account, asker
from ..tables.page_board import page_board
from ..tables.refused import Refused, no_such_table
from ..tables.reports import bug_report
from ..tables.standstill import STILL_KINDS, Standstill
from ..tables.table import LiveTable
from .reach import Reach, invitation, only_here, qr_svg, seat_link

COOKIE_SECONDS = 400 * 86400
LOBBY_MILLISECONDS = 2 * 86_400_000  # what is older is forgotten rather than waiting for players
PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem} for status in (400, 403, 404, 409, 413, 422, 429, 500, 503)
}
router = APIRouter(prefix="/api", responses=PROBLEMS)


# ---- who asks, and for what ----


def _house(request: Request) -> House:
    house: House = request.app.state.house
    return house


async def _reader(request: Request) -> bytes | None:
    """Who asks, if known."""
    return await _house(request).guest(request.cookies.get(tokens.COOKIE))


async def _person(request: Request, response: Response) -> bytes:
    """Who asks; a newcomer gets a cookie."""
    known = await _reader(request)
    if known is not None:
        return known
    token = _house(request).mint.new()
    response.set_cookie(
        tokens.COOKIE,
        token,
        max_age=COOKIE_SECONDS,
        path="/",
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return tokens.token_hash(token)


async def _table(
    request: Request, table_id: Annotated[str, Path(pattern=r"^[0-9a-z]{16}$", description="a table's id")]
) -> LiveTable:
    return await _house(request).table(table_id)


def _account(request: Request) -> Account:
    """On whose account work is done that takes long."""
    return Account(request.app.state.work, asker(request.scope))


def _solvent(request: Request) -> Account:
    """The same, refused to those who had a lot done."""
    account = _account(request)
    account.check()
    return account


InHouse = Annotated[House, Depends(_house)]
Reader = Annotated[bytes | None, Depends(_reader)]
Person = Annotated[bytes, Depends(_person)]
AtTable = Annotated[LiveTable, Depends(_table)]
OnAccount = Annotated[Account, Depends(_solvent)]


def _answer(table: LiveTable, owner: bytes | None) -> TableAnswer:
    return TableAnswer(table=table.info(), you=table.you(owner))


# ---- the server ----


@router.get("/status")
async def status() -> ServerStatus:
    """Version and protocol number."""
    return ServerStatus(version=__version__, protocol=PROTOCOL_VERSION)


@router.get("/catalogue")
async def catalogue() -> Catalogue:
    """What can be chosen when a table is created."""
    boards = [load_board(name) for name in board_names()]
    games = [
        BoardSummary(
            game=board.id,
            name=board.name,
            min_seats=board.min_seats,
            max_seats=board.max_seats,
            digest=board.digest,
        )
        for board in boards
    ]
    return Catalogue(games=games, bots=bot_names(), levels=list(LEVELS))


@router.get("/boards/{game}", response_model=dict[str, Any])
async def board(game: str) -> Response:
    """A game's board as data for drawing."""
    if game not in board_names():
        raise Refused("no_game", "There is no game of this name.", status=404)
    return Response(board_json(load_board(game)), media_type="application/json")


@router.post("/boards/check")
async def check_board(house: InHouse, account: OnAccount, wish: CheckBoard) -> BoardVerdict:
    """Whether a board file can be played."""
    try:
        found = await house.checker.board(wish.board, account)
    except Refused as refusal:
        if refusal.code != "bad_board":
            raise
        return BoardVerdict(ok=False, problem=refusal.message)
    board = await asyncio.to_thread(own_board, wish.board)
    page = await asyncio.to_thread(page_board, board)
    return BoardVerdict(ok=True, game=found.id, name=found.name, digest=found.digest, board=printed(board), page=page)


# ---- tables ----


@router.get("/tables")
async def tables(
    house: InHouse,
    owner: Reader,
    which: Annotated[Listing, Query(alias="list")] = "public",
    before: Annotated[int | None, Query(ge=0, lt=2**53)] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 30,
) -> TableList:
    """The lobby of public tables, one's own tables, or finished games; newest first."""
    since = house.now() - LOBBY_MILLISECONDS
    headers = await house.storage.headers(which, owner, since=since, before=before, limit=limit)
    following = headers[-1].created if len(headers) == limit else None
    still = await _standstills(house, headers if which == "mine" else [])
    listed = [_listed(house, header, owner, still.get(header.id)) for header in headers]
    return TableList(tables=listed, next=following)


async def _standstills(house: House, headers: Sequence[Header]) -> dict[str, Standstill]:
    """How running tables stand still that are not in memory here."""
    going = [header.id for header in headers if header.status == "playing"]
    found: dict[str, Standstill] = {}
    for entry in await house.storage.entries_of(going, STILL_KINDS) if going else []:
        found[entry.table] = found.get(entry.table, Standstill()).after(entry)
    return found


def _listed(house: House, header: Header, owner: bytes | None, still: Standstill | None = None) -> TableAnswer:
    live = house.tables.get(header.id)
    if live is not None and live.loaded:
        return _answer(live, owner)
    table = LiveTable(house, header.id)
    table.take_header(header)
    table.standstill = still or Standstill()
    return _answer(table, owner)


@router.get("/turns")
async def turns(house: InHouse, owner: Reader) -> TurnList:
    """The tables that wait for whoever asks."""
    if owner is None:
        return TurnList(turns=[])
    found = []
    waiting = await house.storage.turns(owner)
    still = await _standstills(house, [header for header, _ in waiting])
    for header, turn in waiting:
        answer = _listed(house, header, owner, still.get(header.id))
        seats = [seat for seat in turn.waiting if seat in answer.you.seats]
        found.append(
            TurnInfo(table=answer.table, you=answer.you, seats=seats, since=turn.since, deadline=turn.deadline)
        )
    return TurnList(turns=found)


@router.get("/daily")
async def daily_deals(house: InHouse, owner: Reader, back: Annotated[int, Query(ge=0, le=30)] = 0) -> DailyDeals:
    """Today's deals and their results, or those of so many days ago."""
    return await daily.deals(house, owner, back)


@router.post("/daily/{game}", status_code=201)
async def play_daily(request: Request, house: InHouse, owner: Person, game: str, wish: PlayDaily) -> TableAnswer:
    """Sit down to today's deal of a game; whoever has begun it comes back to it."""
    header = await daily.find(house, owner, daily.known_game(game))
    if header is None:
        await _check_new_table(request, house, owner)
        header = await daily.set_up(house, owner, game, wish.name, seating.BOT_PEOPLE)
    if header.status == "open":
        table = await house.table(header.id)
        table.network = _account(request).network
        with contextlib.suppress(Refused):  # a second click was quicker
            await seating.start(table, owner)
        header = table.header
    return _listed(house, header, owner)


@router.post("/tables", status_code=201)
async def create(request: Request, house: InHouse, owner: Person, wish: CreateTable) -> TableAnswer:
    """A new table; whoever asks is its host."""
    await _check_new_table(request, house, owner)
    table = await seating.create(house, owner, wish, _account(request))
    return _answer(table, owner)


async def _check_new_table(request: Request, house: House, owner: bytes | None) -> None:
    """Whether somebody may have one more table, be it new or a rematch."""
    if not request.app.state.new_tables.take(asker(request.scope)):
        raise Refused("rate", "Too many new tables; wait a minute.", status=429)
    most = house.settings.limits.tables_per_client
    if owner is not None and await house.storage.live_tables(owner) >= most:
        raise Refused("tables", f"You have {most} tables already; finish or close one first.", status=429)


@router.get("/tables/{table_id}")
async def table(at: AtTable, owner: Reader) -> TableAnswer:
    """One table, and who the reader is there."""
    return _answer(at, owner)


@router.patch("/tables/{table_id}")
async def change(at: AtTable, owner: Reader, wish: ChangeTable) -> TableAnswer:
    """The host changes options before the start."""
    await seating.change(at, owner, wish)
    return _answer(at, owner)


@router.get("/tables/{table_id}/board", response_model=dict[str, Any])
async def table_board(at: AtTable) -> Response:
    """The board that a table is played on."""
    found = await asyncio.to_thread(board_of, at.header)
    return Response(board_json(found), media_type="application/json")


@router.post("/tables/{table_id}/join")
async def join(at: AtTable, owner: Person, wish: JoinTable) -> TableAnswer:
    """Take an open seat."""
    await seating.join(at, owner, wish)
    return _answer(at, owner)


@router.post("/tables/{table_id}/rename")
async def rename(at: AtTable, owner: Reader, wish: Rename) -> TableAnswer:
    """Change one's name or colour before the start."""
    await seating.rename(at, owner, wish)
    return _answer(at, owner)


@router.post("/tables/{table_id}/leave")
async def leave(at: AtTable, owner: Reader, wish: SeatOnly) -> TableAnswer:
    """Give up one's seat; during the game a bot stands in."""
    await seating.leave(at, owner, wish.seat)
    return _answer(at, owner)


@router.post("/tables/{table_id}/return")
async def come_back(at: AtTable, owner: Reader, wish: SeatOnly) -> TableAnswer:
    """Take one's seat back from the bot that stands in."""
    await seating.come_back(at, owner, wish.seat)
    return _answer(at, owner)


@router.post("/tables/{table_id}/kick")
async def kick(at: AtTable, owner: Reader, wish: SeatOnly) -> TableAnswer:
    """The host opens a seat again before the start."""
    await seating.kick(at, owner, wish.seat)
    return _answer(at, owner)


@router.post("/tables/{table_id}/remove")
async def remove(at: AtTable, owner: Reader, wish: SeatOnly) -> TableAnswer:
    """The host takes a player out of a running game; a bot plays on."""
    await seating.remove(at, owner, wish.seat)
    return _answer(at, owner)


@router.get("/tables/{table_id}/report")
async def report(at: AtTable, owner: Reader) -> BugReport:
    """What the reader may know about a table, to hand in when something went wrong."""
    return await bug_report(at, owner)


@router.post("/tables/{table_id}/bot")
async def give_to_bot(at: AtTable, owner: Reader, wish: SeatBot) -> TableAnswer:
    """The host gives an open seat, or that of somebody who is away, to a bot."""
    await seating.give_to_bot(at, owner, wish)
    return _answer(at, owner)


@router.post("/tables/{table_id}/pause")
async def pause(at: AtTable, owner: Reader, wish: Pause) -> TableAnswer:
    """The host stops game and clocks, or lets them go on."""
    await holidays.pause(at, owner, wish.paused, wish.until)
    return _answer(at, owner)


@router.post("/tables/{table_id}/holiday")
async def holiday(at: AtTable, owner: Reader, wish: Holiday) -> TableAnswer:
    """A player asks for a holiday, or answers whoever did; when all agree the table is paused until then."""
    await holidays.holiday(at, owner, wish.seat, wish.answer, wish.until)
    return _answer(at, owner)


@router.post("/tables/{table_id}/start")
async def start(at: AtTable, owner: Reader) -> TableAnswer:
    """The host starts the game."""
    await seating.start(at, owner)
    return _answer(at, owner)


@router.post("/tables/{table_id}/close")
async def close(at: AtTable, owner: Reader) -> TableAnswer:
    """The host ends the table without a result."""
    await seating.close(at, owner)
    return _answer(at, owner)


@router.post("/tables/{table_id}/rematch")
async def rematch(request: Request, house: InHouse, at: AtTable, owner: Reader) -> TableAnswer:
    """A new table with the same people."""
    if at.header.rematch is None:
        await _check_new_table(request, house, owner)
    again = await house.storage.header(await seating.rematch(at, owner))
    if again is None:
        raise no_such_table()
    return _listed(house, again, owner)  # it may belong to another process


# ---- invitations ----


def _reach(request: Request) -> Reach:
    reach: Reach = request.app.state.reach
    return reach


def _sits_here(request: Request) -> bool:
    """Whether whoever asks sits at the server's own machine, and no proxy stands between."""
    client = request.client.host if request.client else ""
    return only_here(client) and only_here(request.url.hostname or "")


def _address(request: Request) -> str:
    """The address of this server for other devices."""
    return _reach(request).address_for(f"{request.url.scheme}://{request.url.netloc}")


def _invitation(request: Request, table: LiveTable) -> Invitation:
    reach, address = _reach(request), _address(request)
    here_only = only_here(urlsplit(address).hostname or "")
    can_open = here_only and reach.opener is not None and not reach.open and _sits_here(request)
    return Invitation(link=invitation(address, table.id), here_only=here_only, can_open=can_open)


@router.get("/tables/{table_id}/invitation")
async def invite(request: Request, at: AtTable) -> Invitation:
    """The link for friends, by an address that they reach if there is one."""
    return _invitation(request, at)


@router.get("/tables/{table_id}/invitation.svg", response_class=Response)
async def invite_picture(request: Request, at: AtTable) -> Response:
    """The link for friends as a QR code."""
    return Response(qr_svg(_invitation(request, at).link), media_type="image/svg+xml")


@router.post("/tables/{table_id}/handover")
async def hand_over(request: Request, at: AtTable, owner: Reader, wish: SeatOnly) -> Handover:
    """A one-time code that carries one's seat to another device."""
    code, expires = await handover.give(at, owner, wish.seat)
    link = seat_link(_address(request), at.id, code)
    return Handover(code=code, link=link, picture=qr_svg(link).decode(), expires=expires)


@router.post("/tables/{table_id}/takeover")
async def take_over(at: AtTable, owner: Person, wish: TakeSeat) -> TableAnswer:
    """Play a seat on this device from now on; the old one only watches."""
    await handover.take(at, owner, wish.code)
    return _answer(at, owner)


@router.post("/network", status_code=204, response_class=Response)
async def let_network_in(request: Request) -> None:
    """Whoever sits at the server's machine lets the local network in, until the server stops."""
    reach = _reach(request)
    if not _sits_here(request) or reach.settings.url:
        raise Refused("not_here", "Only somebody at the server's own machine may do that.", status=403)
    if reach.opener is None:
        raise Refused("network", "This server cannot listen on more addresses.", status=409)
    if not reach.open:
        await reach.opener()
        reach.open = True


# ---- word of turns ----


@router.get("/notices")
async def notices(house: InHouse) -> NoticeOffer:
    """How people can be told of their turns here."""
    push = house.notices.push
    return NoticeOffer(push_key=push.public if push else None, webhooks=bool(house.settings.webhook_hosts))


@router.post("/tables/{table_id}/push", status_code=204, response_class=Response)
async def push(house: InHouse, at: AtTable, owner: Reader, wish: PushSubscription) -> None:
    """A player's browser is told of its turns at this table, or no longer."""
    keys = {"p256dh": wish.p256dh, "auth": wish.auth}
    await house.notices.subscribe(at, owner, wish.address, keys, wish.wanted)


@router.post("/tables/{table_id}/webhook", status_code=204, response_class=Response)
async def webhook(house: InHouse, at: AtTable, owner: Reader, wish: Webhook) -> None:
    """The host lets word of every turn be sent to an address, or no longer."""
    await house.notices.hook(at, owner, wish.address)


# ---- finished games ----


@router.get(
    "/tables/{table_id}/record",
    response_model=None,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def record(
    request: Request, at: AtTable, step: Annotated[int | None, Query(alias="at", ge=0, lt=2**31)] = None
) -> PlainTextResponse:
    """The text record of a finished game, or of its first decisions."""
    if step is None:
        text, until = await replays.record_of(at), ""
    else:
        text, until = (await moments.find(at, step, _solvent(request))).record, f"-{step}"
    name = f"aiguillage-{at.header.game}-{at.id[:6]}{until}.txt"
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{name}"'})


@router.get("/tables/{table_id}/position", response_model=dict[str, Any])
async def position(
    at: AtTable, account: OnAccount, step: Annotated[int, Query(alias="at", ge=0, lt=2**31)]
) -> Response:
    """The position of a finished game after so many decisions (docs/positions.md)."""
    found = await moments.find(at, step, account)
    name = f"aiguillage-{at.header.game}-{at.id[:6]}-{step}.json"
    return JSONResponse(found.position, headers={"content-disposition": f'attachment; filename="{name}"'})


@router.get("/tables/{table_id}/picture.png", response_class=Response)
async def picture(
    request: Request,
    at: AtTable,
    account: OnAccount,
    step: Annotated[int | None, Query(alias="at", ge=0, lt=2**31)] = None,
) -> Response:
    """The board of a finished game at a moment, for previews of links."""
    kept: moments.Pictures = request.app.state.pictures
    png = await kept.png(at, step, account)
    # Previews are made by other sites.
    return Response(png, media_type="image/png", headers={"cross-origin-resource-policy": "cross-origin"})


@router.post("/tables/{table_id}/play-on", status_code=201)
async def play_on(
    request: Request, house: InHouse, at: AtTable, owner: Person, account: OnAccount, wish: PlayOn
) -> TableAnswer:
    """A new table that goes on from a moment of a finished game."""
    await _check_new_table(request, house, owner)
    return _answer(await moments.play_on(house, at, owner, wish, account), owner)


@router.post("/tables/{table_id}/analysis", response_model=AnalysisPart)
async def begin_analysis(request: Request, house: InHouse, at: AtTable) -> Response:
    """Have a finished game analysed, unless it is already; what is there so far."""
    text = await replays.finished_record(at)
    found = house.analyses.begin(at.id, text, at.header.board_text, asker(request.scope))
    return _analysis(found, 0)


@router.get("/tables/{table_id}/analysis", response_model=AnalysisPart)
async def analysis(house: InHouse, at: AtTable, start: Annotated[int, Query(ge=0, lt=2**31)] = 0) -> Response:
    """What is there of the analysis of a finished game, from a piece on."""
    replays.need_result(at.header)
    found = house.analyses.of(at.id)
    if found is None:
        raise Refused("no_analysis", "Nobody has had this game analysed; ask for it first.", status=404)
    return _analysis(found, start)


def _analysis(found: Analysis, start: int) -> Response:
    state = found.state  # before the pieces: what is done is whole
    body = f'{{"state":"{state}","start":{start},"pieces":[{",".join(found.pieces[start:])}]}}'
    return Response(body, media_type="application/json")


@router.get("/tables/{table_id}/replay", response_model=Replay)
async def replay(
    request: Request,
    at: AtTable,
    account: OnAccount,
    seat: Annotated[int | None, Query(ge=0)] = None,
    start: Annotated[int, Query(ge=0, lt=2**31)] = 0,
    count: Annotated[int, Query(ge=1, le=100)] = 50,
) -> Response:
    """A part of a finished game, decision by decision, as one seat saw it."""
    if seat is not None:
        at.seat(seat)
    kept: replays.Replays = request.app.state.replays
    part = await kept.part(at, seat, start, count, account)
    return Response(part, media_type="application/json")


def _check_new_record(request: Request) -> None:
    """Whether somebody may hand in one more record."""
    if not request.app.state.new_records.take(asker(request.scope)):
        raise Refused("rate", "Too many records in an hour; wait a while.", status=429)


@router.post("/games", status_code=201)
async def bring_game(
    request: Request, house: InHouse, owner: Person, account: OnAccount, wish: BringGame
) -> TableAnswer:
    """Check the record of a game that was begun on a device, and let it go on at a table here."""
    _check_new_record(request)
    await _check_new_table(request, house, owner)
    return _answer(await bringing.bring(house, owner, wish, account), owner)


@router.post("/records", status_code=201)
async def keep_record(
    request: Request, house: InHouse, owner: Person, account: OnAccount, wish: ImportRecord
) -> TableAnswer:
    """Check a record by replaying it and keep it as a finished table."""
    most = house.settings.limits.records_per_client
    _check_new_record(request)
    if await house.storage.kept_records(owner) >= most:
        raise Refused("records", f"You keep {most} imported games already.", status=429)
    kept = await replays.keep(house, owner, wish, account)
    return _answer(kept, owner)
