"""Worlds that search makes up: they agree with what was seen, and others' tickets go with what they have built."""

from typing import Any

import numpy as np
import pytest

from aiguillage.boards import load_board
from aiguillage.bots.kernel_bot import clean_scratch
from aiguillage.bots.opinions import weights_for
from aiguillage.bots.scratch import POLICIES
from aiguillage.game import kernels
from aiguillage.game.families import BOARD_GAMES
from aiguillage.rules.numbers import OFFERED, UNKNOWN
from aiguillage.rules.phases import OVER
from aiguillage.rules.state import new_record, new_records
from invariants import check_conserved

TITLES = ["europe", "amsterdam", "berlin", "paris"]


def positions(title: str, seats: int, seed: int) -> Any:
    """Positions of a game between planners in which nobody is choosing tickets, as the true state."""
    board, rules = load_board(title), kernels.COMPILED.turn
    state, scratch = new_records(BOARD_GAMES.state_dtype, 1)[0], new_record(BOARD_GAMES.scratch_dtype)
    rules.setup(board.table, state, seats, -1, seed, 0, scratch)
    decide = kernels.COMPILED.load(BOARD_GAMES.path("bots", "policies")).decide
    weights = weights_for(board, "planner")
    while state.phase != OVER:
        if not (np.asarray(state.ticket_at) == OFFERED).any():
            yield state
        seen = state.copy()
        rules.observe(board.table, seen, int(state.actor))
        space = clean_scratch(BOARD_GAMES)
        code = decide(POLICIES["planner"], board.table, seen, int(state.actor), 0, space, weights)
        rules.step(board.table, state, code, scratch)


def made_up(title: str, state: Any, seat: int, number: int, believing: bool) -> tuple[Any, Any]:
    """What the seat sees, and a world that agrees with it."""
    board, kernel = load_board(title), kernels.COMPILED.load(BOARD_GAMES.path("bots", "family"))
    seen = state.copy()
    kernels.COMPILED.turn.observe(board.table, seen, seat)
    world, scratch = seen.copy(), clean_scratch(BOARD_GAMES)
    kernels.COMPILED.rng.seed_random(world, 3, number)
    kernels.COMPILED.turn.determinize(board.table, world, seat)
    if believing:
        kernel.weigh_tickets(board.table, seen, seat, scratch)
        kernel.believe(board.table, seen, world, seat, scratch)
    return seen, world


@pytest.mark.parametrize("title", TITLES)
def test_a_world_agrees_with_what_was_seen(title: str) -> None:
    board = load_board(title)
    for number, state in enumerate(positions(title, 3, 4)):
        seat = int(state.actor)
        seen, world = made_up(title, state, seat, number, believing=True)
        check_conserved(board, world)
        known = np.asarray(seen.ticket_at) != UNKNOWN
        assert (np.asarray(world.ticket_at)[known] == np.asarray(seen.ticket_at)[known]).all()
        again = world.copy()
        kernels.COMPILED.turn.observe(board.table, again, seat)
        for field in ("ticket_at", "queue", "hand", "market", "owner"):
            assert np.array_equal(again[field], seen[field]), field


@pytest.mark.parametrize("title", TITLES)
def test_tracks_tell_tickets(title: str) -> None:
    """Of the tickets that the others hold a believing world has at least twice as many right as one dealt blindly."""
    right = {True: 0, False: 0}
    for seed in range(8):
        for number, state in enumerate(positions(title, 2, seed)):
            if state.turns > 8 and number % 4 == 0:
                other = 1 - int(state.actor)
                held = np.asarray(state.ticket_at) == other
                for believing in right:
                    _, world = made_up(title, state, int(state.actor), number, believing)
                    right[believing] += int((held & (np.asarray(world.ticket_at) == other)).sum())
    assert right[True] > 2 * right[False] > 0
