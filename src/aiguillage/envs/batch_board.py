"""Many board games in step, game by game (kernel code). `batch_card.py` is the same for the Card Game."""

from typing import Any

import numpy as np

from ..rules.bits import count_ones, nth_one
from ..rules.claim import claim_set, most_of_a_colour
from ..rules.jit import inlined, kernel
from ..rules.rng import below
from ..rules.score import final_count
from ..rules.state import CLAIM, OVER, PASS, PLACE_WORDS, TURN, WORD, WORDS
from ..rules.station import station_set
from ..rules.turn import advance, legal_simple, setup
from .encode import ONE, encode
from .rows import FINISHED, GOES_ON, REFUSED, STOPPED, allows, clear_rewards, note_result, write_mask


@inlined
def spread(word: int, masks: Any, game: int, at: int) -> None:
    """Write the bits of a set as bytes."""
    line, place, rest, i = np.uint64(game), np.uint64(at), np.uint64(word), np.uint64(0)
    while i < np.uint64(WORD):
        masks[line, place + i] = (rest >> i) & ONE != 0
        i += ONE


@inlined
def show_turn(
    board: Any, state: Any, scratch: Any, simple: int, generator: Any, masks: Any, game: int
) -> int:
    """Mark the routes and cities that can be named and return a random legal action; `simple` others are listed.

    The kernel knows these as sets of bits, which is quicker than a list (compare `legal` and `random_action`).
    """
    seat = state.actor
    most = most_of_a_colour(state, seat)
    total = simple
    for word in range(WORDS + PLACE_WORDS):
        bits = 0
        if word >= WORDS:
            bits = station_set(board, state, seat, most, word - WORDS)
        elif word < board.words:
            bits = claim_set(board, state, seat, most, word)
        scratch.sets[word] = bits
        if bits != 0:
            total += count_ones(bits)
            spread(bits, masks, game, CLAIM + word * WORD)
    if total == 0:
        masks[game, PASS] = True
        return PASS
    rest = below(generator, total)
    if rest < simple:
        return int(scratch.actions[rest])
    rest -= simple
    word = 0
    while rest >= count_ones(scratch.sets[word]):
        rest -= count_ones(scratch.sets[word])
        word += 1
    return CLAIM + word * WORD + nth_one(scratch.sets[word], rest)


@inlined
def show(
    board: Any, state: Any, scratch: Any, generator: Any, masks: Any, observations: Any, game: int
) -> int:
    """Write what the seat to act may do and what it sees; returns a random legal action."""
    encode(board, state, int(state.actor), observations, game)
    simple = legal_simple(board, state, scratch.actions)
    write_mask(scratch, simple, masks, game)
    if state.phase == TURN:
        return show_turn(board, state, scratch, simple, generator, masks, game)
    return int(scratch.actions[below(generator, simple)])


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
def renew_game(
    board: Any,
    state: Any,
    scratch: Any,
    episodes: Any,
    seed: int,
    rewards: Any,
    scores: Any,
    status: Any,
    game: int,
) -> None:
    """Count a game that is over, and let the next one begin: the n-th is stream `game + n * (size of the batch)`."""
    if status[game] == FINISHED:
        final_count(board, state, scratch)
        note_result(state, rewards, scores, game)
    if status[game] == FINISHED or status[game] == STOPPED:
        episodes[game] += 1
        setup(board, state, int(state.seats), -1, seed, game + len(episodes) * episodes[game], scratch)


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
    status: Any,
    game: int,
) -> None:
    """Write who is to act, what that seat may do and what it sees; nothing has changed if an action was refused."""
    if status[game] != REFUSED:
        actors[game] = state.actor
        samples[game] = show(board, state, scratch, generator, masks, observations, game)


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
        show_game(board, states[i], scratch, generators[i], masks, observations, actors, samples, status, i)


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
        renew_game(board, states[i], scratch, episodes, seed, rewards, scores, status, i)
        show_game(board, states[i], scratch, generators[i], masks, observations, actors, samples, status, i)


@kernel
def observe_games(boards: Any, states: Any, seat: int, observations: Any, start: int, stop: int) -> None:
    """What one seat sees of the games from `start` to `stop`."""
    board = boards[0]
    for i in range(start, stop):
        encode(board, states[i], seat, observations, i)
