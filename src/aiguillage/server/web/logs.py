"""Logs: lines for people on a terminal, one JSON object a line elsewhere; never tokens, seeds, keys, hands or
whole table names."""

import json
import logging
import sys
import time
from typing import Any, Literal

# What a plain log record has anyway; anything beyond it was given as `extra`.
_STANDARD = set(vars(logging.LogRecord("", 0, "", 0, "", (), None))) | {"message", "asctime", "taskName"}
Format = Literal["auto", "text", "json"]


def _extra(record: logging.LogRecord) -> dict[str, Any]:
    return {name: value for name, value in vars(record).items() if name not in _STANDARD}


class JsonLines(logging.Formatter):
    """A log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        content: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        content |= _extra(record)
        if record.exc_info:
            content["trace"] = self.formatException(record.exc_info)
        return json.dumps(content, default=str, ensure_ascii=False)


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
    for name in ("aiguillage", "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [handler] if name in ("aiguillage", "uvicorn") else []
        logger.setLevel(level.upper() if name == "aiguillage" else logging.WARNING)
        logger.propagate = name == "uvicorn.error"
    logging.getLogger("uvicorn.access").disabled = True
