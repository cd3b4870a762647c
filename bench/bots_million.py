"""A million games of the fast bots with every move checked: no illegal move, no game without an end.

    python bench/bots_million.py --games 1000000
    python bench/bots_million.py --games 10000 --titles paris

The games are shared out over the titles, the numbers of players and line-ups of all kernel bots. Stops with an error
at the first fault.
"""

import argparse
import itertools
import time

from aiguillage.boards import load_board
from aiguillage.bots.scratch import POLICIES
from bots_match import match

TITLES = ("amsterdam", "berlin", "paris", "europe", "cardgame")


def main() -> None:
    """Play the games and print the tally."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--titles", nargs="*", default=TITLES)
    parser.add_argument("--seed", type=int, default=20)
    options = parser.parse_args()
    start, total, decisions = time.time(), 0, 0
    for title in options.titles:
        board = load_board(title)
        counts = range(board.min_seats, board.max_seats + 1)
        line_ups = [
            [bots[(first + seat) % len(bots)] for seat in range(seats)]
            for seats in counts
            for bots in (list(POLICIES),)
            for first in range(len(bots))
        ]
        share = options.games // len(options.titles) // len(line_ups) + 1
        played = 0
        for line_up, number in zip(line_ups, itertools.count(), strict=False):
            deals = -(-share // len(line_up))
            states, _ = match(title, line_up, deals, options.seed + number, check=True)
            played += len(states)
            decisions += int(states["decisions"].sum())
        total += played
        print(
            f"{title}: {played:,} games, all finished, every move legal ({time.time() - start:.0f} s)",
            flush=True,
        )
    print(
        f"{total:,} games, {decisions:,} decisions in {time.time() - start:.0f} s: no illegal move, none unfinished"
    )


if __name__ == "__main__":
    main()
