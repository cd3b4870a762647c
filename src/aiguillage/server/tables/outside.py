"""Sending something to an address that somebody else named, without letting it reach into our own network.

The name is looked up once, every address it stands for must be public, and the connection goes to that very
address: what the name means a moment later does not matter. Redirects are not followed.
"""

import contextlib
import http.client
import os
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

SECONDS = 10.0
TRANSLATED = ip_network("64:ff9b::/96")  # by NAT64


class NotSent(Exception):
    """The address cannot or may not be used. `gone` says that it never will be."""

    def __init__(self, reason: str, gone: bool = False) -> None:
        super().__init__(reason)
        self.gone = gone


def check_address(url: str, plain: bool = False) -> str:
    """The host of an address that could be sent to; `plain` also lets HTTP through."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise NotSent("it is no address") from None
    if parts.scheme not in (("https", "http") if plain else ("https",)) or not parts.hostname:
        raise NotSent("it must begin with https://")
    if parts.username is not None or parts.password is not None:
        raise NotSent("it must not hold a password")
    if port == 0:
        raise NotSent("it is no address")
    return parts.hostname.lower()


def _find(host: str, port: int, private: bool) -> str:
    try:
        found = {str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)}
    except (OSError, UnicodeError):
        raise NotSent("the host is not known") from None
    if not private and not all(_is_public(address) for address in found):
        raise NotSent("the host is in our own network")
    return min(found)


def _is_public(address: str) -> bool:
    number = ip_address(address.partition("%")[0])
    meant = _meant(number) if isinstance(number, IPv6Address) else number
    return bool(meant.is_global) and not meant.is_multicast and not meant.is_reserved


def _meant(number: IPv6Address) -> IPv4Address | IPv6Address:
    """The IPv4 address that an IPv6 one stands for, where it stands for one: a gateway may take it there."""
    if number in TRANSLATED:
        return IPv4Address(int(number) & 0xFFFFFFFF)
    return number.ipv4_mapped or number.sixtofour or (number.teredo[1] if number.teredo else number)


def post(url: str, body: bytes, headers: Mapping[str, str], private: bool = False) -> int:
    """Send something, and the status that was answered. Takes a while: use a thread."""
    host = check_address(url, plain=private)
    parts = urlsplit(url)
    secure = parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    address = _find(host, port, private)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        with socket.create_connection((address, port), timeout=SECONDS) as raw, _ended_in_time(raw):
            line = ssl.create_default_context().wrap_socket(raw, server_hostname=host) if secure else raw
            connection = http.client.HTTPConnection(host, port, timeout=SECONDS)
            connection.sock = line
            try:
                connection.request("POST", path, body, {"user-agent": "aiguillage", **headers})
                return connection.getresponse().status
            finally:
                connection.close()
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise NotSent(type(error).__name__) from None


@contextlib.contextmanager
def _ended_in_time(line: socket.socket) -> Iterator[None]:
    """A socket's own time limit begins anew with every byte; this one does not."""
    handle = os.dup(line.fileno())  # TLS takes the socket over, and whoever has read the answer closes it
    whole = socket.socket(fileno=handle)

    def end() -> None:
        with contextlib.suppress(OSError):
            whole.shutdown(socket.SHUT_RDWR)

    alarm = threading.Timer(SECONDS, end)
    alarm.start()
    try:
        yield
    finally:
        alarm.cancel()
        whole.close()
