"""Look for the puzzles of the client anew: some of every level for every title, each with one answer.

    python web/tools/puzzles.py [title …]

What is found is `puzzles.json` of each title's folder. It takes some minutes.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator

from aiguillage.analysis.puzzles import LEVELS, Puzzle, puzzle_file, puzzles_of
from aiguillage.boards import board_names
from aiguillage.titles import file_of

EACH = {"europe": 3, "cardgame": 2}
"""Puzzles of each level; four where nothing is said: the games of these titles are long."""

ALIKE = 2
"""Of these so many with the same kind of answer."""

GAMES = 60
"""Games that are looked through, at most."""

FIRST_DEAL = 1000


def choose(title: str) -> Iterator[list[Puzzle]]:
    """A few puzzles of each level from different games: all that were found so far, after each."""
    found: list[Puzzle] = []
    room = dict.fromkeys((*LEVELS, "hard"), EACH.get(title, 4))
    order = list(room)
    kinds: Counter[tuple[str, str]] = Counter()
    for deal in range(FIRST_DEAL, FIRST_DEAL + GAMES):
        for puzzle in puzzles_of(title, 2, deal):
            kind = puzzle.level, puzzle.answer.split()[0]
            if room[puzzle.level] and kinds[kind] < ALIKE:
                room[puzzle.level] -= 1
                kinds[kind] += 1
                found.append(puzzle)
                yield sorted(found, key=lambda one: order.index(one.level))
                break
        if not any(room.values()):
            break


def main() -> None:
    """Write the files of the titles that are named, or of all."""
    for title in sys.argv[1:] or board_names():
        for puzzles in choose(title):
            text = json.dumps(puzzle_file(title, puzzles), ensure_ascii=False, indent=1)
            file_of(title, "puzzles.json").write_text(text + "\n", encoding="utf-8")
            print(title, dict(Counter(puzzle.level for puzzle in puzzles)), flush=True)


if __name__ == "__main__":
    main()
