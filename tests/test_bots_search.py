"""`search`: legal games, the same choice from the same seed however many threads think, budgets that are kept."""

import time

import pytest

from aiguillage.bots import BotError, Seen, make_bot, play_game
from aiguillage.game import Game


@pytest.mark.parametrize("title", ["europe", "amsterdam", "berlin", "paris", "cardgame"])
def test_it_plays_a_whole_game(title: str) -> None:
    game = Game.new(title, seats=3, seed=2)
    play_game(game, [make_bot("search:playouts=32:threads=2"), make_bot("planner"), make_bot("random")])
    assert game.over


@pytest.mark.parametrize("title", ["amsterdam", "cardgame"])
def test_the_seed_decides_and_the_number_of_threads_does_not(title: str) -> None:
    texts = []
    for seed, threads in ((5, 1), (5, 2), (5, 3)):
        game = Game.new(title, seats=2, seed=2)
        play_game(game, [make_bot("search", seed, playouts=64, threads=threads), make_bot("planner")])
        texts.append([move.text for move in game.moves])
    assert texts[0] == texts[1] == texts[2]


def test_it_keeps_to_its_time() -> None:
    game = Game.new("amsterdam", seats=2, seed=2)
    seen = Seen.of(game, 0)
    make_bot("search", ms=1, threads=1).choose(seen)
    start = time.process_time()  # a busy machine makes nothing of it longer
    make_bot("search", ms=100, threads=1).choose(seen)
    assert time.process_time() - start < 1.0


def test_a_budget_must_be_one() -> None:
    with pytest.raises(BotError, match="at least 1 ms"):
        make_bot("search", ms=0)
