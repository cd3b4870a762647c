"""What a `BatchEnv` can be asked for beside the games: other rewards, bots at the other seats, names of actions."""

import numpy as np
import pytest

from aiguillage.boards import board_names
from aiguillage.envs.batch import BatchEnv
from aiguillage.envs.parquet import read_games, write_games
from aiguillage.envs.vector import AiguillageVectorEnv
from aiguillage.errors import AiguillageError
from aiguillage.game import Game


@pytest.mark.parametrize("name", board_names())
def test_points_as_they_come_add_up_to_the_score(name):
    env = BatchEnv(name, 2, batch=24, seed=3, threads=1, reward="points")
    sums, met = np.zeros((24, 2)), 0
    for _ in range(420):
        env.step(env.samples)
        sums += env.rewards
        over = env.status == env.FINISHED
        assert (sums[over] == env.scores[over]).all()
        sums[env.status != 0] = 0
        met += int(over.sum())
    assert met > 5


def test_margins_are_to_the_best_of_the_others():
    env = BatchEnv("paris", 3, batch=24, seed=3, threads=1, reward="margin")
    met = 0
    for _ in range(150):
        env.step(env.samples)
        for game in range(24):
            paid = env.rewards[game].tolist()
            if env.status[game] == env.FINISHED:
                scores = env.scores[game].tolist()
                others = [max(scores[:seat] + scores[seat + 1 :]) for seat in range(3)]
                assert paid == [mine - best for mine, best in zip(scores, others, strict=True)]
                met += 1
            else:
                assert paid == [0, 0, 0]
    assert met > 5


@pytest.mark.parametrize(("name", "seats"), [("paris", 3), ("cardgame", 2)])
def test_bots_have_the_other_seats(name, seats):
    """You are asked in every game, by turns in every seat; the bot is better than chance."""
    env = BatchEnv(name, seats, batch=12, seed=3, threads=1, opponents="planner")
    won, games = 0.0, 0
    for _ in range(400):
        assert (env.actors == env.yours).all()
        env.step(env.samples)
        over = env.status == env.FINISHED
        won += float((env.rewards[over, env.yours[over]] > 0).sum())
        games += int(over.sum())
        assert not env.rewards[env.status == 0].any()
    assert games > 12
    assert won < games / seats / 2
    env.step(np.full(12, -1))
    assert (env.status == env.REFUSED).all()
    assert (env.actors == env.yours).all()
    env.close()


@pytest.mark.parametrize(("name", "opponents"), [("amsterdam", None), ("paris", "planner"), ("cardgame", None)])
def test_games_are_kept_as_records(name, opponents, tmp_path):
    env = BatchEnv(name, 2, batch=6, seed=9, threads=1, opponents=opponents, record=True)
    games = []
    for _ in range(400):
        env.step(env.samples)
        games += env.take_games()
    assert len(games) == env.episodes.sum() > 6
    for played in (games[0], games[-1]):
        game = Game.from_record(played.record())
        assert game.over
        assert tuple(result.total for result in game.outcome().seats) == played.scores
    file = tmp_path / "games.parquet"
    write_games(file, games)
    assert read_games(file) == games
    assert env.take_games() == []
    with pytest.raises(AiguillageError, match="record=True"):
        BatchEnv(name, 2, batch=1, threads=1).take_games()


def test_what_is_not_there_is_refused():
    with pytest.raises(AiguillageError, match="There is no reward 'luck'"):
        BatchEnv("paris", reward="luck")  # type: ignore[arg-type]
    with pytest.raises(AiguillageError, match="There is no scripted bot search"):
        BatchEnv("paris", opponents="search")
    with pytest.raises(AiguillageError, match="for games on the CPU"):
        BatchEnv("paris", device="cuda", opponents="planner")
    with pytest.raises(AiguillageError, match="There is no layout 2"):
        BatchEnv("paris", layout=2)


@pytest.mark.parametrize("name", board_names())
def test_actions_have_names(name):
    """What can be chosen in a random game has the words of the game itself, as far as the number tells them."""
    env = BatchEnv(name, 2, batch=1, threads=1)
    names = [env.action_name(action) for action in range(env.actions)]
    game, random, met = Game.new(name, 2, seed=5), np.random.default_rng(5), set()
    while not game.over:
        actions = game.legal_actions()
        for action in actions:
            found = names[action.code]
            assert found != "nothing", action.text
            if action.text.startswith(("take", "blind", "tickets", "claim", "station", "pass", "complete")):
                assert found == action.text.split(" with ")[0]
                met.add(found)
        game.play(actions[random.integers(len(actions))])
    assert len(met) > 8
    with pytest.raises(AiguillageError, match="There is no action -1"):
        env.action_name(-1)


def test_a_vector_of_games():
    env = AiguillageVectorEnv("paris", 8, seats=2, opponents="planner", threads=1)
    seen, info = env.reset(seed=4)
    again, _ = env.reset(seed=4)
    assert (seen["observation"] == again["observation"]).all()
    assert env.observation_space.contains(seen)
    assert info["seat"].tolist() == [0, 1] * 4
    random, ended, paid = np.random.default_rng(1), 0, []
    for _ in range(90):
        actions = np.array([random.choice(np.flatnonzero(mask)) for mask in env.action_masks()])
        assert env.action_space.contains(actions)
        seen, rewards, over, stopped, info = env.step(actions)
        assert not info["refused"].any()
        assert not stopped.any()
        assert (rewards[~over] == 0).all()
        ended += int(over.sum())
        paid += rewards[over].tolist()
        assert ("final_info" in info) == over.any()
    assert env.observation_space.contains(seen)
    assert ended > 8
    assert np.mean(paid) < -0.5
    env.close()
