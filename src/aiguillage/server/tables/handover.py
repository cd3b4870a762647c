"""A seat on another device: a one-time code carries it there and closes it where it was."""

import hashlib
import secrets

from ..store.rows import Header
from ..store.storage import put_handover, use_handover
from . import tokens
from .daily import not_daily
from .refused import Refused, not_your_seat
from .seating import change_table
from .table import LiveTable

CODE_LENGTH = 10  # of 32 letters: 50 bits, for ten minutes
VALID_SECONDS = 600


def _hash(table: LiveTable, code: str) -> bytes:
    return hashlib.sha256(f"{table.id}:{code.strip().lower()}".encode()).digest()


async def give(table: LiveTable, owner: bytes | None, number: int) -> tuple[str, int]:
    """A code for one's own seat, and until when it is valid; an older one for the seat is void."""
    if not tokens.same(table.seat(number).owner, owner):
        raise not_your_seat()
    not_daily(table.header)
    code = "".join(secrets.choice(tokens.ALPHABET) for _ in range(CODE_LENGTH))
    expires = table.house.now() + 1000 * VALID_SECONDS
    await table.house.storage.write(put_handover(table.id, number, _hash(table, code), expires))
    return code, expires


async def take(table: LiveTable, owner: bytes, code: str) -> int:
    """Whoever has the code has the seat from now on, and what the host may do if the old device was the host's."""
    number = await table.house.storage.handover(table.id, _hash(table, code), table.house.now())
    if number is None:
        raise Refused("code", "This code is not valid, or no longer: ask for a new one.", status=403)

    def work(header: Header) -> None:
        seat = header.seats[number]
        if seat.kind != "human":
            raise Refused("code", "Nobody sits there any more.", status=403)
        before, seat.owner = seat.owner, owner
        if tokens.same(header.host, before) and not any(
            tokens.same(other.owner, before) for other in header.seats
        ):
            header.host = owner

    await change_table(table, "device", work, "host", also=[use_handover(table.id, number)])
    return number
