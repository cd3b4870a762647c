"""Many board games in step, game by game (kernel code). `batch_card.py` is the same for the Card Game."""

from typing import Any

from ..rules.bits import count_ones, nth_one
from ..rules.claim import claim_set, most_of_a_colour
from ..rules.jit import inlined, kernel
from ..rules.rng import below
from ..rules.state import CLAIM, OVER, PASS, PLACE_WORDS, TURN, WORD, WORDS
from ..rules.station import station_set
from ..rules.turn import legal_simple, setup, step
from .encode import encode
from .rows import FINISHED, GOES_ON, REFUSED, STOPPED, allows, clear_rewards, note_result, write_mask


@inlined
def spread(word: int, masks: Any, game: int, at: int) -> None:
    """Write the bits of a set as bytes."""
    if game >= 0 and at >= 0:
        for i in range(WORD):
            masks[game, at + i] = (word >> i) & 1 != 0


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
def start_game(
    board: Any,
    state: Any,
    scratch: Any,
    generator: Any,
    seats: int,
    seed: int,
    masks: Any,
    observations: Any,
    actors: Any,
    samples: Any,
    game: int,
) -> None:
    """Set one game of the batch up: it is stream `game` of the series."""
    setup(board, state, seats, -1, seed, game, scratch)
    actors[game] = state.actor
    samples[game] = show(board, state, scratch, generator, masks, observations, game)


@inlined
def step_game(
    board: Any,
    state: Any,
    scratch: Any,
    generator: Any,
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
    game: int,
) -> None:
    """Play one action in one game of the batch; an action that is not legal is refused.

    A game that is over makes way for the next: the n-th is stream `game + n * (size of the batch)` of the series.
    """
    action = int(actions[game])
    clear_rewards(rewards, game)
    if not allows(masks, game, action):
        status[game] = REFUSED
        return
    step(board, state, action, scratch)
    became = GOES_ON
    if state.phase == OVER:
        note_result(state, rewards, scores, game)
        became = FINISHED
    elif state.decisions >= limit:
        became = STOPPED
    if became != GOES_ON:
        episodes[game] += 1
        setup(board, state, int(state.seats), -1, seed, game + len(actions) * episodes[game], scratch)
    status[game] = became
    actors[game] = state.actor
    samples[game] = show(board, state, scratch, generator, masks, observations, game)


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
    part: int,
    start: int,
    stop: int,
) -> None:
    """Set the games from `start` to `stop` up."""
    board, scratch = boards[0], scratches[part]
    for i in range(start, stop):
        start_game(
            board, states[i], scratch, generators[i], seats, seed, masks, observations, actors, samples, i
        )


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
        step_game(
            board,
            states[i],
            scratch,
            generators[i],
            actions,
            episodes,
            seed,
            limit,
            masks,
            observations,
            actors,
            samples,
            rewards,
            scores,
            status,
            i,
        )


@kernel
def observe_games(boards: Any, states: Any, seat: int, observations: Any, start: int, stop: int) -> None:
    """What one seat sees of the games from `start` to `stop`."""
    board = boards[0]
    for i in range(start, stop):
        encode(board, states[i], seat, observations, i)
