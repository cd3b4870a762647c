"""The shape of what people are told: choices, refusals, tickets and events, as the kernel writes them.

This is the one description of that JSON. Python reads it as it is, so its members are typed dictionaries: one that may
be missing is not the same as one that is null. `View` and `Outcome` hold the whole; the server's schema and the
client's `messages.ts` are generated from all of it, and `tests/test_shapes.py` holds the kernel to it.
"""

from typing import Literal, NotRequired

from typing_extensions import TypeAliasType, TypedDict

Cards = dict[str, int]
"""How many of each colour, without those that are not there."""

Phase = Literal[
    "opening",
    "turn",
    "second-card",
    "payment",
    "tunnel",
    "flag",
    "tickets",
    "placement",
    "completion",
    "over",
]


SimpleKind = Literal["blind", "tickets", "pass", "decline", "keep-card", "enough"]


# ---- what may be chosen: `text` is what is sent back ----


class SimpleChoice(TypedDict):
    """A choice about nothing in particular."""

    text: str
    kind: SimpleKind


class TakeChoice(TypedDict):
    """Take a face-up card."""

    text: str
    kind: Literal["take"]
    colour: str


class Payment(TypedDict):
    """A way to pay."""

    text: str
    kind: Literal["pay"]
    cards: Cards


class WayToPay(Payment):
    """A way to pay for a route or station that is not named yet: `text` is sent after it, `whole` instead of it."""

    whole: str


class ClaimChoice(TypedDict):
    """Claim a track, with every way to pay for it."""

    text: str
    kind: Literal["claim"]
    track: str
    payments: list[WayToPay]


class StationChoice(TypedDict):
    """Build a station, with every way to pay for it."""

    text: str
    kind: Literal["station"]
    place: str
    payments: list[WayToPay]


class KeepChoice(TypedDict):
    """Keep these tickets of the offer."""

    text: str
    kind: Literal["keep"]
    tickets: list[str]


class Placement(TypedDict):
    """Place these cards in the yard (Card Game); `beats` are the seats that lose their column by it."""

    text: str
    kind: Literal["place"]
    cards: Cards
    beats: list[int]


class CompleteChoice(TypedDict):
    """Complete a ticket with these cards on track (Card Game)."""

    text: str
    kind: Literal["complete"]
    tickets: list[str]
    cards: Cards


LegalAction = TypeAliasType(
    "LegalAction",
    SimpleChoice | TakeChoice | Payment | ClaimChoice | StationChoice | KeepChoice | Placement | CompleteChoice,
)
"""One thing that the reader of a view may do now."""


class NamedPlacement(TypedDict):
    """A placement by its name, with the ways to carry it out; three different colours have no `colour`."""

    text: str
    kind: Literal["place"]
    colour: NotRequired[str]
    ways: list[Placement]


Decision = TypeAliasType(
    "Decision",
    SimpleChoice
    | TakeChoice
    | Payment
    | ClaimChoice
    | StationChoice
    | KeepChoice
    | NamedPlacement
    | Placement
    | CompleteChoice,
)
"""One item of `write_legal`, where each has a number of its own: a placement comes before the way to carry it out."""


class Act(TypedDict):
    """An action as data, for whoever tells of it: `cards` are what it pays, places or uses."""

    kind: SimpleKind | Literal["take", "pay", "claim", "station", "keep", "place", "complete"]
    colour: NotRequired[str]
    track: NotRequired[str]
    place: NotRequired[str]
    tickets: NotRequired[list[str]]
    cards: NotRequired[Cards]


# ---- why the rest cannot be chosen ----


class PlainReason(TypedDict):
    """A reason without figures; `turn` and `phase` are about anything that is not listed: it is not the reader's turn,
    or something else has to be decided first."""

    rule: str
    code: Literal["own-twin", "no-station", "no-tickets", "no-cards", "wild-second", "turn", "phase"]


class TakenReason(TypedDict):
    """Somebody has it already."""

    rule: str
    code: Literal["taken"]
    owner: int


class ClosedReason(TypedDict):
    """With so many players the other track of a double route is closed."""

    rule: str
    code: Literal["closed"]
    seats: int


class TooFewReason(TypedDict):
    """Too few pieces, or too few wild cards for a ferry."""

    rule: str
    code: Literal["pieces", "wilds"]
    need: int
    have: int


class CardsReason(TypedDict):
    """Too few cards of a colour; `grey` is any one colour."""

    rule: str
    code: Literal["cards"]
    need: int
    colour: str
    have: int
    wild: int


class PlacementReason(TypedDict):
    """Why no column of a colour can be placed, with everything at hand (Card Game). `owner` is the other seat that has
    a column of the colour."""

    rule: str
    code: Literal["own-column", "no-colour", "too-few", "outnumbered"]
    colour: str
    have: int
    wild: int
    need: int
    owner: int | None


Reason = TypeAliasType(
    "Reason", PlainReason | TakenReason | ClosedReason | TooFewReason | CardsReason | PlacementReason
)
"""Rule and figures for a sentence; the words are the reader's."""


# ---- parts of a view ----


class OfferedTicket(TypedDict):
    """A ticket as printed; `cards` are what the Card Game asks for."""

    id: str
    a: str
    b: str
    points: int
    long: bool
    cards: Cards


class TicketView(OfferedTicket):
    """One's own ticket: its path once done, before that the spaces missing at least (null: impossible now), and the
    tracks of which any one would complete it."""

    done: bool
    path: list[str]
    missing: int | None
    completed_by: list[str]


class YardColumn(TypedDict):
    """A column in front of a seat; `wild` of its cards are wild."""

    colour: str
    cards: int
    wild: int


class Pending(TypedDict):
    """The half-made choice: what is being claimed, what was laid down, what the tunnel asks for, and which of the
    cards turned up ask for it."""

    claim: str | None
    station: str | None
    laid: Cards
    revealed: list[str]
    hits: list[bool]
    owed: int


class PendingPlacement(TypedDict):
    """The Card Game's half-made choice: which colour is being placed, or `three`."""

    place: str


class Proposal(TypedDict):
    """The tickets that the program would complete, and why (Card Game)."""

    tickets: list[str]
    points: int
    bonus_cities: list[str]
    text: str


# ---- what happened: `seat` did it, or nobody; `text` is an English sentence without the name of the seat ----


class PlainEvent(TypedDict):
    """A seat begins, passes, takes no second card, or starts the last round."""

    kind: Literal["start", "pass", "enough", "last-round"]
    seat: int
    text: str


class TableEvent(TypedDict):
    """The market is flushed, or the game is over."""

    kind: Literal["flush", "over"]
    seat: None
    text: str


class TakeEvent(TypedDict):
    """A face-up card is taken."""

    kind: Literal["take"]
    seat: int
    text: str
    card: str
    slot: int


class BlindEvent(TypedDict):
    """A card is drawn; who drew it knows which, and what the `others` are told of it."""

    kind: Literal["blind"]
    seat: int
    text: str
    card: NotRequired[str]
    others: NotRequired["BlindEvent"]


class TurnUpEvent(TypedDict):
    """A card comes to the market."""

    kind: Literal["turn-up"]
    seat: None
    text: str
    card: str
    slot: int


class ReshuffleEvent(TypedDict):
    """The discards become a deck of so many cards."""

    kind: Literal["reshuffle"]
    seat: None
    text: str
    count: int


class DrawTicketsEvent(TypedDict):
    """Tickets are drawn to choose from."""

    kind: Literal["draw-tickets"]
    seat: int
    text: str
    count: int


class ChooseEvent(TypedDict):
    """An opening choice was made; who made it knows which tickets, and what the `others` are told of it."""

    kind: Literal["choose"]
    seat: int
    text: str
    kept: NotRequired[list[str]]
    others: NotRequired["ChooseEvent"]


class KeptEvent(TypedDict):
    """When all have chosen: how many opening tickets a seat keeps."""

    kind: Literal["kept"]
    seat: int
    text: str
    count: int
    offered: int


class KeepEvent(TypedDict):
    """Drawn tickets are kept; who keeps them knows which, and what the `others` are told of it."""

    kind: Literal["keep"]
    seat: int
    text: str
    count: int
    offered: int
    kept: NotRequired[list[str]]
    others: NotRequired["KeepEvent"]


class LayEvent(TypedDict):
    """Cards are laid down to pay."""

    kind: Literal["lay"]
    seat: int
    text: str
    cards: Cards


class RevealEvent(TypedDict):
    """A card is turned up for a tunnel; a hit asks for one card more."""

    kind: Literal["reveal"]
    seat: int
    text: str
    card: str
    hit: bool


class OweEvent(TypedDict):
    """What a tunnel asks for beside its price."""

    kind: Literal["owe"]
    seat: int
    text: str
    owed: int


class GiveUpEvent(TypedDict):
    """A tunnel is not dug."""

    kind: Literal["give-up"]
    seat: int
    text: str
    track: str


class ClaimEvent(TypedDict):
    """A track is claimed; `score` is what the seat has then."""

    kind: Literal["claim"]
    seat: int
    text: str
    track: str
    points: int
    score: int


class StationEvent(TypedDict):
    """A station is built."""

    kind: Literal["station"]
    seat: int
    text: str
    place: str


class GoodsEvent(TypedDict):
    """Merchandise is taken; `count` is how much of it the seat has now."""

    kind: Literal["goods"]
    seat: int
    text: str
    count: int


class KeepCardEvent(TypedDict):
    """A card is kept for the flag."""

    kind: Literal["keep-card"]
    seat: int
    text: str
    card: str


class FlagEvent(TypedDict):
    """A flag is complete; `score` is what the seat has then."""

    kind: Literal["flag"]
    seat: int
    text: str
    points: int
    score: int


class RoundEvent(TypedDict):
    """A round of the Card Game begins."""

    kind: Literal["round"]
    seat: None
    text: str
    round: int


class FadedEvent(TypedDict):
    """What can be looked up of cards on their way on track while the game goes on: how many there were (C6)."""

    kind: Literal["on-track", "place", "robbed"]
    seat: int
    text: str
    count: int


class OnTrackEvent(TypedDict):
    """A card goes from the yard on track, where `count` lie now. `later` is what a log keeps of it."""

    kind: Literal["on-track"]
    seat: int
    text: str
    card: str
    count: int
    later: NotRequired[FadedEvent]


class PlaceEvent(TypedDict):
    """Cards are placed in the yard. `later` is what a log keeps of it."""

    kind: Literal["place"]
    seat: int
    text: str
    colour: str
    cards: Cards
    later: NotRequired[FadedEvent]


class RobbedEvent(TypedDict):
    """A seat loses a column. `later` is what a log keeps of it."""

    kind: Literal["robbed"]
    seat: int
    text: str
    colour: str
    count: int
    later: NotRequired[FadedEvent]


class CompleteEvent(TypedDict):
    """How many tickets a seat has completed in a round."""

    kind: Literal["complete"]
    seat: int
    text: str
    count: int
    points: int


class DoneEvent(TypedDict):
    """A ticket is completed with these cards."""

    kind: Literal["done"]
    seat: int
    text: str
    ticket: str
    points: int
    cards: Cards


class BonusEvent(TypedDict):
    """The bonus of a city goes to a seat."""

    kind: Literal["bonus"]
    seat: int
    text: str
    place: str
    points: int


GameEvent = TypeAliasType(
    "GameEvent",
    PlainEvent
    | TableEvent
    | TakeEvent
    | BlindEvent
    | TurnUpEvent
    | ReshuffleEvent
    | DrawTicketsEvent
    | ChooseEvent
    | KeptEvent
    | KeepEvent
    | LayEvent
    | RevealEvent
    | OweEvent
    | GiveUpEvent
    | ClaimEvent
    | StationEvent
    | GoodsEvent
    | KeepCardEvent
    | FlagEvent
    | RoundEvent
    | FadedEvent
    | OnTrackEvent
    | PlaceEvent
    | RobbedEvent
    | CompleteEvent
    | DoneEvent
    | BonusEvent,
)
"""What happened, as a reader is told it or may look it up."""
