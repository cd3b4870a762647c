"""What `aiguillage bench` says about batches; how fast they are is no matter of tests."""

import json

import pytest

from aiguillage.arena import measure
from aiguillage.boards import load_board
from aiguillage.envs import measure as batches
from aiguillage.envs.bench_command import run
from aiguillage.envs.measure import Course, compare

SHORT = Course(batch=16, steps=2, raw_games=4, slices=3)


@pytest.mark.parametrize("name", ["berlin", "cardgame"])
def test_batches_are_compared_with_raw_simulation(name):
    found = compare(load_board(name), 3, course=SHORT)
    assert (found.game, found.players, found.device, found.batch) == (name, 3, "cpu", 16)
    assert found.decisions_per_second > 0
    assert found.raw_decisions_per_second > 0
    assert found.times_slower > 0


def test_the_benchmark_has_the_rate_of_batches(monkeypatch, capsys):
    monkeypatch.setitem(batches.COURSES, "cpu", SHORT)
    monkeypatch.setattr(measure, "measure_kernel", lambda titles: ())
    run(games=["paris"], as_json=True)
    first, *figures = json.loads(capsys.readouterr().out)
    assert (first["what"], first["unit"]) == ("from start to a first choice", "s")
    assert [(figure["what"], figure["players"], figure["unit"]) for figure in figures] == [
        ("batch", 2, "decisions/CPU s"),
        ("batch beside random play", 2, "times slower"),
        ("batch", 4, "decisions/CPU s"),
        ("batch beside random play", 4, "times slower"),
    ]
    assert all(figure["value"] > 0 for figure in figures)
