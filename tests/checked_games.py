"""All kinds of games on the kernel's files in a folder: run by itself, with files that were built to stop at any index
that leaves its array.

    python tests/checked_games.py FOLDER [TABLE ...]
"""

import random
import sys
from pathlib import Path
from typing import Any

import numpy as np

from aiguillage import kernel
from aiguillage.boards import load_board
from aiguillage.bots import Seen, make_bot
from aiguillage.bots.kernel_bot import clean_scratch
from aiguillage.bots.opinions import weights_for
from aiguillage.bots.scratch import POLICIES
from aiguillage.envs.batch import BatchEnv
from aiguillage.envs.episode import Episode
from aiguillage.envs.title import find_title
from aiguillage.game import Action, Game
from aiguillage.game.families import family_of
from aiguillage.kernel.runtime import Function, Instance, Runtime
from aiguillage.rules.phases import OVER, TURN
from aiguillage.rules.state import SCRATCH, STATE
from places import Asked

TABLES = [(title, seats) for title in ("amsterdam", "berlin", "cardgame", "paris") for seats in (2, 3, 4)] + [
    ("europe", seats) for seats in (2, 3, 4, 5)
]


def random_games(title: str, seats: int, games: int = 500) -> None:
    board = load_board(title)
    family = family_of(board)
    states = kernel.new_records(family.state_dtype, games)
    crowd = kernel.module(family.path("bots", "crowd"))
    crowd.play_games(board.table, states, kernel.new_record(family.quiet_dtype), seats, 5, 0, 100_000)
    assert (states["phase"] == OVER).all()


def matches(title: str, seats: int, deals: int = 3) -> None:
    board = load_board(title)
    family, play = family_of(board), kernel.module(family_of(board).path("bots", "match")).play_match
    for first in range(len(POLICIES)):
        bots = [list(POLICIES)[(first + seat) % len(POLICIES)] for seat in range(seats)]
        states, went = (
            kernel.new_records(family.state_dtype, deals * seats),
            np.zeros(deals * seats, np.int8),
        )
        play(
            *(board.table, states, went, seats, np.array([POLICIES[bot] for bot in bots])),
            *(np.array([weights_for(board, bot) for bot in bots]), 3, 0, 10_000, True),
            *(kernel.new_records(family.state_dtype, 1), clean_scratch(family)),
            kernel.new_record(family.bots.RULES_SCRATCH),
        )
        assert not went.any()


def whole_games(title: str, seats: int, games: int = 3) -> None:
    """As people play them: views with their refusals, all bots asked, search and worlds made up from what is seen."""
    board = load_board(title)
    family, asked = family_of(board), Asked(board)
    rules, rng = kernel.module(f"rules.{family.module}"), kernel.module("rules.rng")
    for seed in range(games):
        game, chance = Game.new(title, seats, seed=seed), random.Random(seed)
        expert = make_bot("search", seed, playouts=40, threads=1)
        while not game.over:
            seat = game.actor if game.actor is not None else next(s for s in range(seats) if game.legal_actions(s))
            action: Action | str = chance.choice(game.legal_actions(seat))
            if chance.random() < 0.1:
                for viewer in (seat, None):
                    game.view(viewer).to_dict()
                seen = Seen.of(game, seat)
                asked.choices(seen.observation)
                action = expert.choose(seen)
                for viewer in (seat, -1):
                    world = seen.observation.copy()
                    rules.observe(board.table, world, viewer)
                    rng.seed_random(world, seed, 1)
                    rules.determinize(board.table, world, viewer)
            game.play(action, seat)
        game.outcome()


def episodes(title: str, seats: int, games: int = 3) -> None:
    """As interfaces for one game at a time play them."""
    known, chance = find_title(title, seats), random.Random(1)
    for seed in range(games):
        episode = Episode(known, seed)
        while not episode.over:
            episode.observation(chance.randrange(seats))
            episode.resample(chance.randrange(seats), seed)
            episode.mask()
            episode.play(chance.choice(episode.legal()))


def batches(title: str, seats: int, steps: int = 300) -> None:
    env = BatchEnv(title, seats, batch=64, seed=5, threads=1)
    for _ in range(steps):
        env.step(env.samples)
        env.observe(0)


def must_stop() -> None:
    """These files do stop: there is no seat -1."""
    board = load_board("paris")
    rules, state, space = kernel.module("rules.turn"), kernel.new_record(STATE), kernel.new_record(SCRATCH)
    rules.setup(board.table, state, 2, 0, 1, 0, space)
    state.actor, state.phase = -1, TURN
    try:
        rules.legal(board.table, state, space.actions)
    except kernel.KernelError:
        return
    raise SystemExit("An index below 0 was not noticed.")


def note_calls() -> set[str]:
    """The names of all entries that are called from now on."""
    called: set[str] = set()
    run = Function.run

    def noted(self: Function, instance: Instance, values: list[Any]) -> Any:
        called.add(self.name)
        return run(self, instance, values)

    Function.run = noted  # type: ignore[method-assign]
    return called


def main() -> None:
    kernel._runtime = Runtime(Path(sys.argv[1]))
    must_stop()
    called = note_calls()
    wanted = [(title, seats) for title, seats in TABLES if not sys.argv[2:] or title in sys.argv[2:]]
    for title, seats in wanted:
        for play in (random_games, matches, batches, episodes, whole_games):
            play(title, seats)
        print(title, seats, flush=True)
    missing = sorted(set(kernel.load().description["entries"]) - called)
    print(f"{len(wanted)} tables; entries that were not called: {', '.join(missing) or 'none'}")


if __name__ == "__main__":
    main()
