"""`master`: legal games, the network's proposals first, the same judgement in both kernels, budgets."""

import time
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from aiguillage import kernel
from aiguillage.boards import load_board
from aiguillage.bots import Seen, make_bot, play_game
from aiguillage.bots.conformance import check_bot
from aiguillage.bots.kernel_bot import clean_scratch
from aiguillage.bots.master import PROPOSALS, MasterBot
from aiguillage.bots.neural_bot import NeuralBot
from aiguillage.bots.neural_net import mind_of
from aiguillage.bots.opinions import weights_for
from aiguillage.game import Game
from aiguillage.game.families import family_of
from aiguillage.game.kernels import INTERPRETED
from small_nets import seen_in_games, small_net


@pytest.mark.parametrize("title", ["europe", "amsterdam", "berlin", "paris", "cardgame"])
def test_it_plays_a_whole_game(title: str) -> None:
    game = Game.new(title, seats=3, seed=2)
    play_game(game, [make_bot("master:playouts=24:threads=2"), make_bot("planner"), make_bot("random")])
    assert game.over


@pytest.mark.parametrize(("title", "playouts"), [("amsterdam", 160), ("cardgame", 48)])
def test_the_seed_decides_and_the_number_of_threads_does_not(title: str, playouts: int) -> None:
    """One bot each for a turn of every part of a game."""
    asked = seen_in_games(title, 2, 2, 100)[2::5]
    bots = [make_bot("master", 5, playouts=playouts, threads=threads) for threads in (1, 3)]
    chosen = [[bot.choose(seen) for seen in asked] for bot in bots]
    assert len(asked) > 5
    assert len({str(choice) for choice in chosen[0]}) > 3
    assert chosen[0] == chosen[1]


def test_it_conforms() -> None:
    found = check_bot(lambda seed: make_bot("master", seed, playouts=48, threads=1), titles=("paris",), games=1)
    assert found.decisions > 10


def test_the_network_proposes() -> None:
    bot = MasterBot(1, playouts=1000, threads=1)
    several = 0
    for seen in seen_in_games("paris", 2, 4, 40):
        actions = bot._candidates(seen, weights_for(seen.board, "search"), 0.0)
        legal = [action.text for action in seen.legal]
        assert len(set(actions.tolist())) == len(actions) <= PROPOSALS
        assert all(seen.action(int(code)).text in legal for code in actions)
        first = seen.action(int(actions[0]))
        assert first == NeuralBot(1).choose(seen)
        assert bot._bonus[0] == 0
        assert (np.diff(bot._bonus) <= 0).all()
        several += len(actions) > 1
    assert several > 3


def test_without_a_network_it_searches() -> None:
    seen = seen_in_games("europe", 2, 4, 12)[-1]
    seen = Seen(replace(seen.board, id="my"), seen.seat, seen.observation)
    chosen = make_bot("search", 3, playouts=64, threads=1).choose(seen)
    assert make_bot("master", 3, playouts=64, threads=1).choose(seen) == chosen


def test_looking_further_ahead_ends_in_the_count() -> None:
    """Far ahead all games are over: what is found is what they are paid; one turn ahead it is the network's word. Of
    several turns it is the mean."""
    seen = seen_in_games("paris", 2, 4, 40)[20]
    bot = MasterBot(1, threads=1)
    actions = bot._legal(seen)[:2]
    found = []
    for bot.looks in ((1, 1), (2, 2), (100, 100), (1, 2), (2, 120)):
        rewards = kernel.zeros((4, 2), np.float64)
        bot._bonus = np.zeros(1)
        bot._play(seen, actions, np.ones(2, np.bool_), 0, rewards, weights_for(seen.board, "search"), False)
        found.append(np.array(rewards))
    one, two, last, mean, rest = found
    assert (one != two).any()
    assert (two != last).any()
    assert np.allclose(mean, (one + two) / 2)
    assert (abs(last) <= 1).all()
    assert (abs(last) > 0.5).any()
    assert (abs(rest - last) < 0.2).all()  # few of 119 turns come before the end


def judged(seen: Seen, layout: int, load: Any) -> Any:
    """What a small network expects after the first legal actions in two worlds."""
    family, board = family_of(seen.board), seen.board
    net, bots = small_net(board, layout=layout).in_kernel(), family.bots
    rewards = kernel.zeros((2, 2), np.float64)
    bot = MasterBot(1, threads=1)
    bot.looks = 1, 2  # turns, which take the interpreter long enough
    codes = bot._legal(seen)
    actions = codes[[0, -1]]
    load(family.path("bots", "instinct")).judge_worlds(
        board.table,
        seen.observation,
        (bot.how(seen, False), actions, np.ones(2, np.bool_)),
        0,
        rewards,
        mind_of(net, board),
        (
            kernel.new_records(family.state_dtype, 2),
            clean_scratch(family),
            weights_for(board, "search"),
            kernel.new_record(bots.RULES_SCRATCH),
        ),
    )
    return rewards


@pytest.mark.parametrize(
    ("title", "seats", "layout"),
    [
        ("paris", 2, 1),
        ("cardgame", 3, 0),
        pytest.param("paris", 2, 0, marks=pytest.mark.long),
        pytest.param("cardgame", 3, 1, marks=pytest.mark.long),
    ],
)
def test_interpreter_and_kernel_judge_alike(title: str, seats: int, layout: int) -> None:
    seen = seen_in_games(title, seats, 3, 20)[-1]
    found = judged(seen, layout, kernel.module)
    assert (found == judged(seen, layout, INTERPRETED.load)).all()
    assert found.any()


def test_it_keeps_to_its_time() -> None:
    seen = Seen.of(Game.new("amsterdam", seats=2, seed=2), 0)
    make_bot("master", ms=1, threads=1).choose(seen)
    start = time.process_time()  # a busy machine makes nothing of it longer
    make_bot("master", ms=100, threads=1).choose(seen)
    assert time.process_time() - start < 1.0


def test_games_that_end_are_paid_as_in_training() -> None:
    """0.6 for the win, 0.4 for the margin, by a curve that is nearly the hyperbolic tangent."""
    board = load_board("paris")
    family = family_of(board)
    module: Any = INTERPRETED.load(family.path("bots", "instinct"))
    state = kernel.new_record(family.state_dtype)
    how = MasterBot(1, threads=1).how(seen_in_games("paris", 2, 1, 1)[0], False)
    state.seats = 2
    for margin in (0, 3, 10, 40):
        state.total[:2] = (50, 50 - margin)
        state.rank[:2] = (1, 2 if margin else 1)
        won = 0.6 * (margin > 0) + 0.4 * np.tanh(1.5 * margin / how.scale)
        assert module.paid(state, 0, how) == pytest.approx(won, abs=0.012)
        assert module.paid(state, 1, how) == pytest.approx(-won, abs=0.012)
