"""Log of a server on standard error: a line for each request, warning and error, as text or JSON.

The line of a request has its id, the template of its path, its status and its duration: not the
path itself, so that no session id and no secret of a tab is logged, and not the user.  Lines of
uvicorn's own access log, which contain the path, are not written.
"""

import logging
import sys
from typing import Any

from pythonjsonlogger.json import JsonFormatter

from tidemark.log_masks import mask
from tidemark.settings import LogFormat

_TEXT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_SERVERS = ("uvicorn", "streamlit")  # they install their own handlers


def install(log_format: LogFormat, *, is_masked: bool) -> None:
    """Log to standard error in ``log_format``, each message only once."""
    root = logging.getLogger()
    for each in [each for each in root.handlers if isinstance(each, _Lines)]:
        root.removeHandler(each)
    lines = _Lines()
    lines.setFormatter(
        _Json(is_masked=is_masked) if log_format == "json" else logging.Formatter(_TEXT)
    )
    root.addHandler(lines)
    logging.getLogger("tidemark").setLevel(logging.INFO)
    logging.getLogger("uvicorn.access").setLevel(logging.WARNING)
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] in _SERVERS:
            logger = logging.getLogger(name)
            logger.handlers.clear()
            logger.propagate = True


class _Lines(logging.Handler):
    """Writes to the current standard error, which a server may have replaced."""

    def emit(self, record: logging.LogRecord) -> None:
        try:
            sys.stderr.write(f"{self.format(record)}\n")
        except Exception:  # noqa: BLE001 - as all handlers of logging do
            self.handleError(record)


class _Json(JsonFormatter):
    """Formats a record as one JSON object a line; extra fields are masked like the message."""

    def __init__(self, *, is_masked: bool) -> None:
        names = {"levelname": "level", "name": "logger"}
        super().__init__(
            "%(levelname)s %(name)s %(message)s", rename_fields=names, timestamp="time"
        )
        self._is_masked = is_masked

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        log_data.pop("color_message", None)  # uvicorn's, for a terminal
        if not self._is_masked:
            return log_data
        return {
            name: mask(value) if isinstance(value, str) else value
            for name, value in log_data.items()
        }
