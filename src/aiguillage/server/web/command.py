"""`aiguillage` and `aiguillage serve`: start the server and open the browser."""

import asyncio
import gc
import os
import signal
import socket
import threading
import webbrowser
from typing import Annotated

import typer
import uvicorn
from rich.console import Console

from ..tables.settings import SettingError, Settings, from_environment
from . import logs
from .app import Server, make_app
from .security import LOOPBACK

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
WS_HARD_LIMIT = 1 << 20
KEEP_ALIVE_SECONDS = 30
SHUTDOWN_SECONDS = 10
GOODBYE_SECONDS = 0.1
COLLECT_SELDOM = (5_000, 20, 1_000_000)
"""A full collection stops all tables for a tenth of a second; the house asks for one now and then (`House`)."""


@app.command(help="Start the server for players and open the browser.")
def serve(
    host: Annotated[
        str, typer.Option(help="Address to listen on; 0.0.0.0 lets others on the network in.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 takes a free one.")] = 8000,
    database: Annotated[
        str | None,
        typer.Option(help="sqlite:///file or postgresql://…; default: a file in your data folder."),
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser.")] = True,
) -> None:
    """Run until interrupted."""
    settings = from_environment(os.environ, host=host, port=port, database=database)
    logs.configure()
    listener = _listen(settings)
    run(settings, listener, browser)


def _listen(settings: Settings) -> socket.socket:
    """A listening socket, so that a taken port is one clear sentence."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise SettingError(
            f"Cannot listen on {settings.host}:{settings.port}: {reason}; try another --port."
        ) from None
    listener.set_inheritable(True)
    return listener


def run(settings: Settings, listener: socket.socket, browser: bool) -> None:
    """Serve on a socket until interrupted."""
    gc.set_threshold(*COLLECT_SELDOM)
    guard = make_app(settings)
    config = uvicorn.Config(
        guard,
        access_log=False,
        log_config=None,
        lifespan="on",
        ws="websockets-sansio",
        ws_max_size=WS_HARD_LIMIT,
        ws_per_message_deflate=False,  # a window for each connection would cost more memory than all the rest
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        server_header=False,
    )
    server = _Server(config, guard, _address(settings, listener), browser)
    for stop in (signal.SIGTERM, signal.SIGINT):
        signal.signal(stop, _already_stopped)
    asyncio.run(server.serve(sockets=[listener]))


def _already_stopped(*_: object) -> None:
    """uvicorn raises the signal that stopped it once more when all is done; there is nothing left to do."""


def _address(settings: Settings, listener: socket.socket) -> str:
    port = listener.getsockname()[1]
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "::", *LOOPBACK) else settings.host
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


class _Server(uvicorn.Server):
    """Says where it listens once it does."""

    def __init__(self, config: uvicorn.Config, guard: Server, address: str, browser: bool) -> None:
        super().__init__(config)
        self.guard = guard
        self.address = address
        self.browser = browser

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell the people before uvicorn closes their connections."""
        self.guard.say_goodbye()
        await asyncio.sleep(GOODBYE_SECONDS)
        await super().shutdown(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            Console(stderr=True, highlight=False).print(
                f"Aiguillage is at [bold]{self.address}[/] (Ctrl+C stops it)"
            )
            if self.browser:
                threading.Thread(target=webbrowser.open, args=(self.address,), daemon=True).start()


if __name__ == "__main__":
    app()
