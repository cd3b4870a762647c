"""The course of a game: what the game entries of a table's log add up to.

Undone and rewound decisions stay in the log but not in the course, so a course is replayed from the decisions
that still count; each brings the key that its chance came from, which makes the replay exact.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from aiguillage.boards import Board, board_names, load_board
from aiguillage.boards.load import parse_board
from aiguillage.game import Action, Game
from aiguillage.game.shapes import GameEvent
from aiguillage.rules import RULES_VERSION
from aiguillage.rules.phases import Phase

from ..protocol import By
from ..store.rows import Entry, Header
from .refused import Refused, old_board, old_rules

OPENING_TURN = -1


@dataclass(slots=True)
class Made:
    """An action that counts, as its entry tells it. What was decided is in `Game.moves`, from number `first` on: a
    claim with its payment is one action and two decisions. `turn` is the number of the turn it belongs to."""

    sequence: int
    first: int
    turn: int
    at: int
    by: By | None


class Course:
    """A game being played, kept in step with the log."""

    def __init__(self, header: Header, board: Board) -> None:
        self._header = header
        self.board = board
        self.made: list[Made] = []
        self.returned: list[int] = []  # the keys of actions that were taken back, the next one last
        self.game = self._new_game()
        self.begun = len(self.game.moves)  # decisions that another game had when this one went on from it
        self.floor = 0  # what was sent before this entry was heard of is stale, for every seat
        self.floors = [0] * len(header.seats)  # the same, for one seat
        self.spent = [0] * len(header.seats)  # milliseconds, whole game
        self.turn_spent = [(0, 0)] * len(header.seats)  # (turn, milliseconds in it)
        self.turns = [0] * len(header.seats)  # turns begun by decisions
        self.due_since = header.started or 0  # when the decision that is due became so

    def _new_game(self) -> Game:
        header = self._header
        if header.record is not None:
            return Game.from_record(header.record, self.board)
        assert header.deal is not None
        options = {"look": True} if header.options.look_on_track and self.board.family == "cards" else None
        seats = len(header.seats)
        return Game.new(self.board, seats=seats, first=header.first, options=options, key=header.deal)

    @classmethod
    def replay(cls, header: Header, entries: Iterable[Entry]) -> "Course":
        """The course after these entries."""
        course = cls(header, board_of(header))
        for entry in entries:
            course.apply(entry)
        return course

    def apply(self, entry: Entry) -> None:
        """Carry out one entry of the log."""
        match entry.kind:
            case "play":
                self.play(entry, entry.text)
            case "undo":
                self.undo()
                self.floor, self.due_since = entry.sequence, entry.at
            case "rewind":
                self.rewind(int(entry.text))
                self.floor, self.due_since = entry.sequence, entry.at
            case "start":
                self.floor = entry.sequence

    def play(self, entry: Entry, action: Action | str) -> None:
        """Play the action that an entry writes down; an illegal one raises and changes nothing."""
        assert entry.seat is not None
        assert entry.key is not None
        turn = self.turn
        opening = self.opening
        made = Made(entry.sequence, len(self.game.moves), turn, entry.at, entry.by)
        self.game.play(action, seat=entry.seat, key=entry.key)
        self.made.append(made)
        if self.returned:
            self.returned.pop()
        self._count_time(entry.seat, turn, entry.spent or 0)
        if opening:
            self.floors[entry.seat] = entry.sequence
        if not (opening and self.opening):
            self.floor, self.due_since = entry.sequence, entry.at

    def next_key(self) -> int | None:
        """The key of the next action if one was played in its place before: what came out then comes out again,
        so nobody can draw anew by taking a turn back."""
        return self.returned[-1] if self.returned else None

    def _count_time(self, seat: int, turn: int, spent: int) -> None:
        self.spent[seat] += spent
        last, so_far = self.turn_spent[seat]
        if last != turn or self.turns[seat] == 0:
            self.turns[seat] += 1
            so_far = 0
        self.turn_spent[seat] = (turn, so_far + spent)

    @property
    def opening(self) -> bool:
        """Whether the opening tickets are being chosen."""
        return self.game.phase == Phase.OPENING

    @property
    def turn(self) -> int:
        """The number of the turn; the opening choice is no turn yet."""
        return OPENING_TURN if self.opening else self.game.turn

    def may_act(self, seat: int) -> bool:
        """Whether a decision of this seat is due."""
        return self.game.may_act(seat)

    def due(self) -> list[int]:
        """The seats whose decision is due."""
        if self.opening:
            return self.game.choosing
        return [] if self.game.actor is None else [self.game.actor]

    def stale(self, seat: int, sequence: int) -> bool:
        """Whether something that matters to the seat's decision happened after this entry."""
        return sequence < max(self.floor, self.floors[seat])

    def can_undo(self, seat: int) -> bool:
        """Whether the seat's last action can be taken back without asking anyone."""
        return bool(self.made) and self.game.can_undo(seat)

    def undo(self) -> None:
        """Take the last action back."""
        first = self._return()
        while len(self.game.moves) > first:
            self.game.undo()

    def rewind(self, sequence: int) -> None:
        """Strike out every action after an entry."""
        moves = self.game.moves
        while self.made and self.made[-1].sequence > sequence:
            moves = moves[: self._return()]
        self.game = self._new_game()
        for move in moves[len(self.game.moves) :]:
            self.game.play(move.text, seat=move.seat, key=move.key)

    def _return(self) -> int:
        """Let the last action count no longer; the number of its first decision."""
        first = self.made.pop().first
        key = self.game.moves[first].key
        assert key is not None
        self.returned.append(key)
        return first

    def made_when(self) -> list[tuple[int, By | None]]:
        """When and by whom each decision was made."""
        ends = [*(made.first for made in self.made[1:]), len(self.game.moves)]
        return [(made.at, made.by) for made, end in zip(self.made, ends, strict=True) for _ in range(made.first, end)]

    def has_decided(self, seat: int) -> bool:
        """Whether the seat has a turn that it could ask for back."""
        return any(self.game.moves[made.first].seat == seat for made in reversed(self.made))

    def last_turn_start(self, seat: int) -> int | None:
        """The entry before the first decision of the seat's last turn; None if it has decided nothing."""
        own = [made for made in self.made if self.game.moves[made.first].seat == seat]
        if not own:
            return None
        first = next(made for made in own if made.turn == own[-1].turn)
        return first.sequence - 1

    def events(self, seat: int | None) -> list[GameEvent]:
        """Everything that happened, as a seat may look it up."""
        return self.game.log(seat)


def board_of(header: Header) -> Board:
    """The board that a table is played on."""
    if header.board_text is None:
        return load_board(header.game)
    return own_board(header.board_text)


def outdated(header: Header) -> Refused | None:
    """Why a game that was begun can neither go on nor be replayed here, if so: never by other rules than it was played
    by, nor on another board."""
    if header.started is None:
        return None
    if header.rules != RULES_VERSION:
        return old_rules(header.rules)
    if header.board_text is None and boards_of_titles().get(header.game) != header.board_digest:
        return old_board(header.board_name)
    return None


def boards_of_titles() -> dict[str, str]:
    """The digests of the boards that this server has."""
    return {name: load_board(name).digest for name in board_names()}


@lru_cache(maxsize=32)
def own_board(text: str) -> Board:
    """An own board; it was found good before it came to a table, so it is small and quick to read."""
    return parse_board(text, "the table's board")
