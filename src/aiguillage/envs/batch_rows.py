"""Rows of a batch that are the same for both families: masks, rewards, random choices (kernel code)."""

from typing import Any

from ..rules.jit import inlined, kernel
from ..rules.records import AnyScratch, AnyState, Array
from ..rules.rng import seed_random

GOES_ON, FINISHED, STOPPED, REFUSED = range(4)
"""What became of a game in a step: STOPPED at the limit of decisions, REFUSED an action that is not legal."""


OTHER = 0x7A31C0DE
"""Turns a seed into another one."""


@inlined
def mark_listed(scratch: AnyScratch, count: int, masks: Array, game: int) -> None:
    """Mark the actions listed in the scratch space; no other is marked yet."""
    for i in range(count):
        masks[game, scratch.actions[i]] = True


@inlined
def allows(masks: Array, game: int, action: int) -> bool:
    """Whether an action, which may be any number, is legal."""
    if action < 0 or action >= masks.shape[1]:
        return False
    legal: bool = masks[game, action]
    return legal


@inlined
def clear_rewards(rewards: Array, game: int) -> None:
    """Nobody is paid while a game goes on."""
    for seat in range(rewards.shape[1]):
        rewards[game, seat] = 0


@kernel
def note_result(state: AnyState, rewards: Array, scores: Array, game: int) -> None:
    """The reward and the points of every seat of a game that is over.

    Rewards add up to nothing: 1 for a winner alone, -1 shared by the others; winners who share, share it all.
    """
    seats = int(state.seats)
    winners = 0
    for seat in range(seats):
        if state.rank[seat] == 1:
            winners += 1
    for seat in range(seats):
        part = 1.0 / winners if state.rank[seat] == 1 else 0.0
        rewards[game, seat] = (seats * part - 1.0) / (seats - 1)
        scores[game, seat] = state.total[seat]


@kernel
def seed_generators(generators: Any, seed: int) -> None:
    """One generator for each game, other than the game's own."""
    for i in range(len(generators)):
        seed_random(generators[i], seed ^ OTHER, i)
