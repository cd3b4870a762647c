"""The figures of docs/bots.md that need no search: how strong the kernel bots are, and how fast.

    python bench/bots_strength.py                 # all titles, 1,000 games a match; a few minutes
    python bench/bots_strength.py paris --deals 100

Prints Markdown tables. Two players: the planner against random and against each style. Four players: one planner
against three of the style that does best against it. Speed: whole two-player games a second of a bot against itself,
on one core, without the check of every move that the matches make.
"""

import argparse

from bots_match import match, summary

TITLES = ("europe", "amsterdam", "berlin", "paris", "cardgame")
STYLES = ("one-step", "long-route", "route-focused", "hungry")


def share(title: str, bots: list[str], deals: int, seed: int) -> tuple[float, str]:
    """The first bot's share of wins, and the same in words."""
    states, took = match(title, bots, deals, seed, check=True)
    figures = summary(states, bots, took)
    rate, low, high = (100 * figures[name] for name in ("win_rate", "low", "high"))
    return rate, f"{rate:.1f} % [{low:.1f}, {high:.1f}]"


def strength(title: str, deals: int, seed: int) -> list[str]:
    """One row of the table of strength."""
    row = [title, share(title, ["planner", "random"], deals, seed)[1]]
    rates = {}
    for style in STYLES:
        rates[style], words = share(title, ["planner", style], deals, seed)
        row.append(words)
    best = min(STYLES, key=lambda style: rates[style])
    four = share(title, ["planner", best, best, best], max(1, deals // 2), seed)[1]
    return [*row, f"{best}: {four}"]


def speed(title: str, deals: int, seed: int) -> list[str]:
    """One row of the table of speed."""
    row = [title]
    for bot in ("random", "light", "planner"):
        states, took = match(title, [bot, bot], deals, seed)
        row.append(f"{len(states) / took:,.0f}")
    return row


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("titles", nargs="*", default=TITLES)
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print("| planner against | random | " + " | ".join(STYLES) + " | three of the best, four players |")
    print("| --- " * 7 + "|")
    for title in options.titles:
        print("| " + " | ".join(strength(title, options.deals, options.seed)) + " |", flush=True)
    print("\n| games a second | random | light | planner |\n| --- | --- | --- | --- |")
    for title in options.titles:
        print("| " + " | ".join(speed(title, options.deals, options.seed)) + " |", flush=True)


if __name__ == "__main__":
    main()
