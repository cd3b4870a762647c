"""`aiguillage` and `aiguillage serve`: start the server and open the browser."""

import asyncio
import contextlib
import gc
import signal
import socket
import sys
import threading
import webbrowser
from typing import Annotated, Any

import typer
import uvicorn
from rich.console import Console
from rich.markup import escape
from typer.core import TyperCommand

from aiguillage import kernel
from aiguillage.errors import told_in_one_line
from aiguillage.kernel.spare import keep_little

from ..store.opening import open_storage
from ..tables.settings import SettingError, Settings, read_settings, variables
from . import logs
from .app import Server, make_app
from .reach import ANYWHERE, base, network_addresses, only_here, qr_text
from .wire import Door, protocols

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
WS_HARD_LIMIT = 1 << 20
KEEP_ALIVE_SECONDS = 30
SHUTDOWN_SECONDS = 10
GOODBYE_SECONDS = 0.1
COLLECT_SELDOM = (5_000, 20, 1_000_000)
"""A full collection stops all tables for a tenth of a second; the house asks for one now and then (`House`)."""


class _WithVariables(TyperCommand):
    """A command whose help also lists the variables that set everything."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        super().format_help(ctx, formatter)
        formatter.write("Variables (options win over them):\n")
        for name, default, meaning in variables():
            formatter.write(f"  {name}{f'={default}' if default else ''}\n      {meaning}\n")


@app.command(cls=_WithVariables, help="Start the server for players and open the browser.")
def serve(
    host: Annotated[
        str | None,
        typer.Option(help="Address to listen on (127.0.0.1); 0.0.0.0 lets others on the network in."),
    ] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="Port (8000); 0 takes a free one.")] = None,
    lan: Annotated[
        bool, typer.Option("--lan", help="Let others on this network in, and show the address for them.")
    ] = False,
    url: Annotated[
        str | None, typer.Option(help="Public address that every link uses, e.g. https://trains.example.")
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(help="sqlite:///file or postgresql://…; default: a file in your data folder."),
    ] = None,
    titles: Annotated[
        str | None, typer.Option(help="A folder with further titles' folders (docs/add-a-title.md).")
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser.")] = True,
) -> None:
    """Run until interrupted."""
    settings = read_settings(host=host, port=port, lan=lan or None, url=url, database=database, titles=titles)
    logs.configure(settings.log_level, settings.log_format)
    run(settings, _listen(_listening_host(settings), settings.port), browser)


def _listening_host(settings: Settings) -> str:
    return "0.0.0.0" if settings.lan and only_here(settings.host) else settings.host


def _listen(host: str, port: int) -> socket.socket:
    """A listening socket, so that a taken port is one clear sentence."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        reason = (error.strerror or str(error)).lower()
        raise SettingError(f"Cannot listen on {host}:{port}: {reason}; try another --port.") from None
    listener.set_inheritable(True)
    return listener


def run(settings: Settings, listener: socket.socket, browser: bool) -> None:
    """Serve on a socket until interrupted."""
    gc.set_threshold(*COLLECT_SELDOM)
    keep_little()
    _raise_open_files()
    for stop in (signal.SIGTERM, signal.SIGINT):
        signal.signal(stop, _already_stopped)
    asyncio.run(_run(settings, listener, browser))


async def _run(settings: Settings, listener: socket.socket, browser: bool) -> None:
    await asyncio.to_thread(kernel.prepare)  # the first game would hold up everybody else's
    storage = await open_storage(settings.database_url)
    guard = make_app(settings, storage)
    await AiguillageServer(guard, listener, browser).serve(sockets=[listener])


def _raise_open_files() -> None:
    """As many open files as the system lets us have: each connection is one."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _already_stopped(*_: object) -> None:
    """uvicorn raises the signal that stopped it once more when all is done; there is nothing left to do."""


def uvicorn_config(guard: Server) -> uvicorn.Config:
    """How uvicorn serves us. Proxies are believed only if they were named."""
    proxies = list(guard.settings.proxies)
    http, sockets = protocols(Door(guard.settings.limits, guard.settings.proxies, guard.metrics.cut_off))
    return uvicorn.Config(
        guard,
        access_log=False,
        log_config=None,
        lifespan="on",
        http=http,
        ws=sockets,
        ws_max_size=WS_HARD_LIMIT,
        ws_per_message_deflate=False,  # a window for each connection would cost more memory than all the rest
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        server_header=False,
        backlog=1024,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
    )


class AiguillageServer(uvicorn.Server):
    """Says where it listens once it does, and lets the network in when asked to."""

    def __init__(self, guard: Server, listener: socket.socket, browser: bool) -> None:
        super().__init__(uvicorn_config(guard))
        self.guard = guard
        self.browser = browser
        reach = guard.reach
        reach.port = listener.getsockname()[1]
        host = guard.settings.host
        self.address = base("127.0.0.1" if host in ANYWHERE or only_here(host) else host, reach.port)
        if only_here(listener.getsockname()[0]) and not guard.settings.url:
            reach.opener = self._let_network_in

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell the people before uvicorn closes their connections."""
        self.guard.say_goodbye()
        await asyncio.sleep(GOODBYE_SECONDS)
        await super().shutdown(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._say_where()
            if self.browser:
                threading.Thread(target=webbrowser.open, args=(self.address,), daemon=True).start()

    def _say_where(self) -> None:
        console = Console(stderr=True, highlight=False)
        console.print(f"Aiguillage is at [bold]{escape(self.address)}[/] (Ctrl+C stops it)")
        settings, friends = self.guard.settings, self.guard.reach.address()
        if settings.lan and friends is None:
            console.print("This machine is on no network: nobody else can come.")
        elif friends is not None and friends != self.address:
            console.print(f"Friends come to [bold]{escape(friends)}[/]")
            if settings.lan and sys.stderr.isatty():
                print(qr_text(friends), file=sys.stderr)

    async def _let_network_in(self) -> None:
        """Listen on this machine's addresses on its networks too."""
        config, loop = self.config, asyncio.get_running_loop()

        def protocol() -> Any:
            kind: Any = config.http_protocol_class
            return kind(config=config, server_state=self.server_state, app_state=self.lifespan.state)

        for address in network_addresses():
            listener = _listen(address, self.guard.reach.port)
            self.servers.append(await loop.create_server(protocol, sock=listener, backlog=config.backlog))


if __name__ == "__main__":
    with told_in_one_line():
        app()
