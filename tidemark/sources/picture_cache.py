"""A cache of page pictures, limited by size."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable

from tidemark.schema.sources import PageMark

_LIMIT_BYTES = 16_000_000  # some fifty pages


class PictureCache:
    """Pictures by version, page and mark; drops the least recently used first.

    Thread-safe.
    """

    def __init__(self, limit_bytes: int = _LIMIT_BYTES) -> None:
        self._limit = limit_bytes
        self._pictures: OrderedDict[tuple[int, int, PageMark | None], bytes] = OrderedDict()
        self._lock = threading.Lock()

    def get(
        self, version_key: int, page: int, mark: PageMark | None, draw: Callable[[], bytes]
    ) -> bytes:
        """Return the picture of a page; call ``draw`` if it is not cached."""
        key = version_key, page, mark
        with self._lock:
            if (found := self._pictures.get(key)) is not None:
                self._pictures.move_to_end(key)
                return found
        drawn = draw()
        with self._lock:
            self._pictures[key] = drawn
            while sum(map(len, self._pictures.values())) > self._limit:
                self._pictures.popitem(last=False)
        return drawn

    def forget(self, version_keys: Iterable[int]) -> None:
        """Drop the pictures of these versions."""
        gone = set(version_keys)
        with self._lock:
            for each in [each for each in self._pictures if each[0] in gone]:
                del self._pictures[each]
