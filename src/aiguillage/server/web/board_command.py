"""`aiguillage board list | check | draw | pack`."""

from pathlib import Path
from typing import Annotated

import typer

from aiguillage.boards import Board, BoardError, board_names, load_board
from aiguillage.errors import AiguillageError

app = typer.Typer(help="List, check, draw and pack boards.", no_args_is_help=True, add_completion=False)


def _summary(board: Board) -> str:
    parts = [f"{board.players} players", f"{len(board.places)} places"]
    if board.tracks:
        parts.append(f"{len(board.tracks)} tracks")
    parts += [f"{len(board.tickets)} tickets", f"{sum(board.cards.values())} cards", f"digest {board.digest}"]
    return ", ".join(parts)


@app.command("list")
def list_boards() -> None:
    """List the games with the size of their boards and where these come from."""
    boards = [load_board(name) for name in board_names()]
    for board in boards:
        typer.echo(f"{board.id}: {board.name}, {_summary(board)}")
        for section, source in board.sources.items():
            if source.provenance != "documented":
                typer.echo(f"  {section}: {source.provenance}{f' ({source.note})' if source.note else ''}")


@app.command()
def check(file: Annotated[str, typer.Argument(help="A board file, or a game's name.")]) -> None:
    """Check a board file, and name the first thing that is wrong with it, in one sentence."""
    board = load_board(file)
    typer.echo(f"{file}: fine. {board.name}, {_summary(board)}.")


@app.command()
def draw(
    board: Annotated[str, typer.Argument(help="A game's name, or a board file.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="Where the drawing goes.")] = Path("board.svg"),
) -> None:
    """Draw a board as an SVG file."""
    from aiguillage.boards.draw import draw_board

    try:
        svg = draw_board(load_board(board))
    except BoardError as error:
        raise BoardError(board, error.item, error.reason) from None
    _write(out, svg)
    typer.echo(f"{out}: drawn.")


@app.command()
def pack(
    file: Annotated[str, typer.Argument(help="A board file.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="Where the packed board goes; else beside the file, as .board."),
    ] = None,
) -> None:
    """Pack a board file so that every page of this version plays on it, also one without a server."""
    from ..tables.page_board import packed

    board, path = load_board(file), Path(file)
    if file in board_names():
        raise AiguillageError(f"{file} comes with every page: only a board file of your own is packed.")
    out = out or path.with_suffix(".board")
    _write(out, packed(path.read_bytes().decode("utf-8-sig"), board))
    typer.echo(f"{out}: packed. Choose it in the page where the table is prepared.")


def _write(out: Path, text: str) -> None:
    try:
        out.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise AiguillageError(f"{out}: cannot be written: {(error.strerror or str(error)).lower()}") from None
