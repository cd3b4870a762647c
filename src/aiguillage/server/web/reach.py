"""How friends get here: the address that invitations name, as a link and as a QR code."""

import io
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from ipaddress import ip_address
from urllib.parse import urlsplit

import segno

from ..tables.settings import Settings

LOOPBACK = ("127.0.0.1", "localhost", "::1")
ANYWHERE = ("0.0.0.0", "::")
_SIOCGIFADDR = 0x8915


def is_address(name: str) -> bool:
    """Whether a host name is a number."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def only_here(name: str) -> bool:
    """Whether a host name means the machine that asks."""
    return name in LOOPBACK or (is_address(name) and ip_address(name).is_loopback)


def network_addresses() -> list[str]:
    """This machine's IPv4 addresses on its networks; the one towards the internet first."""
    found = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing; the system only chooses the way
        found.append(str(probe.getsockname()[0]))
    with suppress(OSError):  # a service may be shut off from asking (systemd's RestrictAddressFamilies)
        found += _interface_addresses()
    with suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [address for address in dict.fromkeys(found) if not only_here(address) and address != "0.0.0.0"]


def _interface_addresses() -> list[str]:
    """The address of each network interface, where the system tells (Linux)."""
    try:
        import fcntl
    except ImportError:
        return []
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with suppress(OSError):
                answer = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, name.encode()[:15].ljust(256, b"\0"))
                found.append(socket.inet_ntoa(answer[20:24]))
    return found


def base(host: str, port: int, scheme: str = "http") -> str:
    """The address of a server."""
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"


def invitation(address: str, table: str) -> str:
    """The link to a table."""
    return f"{address}/#/table/{table}"


def seat_link(address: str, table: str, code: str) -> str:
    """The link that carries a seat to another device."""
    return f"{address}/#/seat/{table}?code={code}"


def qr_svg(text: str) -> bytes:
    """A QR code as a picture; dark on light whatever the page's colours are, because readers need that."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", border=3, scale=4, dark="#1d2430", light="#ffffff", xmldecl=False
    )
    return out.getvalue()


def qr_text(text: str) -> str:
    """A QR code for a terminal."""
    out = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(out, border=2, compact=True)
    return out.getvalue()


class Reach:
    """Who can get to this server, and by which address."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.port = settings.port
        self.open = settings.lan  # whether the local network is let in
        self.opener: Callable[[], Awaitable[None]] | None = None  # lets it in while the server runs

    def address(self) -> str | None:
        """Where other devices reach this server; None if only this machine does."""
        if self.settings.url:
            return self.settings.url
        if self.open or self.settings.host in ANYWHERE:
            found = network_addresses()
            return base(found[0], self.port) if found else None
        return None if only_here(self.settings.host) else base(self.settings.host, self.port)

    def address_for(self, asked: str) -> str:
        """The address to invite to, for somebody who came by the address `asked`."""
        if self.settings.url:
            return self.settings.url
        if not only_here(urlsplit(asked).hostname or ""):
            return asked.rstrip("/")
        return self.address() or asked.rstrip("/")

    def answers_to(self, name: str) -> bool:
        """Whether the server answers to this name. Open to this machine or its network it answers to their
        own names only, so that a page elsewhere cannot point its own name at it."""
        named = {urlsplit(address).hostname for address in (*self.settings.origins, self.settings.url)}
        if name in LOOPBACK or name in named:
            return True
        if self.open:
            own = socket.gethostname().lower()
            return is_address(name) or name in (own, own.partition(".")[0] + ".local")
        return not only_here(self.settings.host)
