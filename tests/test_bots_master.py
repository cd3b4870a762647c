"""`master`: legal games, the network's proposals first, the same tree in both kernels, budgets."""

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
from aiguillage.bots.master import MasterBot
from aiguillage.bots.neural import OPINION
from aiguillage.bots.neural_bot import NeuralBot
from aiguillage.bots.neural_net import mind_of
from aiguillage.bots.opinions import weights_for
from aiguillage.bots.search import SearchBot
from aiguillage.bots.thoughts import CONSIDERED, THOUGHT, THOUGHTS
from aiguillage.game import Game
from aiguillage.game.families import family_of
from aiguillage.game.kernels import INTERPRETED
from small_nets import seen_in_games, small_net


@pytest.mark.parametrize("title", ["europe", "amsterdam", "berlin", "paris", "cardgame"])
def test_it_plays_a_whole_game(title: str) -> None:
    game = Game.new(title, seats=3, seed=2)
    play_game(game, [make_bot("master:playouts=64:threads=2"), make_bot("planner"), make_bot("random")])
    assert game.over


@pytest.mark.parametrize(("title", "playouts"), [("amsterdam", 300), ("cardgame", 100)])
def test_the_seed_decides_and_the_number_of_threads_does_not(title: str, playouts: int) -> None:
    texts = []
    for threads in (1, 2, 3):
        game = Game.new(title, seats=2, seed=2)
        play_game(game, [make_bot("master", 5, playouts=playouts, threads=threads), make_bot("planner")])
        texts.append([move.text for move in game.moves])
    assert texts[0] == texts[1] == texts[2]


def test_it_conforms() -> None:
    found = check_bot(
        lambda seed: make_bot("master", seed, playouts=48, threads=1), titles=("paris",), games=1
    )
    assert found.decisions > 10


def test_the_network_proposes() -> None:
    bot = MasterBot(1, playouts=1000, threads=1)
    several = 0
    for seen in seen_in_games("paris", 2, 4, 40):
        weights = weights_for(seen.board, "search")
        actions = bot._candidates(seen, weights, 0.0)
        legal = [action.text for action in seen.legal]
        assert len(set(actions.tolist())) == len(actions) <= CONSIDERED
        assert all(seen.action(int(code)).text in legal for code in actions)
        first = seen.action(int(actions[0]))
        assert first == NeuralBot(1).choose(seen)
        if len(actions) > 1:
            several += 1
            assert len(bot._bonus) == len(actions)
            assert bot._bonus[0] == 0
            assert np.ptp(bot._bonus) > 0
    assert several > 3


def test_without_a_network_it_searches() -> None:
    seen = seen_in_games("europe", 2, 4, 12)[-1]
    seen = Seen(replace(seen.board, id="my"), seen.seat, seen.observation)
    weights = weights_for(seen.board, "search")
    expected = SearchBot(3, playouts=64, threads=1)._candidates(seen, weights, 0.0)
    assert (MasterBot(3, playouts=64, threads=1)._candidates(seen, weights, 0.0) == expected).all()
    chosen = make_bot("search", 3, playouts=64, threads=1).choose(seen)
    assert make_bot("master", 3, playouts=64, threads=1).choose(seen) == chosen


def pondered(seen: Seen, layout: int, load: Any) -> tuple[Any, Any]:
    """What a small network makes of the first and the last legal action in some worlds, and the trees."""
    family, board = family_of(seen.board), seen.board
    net, bots = small_net(board, layout=layout).in_kernel(), family.bots
    rewards = kernel.zeros((4, 2), np.float64)
    thoughts = kernel.zeros((2, THOUGHTS), THOUGHT).view(np.recarray)
    load("bots.thoughts").clear_thoughts(thoughts)
    bot = MasterBot(1, threads=1)
    bot.playing = 0.0  # play-outs take the interpreter long
    load(family.path("bots", "instinct")).ponder_worlds(
        board.table,
        seen.observation,
        (bot.how(seen, False), bot._legal(seen)[[0, -1]], np.ones(2, np.bool_)),
        0,
        rewards,
        thoughts,
        mind_of(net, board),
        (
            kernel.new_records(family.state_dtype, 2),
            clean_scratch(family),
            weights_for(board, "search"),
            kernel.new_record(bots.RULES_SCRATCH),
        ),
    )
    return rewards, thoughts


@pytest.mark.parametrize("layout", [0, 1])
@pytest.mark.parametrize(("title", "seats"), [("paris", 2), ("cardgame", 3)])
def test_interpreter_and_kernel_ponder_alike(title: str, seats: int, layout: int) -> None:
    for seen in seen_in_games(title, seats, 3, 30)[9::10]:
        rewards, thoughts = pondered(seen, layout, kernel.module)
        others, trees = pondered(seen, layout, INTERPRETED.load)
        assert (rewards == others).all()
        assert thoughts.tobytes() == trees.tobytes()
        assert rewards.any()


def test_the_tree_grows_where_the_network_has_looked() -> None:
    """Each world adds a decision or ends the game, and what it was worth is entered all the way up."""
    rewards, thoughts = pondered(seen_in_games("paris", 2, 3, 12)[-1], 0, kernel.module)
    for k, tree in enumerate(thoughts):
        made = tree[1 : tree[0].made]
        assert 1 <= len(made) <= len(rewards)
        visited = [one for one in made if one.parent == 0]
        assert sum(one.visits for one in visited) == len(rewards)
        assert sum(one.worth for one in visited) == pytest.approx(rewards[:, k].sum())
        for one in made:
            assert one.visits == 1 + one["count"][: one.branches].sum()
            assert 0.9 < one.likely[: one.branches].sum() < 1.3


def test_it_follows_what_was_judged_best_and_what_the_network_thinks_most_of() -> None:
    tree = kernel.zeros((1, THOUGHTS), THOUGHT).view(np.recarray)
    module: Any = INTERPRETED.load("bots.thoughts")
    module.clear_thoughts(tree)
    actions, opinions = np.array([3, 5, 9], np.int16), np.zeros(12, np.int64)
    opinions[5] = 2 * OPINION
    how = MasterBot(1, threads=1).how(seen_in_games("paris", 2, 1, 1)[0], False)
    module.add_thought(tree[0], 0, -1, 77, 0.1, opinions, actions, 3)
    assert module.find_thought(tree[0], 0, -1, 77) == 1
    assert module.find_thought(tree[0], 0, -1, 78) == -1
    assert module.choose_branch(tree[0], 1, actions, 3, how) == 5
    for _ in range(20):  # what disappoints is left
        module.enter_value(tree[0], 1, 5, -0.9)
    assert module.choose_branch(tree[0], 1, actions, 3, how) == 3
    module.enter_value(tree[0], 1, 9, 0.8)
    assert module.choose_branch(tree[0], 1, actions, 3, how) == 9
    actions[2] = 10  # 9 is not legal in this world
    assert module.choose_branch(tree[0], 1, actions, 3, how) in (3, 10)


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
