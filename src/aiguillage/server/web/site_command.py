"""`aiguillage site`: the browser client as a folder for any static host, to play without a server."""

import shutil
from pathlib import Path
from typing import Annotated

import typer

from aiguillage.errors import AiguillageError
from aiguillage.titles import add_titles, titles

from ..tables.page_board import net_file
from .pages import STATIC
from .titles import PLACE, find_file, page_files, with_files, with_titles

ALONE = '<meta name="aiguillage-server" content="none" />'
"""What tells the page that nobody answers under `api/`: only games on the reader's own device are offered."""

app = typer.Typer(add_completion=False)


class SiteError(AiguillageError):
    """A site that cannot be written."""


def write_site(folder: Path) -> None:
    """Write the site. A folder with something else in it is left alone."""
    index = STATIC / "index.html"
    if not index.is_file():
        raise SiteError("The browser client is not built into this copy; run `python web/build.py` first.")
    if folder.exists() and any(folder.iterdir()):
        page = folder / "index.html"
        if not page.is_file() or ALONE not in page.read_text(encoding="utf-8"):
            raise SiteError(f"{folder} has something else in it; name an empty folder or a new one.")
        shutil.rmtree(folder)
    shutil.copytree(STATIC, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("sources.sha256"))
    for name in (*page_files(), *(f"{PLACE}{title}/{net_file(title)}" for title in titles())):
        found = find_file(name.removeprefix(PLACE))
        if found is not None:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(found if isinstance(found, bytes) else found.read_bytes())
    text = with_titles(index.read_text(encoding="utf-8")).replace("<head>", f"<head>\n    {ALONE}", 1)
    (folder / "index.html").write_text(text, encoding="utf-8")
    service = folder / "service.js"
    service.write_text(with_files(service.read_text(encoding="utf-8")), encoding="utf-8")


@app.command()
def site(
    folder: Annotated[Path, typer.Argument(help="The folder to write; one that was written before is replaced.")],
    added: Annotated[
        Path | None,
        typer.Option("--titles", help="A folder with further titles' folders (docs/add-a-title.md)."),
    ] = None,
) -> None:
    """Write the games as a folder that any static host serves, under any path: everything but tables with others."""
    if added is not None:
        add_titles(added)
    try:
        write_site(folder)
    except OSError as error:  # shutil's says everything at once and has no number
        reason = (error.strerror or "not all of it").lower()
        raise SiteError(f"{folder}: cannot be written: {reason}; name another folder.") from None
    typer.echo(f"Wrote the site into {folder}: copy it to any web host, or try it with `python -m http.server`.")
