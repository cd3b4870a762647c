"""The figures of docs/bots.md: how strong the bots are, and how fast.

    python bench/bots_strength.py                                    # all that needs no search: some minutes
    python bench/bots_strength.py paris --kinds search --ms 200 --games 100 --jobs 16 --minutes 9
    python bench/bots_strength.py paris --kinds time --ms 50 800 --games 100 --cpu
    python bench/bots_strength.py --kinds search --ms 800 --out rest.jsonl --first-game 60 --games 40
    python bench/bots_strength.py --merge one.jsonl rest.jsonl       # the table of what several runs have played

Kinds of match, all over the same deals with the seats rotated:
  random  the planner against random, two players
  styles  the planner against each style of the literature, two players
  four    one planner against three of the style that does best against it (so `styles` is played first)
  search  `search` with one thread against the planner, two players, for every number of milliseconds
  master  `master` against `search`, both with one thread and the same time, two players
  top     `master`, the strongest level, against the level below it (`bots_levels.py` plays the others)
  master-time  as `time` for `master`
  neural  `search` with one thread against `neural`, two players
  time    `search` with each number of milliseconds against itself with the smallest one, one thread, two players
  speed   whole two-player games a second of a bot against itself on one core, in processor time

`--jobs` processes of one thread each play at a time. Every finished piece is one line of JSON (also appended to
`--out`); at the end, or when `--minutes` are over, tables in Markdown follow. Games that were not finished by then
are left out. A run with the same `--out` goes on where the last one was stopped; several machines share a match by
`--first-game` and `--games`. Needs nothing but numpy and wasmtime.

What `master` has to show, on 16 cores, where 200 games of a title take 2 to 7 minutes:

    for title in europe amsterdam berlin paris cardgame; do
      python bench/bots_strength.py $title --kinds master --ms 200 --games 200 --jobs 16 --minutes 8 --out master.jsonl
    done
    python bench/bots_strength.py --kinds master-time --ms 50 200 800 --games 100 --jobs 16 --out more-time.jsonl
    python bench/bots_strength.py --kinds top --ms 500 --games 100 --jobs 16 --out top.jsonl
"""

import argparse
import json
import multiprocessing
import os
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import chain, islice, zip_longest
from pathlib import Path
from typing import Any

import numpy as np

from aiguillage.bots.registry import SEARCHES
from aiguillage.bots.search import SearchBot
from bots_match import by_bot, match, wilson, win_shares
from bots_search import play_one

TITLES = ("europe", "amsterdam", "berlin", "paris", "cardgame")
STYLES = ("one-step", "long-route", "route-focused", "hungry")
KINDS = ("random", "styles", "four", "search", "time", "master", "master-time", "top", "neural", "speed")
CHEAP = ("random", "styles", "four", "speed")
PIECE = 100
"""Games of kernel bots that a process plays at a time; of `search` it plays one deal."""

Task = dict[str, Any]


def thinks(bot: str) -> bool:
    """Whether the bot takes its time."""
    return bot.startswith(SEARCHES)


def play(task: Task) -> Task | None:
    """Play the games of one piece; the task with what came out, or None if the time was over."""
    bots, games = task["bots"], task["games"]
    if thinks(bots[0]):
        clock = time.thread_time if task["cpu"] else time.perf_counter
        SearchBot.clock = staticmethod(clock)
        numbers = range(task["first"], task["first"] + games)
        results = [
            play_one(
                *(task["title"], bots[0], bots[1], len(bots), task["seed"], number, task["stop"], clock),
                parameters=task["set"],
            )
            for number in numbers
        ]
        found = [result for result in results if result is not None]
        if len(found) < len(results):
            return None
        return task | {name: [result[name] for result in found] for name in found[0]}
    if time.time() > task["stop"]:
        return None
    first, deals = task["first"] // len(bots), -(-games // len(bots))
    states, seconds = match(task["title"], bots, deals, task["seed"], check=True, first_deal=first)
    totals = by_bot(states, "total")
    margin = totals[:, 0] - totals[:, 1:].max(axis=1)
    return task | {
        "games": len(states),
        "won": [round(float(win_shares(states)[:, 0].sum()), 4)],
        "margin": [float(margin.sum())],
        "seconds": [seconds],
    }


def pieces(options: argparse.Namespace, title: str, bots: list[str], size: int) -> Iterator[Task]:
    """The tasks of one match."""
    for first in range(options.first_game, options.first_game + options.games, size):
        games = min(size, options.first_game + options.games - first)
        yield {
            "title": title,
            "bots": bots,
            "seed": options.seed,
            "first": first,
            "games": games,
            "stop": options.stop,
            "cpu": options.cpu,
            "set": options.set,
        }


def matches(options: argparse.Namespace) -> list[tuple[str, list[str]]]:
    """The line-ups of all kinds that can be named before anything is played."""
    line_ups: list[list[str]] = []
    if "random" in options.kinds:
        line_ups.append(["planner", "random"])
    if "styles" in options.kinds:
        line_ups += [["planner", style] for style in STYLES]
    if "search" in options.kinds:
        line_ups += [[f"search:ms={ms}:threads=1", "planner"] for ms in options.ms]
    if "time" in options.kinds:
        least, *more = [f"search:ms={ms}:threads=1" for ms in sorted(set(options.ms))]
        line_ups += [[bot, least] for bot in more]
    if "master" in options.kinds:
        line_ups += [[f"{bot}:ms={ms}:threads=1" for bot in ("master", "search")] for ms in options.ms]
    if "master-time" in options.kinds:
        least, *more = [f"master:ms={ms}:threads=1" for ms in sorted(set(options.ms))]
        line_ups += [[bot, least] for bot in more]
    if "top" in options.kinds:
        line_ups += [[f"master:ms={ms}:threads=1", "expert"] for ms in options.ms]
    if "neural" in options.kinds:
        line_ups += [[f"search:ms={ms}:threads=1", "neural"] for ms in options.ms]
    wanted: list[tuple[str, list[str]]] = []
    for bots in line_ups:
        wanted += [(title, bots) for title in options.titles if (title, bots) not in wanted]
    return wanted


def in_turn(options: argparse.Namespace, wanted: list[tuple[str, list[str]]]) -> Iterable[Task]:
    """The tasks of all matches, one of each in turn, so that a run that is stopped has some of everything."""
    rows = [pieces(options, title, bots, 2 if thinks(bots[0]) else PIECE) for title, bots in wanted]
    known = [name_of(task) for task in options.known]
    tasks = (task for task in chain.from_iterable(zip_longest(*rows)) if task is not None)
    return (task for task in tasks if name_of(task) not in known)


def name_of(task: Task) -> Task:
    """What a piece is known by, whoever plays it."""
    return {name: task.get(name) for name in ("title", "bots", "seed", "first", "cpu", "set")}


def read(files: Iterable[Path]) -> list[Task]:
    """The pieces that earlier runs have written."""
    return [json.loads(line) for file in files if file.exists() for line in file.read_text().splitlines()]


def run(options: argparse.Namespace, tasks: Iterable[Task], pool: ProcessPoolExecutor) -> list[Task]:
    """Play the tasks until all are done or the time is over, and print each when it is."""
    waiting: set[Future[Task | None]] = set()
    done: list[Task] = []
    tasks = iter(tasks)
    while True:
        if time.time() < options.stop:
            waiting |= {pool.submit(play, task) for task in islice(tasks, options.jobs - len(waiting))}
        if not waiting:
            return done
        ready, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        for future in ready:
            result = future.result()
            if result is not None:
                line = json.dumps({name: value for name, value in result.items() if name != "stop"})
                print(line, flush=True)
                if options.out:
                    with options.out.open("a") as file:
                        file.write(line + "\n")
                done.append(result)


def words(played: list[Task]) -> str:
    """A share of wins with its interval and the number of games."""
    games = sum(task["games"] for task in played)
    won = sum(sum(task["won"]) for task in played) / games
    low, high = wilson(won, games)
    return f"{100 * won:.1f} % [{100 * low:.1f}, {100 * high:.1f}] of {games:,}"


def strength_table(done: list[Task]) -> Iterator[str]:
    """A row for each line-up, a column for each title."""
    titles = [title for title in TITLES if any(task["title"] == title for task in done)]
    line_ups: list[list[str]] = []
    for task in done:
        if task["bots"] not in line_ups:
            line_ups.append(task["bots"])
    yield "| first against others | " + " | ".join(titles) + " |"
    yield "| --- " * (len(titles) + 1) + "|"
    for bots in sorted(line_ups, key=lambda bots: (len(bots), len(bots[0]), bots)):
        row = [", ".join(bots)]
        for title in titles:
            played = [task for task in done if task["title"] == title and task["bots"] == bots]
            row.append(words(played) if played else "")
        yield "| " + " | ".join(row) + " |"


def time_table(done: list[Task]) -> Iterator[str]:
    """For the searches: margins, decisions a game, and the time that one took on the average and at most."""
    searches = [task for task in done if "decisions" in task]
    if not searches:
        return
    yield "\n| title | bot | against | margin | decisions a game | ms a decision | longest ms |"
    yield "| --- " * 7 + "|"
    for title in TITLES:
        for bots in sorted({tuple(task["bots"]) for task in searches}, key=lambda bots: (len(bots[0]), bots)):
            played = [task for task in searches if task["title"] == title and tuple(task["bots"]) == bots]
            if played:
                margins = np.array(list(chain.from_iterable(task["margin"] for task in played)))
                decisions = np.array(list(chain.from_iterable(task["decisions"] for task in played)))
                seconds = sum(chain.from_iterable(task["seconds"] for task in played))
                longest = max(chain.from_iterable(task["longest"] for task in played))
                error = 1.96 * margins.std() / len(margins) ** 0.5
                yield (
                    f"| {title} | {bots[0]} | {bots[1]} | {margins.mean():+.1f} ± {error:.1f} | {decisions.mean():.1f} "
                    f"| {1000 * seconds / decisions.sum():.1f} | {1000 * longest:.0f} |"
                )


def best_style(done: list[Task], title: str) -> str:
    """The style that the planner won least against."""
    rates = {}
    for style in STYLES:
        played = [task for task in done if task["title"] == title and task["bots"] == ["planner", style]]
        games = sum(task["games"] for task in played)
        rates[style] = sum(sum(task["won"]) for task in played) / games if games else 2.0
    return min(STYLES, key=lambda style: rates[style])


def speed_table(titles: list[str], games: int) -> Iterator[str]:
    """Whole two-player games a second of a bot against itself; moves are not checked here."""
    yield "\n| games a second | random | light | planner |\n| --- | --- | --- | --- |"
    for title in titles:
        row = [title]
        for bot in ("random", "light", "planner"):
            states, took = match(title, [bot, bot], max(1, games // 2), 1)
            row.append(f"{len(states) / took:,.0f}")
        yield "| " + " | ".join(row) + " |"


def tables(done: list[Task]) -> None:
    """Print what was played."""
    if done:
        print("\n".join(chain([""], strength_table(done), time_table(done))), flush=True)


def parse() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("titles", nargs="*", default=list(TITLES))
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(CHEAP))
    parser.add_argument("--games", type=int, default=1000, help="of every match")
    parser.add_argument("--first-game", type=int, default=0, help="to go on with a series")
    parser.add_argument("--ms", type=int, nargs="+", default=[50, 200, 800])
    parser.add_argument("--cpu", action="store_true", help="measure the budget in processor time")
    parser.add_argument("--set", nargs="*", default=[], metavar="NAME=VALUE", help="parameters of a search")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=24 * 60.0)
    parser.add_argument(
        "--out", type=Path, help="append the lines of JSON to this file too, and skip what is in it already"
    )
    parser.add_argument("--merge", type=Path, nargs="+", help="play nothing: the tables of such files")
    options = parser.parse_args()
    options.set = {name: float(value) for name, value in (pair.split("=") for pair in options.set)}
    options.stop = time.time() + 60 * options.minutes
    options.known = read([options.out]) if options.out else []
    return options


def main() -> None:
    """Play what was asked for and print the tables."""
    options = parse()
    if options.merge:
        tables(read(options.merge))
        return
    start, done = time.time(), list(options.known)
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(options.jobs, mp_context=context) as pool:
        done += run(options, in_turn(options, matches(options)), pool)
        if "four" in options.kinds:
            four = [(title, ["planner", *[best_style(done, title)] * 3]) for title in options.titles]
            done += run(options, in_turn(options, four), pool)
    tables(done)
    if "speed" in options.kinds and time.time() < options.stop:
        print("\n".join(speed_table(options.titles, options.games)))
    print(f"# {time.time() - start:.0f} s with {options.jobs} of {os.cpu_count()} cores", flush=True)


if __name__ == "__main__":
    main()
