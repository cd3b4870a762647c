"""The titles: a folder for each, with all that belongs to it alone."""

from pathlib import Path

FOLDER = Path(__file__).parent


def file_of(title: str, name: str) -> Path:
    """A file of a title's folder; it need not be there."""
    return FOLDER / title / name
