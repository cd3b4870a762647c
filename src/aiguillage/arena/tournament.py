"""A tournament between bots: line-ups, fair deals, figures."""

import math
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from itertools import groupby
from typing import Any

import numpy as np

from aiguillage.arena.deals import check_seed
from aiguillage.arena.figures import Figure, Rating, mean_figure, rate, share_figure
from aiguillage.arena.lineups import LineUp, cut_into_blocks, deals_of_each, make_line_ups
from aiguillage.arena.play import Played, time_of_kernel_bot
from aiguillage.arena.referee import DECISION_SECONDS
from aiguillage.arena.tally import COLUMNS, Counts, Owned, Tally
from aiguillage.arena.workers import play_blocks
from aiguillage.boards import Board, load_board
from aiguillage.bots.registry import KERNEL_BOTS
from aiguillage.errors import AiguillageError
from aiguillage.rules.records import Array

WIN, SCORE, MADE, FAILED = range(len(COLUMNS))

CLUSTER = 64
"""Work for a cluster is cut up for so many workers at least."""


@dataclass(frozen=True)
class BotResult:
    """How one bot did. Where it sat at a table more than once, its seats are averaged."""

    bot: str
    games: int
    win_rate: Figure
    score: Figure
    completed: Figure
    failed: Figure
    points: dict[str, float]  # by source
    scores: list[int]  # of every game, for their distribution
    rating: Rating | None
    decision_ms: float

    def to_dict(self) -> dict[str, Any]:
        """For JSON: each figure as a value and its interval."""
        figures = {
            "win_rate": self.win_rate,
            "mean_score": self.score,
            "mean_tickets_completed": self.completed,
            "mean_tickets_failed": self.failed,
        }
        result: dict[str, Any] = {"bot": self.bot, "games": self.games}
        for name, figure in figures.items():
            low, high = (None if math.isnan(end) else end for end in (figure.low, figure.high))
            result |= {name: figure.value, f"{name}_low": low, f"{name}_high": high}
        result["rating"] = asdict(self.rating) if self.rating else None
        return {**result, "decision_ms": self.decision_ms, "mean_points": self.points}


@dataclass(frozen=True)
class Tournament:
    """All that came of a tournament; the bots by win rate, the best first."""

    board: Board
    players: int
    seed: int
    games: int
    deals: int  # of each line-up
    unfinished: int
    seconds: float
    line_ups: list[LineUp]
    bots: list[BotResult]
    routes: dict[str, Owned] = field(repr=False)
    tickets: dict[str, Owned] = field(repr=False)

    def command(self) -> str:
        """The command line that plays it again."""
        bots = ",".join(dict.fromkeys(bot for line_up in self.line_ups for bot in line_up.bots))
        if len(self.line_ups) == 1:
            bots = ",".join(self.line_ups[0].bots)
        return (
            f"aiguillage arena {self.board.id} --bots {bots} --players {self.players} --games {self.games} "
            f"--seed {self.seed}"
        )

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "game": self.board.id,
            "players": self.players,
            "seed": self.seed,
            "games": self.games,
            "deals": self.deals,
            "line_ups": [list(line_up.bots) for line_up in self.line_ups],
            "unfinished": self.unfinished,
            "illegal": 0,  # an illegal action ends the tournament with an error
            "seconds": self.seconds,
            "bots": [bot.to_dict() for bot in self.bots],
            "routes": [{"id": name, **_owned(owned, "claimed")} for name, owned in self.routes.items()],
            "tickets": [
                {"id": name, "completed": owned.done, **_owned(owned, "kept")} for name, owned in self.tickets.items()
            ],
        }


def _owned(owned: Owned, verb: str) -> dict[str, object]:
    return {verb: owned.times, "won": owned.share, "won_more_than_usual": owned.gain}


def hold_tournament(
    game: str,
    bots: list[str],
    games: int,
    seed: int = 0,
    players: int | None = None,
    threads: int = 1,
    ray_address: str | None = None,
    patience: float = DECISION_SECONDS,
    progress: Callable[[int, int], object] = lambda done, total: None,
) -> Tournament:
    """Let the bots play: every line-up the same number of deals, every deal once for each rotation of the seats."""
    check_seed(seed)
    if threads < 1:
        raise AiguillageError("The number of threads must be at least 1.")
    if not patience > 0:
        raise AiguillageError("The patience must be more than 0 seconds.")
    board = load_board(game)
    line_ups = make_line_ups(board, bots, players)
    deals = deals_of_each(line_ups, games)
    seats = len(line_ups[0].bots)
    total = deals * seats * len(line_ups)
    workers = threads if ray_address is None else max(threads, CLUSTER)
    blocks = list(cut_into_blocks(game, line_ups, deals, seed, workers, patience))
    progress(0, total)
    began = time.perf_counter()
    played: list[Played] = []
    done = 0
    for result in play_blocks(blocks, threads, ray_address):
        played.append(result)
        done += result.block.deals * seats
        progress(done, total)
    spent = time.perf_counter() - began
    played.sort(key=lambda result: (result.block.line_up.number, result.block.first_deal))
    unfinished = sum(result.unfinished for result in played)
    if unfinished == total:
        raise AiguillageError("No game came to an end, so there is nothing to count.")
    return Tournament(
        board=board,
        players=seats,
        seed=seed,
        games=total,
        deals=deals,
        unfinished=unfinished,
        seconds=spent,
        line_ups=line_ups,
        bots=_results(board, seats, played),
        routes=_fates([track.id for track in board.tracks], played, lambda tally: tally.routes),
        tickets=_fates([ticket.id for ticket in board.tickets], played, lambda tally: tally.tickets),
    )


def _results(board: Board, seats: int, played: list[Played]) -> list[BotResult]:
    names = dict.fromkeys(bot for result in played for bot in result.block.line_up.bots)
    ratings = rate(
        [
            (result.block.line_up.bots, row[:, WIN] * 1e6 + row[:, SCORE])  # winners first, then by points
            for result in _by_deal(played)
            for row in result.tally.rows
        ]
    )
    results = [_result_of(board, seats, bot, played, ratings.get(bot)) for bot in names]
    return sorted(results, key=lambda result: -result.win_rate.value)


def _by_deal(played: list[Played]) -> list[Played]:
    """Blocks of all line-ups taken in turn, so that no rating depends on one opponent having come last."""
    return sorted(played, key=lambda result: (result.block.first_deal, result.block.line_up.number))


def _fates(names: list[str], played: list[Played], counts_of: Callable[[Tally], Counts]) -> dict[str, Owned]:
    """What came of owning each route or ticket, over all line-ups and bots."""
    total: Array = np.zeros(())
    expected: Array = np.zeros(())
    for _, group in groupby(played, key=lambda result: result.block.line_up.number):
        tallies = [result.tally for result in group if len(result.tally.rows)]
        if tallies:
            counts = np.sum([counts_of(tally) for tally in tallies], axis=0)
            usual = np.concatenate([tally.rows[:, :, WIN] for tally in tallies]).mean(axis=0, dtype=float)
            total, expected = total + counts.sum(axis=0), expected + usual @ counts[:, 0]
    times, done, won = total[0], total[-2], total[-1]
    return {name: Owned(int(times[i]), int(done[i]), float(won[i]), float(expected[i])) for i, name in enumerate(names)}


def _result_of(board: Board, seats: int, bot: str, played: list[Played], rating: Rating | None) -> BotResult:
    per_game, per_deal, scores, seconds, decisions = [], [], [], 0.0, 0
    for result in played:
        places = [i for i, name in enumerate(result.block.line_up.bots) if name == bot]
        if not places or not len(result.tally.rows):
            continue
        rows = result.tally.rows[:, places]
        scores += rows[:, :, SCORE].reshape(-1).astype(int).tolist()
        rows = rows.mean(axis=1)
        per_game.append(rows)
        # With an unfinished game in the block the rotations of a deal cannot be told apart: then games are samples.
        whole = len(rows) == result.block.deals * seats
        per_deal.append(rows.reshape(-1, seats, rows.shape[1]).mean(axis=1) if whole else rows)
        seconds += sum(result.seconds[place] for place in places)
        decisions += sum(result.decisions[place] for place in places)
    if not per_game:
        raise AiguillageError(f"No game of {bot} came to an end, so there is nothing to count.")
    games, by_deal = np.concatenate(per_game), np.concatenate(per_deal)
    if not decisions and bot in KERNEL_BOTS:
        seconds, decisions = time_of_kernel_bot(board, seats, bot), 1
    sources = next(result.tally.sources for result in played)
    return BotResult(
        bot=bot,
        games=len(games),
        win_rate=share_figure(by_deal[:, WIN], len(games)),
        score=mean_figure(by_deal[:, SCORE]),
        completed=mean_figure(by_deal[:, MADE]),
        failed=mean_figure(by_deal[:, FAILED]),
        points={name: float(games[:, len(COLUMNS) + i].mean()) for i, name in enumerate(sources)},
        scores=scores,
        rating=rating,
        decision_ms=1000 * seconds / decisions if decisions else 0.0,
    )
