"""Word of a turn for people who are not there: a webhook of the table, and Web Push to browsers.

Both are asked for, once for each turn, and say only what everybody may know: the game, whose turn it is, and the
link. The process that wrote the entry sends the word.
"""

import asyncio
import json
import logging
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from aiguillage.errors import MissingExtra

from ..store.rows import Address, Header
from ..store.storage import Change, StorageError, drop_notice, put_notice
from . import tokens
from .outside import NotSent, check_address, post
from .refused import Refused, not_host, not_your_seat
from .settings import Settings

if TYPE_CHECKING:
    from .house import House
    from .table import LiveTable

LOG = logging.getLogger("aiguillage.notices")
THREADS = 4
MOST_WAITING = 1000  # beyond this word is dropped: it must not pile up when an address is slow
MOST_ADDRESSES = 20  # of one table
PUSH_SECONDS = 86400  # how long a push service keeps the word for a browser that is away
GONE = (404, 410)


class PushKey:
    """The server's key for push services (VAPID), made once and kept in a file."""

    def __init__(self, settings: Settings) -> None:
        try:
            from py_vapid import Vapid02
        except ImportError:
            raise MissingExtra("Web Push", "push") from None
        path = settings.push_key or settings.data_folder / "push-key.pem"
        self.contact = settings.push_contact
        self._key: Any = Vapid02.from_file(str(path)) if path.exists() else self._make(Vapid02(), path)

    @staticmethod
    def _make(key: Any, path: Path) -> Any:
        key.generate_keys()
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(key.private_pem())
        return key

    @property
    def public(self) -> str:
        """The public half, as browsers want it."""
        from base64 import urlsafe_b64encode

        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        raw = self._key.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return urlsafe_b64encode(raw).decode().rstrip("=")

    def message(self, address: Address, content: Mapping[str, object]) -> tuple[bytes, dict[str, str]]:
        """A message that only that browser can read, and the headers that say who sends it."""
        from pywebpush import WebPusher

        body = WebPusher({"endpoint": address.address, "keys": address.keys}).encode(json.dumps(content).encode())
        parts = urlsplit(address.address)
        signed = self._key.sign({"aud": f"{parts.scheme}://{parts.netloc}", "sub": self.contact})
        headers = {"content-encoding": "aes128gcm", "content-type": "application/octet-stream"}
        return body["body"], headers | {"ttl": str(PUSH_SECONDS)} | signed


class Notices:
    """Sends word of turns."""

    def __init__(self, house: "House") -> None:
        self.house = house
        settings = self.settings = house.settings
        self.push = PushKey(settings) if settings.push_contact else None
        self._threads = ThreadPoolExecutor(THREADS, "notice")
        self._waiting = 0

    def stop(self) -> None:
        """Send nothing any more."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def announce(self, table: "LiveTable", seats: Sequence[int]) -> None:
        """It is these seats' turn."""
        if seats and (self.push is not None or self.settings.webhook_hosts):
            self.house.later(self._announce(table, seats))

    async def _announce(self, table: "LiveTable", seats: Sequence[int]) -> None:
        if table.addresses is None:
            try:
                table.addresses = await self.house.storage.notices(table.id)
            except StorageError:
                return
        header, present = table.header, table.audience.present()
        for address in table.addresses:
            for seat in seats:
                person = header.seats[seat]
                if address.kind == "hook":
                    await self._send(table, address, json.dumps(self._words(header, seat)).encode(), None)
                elif tokens.same(address.owner, person.owner) and seat not in present and self.push is not None:
                    body, headers = await asyncio.to_thread(self.push.message, address, self._words(header, seat))
                    await self._send(table, address, body, headers)

    def _words(self, header: Header, seat: int) -> dict[str, object]:
        name, link = header.seats[seat].name, self.house.link(header.id)
        text = f"{name}: it is your turn in {header.board_name}. {link}".strip()
        return {
            "text": text,  # Slack, Mattermost and what speaks like them
            "content": text,  # Discord
            "game": header.game,
            "name": name,
            "seat": seat,
            "link": link,
        }

    async def _send(self, table: "LiveTable", address: Address, body: bytes, headers: dict[str, str] | None) -> None:
        if self._waiting >= MOST_WAITING:
            LOG.warning("word of a turn dropped", extra={"table": table.id[:6]})
            return
        self._waiting += 1
        private = self.settings.webhook_private
        try:
            status = await asyncio.get_running_loop().run_in_executor(
                self._threads,
                post,
                address.address,
                body,
                headers or {"content-type": "application/json"},
                private,
            )
        except NotSent as error:
            LOG.warning("word of a turn not sent", extra={"table": table.id[:6], "reason": str(error)})
            return
        finally:
            self._waiting -= 1
        if status in GONE and address.kind == "push":  # the browser does not want it any more
            table.addresses = None
            await self.house.storage.write([drop_notice(table.id, address.address)])
        elif status >= 300:
            LOG.warning("word of a turn not taken", extra={"table": table.id[:6], "status": status})

    # ---- who wants to be told ----

    async def hook(self, table: "LiveTable", owner: bytes | None, url: str | None) -> None:
        """The host names the one webhook of the table, or none."""
        if not table.acts_as_host(owner):
            raise not_host()
        if url is not None:
            self._check_hook(url)
        known = [one for one in await self.house.storage.notices(table.id) if one.kind == "hook"]
        changes = [drop_notice(table.id, one.address) for one in known]
        if url is not None:
            changes += put_notice(table.id, Address(url, "hook"))
        await self._store(table, changes)

    def _check_hook(self, url: str) -> None:
        try:
            host = check_address(url, plain=self.settings.webhook_private)
        except NotSent as error:
            raise Refused("address", f"The address cannot be used: {error}.", status=422) from None
        if not any(_fits(host, allowed) for allowed in self.settings.webhook_hosts):
            raise Refused("address", "The owner of this server does not allow webhooks to that host.", status=403)

    async def subscribe(
        self, table: "LiveTable", owner: bytes | None, url: str, keys: dict[str, str], wanted: bool
    ) -> None:
        """A player's browser is told of its turns at this table, or no longer."""
        if not table.seats_of(owner):
            raise not_your_seat()
        if self.push is None:
            raise Refused("no_push", "This server sends no notices to browsers.", status=409)
        known = await self.house.storage.notices(table.id)
        if not wanted:
            mine = [one for one in known if one.address == url and tokens.same(one.owner, owner)]
            await self._store(table, [drop_notice(table.id, one.address) for one in mine])
            return
        address = Address(url, "push", owner, keys)
        try:
            check_address(url, plain=self.settings.webhook_private)
            await asyncio.to_thread(self.push.message, address, {})  # whether the keys can be used
        except Exception as error:
            raise Refused("address", f"The subscription cannot be used: {error}", status=422) from None
        if len(known) >= MOST_ADDRESSES:
            raise Refused("address", f"At most {MOST_ADDRESSES} addresses are told of a table's turns.")
        await self._store(table, put_notice(table.id, address))

    async def _store(self, table: "LiveTable", changes: Sequence[Change]) -> None:
        """Store addresses with an entry of the log."""

        async def attempt() -> bool | None:
            return True if await table.append("table", None, "notices", changes) is not None else None

        if changes:
            await table.change(attempt)
            table.addresses = None


def _fits(host: str, allowed: str) -> bool:
    """Whether a host is allowed by its name or by `*.domain`."""
    allowed = allowed.lower()
    return host.endswith(allowed[1:]) if allowed.startswith("*.") else host == allowed
