"""A million games of the fast bots with every move checked: no illegal move, no game without an end.

    python bench/bots_million.py --games 1000000 --jobs 16
    python bench/bots_million.py --games 10000 --titles paris

The games are shared out over the titles, the numbers of players and line-ups of all kernel bots. Stops with an error
at the first fault.
"""

import argparse
import multiprocessing
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed

from aiguillage.boards import load_board
from aiguillage.bots.scratch import POLICIES
from bots_match import match

TITLES = ("amsterdam", "berlin", "paris", "europe", "cardgame")
DEALS = 500
"""Deals that a process plays at a time."""

Task = tuple[str, list[str], int, int, int]


def tasks(title: str, games: int, seed: int) -> Iterator[Task]:
    """The line-ups of a title in pieces: title, bots, deals, seed and first deal."""
    board = load_board(title)
    bots = list(POLICIES)
    line_ups = [
        [bots[(first + seat) % len(bots)] for seat in range(seats)]
        for seats in range(board.min_seats, board.max_seats + 1)
        for first in range(len(bots))
    ]
    for number, line_up in enumerate(line_ups):
        deals = -(-(games // len(line_ups) + 1) // len(line_up))
        for first in range(0, deals, DEALS):
            yield title, line_up, min(DEALS, deals - first), seed + number, first


def play(task: Task) -> tuple[str, int, int]:
    """Play one piece: its title, games and decisions."""
    title, line_up, deals, seed, first = task
    states, _ = match(title, line_up, deals, seed, check=True, first_deal=first)
    return title, len(states), int(states["decisions"].sum())


def main() -> None:
    """Play the games and print the tally."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--titles", nargs="*", default=TITLES)
    parser.add_argument("--seed", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    start, games, decisions = time.time(), dict.fromkeys(options.titles, 0), 0
    with ProcessPoolExecutor(options.jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        share = options.games // len(options.titles)
        pieces = [pool.submit(play, task) for title in options.titles for task in tasks(title, share, options.seed)]
        for piece in as_completed(pieces):
            title, played, decided = piece.result()
            games[title] += played
            decisions += decided
    for title, played in games.items():
        print(f"{title}: {played:,} games, all finished, every move legal")
    print(
        f"{sum(games.values()):,} games, {decisions:,} decisions in {time.time() - start:.0f} s: "
        "no illegal move, none unfinished"
    )


if __name__ == "__main__":
    main()
