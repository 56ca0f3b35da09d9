"""A thread that notices when no other thread can run: some call holds the interpreter."""

import threading
import time
from types import TracebackType
from typing import Self

_TICK_S = 0.005


class Watchdog:
    """Measures the longest time, of this process's own work, that its thread waited for a turn.

    Processor time and not the clock's: a busy machine makes threads wait, too.
    """

    def __init__(self) -> None:
        self.longest_s = 0.0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ended.set()
        self._thread.join()

    def _watch(self) -> None:
        last = time.process_time()
        while not self._ended.wait(_TICK_S):
            now = time.process_time()
            self.longest_s = max(self.longest_s, now - last)
            last = now
