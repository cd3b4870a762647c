"""Networks of random weights, small enough for the interpreter, and what seats see in random games."""

import numpy as np

from aiguillage.boards import Board
from aiguillage.bots import Seen
from aiguillage.bots.neural import NET
from aiguillage.bots.neural_net import IntegerNet, all_columns
from aiguillage.game import Game
from aiguillage.game.families import family_of
from aiguillage.seen.layout import VERSION


def small_net(board: Board, seed: int = 1, layout: int = VERSION) -> IntegerNet:
    """A network of random weights that can be asked in the interpreter, too."""
    random = np.random.default_rng(seed)
    part = family_of(board).bots
    width, inner, blocks, actions = 12, 8, 1, part.actions(board)
    observed = part.layout(board, board.max_seats, layout).size
    inputs = observed + board.max_seats - board.min_seats + 1
    ends = actions + board.max_seats
    rows = width + blocks * (inner + width) + ends
    sizes = (inputs, width, inner, blocks, actions, board.max_seats, board.min_seats, observed)
    return IntegerNet.trained(
        board,
        layout,
        nets=np.array([sizes], NET),
        weights=random.integers(-127, 128, width * (inputs + 2 * blocks * inner + ends), np.int8),
        biases=random.integers(-5000, 5000, rows, np.int32),
        shifts=random.integers(6, 12, rows, np.int8),
        scales=random.integers(1, 5, inputs, np.int8),
        columns=all_columns(board, layout),
    )


def seen_in_games(title: str, seats: int, seed: int, least: int) -> list[Seen]:
    """What seats see in a game of random moves."""
    game, random = Game.new(title, seats, seed=seed), np.random.default_rng(seed)
    found: list[Seen] = []
    while not game.over and len(found) < least:
        seat = game.actor
        assert seat is not None
        seen = Seen.of(game, seat)
        found.append(seen)
        game.play(seen.legal[random.integers(len(seen.legal))], seat)
    return found
