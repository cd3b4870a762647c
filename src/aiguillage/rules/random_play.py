"""Uniformly random legal play: what simulations, benchmarks and play-outs of no opinion use."""

from .actions import CLAIM, PASS, STATION
from .bits import count_ones, nth_one
from .claim import claim_set, most_of_a_colour
from .jit import kernel
from .numbers import PLACE_WORDS, WORD, WORDS
from .phases import OVER, TURN
from .records import BoardRecord, ScratchRecord, StateRecord
from .rng import below
from .score import final_count
from .station import station_set
from .turn import advance, legal_simple

DECISION_LIMIT = 100_000
"""A simulated game is stopped after so many decisions and counted as unfinished.

By the rulebook people can try and fail the same tunnel for ever, so no bound can be proved; random games take a few
hundred decisions.
"""


@kernel
def random_action(board: BoardRecord, state: StateRecord, scratch: ScratchRecord) -> int:
    """One of the legal actions, each with the same chance: the list of `legal`, without writing it out."""
    n = legal_simple(board, state, scratch.actions)
    if state.phase != TURN:
        return scratch.actions[below(state, n)]
    seat = state.actor
    most = most_of_a_colour(state, seat)
    sets = scratch.sets
    total = n
    for word in range(WORDS + PLACE_WORDS):
        if word < WORDS:
            sets[word] = claim_set(board, state, seat, most, word) if word < board.words else 0
        else:
            sets[word] = station_set(board, state, seat, most, word - WORDS)
        total += count_ones(sets[word])
    if total == 0:
        return PASS
    rest = below(state, total)
    if rest < n:
        return scratch.actions[rest]
    rest -= n
    word = 0
    while rest >= count_ones(sets[word]):
        rest -= count_ones(sets[word])
        word += 1
    base = CLAIM if word < WORDS else STATION - WORDS * WORD
    return base + word * WORD + nth_one(sets[word], rest)


@kernel
def play_out(board: BoardRecord, state: StateRecord, limit: int, scratch: ScratchRecord) -> None:
    """Play random actions until the game is over or `limit` decisions were taken.

    The final count comes after the loop: on a GPU the games of a warp then do it at the same time.
    """
    while state.phase != OVER and state.decisions < limit:
        advance(board, state, random_action(board, state, scratch), scratch)
    if state.phase == OVER:
        final_count(board, state, scratch)
