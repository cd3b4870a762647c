"""What is of the wrong kind, or far too long, gets one short sentence of ours."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from aiguillage.boards import BoardError
from aiguillage.errors import LONGEST, AiguillageError, short
from aiguillage.game import Game, GameError, RecordError

LONG = "x" * 1_000_000
ODD: list[Any] = ["0", 1.0, True, b"0", [0], {}, object()]


def kind(value: Any) -> str:
    return type(value).__name__


def sentence(call: Callable[[], Any]) -> str:
    with pytest.raises(AiguillageError) as error:
        call()
    text = str(error.value)
    assert len(text) < 400
    assert "\n" not in text
    return text


@pytest.mark.parametrize("odd", ODD, ids=kind)
def test_numbers_of_the_wrong_kind(odd: Any) -> None:
    game = Game.new("europe")
    for call in (
        lambda: Game.new("europe", odd),
        lambda: Game.new("europe", 2, odd),
        lambda: Game.new("europe", 2, first=odd),
        lambda: Game.new("europe", 2, key=odd),
        lambda: game.play("keep nothing", seat=odd),
        lambda: game.play(game.legal_actions()[0], key=odd),
        lambda: game.legal_actions(odd),
        lambda: game.parse("blind", odd),
        lambda: game.explain("blind", odd),
        lambda: game.view(odd),
        lambda: game.observation(odd),
        lambda: game.may_act(odd),
        lambda: game.can_undo(odd),
        lambda: game.undo(odd),
    ):
        assert "must be a whole number, not " in sentence(call)
    assert game.moves == []


@pytest.mark.parametrize("odd", [None, 5, b"europe", ["europe"], {}, object()], ids=kind)
def test_games_boards_and_texts_of_the_wrong_kind(odd: Any) -> None:
    game = Game.new("europe")
    assert "A game is a title" in sentence(lambda: Game.new(odd))
    assert "A record is a text, not " in sentence(lambda: Game.from_record(odd))
    assert sentence(lambda: Game.from_position(odd)).startswith("The position ")
    for call in (lambda: game.play(odd), lambda: game.parse(odd), lambda: game.explain(odd)):
        assert sentence(call) == "An action is an Action or its text."
    if odd is not None:
        assert "A game is a title" in sentence(lambda: Game.from_record(game.record(), odd))
        assert "A game is a title" in sentence(lambda: Game.from_position(game.position(), odd))
        assert "tags" in sentence(lambda: game.record({"Event": odd} if odd == {} else odd)) or odd == {}


@pytest.mark.parametrize("odd", [["look"], "look", {"look": 1}, {"look": None}, {1: True}, {LONG: True}], ids=type)
def test_options_of_the_wrong_kind(odd: Any) -> None:
    assert "ption" in sentence(lambda: Game.new("cardgame", options=odd))


def test_tags_of_the_wrong_kind() -> None:
    game = Game.new("europe")
    assert "must be a text, not 5" in sentence(lambda: game.record({"Event": 5}))  # type: ignore[dict-item]
    assert "cannot be an extra tag" in sentence(lambda: game.record({5: "x"}))  # type: ignore[dict-item]
    assert "cannot be an extra tag" in sentence(lambda: game.record({LONG + "!": "x"}))


def test_very_long_texts_are_cut() -> None:
    game = Game.new("europe")
    with pytest.raises(BoardError) as refused:
        Game.new(LONG)
    assert len(str(refused.value)) < 400
    for text in (
        LONG,
        f"keep {LONG}",
        f"claim {LONG}",
        f"claim {LONG} with 2 red",
        f"take {LONG}",
        f"pay {LONG} red",
    ):
        sentence(partial(game.play, text))
        sentence(partial(game.parse, text))
    cards = Game.new("cardgame")
    for text in (f"place {LONG}", f"place {LONG} red", f"place red green {LONG}", f"place 2 red {LONG} wild"):
        sentence(partial(cards.play, text))
    for position in (
        {LONG: 1},
        {"game": LONG},
        game.position() | {"phase": LONG},
        game.position() | {LONG: 1},
    ):
        sentence(partial(Game.from_position, position))
    for field in ("actor", "turns", "random", "market", "claims", "deck"):
        for value in (LONG, {LONG: 1}, [LONG] * 5, 10**5000):
            changed = game.position() | {field: value}
            sentence(partial(Game.from_position, changed))


@pytest.mark.parametrize("tag", ["Game", "Board", "Rules", "Seats", "Seed", "First", "Options", "Result", "State"])
def test_long_tags_of_a_record_are_cut(tag: str) -> None:
    record = Game.new("cardgame", options={"look": True}).record()
    lines = [f'[{tag} "{LONG}"]' if line.startswith(f"[{tag} ") else line for line in record.split("\n")]
    with pytest.raises(RecordError):
        Game.from_record("\n".join(lines))
    sentence(lambda: Game.from_record("\n".join(lines)))
    sentence(lambda: Game.from_record(record + f"0 {LONG}\n"))
    sentence(lambda: Game.from_record(record + LONG))
    sentence(lambda: Game.from_record(f'[{LONG} "1"]\n[{LONG} "1"]\n'))


def test_short_quotes_anything() -> None:
    loop: list[Any] = []
    loop.append(loop)
    for value in (LONG, LONG.encode(), 10**5000, loop, [LONG] * 3, None, "a\nb"):
        text = short(value)
        assert len(text) <= LONGEST + 1
        assert "\n" not in text
    assert short("red") == "'red'"


def test_options_are_under_the_digest_of_a_record() -> None:
    """A record to which an option was added, or from which it was taken, is refused."""
    plain, looking = (Game.new("cardgame", seed=4, options={"look": look}) for look in (False, True))
    for game in (plain, looking):
        for seat in (0, 1):
            game.play(game.legal_actions(seat)[0], seat)
        assert Game.from_record(game.record()).state_bytes() == game.state_bytes()
    added = plain.record().replace("[Result", '[Options "look"]\n[Result')
    removed = looking.record().replace('[Options "look"]\n', "")
    for record in (added, removed):
        assert "its tag State does not agree" in sentence(partial(Game.from_record, record))


def test_errors_of_the_wrong_kind_are_game_errors() -> None:
    with pytest.raises(GameError, match="The number of players must be a whole number, not '3'"):
        Game.new("europe", seats="3")  # type: ignore[arg-type]
