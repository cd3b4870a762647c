"""BatchEnv: the games it plays are the kernel's games, whatever the number of threads."""

import numpy as np
import pytest

from aiguillage.boards import board_names, load_board
from aiguillage.envs.batch import BatchEnv
from aiguillage.errors import AiguillageError
from aiguillage.game.kernels import COMPILED
from aiguillage.rules.phases import OVER
from aiguillage.rules.state import new_record

GAMES = board_names()


def kernel(env):
    return getattr(COMPILED, env.title.family.module)


@pytest.mark.parametrize("name", GAMES)
def test_games_are_those_of_the_kernel(name):
    """Each game, replayed alone from its seed with the same actions, shows the same masks, actors and results."""
    board = load_board(name)
    seats = board.max_seats
    env = BatchEnv(name, seats, batch=6, seed=9, threads=2)
    main, state, scratch = kernel(env), None, new_record(env.title.family.scratch_dtype)
    states = [new_record(env.title.family.state_dtype) for _ in range(6)]
    streams = list(range(6))
    for i, state in enumerate(states):
        main.setup(board.table, state, seats, -1, 9, i, scratch)
    finished = 0
    for _ in range(700):
        actions = env.samples.copy()
        for i, state in enumerate(states):
            count = main.legal(board.table, state, scratch.actions)
            legal = scratch.actions[:count].tolist()
            assert np.flatnonzero(env.masks[i]).tolist() == legal
            assert actions[i] in legal
            assert env.actors[i] == state.actor
            main.step(board.table, state, int(actions[i]), scratch)
        env.step(actions)
        for i, state in enumerate(states):
            assert env.status[i] == (env.FINISHED if state.phase == OVER else 0)
            assert env.rewards[i].sum() == pytest.approx(0, abs=1e-6)
            if state.phase == OVER:
                finished += 1
                assert env.scores[i].tolist() == state.total[:seats].tolist()
                won = state.rank[:seats] == 1
                assert (env.rewards[i] > 0).tolist() == won.tolist() or won.all()
                streams[i] += 6
                main.setup(board.table, state, seats, -1, 9, streams[i], scratch)
            else:
                assert not env.rewards[i].any()
    env.close()
    assert finished >= 6
    assert env.episodes.sum() == finished


@pytest.mark.parametrize("name", GAMES)
def test_threads_do_not_matter(name):
    one, three = (
        BatchEnv(name, 2, batch=50, seed=4, threads=1),
        BatchEnv(name, 2, batch=50, seed=4, threads=3),
    )
    for _ in range(150):
        assert one.observations.tobytes() == three.observations.tobytes()
        assert one.masks.tobytes() == three.masks.tobytes()
        one.step(one.samples)
        three.step(three.samples)
    assert one.states.tobytes() == three.states.tobytes()
    assert one.scores.tobytes() == three.scores.tobytes()
    three.close()


def test_reset_begins_the_same_games_again():
    env = BatchEnv("berlin", 3, batch=8, seed=1)
    first = env.observations.copy()
    for _ in range(80):
        env.step(env.samples)
    env.reset(seed=1)
    assert (env.observations == first).all()
    assert not env.episodes.any()
    env.reset(seed=2)
    assert (env.observations != first).any()


def test_an_illegal_action_is_refused_and_changes_nothing():
    env = BatchEnv("paris", 2, batch=4, seed=1)
    before = env.states.tobytes(), env.observations.tobytes(), env.masks.tobytes(), env.samples.tobytes()
    illegal = int(np.flatnonzero(~env.masks[1])[0])
    env.step(np.array([-1, illegal, env.actions, 10**9]))
    assert (env.status == env.REFUSED).all()
    assert before == (
        env.states.tobytes(),
        env.observations.tobytes(),
        env.masks.tobytes(),
        env.samples.tobytes(),
    )
    env.step(env.samples)
    assert not env.status.any()


def test_a_game_is_stopped_at_the_limit():
    env = BatchEnv("europe", 2, batch=3, seed=1, limit=10)
    for _ in range(9):
        env.step(env.samples)
        assert not env.status.any()
    env.step(env.samples)
    assert (env.status == env.STOPPED).all()
    assert env.episodes.tolist() == [1, 1, 1]
    assert not env.rewards.any()
    assert (env.states["decisions"] == 0).all()


def test_every_seat_can_be_shown():
    env = BatchEnv("amsterdam", 3, batch=20, seed=1, threads=2)
    for _ in range(30):
        env.step(env.samples)
    seen = np.stack([env.observe(seat) for seat in range(3)])
    assert (seen[env.actors, np.arange(20)] == env.observations).all()
    assert (seen[0] != seen[1]).any(axis=1).all()
    with pytest.raises(AiguillageError, match="There is no seat 3"):
        env.observe(3)


def test_arrays_are_shared_without_a_copy():
    torch = pytest.importorskip("torch")
    env = BatchEnv("amsterdam", 2, batch=16, seed=1)
    arrays = [env.observations, env.masks, env.actors, env.rewards, env.scores, env.status, env.samples]
    tensors = [torch.from_dlpack(array) for array in arrays]
    env.step(env.samples)
    for array, tensor in zip(arrays, tensors, strict=True):
        assert tensor.data_ptr() == array.ctypes.data
        assert (tensor.numpy() == array).all()
    env.step(tensors[-1])  # a tensor of actions is as good as an array
    assert not env.status.any()


def test_arrays_begin_where_jax_can_use_them():
    env = BatchEnv("paris", 3, batch=7, seed=1)
    arrays = [env.observations, env.masks, env.actors, env.rewards, env.scores, env.status, env.samples]
    assert all(array.ctypes.data % 64 == 0 and array.flags.c_contiguous for array in arrays)


def test_jax_reads_them_without_a_copy():
    jax = pytest.importorskip("jax")
    env = BatchEnv("amsterdam", 2, batch=16, seed=1)
    for array in (env.observations, env.masks, env.rewards):
        shared = jax.dlpack.from_dlpack(array)
        assert shared.unsafe_buffer_pointer() == array.ctypes.data
        assert (np.asarray(shared) == array).all()
    env.step(jax.numpy.argmax(jax.dlpack.from_dlpack(env.masks), axis=1))
    assert not env.status.any()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"game": "europe", "seats": 6}, "Europe is for 2 to 5 players, not 6"),
        ({"game": "paris", "batch": 0}, "at least 1"),
        ({"game": "paris", "seed": -1}, "The seed must be"),
    ],
)
def test_impossible_wishes_are_explained(arguments, words):
    with pytest.raises(AiguillageError, match=words):
        BatchEnv(**arguments)


def test_actions_must_be_one_integer_for_each_game():
    env = BatchEnv("paris", 2, batch=4)
    for wrong in (np.zeros(3, int), np.zeros(4), [[1, 2, 3, 4]]):
        with pytest.raises(AiguillageError, match="The actions must be 4 integers"):
            env.step(wrong)
