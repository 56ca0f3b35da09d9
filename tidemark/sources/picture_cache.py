"""A cache of pictures of pages, bounded by their bytes."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable

_LIMIT_BYTES = 16_000_000  # some fifty pages


class PictureCache:
    """Pictures by the key of their version and their page, the one unused for longest dropped.

    Safe across threads.
    """

    def __init__(self, limit_bytes: int = _LIMIT_BYTES) -> None:
        self._limit = limit_bytes
        self._pictures: OrderedDict[tuple[int, int], bytes] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, version_key: int, page: int, draw: Callable[[], bytes]) -> bytes:
        """Return the picture of a page, drawn by ``draw`` if it is not there."""
        with self._lock:
            if (found := self._pictures.get((version_key, page))) is not None:
                self._pictures.move_to_end((version_key, page))
                return found
        drawn = draw()
        with self._lock:
            self._pictures[version_key, page] = drawn
            while sum(map(len, self._pictures.values())) > self._limit:
                self._pictures.popitem(last=False)
        return drawn

    def forget(self, version_keys: Iterable[int]) -> None:
        """Drop the pictures of these versions."""
        gone = set(version_keys)
        with self._lock:
            for each in [each for each in self._pictures if each[0] in gone]:
                del self._pictures[each]
