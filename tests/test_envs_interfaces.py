"""PettingZoo, Gymnasium and OpenSpiel: their own tests, and what these do not ask."""

import pickle
import warnings
from copy import deepcopy

import numpy as np
import pytest

from aiguillage.boards import board_names, load_board
from aiguillage.errors import AiguillageError

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")
pyspiel = pytest.importorskip("pyspiel")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, seed_test  # noqa: E402

from aiguillage.envs import gymnasium as our_gymnasium  # noqa: E402
from aiguillage.envs import openspiel as our_openspiel  # noqa: E402
from aiguillage.envs.pettingzoo import env as aec_env  # noqa: E402
from aiguillage.envs.pettingzoo import raw_env  # noqa: E402

GAMES = board_names()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
def test_pettingzoo_api(name):
    """PettingZoo says these two things about every game with a mask in its observations but its own, exempt by name."""
    api_test(aec_env(name, load_board(name).max_seats), num_cycles=300)


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_seed(name):
    seed_test(lambda: aec_env(name, 2), num_cycles=300)


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_whole_game(name):
    """A game to its end: every agent hears of it, the rewards add up to nothing."""
    env = aec_env(name, 3)
    env.reset(seed=3)
    rewards = {}
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        if termination or truncation:
            rewards[agent] = reward
            env.step(None)
        else:
            assert observation["action_mask"].any()
            env.step(env.action_space(agent).sample(observation["action_mask"]))
    assert sorted(rewards) == ["seat_0", "seat_1", "seat_2"]
    assert sum(rewards.values()) == pytest.approx(0)
    assert max(rewards.values()) > 0
    assert "seat 2" in env.render()


def test_pettingzoo_refuses_illegal_actions():
    env = raw_env("paris", 2)
    env.reset(seed=1)
    with pytest.raises(AiguillageError, match="The action 0 is not legal now"):
        env.step(0)


def test_scores_can_be_the_reward():
    env = raw_env("amsterdam", 2, reward="score")
    env.reset(seed=5)
    while not any(env.terminations.values()):
        env.step(env.action_space(env.agent_selection).sample(env.observe(env.agent_selection)["action_mask"]))
    assert list(env.rewards.values()) == env.episode.scores()
    with pytest.raises(AiguillageError, match="There is no reward 'money'"):
        raw_env("paris", 2, reward="money").reset()  # type: ignore[arg-type]


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_check(name):
    env = gymnasium.make(f"aiguillage/{name.capitalize()}-v0", seats=load_board(name).max_seats)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_whole_game(name):
    env = our_gymnasium.AiguillageEnv(name, seats=2, opponents="random", render_mode="ansi")
    for seed in range(3):
        observation, info = env.reset(seed=seed)
        over = False
        while not over:
            assert (env.action_masks() == observation["action_mask"]).all()
            action = env.action_space.sample(observation["action_mask"])
            observation, reward, over, truncated, info = env.step(action)
            assert not truncated
            assert observation in env.observation_space
        best = max(info["scores"])
        assert reward >= 0 or info["scores"][info["seat"]] < best or info["scores"].count(best) > 1
    assert "seat 1" in (env.render() or "")


def test_gymnasium_illegal_action_loses():
    env = our_gymnasium.AiguillageEnv("berlin", seat=1, illegal_reward=-7)
    observation, info = env.reset(seed=2)
    assert info == {"seat": 1}
    illegal = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    _, reward, over, truncated, info = env.step(illegal)
    assert (reward, over, truncated, info) == (-7, True, False, {"seat": 1, "illegal": True})


def test_gymnasium_takes_bots_of_others(monkeypatch):
    """A bot that answers in words and looks at the events, as the interface for bots allows."""

    class Wordy:
        def choose(self, seen):
            self.events = seen.events
            return seen.legal[-1].text

    bots = []

    def make(name, seed=0):
        bots.append(Wordy())
        return bots[-1]

    monkeypatch.setattr(our_gymnasium, "make_bot", make)
    env = our_gymnasium.AiguillageEnv("paris", seats=3, seat=0, opponents=["wordy", "wordy"])
    observation, _ = env.reset(seed=1)
    for _ in range(3):
        observation, *_ = env.step(int(np.flatnonzero(observation["action_mask"])[0]))
    kinds = {event["kind"] for event in bots[-1].events}
    assert {"start", "choose"} <= kinds


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"seats": 3, "opponents": ["random"]}, "has 2 other seats, but 1 bots were named"),
        ({"seat": 2}, "There is no seat 2"),
        ({"opponents": "nobody"}, "There is no bot 'nobody'"),
    ],
)
def test_gymnasium_explains_impossible_wishes(arguments, words):
    with pytest.raises(AiguillageError, match=words):
        our_gymnasium.AiguillageEnv("paris", **arguments)


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_random_simulation(name):
    """OpenSpiel's own test of a game, with every state stored and read back."""
    game = pyspiel.load_game(f"python_aiguillage(title={name},players=2)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=name != "europe", verbose=False)


@pytest.mark.parametrize("name", ["paris", "cardgame"])
def test_openspiel_ismcts_plays_a_whole_game(name):
    from open_spiel.python.algorithms import ismcts, mcts

    game = pyspiel.load_game(f"python_aiguillage(title={name},players=2)")
    random = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game,
        mcts.RandomRolloutEvaluator(1, random),
        uct_c=2.0,
        max_simulations=3,
        random_state=random,
        use_observation_string=True,
        allow_inconsistent_action_sets=True,
    )
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(int(random.choice(our_openspiel.OUTCOMES)))
        else:
            state.apply_action(int(bot.step(state)))
            decisions += 1
    assert decisions > 20
    assert sum(state.returns()) == pytest.approx(0)


def dealt(title: str, players: int, deal: list[int]):
    state = pyspiel.load_game(f"python_aiguillage(title={title},players={players})").new_initial_state()
    for byte in deal:
        state.apply_action(byte)
    return state


def test_openspiel_redraws_what_is_hidden():
    """Another state that the player cannot tell from this one: its own observation stays, others' hands change."""
    state = dealt("europe", 3, [1, 2, 3, 4])
    for _ in range(30):
        state.apply_action(state.legal_actions()[-1])
    player = state.current_player()
    samples = iter([0.25, 0.75, 0.3, 0.6])
    others = [state.resample_from_infostate(player, lambda: next(samples)) for _ in range(4)]
    for other in others:
        assert other.observation_string(player) == state.observation_string(player)
        assert other.legal_actions() == state.legal_actions()
        assert other.history() == state.history()
    hidden = (player + 1) % 3
    assert len({other.observation_string(hidden) for other in others}) == 4


def test_openspiel_deals_differ_and_repeat():
    first, again, other = (
        dealt("paris", 2, [0, 0, 0, 1]),
        dealt("paris", 2, [0, 0, 0, 1]),
        dealt("paris", 2, [0, 0, 1, 0]),
    )
    assert first.observation_tensor(0) == again.observation_tensor(0)
    assert first.observation_tensor(0) != other.observation_tensor(0)
    assert first.action_to_string(first.current_player(), first.legal_actions()[0]).startswith("keep ")


def test_an_episode_can_be_copied_and_stored():
    episode = dealt("amsterdam", 2, [9, 9, 9, 9]).episode
    for copied in (deepcopy(episode), pickle.loads(pickle.dumps(episode))):
        copied.play(copied.legal()[0])
        assert copied.state.tobytes() != episode.state.tobytes()
        assert copied.title is episode.title
