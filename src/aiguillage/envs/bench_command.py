"""The command `bench`."""

import json
from itertools import chain
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def run(
    games: Annotated[list[str] | None, typer.Argument(help="Titles to measure; default: all.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Measure the kernel: random play, copies, legal actions, the final count, batches for learners, loading."""
    from aiguillage.arena.measure import load_time, measure_kernel
    from aiguillage.envs.measure import measure_batches

    console = Console(stderr=True)
    figures = []
    with console.status("setting the points") as status:
        for figure in chain([load_time()], measure_kernel(games or []), measure_batches(games or [])):
            figures.append(figure)
            status.update(f"{figure.game}: {figure.what}")
    if as_json:
        print(json.dumps([figure.to_dict() for figure in figures]))
        return
    table = Table("what", "game", "players", "threads", "value", "unit")
    for figure in figures:
        value = f"{figure.value:,.0f}" if figure.value >= 100 else f"{figure.value:.2f}"
        table.add_row(figure.what, figure.game, str(figure.players or ""), str(figure.threads), value, figure.unit)
    Console().print(table)
