"""The command `simulate`."""

import json
import os
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from aiguillage.arena.simulate import Device, Simulation, simulate
from aiguillage.boards import load_board

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def run(
    game: Annotated[str, typer.Argument(help="A title, or a board file of your own.")],
    players: Annotated[int, typer.Option(help="How many players.")] = 2,
    games: Annotated[int, typer.Option(help="How many games.")] = 10_000,
    seed: Annotated[int, typer.Option(help="Where the chance comes from.")] = 0,
    device: Annotated[str, typer.Option(help="python, cpu or cuda: the same games at three speeds.")] = "cpu",
    threads: Annotated[int, typer.Option(help="Threads for --device cpu; 0: one per core.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Play random games and report how they came out and how fast it was."""
    if device not in ("python", "cpu", "cuda"):
        raise typer.BadParameter("it must be python, cpu or cuda", param_hint="--device")
    kind: Device = device  # type: ignore[assignment]
    board = load_board(game)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("setting the points" if device != "python" else "playing", total=games)

        def show(done: int) -> None:
            progress.update(task, completed=done, description="playing")

        result = simulate(board, players, games, seed, kind, threads or os.cpu_count() or 1, show)
    if as_json:
        print(json.dumps(result.to_dict()))
    else:
        Console(markup=False, emoji=False).print(_table(result))


def _table(result: Simulation) -> Table:
    table = Table(title=f"{result.games:,} random games of {result.game}, {result.players} players", show_header=False)
    table.add_row("decisions", f"{result.decisions:,}")
    table.add_row("unfinished", f"{result.unfinished:,}")
    table.add_row("seconds", f"{result.seconds:.3f}")
    table.add_row("games a second", f"{result.games_per_second:,.0f}")
    table.add_row("decisions a second", f"{result.decisions_per_second:,.0f}")
    table.add_row("mean scores", "  ".join(f"{score:.2f}" for score in result.mean_scores))
    table.add_row("digest", result.digest)
    return table
