"""How far `master` should look ahead: what a few looks tell of what an action is worth.

    python bench/bots_ahead.py amsterdam --positions 100

Positions are from games of `neural` against itself, where the network thinks of more than one action. What an action is
really worth there, less the network's first choice, is taken from 256 worlds that the network plays to their ends. For
some numbers of worlds, and some turns ahead at whose beginnings the network is asked, in worlds of other seeds: how the
mean of what is found agrees with that (correlation), what choosing by it gains a decision over the network's choice, in
what networks are paid (from -1 to 1), and what it takes of processor time.
"""

import argparse
import random
import time

import numpy as np

from aiguillage import kernel
from aiguillage.bots import Seen
from aiguillage.bots.master import MasterBot
from aiguillage.bots.neural_bot import NeuralBot
from aiguillage.bots.opinions import weights_for
from aiguillage.game import Game

TRUTH = 256
TURNS = ((1, 1), (2, 2), (4, 4), (8, 8), (1, 4), (3, 6), (2, 8))
WORLDS = (4, 16, 64)
TO_THE_END = (100, 100)
ASKED = 0.15
"""The share of the decisions that are looked at, so that a game gives only a few."""


class Looks:
    """What a master finds of the actions of one position."""

    def __init__(self, seen: Seen) -> None:
        self.seen, self.weights = seen, weights_for(seen.board, "search")
        self.bot = MasterBot(1, threads=1)
        self.actions = self.bot._candidates(seen, self.weights, 0.0)

    def worth(self, turns: tuple[int, int], first: int, worlds: int) -> np.ndarray:
        """Of each action, in each world, what it brings more than the first one."""
        rewards = kernel.zeros((worlds, len(self.actions)), np.float64)
        live, self.bot.looks, self.bot._bonus = np.ones(len(self.actions), np.bool_), turns, 0.0
        for at in range(0, worlds, 4):
            self.bot._play(self.seen, self.actions, live, first + at, rewards[at : at + 4], self.weights, False)
        return np.array(rewards) - np.array(rewards)[:, :1]


def positions(title: str, count: int, seed: int) -> list[Looks]:
    """So many positions in which there is something to choose."""
    chance, found, number = random.Random(seed), [], 0
    while len(found) < count:
        game = Game.new(title, 2, seed=seed * 10_000 + number)
        bot, number = NeuralBot(number), number + 1
        while (actor := game.actor) is not None:
            seen = Seen.of(game, actor)
            if chance.random() < ASKED and len((looks := Looks(seen)).actions) > 1:
                found.append(looks)
            game.play(bot.choose(seen), actor)
    return found[:count]


def main() -> None:
    """Look at the positions of each title and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("titles", nargs="+")
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for title in options.titles:
        looked = positions(title, options.positions, options.seed)
        truths = [looks.worth(TO_THE_END, 100_000, TRUTH).mean(axis=0) for looks in looked]
        print(f"{title}: {len(looked)} positions, {sum(map(len, truths)) - len(looked)} other actions")
        for turns in (*TURNS, TO_THE_END):
            start = time.process_time()
            whole = [looks.worth(turns, 0, max(WORLDS)) for looks in looked]
            ms = 1000 * (time.process_time() - start) / len(looked) / max(WORLDS)
            for worlds in WORLDS:
                means = [one[:worlds].mean(axis=0) for one in whole]
                told, true = (np.concatenate([one[1:] for one in all_]) for all_ in (means, truths))
                gains = np.array([true[mean.argmax()] for mean, true in zip(means, truths, strict=True)])
                name = "to the end" if turns == TO_THE_END else "turns {} to {}".format(*turns)
                print(
                    f"  {name}, {worlds} worlds ({ms * worlds:.0f} ms): "
                    f"correlation {np.corrcoef(told, true)[0, 1]:.2f}, "
                    f"gain {gains.mean():+.4f} ± {1.96 * gains.std() / len(gains) ** 0.5:.4f}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
