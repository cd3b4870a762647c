"""A seat on another device: a one-time code carries it there and closes it where it was."""

import hashlib
import hmac
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


def _hash(table: LiveTable, owner: bytes, code: str) -> bytes:
    """What is stored of a code. It is good for as long as the seat is that of whoever asked for it: a seat that
    somebody else has since taken cannot be given away."""
    return hashlib.sha256(f"{table.id}:{owner.hex()}:{code.strip().lower()}".encode()).digest()


async def give(table: LiveTable, owner: bytes | None, number: int) -> tuple[str, int]:
    """A code for one's own seat, and until when it is valid; an older one for the seat is void."""
    if owner is None or not tokens.same(table.seat(number).owner, owner):
        raise not_your_seat()
    not_daily(table.header)
    code = "".join(secrets.choice(tokens.ALPHABET) for _ in range(CODE_LENGTH))
    expires = table.house.now() + 1000 * VALID_SECONDS
    await table.house.storage.write(put_handover(table.id, number, _hash(table, owner, code), expires))
    return code, expires


async def take(table: LiveTable, owner: bytes, code: str) -> int:
    """Whoever has the code has the seat from now on, and what the host may do if the old device was the host's."""
    stored = await table.house.storage.handovers(table.id, table.house.now())
    number = next(
        (
            seat.seat
            for seat in table.header.seats
            if seat.seat in stored and seat.owner and _fits(table, seat.owner, code, stored[seat.seat])
        ),
        None,
    )
    if number is None:
        raise _not_valid()

    def work(header: Header) -> None:
        seat = header.seats[number]
        if seat.owner is None or not _fits(table, seat.owner, code, stored[number]):
            raise _not_valid()
        before, seat.owner = seat.owner, owner
        if tokens.same(header.host, before) and not any(tokens.same(other.owner, before) for other in header.seats):
            header.host = owner

    await change_table(table, "device", work, "host", also=[use_handover(table.id, number)])
    return number


def _fits(table: LiveTable, owner: bytes, code: str, stored: bytes) -> bool:
    return hmac.compare_digest(_hash(table, owner, code), stored)


def _not_valid() -> Refused:
    return Refused("code", "This code is not valid, or no longer: ask for a new one.", status=403)
