"""One game of a family for programs that hold it as an array of one record (kernel code)."""

from ...rules.jit import kernel
from ...rules.records import AnyBoards, AnyScratches, AnySights, AnyStates, Array
from ...rules.rng import seed_random
from . import family
from .seen import encode


@kernel
def start(boards: AnyBoards, states: AnyStates, scratches: AnyScratches, seats: int, seed: int, stream: int) -> None:
    """A new game; a random seat begins."""
    family.setup(boards[0], states[0], seats, -1, seed, stream, scratches[0])


@kernel
def legal(boards: AnyBoards, states: AnyStates, scratches: AnyScratches) -> int:
    """List the legal actions of the seat to act in the scratch space; returns how many there are."""
    return family.legal(boards[0], states[0], scratches[0].actions)


@kernel
def play(boards: AnyBoards, states: AnyStates, scratches: AnyScratches, action: int) -> None:
    """Play a legal action."""
    family.step(boards[0], states[0], action, scratches[0])


@kernel
def observe(boards: AnyBoards, states: AnyStates, seat: int) -> None:
    """Reduce a copy of a game to what the seat may know."""
    family.observe(boards[0], states[0], seat)


@kernel
def redraw(boards: AnyBoards, states: AnyStates, seat: int, seed: int) -> None:
    """Fill the blanks of an observed game at random."""
    seed_random(states[0], seed, 0)
    family.determinize(boards[0], states[0], seat)


@kernel
def show(boards: AnyBoards, states: AnyStates, seat: int, observations: Array) -> None:
    """Write what the seat sees."""
    encode(boards[0], states[0], seat, observations, 0)


@kernel
def show_plan(boards: AnyBoards, states: AnyStates, seat: int, sights: AnySights, observations: Array, at: int) -> None:
    """Add what the seat can work out, from entry `at` on."""
    family.encode_plan(boards[0], states[0], seat, sights[0], observations, 0, at)
