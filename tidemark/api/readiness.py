"""Checks within a time limit whether the database answers: a probe must not wait for a hung one."""

import logging
from collections.abc import Callable
from concurrent.futures import Future
from threading import Lock, Thread

from assistant import Assistant

_PATIENCE_S = 2.0
_log = logging.getLogger(__name__)


class Readiness:
    """Checks the Assistant that ``opened`` returns; one check runs at a time.

    However often a probe asks, a hung database occupies only one thread and one connection.
    """

    def __init__(self, opened: Callable[[], Assistant]) -> None:
        self._opened = opened
        self._lock = Lock()
        self._look: Future[bool] | None = None
        self._told = ""  # in the log, once until it changes

    def find(self, patience_s: float = _PATIENCE_S) -> bool | None:
        """Return whether everything is loaded for the first turn; None if the check takes too long.

        Raises:
            DatabaseError: The database cannot be read.
        """
        look = self.begin()
        try:
            return look.result(patience_s)
        except TimeoutError:
            return None

    def begin(self) -> Future[bool]:
        """Begin a check, which opens and loads everything, unless one runs; do not wait for it."""
        with self._lock:
            look = self._look
            if look is None or look.done():
                look = self._look = Future()
                Thread(target=self._into, args=(look,), name="readiness", daemon=True).start()
            return look

    def _into(self, look: Future[bool]) -> None:
        try:
            assistant = self._opened()
            assistant.sessions.recent(limit=1)
            is_ready = assistant.is_ready_for_tables
            if not is_ready:
                assistant.get_ready_for_tables()
        except Exception as error:  # noqa: BLE001 - it is raised where it is waited for
            if str(error) != self._told:
                _log.error("not ready: %s", error)
            self._told = str(error)
            look.set_exception(error)
        else:
            self._told = ""
            look.set_result(is_ready)
