"""Play-outs: from what a seat has seen, through a world that agrees with it, to the end of the game."""

from typing import Any

import numpy as np

from ..rules.jit import kernel
from ..rules.rng import seed_random
from ..rules.state import OVER
from ..rules.turn import determinize, step
from .belief import believe, weigh_tickets
from .planner import choose_planned
from .scratch import NO_PLAN

DECISIONS = 2_000
"""A play-out is broken off after so many decisions from its start (it never was)."""


@kernel
def play_out(board: Any, state: Any, scratch: Any, weights: Any, rules: Any) -> None:
    """Let light planners play the game to its end."""
    scratch.light = 1
    for seat in range(state.seats):
        scratch.planned_for[seat] = NO_PLAN
    limit = state.decisions + DECISIONS
    while state.phase != OVER and state.decisions < limit:
        action = choose_planned(board, state, np.int64(state.actor), scratch, weights)  # type: ignore[arg-type]
        step(board, state, action, rules)


@kernel
def reward(state: Any, seat: int, scale: float, win: float) -> float:
    """How well a game ended for the seat: the margin over the best opponent, at most 1 either way, and the win."""
    best = -10_000
    for other in range(state.seats):
        if other != seat:
            best = max(best, state.total[other])
    margin = (state.total[seat] - best) / scale
    result: float = max(-1.0, min(1.0, margin))
    return result + win if state.rank[seat] == 1 else result


@kernel
def play_worlds(
    board: Any,
    seen: Any,
    seat: int,
    actions: Any,
    live: Any,
    seed: int,
    first: int,
    rewards: Any,
    scale: float,
    win: float,
    worlds: Any,
    scratch: Any,
    weights: Any,
    rules: Any,
) -> None:
    """Play the live actions out in as many worlds as `rewards` has rows: world `first + i` gives row `i`.

    In one world every action meets the same hidden cards and tickets and the same generator, so that differences
    between actions are due to them as far as possible.
    """
    weigh_tickets(board, seen, seat, scratch)
    for i in range(len(rewards)):
        worlds[0] = seen
        seed_random(worlds[0], seed, first + i)
        determinize(board, worlds[0], seat)
        believe(board, seen, worlds[0], seat, scratch)
        for k in range(len(actions)):
            if live[k]:
                worlds[1] = worlds[0]
                step(board, worlds[1], np.int64(actions[k]), rules)  # type: ignore[arg-type]
                play_out(board, worlds[1], scratch, weights, rules)
                rewards[i, k] = reward(worlds[1], seat, scale, win)
