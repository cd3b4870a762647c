"""Golden play-throughs and counts of decision sequences: what the rules do today, written down.

If a rule was changed on purpose, `pytest tests/test_golden.py --regenerate` writes the files anew; read the
difference, and raise `RULES_VERSION` if records of before would play differently.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from aiguillage.boards import load_board
from aiguillage.game import Game
from aiguillage.game.families import family_of
from aiguillage.game.kernels import COMPILED
from aiguillage.rules.actions import ACTIONS
from aiguillage.rules.cardgame_state import CARD_ACTIONS
from aiguillage.rules.phases import OVER
from aiguillage.rules.state import new_record
from invariants import copy_of

GOLDEN = Path(__file__).parent / "golden"
TITLES = {
    "europe": (2, 3, 4, 5),
    "amsterdam": (2, 3, 4),
    "berlin": (2, 3, 4),
    "paris": (2, 3, 4),
    "cardgame": (2, 3, 4),
}
TABLES = [(title, seats) for title, counts in TITLES.items() for seats in counts]
EVERY = {"europe": 90}
"""Decisions between two looks at all views; 30 in the other titles."""


def pick(name: str, decision: int, count: int) -> int:
    """One of `count` choices, the same on every machine and with every version of Python."""
    digest = hashlib.sha256(f"{name} {decision}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % count


def view_lines(game: Game) -> list[str]:
    lines = []
    for seat in (*range(game.seats), None):
        view = game.view(seat).to_dict()
        view["legal"] = [entry["text"] for entry in view["legal"]]
        view["refusals"] = len(view["refusals"])
        if seat is not None:  # what everybody sees is printed once, for the spectator
            own = ("hand", "tickets", "offer", "legal", "refusals", "keep_at_least")
            view = {name: view[name] for name in own if view[name]}
        who = "spectator" if seat is None else f"seat {seat}"
        lines.append(f"    view of {who}: {json.dumps(view, ensure_ascii=False)}")
    return lines


def play_through(title: str, seats: int) -> str:
    name = f"{title} {seats}"
    game = Game.new(title, seats, seed=1901)
    lines = [f"{title}, {seats} players, seed 1901, board {game.board.digest}"]
    lines += [f"  {event}" for event in game.events]
    while not game.over:
        decision = len(game.moves)
        if decision % EVERY.get(title, 30) == 0:
            lines += view_lines(game)
        options = game.choosing or [game.actor or 0]
        seat = options[pick(f"{name} seat", decision, len(options))]
        actions = game.legal_actions(seat)
        action = actions[pick(name, decision, len(actions))]
        lines.append(f"{decision + 1}. seat {seat} of {len(actions)}: {action}")
        for event in game.play(action, seat):
            private = f" [{event.secret_text}]" if event.secret_text else ""
            lines.append(f"  {event}{private}")
    lines += view_lines(game)
    lines.append(f"generator {int(game.kernel_state().rng):016x}")
    return "\n".join(lines) + "\n"


def compare(file: Path, text: str, regenerate: bool) -> None:
    if regenerate:
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    known = file.read_text(encoding="utf-8").split("\n")
    for number, (old, new) in enumerate(zip(known, text.split("\n"), strict=False), 1):
        assert new == old, f"{file.name}, line {number}"
    assert len(known) == len(text.split("\n"))


@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_play_through(title: str, seats: int, request: pytest.FixtureRequest) -> None:
    regenerate = request.config.getoption("--regenerate")
    compare(GOLDEN / f"{title}-{seats}.txt", play_through(title, seats), regenerate)


class Start:
    """A title's kernel, from which sequences of decisions are counted."""

    def __init__(self, title: str) -> None:
        board = load_board(title)
        family = family_of(board)
        self.table = board.table
        self.main = getattr(COMPILED, family.module)
        self.scratch_dtype = family.scratch_dtype
        self.state, self.scratch = new_record(family.state_dtype), new_record(family.scratch_dtype)

    def sequences(self, state: Any, depth: int) -> int:
        """How many sequences of so many decisions there are; chance is fixed by the state's generator."""
        if state.phase == OVER:
            return 1
        out = new_record(self.scratch_dtype).actions if depth > 1 else self.scratch.actions
        count = int(self.main.legal(self.table, state, out))
        if depth == 1:
            return count
        total = 0
        for i in range(count):
            branch = copy_of(state)
            self.main.step(self.table, branch, int(out[i]), self.scratch)
            total += self.sequences(branch, depth - 1)
        return total


def perft(title: str, seats: int) -> dict[str, list[int]]:
    """Counts to growing depth from the set-up and from three places in a game."""
    counts = {}
    for played in (0, 20, 60, 100):
        start = Start(title)
        state, scratch = start.state, start.scratch
        start.main.setup(start.table, state, seats, -1, 1901, played, scratch)
        for decision in range(played):
            if state.phase != OVER:
                legal = start.main.legal(start.table, state, scratch.actions)
                choice = pick(f"perft {title} {seats}", decision, int(legal))
                start.main.step(start.table, state, int(scratch.actions[choice]), scratch)
        found: list[int] = []
        while not found or (found[-1] < 400 and len(found) < 6):
            found.append(start.sequences(state, len(found) + 1))
        counts[f"after {played}"] = found
    return counts


def test_perft(request: pytest.FixtureRequest) -> None:
    found = {f"{title}-{seats}": perft(title, seats) for title, seats in TABLES}
    lines = [
        f"{table} {start}: {' '.join(str(count) for count in counts)}"
        for table, starts in found.items()
        for start, counts in starts.items()
    ]
    compare(GOLDEN / "perft.txt", "\n".join(lines) + "\n", request.config.getoption("--regenerate"))


def test_the_first_counts_are_what_the_rules_say() -> None:
    """Europe: 11 ways to keep two, three or four of four tickets; the cities: 3 ways to keep one or two of two.

    The Card Game: 63 ways to keep one to six of six.
    """
    for title, first in {"europe": 11, "amsterdam": 3, "berlin": 3, "paris": 3, "cardgame": 63}.items():
        start = Start(title)
        start.main.setup(start.table, start.state, 3, 0, 7, 0, start.scratch)
        counts = [start.sequences(start.state, depth) for depth in (1, 2, 3)]
        assert counts == [first, first**2, first**3]
        assert len(start.scratch.actions) == (CARD_ACTIONS if title == "cardgame" else ACTIONS)
