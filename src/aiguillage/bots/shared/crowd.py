"""Many random games one after the other, for simulations; and parts of them, to be timed."""

from ...rules.jit import kernel
from ...rules.records import AnyBoard, AnyScratch, AnyStates
from .family import final_count, legal, play_random, setup


@kernel
def play_games(
    board: AnyBoard, states: AnyStates, scratch: AnyScratch, seats: int, seed: int, first_stream: int, limit: int
) -> None:
    """One random game per record: game `i` is stream `first_stream + i` of the series `seed`."""
    for i in range(len(states)):
        state = states[i]
        setup(board, state, seats, -1, seed, first_stream + i, scratch)
        play_random(board, state, limit, scratch)


@kernel
def list_all(board: AnyBoard, states: AnyStates, scratch: AnyScratch) -> int:
    """List the legal actions of every game, to time it; how many there are."""
    total = 0
    for i in range(len(states)):
        total += legal(board, states[i], scratch.actions)
    return total


@kernel
def count_all(board: AnyBoard, states: AnyStates, spare: AnyStates, scratch: AnyScratch) -> None:
    """Count a copy of every game, to time it."""
    for i in range(len(states)):
        spare[i] = states[i]
        final_count(board, spare[i], scratch)


@kernel
def copy_all(states: AnyStates, spare: AnyStates) -> None:
    """Copy every game, to time it."""
    for i in range(len(states)):
        spare[i] = states[i]
