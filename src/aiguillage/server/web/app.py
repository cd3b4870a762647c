"""The application: everything put together, started and stopped in order."""

import contextlib
import gc
import logging
import os
from collections.abc import AsyncIterator
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import JSONResponse, PlainTextResponse

from aiguillage import __version__
from aiguillage.titles import add_titles

from ..protocol import Problem
from ..store.storage import Storage, StorageError
from ..tables.connection import RESTART, encode
from ..tables.house import House
from ..tables.limits import Buckets, Budgets
from ..tables.moments import Pictures
from ..tables.refused import Refused, busy
from ..tables.replay import Replays
from ..tables.settings import Settings
from . import pages, rest, sockets
from .links import Links
from .security import Guard

LOG = logging.getLogger("aiguillage.app")


class Server(Guard):
    """A server as an ASGI application."""

    app: FastAPI
    links: Links | None = None  # to the other processes, where there may be any

    @property
    def house(self) -> House:
        """The tables; there once the server has started."""
        house: House = self.app.state.house
        return house

    def say_goodbye(self) -> None:
        """Tell everybody that the server is about to restart."""
        for table in list(self.house.tables.values()):
            table.audience.close("restart", RESTART)
        if self.links is not None:
            self.links.say_goodbye()


def make_app(settings: Settings, storage: Storage | None = None) -> Server:
    """Put a server together; without a `storage` it opens its own."""
    for place in filter(None, settings.titles.split(os.pathsep)):
        add_titles(Path(place))

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        tables = storage or await Storage.open(settings.database_url)
        house = app.state.house = House(settings, tables, guard.metrics)
        house.address = guard.reach.address
        guard.sockets = door = sockets.Sockets(house)
        house.start()
        await house.keep_boards()
        if tables.shared:
            guard.inner = guard.links = door.links = links = Links(house, app, door.attend)
            await links.listen(settings.inside)
        # What is loaded stays for good: the garbage collector need not stop all tables to look at it.
        gc.collect()
        gc.freeze()
        LOG.info("started", extra={"database": tables.engine.dialect.name})
        try:
            yield
        finally:
            if guard.links is not None:
                await guard.links.stop()
            await house.stop()
            await tables.close()
            LOG.info("stopped")

    app = FastAPI(
        title="Aiguillage",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.new_tables = Buckets(settings.limits.tables_per_minute / 60, settings.limits.tables_per_minute)
    app.state.new_records = Buckets(settings.limits.records_per_hour / 3600, settings.limits.records_per_hour)
    app.state.work = Budgets(settings.limits.work_per_minute)
    app.state.replays = Replays()
    app.state.pictures = Pictures()
    app.include_router(rest.router)
    app.add_api_route("/healthz", health, include_in_schema=False)
    app.add_api_route("/metrics", metrics, include_in_schema=False)
    app.include_router(pages.router)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(StorageError, _unavailable)
    app.add_exception_handler(Exception, _mistake)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    guard = Server(app, settings)
    app.state.reach = guard.reach
    return guard


async def health(request: Request) -> Response:
    """Whether the server can do its work."""
    house: House = request.app.state.house
    try:
        await house.storage.check()
    except StorageError:
        return JSONResponse({"ok": False}, status_code=503)
    return JSONResponse({"ok": True})


async def metrics(request: Request) -> Response:
    """Figures for Prometheus."""
    house: House = request.app.state.house
    return PlainTextResponse(house.metrics.page(), media_type="text/plain; version=0.0.4")


def _problem(status: int, code: str, message: str, rule: str | None = None, retry: int | None = None) -> Response:
    body = encode(Problem(code=code, message=message, rule=rule, retry=retry))
    headers = None if retry is None else {"retry-after": str(retry)}
    return Response(body, status_code=status, media_type="application/json", headers=headers)


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return _problem(error.status, error.code, error.message, error.rule, error.retry)


async def _invalid(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return _problem(422, "bad_request", f"{where}: {first['msg']}"[:300])


async def _http(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = {404: "no_path", 405: "method", 413: "too_large"}.get(error.status_code, "bad_request")
    response = _problem(error.status_code, code, str(error.detail))
    response.headers.update(error.headers or {})
    return response


async def _unavailable(request: Request, error: Exception) -> Response:
    LOG.error("database unavailable", extra={"error": type(error).__name__})
    return await _refused(request, busy())


async def _mistake(_: Request, error: Exception) -> Response:
    LOG.error("request failed", exc_info=error)
    return _problem(500, "internal", "The server made a mistake with that request; it was logged.")
