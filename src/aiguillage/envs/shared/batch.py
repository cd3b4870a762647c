"""Many games of a family in step, game by game (kernel code)."""

from typing import Any

from ...rules.jit import inlined, kernel
from ...rules.phases import OVER
from ...rules.records import (
    AnyBoard,
    AnyBoards,
    AnyScratch,
    AnySights,
    AnyState,
    AnyStates,
    Array,
    Games,
    Paid,
    Share,
    Shown,
)
from ...seen.encode import SEEN_PARTS, clear
from ..batch_rows import FINISHED, GOES_ON, REFUSED, STOPPED, allows, clear_rewards, note_result
from .family import LISTED, count, encode_part, encode_plan, play, setup, show_choice
from .seen import encode


@inlined
def play_in_game(
    board: AnyBoard,
    state: AnyState,
    scratch: AnyScratch,
    actions: Array,
    limit: int,
    masks: Array,
    rewards: Array,
    status: Array,
    game: int,
) -> None:
    """Play one action in one game of the batch and note what became of it; an action that is not legal is refused."""
    action = int(actions[game])
    clear_rewards(rewards, game)
    if not allows(masks, game, action):
        status[game] = REFUSED
        return
    play(board, state, action, scratch)
    became = GOES_ON
    if state.phase == OVER:
        became = FINISHED
    elif state.decisions >= limit:
        became = STOPPED
    status[game] = became


@inlined
def count_game(board: AnyBoard, state: AnyState, scratch: AnyScratch, rewards: Array, scores: Array, game: int) -> None:
    """Count a game that is over and note its result."""
    count(board, state, scratch)
    note_result(state, rewards, scores, game)


@inlined
def renew_game(
    board: AnyBoard, state: AnyState, scratch: AnyScratch, episodes: Array, seats: int, seed: int, game: int
) -> None:
    """Let the next game begin: the n-th is stream `game + n * (size of the batch)`."""
    episodes[game] += 1
    setup(board, state, seats, -1, seed, game + len(episodes) * episodes[game], scratch)


@inlined
def show_part(
    board: AnyBoard, state: AnyState, scratch: AnyScratch, generator: Any, shown: Shown, game: int, part: int
) -> None:
    """One part of what `show_game` writes once the mask is clear: what the seat to act sees has three, what it may do
    is the last."""
    masks, observations, actors, samples = shown
    if part < SEEN_PARTS:
        encode_part(board, state, int(state.actor), observations, game, part)
    else:
        actors[game] = state.actor
        show_choice(board, state, scratch, generator, masks, samples, game)


@inlined
def show_game(board: AnyBoard, state: AnyState, scratch: AnyScratch, generator: Any, shown: Shown, game: int) -> None:
    """Write who is to act, what that seat sees and what it may do."""
    masks, observations, actors, samples = shown
    clear(masks, game, 0, LISTED)
    actors[game] = state.actor
    encode(board, state, int(state.actor), observations, game)
    show_choice(board, state, scratch, generator, masks, samples, game)


@inlined
def start_game(
    board: AnyBoard, state: AnyState, scratch: AnyScratch, seats: int, seed: int, status: Array, game: int
) -> None:
    """Set one game of the batch up: it is stream `game` of the series."""
    setup(board, state, seats, -1, seed, game, scratch)
    status[game] = GOES_ON


@kernel
def start_games(games: Games, seats: int, seed: int, shown: Shown, status: Array, share: Share) -> None:
    """Set the games of a share up, which is its number and the games that it goes from and to.

    `games` are boards, states, scratch spaces and generators; `shown` masks, observations, who acts and samples.
    """
    boards, states, scratches, generators = games
    part, start, stop = share
    board, scratch = boards[0], scratches[part]
    for i in range(start, stop):
        start_game(board, states[i], scratch, seats, seed, status, i)
        show_game(board, states[i], scratch, generators[i], shown, i)


@kernel
def step_games(
    games: Games, actions: Array, episodes: Array, seed: int, limit: int, shown: Shown, paid: Paid, share: Share
) -> None:
    """Play one action in each of the games of a share; `paid` are rewards, scores and what became of the games."""
    boards, states, scratches, generators = games
    rewards, scores, status = paid
    part, start, stop = share
    board, scratch = boards[0], scratches[part]
    for i in range(start, stop):
        play_in_game(board, states[i], scratch, actions, limit, shown[0], rewards, status, i)
        if status[i] == FINISHED:
            count_game(board, states[i], scratch, rewards, scores, i)
        if status[i] == FINISHED or status[i] == STOPPED:
            renew_game(board, states[i], scratch, episodes, int(states[i].seats), seed, i)
        if status[i] != REFUSED:  # then nothing has changed
            show_game(board, states[i], scratch, generators[i], shown, i)


@kernel
def observe_games(boards: AnyBoards, states: AnyStates, seat: int, observations: Array, start: int, stop: int) -> None:
    """What one seat sees of the games from `start` to `stop`."""
    board = boards[0]
    for i in range(start, stop):
        encode(board, states[i], seat, observations, i)


@kernel
def show_plans(
    boards: AnyBoards,
    states: AnyStates,
    seat: int,
    sights: AnySights,
    observations: Array,
    at: int,
    part: int,
    start: int,
    stop: int,
) -> None:
    """Add what one seat (-1: the one to act) can work out in the games from `start` to `stop`, from entry `at` on."""
    board, sight = boards[0], sights[part]
    for i in range(start, stop):
        viewer = int(states[i].actor) if seat < 0 else seat
        encode_plan(board, states[i], viewer, sight, observations, i, at)
