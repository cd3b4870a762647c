"""What only some people need is optional, and says how to get it."""

import importlib
import subprocess
import sys
from importlib.metadata import requires

import pytest

from aiguillage.arena.simulate import simulate
from aiguillage.arena.tournament import hold_tournament
from aiguillage.boards import load_board
from aiguillage.errors import AiguillageError, MissingExtra

EXTRAS = {
    "gymnasium": "rl",
    "numba": "gpu",
    "open_spiel": "spiel",
    "pettingzoo": "rl",
    "pyarrow": "parquet",
    "ray": "ray",
    "torch": "train",
}

WITHOUT = """
import sys
for name in ("gymnasium", "pettingzoo", "pyspiel", "open_spiel", "ray", "torch", "jax", "numba", "llvmlite", "pyarrow"):
    sys.modules[name] = None  # as if it were not installed
import aiguillage.cli
for _, (module, _) in sorted(aiguillage.cli.COMMANDS.items()):
    __import__(module)
import aiguillage.arena.report, aiguillage.arena.tournament, aiguillage.bots
import aiguillage.envs.batch, aiguillage.envs.measure
from aiguillage import Game
from aiguillage.bots import make_bot, play_game
play_game(Game.new("amsterdam"), [make_bot("hard"), make_bot("master:playouts=16")])
aiguillage.envs.batch.BatchEnv("cardgame", batch=2).close()
"""


def test_they_are_required_only_by_their_extras():
    found = {}
    for line in requires("aiguillage") or []:
        name, _, marker = line.partition(";")
        for module in EXTRAS:
            if name.replace("-", "_").lower().startswith(module):
                found[module] = marker.strip()
    assert found == {module: f"extra == '{extra}'" for module, extra in EXTRAS.items()}


def test_everything_else_is_imported_without_them():
    run = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize(
    ("missing", "module", "sentence"),
    [
        ("pettingzoo", "pettingzoo", "PettingZoo is not installed: pip install 'aiguillage[rl]'."),
        ("gymnasium", "gymnasium", "Gymnasium is not installed: pip install 'aiguillage[rl]'."),
        ("pyspiel", "openspiel", "OpenSpiel is not installed: pip install 'aiguillage[spiel]'."),
    ],
)
def test_a_missing_library_is_named(monkeypatch, missing, module, sentence):
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.delitem(sys.modules, f"aiguillage.envs.{module}", raising=False)
    with pytest.raises(MissingExtra) as raised:
        importlib.import_module(f"aiguillage.envs.{module}")
    assert str(raised.value) == sentence
    assert isinstance(raised.value, ImportError)


def test_a_missing_numba_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.delitem(sys.modules, "aiguillage.arena.gpu", raising=False)
    with pytest.raises(MissingExtra, match=r"^numba is not installed: pip install 'aiguillage\[gpu\]'\.$"):
        simulate(load_board("paris"), 2, 1, device="cuda")


def test_a_missing_ray_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(AiguillageError, match=r"^Ray is not installed: pip install 'aiguillage\[ray\]'\.$"):
        hold_tournament("paris", ["random", "random"], 2, ray_address="local")


def test_a_missing_pytorch_is_named(monkeypatch):
    from aiguillage.train.command import run

    monkeypatch.setitem(sys.modules, "torch", None)
    for name in [name for name in sys.modules if name.startswith("aiguillage.train.")]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(MissingExtra, match=r"^PyTorch is not installed: pip install 'aiguillage\[train\]'\.$"):
        run("paris")
