"""Uniformly random legal play: what simulations, benchmarks and play-outs of no opinion use."""

from typing import Any

from .jit import kernel
from .rng import below
from .score import final_count
from .state import OVER, QUIET_SCRATCH, STATE
from .turn import advance, legal, setup

STATE_DTYPE, SCRATCH_DTYPE = STATE, QUIET_SCRATCH

DECISION_LIMIT = 100_000
"""A simulated game is stopped after so many decisions and counted as unfinished.

By the rulebook people can try and fail the same tunnel for ever, so no bound can be proved; random games take a few
hundred decisions.
"""


@kernel
def play_out(board: Any, state: Any, limit: int, scratch: Any) -> None:
    """Play random actions until the game is over or `limit` decisions were taken.

    The final count comes after the loop: on a GPU the games of a warp then do it at the same time.
    """
    while state.phase != OVER and state.decisions < limit:
        n = legal(board, state, scratch.actions)
        advance(board, state, scratch.actions[below(state, n)], scratch)
    if state.phase == OVER:
        final_count(board, state, scratch)


@kernel
def play_games(
    board: Any, states: Any, scratch: Any, seats: int, seed: int, first_stream: int, limit: int
) -> None:
    """One random game per record: game `i` is stream `first_stream + i` of the series `seed`."""
    for i in range(len(states)):
        state = states[i]
        setup(board, state, seats, -1, seed, first_stream + i, scratch)
        play_out(board, state, limit, scratch)
