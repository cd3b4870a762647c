"""How the server says no: one exception with a code for programs and a sentence for people."""

from aiguillage.rules import RULES_VERSION

RETRY_SECONDS = 2  # after which to try again what was refused as `busy`


class Refused(Exception):
    """A request or message that has no effect. `status` is the HTTP status of the same refusal, `retry` the seconds
    after which the same may succeed."""

    def __init__(
        self, code: str, message: str, *, rule: str | None = None, status: int = 409, retry: int | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.rule = rule
        self.status = status
        self.retry = retry


def no_such_table() -> Refused:
    """The table does not exist, or whoever asks has its name wrong."""
    return Refused("no_table", "There is no table of this name; check the link.", status=404)


def not_host() -> Refused:
    """Only the host may do that."""
    return Refused("not_host", "Only the host of the table may do that.", status=403)


def not_your_seat() -> Refused:
    """The seat belongs to somebody else."""
    return Refused("wrong_seat", "That seat is not yours.", status=403)


def old_rules(version: int) -> Refused:
    """The game was played by other rules than this server's."""
    return Refused(
        "old_rules",
        f"This game was played by version {version} of the rules and this server plays version {RULES_VERSION}: "
        "it can neither go on nor be replayed here, but what was decided can be downloaded.",
    )


def old_board(name: str) -> Refused:
    """The game was played on a board that is not here."""
    return Refused(
        "old_rules",
        f"This game was played on another version of the board {name}, which this server does not have: it can neither "
        "go on nor be replayed here, but once it is over what was decided can be downloaded.",
    )


def busy() -> Refused:
    """The database is slow or away; nothing was changed."""
    return Refused("busy", "The server could not store that just now; try again.", status=503, retry=RETRY_SECONDS)


def faulty() -> Refused:
    """The table was isolated after a fault."""
    return Refused(
        "fault",
        "This table stopped because of a fault in the program; it was reported with the game's record.",
        status=500,
    )
