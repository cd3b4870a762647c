"""The command `rules`."""

import json
from dataclasses import asdict
from typing import Annotated

import typer

from aiguillage.errors import AiguillageError, short
from aiguillage.game.rulebook import find_rules

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def run(
    words: Annotated[
        list[str] | None, typer.Argument(help="Numbers of rules (D6 R1), or words that they have.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the rules as JSON.")] = False,
) -> None:
    """Print the numbered rules: all of them, some by number, or those in which words occur."""
    found = find_rules(words or [])
    if not found:
        raise AiguillageError(f"No rule has the number or the words {short(' '.join(words or []))}.")
    if as_json:
        typer.echo(json.dumps([asdict(rule) for rule in found], ensure_ascii=False))
        return
    section = None
    for rule in found:
        if rule.section != section:
            typer.echo(rule.section if section is None else f"\n{rule.section}")
            section = rule.section
        typer.echo(f"  {rule.id:4}{rule.text}")
