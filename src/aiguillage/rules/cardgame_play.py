"""Uniformly random legal play of the Card Game: what simulations, benchmarks and play-outs of no opinion use."""

from typing import Any

from .cardgame import advance, end_round, legal, setup
from .cardgame_score import final_count
from .cardgame_state import CARD_STATE, QUIET_CARD_SCRATCH
from .jit import kernel
from .records import CardBoardRecord, CardScratchRecord, CardStateRecord
from .rng import below
from .state import OVER

__all__ = ["final_count", "play_games", "play_out", "setup"]

STATE_DTYPE, SCRATCH_DTYPE = CARD_STATE, QUIET_CARD_SCRATCH

DECISION_LIMIT = 100_000
"""A simulated game is stopped after so many decisions and counted as unfinished.

By the rulebook people can draw tickets and keep none for ever (C14), so no bound can be proved; random games take about
a hundred decisions.
"""


@kernel
def play_out(board: CardBoardRecord, state: CardStateRecord, limit: int, scratch: CardScratchRecord) -> None:
    """Play random actions until the game is over or `limit` decisions were taken.

    The end of a round stands outside the loop: on a GPU the games of a warp then come to it at the same time.
    """
    while state.phase != OVER and state.decisions < limit:
        ended = False
        while not ended and state.decisions < limit:
            n = legal(board, state, scratch.actions)
            ended = advance(board, state, scratch.actions[below(state, n)], scratch)
        if ended:
            end_round(board, state, scratch)


@kernel
def play_games(
    board: CardBoardRecord,
    states: Any,
    scratch: CardScratchRecord,
    seats: int,
    seed: int,
    first_stream: int,
    limit: int,
) -> None:
    """One random game per record: game `i` is stream `first_stream + i` of the series `seed`."""
    for i in range(len(states)):
        state = states[i]
        setup(board, state, seats, -1, seed, first_stream + i, scratch)
        play_out(board, state, limit, scratch)


@kernel
def list_all(board: CardBoardRecord, states: Any, scratch: CardScratchRecord) -> int:
    """List the legal actions of every game, to time it; how many there are."""
    total = 0
    for i in range(len(states)):
        total += legal(board, states[i], scratch.actions)
    return total


@kernel
def count_all(board: CardBoardRecord, states: Any, spare: Any, scratch: CardScratchRecord) -> None:
    """Count a copy of every game, to time it."""
    for i in range(len(states)):
        spare[i] = states[i]
        final_count(board, spare[i], scratch)


@kernel
def copy_all(states: Any, spare: Any) -> None:
    """Copy every game, to time it."""
    for i in range(len(states)):
        spare[i] = states[i]
