"""What can be set from outside: the command's options and `AIGUILLAGE_…` variables."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from aiguillage.errors import AiguillageError

PREFIX = "AIGUILLAGE_"


class SettingError(AiguillageError):
    """A setting that cannot be used."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one client may ask for, each set by a variable such as `AIGUILLAGE_LIMIT_TABLES_PER_CLIENT`."""

    frame_bytes: int = 4096  # a WebSocket message
    body_bytes: int = 500_000  # a request's body
    messages_per_second: float = 20.0  # of one socket
    messages_burst: float = 60.0
    chat_per_second: float = 0.5  # chat and reactions of one socket
    chat_burst: float = 6.0
    hints_per_second: float = 0.5
    hints_burst: float = 4.0
    requests_per_second: float = 20.0  # of one address
    requests_burst: float = 120.0
    tables_per_client: int = 20  # that are open or being played, by one cookie
    tables_per_minute: int = 30  # created from one address
    sockets_per_address: int = 200
    sockets_per_client: int = 20
    unread_messages: int = 256  # a socket that does not read is closed


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server runs."""

    database: str = ""
    host: str = "127.0.0.1"
    port: int = 8000
    origins: tuple[str, ...] = ()  # further origins that may use the server, e.g. https://trains.example
    grace_seconds: float = 60.0  # before the host may hand an absent player's seat to a bot
    idle_seconds: float = 60.0  # before a table nobody uses leaves the memory
    bot_threads: int = field(default_factory=lambda: max(1, (os.cpu_count() or 2) - 1))
    pace_scale: float = 1.0  # tests let bots move at once
    compile_kernel: bool = True
    reports: Path | None = None  # where the reports of faulty tables go
    limits: Limits = field(default_factory=Limits)

    @property
    def database_url(self) -> str:
        """The database as SQLAlchemy wants it; by default a file in the user's data folder."""
        return async_url(self.database or default_database())

    @property
    def reports_folder(self) -> Path:
        """Where a faulty table's report is written."""
        return self.reports or data_folder() / "reports"


def data_folder() -> Path:
    """The user's data folder for this program."""
    import platformdirs

    return Path(os.environ.get(PREFIX + "DATA_DIR") or platformdirs.user_data_dir("aiguillage"))


def default_database() -> str:
    """A SQLite file in the data folder, which is made if it is missing."""
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'tables.sqlite'}"


def async_url(url: str) -> str:
    """A database URL with the asynchronous driver for it."""
    for plain, driver in (
        ("sqlite://", "sqlite+aiosqlite://"),
        ("postgresql://", "postgresql+asyncpg://"),
        ("postgres://", "postgresql+asyncpg://"),
    ):
        if url.startswith(plain):
            return driver + url.removeprefix(plain)
    if url.startswith(("sqlite+aiosqlite://", "postgresql+asyncpg://")):
        return url
    scheme = url.split("://")[0]
    raise SettingError(
        f"Database {scheme!r} is not known; give a URL that begins with sqlite:/// or postgresql://."
    )


def from_environment(environment: Mapping[str, str], **given: Any) -> Settings:
    """Settings from variables; what is `given` (and not None) wins."""
    numbers = {f.name: f.type for f in fields(Limits)}
    limits = Limits()
    for name in numbers:
        text = environment.get(f"{PREFIX}LIMIT_{name.upper()}")
        if text is not None:
            limits = replace(limits, **{name: _number(name, text, type(getattr(limits, name)))})
    settings = Settings(database=environment.get(PREFIX + "DATABASE_URL", ""), limits=limits)
    origins = environment.get(PREFIX + "ORIGINS", "")
    settings = replace(settings, origins=tuple(origin for origin in origins.split(",") if origin))
    for name in ("grace_seconds", "idle_seconds", "pace_scale", "bot_threads"):
        text = environment.get(PREFIX + name.upper())
        if text is not None:
            settings = replace(settings, **{name: _number(name, text, type(getattr(settings, name)))})
    if environment.get(PREFIX + "NO_COMPILE"):
        settings = replace(settings, compile_kernel=False)
    return replace(settings, **{name: value for name, value in given.items() if value is not None})


def _number(name: str, text: str, kind: type) -> Any:
    try:
        value = kind(text)
    except ValueError:
        raise SettingError(f"{PREFIX}{name.upper()} is {text!r}; it must be a number.") from None
    if value < 0:
        raise SettingError(f"{PREFIX}{name.upper()} is {text}; it must not be negative.")
    return value
