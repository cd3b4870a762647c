"""The WebSocket of a table: read a message, check it, carry it out, answer."""

import asyncio
import logging
import re
from dataclasses import asdict
from json import JSONDecodeError, loads

from pydantic import ValidationError
from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import Message, Receive, Scope, Send

from ..protocol import (
    CLIENT_MESSAGE,
    AckMessage,
    ClientMessage,
    ErrorMessage,
    HintMessage,
    PongMessage,
    SendAction,
    SendChat,
    SendHint,
    SendPing,
    SendReaction,
    SendTakeback,
    SendUndo,
)
from ..store.storage import StorageError
from ..tables import talk, tokens
from ..tables.connection import RESTART, TRY_AGAIN_LATER, Connection, encode
from ..tables.course import outdated
from ..tables.house import House
from ..tables.limits import Counter, asker
from ..tables.refused import Refused, busy, no_such_table
from ..tables.settings import Limits
from ..tables.table import LiveTable
from .links import Guest, Links

LOG = logging.getLogger("aiguillage.sockets")
PATH = re.compile(r"/api/tables/([0-9a-z]{16})/socket")


class Doorkeeper:
    """Counts the connections of each address and client."""

    def __init__(self, limits: Limits) -> None:
        self.addresses = Counter(limits.sockets_per_address)
        self.clients = Counter(limits.sockets_per_client)

    def enter(self, address: str, owner: bytes | None) -> bool:
        """Whether one more connection is allowed; if so it is counted."""
        if not self.addresses.enter(address):
            return False
        if owner is not None and not self.clients.enter(owner):
            self.addresses.leave(address)
            return False
        return True

    def leave(self, address: str, owner: bytes | None) -> None:
        """A connection has ended."""
        self.addresses.leave(address)
        if owner is not None:
            self.clients.leave(owner)


class Sockets:
    """The ASGI application for WebSockets."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.links: Links | None = None
        self.doorkeeper = Doorkeeper(house.settings.limits)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One client at one table, until it leaves."""
        await receive()  # websocket.connect
        found = PATH.fullmatch(scope["path"])
        try:
            if found is None:
                raise no_such_table()
            place = await (self.links.find(found[1]) if self.links else self.house.table(found[1]))
            owner = await self.house.guest(_cookie(scope))
        except Refused as refusal:
            await deny(send, refusal)
            return
        except StorageError:
            await deny(send, busy())
            return
        address = asker(scope)
        await send({"type": "websocket.accept"})
        if not self.doorkeeper.enter(address, owner):
            await send({"type": "websocket.close", "code": TRY_AGAIN_LATER, "reason": "too many connections"})
            return
        try:
            if isinstance(place, LiveTable):
                await self._serve(place, Guest(owner, address), receive, send)
            elif self.links is not None:
                self.house.metrics.passed_on.labels("socket").inc()
                await self.links.pipe(place, found[1], Guest(owner, address), receive, send)
        finally:
            self.doorkeeper.leave(address, owner)

    async def attend(self, table_id: str, guest: Guest, receive: Receive, send: Send) -> None:
        """One client who is connected to another process, until it leaves."""
        try:
            table = await self.house.table(table_id)
        except (Refused, StorageError):  # it has just moved on
            await send({"type": "websocket.close", "code": RESTART})
            return
        await self._serve(table, guest, receive, send)

    async def _serve(self, table: LiveTable, guest: Guest, receive: Receive, send: Send) -> None:
        connection = Connection(receive, send, guest.owner, guest.network, self.house.settings.limits)
        try:
            await connection.serve(_attend(self.house, table, connection))
        finally:
            table.detach(connection)


async def deny(send: Send, refusal: Refused) -> None:
    """Refuse a handshake."""
    headers = [] if refusal.retry is None else [(b"retry-after", str(refusal.retry).encode())]
    await send({"type": "websocket.http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": b""})


def _cookie(scope: Scope) -> str | None:
    header = Headers(scope=scope).get("cookie", "")
    return cookie_parser(header).get(tokens.COOKIE)


async def _attend(house: House, table: LiveTable, connection: Connection) -> None:
    """Show a client the table, then carry out its messages one after the other until it is gone."""
    try:
        await table.attach(connection)
    except StorageError:
        connection.send(_error(None, busy(), table.sequence))
        connection.close("restart", RESTART)
        return
    except Refused as refusal:
        connection.send(_error(None, refusal, table.sequence))
        connection.close("fault", 1011)
        return
    except Exception:
        LOG.exception("table not shown", extra={"table": table.id[:6]})
        connection.close("fault", 1011)
        return
    if (old := outdated(table.header)) is not None:
        connection.send(_error(None, old, table.sequence))
    while True:
        message = await connection.receive()
        if message["type"] == "websocket.disconnect":
            return
        kind, identity, answer = "unreadable", None, "ok"
        try:
            if not connection.messages.take():
                raise Refused("rate", "Too many messages; slow down.")
            wish = _read(message, house.settings.limits)
            kind, identity = wish.type, wish.id
            # What was begun is finished, also if the client is cut off meanwhile.
            await asyncio.shield(_carry_out(house, table, connection, wish))
        except Refused as refusal:
            answer = refusal.code
            connection.send(_error(identity, refusal, table.sequence))
        except StorageError:
            answer = "busy"
            connection.send(_error(identity, busy(), table.sequence))
        except Exception:
            answer = "internal"
            LOG.exception("message failed", extra={"table": table.id[:6], "type": kind})
            mistake = Refused("internal", "The server made a mistake with that message; it was logged.")
            connection.send(_error(identity, mistake, table.sequence))
        house.metrics.messages.labels(kind, answer).inc()
        if answer != "ok" and not connection.refusals.take():
            connection.cut()
            return
        await asyncio.sleep(0)  # however much has arrived, others come next


def _read(message: Message, limits: Limits) -> ClientMessage:
    """The message in a frame."""
    text = message.get("text")
    if text is None:
        raise Refused("binary", "Binary frames are not understood; send text.")
    if len(text) > limits.frame_bytes or len(text.encode("utf-8", "replace")) > limits.frame_bytes:
        raise Refused("too_large", f"A message has at most {limits.frame_bytes} bytes.")
    try:
        content = loads(text)
    except (JSONDecodeError, RecursionError, ValueError):
        raise Refused("bad_json", "A message is one JSON object.") from None
    if not isinstance(content, dict):
        raise Refused("bad_json", "A message is one JSON object.")
    try:
        return CLIENT_MESSAGE.validate_python(content)
    except ValidationError as error:
        raise Refused("bad_message", _first_problem(error)) from None


def _first_problem(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"] if part not in ("function-after", "is-instance"))
    return f"{where or 'type'}: {first['msg']}"[:200]


def _error(identity: str | None, refusal: Refused, sequence: int) -> bytes:
    return encode(
        ErrorMessage(
            id=identity,
            code=refusal.code,
            message=refusal.message,
            rule=refusal.rule,
            retry=refusal.retry,
            sequence=sequence,
        )
    )


def _seat(connection: Connection, wanted: int | None) -> int:
    """The seat that a client speaks for."""
    if not connection.seats:
        raise Refused("not_seated", "You are watching; only players can do that.")
    if wanted is None:
        if len(connection.seats) > 1:
            raise Refused("wrong_seat", "You have several seats; say which one you mean.")
        return connection.seats[0]
    if wanted not in connection.seats:
        raise Refused("wrong_seat", "That seat is not yours.")
    return wanted


async def _carry_out(house: House, table: LiveTable, connection: Connection, wish: ClientMessage) -> None:
    if isinstance(wish, SendPing):
        connection.send(encode(PongMessage(id=wish.id, now=house.now())))
        return
    seat = _seat(connection, wish.seat)
    if isinstance(wish, SendHint):
        if not connection.hints.take():
            raise Refused("rate", "Too many questions; think for yourself for a moment.")
        sequence, hint = await house.driver.hint(table, seat)
        answer = HintMessage(id=wish.id, seat=seat, sequence=sequence, **asdict(hint))
        connection.send(encode(answer))
        return
    sequence = await _do(table, connection, seat, wish)
    connection.send(encode(AckMessage(id=wish.id, sequence=sequence)))


async def _do(
    table: LiveTable,
    connection: Connection,
    seat: int,
    wish: SendAction | SendUndo | SendTakeback | SendChat | SendReaction,
) -> int:
    """Carry out what becomes an entry of the log; its number."""
    match wish:
        case SendAction():
            return await table.play(seat, wish.text, wish.sequence)
        case SendUndo():
            return await table.undo(seat, wish.sequence)
        case SendTakeback():
            return await talk.takeback(table, seat, wish.answer)
        case SendChat() | SendReaction():
            if not connection.talk.take():
                raise Refused("rate", "That was a lot of talk; wait a moment.")
            if isinstance(wish, SendChat):
                return await talk.say(table, seat, wish.text)
            return await talk.react(table, seat, wish.reaction)
