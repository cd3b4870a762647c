"""The errors that are meant for people."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

LONGEST = 60
"""Characters that a message quotes of what it was given, at most."""


def short(value: object) -> str:
    """A value as a message quotes it: in one line, and cut where it would be long."""
    try:
        text = repr(value[: LONGEST + 1] if isinstance(value, str | bytes) else value)
    except (ValueError, RecursionError):  # a number of thousands of digits, a list within itself
        text = f"a {type(value).__name__}"
    text = text.replace("\n", " ")
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


class AiguillageError(ValueError):
    """Something a person can put right, said in one sentence.

    The command line prints it and stops with status 2.
    """


class MissingExtra(AiguillageError, ImportError):
    """Something that only some people need is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} is not installed: pip install 'aiguillage[{extra}]'.")


@contextmanager
def told_in_one_line() -> Iterator[None]:
    """For a command: an error meant for people is one line on stderr and status 2."""
    try:
        yield
    except AiguillageError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
