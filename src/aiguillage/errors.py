"""The errors that are meant for people."""


class AiguillageError(ValueError):
    """Something a person can put right, said in one sentence.

    The command line prints it and stops with status 2.
    """


class MissingExtra(AiguillageError, ImportError):
    """Something that only some people need is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} is not installed: pip install 'aiguillage[{extra}]'.")
