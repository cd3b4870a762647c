"""One game for interfaces that play one at a time: masks, observations, rewards."""

from copy import copy
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import NDArray

from aiguillage.envs.title import Title
from aiguillage.errors import AiguillageError
from aiguillage.game.events import Event, read_events
from aiguillage.game.kernels import COMPILED
from aiguillage.game.view import View
from aiguillage.rules.phases import OVER
from aiguillage.rules.random_play import DECISION_LIMIT
from aiguillage.rules.records import Array

Reward = Literal["win", "score"]
Row = NDArray[np.int8]


class Episode:
    """One game. It can be copied (`deepcopy`) and pickled.

    What the seats are paid when it is over: with "win" 1 for a winner and -1 shared by the others (winners who share,
    share it all), with "score" the points of the final count.
    """

    def __init__(
        self, title: Title, seed: int, stream: int = 0, reward: Reward = "win", keep_events: bool = False
    ) -> None:
        if reward not in ("win", "score"):
            raise AiguillageError(f"There is no reward {reward!r}; it is 'win' or 'score'.")
        self.title = title
        self.reward: Reward = reward
        self.keep_events = keep_events
        self.events: list[Event] = []  # all that happened, if `keep_events`
        self._states = np.zeros(1, title.family.state_dtype)
        self._scratches = COMPILED.zeros(1, title.family.scratch_dtype)
        title.single.start(title.boards, self._states, self._scratches, title.seats, seed, stream)
        self._note_events(self._states)

    def __deepcopy__(self, memo: object) -> Self:
        result = copy(self)
        result._states = self._states.copy()
        result.events = list(self.events)
        return result

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_scratches": None}  # nothing in it outlives a call

    def __setstate__(self, kept: dict[str, object]) -> None:
        self.__dict__.update(kept)
        self._scratches = COMPILED.zeros(1, self.title.family.scratch_dtype)

    def _note_events(self, before: Array) -> None:
        if self.keep_events:
            writer, scratch = self.title.family.writer, _record(self._scratches)
            self.events += read_events(writer.events(self.title.board, _record(before), scratch))

    @property
    def state(self) -> Any:
        """The kernel's record itself."""
        return _record(self._states)

    @property
    def over(self) -> bool:
        """Whether the game has ended and was counted."""
        return int(self._states[0]["phase"]) == OVER

    @property
    def stopped(self) -> bool:
        """Whether so many decisions were taken that the game is broken off."""
        return not self.over and int(self._states[0]["decisions"]) >= DECISION_LIMIT

    @property
    def actor(self) -> int:
        """The seat to act; -1 when the game is over."""
        return int(self._states[0]["actor"])

    def legal(self) -> list[int]:
        """The legal actions of the seat to act, ascending."""
        count = self.title.single.legal(self.title.boards, self._states, self._scratches)
        actions: list[int] = self._scratches["actions"][0, :count].tolist()
        return actions

    def mask(self) -> Row:
        """1 for each legal action of the seat to act."""
        mask = np.zeros(self.title.actions, np.int8)
        mask[self.legal()] = 1
        return mask

    def observation(self, seat: int) -> Row:
        """What the seat sees, as `title.layout` says."""
        out = np.zeros((1, self.title.layout.size), np.int8)
        self.title.single.show(self.title.boards, self._states, seat, out)
        if self.title.version:
            sights = COMPILED.zeros(1, self.title.family.envs.SIGHT)
            at = self.title.seen
            self.title.single.show_plan(self.title.boards, self._states, seat, sights, out, at)
        return out[0]

    def play(self, action: int) -> None:
        """Play a legal action."""
        before = self._states.copy() if self.keep_events else self._states
        self.title.single.play(self.title.boards, self._states, self._scratches, action)
        self._note_events(before)

    def scores(self) -> list[int]:
        """The points of each seat once the game is over."""
        scores: list[int] = self._states["total"][0, : self.title.seats].tolist()
        return scores

    def rewards(self) -> list[float]:
        """What each seat is paid: nothing before the game is over."""
        if not self.over:
            return [0.0] * self.title.seats
        if self.reward == "score":
            return [float(score) for score in self.scores()]
        won = self._states["rank"][0, : self.title.seats] == 1
        parts = won / won.sum()
        rewards: list[float] = ((len(parts) * parts - 1) / (len(parts) - 1)).tolist()
        return rewards

    def _observed(self, seat: int) -> Array:
        states = self._states.copy()
        self.title.single.observe(self.title.boards, states, seat)
        return states

    def observed(self, seat: int) -> Any:
        """The kernel's record reduced to what the seat may know."""
        return _record(self._observed(seat))

    def resample(self, seat: int, seed: int) -> Self:
        """Another game that the seat cannot tell from this one: what it does not know is drawn anew."""
        result = copy(self)
        result._states = self._observed(seat)
        self.title.single.redraw(self.title.boards, result._states, seat, seed)
        return result

    def view(self, seat: int | None) -> View:
        """What the seat (None: a spectator) sees, with names."""
        writer, scratch = self.title.family.writer, _record(self._scratches)
        return View.read(writer.view(self.title.board, _record(self._states), scratch, seat))

    def __str__(self) -> str:
        """The table in a few lines, as a spectator sees it."""
        view = self.view(None)
        market = " ".join(colour or "-" for colour in view.market)
        lines = [f"{self.title.board.name}, {view.phase}, turn {view.turn}, market: {market}, deck: {view.deck}"]
        for player in view.players:
            acts = ">" if player.seat == view.actor else " "
            lines.append(
                f"{acts} seat {player.seat}: {player.score} points, {player.cards} cards, {player.tickets} tickets"
            )
        return "\n".join(lines)


def _record(states: Array) -> Any:
    return states.view(np.recarray)[0]
