"""What the module `family` of each family must have: the functions that the modules here call, kernel functions all."""

from ...rules.records import AnyBoard, AnyPage, AnyScratch, AnyState, Array, NamesRecord

# The rules (docs/architecture.md).

def legal(board: AnyBoard, state: AnyState, out: Array) -> int:
    """List the legal actions of the seat to act; returns how many there are."""

def observe(board: AnyBoard, state: AnyState, seat: int) -> None:
    """Reduce a copy of a game to what the seat may know."""

# A view.

def goods_left(state: AnyState) -> int:
    """Merchandise cards in the supply."""

def write_player(board: AnyBoard, names: NamesRecord, state: AnyState, seat: int, reader: int, page: AnyPage) -> None:
    """What the reader may know of a seat."""

def write_table(board: AnyBoard, names: NamesRecord, state: AnyState, page: AnyPage) -> None:
    """Whose the tracks and stations are, which tracks nobody can have any more, and what is under way."""

def write_tickets(board: AnyBoard, names: NamesRecord, state: AnyState, seat: int, page: AnyPage) -> None:
    """The seat's tickets and what became of them."""

def keeps_at_least(board: AnyBoard, state: AnyState) -> int:
    """How many tickets of an offer must be kept."""

def write_choice(
    board: AnyBoard,
    names: NamesRecord,
    state: AnyState,
    seat: int,
    code: int,
    named_first: bool,
    page: AnyPage,
) -> None:
    """A legal action. One that is played in two decisions stands by its name if `named_first`, else in all its ways."""

def write_reasons(board: AnyBoard, names: NamesRecord, state: AnyState, seat: int, page: AnyPage) -> None:
    """Why the rest cannot be chosen at the start of a turn, as an object."""

def round_of(state: AnyState) -> int:
    """Which round it is."""

def write_proposal(
    board: AnyBoard, names: NamesRecord, state: AnyState, acting: bool, scratch: AnyScratch, page: AnyPage
) -> None:
    """What the program would choose for a reader that acts and has to complete tickets; else null."""

# Events: their kind, and three numbers of which each kind makes its own.

def note(board: AnyBoard, state: AnyState, kind: int, seat: int, ticket: int, wilds: int, page: AnyPage) -> None:
    """Follow in `state`, which is a copy, what an event changes that later ones of the step depend on."""

def fades(state: AnyState, kind: int) -> bool:
    """Whether a log keeps less of such an event than was told."""

def say(board: AnyBoard, names: NamesRecord, kind: int, a: int, b: int, c: int, page: AnyPage) -> None:
    """The sentence that everybody may hear."""

def say_later(names: NamesRecord, kind: int, b: int, page: AnyPage) -> None:
    """The sentence that a log keeps of an event that fades."""

def write_data(board: AnyBoard, names: NamesRecord, kind: int, a: int, b: int, c: int, page: AnyPage) -> None:
    """The members that everybody may know."""

# An outcome.

def prepare_count(board: AnyBoard, state: AnyState, scratch: AnyScratch) -> None:
    """Find out what `write_seat` goes by."""

def write_seat(
    board: AnyBoard, names: NamesRecord, state: AnyState, seat: int, scratch: AnyScratch, page: AnyPage
) -> None:
    """One seat's final count."""

def later_tie(tie: int) -> int:
    """What separated the winner from those with as many points and tickets, as a word."""
