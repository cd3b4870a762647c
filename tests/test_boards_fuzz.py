"""Whatever is typed into a board file, it loads or is refused in one line; what loads can be played."""

import copy
import random
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from aiguillage.boards import Board, BoardError, board_names
from aiguillage.boards.load import build_board
from aiguillage.rules.phases import OVER
from aiguillage.rules.random_play import play_out
from aiguillage.rules.state import SCRATCH, STATE, new_record
from aiguillage.rules.turn import setup
from aiguillage.titles import file_of

Path = tuple[str | int, ...]

JUNK: list[Any] = [
    *(0, 1, -1, 5, 99, 10**30, 1.5, float("nan"), float("inf"), True),
    *("", " ", "x", "grey", "wild", "paris", "subway", "a\nb"),
    *([], [1, 2], ["a"], [[1]], {}, {"a": 1}, {"1": 1}, {"²": 1}, {"-1": 2}, {"a\nb": 1}),
]


def content(game: str) -> dict[str, Any]:
    return tomllib.loads(file_of(game, "board.toml").read_text(encoding="utf-8"))


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """The way to every value in the content."""
    items: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*path, key)
        yield from paths(inner, (*path, key))


def at(value: Any, path: Path) -> Any:
    for key in path:
        value = value[key]
    return value


def damage(content: dict[str, Any], path: Path, rng: random.Random) -> None:
    """Take a value away, double a row, add a stray key or put something else there."""
    around, last = at(content, path[:-1]), path[-1]
    kind = rng.random()
    if kind < 0.15:
        del around[last]
    elif kind < 0.25 and isinstance(around, list):
        around.append(copy.deepcopy(around[0]))
    elif kind < 0.35 and isinstance(around, dict):
        around[rng.choice(["x", "at", "cards", "ferry", "long"])] = rng.choice(JUNK)
    else:
        around[last] = copy.deepcopy(rng.choice(JUNK))


@pytest.mark.parametrize("game", board_names())
def test_any_damage_is_loaded_or_refused_in_one_line(game: str) -> None:
    rng = random.Random(game)
    original = content(game)
    everywhere = list(paths(original))
    sections = [path for path in everywhere if "list" not in path]  # a list has hundreds of similar rows
    refusals = []
    for _ in range(250):
        damaged = copy.deepcopy(original)
        damage(damaged, rng.choice(sections if rng.random() < 0.6 else everywhere), rng)
        try:
            assert len(build_board(damaged, "mine.toml").digest) == 16
        except BoardError as error:
            refusals.append(str(error))
    assert 100 < len(refusals) < 250
    for message in refusals:
        assert message.startswith("mine.toml: ")
        assert message.isprintable()


def altered_boards(game: str) -> Iterator[Board]:
    """Boards with other numbers than the published ones, as far as they are accepted."""
    rng = random.Random(game)
    original = content(game)
    numbers = [
        path
        for path in paths(original)
        if type(at(original, path)) is int and not {"list", "format", "total"} & set(path)
    ]
    while True:
        altered = copy.deepcopy(original)
        for path in rng.sample(numbers, 2):
            at(altered, path[:-1])[path[-1]] = rng.choice((0, 1, 2, 3, 4, 6, 20))
        cards = altered["cards"]
        cards["total"] = cards["wild"] + sum(cards["colours"].values())
        try:
            yield build_board(altered, "mine.toml")
        except BoardError:
            continue


@pytest.mark.parametrize("game", ["europe", "amsterdam", "berlin", "paris"])
def test_altered_boards_can_be_played_to_the_end(game: str) -> None:
    for _, board in zip(range(5), altered_boards(game), strict=False):
        state, scratch = new_record(STATE), new_record(SCRATCH)
        setup(board.table, state, board.max_seats, -1, 1, 0, scratch)
        play_out(board.table, state, 20_000, scratch)
        assert state.phase == OVER
