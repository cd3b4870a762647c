"""The command line: `main` is the entry point.

Each command lives with what it commands, in a module with a Typer `app`; this file only knows its name, its
module and one line of help, and imports the module when the command runs. So `aiguillage --help` stays quick
however much the commands import.
"""

import importlib
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from aiguillage import __version__
from aiguillage.errors import AiguillageError, told_in_one_line

COMMANDS = {
    "serve": ("aiguillage.server.web.command", "Start the server for players (also without a command)."),
    "site": ("aiguillage.server.web.site_command", "Write the games as a site without a server."),
    "admin": ("aiguillage.server.web.admin_command", "Look after the tables of a server."),
    "simulate": ("aiguillage.arena.simulate_command", "Play many random games, on CPU or GPU."),
    "arena": ("aiguillage.arena.arena_command", "Let bots play against each other."),
    "train": ("aiguillage.train.command", "Train a network of your own."),
    "bench": ("aiguillage.envs.bench_command", "Measure the kernel."),
    "replay": ("aiguillage.game.replay_command", "Print a recorded game move by move."),
    "analyse": (
        "aiguillage.analysis.command",
        "Say where a finished game was won and lost, and what was luck.",
    ),
    "puzzles": ("aiguillage.analysis.puzzles_command", "Find positions with one clearly best move."),
    "rules": ("aiguillage.game.rules_command", "Print the numbered rules, or those with some words."),
    "board": ("aiguillage.server.web.board_command", "List, check, draw and pack boards."),
}
"""Name, module and help of each command, in the order of the help text."""


class _Command(TyperCommand):
    """A command known by its help line; its module is imported when it is run."""

    def __init__(self, name: str, module: str, short: str) -> None:
        super().__init__(name, help=short, short_help=short)
        self.module = module

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        real = typer.main.get_command(importlib.import_module(self.module).app)
        real.name = self.name
        return real.make_context(info_name, args, parent=parent, **extra)


class _Commands(TyperGroup):
    """The commands of `COMMANDS`."""

    def list_commands(self, ctx: object) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: object, cmd_name: str) -> _Command | None:
        return _Command(cmd_name, *COMMANDS[cmd_name]) if cmd_name in COMMANDS else None


app = typer.Typer(
    cls=_Commands,
    help="Five train games to play, study and simulate.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    pass


def with_command(arguments: list[str]) -> list[str]:
    """`aiguillage` alone, or with the server's options, means `aiguillage serve`."""
    named = arguments and (not arguments[0].startswith("-") or arguments[0] in ("--help", "--version"))
    return arguments if named else ["serve", *arguments]


WrongUse: Any = typer.BadParameter.__bases__[0]
"""What options and arguments raise that a command does not take: Typer has no name of its own for it."""


class UsageError(AiguillageError):
    """A command was called with what it does not take."""

    def __init__(self, error: Any) -> None:
        message = " ".join(error.format_message().split())
        message = message if message.endswith((".", "?")) else f"{message}."
        command = error.ctx.command_path if error.ctx else "aiguillage"
        super().__init__(f"{message} `{command} --help` says what there is.")


def main() -> None:
    """Run the command line; an error meant for people is one line on stderr and status 2."""
    with told_in_one_line():
        try:
            status = app(with_command(sys.argv[1:]), prog_name="aiguillage", standalone_mode=False)
        except WrongUse as error:
            if not error.format_message():  # a command that needs another one after it has printed its help
                sys.exit(2)
            raise UsageError(error) from None
        except typer.Abort:
            sys.exit(1)
    sys.exit(status if isinstance(status, int) else 0)
