"""The interface: what a bot is shown, what it answers, and a game between bots."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Protocol, Self

from aiguillage.boards import Board
from aiguillage.errors import AiguillageError
from aiguillage.game import Action, Event, Game, Outcome, View, kernels
from aiguillage.game.families import family_of
from aiguillage.game.shapes import GameEvent
from aiguillage.rules.state import new_record


class BotError(AiguillageError):
    """A bot that does not exist, or options that it does not have."""


class Seen:
    """What one seat may know when it has to decide: all that a bot is shown.

    `observation` is the kernel's record with everything hidden blanked (see docs/architecture.md); the rest
    is made from it when asked for, so that a bot pays only for what it looks at.
    """

    def __init__(self, board: Board, seat: int, observation: Any, events: Sequence[Event] = ()) -> None:
        self.board = board
        self.seat = seat
        self.observation = observation
        observation.actor = seat  # in the opening any seat that has not chosen may act
        self._events = tuple(events)

    @classmethod
    def of(cls, game: Game, seat: int) -> Self:
        """What the seat sees of a game in which it has to decide."""
        if not game.may_act(seat):
            raise BotError(f"Seat {seat} has nothing to decide now.")
        return cls(game.board, seat, game.observation(seat), game.events)

    @cached_property
    def legal(self) -> list[Action]:
        """The actions to choose from."""
        kernel, family = kernels.current(), family_of(self.board)
        scratch = new_record(family.scratch_dtype)
        count = getattr(kernel, family.module).legal(self.board.table, self.observation, scratch.actions)
        return [self.action(int(code)) for code in scratch.actions[:count]]

    @cached_property
    def view(self) -> View:
        """`observation` with names: hand, tickets, market, claims, legal actions with their payments, …"""
        family = family_of(self.board)
        scratch = new_record(family.scratch_dtype)
        return View.read(family.writer.view(self.board, self.observation, scratch, self.seat))

    @cached_property
    def events(self) -> list[GameEvent]:
        """All that happened so far, as this seat may know it, oldest first."""
        return [event.to_dict(self.seat) for event in self._events]

    def action(self, code: int) -> Action:
        """The action with the kernel's number `code`, in words."""
        return family_of(self.board).describe(self.board, self.observation, self.seat, code)


class Bot(Protocol):
    """Anything that can choose. It must answer with one of `seen.legal`, or with the text of one."""

    def choose(self, seen: Seen) -> Action | str:
        """The action to play."""


BotFactory = Callable[[int], Bot]
"""Makes a bot from a seed. With the same seed it must choose the same in the same games."""


def play_game(game: Game, bots: Sequence[Bot]) -> Outcome:
    """Let the bots play a game to its end, one for each seat."""
    if len(bots) != game.seats:
        raise BotError(f"The game has {game.seats} seats, but {len(bots)} bots were given.")
    while not game.over:
        seat = game.actor
        assert seat is not None
        game.play(bots[seat].choose(Seen.of(game, seat)), seat)
    return game.outcome()
