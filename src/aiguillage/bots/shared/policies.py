"""The kernel bots of a family behind one function, so that whole matches run as compiled code."""

from ...rules.jit import kernel
from ...rules.records import AnyBoard, AnyBotScratch, AnyState, Array
from ...rules.rng import below, seed_random
from ..scratch import LIGHT, PATIENCE, PLANNER, RANDOM
from .family import choose_in_style, choose_planned, legal, set_light


@kernel
def choose_random(board: AnyBoard, seen: AnyState, scratch: AnyBotScratch) -> int:
    """Any legal action, each as likely as the others."""
    n = legal(board, seen, scratch.actions)
    chosen: int = scratch.actions[below(scratch, n)]
    return chosen


@kernel
def choose(policy: int, board: AnyBoard, seen: AnyState, seat: int, scratch: AnyBotScratch, weights: Array) -> int:
    """The action that a policy chooses for the seat. `seen` is what `observe` leaves of the game."""
    if policy == RANDOM or seen.turns > PATIENCE:
        return choose_random(board, seen, scratch)
    if policy < PLANNER:
        return choose_in_style(policy, board, seen, seat, scratch, weights)
    set_light(scratch, 1 if policy == LIGHT else 0)
    return choose_planned(board, seen, seat, scratch, weights)


@kernel
def decide(
    policy: int, board: AnyBoard, seen: AnyState, seat: int, seed: int, scratch: AnyBotScratch, weights: Array
) -> int:
    """The same for a bot with a seed: the choice depends on the seed and on what is seen, nothing else."""
    seed_random(scratch, seed, int(seen.decisions))
    return choose(policy, board, seen, seat, scratch, weights)
