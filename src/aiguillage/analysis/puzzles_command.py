"""The command `puzzles`."""

import json
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from aiguillage.analysis.puzzles import make_puzzles, puzzle_file
from aiguillage.boards import load_board
from aiguillage.errors import AiguillageError

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.callback()
def _puzzles() -> None:
    """Positions with one clearly best move."""


@app.command()
def make(
    game: Annotated[str, typer.Argument(help="A title.")],
    out: Annotated[Path, typer.Option(help="The file to write, as JSON.")],
    count: Annotated[int, typer.Option(min=1, help="How many.")] = 10,
    seats: Annotated[int, typer.Option(min=2, help="Players in the games that are looked through.")] = 2,
    seed: Annotated[int, typer.Option(min=0, help="The first deal.")] = 0,
) -> None:
    """Find puzzles in games between bots, check that each has one answer, and write them to a file."""
    board = load_board(game)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("puzzles", total=count)

        def show(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        puzzles = make_puzzles(board.id, count, seed, seats, heard=show)
    try:
        out.write_text(json.dumps(puzzle_file(board.id, puzzles), ensure_ascii=False), encoding="utf-8")
    except OSError as error:
        raise AiguillageError(f"{out}: cannot be written: {(error.strerror or str(error)).lower()}") from None
    levels = Counter(puzzle.level for puzzle in puzzles)
    told = ", ".join(f"{levels[level]} {level}" for level in ("easy", "medium", "hard") if levels[level])
    typer.echo(f"{out}: {len(puzzles)} puzzles of {board.name} ({told}).")
