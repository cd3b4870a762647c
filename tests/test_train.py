"""Networks that learn: the same in PyTorch and in the kernel, and better than chance after a minute."""

# ruff: noqa: E402
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from typer.testing import CliRunner

from aiguillage.bots.neural import OPINION
from aiguillage.bots.neural_net import IntegerNet
from aiguillage.envs.batch import BatchEnv
from aiguillage.envs.scripted import Scripted
from aiguillage.errors import AiguillageError
from aiguillage.game.kernels import INTERPRETED
from aiguillage.seen.layout import NEWEST
from aiguillage.titles import file_of
from aiguillage.train.command import app
from aiguillage.train.evaluate import Examiner, wilson
from aiguillage.train.inputs import Inputs
from aiguillage.train.learner import SAVED_SELVES, Learner
from aiguillage.train.network import MOST_WEIGHTS, Network, Shape, as_weights, clip
from aiguillage.train.selfplay import Course, SelfPlay
from aiguillage.train.sparring import Sparring
from aiguillage.train.tables import Rollout, Tables, as_seen_from, look_back, order_of_seats, pay, read_shares

CPU = torch.device("cpu")
ROUNDS = 14
TITLES = ("europe", "amsterdam", "berlin", "paris", "cardgame")


@pytest.fixture(autouse=True)
def one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def lively(inputs: Inputs, shape: Shape) -> Network:
    """A network with weights that matter, none of them the same."""
    torch.manual_seed(5)
    net = Network(inputs, shape)
    with torch.no_grad():
        for one in net.parameters():
            one.add_(torch.randn_like(one) * 0.05)
    return net


def positions(game: str, seats: int, count: int, steps: int, layout: int = NEWEST) -> BatchEnv:
    env = BatchEnv(game, seats, count, seed=3, threads=1, layout=layout)
    for _ in range(steps):
        env.step(env.samples)
    return env


def entered(inputs: Inputs, env: BatchEnv) -> Any:
    seen = np.zeros((env.batch, inputs.size), np.int8)
    seen[:, inputs.columns(env.seats)] = env.observations
    seen[:, inputs.count_column(env.seats)] = 1
    return torch.from_numpy(seen)


@pytest.mark.parametrize("game", TITLES)
def test_a_network_fits_every_title(game):
    inputs = Inputs(game)
    net = Network(inputs, Shape())
    assert sum(one.numel() for one in net.parameters()) <= MOST_WEIGHTS
    assert sum(array.nbytes for array in net.to_integer_net(inputs).arrays) < 2e6
    assert (inputs.scales.astype(int)[: inputs.observed] * inputs.layout.high() <= 127).all()


@pytest.mark.parametrize("seats", [2, 4])
def test_every_entry_keeps_its_meaning(seats):
    inputs = Inputs("paris")
    env = positions("paris", seats, 4, 60)
    common = inputs.layout.named(entered(inputs, env).numpy()[0, : inputs.observed])
    own = env.layout.named(env.observations[0])
    for name, part in own.items():
        if part.shape == common[name].shape:
            assert (common[name] == part).all(), name
        else:
            assert (common[name][:seats] == part).all(), name
            assert not common[name][seats:].any(), name


@pytest.mark.parametrize("title", ["amsterdam", "cardgame"])
def test_training_goes_on_from_a_network_that_comes_with_the_package(title):
    inputs = Inputs(title)
    env = positions(title, 2, 8, 40)
    shipped = IntegerNet.load(file_of(title, "net.npz"))
    learner = Learner.resume(file_of(title, "net.npz"), inputs, CPU, 1)
    exact = learner.net.exact(learner.net.integers(), entered(inputs, env)).numpy()
    seen = positions(title, 2, 8, 40, shipped.layout).observations
    assert (exact == [shipped.opinions(row, 2) for row in seen]).all()


@pytest.mark.parametrize("suffix", [".pt", ".npz"])
def test_training_goes_on_with_more_observations(suffix, tmp_path):
    """What is new counts for nothing at first; there is no way back."""
    old, new = Inputs("paris", 0), Inputs("paris", 1)
    learner = Learner(old, Shape(16, 1, 16), CPU, 1)
    learner.net = lively(old, Shape(16, 1, 16))
    learner.remember_self()
    learner.save(tmp_path / "paris.pt")
    learner = Learner.resume(tmp_path / f"paris{suffix}", old, CPU, 1)
    resumed = Learner.resume(tmp_path / f"paris{suffix}", new, CPU, 1)
    seen = entered(old, positions("paris", 3, 8, 40, 0))
    before = learner.net.exact(learner.net.integers(), seen)
    selves = [learner.net.exact(one, seen) for one in learner.selves]
    seen = entered(new, positions("paris", 3, 8, 40, 1))
    after = resumed.net.exact(resumed.net.integers(), seen)
    assert seen[:, old.observed : new.observed].any()
    assert (before == after).all()
    assert len(selves) == len(resumed.selves) == (suffix == ".pt")
    for one, same in zip(resumed.selves, selves, strict=True):
        assert (resumed.net.exact(one, seen) == same).all()
    resumed.save(tmp_path / "new.pt")
    assert IntegerNet.load(tmp_path / "new.npz").layout == 1
    with pytest.raises(AiguillageError, match="observations of version 1: it cannot go on with 0"):
        Learner.resume(tmp_path / f"new{suffix}", old, CPU, 1)


@pytest.mark.parametrize(("game", "seats"), [("paris", 2), ("paris", 4)])
def test_kernel_and_pytorch_agree_to_the_last_bit(game, seats, tmp_path):
    inputs = Inputs(game)
    net = lively(inputs, Shape(96, 2, 64))
    env = positions(game, seats, 40, 50)
    exact = net.exact(net.integers(), entered(inputs, env)).numpy()
    net.to_integer_net(inputs).save(tmp_path / "net.npz")
    loaded = IntegerNet.load(tmp_path / "net.npz")
    compiled = np.array([loaded.opinions(row, seats) for row in env.observations])
    assert (compiled == exact).all()
    interpreted = INTERPRETED.load("bots.neural")
    assert (loaded.opinions(env.observations[0], seats, interpreted) == compiled[0]).all()
    best = np.where(env.masks, exact[:, : inputs.actions], -np.inf).argmax(1)
    assert len(set(best.tolist())) > 3


def test_training_rounds_as_the_kernel_does():
    inputs = Inputs("paris")
    net = lively(inputs, Shape(96, 2, 64))
    seen = entered(inputs, positions("paris", 3, 64, 40))
    exact = net.exact(net.integers(), seen) / OPINION
    for weights in (net.rounded(torch.float32), as_weights(net.integers(), torch.float32)):
        trained = torch.cat(net(weights, seen), 1)
        assert (trained - exact).abs().max() < 0.1 * exact.std()
    net(net.rounded(torch.float32), seen)[0].square().sum().backward()
    assert all(one.grad is not None and one.grad.abs().sum() > 0 for one in net.parameters())


def test_what_went_beyond_the_top_can_come_back():
    values = torch.tensor([200.0, 200.0, 50.0, -5.0, -5.0], requires_grad=True)
    clip(values).backward(torch.tensor([1.0, -1.0, 1.0, 1.0, -1.0]))
    assert values.grad.tolist() == [1, 0, 1, 0, 0]


def test_what_is_not_a_network_is_refused(tmp_path):
    (tmp_path / "no.npz").write_bytes(b"no")
    with pytest.raises(AiguillageError, match="is not a network"):
        IntegerNet.load(tmp_path / "no.npz")


def test_seats_are_counted_from_the_actor():
    order = order_of_seats(torch.tensor([1, 2]), torch.tensor([2, 3]), 4)
    assert order.tolist() == [[1, 0, 2, 3], [2, 0, 1, 3]]
    values = torch.tensor([[0.1, 0.2, 0.3, 0.4]])
    assert as_seen_from(torch.tensor([2]), torch.tensor([3]), values).tolist() == [
        [pytest.approx(one) for one in (0.2, 0.3, 0.1, 0.4)]
    ]


def small_rollout(status, actors, wins, scores) -> Rollout:
    steps = len(status)
    rest = torch.zeros(steps, 1)
    return Rollout(
        rest,
        rest,
        torch.tensor(actors)[:, None],
        rest,
        torch.tensor(status)[:, None],
        torch.tensor(wins).expand(steps, 1, -1),
        torch.tensor(scores).expand(steps, 1, -1),
    )


def test_pay_is_for_winning_and_for_the_margin():
    rollout = small_rollout([1, 2], [0, 0], [1.0, -0.5, -0.5, 0.0], [50.0, 40.0, 20.0, -30000.0])
    paid = pay(rollout, torch.tensor([3]), 10.0)
    margin = [0.4 * np.tanh(x) for x in (1, -1, -3)]
    assert paid[0, 0].tolist() == pytest.approx([0.6 + margin[0], -0.3 + margin[1], -0.3 + margin[2], 0])
    assert paid[1, 0].tolist() == [-0.5, -0.5, -0.5, 0]


def test_each_seat_looks_back_over_its_own_decisions():
    # seat 0, seat 1, seat 0 (the game ends), then seat 1 in a new game
    rollout = small_rollout([0, 0, 1, 0], [0, 1, 0, 1], [1.0, -1.0], [60.0, 0.0])
    counts, values = torch.tensor([2]), torch.tensor([[0.1], [-0.2], [0.3], [0.4]])
    after = torch.tensor([[0.7, -0.7]])
    better, targets = look_back(rollout, values, after, counts, 1e-9, 0.5)
    third = 1.0 - 0.3
    first = 0.5 * 1.0 + 0.5 * 0.3 - 0.1
    assert better[:, 0].tolist() == pytest.approx([first, -1.0 + 0.2, third, -0.7 - 0.4])
    assert targets[:, 0].tolist() == [
        pytest.approx(one) for one in ([0.65, -1.0], [-1.0, 1.0], [1.0, -1.0], [-0.7, 0.7])
    ]


def test_decisions_nobody_had_an_opinion_of_only_pass_on_how_the_game_went():
    # seat 1 is a bot's: what it can expect at its first decision is what became of it, whatever the one between said
    rollout = small_rollout([0, 0, 0, 1], [1, 0, 1, 0], [1.0, -1.0], [60.0, 0.0])
    counts, nan = torch.tensor([2]), float("nan")
    values = torch.tensor([[nan], [0.2], [nan], [0.3]])
    better, targets = look_back(rollout, values, torch.zeros(1, 2), counts, 1e-9, 0.5)
    assert targets[:, 0].tolist() == [pytest.approx(one) for one in ([-1, 0.65], [0.65, -1], [-1, 1], [1, -1])]
    assert better[[1, 3], 0].tolist() == pytest.approx([0.45, 0.7])


def test_numbers_of_players_are_read():
    inputs = Inputs("paris")
    assert read_shares("", inputs) == {2: 1, 3: 1, 4: 1}
    assert read_shares("2:3,4", inputs) == {2: 3, 4: 1}
    for wrong in ("5", "two", "2:0", "2:1:1"):
        with pytest.raises(AiguillageError):
            read_shares(wrong, inputs)


def test_some_seats_of_some_games_are_an_earlier_selfs():
    inputs = Inputs("paris")
    learner = Learner(inputs, Shape(16, 1, 16), CPU, 1)
    tables = Tables(inputs, {2: 1, 4: 1}, 64, 1, CPU, "cpu", 1)
    play = SelfPlay(learner, tables, Course(4, 64, 1e-3, 1e-4, 0.5))
    learner.remember_self()
    old = play.seat_old()
    for seats, count in zip(old, tables.counts[play.mixed], strict=True):
        assert 1 <= seats[:count].sum() < count
    _, _, own = play.play()
    assert own[:, 16:32].all()
    assert own[:, 48:].all()
    assert 0 < own[:, play.mixed].float().mean() < 1
    tables.close()


def test_a_scripted_bot_has_all_seats_but_one_of_some_games():
    inputs = Inputs("paris")
    learner = Learner(inputs, Shape(16, 1, 16), CPU, 1)
    tables = Tables(inputs, {2: 1, 4: 1}, 64, 1, CPU, "cpu", 1)
    sparring = Sparring(tables, "planner", 0.25, 1)
    assert sparring.own.tolist() == [-1] * 24 + [0, 1] * 4 + [-1] * 24 + [0, 1, 2, 3] * 2
    play = SelfPlay(learner, tables, Course(24, 64, 1e-3, 1e-4, 0.0), sparring)
    alone = Scripted(inputs.board, "planner", 1)
    env, rows = tables.envs[1][0], tables.envs[1][1]
    before = env.states.copy(), env.actors.copy()
    _, _, own = play.play()
    theirs = (sparring.own >= 0) & (play.rollout.actors != sparring.own)
    assert theirs.any()
    assert torch.equal(own, ~theirs)
    # What it played first is what the bot plays there, whatever the network thought.
    env.states[:], seed = before[0], int(np.random.default_rng(tables.games).integers(1 << 30))
    expected = np.full(env.batch, -1)
    wanted = theirs[0, rows].numpy()
    alone.decide(env, expected, wanted, seed)
    assert expected[wanted].tolist() == play.rollout.actions[0, rows][theirs[0, rows]].tolist()
    for one in (sparring, tables, alone):
        one.close()


def test_a_tiny_network_learns_to_beat_chance(tmp_path):
    inputs = Inputs("paris")
    learner = Learner(inputs, Shape(48, 1, 32), CPU, 1)
    tables = Tables(inputs, {2: 1}, 256, 1, CPU, "cpu", 1)
    play = SelfPlay(learner, tables, Course(64, 2048, 2e-3, 5e-4, 0.25))
    learner.remember_self()
    examiner = Examiner(inputs, CPU, 1)
    for number in range(ROUNDS):
        play.round(number / ROUNDS)
    found = examiner.evaluate(learner.net, learner.net.integers(), 2, 200, "random")
    assert found.unfinished == 0
    assert found.low > 0.7, found
    assert found.points > found.others
    learner.save(tmp_path / "paris.pt")
    resumed = Learner.resume(tmp_path / "paris.pt", inputs, CPU, 1)
    assert resumed.rounds == ROUNDS
    again = examiner.evaluate(resumed.net, resumed.net.integers(), 2, 200, "random")
    assert again.win == pytest.approx(found.win, abs=0.1)
    with pytest.raises(AiguillageError, match="another game"):
        Learner.resume(tmp_path / "paris.pt", Inputs("berlin"), CPU, 1)
    tables.close()
    examiner.close()


def test_earlier_selves_stay_few(tmp_path):
    learner = Learner(Inputs("paris"), Shape(8, 1, 8), CPU, 1)
    for _ in range(20):
        learner.remember_self()
        learner.rounds += 1
    assert len(learner.selves) == 12
    learner.save(tmp_path / "net.pt")
    assert len(Learner.resume(tmp_path / "net.pt", learner.inputs, CPU, 1).selves) == SAVED_SELVES


def test_the_command(tmp_path: Path):
    out = tmp_path / "paris.pt"
    small = "--width=16 --blocks=1 --inner=16 --games=32 --steps=8 --minibatch=128 --threads=1 --device=cpu"
    common = ["paris", "--json", "--out", str(out), "--measure-games", "4", "--against", "random"]
    common += small.split(" ")
    run = CliRunner().invoke(app, [*common, "--seconds", "8", "--imitate", "3", "--teacher", "random"])
    assert run.exit_code == 0, run.output
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    phases = [line["phase"] for line in lines]
    assert phases[0] == "start"
    assert {"teacher ready", "tables ready", "self-play", "measure"} <= set(phases)
    assert phases[-1] == "end"
    assert lines[-1]["imitated"] > 0
    assert out.exists()
    assert IntegerNet.load(out.with_suffix(".npz")).game == "paris"
    again = CliRunner().invoke(app, [*common, "--seconds", "4", "--resume", str(out), "--players", "2,4"])
    assert again.exit_code == 0, again.output
    last = json.loads(again.stdout.splitlines()[-1])
    assert last["imitated"] == lines[-1]["imitated"]
    assert last["decisions"] > lines[-1]["decisions"] > 0


def test_intervals():
    assert wilson(0.5, 100) == pytest.approx((0.404, 0.596), abs=0.001)
    assert wilson(0.0, 0) == (0.0, 1.0)
