"""What a seat may know of the Card Game, and games made up from it (C3, C6, C14, S9, D5)."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from aiguillage.boards import load_board
from aiguillage.game.kernels import COMPILED
from aiguillage.rules.cardgame_state import CARD_SCRATCH, CARD_STATE
from aiguillage.rules.numbers import NOBODY
from aiguillage.rules.phases import OVER, PLACEMENT
from aiguillage.rules.state import new_record
from card_invariants import change_unseen, check_card_table, check_nothing_left
from invariants import copy_of

BOARD = load_board("cardgame")
TABLE = BOARD.table
SEATS = (2, 3, 4)


def observed(state: Any, seat: int) -> Any:
    seen = copy_of(state)
    COMPILED.cardgame.observe(TABLE, seen, seat)
    return seen


def made_up(seen: Any, seat: int, seed: int) -> Any:
    guess = copy_of(seen)
    COMPILED.rng.seed_random(guess, seed, 1)
    COMPILED.cardgame.determinize(TABLE, guess, seat)
    return guess


def differences(one: Any, other: Any) -> list[str]:
    return [name for name in CARD_STATE.names or () if not np.array_equal(one[name], other[name])]


def random_states(seats: int, games: int, share: float) -> Iterator[Any]:
    """Positions met in random games, some of them."""
    chance = random.Random(f"states {seats}")
    for seed in range(games):
        state, scratch = new_record(CARD_STATE), new_record(CARD_SCRATCH)
        COMPILED.cardgame.setup(TABLE, state, seats, -1, seed, 0, scratch)
        while state.phase != OVER:
            if chance.random() < share:
                yield state
            count = COMPILED.cardgame.legal(TABLE, state, scratch.actions)
            COMPILED.cardgame.step(TABLE, state, int(scratch.actions[chance.randrange(count)]), scratch)
        yield state


@pytest.mark.rule("S9", "D5", "C3", "C14")
@pytest.mark.parametrize("seats", SEATS)
def test_what_is_hidden_changes_nothing_that_is_seen(seats: int) -> None:
    chance = random.Random(f"hidden {seats}")
    for state in random_states(seats, games=4, share=0.4):
        check_card_table(BOARD, state)
        seat = chance.randrange(-1, seats)
        other = change_unseen(BOARD, state, seat, chance)
        assert differences(observed(state, seat), observed(other, seat)) == []


@pytest.mark.rule("S9", "D5", "C3", "C14")
@pytest.mark.parametrize("seats", SEATS)
def test_nothing_hidden_is_left_in_an_observation(seats: int) -> None:
    chance = random.Random(f"left {seats}")
    for state in random_states(seats, games=4, share=0.4):
        if state.phase != OVER:
            seat = chance.randrange(-1, seats)
            check_nothing_left(BOARD, observed(state, seat), state, seat)


@pytest.mark.rule("C6")
@pytest.mark.parametrize("seats", SEATS)
def test_bots_remember_what_lay_in_the_yards(seats: int) -> None:
    """Every card of a pile was seen moving, and every ticket completed was shown: observations keep both."""
    for state in random_states(seats, games=3, share=0.4):
        for seat in range(-1, seats):
            seen = observed(state, seat)
            assert (seen.track == state.track).all()
            assert (seen.done_by == state.done_by).all()
            done = np.flatnonzero(state.done_by != NOBODY)
            assert (seen.ticket_at[done] == state.done_by[done]).all()


@pytest.mark.parametrize("seats", SEATS)
def test_a_game_made_up_agrees_with_what_was_seen_and_can_be_played(seats: int) -> None:
    chance, scratch = random.Random(f"guess {seats}"), new_record(CARD_SCRATCH)
    for state in random_states(seats, games=6, share=0.4):
        seat = chance.randrange(-1, seats)
        seen = observed(state, seat)
        guess = made_up(seen, seat, chance.getrandbits(40))
        check_card_table(BOARD, guess)
        assert differences(observed(guess, seat), seen) == []
        if guess.phase != OVER:
            COMPILED.cardgame_play.play_out(TABLE, guess, 100_000, scratch)
            assert guess.phase == OVER
            check_card_table(BOARD, guess)


@pytest.mark.rule("C9", "C11")
@pytest.mark.parametrize("seats", SEATS)
def test_who_has_named_a_placement_is_given_more_than_one_way(seats: int) -> None:
    """That there is a choice is known to all: a placement with one way is carried out at once."""
    scratch, met = new_record(CARD_SCRATCH), 0
    for state in random_states(seats, games=5, share=1.0):
        if state.phase == PLACEMENT:
            met += 1
            for seat in range(-1, seats):
                guess = made_up(observed(state, seat), seat, met)
                check_card_table(BOARD, guess)
                assert COMPILED.cardgame.legal(TABLE, guess, scratch.actions) > 1
    assert met > 40


def test_a_set_up_does_not_depend_on_what_the_records_held_before() -> None:
    """On a GPU they hold whatever was there."""
    for seats in SEATS:
        records = []
        for byte in (0, 0xAA):
            state = np.frombuffer(bytearray([byte] * CARD_STATE.itemsize), CARD_STATE).view(np.recarray)[0]
            scratch = np.frombuffer(bytearray([byte] * CARD_SCRATCH.itemsize), CARD_SCRATCH).view(np.recarray)[0]
            COMPILED.cardgame.setup(TABLE, state, seats, -1, 9, 4, scratch)
            COMPILED.cardgame_play.play_out(TABLE, state, 100_000, scratch)
            records.append(state)
        assert differences(*records) == []
