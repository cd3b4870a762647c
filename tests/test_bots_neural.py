"""`neural`: the same choices in both kernels, always legal, strong; networks that do not fit are refused."""

import base64
import json
import shutil
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from aiguillage import kernel
from aiguillage.arena.arena_command import app
from aiguillage.boards import load_board
from aiguillage.bots import BotError, Seen, load_bot, make_bot, neural_net
from aiguillage.bots.conformance import check_bot
from aiguillage.bots.kernel_bot import clean_scratch
from aiguillage.bots.neural import NET
from aiguillage.bots.neural_bot import NeuralBot
from aiguillage.bots.neural_net import IntegerNet, mind_of, shipped_net
from aiguillage.bots.opinions import weights_for
from aiguillage.bots.scratch import POLICIES
from aiguillage.bots.search import SearchBot
from aiguillage.errors import AiguillageError
from aiguillage.game.families import family_of
from aiguillage.game.kernels import INTERPRETED
from aiguillage.kernel.file import FOLDER
from aiguillage.kernel.runtime import flat
from aiguillage.rules.phases import OVER
from aiguillage.seen.layout import NEWEST
from aiguillage.titles import FOLDER as TITLE_FOLDERS
from aiguillage.titles import file_of
from small_nets import seen_in_games, small_net

TITLES = ("europe", "paris", "amsterdam", "berlin", "cardgame")
PLAYERS = 2, 4
LIMIT = 5_000


class Table:
    """Games of one network against kernel bots on the kernel alone, every move checked against the rules."""

    def __init__(self, title: str, players: int, opponent: str) -> None:
        self.board, self.players, self.opponent = load_board(title), players, opponent
        self.family = family_of(self.board)
        self.rules = kernel.module(f"rules.{self.family.module}")
        self.decide = kernel.module(self.family.path("bots", "instinct")).decide_by_net
        self.advise = kernel.module(self.family.path("bots", "policies")).decide
        self.weights = weights_for(self.board, opponent)
        net = shipped_net(self.board)
        assert net is not None
        self.mind = mind_of(net, self.board)
        self.states = kernel.new_records(self.family.state_dtype, 2)
        self.state, self.seen = self.states
        self.scratch = kernel.new_record(self.family.scratch_dtype)
        self.own = clean_scratch(self.family)

    def choose(self, seat: int, neural: bool) -> int:
        table = self.board.table
        self.states[1] = self.states[0]
        self.rules.observe(table, self.seen, seat)
        if neural:
            return int(self.decide(table, self.seen, seat, 1, self.own, self.mind))
        scratch = clean_scratch(self.family)
        policy = POLICIES[self.opponent]
        return int(self.advise(policy, table, self.seen, seat, 1, scratch, self.weights))

    def play(self, seed: int) -> float:
        """One game; the share of it that the network won."""
        table, state, scratch = self.board.table, self.state, self.scratch
        self.rules.setup(table, state, self.players, -1, seed, 0, scratch)
        mine = seed % self.players
        while state.phase != OVER:
            seat = int(state.actor)
            action = self.choose(seat, seat == mine)
            count = self.rules.legal(table, state, scratch.actions)
            assert action in scratch.actions[:count]
            assert state.decisions < LIMIT
            self.rules.step(table, state, action, scratch)
        won = np.flatnonzero(state.rank[: self.players] == state.rank[: self.players].min())
        return float((won == mine).sum() / len(won))


def decide(net: IntegerNet, seen: Seen, load: Any) -> int:
    bot = NeuralBot(3, net)
    return int(bot._player(seen.board).decide(seen, load))  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("title", "seats"), [("europe", 5), ("paris", 2), ("amsterdam", 3), ("berlin", 4), ("cardgame", 3)]
)
@pytest.mark.parametrize("layout", range(NEWEST + 1))
def test_interpreter_and_kernel_choose_the_same(title: str, seats: int, layout: int) -> None:
    net = small_net(load_board(title), layout=layout)
    choices = set()
    for seen in seen_in_games(title, seats, 7, 60)[::2]:
        before = seen.observation.tobytes()
        choice = decide(net, seen, kernel.module)
        assert choice == decide(net, seen, INTERPRETED.load)
        assert seen.action(choice).text in [action.text for action in seen.legal]
        assert seen.observation.tobytes() == before
        choices.add(choice)
    assert len(choices) > 3


def test_interpreter_and_kernel_choose_the_same_with_a_shipped_network() -> None:
    net = shipped_net(load_board("paris"))
    assert net is not None
    seen = seen_in_games("paris", 2, 3, 30)[-1]
    assert decide(net, seen, kernel.module) == decide(net, seen, INTERPRETED.load)


def in_node(argument: Any, record: bool) -> Any:
    """An argument as `call_node.mjs` takes it."""
    if isinstance(argument, int):
        return argument
    shape = [] if record else list(argument.shape)
    return {"bytes": base64.b64encode(argument.tobytes()).decode(), "shape": shape}


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
@pytest.mark.parametrize(
    ("title", "seats", "layout"), [("europe", 3, 1), ("paris", 2, 0), ("paris", 4, 1), ("cardgame", 3, 1)]
)
def test_the_engine_of_browsers_chooses_the_same(title: str, seats: int, layout: int) -> None:
    board = load_board(title)
    net = small_net(board, layout=layout)
    own = (clean_scratch(family_of(board)), *flat(mind_of(net, board)))
    entry = "card_decide_by_net" if board.family == "cards" else "board_decide_by_net"
    records = [True, True, False, False, True, *[False] * 13]
    calls: list[Any] = []
    expected: list[Any] = []
    for seen in seen_in_games(title, seats, 8, 80):
        arguments = (board.table, seen.observation, seen.seat, 3, *own)
        call = [in_node(one, record) for one, record in zip(arguments, records, strict=True)]
        calls.append(call if not calls else [None, *call[1:3], *[None] * 15])
        expected.append(decide(net, seen, kernel.module))
    run = subprocess.run(
        ["node", str(Path(__file__).with_name("call_node.mjs")), str(FOLDER), entry],
        input=json.dumps(calls),
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(run.stdout) == expected
    assert len(set(expected)) > 3


def test_after_very_many_turns_it_plays_at_random() -> None:
    """As all bots do, so that every game ends."""
    seen = seen_in_games("paris", 2, 5, 20)[-1]
    net = small_net(load_board("paris"))
    seen.observation.turns = 2_000
    codes = set()
    for number in range(40):
        seen.observation.decisions = 3_000 + number
        codes.add(decide(net, seen, kernel.module))
        assert decide(net, seen, INTERPRETED.load) == decide(net, seen, kernel.module)
    assert len(codes) > 1


@pytest.mark.parametrize("opponent", ["random", "planner"])
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("title", TITLES)
def test_every_move_is_legal_and_every_game_ends(title: str, players: int, opponent: str) -> None:
    table = Table(title, players, opponent)
    shares = [table.play(seed) for seed in range(6)]
    if opponent == "random":
        assert sum(shares) > 3


@pytest.mark.long
@pytest.mark.parametrize("opponent", ["random", "planner"])
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("title", TITLES)
def test_every_move_is_legal_in_many_games(title: str, players: int, opponent: str) -> None:
    table = Table(title, players, opponent)
    for seed in range(1_000, 1_250):
        table.play(seed)


def test_it_beats_the_planner() -> None:
    table = Table("paris", 2, "planner")
    assert np.mean([table.play(seed) for seed in range(200)]) >= 0.65


@pytest.mark.parametrize("title", TITLES)
def test_it_conforms(title: str) -> None:
    found = check_bot(lambda seed: make_bot("neural", seed), titles=(title,), games=1)
    assert found.decisions > 10


@pytest.mark.parametrize("title", TITLES)
def test_what_comes_with_the_package_fits(title: str) -> None:
    board, path = load_board(title), file_of(title, "net.npz")
    IntegerNet.load(path).check_fit(board)
    assert path.stat().st_size < 2_000_000
    card = (TITLE_FOLDERS / "NETWORKS.md").read_text(encoding="utf-8")
    assert f"| {board.name} |" in card
    assert board.digest in card


def test_every_network_has_a_title() -> None:
    assert {path.parent.name for path in TITLE_FOLDERS.glob("*/net.npz")} == set(TITLES)


def test_boards_without_a_network_are_searched() -> None:
    board = load_board("paris")
    for other in (replace(board, tickets=board.tickets[:-1]), replace(board, id="my")):
        assert shipped_net(other) is None
        assert isinstance(NeuralBot(1)._player(other), SearchBot)


def test_threads_that_think_at_once_read_a_network_once(monkeypatch: pytest.MonkeyPatch) -> None:
    board, reading, load = load_board("paris"), [], IntegerNet.load

    def slow(path: Path) -> IntegerNet:
        reading.append(path)
        time.sleep(0.05)
        assert len(reading) == 1
        return load(path)

    monkeypatch.setattr(IntegerNet, "load", slow)
    shipped_net.cache_clear()
    neural_net._loaded.cache_clear()
    with ThreadPoolExecutor(4) as threads:
        first, *others = threads.map(shipped_net, [board] * 4)
    assert first is not None
    assert all(other is first for other in others)


def test_a_network_of_something_else_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    board = load_board("paris")
    net = small_net(board)
    net.check_fit(board)
    with pytest.raises(BotError, match=r"trained for paris, board .*: it cannot play Berlin"):
        net.check_fit(load_board("berlin"))
    with pytest.raises(BotError, match="by version 1 of the rules"):
        replace(net, rules=1).check_fit(board)
    with pytest.raises(BotError, match="observations of version 9"):
        replace(net, layout=9).check_fit(board)
    with pytest.raises(BotError, match="does not have the observations and actions of Paris"):
        replace(net, columns=net.columns[:, ::-1]).check_fit(board)
    with pytest.raises(BotError, match="cannot play Berlin"):
        NeuralBot(1, net).choose(seen_in_games("berlin", 2, 1, 1)[0])
    monkeypatch.setattr("aiguillage.bots.neural_net.RULES_VERSION", 99)
    with pytest.raises(BotError, match="and these are version 99"):
        shipped_net.__wrapped__(board)


def test_files_that_are_broken_are_refused(tmp_path: Path) -> None:
    path, board = tmp_path / "net.npz", load_board("paris")
    net = small_net(board)
    for wrong in (
        {"weights": net.weights[:-1]},
        {"biases": net.biases.astype(np.int64)},
        {"columns": net.columns + np.int16(5000)},
        {"shifts": net.shifts + np.int8(9)},
        {"nets": np.zeros(1, NET)},
        {"nets": np.zeros(2, NET)},
    ):
        replace(net, **wrong).save(path)
        with pytest.raises(BotError, match=r"net\.npz is not a network: its arrays do not fit each other"):
            IntegerNet.load(path)
    path.write_bytes(b"PK\x03\x04no")
    with pytest.raises(BotError, match="is not a network"):
        IntegerNet.load(path)
    np.savez(path, format=np.array(1))
    with pytest.raises(BotError, match="is a network of format 1, and this program reads 2"):
        IntegerNet.load(path)
    with pytest.raises(BotError, match="There is no file"):
        load_bot(str(tmp_path / "none.npz"))


def test_a_file_is_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small_net(load_board("paris")).save(tmp_path / "my.npz")
    monkeypatch.chdir(tmp_path)
    assert repr(load_bot("my.npz", 4)) == "NeuralBot(4, paris)"
    with pytest.raises(BotError, match=r"There is no bot 'my\.npz'"):
        make_bot("my.npz")
    with pytest.raises(BotError, match="The bot neural has no such options: net"):
        make_bot("neural", net="my.npz")
    line = ["paris", "--bots", "my.npz,random", "--games", "2", "--threads", "1", "--json"]
    run = CliRunner().invoke(app, line)
    assert run.exit_code == 0, run.output
    assert '"my.npz"' in run.stdout
    with pytest.raises(AiguillageError, match=r"The bot my\.npz broke .* it cannot play Berlin"):
        CliRunner().invoke(app, ["berlin", *line[1:]], catch_exceptions=False)
