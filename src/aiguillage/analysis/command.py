"""The command `analyse`."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from aiguillage.analysis.analyst import Analysis, analyse
from aiguillage.analysis.luck import PARTS, margins, whole_points
from aiguillage.analysis.words import (
    LANGUAGES,
    PART_WORDS,
    VERDICTS,
    Language,
    action_words,
    figure,
    loss_words,
    seat_name,
    with_margin,
)
from aiguillage.boards import load_board
from aiguillage.errors import AiguillageError
from aiguillage.game import Game
from aiguillage.game.record import read_tags
from aiguillage.game.replay_command import read_text

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def run(
    record: Annotated[str, typer.Argument(help="The file of a finished game; - reads it from the standard input.")],
    playouts: Annotated[
        int | None,
        typer.Option(min=1, help="About how many play-outs for each decision. Default: by the length of the game."),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same figures.")] = 0,
    threads: Annotated[int, typer.Option(min=0, help="Decisions at the same time; 0: one per core.")] = 0,
    board: Annotated[str | None, typer.Option(help="The board file, if the board is your own.")] = None,
    language: Annotated[str, typer.Option(help="en or fr.")] = "en",
    as_json: Annotated[bool, typer.Option("--json", help="Print all figures as JSON.")] = False,
    html: Annotated[Path | None, typer.Option(help="Write a page with the graph of chances to this file.")] = None,
) -> None:
    """Analyse a finished game: chances, mistakes, luck and skill, turning points (docs/analysis.md)."""
    spoken = next((known for known in LANGUAGES if known == language), None)
    if spoken is None:
        raise AiguillageError(f"The languages are {' and '.join(LANGUAGES)}.")
    text = read_text(record)
    game = Game.from_record(text, None if board is None else load_board(board))
    names = names_of(text, game.seats)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("decisions", total=len(game.moves))

        def show(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        result = analyse(game, playouts, seed, threads, names, show)
    if as_json:
        print(json.dumps(result.to_dict(), ensure_ascii=False))
    else:
        _tell(game, result, spoken)
    if html is not None:
        from aiguillage.analysis.page import page

        try:
            html.write_text(page(game, result, spoken), encoding="utf-8")
        except OSError as error:
            raise AiguillageError(f"{html}: cannot be written: {(error.strerror or str(error)).lower()}") from None


def names_of(record: str, seats: int) -> list[str] | None:
    """The players' names by the tags of a record, if it names all of them."""
    tags = read_tags(record)
    names = [tags.get(f"Player{seat}", "") for seat in range(seats)]
    return names if all(names) else None


def _tell(game: Game, result: Analysis, language: Language) -> None:
    console = Console(markup=False, emoji=False)  # names of people are no markup
    for words in result.summary.story[language]:
        console.print(words, highlight=False)
    console.print(_decisions(game, result, language))
    console.print(_luck(result, language))


def _decisions(game: Game, result: Analysis, language: Language) -> Table:
    """What was not good."""
    names = result.head["names"]
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    headings = {
        "en": ("no.", "who", "did", "better", "loss", "verdict"),
        "fr": ("nᵒ", "qui", "a fait", "mieux", "perte", "verdict"),
    }
    for heading in headings[language]:
        table.add_column(heading, overflow="fold")
    for one in result.decisions:
        if one.word != "good":
            table.add_row(
                str(one.number),
                seat_name(one.seat, names, language),
                action_words(game.board, one.action, language),
                action_words(game.board, one.best, language),
                loss_words(one.loss_win, one.loss_points, language),
                VERDICTS[language][one.word],
            )
    return table


def _luck(result: Analysis, language: Language) -> Table:
    """Whole points, part by part."""
    names = result.head["names"]
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("")
    for seat in range(result.head["seats"]):
        table.add_column(seat_name(seat, names, language), justify="right")
    accounts = [accounts["points"] for accounts in result.summary.luck]
    parts = [whole_points(account) for account in accounts]
    starts = [
        figure(round(account.result) - sum(whole.values())) for account, whole in zip(accounts, parts, strict=True)
    ]
    table.add_row("start" if language == "en" else "départ", *starts)
    doubts = [margins(account) for account in accounts]
    for part in PARTS:
        cells = (with_margin(whole[part], doubt[part]) for whole, doubt in zip(parts, doubts, strict=True))
        table.add_row(PART_WORDS[language][part], *cells)
    table.add_row(
        "result" if language == "en" else "résultat",
        *(figure(account.result) for account in accounts),
    )
    return table
