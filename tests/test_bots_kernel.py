"""The kernel bots: legal moves, finished games, nothing seen but the own view, the same choice at any speed."""

from typing import Any

import numpy as np
import pytest

from aiguillage.boards import load_board
from aiguillage.bots.kernel_bot import clean_scratch
from aiguillage.bots.opinions import weights_for
from aiguillage.bots.scratch import FINE, ILLEGAL, POLICIES, UNFINISHED
from aiguillage.game import kernels
from aiguillage.game.families import family_of
from aiguillage.rules.phases import OVER
from aiguillage.rules.state import new_record, new_records

TITLES = ("europe", "amsterdam", "berlin", "paris", "cardgame")


def play(title: str, bots: list[str], deals: int, seed: int = 3) -> Any:
    """The final states of a match in which every move was checked against the rules."""
    board = load_board(title)
    family = family_of(board)
    seats = len(bots)
    states, went = new_records(family.state_dtype, deals * seats), np.zeros(deals * seats, np.int8)
    kernels.COMPILED.load(family.path("bots", "match")).play_match(
        board.table,
        states,
        went,
        seats,
        np.array([POLICIES[bot] for bot in bots]),
        np.array([weights_for(board, bot) for bot in bots]),
        seed,
        0,
        10_000,
        True,
        new_records(family.state_dtype, 1),
        new_record(family.bots.BOT_SCRATCH),
        new_record(family.bots.RULES_SCRATCH),
    )
    assert (went == FINE).all(), f"unfinished {(went == UNFINISHED).sum()}, illegal {(went == ILLEGAL).sum()}"
    return states


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("bot", POLICIES)
def test_every_move_is_legal_and_every_game_ends(title: str, bot: str) -> None:
    board = load_board(title)
    for seats in range(board.min_seats, board.max_seats + 1):
        states = play(title, [bot] * seats, 3)
        assert (states["phase"] == OVER).all()


@pytest.mark.parametrize("title", TITLES)
def test_bots_of_all_kinds_finish_games_together(title: str) -> None:
    for bots in (
        ["random", "planner", "hungry", "light"],
        ["one-step", "long-route", "route-focused", "random"],
    ):
        assert (play(title, bots, 5)["phase"] == OVER).all()


@pytest.mark.parametrize("title", TITLES)
def test_the_planner_beats_random(title: str) -> None:
    states = play(title, ["planner", "random"], 100)
    seat = np.arange(len(states)) % 2
    assert (np.asarray(states["rank"])[np.arange(len(states)), seat] == 1).sum() >= 190


def decisions(title: str, seats: int, seed: int) -> Any:
    """Positions of a game between planners, as copies of the true state, with who is to act."""
    board = load_board(title)
    family, rules = family_of(board), getattr(kernels.COMPILED, family_of(board).module)
    state, scratch = new_records(family.state_dtype, 1)[0], new_record(family.scratch_dtype)
    rules.setup(board.table, state, seats, -1, seed, 0, scratch)
    policies = kernels.COMPILED.load(family.path("bots", "policies"))
    weights = weights_for(board, "planner")
    while state.phase != OVER:
        yield state
        seen = state.copy()
        rules.observe(board.table, seen, int(state.actor))
        planner, space = POLICIES["planner"], clean_scratch(family)
        code = policies.decide(planner, board.table, seen, int(state.actor), 0, space, weights)
        rules.step(board.table, state, code, scratch)


@pytest.mark.parametrize("title", TITLES)
def test_what_is_hidden_does_not_change_a_choice(title: str) -> None:
    """A bot shown the true state, its own observation, or another game that agrees with it chooses the same."""
    board = load_board(title)
    family, rules = family_of(board), getattr(kernels.COMPILED, family_of(board).module)
    seed_random = kernels.COMPILED.rng.seed_random
    policies = kernels.COMPILED.load(family.path("bots", "policies"))
    for number, state in enumerate(decisions(title, 3, 5)):
        seat = int(state.actor)
        seen = state.copy()
        rules.observe(board.table, seen, seat)
        other = seen.copy()
        seed_random(other, 9, number)
        rules.determinize(board.table, other, seat)
        for bot, policy in POLICIES.items():
            weights = weights_for(board, bot)
            chosen = {
                int(policies.decide(policy, board.table, shown, seat, 4, clean_scratch(family), weights))
                for shown in (state, seen, other)
            }
            assert len(chosen) == 1, f"{bot} in phase {state.phase}"


@pytest.mark.parametrize(
    ("title", "until"),
    [
        ("europe", 15),
        pytest.param("europe", 60, marks=pytest.mark.long),
        ("berlin", 1000),
        ("paris", 1000),
        ("cardgame", 80),
    ],
)
def test_interpreted_and_compiled_bots_choose_the_same(title: str, until: int) -> None:
    board = load_board(title)
    family, rules = family_of(board), getattr(kernels.COMPILED, family_of(board).module)
    path = family.path("bots", "policies")
    compiled, interpreted = kernels.COMPILED.load(path), kernels.INTERPRETED.load(path)
    for number, state in enumerate(decisions(title, 2, 8)):
        if number > until:
            break
        seat = int(state.actor)
        seen = state.copy()
        rules.observe(board.table, seen, seat)
        for bot, policy in POLICIES.items():
            weights = weights_for(board, bot)
            fast, slow = clean_scratch(family), clean_scratch(family)
            assert int(compiled.decide(policy, board.table, seen, seat, 4, fast, weights)) == int(
                interpreted.decide(policy, board.table, seen, seat, 4, slow, weights)
            ), f"{bot} at decision {number}"
