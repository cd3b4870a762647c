"""What learners are shown of the board games, and how they are played for them."""

from typing import Any

import numpy as np

from aiguillage.seen.layout import board_actions as actions
from aiguillage.seen.layout import board_layout as layout

from ...rules.actions import CLAIM, PASS
from ...rules.bits import count_ones, nth_one
from ...rules.claim import claim_set, most_of_a_colour
from ...rules.jit import inlined
from ...rules.numbers import WORD, WORDS
from ...rules.phases import TURN
from ...rules.records import Array, BoardRecord, ScratchRecord, StateRecord
from ...rules.rng import below
from ...rules.score import final_count
from ...rules.station import station_set
from ...rules.turn import advance as play
from ...rules.turn import determinize, legal, legal_simple, observe, setup, step
from ...seen.encode import encode_part
from ...seen.plan import SIGHT, encode_plan
from ..batch_rows import mark_listed

LISTED = CLAIM
"""Routes and cities are not listed."""


@inlined
def count(board: BoardRecord, state: StateRecord, scratch: ScratchRecord) -> None:
    """Count a game that is over: the final count comes apart, so that on a GPU the games of a warp do it together."""
    scratch.events_n = 0  # nobody reads them
    final_count(board, state, scratch)


@inlined
def spread(word: int, masks: Array, game: int, at: int) -> None:
    """Write the bits of a set as bytes."""
    line, place, rest, i = np.uint64(game), np.uint64(at), np.uint32(word), np.uint32(0)
    while i < np.uint32(WORD):
        masks[line, place + np.uint64(i)] = (rest >> i) & np.uint32(1) != 0
        i += np.uint32(1)


@inlined
def show_choice(
    board: BoardRecord,
    state: StateRecord,
    scratch: ScratchRecord,
    generator: Any,
    masks: Array,
    samples: Array,
    game: int,
) -> None:
    """Write what the seat to act may do, and a random legal action; nothing is marked yet up to `LISTED`.

    The kernel knows the routes and cities that can be named as sets of bits, which is quicker than a list (compare
    `legal` and `random_action`); they are written whatever the phase, so that all threads of a GPU do the same.
    """
    seat = state.actor
    turn = state.phase == TURN
    total = simple = legal_simple(board, state, scratch.actions)
    mark_listed(scratch, simple, masks, game)
    most = most_of_a_colour(state, seat) if turn else 0
    for word in range((masks.shape[1] - CLAIM) // WORD):
        bits = 0
        if turn and word >= WORDS:
            bits = station_set(board, state, seat, most, word - WORDS)
        elif turn and word < board.words:
            bits = claim_set(board, state, seat, most, word)
        scratch.sets[word] = bits
        total += count_ones(bits)
        spread(bits, masks, game, CLAIM + word * WORD)
    if total == 0:
        masks[game, PASS] = True
        samples[game] = PASS
        return
    rest = below(generator, total)
    if rest < simple:
        samples[game] = scratch.actions[rest]
        return
    rest -= simple
    word = 0
    while rest >= count_ones(scratch.sets[word]):
        rest -= count_ones(scratch.sets[word])
        word += 1
    samples[game] = CLAIM + word * WORD + nth_one(scratch.sets[word], rest)
