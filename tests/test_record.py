"""The text record: it replays bit for bit, and is refused with a reason if it was damaged (docs/record.md)."""

import random
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aiguillage.boards import load_board
from aiguillage.game import Game, GameError, RecordError
from aiguillage.rules import RULES_VERSION
from positions import lay_out

TITLES = {"europe": (2, 3, 4, 5), "amsterdam": (2, 3, 4), "berlin": (2, 3, 4), "paris": (2, 3, 4)}
TABLES = [(title, seats) for title, counts in TITLES.items() for seats in counts]


def random_game(title: str, seats: int, seed: int, limit: int = 100_000, keys: bool = False) -> Game:
    chance = random.Random(f"{title} {seats} {seed}")
    game = Game.new(title, seats, seed=seed, first=chance.choice([None, 0]))
    while not game.over and len(game.moves) < limit:
        seat = chance.choice(game.choosing) if game.choosing else None
        key = chance.getrandbits(64) if keys and chance.random() < 0.5 else None
        game.play(chance.choice(game.legal_actions(seat)), seat, key)
    return game


@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_a_record_replays_bit_for_bit(title: str, seats: int) -> None:
    for limit in (0, 1, seats, 20, 100_000):
        game = random_game(title, seats, seed=limit, limit=limit, keys=limit > 1)
        text = game.record()
        again = Game.from_record(text)
        assert again.state_bytes() == game.state_bytes()
        assert again.record() == text
        assert again.moves == game.moves
        assert again.events == game.events
        assert again.board is game.board


def test_the_form_of_a_record() -> None:
    game = lay_out("europe", hands={0: "4 red"})
    game.play("claim marseille-pamplona", key=5)
    game.play("blind")
    header, moves = game.record({"Event": 'A "friendly" game\nin two lines\u2028or \u0085three'}).split("\n\n")
    names = [line[1:].split()[0] for line in header.split("\n")]
    assert names == [
        *("Game", "Board", "Rules", "Seats", "Seed", "First", "Position", "Result", "State", "Event"),
    ]
    assert f'[Rules "{RULES_VERSION}"]' in header
    assert f'[Board "{load_board("europe").digest}"]' in header
    assert '[Result "*"]' in header
    assert moves == "0 claim marseille-pamplona #00000000000000000000000000000005\n1 blind\n"


def test_extra_tags_survive_and_own_tags_cannot_be_overwritten() -> None:
    game = random_game("paris", 2, seed=1, limit=10)
    odd = 'quotes " and \\ back\nslashes\u2028\u0085\x0c, accents é'
    text = game.record({"Event": odd, "White": ""})
    assert Game.from_record(text).state_bytes() == game.state_bytes()
    from aiguillage.game.record import read_tags

    assert read_tags(text)["Event"] == odd
    for name in ("Seed", "State", "two words", "", "a]b"):
        with pytest.raises(GameError, match="cannot be an extra tag"):
            game.record({name: "x"})


def test_a_record_from_a_position() -> None:
    game = lay_out("europe", hands={0: "4 red"}, claims={1: ["paris-zurich"]})
    game.play("claim marseille-pamplona")
    game.play("blind")
    again = Game.from_record(game.record())
    assert again.state_bytes() == game.state_bytes()
    assert again.record() == game.record()


def test_a_record_on_a_board_of_ones_own() -> None:
    board = replace(load_board("paris"), id="my-paris", flag_points=5)
    game = Game.new(board, 2, seed=3)
    for _ in range(6):
        game.play(game.legal_actions()[0])
    text = game.record()
    assert Game.from_record(text, board).state_bytes() == game.state_bytes()
    with pytest.raises(RecordError, match="not at hand: 'my-paris'"):
        Game.from_record(text)
    with pytest.raises(RecordError, match="another version of the board"):
        Game.from_record(text, load_board("paris"))


def test_after_undo_the_record_forgets() -> None:
    game = lay_out("europe", hands={0: "4 red 4 wild"})
    empty = game.record()
    game.play("claim marseille-pamplona")
    game.undo()
    assert game.record() == empty


RECORD = random_game("europe", 3, seed=7, limit=60, keys=True).record()
FINISHED = random_game("paris", 2, seed=7).record()


def edited(pattern: str, replacement: str, text: str = RECORD) -> str:
    changed = re.sub(pattern, replacement, text, count=1, flags=re.MULTILINE)
    assert changed != text
    return changed


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "has no Game tag"),
        ("hello", "has no Game tag"),
        ("\n" + RECORD, "has no Game tag"),
        (edited(r'^\[Game "europe"\]\n', ""), "has no Game tag"),
        (edited(r'^\[State .*\n', ""), "has no State tag"),
        (edited(r'^\[Result .*\n', ""), "has no Result tag"),
        (edited(r'^\[Seed "7"\]', "[Seed 7]"), "Line 5 of the record is no tag"),
        (edited(r'^\[Seed "7"\]', '[Seed "7"'), "Line 5 of the record is no tag"),
        (edited(r'^\[Seed "7"\]', '[Seed "\\\\x"]'), "Line 5 of the record has a damaged value"),
        (edited(r'^\[Seed "7"\]', '[Seed "7"]\n[Seed "7"]'), "gives the tag Seed a second time"),
        (edited(r'^\[Seed "7"\]', '[Seed "seven"]'), "header of the record is wrong"),
        (edited(r'^\[Seed "7"\]', '[Seed "-7"]'), "header of the record is wrong: The seed"),
        (edited(r'^\[Seed "7"\]', '[Seed "8"]'), "cannot be played"),
        (edited(r'^\[Seats "3"\]', '[Seats "9"]'), "header of the record is wrong: Europe is for 2 to 5"),
        (edited(r'^\[First ".*"\]', '[First "4"]'), "header of the record is wrong: The first player"),
        (edited(r'^\[Game "europe"\]', '[Game "eurpoe"]'), "not at hand: 'eurpoe'"),
        (edited(r'^\[Game "europe"\]', '[Game "/etc/passwd"]'), "not at hand: '/etc/passwd'"),
        (edited(r'^\[Game "europe"\]', '[Game "paris"]'), "another version of the board"),
        (edited(r'^\[Board ".*"\]', '[Board "0000000000000000"]'), "another version of the board"),
        (edited(r'^\[Rules ".*"\]', '[Rules "0"]'), "of rules version 0, and this program plays version"),
        (edited(r'^\[State ".*"\]', '[State "0000000000000000"]'), "its tag State does not agree"),
        (edited(r'^\[Result "\*"\]', '[Result "1 2 3"]'), "its tag Result does not agree"),
        (edited(r'^\[Result "', '[Result "1', FINISHED), "its tag Result does not agree"),
        (edited(r'^\[State', '[Options "sound"]\n[State'), "no option 'sound'"),
        (edited(r'^\[State', '[Position "{"]\n[State'), "header of the record is wrong"),
        (edited(r'^\[State', '[Position "{}"]\n[State'), "position that the record starts from is wrong"),
        (edited(r'^\[State', f'[Position "{"[" * 50_000}"]\n[State'), "header of the record is wrong"),
        (edited(r"^(\d) keep", r"7 keep"), "cannot be played: There is no seat 7"),
        (edited(r"^(\d) keep .*", r"\1 keep nothing"), "Keep at least 2"),
        (edited(r"^(\d) keep .*", r"\1 hurrah"), "'hurrah' is no action"),
        (edited(r"^(\d) keep .*", r"what"), "is no decision: 'what'"),
        (edited(r"^(\d) keep .*", "9" * 5000 + " blind"), "is no decision"),
        (edited(r"^(\d) keep (\S+) (\S+)(.*)", r"\1 keep \3 \2\4"), "not in the form in which records are written"),
        (edited(r"^(\d) blind", r"\1  blind"), "not in the form|is no decision"),
        (RECORD + "0 dance\n", "cannot be played"),
        (RECORD[: RECORD.rindex("\n", 0, -1) + 1], "its tag State does not agree"),
        (FINISHED + "0 blind\n", "The game is over"),
    ],
)  # fmt: skip
def test_a_damaged_record_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(RecordError, match=reason):
        Game.from_record(text)


def test_windows_line_ends_and_blanks_do_no_harm() -> None:
    game = Game.from_record(RECORD)
    assert Game.from_record(RECORD.replace("\n", "\r\n")).state_bytes() == game.state_bytes()
    assert Game.from_record(RECORD.replace("\n0 ", "\n\n0 ") + "\n  \n").state_bytes() == game.state_bytes()


@given(data=st.data())
@settings(max_examples=150)
def test_random_damage_is_refused_or_harmless(data: st.DataObject) -> None:
    """Cut, insert, replace, swap: a record that is still read gives the game that it says, and only that."""
    text = data.draw(st.sampled_from([RECORD, FINISHED]))
    lines = text.split("\n")
    kind = data.draw(st.sampled_from(["cut", "insert", "replace", "drop", "swap", "repeat"]))
    i, j = (data.draw(st.integers(0, len(lines) - 1)) for _ in range(2))
    if kind in ("cut", "insert", "replace"):
        at = data.draw(st.integers(0, len(text) - 1))
        piece = data.draw(st.text(min_size=1, max_size=4))
        text = {
            "cut": text[:at] + text[at + len(piece) :],
            "insert": text[:at] + piece + text[at:],
            "replace": text[:at] + piece + text[at + len(piece) :],
        }[kind]
    else:
        if kind == "drop":
            del lines[i]
        elif kind == "swap":
            lines[i], lines[j] = lines[j], lines[i]
        else:
            lines.insert(i, lines[j])
        text = "\n".join(lines)
    try:
        game = Game.from_record(text)
    except RecordError:
        return
    assert Game.from_record(game.record()).state_bytes() == game.state_bytes()
    assert game.record().split("\n\n")[1].split() == text.split("\n\n", 1)[-1].split()
