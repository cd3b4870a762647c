"""A million games of `neural`, on a GPU: no move that the rules refuse, no game without an end.

    python bench/neural_million.py --games 1000000 --seconds 540            # all titles, all numbers of players
    python bench/neural_million.py paris --games 64 --batch 32 --device cpu  # a few, without a GPU
    python bench/neural_million.py europe --seats 2 --games 62500 --batch 1024 --device cpu  # of one table alone

`BatchEnv` plays the games and refuses what is not legal; the networks of the package have all seats, and in every
fourth game chance has one of them, so that they see more than their own games. Their integers are worked out by
PyTorch; in the first steps of each table their choices are compared with those of the kernel. Stops with an error at
the first fault, or, when the time is up, with what has been played. Needs numpy, wasmtime, PyTorch and, for a GPU,
numba and numba-cuda.
"""

import argparse
import math
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

for old, new in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(np, old):  # numba-cuda 0.30 still asks numpy for names that it has dropped
        setattr(np, old, getattr(np, new))
sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

import torch  # noqa: E402

from aiguillage.bots.neural_net import IntegerNet, shipped_net  # noqa: E402
from aiguillage.envs.batch import BatchEnv  # noqa: E402
from aiguillage.train.inputs import Inputs  # noqa: E402
from aiguillage.train.network import Network, Shape  # noqa: E402

TITLES = ("amsterdam", "berlin", "cardgame", "europe", "paris")
LIMIT = 5_000
COMPARED_STEPS, COMPARED_GAMES = 20, 8


def network(net: IntegerNet, inputs: Inputs, device: torch.device) -> Network:
    """The network as PyTorch works it out."""
    sizes = net.nets[0]
    shape = Shape(int(sizes["width"]), int(sizes["blocks"]), int(sizes["inner"]))
    found = Network(inputs, shape)
    found.take(net)
    return found.to(device)


def play(title: str, seats: int, options: argparse.Namespace, games: int, until: float) -> tuple[int, int]:
    """Games of one table: how many ended, and how many decisions they had."""
    device = torch.device(options.device)
    plain: Any = shipped_net(Inputs(title).board)
    inputs = Inputs(title, plain.layout)
    net = network(plain, inputs, device)
    integers = net.integers()
    batch = min(options.batch, games)
    env = BatchEnv(title, seats, batch, seed=options.seed, device=options.device, layout=plain.layout, limit=LIMIT)
    rows, masks, samples, actors, status = (
        torch.from_dlpack(one) for one in (env.observations, env.masks, env.samples, env.actors, env.status)
    )
    columns = torch.from_numpy(inputs.columns(seats)).to(device)
    seen = torch.zeros((batch, inputs.size), dtype=torch.int8, device=device)
    seen[:, inputs.count_column(seats)] = 1
    number = torch.arange(batch, device=device)
    by_chance = number % 4 == 0
    done = decisions = step = 0
    while done < games and time.time() < until:
        seen[:, columns] = rows
        opinions = net.exact(integers, seen)[:, : inputs.actions]
        chosen = opinions.masked_fill(~masks, -math.inf).argmax(1)
        if step < COMPARED_STEPS:
            for i in range(min(COMPARED_GAMES, batch)):
                mine = plain.opinions(rows[i].cpu().numpy().copy(), seats)[: inputs.actions]
                best = np.where(masks[i].cpu().numpy(), mine, np.iinfo(np.int64).min).argmax()
                if best != int(chosen[i]):
                    raise SystemExit(f"{title} with {seats}: the kernel chooses otherwise at step {step}.")
        env.step(torch.where(by_chance & (actors == number // 4 % seats), samples.long(), chosen))
        decisions, step = decisions + batch, step + 1
        if bool(((status == env.REFUSED) | (status == env.STOPPED)).any()):
            raise SystemExit(f"{title} with {seats}: a move was refused or a game did not end at step {step}.")
        done += int((status == env.FINISHED).sum())
    env.close()
    return done, decisions


def main() -> None:
    """Play the games and print the tally."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("titles", nargs="*", default=TITLES)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--seats", type=int, nargs="*", help="only with so many players")
    parser.add_argument("--batch", type=int, default=32_768)
    parser.add_argument("--seconds", type=float, default=540)
    parser.add_argument("--seed", type=int, default=31)
    parser.add_argument("--device", default="cuda")
    options = parser.parse_args()
    began = time.time()
    tables = [(title, seats) for title in options.titles for seats in Inputs(title).counts]
    tables = [table for table in tables if not options.seats or table[1] in options.seats]
    total, share = 0, -(-options.games // len(tables))
    for title, seats in tables:
        done, decisions = play(title, seats, options, share, began + options.seconds)
        total += done
        print(
            f"{title} with {seats}: {done:,} games, {decisions:,} decisions, none refused, all ended; "
            f"{total:,} games in {time.time() - began:.0f} s",
            flush=True,
        )
    if total < options.games:
        raise SystemExit(f"The time was up after {total:,} of {options.games:,} games.")


if __name__ == "__main__":
    main()
