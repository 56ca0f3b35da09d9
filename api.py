"""The HTTP API without the page: ``make serve``; ``app.py`` serves it with the page."""

import sys
import threading

from assistant import Assistant
from tidemark import log_masks
from tidemark.api import application
from tidemark.api.request_guard import Site, address_of
from tidemark.errors import OperatorError
from tidemark.schema.scope import LOCAL
from tidemark.services.questions import session_files
from tidemark.settings import Settings
from tidemark.telemetry import log_lines, traces
from utils import settle_garbage


class _Opened:
    """The Assistant of this process, opened once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._assistant: Assistant | None = None

    def __call__(self) -> Assistant:
        with self._lock:
            if self._assistant is None:
                self._assistant = Assistant(Settings.read(), LOCAL)
                settle_garbage()
                self._assistant.get_ready_for_tables()
            return self._assistant

    def close(self) -> None:
        """Close it, if it was opened; wait for it while it opens, as a migration must end."""
        with self._lock:
            if self._assistant is not None:
                self._assistant.close()
        traces.install("")


def _site() -> Site:
    """Return the site to serve; exit if it would be open to everybody, or is invalid."""
    try:
        settings = Settings.read()
        site = Site.of(settings)
        site.check_address("API", address_of(sys.argv))
        session_files.check_writable(settings.session_files)
        traces.install(settings.otel_exporter_otlp_endpoint)
    except OperatorError as error:
        raise SystemExit(str(error)) from error
    log_masks.install(is_on=settings.memory_mask_sensitive_data)
    log_lines.install(settings.log_format, is_masked=settings.memory_mask_sensitive_data)
    return site


_opened = _Opened()
try:
    app = application.create(_opened, close=_opened.close, site=_site())
except OperatorError as error:  # the requests cannot be counted
    raise SystemExit(str(error)) from error
