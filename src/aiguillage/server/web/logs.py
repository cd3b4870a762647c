"""Logs: lines for people on a terminal, one JSON object a line elsewhere; never tokens, seeds, keys, hands or
whole table names.

Nobody can fill the disk with them: of what is said over and over a few lines are kept, with how many were left out.
"""

import json
import logging
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import Literal

# What a plain log record has anyway; anything beyond it was given as `extra`.
_STANDARD = set(vars(logging.LogRecord("", 0, "", 0, "", (), None))) | {"message", "asctime", "taskName"}
Format = Literal["auto", "text", "json"]


def _extra(record: logging.LogRecord) -> dict[str, object]:
    given = {name: value for name, value in vars(record).items() if name not in _STANDARD}
    # libraries leave notes under names that begin so
    return {name: value for name, value in given.items() if not name.startswith("_")}


KEPT = 10  # warnings and errors of one kind in a `PERIOD`
ALL_KEPT = 200  # of all kinds
PERIOD = 60.0
LONGEST = 4000  # characters of a text


class Sparing(logging.Filter):
    """Lets a few lines of each kind through; the next one after a while says how many it kept back."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._since = clock()
        self._kinds: Counter[tuple[str, str]] = Counter()
        self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written."""
        if record.levelno < logging.WARNING:
            return True
        now, kind = self._clock(), (record.name, str(record.msg)[:80])
        if now - self._since > PERIOD:
            if self._left_out:
                record.left_out = self._left_out
            self._since, self._left_out = now, 0
            self._kinds.clear()
        if self._kinds[kind] >= KEPT or self._kinds.total() >= ALL_KEPT:
            self._left_out += 1
            return False
        self._kinds[kind] += 1
        return True


class JsonLines(logging.Formatter):
    """A log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        content: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        content |= _extra(record)
        if record.exc_info:
            content["trace"] = self.formatException(record.exc_info)
        content |= {name: value[:LONGEST] for name, value in content.items() if isinstance(value, str)}
        return json.dumps(content, default=str)


class PlainLines(logging.Formatter):
    """A log record as a line for people: the time, what happened, and the details in brackets."""

    def format(self, record: logging.LogRecord) -> str:
        level = "" if record.levelno <= logging.INFO else f"{record.levelname.lower()}: "
        details = ", ".join(f"{name} {value}" for name, value in _extra(record).items())
        line = f"{time.strftime('%H:%M:%S', time.localtime(record.created))} {level}{record.getMessage()}"
        if details:
            line += f" ({details})"
        return line + ("\n" + self.formatException(record.exc_info) if record.exc_info else "")


def configure(level: str = "info", form: Format = "auto") -> None:
    """Send the logs of the server and of uvicorn to stderr; no request lines: addresses are secrets."""
    handler = logging.StreamHandler(sys.stderr)
    plain = form == "text" or (form == "auto" and sys.stderr.isatty())
    handler.setFormatter(PlainLines() if plain else JsonLines())
    handler.addFilter(Sparing())
    logging.getLogger().handlers = [handler]  # what libraries say, asyncio's too
    logging.captureWarnings(True)
    for name in ("aiguillage", "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = []
        logger.setLevel(level.upper() if name == "aiguillage" else logging.WARNING)
        logger.propagate = True
    logging.getLogger("uvicorn.access").disabled = True
