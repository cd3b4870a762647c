"""What can be set from outside: the command's options and `AIGUILLAGE_…` variables (docs/settings.md)."""

import os
from collections.abc import Iterator
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, NonNegativeFloat, NonNegativeInt, ValidationError
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from aiguillage.errors import AiguillageError

PREFIX = "AIGUILLAGE_"
LIMIT_PREFIX = PREFIX + "LIMIT_"


class SettingError(AiguillageError):
    """A setting that cannot be used."""


def _split(value: object) -> object:
    return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value


def _networks(names: tuple[str, ...]) -> tuple[str, ...]:
    for name in names:
        ip_network(name, strict=False)
    return names


def _public_url(url: str) -> str:
    parts = urlsplit(url)
    bare = f"{parts.scheme}://{parts.netloc}"
    if url and (parts.scheme not in ("http", "https") or not parts.hostname or url.rstrip("/") != bare):
        raise ValueError("it must look like https://trains.example")
    return url.rstrip("/")


Names = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_split)]
"""Several words in one variable, separated by commas."""


def known(default: object, meaning: str) -> Any:
    """A setting with what it is when nothing is said, and what docs/settings.md says of it."""
    return Field(default=default, description=meaning)


class Limits(BaseSettings):
    """What one client may ask for, each set by a variable such as `AIGUILLAGE_LIMIT_TABLES_PER_CLIENT`."""

    model_config = SettingsConfigDict(env_prefix=LIMIT_PREFIX, frozen=True, extra="forbid")

    connections: NonNegativeInt = known(4000, "connections of everybody together")
    connections_per_address: NonNegativeInt = known(250, "connections of one address (IPv6: of a /64)")
    header_seconds: NonNegativeFloat = known(10.0, "seconds for the headers of a request to come")
    body_seconds: NonNegativeFloat = known(30.0, "seconds for the body of a request to come")
    write_seconds: NonNegativeFloat = known(30.0, "seconds for an answer to be taken")
    frames_per_second: NonNegativeFloat = known(40.0, "frames of one socket; who sends more is cut off")
    frames_burst: NonNegativeFloat = known(200.0, "frames of one socket at once")
    bytes_per_second: NonNegativeFloat = known(16384.0, "bytes of one socket; who sends more is cut off")
    bytes_burst: NonNegativeFloat = known(65536.0, "bytes of one socket at once")
    pings_per_second: NonNegativeFloat = known(1.0, "pings of one socket; who sends more is cut off")
    pings_burst: NonNegativeFloat = known(20.0, "pings of one socket at once")
    refusals_per_second: NonNegativeFloat = known(
        2.0, "messages without effect of one socket; who sends more is cut off"
    )
    refusals_burst: NonNegativeFloat = known(100.0, "messages without effect of one socket at once")
    frame_bytes: NonNegativeInt = known(4096, "bytes of a WebSocket message")
    body_bytes: NonNegativeInt = known(500_000, "bytes of a request's body")
    messages_per_second: NonNegativeFloat = known(20.0, "messages of one socket")
    messages_burst: NonNegativeFloat = known(60.0, "messages of one socket at once")
    chat_per_second: NonNegativeFloat = known(0.5, "chat lines and reactions of one socket")
    chat_burst: NonNegativeFloat = known(6.0, "chat lines and reactions of one socket at once")
    hints_per_second: NonNegativeFloat = known(0.5, "hints asked for by one socket")
    hints_burst: NonNegativeFloat = known(4.0, "hints asked for by one socket at once")
    requests_per_second: NonNegativeFloat = known(20.0, "requests of one address")
    requests_burst: NonNegativeFloat = known(120.0, "requests of one address at once")
    work_per_minute: NonNegativeFloat = known(20.0, "seconds of reading and replaying for one address in a minute")
    records_per_client: NonNegativeInt = known(100, "imported games that one browser may keep")
    records_per_hour: NonNegativeInt = known(60, "games imported from one address in an hour")
    analyses_per_hour: NonNegativeInt = known(20, "finished games analysed for one address in an hour")
    tables_per_client: NonNegativeInt = known(20, "open or running tables of one browser")
    tables_per_minute: NonNegativeInt = known(30, "new tables of one address in a minute")
    sockets_per_address: NonNegativeInt = known(200, "sockets of one address")
    sockets_per_client: NonNegativeInt = known(20, "sockets of one browser")
    unread_messages: NonNegativeInt = known(256, "a socket that leaves as many unread is closed")


class Settings(BaseSettings):
    """How a server runs: what is given, else the variable of that name, else the default."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="forbid", populate_by_name=True)

    database: str = Field(
        default="",
        validation_alias=PREFIX + "DATABASE_URL",
        description="sqlite:///path/file.sqlite or postgresql://user@host/name; default: a file in the data folder",
    )
    data_dir: Path | None = known(None, "folder of the database and fault reports; default: the user's own")
    host: str = known("127.0.0.1", "address to listen on; 0.0.0.0 lets others on the network in")
    port: int = Field(default=8000, ge=0, le=65535, description="port to listen on; 0 takes a free one")
    lan: bool = known(False, "listen on the local network and invite to its address")
    url: Annotated[str, AfterValidator(_public_url)] = known(
        "", "the public address, for links and invitations, e.g. https://trains.example"
    )
    inside: str = Field(
        default="",
        description="address (with or without port) at which other processes on the same PostgreSQL reach this one; "
        "default: the one that PostgreSQL sees, and a free port",
    )
    origins: Names = known((), "further origins whose pages may use the server, with commas")
    proxies: Annotated[Names, AfterValidator(_networks)] = Field(
        default=(),
        description="addresses or networks of proxies whose X-Forwarded-For and -Proto are believed",
    )
    webhook_hosts: Names = known((), "hosts that tables may send word of turns to, e.g. hooks.example or *.example")
    webhook_private: bool = known(False, "let word of turns go into the server's own network, and without HTTPS")
    push_contact: str = known("", "mailto: or https: address for push services; turns Web Push on")
    push_key: Path | None = known(None, "file of the key for push services; default: made in the data folder")
    log_level: Literal["debug", "info", "warning", "error"] = known("info", "what is logged")
    log_format: Literal["auto", "text", "json"] = known(
        "auto", "log lines for people (text) or programs (json); auto: text on a terminal"
    )
    grace_seconds: NonNegativeFloat = known(
        60.0, "how long a player may be away before the host can let a bot stand in"
    )
    idle_seconds: NonNegativeFloat = known(60.0, "after how long a quiet table leaves the memory")
    bot_threads: int = Field(
        default_factory=lambda: max(1, (os.cpu_count() or 2) - 1),
        ge=1,
        description="threads in which bots think; default: cores - 1",
    )
    analysis_threads: NonNegativeInt = Field(
        default_factory=lambda: max(1, (os.cpu_count() or 2) - 1),
        description="threads in which a finished game is analysed, one game at a time; 0: none is; default: cores - 1",
    )
    analysis_playouts: NonNegativeInt = known(
        0, "play-outs for a decision of an analysed game; 0: as many as the game needs"
    )
    pace_scale: NonNegativeFloat = known(1.0, "how much longer bots wait before they move")
    keep_names_days: NonNegativeFloat = known(
        0.0, "days after the end of a game when names and chat are forgotten; 0: never"
    )
    keep_tables_days: NonNegativeFloat = known(
        0.0, "days after the end of a game when all of it is forgotten; 0: never"
    )
    titles: str = Field(
        default="",
        description="folder with the folders of further titles (add-a-title.md); several with the system's separator",
    )
    reports: Path | None = known(None, "folder of fault reports; default: in the data folder")
    limits: Limits = Field(default_factory=Limits)

    @property
    def database_url(self) -> str:
        """The database as SQLAlchemy wants it; by default a file in the data folder."""
        return async_url(self.database or self._default_database())

    @property
    def data_folder(self) -> Path:
        """The folder for what the server keeps."""
        import platformdirs

        return self.data_dir or Path(platformdirs.user_data_dir("aiguillage"))

    @property
    def reports_folder(self) -> Path:
        """Where a faulty table's report is written."""
        return self.reports or self.data_folder / "reports"

    def _default_database(self) -> str:
        folder = self.data_folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise SettingError(
                f"The data folder {folder} cannot be made: {reason}; name another in {PREFIX}DATA_DIR."
            ) from None
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
    raise SettingError(f"Database {scheme!r} is not known; give a URL that begins with sqlite:/// or postgresql://.")


def read_settings(**given: Any) -> Settings:
    """Settings from the environment; what is `given` (and not None) wins. A wrong one is one sentence."""
    chosen = {name: value for name, value in given.items() if value is not None}
    try:
        return Settings(**chosen)
    except ValidationError as error:
        raise SettingError(_sentence(error)) from None


def _sentence(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    where = str(first["loc"][0]) if first["loc"] else ""
    names = {name for name, _, _ in variables()}
    if error.title == Limits.__name__:
        where = LIMIT_PREFIX + where.upper()
    elif where not in names:
        where = variable(where, Settings.model_fields[where]) if where in Settings.model_fields else where
    problem = first["msg"].removeprefix("Value error, ")
    return f"{where} is {first['input']!r}: {problem[0].lower()}{problem[1:].rstrip('.')}."


def variable(name: str, field: FieldInfo) -> str:
    """The variable that sets a field."""
    alias = field.validation_alias
    return alias if isinstance(alias, str) else PREFIX + name.upper()


def variables() -> Iterator[tuple[str, str, str]]:
    """Every variable: its name, its default as text, and what it means."""
    for name, field in Settings.model_fields.items():
        if name != "limits":
            yield variable(name, field), _default(field), field.description or ""
    for name, field in Limits.model_fields.items():
        yield LIMIT_PREFIX + name.upper(), _default(field), field.description or ""


def _default(field: FieldInfo) -> str:
    match field.default:
        case bool():
            return str(int(field.default))
        case None | () | "":
            return ""
        case int() | float() | str():
            return f"{field.default}"
    return ""
