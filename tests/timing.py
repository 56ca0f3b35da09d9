"""Seconds of this thread's own work, and long work without coverage watching each line of it."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_ENVIRONMENT = os.environ  # noqa: TID251 - where coverage tells programs that we start of itself
_OF_PROGRAMS = "COVERAGE_PROCESS_CONFIG"


@contextmanager
def unwatched(*, programs: bool = False) -> Iterator[None]:
    """Put coverage aside: it doubles what long work takes, in this thread and those it starts.

    For work whose lines other tests run as well; with ``programs``, in those it starts, too.
    """
    watcher, of_threads = sys.gettrace(), threading.gettrace()
    of_programs = _ENVIRONMENT.pop(_OF_PROGRAMS, None) if programs else None
    sys.settrace(None)
    threading.settrace(None)
    try:
        yield
    finally:
        threading.settrace(of_threads)
        sys.settrace(watcher)
        if of_programs is not None:
            _ENVIRONMENT[_OF_PROGRAMS] = of_programs


# A second on a quiet machine; on a busy one a promise of a second takes longer, and what would be
# waited for if it were broken takes far longer still.
SOON_S = 5.0


class TooLong(BaseException):
    """A call took longer than it may."""


@contextmanager
def at_most(limit_s: float) -> Iterator[None]:
    """Break off work that takes more than ``limit_s`` of the processor, in a pattern as well.

    Raises:
        TooLong: It took more.
    """

    def end(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, limit_s)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def own_seconds(work: Callable[[], object]) -> float:
    """Return how many seconds of processor time ``work`` takes unwatched, the better of two."""
    with unwatched():
        return min(_once(work), _once(work))


def _once(work: Callable[[], object]) -> float:
    before = time.thread_time()
    work()
    return time.thread_time() - before
