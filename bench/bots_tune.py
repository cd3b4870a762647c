"""Find better weights for the planner: an evolution strategy over matches against a pool of bots.

    python bench/bots_tune.py amsterdam --generations 60

A candidate's fitness is its share of wins, with a little of the score margin against noise, over the same deals as
the other candidates of its generation. Prints the mean of the population after every generation.
"""

import argparse
import os
import time
from typing import Any

import numpy as np

from aiguillage.boards import load_board
from aiguillage.bots.opinions import weights_for
from aiguillage.game.families import family_of
from bots_match import by_bot, match, win_shares


def fitness(title: str, pool: list[tuple[str, Any]], weights: Any, deals: int, first: int, policy: str) -> float:
    """How well a candidate does against the pool."""
    total = 0.0
    board = load_board(title)
    for bot, row in pool:
        rows = [weights, weights_for(board, bot) if row is None else row]
        states, _ = match(title, [policy, bot], deals, 99, weights=rows, first_deal=first)
        margin = by_bot(states, "total")
        margin = (margin[:, 0] - margin[:, 1]).mean()
        total += win_shares(states)[:, 0].mean() + 0.002 * float(np.clip(margin, -50, 50))
    return total / len(pool)


def tune(
    title: str,
    generations: int,
    deals: int,
    size: int,
    policy: str,
    spread: float,
    seed: int,
    against: list[str],
) -> Any:
    """A diagonal evolution strategy with weighted recombination and adapted spread."""
    rng = np.random.default_rng(seed)
    board = load_board(title)
    start = weights_for(board, policy).copy()
    mean = start.copy()
    scale = np.maximum(np.abs(start), 0.2)
    sigma = np.full(len(start), spread)
    best = size // 2
    share = np.log(best + 0.5) - np.log(np.arange(1, best + 1))
    share /= share.sum()
    for generation in range(generations):
        began = time.time()
        pool = [*((style, None) for style in against), (policy, start), (policy, mean.copy())]
        steps = rng.normal(size=(size, len(mean)))
        people = mean + steps * sigma * scale
        pace = family_of(board).bots.NAMES.index("pace")
        people[:, pace] = np.maximum(0.5, people[:, pace])
        scores = [fitness(title, pool, row, deals, generation * deals, policy) for row in people]
        order = np.argsort(scores)[::-1][:best]
        mean = share @ people[order]
        chosen = steps[order]
        sigma *= np.exp(0.15 * (share @ (chosen**2) - 1.0).clip(-1, 1))
        sigma = np.maximum(sigma, 0.02)
        print(
            f"{generation} {np.mean(scores):.4f} {max(scores):.4f} sigma {sigma.mean():.3f} {time.time() - began:.0f}s",
            flush=True,
        )
        if generation % 10 == 9:
            print(", ".join(f"{value:.3g}" for value in mean), flush=True)
    return mean


def main() -> None:
    """Tune and print the weights, and how they do against the start."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("title")
    parser.add_argument("--generations", type=int, default=40)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--size", type=int, default=16)
    parser.add_argument("--policy", default="planner")
    parser.add_argument("--spread", type=float, default=0.25)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--against", nargs="*", default=["one-step", "route-focused", "long-route"])
    options = parser.parse_args()
    os.nice(5)
    found = tune(
        options.title,
        options.generations,
        options.deals,
        options.size,
        options.policy,
        options.spread,
        options.seed,
        options.against,
    )
    board = load_board(options.title)
    for name, value in zip(family_of(board).bots.NAMES, found, strict=True):
        print(f"    {name} {value:.4g}")
    for bot in ("one-step", "route-focused", "long-route", "hungry", "planner"):
        base = weights_for(board, bot)
        states, _ = match(options.title, [options.policy, bot], 500, 7, weights=[found, base])
        print(bot, win_shares(states)[:, 0].mean())


if __name__ == "__main__":
    main()
