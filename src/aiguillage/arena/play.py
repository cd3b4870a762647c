"""One block of games: kernel bots inside the kernel, others through `Game` and the interface for bots."""

import time
from dataclasses import dataclass

import numpy as np

from aiguillage.arena.deals import seed_of_deal
from aiguillage.arena.lineups import Block, LineUp
from aiguillage.arena.referee import Broken, Referee, call_bot
from aiguillage.arena.tally import Tally, tally
from aiguillage.boards import Board, load_board
from aiguillage.bots.kernel_bot import clean_scratch
from aiguillage.bots.opinions import weights_for
from aiguillage.bots.scratch import FINE, ILLEGAL, POLICIES, UNFINISHED
from aiguillage.game import Game, kernels
from aiguillage.game.families import family_of
from aiguillage.rules.records import Array
from aiguillage.rules.state import new_records

LIMIT = 10_000
"""A game of bots is broken off after so many decisions and counted as unfinished."""


@dataclass(frozen=True)
class Played:
    """What came of a block. `seconds` and `decisions` are those of each bot of the line-up, if they were timed."""

    block: Block
    tally: Tally
    unfinished: int
    seconds: tuple[float, ...]
    decisions: tuple[int, ...]


def play_block(block: Block) -> Played:
    """Play every deal of a block with every rotation of the seats."""
    board = load_board(block.game)
    bots = len(block.line_up.bots)
    seconds, decisions = [0.0] * bots, [0] * bots
    if block.line_up.compiled:
        states, went = _play_compiled(board, block)
    else:
        states, went = _play_interpreted(board, block, seconds, decisions)
    if (went == ILLEGAL).any():
        number = int(np.flatnonzero(went == ILLEGAL)[0])
        deal = block.first_deal + number // bots
        raise Broken(
            f"A bot of {', '.join(block.line_up.bots)} chose an illegal action in deal {deal} of seed {block.seed}."
        )
    fine = went == FINE
    shifts = np.arange(len(states)) % bots
    found = tally(board, states[fine], shifts[fine])
    return Played(block, found, int((~fine).sum()), tuple(seconds), tuple(decisions))


def _play_compiled(board: Board, block: Block) -> tuple[Array, Array]:
    family = family_of(board)
    seats = len(block.line_up.bots)
    kernel = kernels.COMPILED
    states = kernel.new_records(family.state_dtype, block.deals * seats)
    went = kernel.zeros(len(states), np.int8)
    kernel.load(family.path("bots", "match")).play_match(
        board.table,
        states,
        went,
        seats,
        np.array([POLICIES[bot] for bot in block.line_up.bots]),
        np.array([weights_for(board, bot) for bot in block.line_up.bots]),
        block.seed,
        block.first_deal,
        LIMIT,
        True,
        kernel.new_records(family.state_dtype, 1),
        clean_scratch(family),
        kernel.new_record(family.bots.RULES_SCRATCH),
    )
    return states, went


def _play_interpreted(board: Board, block: Block, seconds: list[float], decisions: list[int]) -> tuple[Array, Array]:
    names = block.line_up.bots
    seats = len(names)
    states = new_records(family_of(board).state_dtype, block.deals * seats)
    went = np.zeros(len(states), np.int8)
    for number in range(len(states)):
        deal, shift = block.first_deal + number // seats, number % seats
        game = Game.new(board, seats, seed_of_deal(block.seed, deal))
        bots = [call_bot(name, deal * 8 + i) for i, name in enumerate(names)]
        referee = Referee(names, bots, f"in deal {deal} of seed {block.seed}", block.patience)
        while not game.over and len(game.moves) < LIMIT:
            assert game.actor is not None
            referee.ask((game.actor - shift) % seats, game)
        for bot in range(seats):
            seconds[bot] += referee.seconds[bot]
            decisions[bot] += referee.decisions[bot]
        states[number] = game.kernel_state()
        went[number] = FINE if game.over else UNFINISHED
    return states, went


def time_of_kernel_bot(board: Board, seats: int, bot: str, seconds: float = 0.2) -> float:
    """Seconds that a kernel bot takes for a decision, the rules included, in games against itself."""
    line_up = LineUp(0, (bot,) * seats)
    spent, decided, deal = 0.0, 0, 0
    while spent < seconds:
        block = Block(board.id, line_up, 0, deal, 4)
        began = time.perf_counter()
        states, _ = _play_compiled(board, block)
        spent += time.perf_counter() - began
        decided += int(states["decisions"].sum())
        deal += 4
    return spent / decided
