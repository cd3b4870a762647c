"""Uniformly random legal play of the Card Game: what simulations, benchmarks and play-outs of no opinion use."""

from .cardgame import advance, end_round, legal
from .jit import kernel
from .phases import OVER
from .records import CardBoardRecord, CardScratchRecord, CardStateRecord
from .rng import below

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
