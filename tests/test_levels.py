"""The levels for people: each stronger than the one below it, in every title; bots that forget themselves."""

import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from aiguillage.boards import load_board
from aiguillage.bots import LEVELS, BotError, Seen, make_bot
from aiguillage.bots.levels import USUAL, lapses, levels_of
from aiguillage.game import Game
from aiguillage.titles import file_of, titles
from programs import load

TITLES = ("europe", "amsterdam", "berlin", "paris", "cardgame")
BENCH = Path(__file__).parents[1] / "bench"
GAMES = 60


@pytest.fixture(scope="module")
def bench() -> Any:
    """`bench/bots_levels.py`."""
    sys.path.insert(0, str(BENCH))
    module = load(BENCH / "bots_levels.py")
    sys.path.remove(str(BENCH))
    return module


@pytest.mark.parametrize("title", TITLES)
def test_each_level_is_stronger_than_the_one_below(title: str, bench: Any) -> None:
    table = bench.Table(title)
    *weaker, strongest = levels_of(table.board).values()
    assert strongest == "master"
    for lower, upper in pairwise(weaker):
        won = sum(table.play([upper, lower], 3, number) for number in range(GAMES)) / GAMES
        assert 0.6 < won < 0.95, f"{upper} won {won} against {lower}"


@pytest.mark.parametrize("title", ["paris", "cardgame"])
def test_the_bench_plays_as_the_bots_do(title: str, bench: Any) -> None:
    table = bench.Table(title)
    game = Game.new(title, seats=2, seed=4)
    bots = {level: make_bot(level, 9) for level in LEVELS[:-1]}
    while not game.over:
        seat = game.actor
        assert seat is not None
        seen = Seen.of(game, seat)
        for level, bot in bots.items():
            table.states[1] = seen.observation
            code = table.choice(levels_of(game.board)[level], seat, 9)
            assert seen.action(code) == bot.choose(seen), level
        game.play(bots["hard"].choose(seen), seat)


def test_a_board_of_ones_own_has_the_usual_levels(tmp_path: Path) -> None:
    text = file_of("paris", "board.toml").read_text(encoding="utf-8")
    changed = tmp_path / "paris.toml"
    changed.write_text(text.replace("end_trigger = 2", "end_trigger = 3"), encoding="utf-8")
    own, ours = load_board(changed), load_board("paris")
    assert own.id == ours.id
    assert own.digest != ours.digest
    assert levels_of(own) == USUAL != levels_of(ours)


def test_a_title_cannot_say_who_the_master_is(monkeypatch: pytest.MonkeyPatch) -> None:
    board = load_board("paris")
    levels = {**titles()["paris"].about["levels"], "master": "planner"}
    named = replace(titles()["paris"], about={"levels": levels})
    monkeypatch.setattr("aiguillage.bots.levels.titles", lambda: {"paris": named})
    with pytest.raises(BotError, match="easy, normal, hard, expert, and no others"):
        levels_of(board)


def test_lapses_are_as_many_as_was_said() -> None:
    game = Game.new("paris", seats=2, seed=1)
    seen = Seen.of(game, game.actor or 0)
    for lapse in (0, 30, 100):
        found = sum(lapses(seen, seed, lapse) for seed in range(1000))
        assert abs(found - 10 * lapse) <= (40 if lapse == 30 else 0)
    with pytest.raises(BotError, match="0 to 100"):
        make_bot("planner+hungry:lapse=101")
