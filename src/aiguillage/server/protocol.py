"""Every message between the server and whoever talks to it: browser, bot or script.

What the kernel writes about a game (views, events, outcomes) has its shape in `game/`: here it is only named.
`aiguillage.server.web.schema` turns these models into JSON Schema, from which the client's types are generated,
so that client and server cannot drift. `docs/protocol.md` explains them in prose. Times are milliseconds
since 1970.
"""

import unicodedata
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter
from typing_extensions import TypeAliasType

from aiguillage.boards import Board
from aiguillage.boards.board import Family
from aiguillage.bots.hints import HintReason
from aiguillage.game import View
from aiguillage.game.shapes import Act, GameEvent

PROTOCOL_VERSION = 2

MAX_NAME = 24
MAX_CHAT = 500
MAX_ACTION = 300
MAX_BOARD = 200_000
MAX_RECORD = 400_000
MAX_SEATS = 5

Colour = Literal["bordeaux", "azure", "fir", "ochre", "slate"]
COLOURS: tuple[Colour, ...] = ("bordeaux", "azure", "fir", "ochre", "slate")
Reaction = Literal["hello", "bravo", "thanks", "sorry", "wow", "oops", "hurry", "thinking", "good-game"]
Pace = Literal["instant", "quick", "calm"]
By = Literal["human", "bot", "clock"]
Status = Literal["open", "playing", "over", "closed"]
TakebackWord = Literal["asked", "accepted", "refused", "withdrawn", "lapsed", "done"]

# Invisible characters that reorder or hide what stands around them: a name must not be able to do that.
_REORDERING = {0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xFEFF}


def plain_text(text: str) -> str:
    """Human text as one clean line: composed, without control or reordering characters, single spaces."""
    composed = unicodedata.normalize("NFC", text)
    kept = [
        " " if c.isspace() else c
        for c in composed
        if c.isspace() or (unicodedata.category(c) not in ("Cc", "Cs", "Cn", "Co") and ord(c) not in _REORDERING)
    ]
    return " ".join("".join(kept).split())


# Letters and signs that show nothing.
_BLANK = {0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0x13441, 0x13442, 0x1D159}
_NOT_SEEN = ("Cc", "Cf", "Cn", "Co", "Cs", "Me", "Mn", "Zl", "Zp", "Zs")


def _visible(character: str) -> bool:
    return unicodedata.category(character) not in _NOT_SEEN and ord(character) not in _BLANK


def _not_empty(text: str) -> str:
    cleaned = plain_text(text)
    if not any(map(_visible, cleaned)):
        raise ValueError("must hold at least one visible character")
    return cleaned


Name = Annotated[str, StringConstraints(min_length=1, max_length=MAX_NAME), AfterValidator(_not_empty)]
ChatText = Annotated[str, StringConstraints(min_length=1, max_length=MAX_CHAT), AfterValidator(_not_empty)]


def _storable(text: str) -> str:
    if "\0" in text or any("\ud800" <= c <= "\udfff" for c in text):
        raise ValueError("must be plain text without NUL characters")
    return text


FileText = Annotated[str, AfterValidator(_storable)]
ActionText = Annotated[str, StringConstraints(min_length=1, max_length=MAX_ACTION)]
MessageId = Annotated[str, StringConstraints(min_length=1, max_length=40)]
BotName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_.-]{0,39}$")]
GameName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$")]
Seat = Annotated[int, Field(ge=0, lt=MAX_SEATS, strict=True)]
Sequence = Annotated[int, Field(ge=0, lt=2**53, strict=True)]
Time = Annotated[int, Field(ge=0, lt=2**53, strict=True)]


class Outgoing(BaseModel):
    """What the server sends. Fields without a value are sent as null."""

    model_config = ConfigDict(extra="forbid", json_schema_serialization_defaults_required=True)


GameView = TypeAliasType("GameView", View)


class Incoming(BaseModel):
    """What a client sends: nothing is guessed and nothing unknown is let through."""

    model_config = ConfigDict(extra="forbid")


# ---- tables ----


class Clock(Outgoing):
    """How long people may think. `move`: `seconds` for each turn; `bank`: `seconds` for the whole game, and
    `increment` more after each turn."""

    kind: Literal["none", "move", "bank"] = "none"
    seconds: Annotated[int, Field(ge=5, le=30 * 86400)] = 60
    increment: Annotated[int, Field(ge=0, le=86400)] = 0
    always: bool = Field(
        default=False,
        description="time runs whether or not anybody is connected, and while the server is down",
    )
    at_zero: Literal["move", "seat", "end"] = Field(
        default="move",
        description="when the time is up a bot decides this once, takes the seat until its owner returns, or the game "
        "ends without a result",
    )


class Options(Outgoing):
    """What the people at a table agreed on."""

    aids: bool = Field(default=True, description="the client may show sums, paths and what others can be seen to hold")
    look_on_track: bool = Field(default=False, description="Card Game: owners may look at their own on-track pile (C6)")
    takeback: bool = Field(default=True, description="a turn may be taken back when all others agree")
    hints: bool = Field(default=True, description="the server answers `hint`")
    clock: Clock = Clock()
    pace: Pace = Field(default="quick", description="how long bots wait before they move")
    spectators: bool = Field(default=True, description="people without a seat may watch while the game is on")
    spectator_delay: Annotated[int, Field(ge=0, le=3600)] = Field(
        default=0, description="how many seconds later they see what happens in the game"
    )
    coach: bool = Field(
        default=False,
        description="who plays against bots alone is told after a move that it was a mistake; without effect where two "
        "people sit",
    )


class SeatRequest(Incoming):
    """A seat of a new table. `me` is whoever creates it; `hotseat` is another person at the same device."""

    kind: Literal["open", "me", "hotseat", "bot"]
    name: Name | None = None
    colour: Colour | None = None
    bot: BotName | None = Field(
        default=None, description="for `bot`: a level (easy, normal, hard, expert, master) or a bot's name"
    )


class CreateTable(Incoming):
    """A new table. `board` is the text of an own board file for the game."""

    game: GameName
    seats: Annotated[list[SeatRequest], Field(min_length=2, max_length=MAX_SEATS)]
    first: Seat | None = Field(default=None, description="who begins; null: chosen at random (S10)")
    public: bool = False
    options: Options = Options()
    board: Annotated[FileText, StringConstraints(max_length=MAX_BOARD)] | None = None
    start: bool = Field(default=False, description="start at once if every seat is taken")


class ChangeTable(Incoming):
    """What the host may change before the start; what is left out stays."""

    first: Seat | None = None
    random_first: bool = Field(default=False, description="go back to a random first player")
    public: bool | None = None
    options: Options | None = None


class JoinTable(Incoming):
    """Sit down. Without `seat` the first open one. `hotseat` adds one more person at this device."""

    name: Name
    colour: Colour | None = None
    seat: Seat | None = None
    hotseat: bool = False


class SeatOnly(Incoming):
    """A seat of one's own (leave, come back) or, for the host, of somebody else (kick)."""

    seat: Seat


class Pause(Incoming):
    """The host stops game and clocks, or lets them go on. With `until` the table goes on by itself then: that is for a
    vacation of the host in a game over days, of at most six weeks."""

    paused: bool
    until: Time | None = None


class Holiday(Incoming):
    """A player asks for a holiday until a time, at most six weeks from now, or answers whoever asked; who asked
    withdraws with `decline`. When all other people agree the table is paused until then. It is for games over days."""

    seat: Seat
    answer: Literal["ask", "agree", "decline"]
    until: Time | None = None


class SeatBot(Incoming):
    """The host gives a seat to a bot: an open one before the start, an absent player's during the game."""

    seat: Seat
    bot: BotName = "normal"
    colour: Colour | None = None


class TakeSeat(Incoming):
    """The one-time code of a seat that is to be played on this device."""

    code: Annotated[str, StringConstraints(min_length=1, max_length=20)]


WebAddress = Annotated[str, StringConstraints(min_length=8, max_length=1000)]


class Webhook(Incoming):
    """The host lets word of every turn be sent to an address (a chat room); null: no longer."""

    address: WebAddress | None


class PushSubscription(Incoming):
    """What a browser's `PushManager.subscribe` gave; with `wanted` false the browser is told no longer."""

    address: WebAddress
    p256dh: Annotated[str, StringConstraints(max_length=200)]
    auth: Annotated[str, StringConstraints(max_length=100)]
    wanted: bool = True


class Rename(Incoming):
    """Change the name or colour of one's own seat."""

    seat: Seat
    name: Name | None = None
    colour: Colour | None = None


class ImportRecord(Incoming):
    """A text record, and the board file if it was played on an own board. It is checked by replaying it and
    kept as a finished table."""

    record: Annotated[FileText, StringConstraints(min_length=1, max_length=MAX_RECORD)]
    board: Annotated[FileText, StringConstraints(max_length=MAX_BOARD)] | None = None
    public: bool = False


class BringGame(Incoming):
    """A game that was begun on a device: its record, running or finished, the board file if it is played on an own
    board, who sits there and what was agreed on. It is checked by replaying it."""

    record: Annotated[FileText, StringConstraints(min_length=1, max_length=MAX_RECORD)]
    board: Annotated[FileText, StringConstraints(max_length=MAX_BOARD)] | None = None
    seats: Annotated[list[SeatRequest], Field(min_length=2, max_length=MAX_SEATS)]
    options: Options = Options()


class PlayOn(Incoming):
    """A new table that goes on from a moment of a finished game: after `at` decisions. It has as many seats, and starts
    at once if none is open."""

    at: Annotated[int, Field(ge=0, lt=2**31, strict=True)]
    seats: Annotated[list[SeatRequest], Field(min_length=2, max_length=MAX_SEATS)]
    public: bool = False
    options: Options = Options()


class CheckBoard(Incoming):
    """The text of a board file (TOML)."""

    board: Annotated[FileText, StringConstraints(min_length=1, max_length=MAX_BOARD)]


class SeatInfo(Outgoing):
    """A seat as everybody sees it. `stand_in` is the bot that plays for a person who is away."""

    seat: int
    kind: Literal["open", "human", "bot"]
    name: str
    colour: Colour
    bot: str | None = None
    stand_in: str | None = None
    host: bool = False
    present: bool = False
    away_since: int | None = None
    hand_over_at: int | None = Field(
        default=None, description="from this time on the host may give the absent player's seat to a bot"
    )


class HolidayState(Outgoing):
    """`seat` asks for a holiday until a time; the seats in `waiting` have not answered yet."""

    seat: int
    until: int
    waiting: list[int]


class TableInfo(Outgoing):
    """A table as everybody sees it."""

    id: str
    game: str
    board_name: str
    board_digest: str
    own_board: bool
    status: Status
    public: bool
    seats: list[SeatInfo]
    first: int | None
    options: Options
    created: int
    started: int | None = None
    ended: int | None = None
    winners: list[int] | None = None
    totals: list[int] | None = None
    rematch: str | None = Field(default=None, description="the table where the same people play again")
    imported: bool = False
    paused: bool = Field(default=False, description="game and clocks stand still")
    paused_until: int | None = Field(default=None, description="when a holiday ends and the table goes on")
    paused_for: int | None = Field(
        default=None,
        description="the seat that is on holiday; with `paused_until` and null: the host, who has no seat",
    )
    holiday: HolidayState | None = Field(default=None, description="the holiday that somebody asks for")
    daily: str | None = Field(default=None, description="the day whose deal is played here, as 2026-11-16")


class You(Outgoing):
    """Who the reader is at this table."""

    seats: list[int]
    host: bool


class TableAnswer(Outgoing):
    """A table, and who the reader is there."""

    table: TableInfo
    you: You


class Invitation(Outgoing):
    """The link to a table; `/api/tables/{id}/invitation.svg` is its QR code."""

    link: str
    here_only: bool = Field(description="the link opens on the machine of the server only")
    can_open: bool = Field(
        description="`POST /api/network` would let the local network in: the reader sits at the server's machine"
    )


class Handover(Outgoing):
    """What carries a seat to another device, once: a code, the link with it, and the link as a QR code (SVG)."""

    code: str
    link: str
    picture: str
    expires: int


class NoticeOffer(Outgoing):
    """How people can be told of their turns here: the key for push services (null: no Web Push), and whether
    tables may have webhooks."""

    push_key: str | None
    webhooks: bool


class BugReport(Outgoing):
    """What a player may hand in when something went wrong: nothing but what that player may know, no names."""

    version: str
    protocol: int
    rules: int
    game: str
    board_digest: str
    own_board: bool
    options: Options
    status: Status
    seats: list[str] = Field(description="who decides for each seat: human, open, or a bot's name")
    reader: int | None
    sequence: int
    fault: bool = Field(description="the table was stopped by a fault")
    events: list[GameEvent]
    view: GameView | None
    record: str | None = Field(description="once the game is over, without names")


class TableList(Outgoing):
    """Tables, newest first; `next` is the value of `before` that gives the following page."""

    tables: list[TableAnswer]
    next: int | None = None


class TurnInfo(Outgoing):
    """A table that waits for the reader: for which seats, since when, and until when if time always runs."""

    table: TableInfo
    you: You
    seats: list[int]
    since: int
    deadline: int | None


class TurnList(Outgoing):
    """Tables that wait for the reader, the one that has waited longest first."""

    turns: list[TurnInfo]


class PlayDaily(Incoming):
    """Play the deal of the day, under this name."""

    name: Name


class DailyResult(Outgoing):
    """What somebody made of a deal. `place` is that among the results, `rank` that at the table, against the bots."""

    name: str
    points: int
    place: int
    rank: int
    mine: bool


class DailyDeal(Outgoing):
    """The deal of a day and title, the best results first. `table` is where the reader plays it, or did."""

    game: str
    bots: list[str]
    results: list[DailyResult]
    table: str | None = None
    status: Status | None = None


class DailyDeals(Outgoing):
    """The deals of a day; `ends` is when the next day begins."""

    day: str
    ends: int
    deals: list[DailyDeal]


class BoardSummary(Outgoing):
    """A game that can be played here."""

    game: str
    name: str
    min_seats: int
    max_seats: int
    digest: str


class Catalogue(Outgoing):
    """What can be chosen when a table is created."""

    games: list[BoardSummary]
    bots: list[str]
    levels: list[str]


class ServerStatus(Outgoing):
    """Who answers here."""

    name: Literal["aiguillage"] = "aiguillage"
    version: str
    protocol: int


class PageTitle(Outgoing):
    """What is known beside a board: the `scale` of its scores, whether a network comes with it, what bots go by."""

    family: Family
    name: str
    digest: str
    seats: tuple[int, int]
    scale: float
    net: bool
    weights: dict[str, list[float]]


class PageBoard(Outgoing):
    """What a page needs to play on a board without a server: the kernel's records of the board and of its names as
    base64, of a `layout` that the page's kernel has to have too, and what is known beside the board."""

    layout: str
    title: PageTitle
    records: str


@dataclass(frozen=True, kw_only=True)
class PrintedBoard(Board):
    """Everything printed in one game's box, its digest and whether routes or tickets are our design."""

    digest: str = field()
    own_design: bool = field()


class BoardVerdict(Outgoing):
    """Whether a board file can be played: `board` is what was read in it, for drawing; `page` is for playing on it in a
    browser. Else `problem` says why not."""

    ok: bool
    problem: str | None = None
    game: str | None = None
    name: str | None = None
    digest: str | None = None
    board: PrintedBoard | None = None
    page: PageBoard | None = None


class Problem(Outgoing):
    """Why a request was refused. `code` is for programs, `message` for people, `rule` an id of RULES.md, `retry` the
    seconds after which the same may succeed."""

    code: str
    message: str
    rule: str | None = None
    retry: int | None = None


# ---- WebSocket: from the client ----


class SendAction(Incoming):
    """Play. `sequence` is the last one the client has seen; if anything that matters happened since, the
    action is refused as `stale`. `seat` is needed only by a client with several seats."""

    type: Literal["action"]
    sequence: Sequence
    text: ActionText
    seat: Seat | None = None
    id: MessageId | None = None


class SendUndo(Incoming):
    """Take one's own last decision back, while nothing hidden or random has happened since."""

    type: Literal["undo"]
    sequence: Sequence
    seat: Seat | None = None
    id: MessageId | None = None


class SendTakeback(Incoming):
    """Beyond undo: ask the others to let one's last turn be taken back, or answer such a question."""

    type: Literal["takeback"]
    answer: Literal["ask", "accept", "refuse", "withdraw"]
    seat: Seat | None = None
    id: MessageId | None = None


class SendChat(Incoming):
    type: Literal["chat"]
    text: ChatText
    seat: Seat | None = None
    id: MessageId | None = None


class SendReaction(Incoming):
    type: Literal["reaction"]
    reaction: Reaction
    seat: Seat | None = None
    id: MessageId | None = None


class SendHint(Incoming):
    """Ask what a strong player would do now, and why."""

    type: Literal["hint"]
    seat: Seat | None = None
    id: MessageId | None = None


class SendPing(Incoming):
    type: Literal["ping"]
    id: MessageId | None = None


ClientMessage = Annotated[
    SendAction | SendUndo | SendTakeback | SendChat | SendReaction | SendHint | SendPing,
    Field(discriminator="type"),
]
CLIENT_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)


# ---- WebSocket: from the server ----


class ChatMessage(Outgoing):
    type: Literal["chat"] = "chat"
    sequence: int
    seat: int
    name: str
    text: str
    at: int


class ClockState(Outgoing):
    """`left` is the time of every seat in ms at `now`; it runs for the seats in `running`."""

    now: int
    left: list[int]
    running: list[int]


class TakebackState(Outgoing):
    """`seat` asks for its last turn back; the seats in `waiting` have not answered yet."""

    seat: int
    waiting: list[int]


class Hello(Outgoing):
    """The first message on every connection: everything needed to draw the table. If a game is on or over,
    one `view` for each seat of the reader (or one spectator's) follows at once."""

    type: Literal["hello"] = "hello"
    protocol: int = PROTOCOL_VERSION
    version: str
    now: int
    sequence: int
    table: TableInfo
    you: You
    events: list[GameEvent] = Field(description="the game so far, as the reader (its first seat) may know it")
    chat: list[ChatMessage]
    takeback: TakebackState | None
    clock: ClockState | None


class TableMessage(Outgoing):
    """Seats, options or status changed."""

    type: Literal["table"] = "table"
    sequence: int
    table: TableInfo
    you: You


class ViewMessage(Outgoing):
    """The game after `sequence`, for `seat`. `events` are what happened since the view before; after `undo`
    and `rewind` the log is to be replaced by `log`. `can_ask`: the seat has a turn that it may ask for back."""

    type: Literal["view"] = "view"
    sequence: int
    seat: int | None
    cause: Literal["sync", "start", "action", "undo", "rewind"]
    by: By | None = None
    events: list[GameEvent]
    log: list[GameEvent] | None = None
    can_undo: bool = False
    can_ask: bool = False
    view: GameView
    clock: ClockState | None = None


class AckMessage(Outgoing):
    """The message with this id was carried out and is durable. An ack comes after what it caused."""

    type: Literal["ack"] = "ack"
    id: str | None
    sequence: int


class ErrorMessage(Outgoing):
    """The message with this id had no effect. The codes are listed in docs/protocol.md; after `retry` seconds the same
    may succeed."""

    type: Literal["error"] = "error"
    id: str | None
    code: str
    message: str
    rule: str | None = None
    retry: int | None = None
    sequence: int


class ReactionMessage(Outgoing):
    type: Literal["reaction"] = "reaction"
    sequence: int
    seat: int
    reaction: Reaction


class PresenceMessage(Outgoing):
    """Who is connected. `watching` counts spectators."""

    type: Literal["presence"] = "presence"
    present: list[int]
    watching: int


class TakebackMessage(Outgoing):
    type: Literal["takeback"] = "takeback"
    sequence: int
    what: TakebackWord
    by: int
    state: TakebackState | None


class HintMessage(Outgoing):
    """What a strong player would do, and why: as data and as an English sentence. What has to be paid or placed after
    it is in `payment`, as the next decision's text, with its `cards`; `whole` is the text that does both, `act` the
    same as data; `path` are the tracks to light."""

    type: Literal["hint"] = "hint"
    id: str | None
    seat: int
    sequence: int
    text: str
    whole: str
    act: Act
    reason: HintReason
    why: str
    payment: str | None
    cards: dict[str, int]
    path: list[str]


class CoachMessage(Outgoing):
    """What a solitary player overlooked: instead of `played`, the move of entry `sequence`, `text` would have been
    better, by so many `points` of the lead and so much of the chance to `win`. The rest is as in a hint."""

    type: Literal["coach"] = "coach"
    seat: int
    sequence: int
    played: str
    word: Literal["mistake", "blunder"]
    points: float
    win: float
    text: str
    whole: str
    act: Act
    reason: HintReason
    payment: str | None
    cards: dict[str, int]
    path: list[str]


class PongMessage(Outgoing):
    type: Literal["pong"] = "pong"
    id: str | None
    now: int


class ByeMessage(Outgoing):
    """The server is about to close this connection. After `restart` connect again in a moment."""

    type: Literal["bye"] = "bye"
    reason: Literal["restart", "fault"]


ServerMessage = Annotated[
    Hello
    | TableMessage
    | ViewMessage
    | AckMessage
    | ErrorMessage
    | ChatMessage
    | ReactionMessage
    | PresenceMessage
    | TakebackMessage
    | HintMessage
    | CoachMessage
    | PongMessage
    | ByeMessage,
    Field(discriminator="type"),
]
SERVER_MESSAGE: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)


# ---- replay ----


class ReplayStep(Outgoing):
    """One decision of a finished game and the table after it. Step 0 is the set-up, without an action."""

    step: int
    seat: int | None
    action: str | None
    at: int | None
    by: By | None
    events: list[GameEvent]
    view: GameView


class Replay(Outgoing):
    """A part of a finished game, seen from one seat (or by a spectator)."""

    table: TableInfo
    seat: int | None
    steps: int
    start: int
    part: list[ReplayStep]


Figure = Annotated[list[float], Field(min_length=3, max_length=3)]
"""A value and its 95 % interval."""
Word = Literal["good", "inaccuracy", "mistake", "blunder"]
Parts = dict[str, float]


class Outlook(Outgoing):
    """What a seat can expect: its chance to win and its points."""

    win: Figure
    points: Figure


class ChoiceLoss(Outgoing):
    """What the best alternative is worth more than the choice made; `worth` decides, `error` is of that."""

    win: float
    points: float
    worth: float
    error: float


class Alternative(Outgoing):
    """Something else that could have been chosen, and what it would have gained."""

    action: str
    win: float
    points: float
    gain: float
    error: float


class AnalysisHead(Outgoing):
    """What an analysis is of, and how it is made."""

    type: Literal["head"]
    version: int
    game: str
    rules: int
    seats: int
    names: list[str] | None
    count: int
    playouts: int
    seed: int
    totals: list[int]
    winners: list[int]


class AnalysedDecision(Outgoing):
    """One decision of a finished game, and what it was worth by what its seat knew; `open` is what everybody could
    expect before it, with all cards and tickets open."""

    type: Literal["decision"]
    number: int
    turn: int
    phase: str
    seat: int
    action: str
    act: Act
    forced: bool
    before: list[Outlook]
    after: list[Outlook]
    open: list[Outlook]
    best: str
    best_act: Act
    word: Word
    loss: ChoiceLoss
    alternatives: list[Alternative]
    worlds: int


class LuckAccount(Outgoing):
    """From what could be expected before the deal to the result: the parts, and their standard errors."""

    start: float
    result: float
    parts: Parts
    errors: Parts


class SeatLuck(Outgoing):
    """The same for the chance to win and for the points."""

    win: LuckAccount
    points: LuckAccount


class SeatSummary(Outgoing):
    """Luck and skill of a seat; `whole_points` are whole numbers that add up."""

    luck: SeatLuck
    whole_points: dict[str, int]
    words: dict[Word, int]


class TurningPoint(Outgoing):
    """A step that changed the chance of `seat` most; `by` took the decision `number`."""

    number: int
    seat: int
    by: int
    action: str
    act: Act
    cause: Literal["choice", "chance"]
    before: float
    after: float


class AnalysisSummary(Outgoing):
    """What the decisions of a game come to; the `story` is three sentences in each language."""

    type: Literal["summary"]
    seats: list[SeatSummary]
    turning_points: list[TurningPoint]
    story: dict[str, list[str]]


AnalysisPiece = AnalysisHead | AnalysedDecision | AnalysisSummary


class AnalysisPart(Outgoing):
    """What is there of the analysis of a finished game (docs/analysis.md), from piece `start` on."""

    state: Literal["waiting", "working", "done", "failed"]
    start: int
    pieces: list[Annotated[AnalysisPiece, Field(discriminator="type")]]


REQUESTS: tuple[type[BaseModel], ...] = (
    CreateTable,
    ChangeTable,
    JoinTable,
    SeatOnly,
    Pause,
    Holiday,
    SeatBot,
    TakeSeat,
    Webhook,
    PushSubscription,
    Rename,
    ImportRecord,
    BringGame,
    PlayOn,
    CheckBoard,
    PlayDaily,
)
ANSWERS: tuple[type[BaseModel], ...] = (
    TableAnswer,
    AnalysisPart,
    Invitation,
    Handover,
    NoticeOffer,
    BugReport,
    TableList,
    TurnList,
    DailyDeals,
    Catalogue,
    ServerStatus,
    BoardVerdict,
    Problem,
    Replay,
)
