"""Many Card Games in step, game by game (kernel code): `batch_board.py` for the other family."""

from typing import Any

from ..rules.cardgame import legal, setup, step
from ..rules.jit import inlined, kernel
from ..rules.rng import below
from ..rules.state import OVER
from .encode_card import encode
from .rows import FINISHED, GOES_ON, REFUSED, STOPPED, allows, clear_rewards, note_result, write_mask


@inlined
def show(
    board: Any, state: Any, scratch: Any, generator: Any, masks: Any, observations: Any, game: int
) -> int:
    """Write what the seat to act may do and what it sees; returns a random legal action."""
    encode(board, state, int(state.actor), observations, game)
    count = legal(board, state, scratch.actions)
    write_mask(scratch, count, masks, game)
    return int(scratch.actions[below(generator, count)])


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
