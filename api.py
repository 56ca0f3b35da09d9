"""The HTTP API by itself: ``make serve``; beside the page it is served by ``app.py``."""

import threading

from assistant import Assistant
from tidemark.api import application
from tidemark.schema.scope import LOCAL
from tidemark.settings import Settings
from utils import settle_garbage


class _Opened:
    """The Assistant of this process, opened at the first request."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._assistant: Assistant | None = None

    def __call__(self) -> Assistant:
        with self._lock:
            if self._assistant is None:
                self._assistant = Assistant(Settings.read(), LOCAL)
                settle_garbage()
                self._assistant.get_ready()
            return self._assistant

    def close(self) -> None:
        """End it, if it was opened."""
        if self._assistant is not None:
            self._assistant.close()


_opened = _Opened()
app = application.create(_opened, close=_opened.close)
