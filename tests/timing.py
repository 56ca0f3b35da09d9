"""Seconds of this thread's own work, and long work without coverage watching each line of it."""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def unwatched() -> Iterator[None]:
    """Put coverage aside: it doubles what long work takes, in this thread and those it starts.

    For work whose lines other tests run as well.
    """
    watcher, of_threads = sys.gettrace(), threading.gettrace()
    sys.settrace(None)
    threading.settrace(None)
    try:
        yield
    finally:
        threading.settrace(of_threads)
        sys.settrace(watcher)


def own_seconds(work: Callable[[], object]) -> float:
    """Return how many seconds of processor time ``work`` takes unwatched, the better of two."""
    with unwatched():
        return min(_once(work), _once(work))


def _once(work: Callable[[], object]) -> float:
    before = time.thread_time()
    work()
    return time.thread_time() - before
