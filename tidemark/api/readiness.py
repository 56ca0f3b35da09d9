"""Look whether the database answers, within a time: a watcher must not wait for one that hangs."""

from collections.abc import Callable
from concurrent.futures import Future
from threading import Lock, Thread

from assistant import Assistant

_PATIENCE_S = 2.0


class Readiness:
    """Whether the Assistant that ``opened`` returns answers; one look at a time.

    However often a watcher asks, a database that hangs keeps one thread and one connection busy.
    """

    def __init__(self, opened: Callable[[], Assistant]) -> None:
        self._opened = opened
        self._lock = Lock()
        self._look: Future[bool] | None = None

    def find(self, patience_s: float = _PATIENCE_S) -> bool | None:
        """Return whether the first turn will wait for nothing to load; None if no answer came.

        Raises:
            DatabaseError: The database cannot be read.
        """
        with self._lock:
            look = self._look
            if look is None or look.done():
                look = self._look = Future()
                Thread(target=self._into, args=(look,), name="readiness", daemon=True).start()
        try:
            return look.result(patience_s)
        except TimeoutError:
            return None

    def _into(self, look: Future[bool]) -> None:
        try:
            assistant = self._opened()
            assistant.sessions.recent(limit=1)
            is_ready = assistant.is_ready
            if not is_ready:
                assistant.get_ready()
        except Exception as error:  # noqa: BLE001 - it is raised where it is waited for
            look.set_exception(error)
        else:
            look.set_result(is_ready)
