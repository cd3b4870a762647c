"""What a seat may know: observations, and games made up from them (S9, D5, K2)."""

import json
import random
from typing import Any

import numpy as np
import pytest

from aiguillage.boards import Board, load_board
from aiguillage.game.kernels import COMPILED
from aiguillage.rules.numbers import OFFERED, UNKNOWN
from aiguillage.rules.phases import OPENING, OVER
from aiguillage.rules.state import SCRATCH, STATE, new_record
from invariants import change_hidden, check_conserved, copy_of, hidden_tickets, queued
from positions import lay_out

TITLES = {"europe": (2, 3, 5), "amsterdam": (2, 4), "berlin": (2, 3), "paris": (2, 4)}
TABLES = [(title, seats) for title, counts in TITLES.items() for seats in counts]


def observed(board: Board, state: Any, seat: int) -> Any:
    seen = copy_of(state)
    COMPILED.turn.observe(board.table, seen, seat)
    return seen


def differences(one: Any, other: Any) -> list[str]:
    return [name for name in STATE.names or () if not np.array_equal(one[name], other[name])]


def random_states(title: str, seats: int, games: int, share: float) -> Any:
    """Positions met in random games, some of them."""
    board, chance = load_board(title), random.Random(f"states {title} {seats}")
    for seed in range(games):
        state, scratch = new_record(STATE), new_record(SCRATCH)
        COMPILED.turn.setup(board.table, state, seats, -1, seed, 0, scratch)
        while state.phase != OVER:
            if chance.random() < share:
                yield state
            count = COMPILED.turn.legal(board.table, state, scratch.actions)
            COMPILED.turn.step(board.table, state, int(scratch.actions[chance.randrange(count)]), scratch)
        yield state


@pytest.mark.rule("S9", "D5", "K2")
@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_what_is_hidden_changes_nothing_that_is_seen(title: str, seats: int) -> None:
    board, chance = load_board(title), random.Random(f"hidden {title} {seats}")
    for state in random_states(title, seats, games=4, share=0.3):
        check_conserved(board, state)
        seat = chance.randrange(-1, seats)
        other = change_hidden(board, state, seat, chance)
        assert differences(observed(board, state, seat), observed(board, other, seat)) == []


@pytest.mark.rule("S9", "D5", "K2")
@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_nothing_hidden_is_left_in_an_observation(title: str, seats: int) -> None:
    board, chance = load_board(title), random.Random(f"left {title} {seats}")
    for state in random_states(title, seats, games=3, share=0.3):
        seat = chance.randrange(-1, seats)
        seen = observed(board, state, seat)
        assert seen.rng == 0
        assert seen.deck.sum() == 0
        for other in range(seats):
            if other != seat:
                assert seen.hand[other].sum() == 0
        if state.phase == OVER:
            continue
        for ticket in hidden_tickets(board, state, seat):
            assert seen.ticket_at[ticket] == UNKNOWN
            assert ticket not in seen.queue
            assert ticket not in seen.offer


@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_what_is_public_or_ones_own_stays(title: str, seats: int) -> None:
    hidden = {"rng", "deck", "hand", "ticket_at", "queue", "returned_by", "offer", "chosen"}
    board, chance = load_board(title), random.Random(f"public {title} {seats}")
    for state in random_states(title, seats, games=2, share=0.3):
        seat = chance.randrange(seats)
        seen = observed(board, state, seat)
        assert set(differences(state, seen)) <= hidden
        assert (seen.hand[seat] == state.hand[seat]).all()
        assert (seen.offer[seat] == state.offer[seat]).all()
        mine = [n for n in range(len(board.tickets)) if state.ticket_at[n] == seat]
        assert [n for n in range(len(board.tickets)) if seen.ticket_at[n] == seat] == mine
        for slot in queued(state):
            if state.returned_by[state.queue[slot]] == seat:
                assert seen.queue[slot] == state.queue[slot], "a seat knows where the ticket is that it put back"


@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_a_game_made_up_agrees_with_what_was_seen(title: str, seats: int) -> None:
    board, chance = load_board(title), random.Random(f"guess {title} {seats}")
    scratch = new_record(SCRATCH)
    for state in random_states(title, seats, games=4, share=0.3):
        seat = chance.randrange(-1, seats)
        seen = observed(board, state, seat)
        guess = copy_of(seen)
        COMPILED.rng.seed_random(guess, chance.getrandbits(40), 1)
        COMPILED.turn.determinize(board.table, guess, seat)
        check_conserved(board, guess)
        assert differences(observed(board, guess, seat), seen) == []
        check_long_tickets(board, guess)
        if guess.phase != OVER:
            assert COMPILED.turn.legal(board.table, guess, scratch.actions) > 0
            COMPILED.random_play.play_out(board.table, guess, 100_000, scratch)
            assert guess.phase == OVER
            check_conserved(board, guess)


def check_long_tickets(board: Board, state: Any) -> None:
    """Long tickets are dealt at the opening only, one to a seat, and never lie in the deck (S7)."""
    if not board.opening.long:
        return
    long = [n for n, ticket in enumerate(board.tickets) if ticket.long]
    for seat in range(int(state.seats)):
        assert sum(state.ticket_at[n] == seat for n in long) <= 1
    assert not any(state.queue[slot] in long for slot in queued(state))
    if state.phase == OPENING:
        assert sum(state.ticket_at[n] == OFFERED for n in long) == state.seats


def test_a_guess_is_not_always_the_same() -> None:
    board = load_board("europe")
    state = next(iter(random_states("europe", 3, games=1, share=1.0)))
    hands, tickets = set(), set()
    for seed in range(30):
        guess = observed(board, state, 0)
        COMPILED.rng.seed_random(guess, seed, 0)
        COMPILED.turn.determinize(board.table, guess, 0)
        hands.add(guess.hand[1].tobytes())
        tickets.add(guess.offer[1].tobytes())
    assert len(hands) > 25
    assert len(tickets) > 25


def test_cards_that_everybody_saw_are_guessed_right() -> None:
    game = lay_out("europe", 3, market="red red blue green wild", hands={1: "3 white"})
    game.play("take red")
    game.play("take blue")
    board, state = game.board, game.kernel_state()
    for seed in range(20):
        guess = observed(board, state, 2)
        assert guess.hand_n[0] == 2
        COMPILED.rng.seed_random(guess, seed, 0)
        COMPILED.turn.determinize(board.table, guess, 2)
        assert guess.hand[0].tolist() == state.hand[0].tolist()


@pytest.mark.rule("D5")
def test_what_everybody_saw_is_forgotten_card_by_card() -> None:
    """Two red cards were taken in the open and two drawn blind; paying three leaves none that is known for sure."""
    game = lay_out("europe", 2, hands={0: "4 red 2 wild"}, shown={0: "2 red 1 wild"}, stations={0: ["wien", "roma"]})
    assert game.view(1).players[0].shown == {"red": 2, "wild": 1}
    game.play("station paris with 1 red 2 wild")
    assert game.view(1).players[0].shown == {"red": 1}


@pytest.mark.rule("S9")
@pytest.mark.parametrize(("title", "seats"), [("europe", 3), ("paris", 2)])
def test_views_name_no_hidden_ticket(title: str, seats: int) -> None:
    from aiguillage.game import Game

    board, chance = load_board(title), random.Random(f"names {title}")
    names = {track.id for track in board.tracks}
    game = Game.new(title, seats, seed=8)
    while not game.over:
        for seat in (*range(seats), None):
            view = json.dumps(game.view(seat).to_dict())
            told = json.dumps([event.to_dict(seat) for event in game.events[-4:]])
            for number in hidden_tickets(board, game.kernel_state(), -1 if seat is None else seat):
                ticket = board.tickets[number].id
                if ticket not in names:
                    assert f'"{ticket}"' not in view
                    assert f'"{ticket}"' not in told
        game.play(chance.choice(game.legal_actions()))


@pytest.mark.rule("S9", "D5")
@pytest.mark.parametrize("title", ["europe", "amsterdam"])
def test_spectators_get_no_private_events(title: str) -> None:
    from aiguillage.game import Game

    game = Game.new(title, 2, seed=6)
    chance = random.Random(title)
    while not game.over:
        game.play(chance.choice(game.legal_actions()))
    for event in game.events:
        for viewer in (None, *[seat for seat in range(2) if seat != event.seat]):
            told = event.to_dict(viewer)
            assert not set(event.secret) & set(told)
            assert told["text"] == event.text
        if event.secret:
            assert event.to_dict(event.seat)["text"] == event.secret_text
            assert event.kind in ("blind", "choose", "keep")
