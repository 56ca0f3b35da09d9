"""Work that a process repeats in the background, on one thread, until stopped."""

import logging
import threading
from collections.abc import Callable

from tidemark.errors import TidemarkError
from tidemark.runtime.events import StopRequested

_log = logging.getLogger(__name__)


class Periodic:
    """Calls ``work(step, pause)`` first after ``first_s`` seconds, then ``every_s`` after each.

    Both functions raise ``StopRequested`` once ``close`` was called.
    """

    def __init__(
        self,
        work: Callable[[Callable[[], None], Callable[[float], None]], object],
        *,
        first_s: float,
        every_s: float,
    ) -> None:
        self._work, self._first_s, self._every_s = work, first_s, every_s
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="periodic", daemon=True)
        self._thread.start()

    def close(self, timeout_s: float) -> None:
        """Stop it at its next step, and wait up to ``timeout_s`` seconds."""
        self._stop.set()
        self._thread.join(timeout_s)

    def _step(self) -> None:
        if self._stop.is_set():
            raise StopRequested

    def _pause(self, seconds: float) -> None:
        self._stop.wait(seconds)
        self._step()

    def _run(self) -> None:
        wait_s = self._first_s
        while not self._stop.wait(wait_s):
            wait_s = self._every_s
            try:
                self._work(self._step, self._pause)
            except StopRequested:
                return
            except (TidemarkError, OSError) as error:
                _log.warning("housekeeping failed, and is tried again later: %s", error)
            except Exception:  # noqa: BLE001 - it would never run again
                _log.exception("housekeeping broke")
