"""`aiguillage admin`: look after the tables of a server, also while it runs."""

import asyncio
import json
import os
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from ..store import keeping
from ..store.keeping import KeepingError
from ..store.opening import open_storage
from ..store.rows import Entry, Header
from ..store.storage import GONE, Storage, delete_table, poke, update_table
from ..tables import audit
from ..tables.settings import Settings, read_settings

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    help="Look after the tables of a server, also while it runs.",
)
Database = Annotated[str | None, typer.Option(help="sqlite:///file or postgresql://…; default: as `aiguillage serve`.")]
Json = Annotated[bool, typer.Option("--json", help="Print one line of JSON.")]
Which = Annotated[str, typer.Argument(help="A table's id, or how it begins.")]
Answer = dict[str, Any]


def _do(database: str | None, as_json: bool, work: Callable[[Storage, Settings], Awaitable[Answer]]) -> Answer:
    """Open the database, do something, and in JSON say what."""

    async def main() -> Answer:
        settings = read_settings(database=database)
        storage = await open_storage(settings.database_url, patient=True)
        try:
            return await work(storage, settings)
        finally:
            await storage.close()

    answer = asyncio.run(main())
    if as_json:
        print(json.dumps(answer, ensure_ascii=False))
    return answer


def _now() -> int:
    return time.time_ns() // 1_000_000


def _when(milliseconds: int | None) -> str:
    return "" if milliseconds is None else time.strftime("%Y-%m-%d %H:%M", time.localtime(milliseconds / 1000))


def _summary(header: Header) -> Answer:
    return {
        "id": header.id,
        "game": header.game,
        "status": header.status,
        "public": header.public,
        "seats": [{"kind": seat.kind, "name": seat.name, "bot": seat.player} for seat in header.seats],
        "created": header.created,
        "started": header.started,
        "ended": header.ended,
        "totals": header.totals,
        "imported": header.imported,
    }


def _show(columns: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    table = Table(*columns, box=None, pad_edge=False)
    for row in rows:
        table.add_row(*row)
    Console(highlight=False, markup=False, emoji=False).print(table)  # names of people are no markup


@app.command("tables")
def list_tables(
    status: Annotated[str | None, typer.Option(help="open, playing, over or closed.")] = None,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """List all tables, oldest first."""

    async def work(storage: Storage, _: Settings) -> Answer:
        return {"tables": [_summary(header) async for header in keeping.all_headers(storage, status)]}

    answer = _do(database, as_json, work)
    if not as_json:
        rows = [
            (
                t["id"],
                t["game"],
                t["status"],
                _when(t["created"]),
                ", ".join(s["name"] or "—" for s in t["seats"]),
            )
            for t in answer["tables"]
        ]
        _show(("id", "game", "status", "created", "seats"), rows)


@app.command("table")
def show_table(which: Which, database: Database = None, as_json: Json = False) -> None:
    """Show one table."""

    async def work(storage: Storage, _: Settings) -> Answer:
        header = await keeping.find(storage, which)
        count, last = await keeping.entries_count(storage, header.id)
        more = {
            "board": header.board_name,
            "digest": header.board_digest,
            "own_board": header.board_text is not None,
            "options": header.options.model_dump(),
            "entries": count,
            "last": last,
            "rematch": header.rematch,
        }
        return _summary(header) | more

    answer = _do(database, as_json, work)
    if not as_json:
        for name, value in answer.items():
            if name in ("created", "started", "ended"):
                value = _when(value)
            if name == "seats":
                value = ", ".join(f"{seat['name'] or '—'} ({seat['bot'] or seat['kind']})" for seat in value)
            print(f"{name:10} {value}")


@app.command("players")
def list_players(database: Database = None, as_json: Json = False) -> None:
    """List the people who have seats, by the number of their tables."""

    async def work(storage: Storage, _: Settings) -> Answer:
        return {"players": [asdict(player) for player in await keeping.players(storage)]}

    answer = _do(database, as_json, work)
    if not as_json:
        rows = [
            (p["id"], ", ".join(p["names"]), str(p["tables"]), str(p["playing"]), _when(p["last"]))
            for p in answer["players"]
        ]
        _show(("player", "names", "tables", "running", "last table"), rows)


@app.command()
def close(which: Which, database: Database = None, as_json: Json = False) -> None:
    """End a table without a result."""

    async def work(storage: Storage, _: Settings) -> Answer:
        for _attempt in range(8):
            header = await keeping.find(storage, which)
            if header.status not in ("open", "playing"):
                raise KeepingError(f"Table {header.id} is {header.status} already.")
            header = replace(header, status="closed", ended=_now())
            last = (await keeping.entries_count(storage, header.id))[1]
            entry = Entry(header.id, last + 1, "table", None, "close", _now())
            if await storage.append(entry, [update_table(header, "status", "ended")]):
                return {"closed": header.id}
        raise KeepingError("The table is too busy; try again.")

    answer = _do(database, as_json, work)
    if not as_json:
        print(f"Table {answer['closed']} is closed.")


@app.command()
def delete(
    which: Which,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Forget a table for good."""
    if not yes:
        typer.confirm(f"Forget table {which} for good?", abort=True, err=True)

    async def work(storage: Storage, _: Settings) -> Answer:
        header = await keeping.find(storage, which)
        news = [poke(header.id, GONE)] if storage.shared else []
        await storage.write([*delete_table(header.id), *news])
        return {"deleted": header.id}

    answer = _do(database, as_json, work)
    if not as_json:
        print(f"Table {answer['deleted']} is forgotten.")


@app.command()
def export(
    which: Annotated[str | None, typer.Argument(help="A table's id, or how it begins; without it all.")] = None,
    folder: Annotated[Path, typer.Option("--folder", "-o", help="Where the records go.")] = Path("records"),
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Write games as text records, one file each. The record of a running game holds its secrets."""

    async def work(storage: Storage, _: Settings) -> Answer:
        headers = (
            [await keeping.find(storage, which)]
            if which is not None
            else [header async for header in keeping.all_headers(storage)]
        )
        files, failed = [], []
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise KeepingError(f"The folder {folder} cannot be made: {reason}.") from None
        for header in headers:
            try:
                text = audit.record(header, await storage.entries(header.id))
            except Exception as error:
                failed.append({"id": header.id, "problem": f"{type(error).__name__}: {error}"})
                continue
            if text is not None:
                path = folder / f"aiguillage-{header.game}-{header.id}.txt"
                _write_private(path, text)
                files.append(str(path))
        return {"files": files, "failed": failed}

    answer = _do(database, as_json, work)
    if not as_json:
        print(f"{len(answer['files'])} records are in {folder}.")
    for problem in answer["failed"]:
        print(f"Table {problem['id']}: {problem['problem']}", file=sys.stderr)
    if answer["failed"]:
        raise typer.Exit(1)


def _write_private(path: Path, text: str) -> None:
    """A file for its owner only, whatever folder it is in: the record of a running game holds its secrets."""
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)


@app.command()
def purge(
    names_days: Annotated[
        float, typer.Option(min=0, help="Forget names and chat of games that ended longer ago; 0: do not.")
    ] = 0,
    tables_days: Annotated[float, typer.Option(min=0, help="Forget games that ended longer ago; 0: do not.")] = 0,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Forget by age: names and chat first, then whole games."""
    if not names_days and not tables_days:
        raise KeepingError("Say what to forget: --names-days, --tables-days or both.")

    async def work(storage: Storage, _: Settings) -> Answer:
        forgotten, deleted = await keeping.purge(storage, _now(), names_days, tables_days)
        return {"names": forgotten, "tables": deleted}

    answer = _do(database, as_json, work)
    if not as_json:
        print(f"Names and chat of {answer['names']} games and {answer['tables']} whole games are forgotten.")


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="A new file (SQLite, whatever the database is).")],
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Copy everything, as it is at one moment, into a file; the server may run."""

    async def work(storage: Storage, _: Settings) -> Answer:
        return {"file": str(file), "tables": await keeping.back_up(storage, file)}

    answer = _do(database, as_json, work)
    if not as_json:
        print(f"{answer['tables']} tables are in {file}.")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A file that `backup` wrote.")],
    replace_all: Annotated[bool, typer.Option("--replace", help="Replace the tables that are there.")] = False,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Put a backup into the database; running servers read everything again."""

    async def work(storage: Storage, _: Settings) -> Answer:
        return {"file": str(file), "tables": await keeping.restore(storage, file, replace_all)}

    answer = _do(database, as_json, work)
    if not as_json:
        print(f"{answer['tables']} tables were restored.")


@app.command()
def check(database: Database = None, as_json: Json = False) -> None:
    """Play every stored game again and say what differs; status 1 if anything does."""

    async def work(storage: Storage, _: Settings) -> Answer:
        checked, older, problems = 0, 0, []
        async for header in keeping.all_headers(storage):
            entries = await storage.entries(header.id)
            found = list(audit.differences(header, entries))
            problems += [{"id": header.id, "game": header.game, "problem": problem} for problem in found]
            checked += 1
            older += audit.is_older(header)
        return {"checked": checked, "older": older, "problems": problems}

    answer = _do(database, as_json, work)
    if not as_json:
        for problem in answer["problems"]:
            print(f"Table {problem['id']} ({problem['game']}): {problem['problem']}")
        older = f" ({answer['older']} of older rules, not played again)" if answer["older"] else ""
        print(f"{answer['checked']} tables{older}, {len(answer['problems'])} problems.")
    if answer["problems"]:
        raise typer.Exit(1)
