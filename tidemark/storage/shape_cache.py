"""Caches the parsed rows that each turn reads again, so that unchanged ones are parsed once."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from typing import Generic, TypeVar

_MOST_CACHED = 64  # sessions

R = TypeVar("R", bound=Hashable)
S = TypeVar("S")


class ShapeCache(Generic[R, S]):
    """The rows last read of each session, and the models parsed from them.

    Only the last read rows are cached, so it never holds more than a context.  Thread-safe.
    """

    def __init__(self) -> None:
        self._shapes: OrderedDict[tuple[str, str], dict[R, S]] = OrderedDict()
        self._lock = threading.Lock()

    def parse(
        self, user_id: str, session_id: str, rows: Iterable[R], parse: Callable[[R], S]
    ) -> tuple[S, ...]:
        """Return each of ``rows``, which are all different, as ``parse`` returns it."""
        key = user_id, session_id
        with self._lock:
            known = self._shapes.get(key, {})
        shapes = {row: known[row] if row in known else parse(row) for row in rows}
        with self._lock:
            self._shapes[key] = shapes
            self._shapes.move_to_end(key)
            while len(self._shapes) > _MOST_CACHED:
                self._shapes.popitem(last=False)
        return tuple(shapes.values())

    def forget(self, session_id: str) -> None:
        """Drop the cached rows of the sessions with this id, of any user."""
        with self._lock:
            for key in [key for key in self._shapes if key[1] == session_id]:
                del self._shapes[key]
