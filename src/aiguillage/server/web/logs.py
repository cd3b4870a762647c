"""Structured logs: one JSON object a line, without tokens, seeds, keys, hands or whole table names."""

import json
import logging
import sys
import time
from typing import Any

# What a plain log record has anyway; anything beyond it was given as `extra`.
_STANDARD = set(vars(logging.LogRecord("", 0, "", 0, "", (), None))) | {"message", "asctime", "taskName"}


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
        content |= {name: value for name, value in vars(record).items() if name not in _STANDARD}
        if record.exc_info:
            content["trace"] = self.formatException(record.exc_info)
        return json.dumps(content, default=str, ensure_ascii=False)


def configure(level: str = "INFO") -> None:
    """Send the logs of the server and of uvicorn to stderr; no request lines: addresses are secrets."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("aiguillage", "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [handler] if name in ("aiguillage", "uvicorn") else []
        logger.setLevel(level if name == "aiguillage" else logging.WARNING)
        logger.propagate = name == "uvicorn.error"
    logging.getLogger("uvicorn.access").disabled = True
