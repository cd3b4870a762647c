"""Who is let in: where requests may come from, how large they may be, what browsers are told to refuse.

Plain ASGI, so that nothing is buffered and nobody's connection is touched after it was accepted.
"""

from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..protocol import Problem
from ..tables.connection import encode
from ..tables.limits import Buckets, asker
from ..tables.metrics import Metrics
from ..tables.refused import Refused
from ..tables.settings import Settings
from .reach import Reach

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")

CSP = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",  # the kernel is WebAssembly: it runs in the page as well
        "style-src 'self' 'unsafe-inline'",  # Svelte's transitions set style attributes
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "media-src 'self' data:",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",  # a table's address is its invitation
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


def host_name(netloc: str) -> str:
    """The host of `host:port`, lower case."""
    try:
        return (urlsplit(f"//{netloc}").hostname or "").lower()
    except ValueError:
        return ""


def allowed_origin(origin: str, host: str, extra: Iterable[str]) -> bool:
    """Whether a page from this origin may use the server at this host."""
    if origin.rstrip("/") in {other.rstrip("/") for other in extra}:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower() and parts.netloc != ""


FILES = 20
"""So many times as many files of the page are given as other answers: a first visit takes more than a hundred of them,
and a whole school class may come from one address."""

PAGE_FILES = ("/assets/", "/titles/")


class Guard:
    """Checks every request before the application sees it, and adds the headers to every answer."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.inner = app  # what answers requests that were let in
        self.settings = settings
        self.metrics = Metrics()
        self.reach = Reach(settings)
        self.sockets: ASGIApp | None = None  # there once the server has started
        self.origins = (*settings.origins, settings.url) if settings.url else settings.origins
        limits = settings.limits
        self.requests = Buckets(limits.requests_per_second, limits.requests_burst)
        self.files = Buckets(FILES * limits.requests_per_second, FILES * limits.requests_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        try:
            self._check(scope)
        except Refused as refusal:
            await self._refuse(scope, send, refusal)
            return
        if scope["type"] == "websocket":
            assert self.sockets is not None
            await self.sockets(scope, receive, send)
            return
        if scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}  # whose answer uvicorn sends without its body
        try:
            await self.inner(scope, _limited(receive, self.settings.limits.body_bytes), self._with_headers(scope, send))
        except Refused as refusal:
            await self._refuse(scope, send, refusal)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self.reach.answers_to(host_name(host)):
            raise Refused("host", "This server does not answer to that name.", status=400)
        origin = headers.get("origin")
        changing = scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS
        if changing and origin is not None and not allowed_origin(origin, host, self.origins):
            raise Refused("origin", "Pages from other sites may not use this server.", status=403)
        cheap = not changing and scope["path"].startswith(PAGE_FILES)
        if not (self.files if cheap else self.requests).take(asker(scope)):
            raise Refused("rate", "Too many requests; wait a moment.", status=429)
        length = headers.get("content-length", "0")
        most = self.settings.limits.body_bytes
        if not length.isdecimal() or len(length) > 18 or int(length) > most:
            raise Refused("too_large", "That is more than the server takes at once.", status=413)

    async def _refuse(self, scope: Scope, send: Send, refusal: Refused) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.http.response.start", "status": refusal.status, "headers": []})
            await send({"type": "websocket.http.response.body", "body": b""})
            return
        retry = 1 if refusal.status == 429 else refusal.retry
        body = encode(Problem(code=refusal.code, message=refusal.message, retry=retry))
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        if retry is not None:
            headers.append((b"retry-after", str(retry).encode()))
        send = self._with_headers(scope, send)
        await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    def _with_headers(self, scope: Scope, send: Send) -> Send:
        async def sender(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.metrics.requests.labels(str(message["status"])).inc()
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        return sender


def _limited(receive: Receive, most: int) -> Receive:
    """A body without a length header must not be larger either."""
    size = 0

    async def receiver() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > most:  # the one exception that passes through FastAPI's reading of the body
            raise HTTPException(413, "That is more than the server takes at once.")
        return message

    return receiver
