"""Opening a database, or saying in one sentence why it cannot be opened."""

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from aiguillage.errors import AiguillageError

from .storage import Storage


class CannotOpen(AiguillageError):
    """The database cannot be used."""


async def open_storage(url: str, patient: bool = False) -> Storage:
    """The tables of a database, brought up to date; `CannotOpen` says why not. With `patient` statements may take
    as long as they want."""
    try:
        return await Storage.open(url, patient)
    except Exception as error:
        reason = _reason(error, url)
        if reason is None:
            raise
        raise CannotOpen(f"The database {_shown(url)} cannot be opened: {reason}.") from error


def _shown(url: str) -> str:
    """The URL as people wrote it, without the password."""
    try:
        parts = make_url(url)
    except ArgumentError:
        return url.partition("://")[0]
    return parts.set(drivername=parts.get_backend_name()).render_as_string(hide_password=True)


def _reason(error: Exception, url: str) -> str | None:
    if isinstance(error, ModuleNotFoundError):
        return "its driver is not installed (pip install 'aiguillage[postgres]')"
    if isinstance(error, ArgumentError):
        return "the URL cannot be read"
    if isinstance(error, DBAPIError):
        return _first_line(str(error.orig).partition(">: ")[2] or str(error.orig))
    if isinstance(error, OSError):  # also what PostgreSQL's driver raises when nobody answers
        if make_url(url).get_backend_name() == "postgresql":
            return "no server answers there"
        return _first_line(error.strerror or str(error))
    kinds = {(kind.__module__.partition(".")[0], kind.__name__) for kind in type(error).__mro__}
    if ("alembic", "CommandError") in kinds:
        return "another version of Aiguillage made it"
    if ("asyncpg", "PostgresError") in kinds or ("asyncpg", "InterfaceError") in kinds:
        return _first_line(str(error))
    return None


def _first_line(text: str) -> str:
    return text.partition("\n")[0].rstrip(".")
