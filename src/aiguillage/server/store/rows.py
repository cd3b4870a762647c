"""What is stored, as plain data: a table's header, its seats, and the entries of its log."""

from dataclasses import dataclass, field
from typing import Literal

from aiguillage.rules import RULES_VERSION

from ..protocol import By, Colour, Options, Status

StillKind = Literal[
    "pause",  # game and clocks stop; with a time in text until then, for the holiday of the seat
    "resume",
    "holiday",  # the seat asks for one until the time in text
    "agree",
    "decline",  # by whoever asked: withdrawn
]
GameKind = Literal[
    "play",  # a decision of the game: text, key, by, spent
    "undo",  # the seat's last decision is taken back
    "rewind",  # everything after the entry numbered in text is taken back
    "start",
    "table",  # seats, options or status changed: the header is to be read again
    "chat",
    "reaction",
    "ask",  # for a takeback
    "accept",
    "refuse",
    "withdraw",
]
Kind = GameKind | StillKind


@dataclass(slots=True)
class SeatRow:
    """One seat. `owner` is the hash of a client's token; `stand_in` the bot playing for an absent owner."""

    seat: int
    kind: Literal["open", "human", "bot"]
    name: str
    colour: Colour
    owner: bytes | None = None
    bot: str | None = None
    stand_in: str | None = None

    @property
    def player(self) -> str | None:
        """The bot that decides for this seat now, or None for a person."""
        return self.bot if self.kind == "bot" else self.stand_in


@dataclass(slots=True)
class Header:
    """Everything about a table that is not in its log. `deal`, the key that it was dealt from, stays on the
    server while the game is on."""

    id: str
    game: str
    board_name: str
    board_digest: str
    board_text: str | None
    status: Status
    public: bool
    host: bytes
    options: Options
    first: int | None
    created: int
    seats: list[SeatRow]
    rules: int = RULES_VERSION  # by which the game is played
    deal: int | None = None
    seed: int | None = None  # of a game of rules version 1, which was dealt from it
    started: int | None = None
    ended: int | None = None
    winners: list[int] | None = None
    totals: list[int] | None = None
    rematch: str | None = None
    kicked: list[str] = field(default_factory=list)  # hashes of tokens, in hex
    imported: bool = False
    record: str | None = None  # of an imported game; of any other what was played before it came to this table
    daily: str | None = None  # the day whose deal is played here


@dataclass(slots=True)
class Entry:
    """One line of a table's log, numbered from 1. `key` is what its chance came from, `spent` how many
    milliseconds of the seat's clock a decision took."""

    table: str
    sequence: int
    kind: Kind
    seat: int | None
    text: str
    at: int
    key: int | None = None
    by: By | None = None
    spent: int | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """Whom a running game waits for: the seats of people, since when, and when their time is up if it runs
    whether or not anybody is there."""

    waiting: tuple[int, ...]
    since: int
    deadline: int | None


@dataclass(frozen=True, slots=True)
class Address:
    """Where to send word of a turn: a `hook` is an address for all turns of a table, a `push` one browser's."""

    address: str
    kind: Literal["hook", "push"]
    owner: bytes | None = None
    keys: dict[str, str] | None = None
