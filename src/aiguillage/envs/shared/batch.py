"""Many board games in step, game by game (kernel code). `batch_card.py` is the same for the Card Game."""

from typing import Any

import numpy as np

from ..rules.bits import count_ones, nth_one
from ..rules.claim import claim_set, most_of_a_colour
from ..rules.jit import inlined, kernel
from ..rules.rng import below
from ..rules.score import final_count
from ..rules.state import CLAIM, OVER, PASS, TURN, WORD, WORDS
from ..rules.station import station_set
from ..rules.turn import advance, legal_simple, setup
from .encode import SEEN_PARTS, clear, encode, encode_part
from .rows import FINISHED, GOES_ON, REFUSED, STOPPED, allows, clear_rewards, mark_listed, note_result

LISTED = CLAIM
"""Up to this one legal actions are listed."""


@inlined
def spread(word: int, masks: Any, game: int, at: int) -> None:
    """Write the bits of a set as bytes."""
    line, place, rest, i = np.uint64(game), np.uint64(at), np.uint32(word), np.uint32(0)
    while i < np.uint32(WORD):
        masks[line, place + np.uint64(i)] = (rest >> i) & np.uint32(1) != 0
        i += np.uint32(1)


@inlined
def show_choice(
    board: Any, state: Any, scratch: Any, generator: Any, masks: Any, samples: Any, game: int
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


@inlined
def play_in_game(
    board: Any,
    state: Any,
    scratch: Any,
    actions: Any,
    limit: int,
    masks: Any,
    rewards: Any,
    status: Any,
    game: int,
) -> None:
    """Play one action in one game of the batch and note what became of it; an action that is not legal is refused."""
    action = int(actions[game])
    clear_rewards(rewards, game)
    if not allows(masks, game, action):
        status[game] = REFUSED
        return
    advance(board, state, action, scratch)
    became = GOES_ON
    if state.phase == OVER:
        became = FINISHED
    elif state.decisions >= limit:
        became = STOPPED
    status[game] = became


@inlined
def count_game(board: Any, state: Any, scratch: Any, rewards: Any, scores: Any, game: int) -> None:
    """Count a game that is over and note its result."""
    scratch.events_n = 0  # nobody reads them
    final_count(board, state, scratch)
    note_result(state, rewards, scores, game)


@inlined
def renew_game(board: Any, state: Any, scratch: Any, episodes: Any, seats: int, seed: int, game: int) -> None:
    """Let the next game begin: the n-th is stream `game + n * (size of the batch)`."""
    episodes[game] += 1
    setup(board, state, seats, -1, seed, game + len(episodes) * episodes[game], scratch)


@inlined
def show_part(
    board: Any,
    state: Any,
    scratch: Any,
    generator: Any,
    masks: Any,
    observations: Any,
    actors: Any,
    samples: Any,
    game: int,
    part: int,
) -> None:
    """One part of what `show_game` writes once the mask is clear: what the seat to act sees has three, what it may do
    is the last."""
    if part < SEEN_PARTS:
        encode_part(board, state, int(state.actor), observations, game, part)
    else:
        actors[game] = state.actor
        show_choice(board, state, scratch, generator, masks, samples, game)


@inlined
def show_game(
    board: Any,
    state: Any,
    scratch: Any,
    generator: Any,
    masks: Any,
    observations: Any,
    actors: Any,
    samples: Any,
    game: int,
) -> None:
    """Write who is to act, what that seat sees and what it may do."""
    clear(masks, game, 0, LISTED)
    actors[game] = state.actor
    encode(board, state, int(state.actor), observations, game)
    show_choice(board, state, scratch, generator, masks, samples, game)


@inlined
def start_game(board: Any, state: Any, scratch: Any, seats: int, seed: int, status: Any, game: int) -> None:
    """Set one game of the batch up: it is stream `game` of the series."""
    setup(board, state, seats, -1, seed, game, scratch)
    status[game] = GOES_ON


@kernel
def start_games(
    boards: Any,
    states: Any,
    scratches: Any,
    generators: Any,
    seats: int,
    seed: int,
    masks: Any,
    observations: Any,
    actors: Any,
    samples: Any,
    status: Any,
    part: int,
    start: int,
    stop: int,
) -> None:
    """Set the games from `start` to `stop` up."""
    board, scratch = boards[0], scratches[part]
    for i in range(start, stop):
        start_game(board, states[i], scratch, seats, seed, status, i)
        show_game(board, states[i], scratch, generators[i], masks, observations, actors, samples, i)


@kernel
def step_games(
    boards: Any,
    states: Any,
    scratches: Any,
    generators: Any,
    actions: Any,
    episodes: Any,
    seed: int,
    limit: int,
    masks: Any,
    observations: Any,
    actors: Any,
    samples: Any,
    rewards: Any,
    scores: Any,
    status: Any,
    part: int,
    start: int,
    stop: int,
) -> None:
    """Play one action in each of the games from `start` to `stop`."""
    board, scratch = boards[0], scratches[part]
    for i in range(start, stop):
        play_in_game(board, states[i], scratch, actions, limit, masks, rewards, status, i)
        if status[i] == FINISHED:
            count_game(board, states[i], scratch, rewards, scores, i)
        if status[i] == FINISHED or status[i] == STOPPED:
            renew_game(board, states[i], scratch, episodes, int(states[i].seats), seed, i)
        if status[i] != REFUSED:  # then nothing has changed
            show_game(board, states[i], scratch, generators[i], masks, observations, actors, samples, i)


@kernel
def observe_games(boards: Any, states: Any, seat: int, observations: Any, start: int, stop: int) -> None:
    """What one seat sees of the games from `start` to `stop`."""
    board = boards[0]
    for i in range(start, stop):
        encode(board, states[i], seat, observations, i)
