"""Reading a table of a board file key by key, with one clear sentence for whatever is wrong."""

import difflib
import re
from collections.abc import Iterable, Sequence
from typing import Any

from aiguillage.errors import AiguillageError

CANVAS = (1600, 1100)
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

# A board may come from anybody, so everything in it has a size.
MAX_ID = 40
MAX_TEXT = 80
MAX_NOTE = 1000
MAX_LIST = 16
MAX_ROWS = 1000
MAX_REASON = 300


class BoardError(AiguillageError):
    """A board file that cannot be played, said in one sentence: file, item, reason."""

    def __init__(self, file: str, item: str, reason: str) -> None:
        item, reason = _short(item, MAX_TEXT), _short(reason, MAX_REASON)
        self.file, self.item, self.reason = file, item, reason
        super().__init__(": ".join(part for part in (file, item, reason) if part))

    def __reduce__(self) -> tuple[type, tuple[str, str, str]]:
        return type(self), (self.file, self.item, self.reason)


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def nearest(word: str, known: Iterable[str]) -> str:
    """A question that helps with a typo, or nothing."""
    close = difflib.get_close_matches(word[:MAX_TEXT], list(known), n=1)
    return f"; did you mean {close[0]!r}?" if close else ""


class Fields:
    """One table of the file. Every key is asked for by name; `done` refuses the keys nobody asked for."""

    def __init__(self, file: str, item: str, values: dict[str, Any]) -> None:
        self.file = file
        self.item = item
        self.values = values
        self.asked: set[str] = set()

    def fail(self, reason: str) -> BoardError:
        """The error to raise about this table."""
        return BoardError(self.file, self.item, reason)

    def has(self, key: str) -> bool:
        """Whether the key is there; it counts as asked for."""
        self.asked.add(key)
        return key in self.values

    def _get(self, key: str, kind: type, what: str) -> Any:
        if not self.has(key):
            # A misspelt key is the likeliest reason for a missing one.
            others = [other[:MAX_TEXT] for other in list(self.values)[:MAX_ROWS] if other not in self.asked]
            close = difflib.get_close_matches(key, others, n=1)
            raise self.fail(f"{key!r} is missing" + (f"; is {close[0]!r} meant to be it?" if close else ""))
        value = self.values[key]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise self.fail(f"{key!r} must be {what}, not {value!r}")
        return value

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number between `low` and `high`."""
        if default is not None and not self.has(key):
            return default
        value: int = self._get(key, int, "a whole number")
        if not low <= value <= high:
            raise self.fail(f"{key!r} is {value}; it must be {span(low, high)}")
        return value

    def text(self, key: str, default: str | None = None, most: int = MAX_TEXT) -> str:
        """A text of one line that is not empty, of at most so many characters."""
        if default is not None and not self.has(key):
            return default
        value: str = self._get(key, str, "a text in quotes")
        if not value.strip():
            raise self.fail(f"{key!r} is empty")
        if len(value) > most:
            raise self.fail(f"{key!r} has {len(value)} characters; {most} are the most")
        if not value.isprintable():
            raise self.fail(f"{key!r} must be one line without control characters, not {value!r}")
        return value

    def slug(self, key: str) -> str:
        """An id: small letters, digits and single hyphens."""
        value = self.text(key, most=MAX_ID)
        if not SLUG.fullmatch(value):
            raise self.fail(f"{key!r} is {value!r}; an id has small letters a-z, digits and single hyphens")
        return value

    def choice(self, key: str, known: Sequence[str], default: str | None = None) -> str:
        """One of a few words."""
        value = self.text(key, default)
        if value not in known:
            words = ", ".join(repr(word) for word in known)
            raise self.fail(f"{key!r} is {value!r}; it must be one of {words}{nearest(value, known)}")
        return value

    def flag(self, key: str) -> bool:
        """True or false; false where it is not given."""
        return bool(self._get(key, bool, "true or false")) if self.has(key) else False

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts, empty where it is not given."""
        if not self.has(key):
            return ()
        values = self._get(key, list, "a list of texts")
        if len(values) > MAX_LIST:
            raise self.fail(f"{key!r} has {len(values)} texts; {MAX_LIST} are the most")
        if not all(isinstance(value, str) and value.strip() and value.isprintable() for value in values):
            raise self.fail(f"{key!r} must be a list of texts of one line each, not {values!r}")
        if any(len(value) > MAX_TEXT for value in values):
            raise self.fail(f"a text of {key!r} has more than {MAX_TEXT} characters")
        return tuple(values)

    def point(self, key: str) -> tuple[float, float] | None:
        """A point of the canvas, or None where it is not given."""
        if not self.has(key):
            return None
        values = self._get(key, list, "two numbers such as [800, 550]")
        if len(values) != 2 or not all(type(value) in (int, float) for value in values):
            raise self.fail(f"{key!r} must be two numbers such as [800, 550], not {values!r}")
        if not all(0 <= value <= size for value, size in zip(values, CANVAS, strict=True)):
            raise self.fail(f"{key!r} is {values!r}; the canvas is {CANVAS[0]} wide and {CANVAS[1]} high")
        return (values[0], values[1])

    def real(self, key: str, most: int) -> float:
        """A number between -`most` and `most`, with or without decimals; 0 where it is not given."""
        if not self.has(key):
            return 0.0
        value = self.values[key]
        if type(value) not in (int, float) or not -most <= value <= most:
            raise self.fail(f"{key!r} must be a number between {-most} and {most}, not {value!r}")
        return float(value)

    def table(self, key: str, item: str | None = None) -> "Fields":
        """A table inside this one."""
        return Fields(self.file, item or f"{self.item} {key}", self._get(key, dict, "a table"))

    def rows(self, key: str, noun: str) -> list["Fields"]:
        """A list of tables; each row's item is its number until the caller knows better."""
        rows = []
        values = self._get(key, list, "a list of { … } rows")
        if len(values) > MAX_ROWS:
            raise self.fail(f"{key!r} has {len(values)} rows; {MAX_ROWS} are the most")
        for number, row in enumerate(values, start=1):
            item = f"{noun} {number} of the list"
            if not isinstance(row, dict):
                raise BoardError(self.file, item, f"must be a row in braces {{ … }}, not {row!r}")
            rows.append(Fields(self.file, item, row))
        return rows

    def numbered(self, key: str, low: int, high: int) -> dict[int, int]:
        """A table from whole numbers to whole numbers, as `{ 1 = 1, 2 = 2, 3 = 4 }`."""
        fields = self.table(key)
        return {number: fields.number(str(number), low, high) for number in fields.numbers()}

    def numbers(self) -> list[int]:
        """The keys of this table, all of which must be whole numbers."""
        for key in self.values:
            if not key.isdecimal() or len(key) > len(str(MAX_ROWS)):
                raise self.fail(f"the key {key!r} must be a whole number")
        return sorted(int(key) for key in self.values)

    def done(self) -> None:
        """Refuse a key that nobody asked for."""
        for key in self.values:
            if key not in self.asked:
                raise self.fail(f"unknown key {key!r}{nearest(key, self.asked)}")


def span(low: int, high: int) -> str:
    """A range in words."""
    return f"{low}" if low == high else f"{low} to {high}"
