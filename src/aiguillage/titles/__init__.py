"""The titles: a folder for each, with all that belongs to it alone (docs/add-a-title.md).

They are the folders beside this file and those in the folders that `AIGUILLAGE_TITLES` names. What is in them is read
by whoever needs it: boards by `boards`, weights and networks by `bots`, words and pictures by `server`.
"""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from aiguillage.errors import AiguillageError

FOLDER = Path(__file__).parent
VARIABLE = "AIGUILLAGE_TITLES"
ABOUT = "title.toml"
LANGUAGES = ("fr", "en")


class TitleError(AiguillageError):
    """A title's folder that cannot be used."""


@dataclass(frozen=True)
class Title:
    """A title's folder, and what its `title.toml` says."""

    id: str
    folder: Path
    about: Mapping[str, Any]

    @property
    def added(self) -> bool:
        """Whether it did not come with the package."""
        return self.folder.parent != FOLDER


@cache
def titles() -> Mapping[str, Title]:
    """The titles by their ids: ours in their order, then those that were added."""
    own = [_read(folder) for folder in _folders(FOLDER)]
    found = {title.id: title for title in sorted(own, key=lambda title: int(title.about["order"]))}
    for folder in (folder for place in _places() for folder in _folders(place)):
        if folder.name in found:
            raise TitleError(f"{folder}: there is another title {folder.name!r}; give the folder another name.")
        found[folder.name] = _read(folder)
    return found


def add_titles(place: Path) -> None:
    """Play the titles in a folder too, in this process and in those that it starts."""
    if not place.is_dir():
        raise TitleError(f"{place} is no folder; name the one that holds the titles' folders.")
    os.environ[VARIABLE] = os.pathsep.join(map(str, dict.fromkeys([*_places(), place.resolve()])))
    titles.cache_clear()
    titles()


def file_of(title: str, name: str) -> Path:
    """A file of a title's folder, or of where one that nobody has would be; it need not be there."""
    known = titles().get(title)
    return (known.folder if known else FOLDER / title) / name


def _places() -> list[Path]:
    """The folders with titles that were added, each once, however it is written."""
    named = os.environ.get(VARIABLE, "").split(os.pathsep)
    return list(dict.fromkeys(Path(place).resolve() for place in named if place))


def _folders(place: Path) -> list[Path]:
    return sorted(path.parent for path in place.glob(f"*/{ABOUT}"))


def _read(folder: Path) -> Title:
    file = folder / ABOUT
    try:
        about = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise TitleError(f"{file} cannot be read: {error}.") from None
    for language in LANGUAGES:
        words = about.get(language)
        if not isinstance(words, dict) or not all(words.get(key) for key in ("name", "claim")):
            raise TitleError(f"{file}: [{language}] must have a 'name' and a 'claim'.")
    if not isinstance(about.get("minutes"), int):
        raise TitleError(f"{file}: 'minutes' must say how long a game takes, as a whole number.")
    return Title(folder.name, folder, about)
