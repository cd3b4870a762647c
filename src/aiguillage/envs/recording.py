"""The games of a batch as records: what was decided in each, kept until it is asked for."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from aiguillage.arena.deals import seed_of_deal
from aiguillage.boards import Board
from aiguillage.envs.batch_rows import FINISHED, REFUSED
from aiguillage.game import Game

if TYPE_CHECKING:
    from aiguillage.envs.batch import Runner


@dataclass(frozen=True)
class Played:
    """A game that is over: `Game.new(game, seats, seed)` and these moves, each a seat and the number of an action."""

    game: str | Board
    seats: int
    seed: int
    moves: tuple[tuple[int, int], ...]
    scores: tuple[int, ...]

    def record(self) -> str:
        """The game as a text record."""
        game = Game.new(self.game, self.seats, self.seed)
        for seat, code in self.moves:
            game.play(next(one for one in game.legal_actions(seat) if one.code == code), seat)
        return game.record()


class Recording:
    """Follows the steps of a batch on the CPU."""

    def __init__(self, game: str | Board, seats: int, batch: int) -> None:
        self.game, self.seats, self.batch = game, seats, batch
        self.played: list[Played] = []
        self.start(0)

    def start(self, seed: int) -> None:
        """All games begin anew; what is over stays."""
        self.seed = seed
        self.moves: list[list[tuple[int, int]]] = [[] for _ in range(self.batch)]

    def follow(self, runner: "Runner", actions: object) -> None:
        """Let the runner make a step and note what it was."""
        actors, moves = runner.actors.copy(), np.asarray(actions).copy()
        episodes = runner.episodes.copy()
        runner.step(moves)
        for game in np.flatnonzero(runner.status != REFUSED):
            self.moves[game].append((int(actors[game]), int(moves[game])))
            if runner.status[game] == FINISHED:
                stream = int(game) + self.batch * int(episodes[game])
                scores = tuple(runner.scores[game].tolist())
                seed = seed_of_deal(self.seed, stream)
                self.played.append(Played(self.game, self.seats, seed, tuple(self.moves[game]), scores))
            if runner.status[game]:
                self.moves[game] = []
