"""The command `arena`."""

import json
import os
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from aiguillage.arena.figures import Figure
from aiguillage.arena.lineups import read_bots
from aiguillage.arena.referee import DECISION_SECONDS
from aiguillage.arena.tournament import Tournament, hold_tournament
from aiguillage.errors import AiguillageError

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def run(
    game: Annotated[str, typer.Argument(help="A title, or a board file of your own.")],
    bots: Annotated[str, typer.Option(help="The bots, with commas between them; a bot may be named more than once.")],
    games: Annotated[int, typer.Option(help="How many games, at least.")] = 1000,
    seed: Annotated[int, typer.Option(help="Where the deals come from.")] = 0,
    players: Annotated[
        int | None,
        typer.Option(
            help="Players at a table; with more bots, every set of so many meets. Default: all at one table if they "
            "fit, else every pair."
        ),
    ] = None,
    patience: Annotated[
        float, typer.Option(help="Seconds that a bot may take for a decision before it is stopped.")
    ] = DECISION_SECONDS,
    threads: Annotated[int, typer.Option(help="Games at the same time; 0: one per core.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
    html: Annotated[Path | None, typer.Option(help="Write a report with plots to this file.")] = None,
    ray: Annotated[str | None, typer.Option(help="Play on the Ray cluster at this address; local: start one.")] = None,
) -> None:
    """Let bots play against each other: the same deals with the seats rotated, figures with 95 % intervals."""
    sys.path.insert(0, os.getcwd())  # where people keep the bots that they are writing
    pool = read_bots(bots)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("setting the points", total=games)

        def show(done: int, total: int) -> None:
            words = "playing" if done else "setting the points"
            progress.update(task, completed=done, total=total, description=words)

        workers = threads or os.cpu_count() or 1
        result = hold_tournament(game, pool, games, seed, players, workers, ray, patience, show)
    if as_json:
        print(json.dumps(result.to_dict()))
    else:
        Console(emoji=False).print(_table(result))
    if html is not None:
        _write(result, html)


def _write(result: Tournament, file: Path) -> None:
    from aiguillage.arena.report import report

    try:
        file.write_text(report(result), encoding="utf-8")
    except OSError as error:
        raise AiguillageError(f"{file}: cannot be written: {(error.strerror or str(error)).lower()}") from None


def _table(result: Tournament) -> Table:
    title = f"{result.games:,} games of {escape(result.board.name)}, {result.players} players, seed {result.seed}"
    caption = f"95 % intervals; {result.unfinished} unfinished; {result.seconds:.1f} s"
    table = Table(title=title, caption=caption, box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("bot", overflow="fold")
    for heading in ("wins %", "score", "tickets\nmade", "tickets\nfailed", "rating", "ms a\ndecision"):
        table.add_column(heading, justify="right", no_wrap=True)
    for bot in result.bots:
        rating = f"{bot.rating.mu:.1f}\n[dim]± {2 * bot.rating.sigma:.1f}[/dim]" if bot.rating else "–"
        shown = (bot.win_rate.times(100), bot.score, bot.completed, bot.failed)
        figures = [_words(figure) for figure in shown]
        table.add_row(escape(bot.bot), *figures, rating, f"{bot.decision_ms:.3g}", end_section=True)
    return table


def _words(figure: Figure) -> str:
    return f"{figure.value:.1f}\n[dim]{figure.interval('–')}[/dim]"
