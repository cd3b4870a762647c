"""`aiguillage replay`: a record told move by move, and nothing that the seat could not see."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from aiguillage import Game
from aiguillage.errors import AiguillageError
from aiguillage.game.replay_command import app
from aiguillage.titles import file_of

KEPT = ("keep riga-bucuresti brest-venezia", "keep palermo-constantinople kyiv-sochi edinburgh-paris")


@pytest.fixture(scope="module")
def game() -> Game:
    """The beginning of a game of Europe: two openings, a blind card and a claim or a few more cards."""
    game = Game.new("europe", seats=2, seed=5)
    for seat, text in enumerate(KEPT):
        game.play(text, seat)
    for text in ("blind", "blind", "blind", "take blue"):
        game.play(text)
    return game


@pytest.fixture(scope="module")
def record(game: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("records") / "game.record"
    file.write_text(game.record({"Player0": "Ann", "Event": "Friday"}), encoding="utf-8")
    return file


def replay(*arguments: object, read: str | None = None) -> str:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], input=read)
    if result.exception:
        raise result.exception
    return result.stdout


def secrets(game: Game) -> set[str]:
    """Sentences that only seat 0 was told."""
    return {event.secret_text for event in game.events if event.seat == 0 and event.secret_text}


def test_everything_is_told(game: Game, record: Path) -> None:
    text = replay(record)
    assert text.startswith("Europe, 2 players, 6 decisions\n")
    assert f"   1  Ann: {KEPT[0]}\n        keeps Riga – Bucuresti and Brest – Venezia\n" in text
    assert f"   2  seat 1: {KEPT[1]}\n" in text
    assert text.endswith("The game is not over.\n")
    assert len(secrets(game)) >= 2
    assert all(secret in text for secret in secrets(game))


def test_a_seat_is_told_what_it_saw(game: Game, record: Path) -> None:
    own, other, nobody = (replay(record, "--seat", seat) for seat in (0, 1, "spectator"))
    for secret in secrets(game):
        assert secret in own
        assert secret not in other
        assert secret not in nobody
    assert KEPT[0] in own
    assert KEPT[0] not in other
    assert KEPT[1] not in nobody
    assert "   1  Ann\n        has chosen opening tickets\n" in other


def test_as_json(game: Game, record: Path) -> None:
    data = json.loads(replay(record, "--json"))
    assert [step["action"] for step in data["steps"]] == [None, *(move.text for move in game.moves)]
    assert data["tags"] == {"Player0": "Ann", "Event": "Friday"}
    assert [event["kind"] for step in data["steps"] for event in step["events"]] == [
        event.kind for event in game.events
    ]
    assert data["outcome"] is None
    other = json.loads(replay(record, "--json", "--seat", 1))
    assert [step["action"] for step in other["steps"]][1:3] == [None, KEPT[1]]
    told = [event for step in other["steps"] for event in step["events"]]
    assert told == [event.to_dict(1) for event in game.events]


def test_how_it_stood(game: Game, record: Path) -> None:
    early = game.restarted()
    for move in game.moves[:3]:
        early.play(move.text, move.seat, move.key)
    assert json.loads(replay(record, "--at", 3, "--json")) == early.position()
    assert json.loads(replay(record, "--at", 3, "--json", "--seat", 1)) == early.view(1).to_dict()
    text = replay(record, "--at", 3)
    assert "Europe after 3 decisions\nTo act: Ann (second-card).\n" in text
    assert text.count("  hand ") == 2
    assert replay(record, "--at", 3, "--seat", "spectator").count("  hand ") == 0
    assert "To act: Ann and seat 1 (opening)." in replay(record, "--at", 0)


def test_a_finished_game_has_a_result(tmp_path: Path) -> None:
    """On one's own copy of a board, from the standard input."""

    file = tmp_path / "mine.toml"
    source = file_of("paris", "board.toml")
    file.write_text(source.read_text("utf-8"), encoding="utf-8")
    game = Game.new(str(file), seats=2, seed=1)
    while not game.over:
        game.play(game.legal_actions()[-1])
    text = replay("-", "--board", file, read=game.record())
    totals = [seat.total for seat in game.outcome().seats]
    assert f"Result: seat 0 {totals[0]}, seat 1 {totals[1]}. Won by " in text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--at", "7"], "The record has 6 decisions, not 7."),
        (["--seat", "2"], "There is no seat '2'; the seats are 0 to 1, spectator and all."),
        (["--seat", "-1"], "There is no seat '-1'"),
    ],
)
def test_what_is_not_there(record: Path, arguments: list[str], said: str) -> None:
    with pytest.raises(AiguillageError, match=said):
        replay(record, *arguments)


def test_an_editors_mark_before_the_text_is_no_part_of_it(record: Path, tmp_path: Path) -> None:
    marked = tmp_path / "marked.record"
    marked.write_text(record.read_text("utf-8"), encoding="utf-8-sig")
    assert replay(marked) == replay(record)
    assert replay("-", read=marked.read_text("utf-8")) == replay(record)


def test_what_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(AiguillageError, match="cannot be read: no such file"):
        replay(tmp_path / "nothing.record")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    with pytest.raises(AiguillageError, match="no text in UTF-8"):
        replay(tmp_path / "bytes")
    (tmp_path / "text").write_text("Dear diary")
    with pytest.raises(AiguillageError, match="header is incomplete"):
        replay(tmp_path / "text")
