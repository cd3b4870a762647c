"""The errors that are meant for people."""


class AiguillageError(ValueError):
    """Something a person can put right, said in one sentence.

    The command line prints it and stops with status 2.
    """
