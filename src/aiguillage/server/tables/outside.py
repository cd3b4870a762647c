"""Sending something to an address that somebody else named, without letting it reach into our own network.

The name is looked up once, every address it stands for must be public, and the connection goes to that very
address: what the name means a moment later does not matter. Redirects are not followed.
"""

import http.client
import socket
import ssl
from collections.abc import Mapping
from ipaddress import ip_address
from urllib.parse import urlsplit

SECONDS = 10.0


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
    mapped = getattr(number, "ipv4_mapped", None) or number
    return bool(mapped.is_global) and not mapped.is_multicast and not mapped.is_reserved


def post(url: str, body: bytes, headers: Mapping[str, str], private: bool = False) -> int:
    """Send something, and the status that was answered. Takes a while: use a thread."""
    host = check_address(url, plain=private)
    parts = urlsplit(url)
    secure = parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    address = _find(host, port, private)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        with socket.create_connection((address, port), timeout=SECONDS) as raw:
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
