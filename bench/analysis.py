"""Whether the analysis of games can be believed: planted blunders, moves that are best by far, calibration, time.

    python bench/analysis.py blunders --count 100              # a bad move in a good game: is it named?
    python bench/analysis.py best --count 100                  # a move that is best by far: is it ever blamed?
    python bench/analysis.py calibration --games 1000 --svg docs/analysis-calibration.svg
    python bench/analysis.py time                              # a whole game of four

`--titles paris,berlin` for some of them, `--seats 3` for more players, `--playouts` for another depth.
"""

import argparse
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from aiguillage.analysis import Analyst, analyse, usual_playouts
from aiguillage.analysis.decision import prepared
from aiguillage.analysis.figures import gap, outlooks
from aiguillage.analysis.worlds import OPEN, Judge
from aiguillage.arena.figures import wilson
from aiguillage.boards import board_names, load_board
from aiguillage.boards.svg import INK, PAPER, document, tag, text
from aiguillage.bots import Seen, make_bot, play_game
from aiguillage.game import Game

BAD = 0.15
"""A planted move loses so much worth, at least: one and a half times what is called a blunder."""

FAR = 0.05
"""A move that is best by far is worth so much more than any other: what is called a mistake."""

DEEP = 400
"""Worlds in which such moves are looked for; their seeds have nothing to do with those of the analysis."""

FIRST = 16
"""Worlds of a first look."""

SURE = 5.0


def worth_of_all(
    judge: Judge, game: Game, seat: int, seed: int, promising: Callable[[Any], bool]
) -> tuple[list[Any], Any] | None:
    """The best and the worst legal moves and what each is worth, world by world; None if a first look at all, the best
    first, does not promise what is looked for."""
    legal = game.legal_actions(seat)
    seen = prepared(game.observation(seat), seat)
    codes = [action.code for action in legal]
    live = np.ones(len(codes), np.bool_)
    first = judge.play(seen, seat, codes, live, seed, 0, FIRST).worth(seat, judge.scale).mean(axis=0)
    order = np.argsort(-first)
    if not promising(first[order]):
        return None
    kept = sorted({*order[:4].tolist(), *order[-2:].tolist()})
    codes = [codes[k] for k in kept]
    live = np.ones(len(codes), np.bool_)
    worth = judge.play(seen, seat, codes, live, seed, FIRST, DEEP).worth(seat, judge.scale)
    return [legal[k] for k in kept], worth


def games_until(title: str, seats: int, first: int) -> Iterator[tuple[Game, random.Random]]:
    """Games between planners, each stopped at a random decision that leaves a choice."""
    deal = first
    while True:
        chance = random.Random(f"{title} {deal}")
        whole = Game.new(title, seats=seats, seed=deal)
        play_game(whole, [make_bot("planner", seat) for seat in range(seats)])
        game = whole.restarted()
        for move in whole.moves[: chance.randrange(len(whole.moves))]:
            game.play(move.text, move.seat, move.key)
        if len(game.legal_actions()) > 2:
            yield game, chance
        deal += 1


def finish(game: Game) -> None:
    bot = make_bot("planner", 1)
    while not game.over:
        assert game.actor is not None
        game.play(bot.choose(Seen.of(game, game.actor)))


def blunders(title: str, seats: int, count: int, playouts: int, told: bool) -> str:
    """Plant bad moves, and see whether they are named."""
    judge, words = Judge(load_board(title)), []
    for number, (game, _) in enumerate(games_until(title, seats, 1_000)):
        seat = game.actor
        assert seat is not None
        found = worth_of_all(judge, game, seat, 77_000 + number, lambda means: means[0] - means[-1] > BAD)
        if found is None:
            continue
        actions, worth = found
        means = worth.mean(axis=0)
        best, worst = int(np.argmax(means)), int(np.argmin(means))
        loss = gap(worth[:, best], worth[:, worst])
        if loss.mean < BAD or loss.mean < SURE * loss.error:
            continue
        game.play(actions[worst], seat)
        planted = len(game.moves)
        finish(game)
        one = Analyst(game, playouts, seed=number).decision(planted)
        words.append(one.word)
        if told:
            facts = f"deal {game.seed}, decision {planted}, {one.action.text}"
            print(
                f"    {facts}: {one.word}, loses {loss.mean:.3f}, seen {one.loss:.3f} ± {one.error:.3f}",
                flush=True,
            )
        if len(words) == count:
            break
    named = sum(word in ("mistake", "blunder") for word in words)
    share = wilson(named / count, count).times(100)
    return (
        f"{title:10} {seats} players: {named} of {count} planted blunders are named [{share.interval()} %], "
        f"{words.count('blunder')} as blunders; games looked at {number + 1}"
    )


def best_by_far(title: str, seats: int, count: int, playouts: int, told: bool) -> str:
    """Find moves that are best by far, and see whether they are ever blamed."""
    judge, words = Judge(load_board(title)), []
    for number, (game, _) in enumerate(games_until(title, seats, 5_000)):
        seat = game.actor
        assert seat is not None
        found = worth_of_all(judge, game, seat, 99_000 + number, lambda means: means[0] - means[1] > FAR / 2)
        if found is None:
            continue
        actions, worth = found
        best = int(np.argmax(worth.mean(axis=0)))
        gaps = [gap(worth[:, best], worth[:, k]) for k in range(len(actions)) if k != best]
        if any(one.mean < FAR or one.mean < SURE * one.error for one in gaps):
            continue
        game.play(actions[best], seat)
        played = len(game.moves)
        finish(game)
        one = Analyst(game, playouts, seed=number).decision(played)
        words.append(one.word)
        if told:
            print(f"    deal {game.seed}, decision {played}, {one.action.text}: {one.word}", flush=True)
        if len(words) == count:
            break
    blamed = {word: words.count(word) for word in ("inaccuracy", "mistake", "blunder")}
    told = ", ".join(f"{times} {word}" for word, times in blamed.items())
    return f"{title:10} {seats} players: {count} moves that are best by far: {told}; games looked at {number + 1}"


def chances(
    title: str, seats: int, games: int, playouts: int, places: int
) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    """Chances given and what came of them, by what the seat that decides knew and with open cards."""
    judge = Judge(load_board(title))
    known: list[tuple[float, float]] = []
    opened: list[tuple[float, float]] = []
    for deal in range(games):
        game = Game.new(title, seats=seats, seed=200_000 + deal)
        play_game(game, [make_bot("planner", seat) for seat in range(seats)])
        outcome = game.outcome()
        won = [1.0 / len(outcome.winners) if seat in outcome.winners else 0.0 for seat in range(seats)]
        numbers = set(random.Random(deal).sample(range(len(game.moves)), places))
        playing = game.restarted()
        for number, move in enumerate(game.moves):
            if number in numbers:
                code = playing.parse(move.text, move.seat).code
                seen = prepared(playing.observation(move.seat), move.seat)
                state = playing.kernel_state()
                state.actor = move.seat
                for found, seat, record in ((known, move.seat, seen), (opened, OPEN, state)):
                    ends = judge.play(record, seat, [code], np.array([True]), deal, 0, playouts)
                    given = [outlook.win.value for outlook in outlooks(ends.of(0))]
                    found.extend(zip(given, won, strict=True))
            playing.play(move.text, move.seat, move.key)
    return known, opened


def bins(pairs: list[tuple[float, float]]) -> list[tuple[float, float, int]]:
    """The mean chance given, the share won and how many, for each tenth of the chances."""
    data = np.array(pairs)
    which = np.minimum((data[:, 0] * 10).astype(int), 9)
    return [
        (float(data[which == k, 0].mean()), float(data[which == k, 1].mean()), int((which == k).sum()))
        for k in range(10)
        if (which == k).any()
    ]


def calibration_error(found: list[tuple[float, float, int]]) -> float:
    """How far chances given and shares won are apart, on average over all chances."""
    total = sum(count for _, _, count in found)
    return sum(abs(given - won) * count for given, won, count in found) / total


def drawing(curves: dict[str, list[tuple[float, float, int]]]) -> str:
    """One small plot for each title."""
    size, parts = 220, []
    for number, (title, found) in enumerate(curves.items()):
        left, top = 40 + number * (size + 40), 40
        parts.append(text(load_board(title).name, left, top - 12, 18))
        parts.append(tag("rect", x=left, y=top, width=size, height=size, fill="none", stroke=INK))
        diagonal = f"M{left} {top + size}L{left + size} {top}"
        parts.append(tag("path", d=diagonal, stroke=INK, stroke_width=0.7, stroke_dasharray="4 4"))
        most = max(count for _, _, count in found)
        for given, won, count in found:
            radius = 2 + 7 * (count / most) ** 0.5
            x, y = left + size * given, top + size * (1 - won)
            parts.append(tag("circle", cx=x, cy=y, r=radius, fill="#2463AC", opacity="0.75"))
        for share in (0, 50, 100):
            parts.append(
                text(f"{share} %", left + size * share / 100, top + size + 18, 13, text_anchor="middle")
            )
            if number == 0:
                parts.append(
                    text(f"{share}", left - 6, top + size * (1 - share / 100) + 4, 13, text_anchor="end")
                )
    width = 40 + len(curves) * (size + 40)
    paper = tag("rect", x=0, y=0, width=width, height=size + 100, fill=PAPER)
    legend = text(
        "chance given (across) and share won (up); larger discs are more positions", 40, size + 84, 14
    )
    return document("Calibration", (0, 0, width, size + 100), paper, *parts, legend)


def calibration(
    titles: list[str], seats: int, games: int, playouts: int, places: int, svg: Path | None
) -> None:
    """Print the errors, and draw the plot."""
    curves = {}
    for title in titles:
        known, opened = chances(title, seats, games, playouts, places)
        curves[title] = bins(known)
        error, open_error = calibration_error(curves[title]), calibration_error(bins(opened))
        print(
            f"{title:10} {seats} players, {games} games, {len(known)} chances by {playouts} play-outs: error "
            f"{100 * error:.1f} % by what was known, {100 * open_error:.1f} % with open cards",
            flush=True,
        )
        for given, won, count in curves[title]:
            print(f"    given {100 * given:5.1f} %  won {100 * won:5.1f} %  ({count})", flush=True)
    if svg is not None:
        svg.write_text(drawing(curves), encoding="utf-8")


def whole_game(title: str, seats: int, playouts: int) -> str:
    """How long a whole game takes."""
    game = Game.new(title, seats=seats, seed=3)
    play_game(game, [make_bot("planner", seat) for seat in range(seats)])
    wall, cpu = time.perf_counter(), time.process_time()
    analyse(game, playouts)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    return f"{title:10} {seats} players, {len(game.moves)} decisions: {wall:.1f} s, {cpu:.1f} s of processor time"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["blunders", "best", "calibration", "time"])
    parser.add_argument("--titles", default=",".join(board_names()))
    parser.add_argument("--seats", type=int)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--places", type=int, default=4, help="positions of a game for the calibration")
    parser.add_argument("--playouts", type=int)
    parser.add_argument("--svg", type=Path)
    parser.add_argument("--each", action="store_true", help="print every planted or best move")
    wanted = parser.parse_args()
    titles = wanted.titles.split(",")
    if wanted.what == "calibration":
        calibration(
            titles, wanted.seats or 2, wanted.games, wanted.playouts or 100, wanted.places, wanted.svg
        )
        return
    for title in titles:
        playouts = wanted.playouts or usual_playouts(load_board(title))
        if wanted.what == "time":
            print(whole_game(title, wanted.seats or 4, playouts), flush=True)
        else:
            test = blunders if wanted.what == "blunders" else best_by_far
            print(test(title, wanted.seats or 2, wanted.count, playouts, wanted.each), flush=True)


if __name__ == "__main__":
    main()
