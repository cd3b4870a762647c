"""The game as a program holds it: positions, decisions, views, undo."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np

from aiguillage.boards import Board, load_board
from aiguillage.errors import short
from aiguillage.explain.parts import may_act
from aiguillage.game import kernels
from aiguillage.game.actions import Action
from aiguillage.game.errors import GameError, IllegalAction, InvalidAction, Refusal
from aiguillage.game.events import Event, read_events
from aiguillage.game.families import family_of
from aiguillage.game.generator import KEY_BITS, words_of
from aiguillage.game.outcome import Outcome
from aiguillage.game.shapes import GameEvent
from aiguillage.game.view import View
from aiguillage.rules.numbers import NOTHING
from aiguillage.rules.phases import Phase
from aiguillage.rules.records import AnyState, Array
from aiguillage.rules.rng import set_key
from aiguillage.rules.state import new_record

REVEALING = frozenset(
    {
        *("blind", "turn-up", "reveal", "draw-tickets", "reshuffle", "flush"),
        *("kept", "round", "complete", "over"),
    }
)
"""Events after which a decision cannot be undone: something hidden or random has come out."""

OPTIONS = {"look": "the owner of an on-track pile may look at it (Card Game)"}


@dataclass(frozen=True, slots=True)
class Move:
    """One decision as it was played: who, what, and the key that chance came from since then."""

    seat: int
    text: str
    key: int | None = None


class Game:
    """One game of any of the five titles. Made by `Game.new`, `Game.from_record` or `Game.from_position`."""

    def __init__(
        self,
        board: Board,
        seats: int,
        seed: int,
        first: int | None,
        options: dict[str, bool],
        key: int | None = None,
    ) -> None:
        self.board = board
        self.seats = seats
        self.seed = seed
        self.key = key
        self.first = first
        self.options = options
        self.start: str | None = None  # the position the game started from, if not from the set-up
        self.moves: list[Move] = []
        self.events: list[Event] = []
        self._family = family_of(board)
        self._state = new_record(self._family.state_dtype)
        self._scratch = new_record(self._family.scratch_dtype)
        # The states before the last decisions, and how many events there were.
        self._undo: list[tuple[bytes, int]] = []
        # Of each decision of the last action the state that it found, and the rows of what it did.
        self._happened: list[tuple[AnyState, Array]] = []
        self._news: dict[int, bytes] = {}  # the same as readers are told it

    @classmethod
    def new(
        cls,
        game: str | Board,
        seats: int = 2,
        seed: int = 0,
        first: int | None = None,
        options: dict[str, bool] | None = None,
        key: int | None = None,
    ) -> Self:
        """A new game of a title (or of a board file), dealt from the seed. `first` None: a random seat begins.

        `key` is 128 fresh random bits to deal from instead of the seed: whoever sees a part of such a deal cannot
        compute the rest of it, as he could from a seed.
        """
        board = board_of(game)
        options = check_options(options)
        check_whole(seats, "The number of players")
        check_whole(seed, "The seed")
        if first is not None:
            check_whole(first, "The first player")
        board.check_players(seats, GameError)
        if first is not None and not 0 <= first < seats:
            raise GameError(f"The first player must be a seat from 0 to {seats - 1}, not {short(first)}.")
        if not 0 <= seed < 1 << 63:
            raise GameError("The seed must be a whole number from 0 to 2^63 - 1.")
        result = cls(board, seats, seed, first, options, key)
        state, scratch = result._state, result._scratch
        if key is not None:
            check_key(key)
            set_key(state, *words_of(key))
            seed = NOTHING
        result._main.setup(board.table, state, seats, NOTHING if first is None else first, seed, 0, scratch)
        for name, value in options.items():
            if name in (state.dtype.names or ()):
                setattr(state, name, int(value))
        result._note_events(state)
        return result

    def restarted(self) -> "Game":
        """The same game as it was dealt, before the first decision."""
        if self.start is not None:
            return Game.from_position(json.loads(self.start), self.board)
        return Game.new(self.board, self.seats, self.seed, self.first, self.options, self.key)

    @property
    def _main(self) -> Any:
        return getattr(kernels.current(), self._family.module)

    def _note_events(self, before: AnyState) -> list[Event]:
        rows = self._scratch["events"][: self._scratch["events_n"]].copy()
        self._happened.append((before, rows))
        self._news.clear()
        events = read_events(self._family.writer.events(self.board, before, self._scratch))
        self.events.extend(events)
        return events

    def news_json(self, seat: int | None = None) -> bytes:
        """What the last action did (or the set-up, or nothing after an undo), as the kernel tells it to the seat."""
        self._check_seat(seat)
        # Whom nothing happened to is told what everybody is told, which is written once.
        named = seat is not None and any(seat in rows[:, 1].tolist() for _, rows in self._happened)
        reader = seat if named and seat is not None else NOTHING
        if reader not in self._news:
            self._news[reader] = self._write_news(reader)
        return self._news[reader]

    def _forget_news(self) -> None:
        self._happened.clear()
        self._news.clear()

    def _write_news(self, reader: int) -> bytes:
        scratch, parts = self._scratch, []
        for before, rows in self._happened:
            scratch["events"][: len(rows)], scratch["events_n"] = rows, len(rows)
            parts.append(self._family.writer.events(self.board, before, scratch, reader)[1:-1])
        return b"[%s]" % b",".join(part for part in parts if part)

    @property
    def phase(self) -> Phase:
        """Which decision is due."""
        return Phase(self._state["phase"])

    @property
    def over(self) -> bool:
        """Whether the game has ended and was counted."""
        return self.phase == Phase.OVER

    @property
    def actor(self) -> int | None:
        """The seat to act; in the opening the lowest one that has not chosen; None when the game is over."""
        return None if self.over else int(self._state["actor"])

    @property
    def choosing(self) -> list[int]:
        """The seats that still have to choose their opening tickets."""
        if self.phase != Phase.OPENING:
            return []
        return [seat for seat in range(self.seats) if self._state.chosen[seat] == NOTHING]

    @property
    def turn(self) -> int:
        """How many turns have ended."""
        return int(self._state.turns)

    def may_act(self, seat: int) -> bool:
        """Whether the seat has a decision to take now."""
        check_whole(seat, "A seat")
        return 0 <= seat < self.seats and bool(may_act(self._state, seat))

    def state_bytes(self) -> bytes:
        """The kernel's record as it is, byte for byte."""
        return bytes(self._state.tobytes())

    def kernel_state(self) -> Any:
        """A copy of the kernel's record, for simulations and bots."""
        return _copy(self._state)

    def _check_seat(self, seat: int | None) -> None:
        """Refuse what is no seat of this game; None is nobody in particular."""
        if seat is not None:
            check_whole(seat, "A seat")
            if not 0 <= seat < self.seats:
                raise InvalidAction(f"There is no seat {short(seat)}; the seats are 0 to {self.seats - 1}.")

    def _acting(self, seat: int | None) -> int:
        """The seat that acts, checked."""
        if self.over:
            raise IllegalAction(Refusal("E1", "over", "The game is over."))
        if seat is None:
            return int(self._state.actor)
        self._check_seat(seat)
        if not self.may_act(seat):
            if self.phase == Phase.OPENING:
                raise IllegalAction(Refusal("S7", "chosen", "You have chosen your opening tickets already."))
            sentence = f"It is not your turn: seat {self._state.actor} is to act."
            raise IllegalAction(Refusal("T1", "turn", sentence, {"actor": int(self._state.actor)}))
        return seat

    def _legal_codes(self, seat: int) -> list[int]:
        state, actions = self._state, self._scratch["actions"]
        actor, state["actor"] = state["actor"], seat
        count = self._main.legal(self.board.table, state, actions)
        state["actor"] = actor
        codes: list[int] = actions[:count].tolist()
        return codes

    def legal_actions(self, seat: int | None = None) -> list[Action]:
        """What the seat to act may do; `seat` matters only in the opening."""
        if self.over:
            return []
        seat = self._acting(seat)
        return [self._family.describe(self.board, self._state, seat, code) for code in self._legal_codes(seat)]

    def parse(self, text: str, seat: int | None = None) -> Action:
        """The legal action that a text stands for (of a compound, the first decision)."""
        seat = self._acting(seat)
        return self._describe(seat, self._legal_choice(text, seat)[0])

    def _describe(self, seat: int, code: int) -> Action:
        return self._family.describe(self.board, self._state, seat, code)

    def _refuse(self, seat: int, code: int) -> Refusal:
        return self._family.refuse(self.board, kernels.current(), self._state, seat, code)

    def _legal_choice(self, action: Action | str, seat: int) -> list[int]:
        """The decisions that an action stands for; it is read once and its legality asked for once."""
        legal = self._legal_codes(seat)
        codes = self._resolve(action, seat, legal)
        if codes[0] not in legal:
            raise IllegalAction(self._refuse(seat, codes[0]))
        return codes

    def _resolve(self, action: Action | str, seat: int, legal: list[int]) -> list[int]:
        if isinstance(action, Action):
            try:
                here = self._describe(seat, action.code)
            except (IndexError, TypeError, ValueError):
                raise InvalidAction(f"{short(action.code)} is the number of no action.") from None
            if action != here:
                raise InvalidAction(f"{short(action.text)} belongs to another position.")
            return [action.code]
        if not isinstance(action, str):
            raise InvalidAction("An action is an Action or its text.")
        actor, self._state.actor = int(self._state.actor), seat
        try:
            codes = self._family.resolve(self.board, kernels.current(), self._state, self._scratch, seat, action, legal)
        finally:
            self._state.actor = actor
        if isinstance(codes, Refusal):
            raise IllegalAction(codes)
        return codes

    def play(self, action: Action | str, seat: int | None = None, key: int | None = None) -> list[Event]:
        """Play an action and say what happened. An error changes nothing.

        `seat` is who says so (default: the seat to act). `key` is 128 fresh random bits that chance comes from then
        on, so that nothing that was seen tells what comes next.
        """
        seat = self._acting(seat)
        codes = self._legal_choice(action, seat)
        if key is not None:
            check_key(key)
        count = len(self.events)
        self._forget_news()
        for code in codes:
            self._decide(code, seat, key)
            key = None
        return self.events[count:]

    def _decide(self, code: int, seat: int, key: int | None) -> None:
        """Carry out a legal decision."""
        before, count = self.state_bytes(), len(self.events)
        self.moves.append(Move(seat, self._describe(seat, code).text, key))
        if key is not None:
            set_key(self._state, *words_of(key))
        self._state["actor"] = seat
        self._main.step(self.board.table, self._state, code, self._scratch)
        events = self._note_events(_from_bytes(before, self._state.dtype))
        if any(event.kind in REVEALING for event in events):
            self._undo.clear()
        else:
            self._undo.append((before, count))

    def explain(self, text: str, seat: int | None = None) -> Refusal | None:
        """Why the text could not be played now, or None if it could."""
        try:
            self._legal_choice(text, self._acting(seat))
        except IllegalAction as error:
            return error.refusal
        return None

    def can_undo(self, seat: int | None = None) -> bool:
        """Whether the last decision can be taken back (by the seat, if given): nothing has come out since."""
        self._check_seat(seat)
        return bool(self._undo) and (seat is None or self.moves[-1].seat == seat)

    def undo(self, seat: int | None = None) -> Move:
        """Take the last decision back. Refused if it was another seat's or if something hidden or random came out."""
        self._check_seat(seat)
        if not self.moves:
            raise GameError("There is no decision to take back.")
        if seat is not None and self.moves[-1].seat != seat:
            raise GameError("The last decision was not yours.")
        if not self._undo:
            raise GameError("The last decision cannot be taken back: something hidden or random has come out since.")
        before, count = self._undo.pop()
        self._forget_news()
        self._restore(before)
        del self.events[count:]
        return self.moves.pop()

    def _restore(self, data: bytes) -> None:
        self._state = _from_bytes(data, self._state.dtype)

    def view(self, seat: int | None = None) -> View:
        """Exactly what the seat may know; None is a spectator."""
        return View.read(self.view_json(seat))

    def view_json(self, seat: int | None = None) -> bytes:
        """The same as the kernel has written it: what `View.to_dict` gives, as JSON."""
        self._check_seat(seat)
        return self._family.writer.view(self.board, self._state, self._scratch, seat)

    def observation(self, seat: int | None = None) -> Any:
        """The same as the kernel's record, for bots."""
        self._check_seat(seat)
        observed = _copy(self._state)
        self._main.observe(self.board.table, observed, NOTHING if seat is None else seat)
        return observed

    def log(self, seat: int | None = None) -> list[GameEvent]:
        """What happened so far, as the seat may look it up: while the game goes on, less than it was told (C6)."""
        return [event.to_dict(seat) if self.over else event.recalled(seat) for event in self.events]

    def outcome(self) -> Outcome:
        """The final count of a game that is over."""
        if not self.over:
            raise GameError("The game is not over yet.")
        return Outcome.read(self._family.writer.outcome(self.board, self._state, self._scratch))

    def record(self, tags: dict[str, str] | None = None) -> str:
        """The game as text, to keep, to send, to replay. `tags` are added to the header."""
        from aiguillage.game.record import write_record

        return write_record(self, {} if tags is None else tags)

    @classmethod
    def from_record(cls, text: str, board: Board | None = None) -> "Game":
        """Replay a text record. `board` is needed only for a game on one's own board file."""
        from aiguillage.game.record import read_record

        return read_record(text, board if board is None else board_of(board))

    def position(self) -> dict[str, Any]:
        """The position as data that `from_position` reads: everything, hidden things included."""
        from aiguillage.game.position import write_position

        return write_position(self.board, self._state)

    @classmethod
    def from_position(cls, position: dict[str, Any], board: Board | None = None) -> "Game":
        """Go on from a position. Refused with the reason if it cannot occur."""
        from aiguillage.game.position import read_position

        return read_position(position, board if board is None else board_of(board))


def _copy(state: Any) -> Any:
    return _from_bytes(state.tobytes(), state.dtype)


def _from_bytes(data: bytes, dtype: np.dtype[np.void]) -> Any:
    """A record of its own; `dtype` is that of a record, which a recarray need not be asked for."""
    return np.frombuffer(bytearray(data), dtype)[0]


def check_whole(value: object, what: str) -> None:
    """Refuse what is no whole number."""
    if not isinstance(value, int | np.integer) or isinstance(value, bool):
        raise GameError(f"{what} must be a whole number, not {short(value)}.")


def check_key(key: int) -> None:
    """Refuse what chance cannot come from."""
    check_whole(key, "A key")
    if not 0 <= key < 1 << KEY_BITS:
        raise GameError(f"A key must have {KEY_BITS} bits.")


def check_options(options: object) -> dict[str, bool]:
    """The options by name, each on or off."""
    if not isinstance(options, dict) and options is not None:
        raise GameError(f"Options are true or false by name, not {short(options)}.")
    for name, value in (options or {}).items():
        if name not in OPTIONS:
            raise GameError(f"There is no option {short(name)}; the options are {', '.join(OPTIONS)}.")
        if not isinstance(value, bool):
            raise GameError(f"The option {name!r} is true or false, not {short(value)}.")
    return dict(options or {})


def board_of(game: object) -> Board:
    """The board of a title or of a file, or the board itself."""
    if isinstance(game, Board):
        return game
    if not isinstance(game, str | Path):
        raise GameError(f"A game is a title, the path of a board file or a board, not {short(game)}.")
    return load_board(game)
