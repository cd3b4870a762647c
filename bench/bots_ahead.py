"""How far `master` should look ahead: what a few looks tell of what an action is worth.

    python bench/bots_ahead.py amsterdam --positions 100

Positions are from games of `neural` against itself, where the network thinks of more than one action. What an action is
really worth there, less the network's first choice, is taken from 256 worlds that the network plays to their ends. For
some numbers of worlds and turns ahead, in worlds of other seeds: how what is found agrees with that (correlation), and
what choosing by it gains a decision over the network's choice, in what networks are paid (from -1 to 1).
"""

import argparse
import random

import numpy as np

from aiguillage import kernel
from aiguillage.bots import Seen
from aiguillage.bots.master import MasterBot
from aiguillage.bots.neural_bot import NeuralBot
from aiguillage.bots.opinions import weights_for
from aiguillage.game import Game

TRUTH = 256
AHEAD = (1, 2, 4, 8)
WORLDS = (4, 16, 64)
TO_THE_END = 100
ASKED = 0.15
"""The share of the decisions that are looked at, so that a game gives only a few."""


class Looks:
    """What a master finds of the actions of one position."""

    def __init__(self, seen: Seen) -> None:
        self.seen, self.weights = seen, weights_for(seen.board, "search")
        self.bot = MasterBot(1, threads=1)
        self.actions = self.bot._candidates(seen, self.weights, 0.0)

    def worth(self, ahead: int, first: int, worlds: int) -> np.ndarray:
        """Of each action, in each world, what it brings more than the first one."""
        rewards = kernel.zeros((worlds, len(self.actions)), np.float64)
        live, self.bot.near, self.bot.far = np.ones(len(self.actions), np.bool_), ahead, ahead
        self.bot._bonus = 0.0
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
        for ahead in (*AHEAD, TO_THE_END):
            whole = [looks.worth(ahead, 0, max(WORLDS)) for looks in looked]
            for worlds in WORLDS:
                means = [one[:worlds].mean(axis=0) for one in whole]
                told, true = (np.concatenate([one[1:] for one in all_]) for all_ in (means, truths))
                gains = np.array([true[mean.argmax()] for mean, true in zip(means, truths, strict=True)])
                name = "to the end" if ahead == TO_THE_END else f"{ahead} turns ahead"
                print(
                    f"  {name}, {worlds} worlds: correlation {np.corrcoef(told, true)[0, 1]:.2f}, "
                    f"gain {gains.mean():+.4f} ± {1.96 * gains.std() / len(gains) ** 0.5:.4f}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
