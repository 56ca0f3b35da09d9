"""Locks by key, such as one per session; a key without a holder takes no memory."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass(eq=False)
class _Counted:
    lock: threading.RLock = field(default_factory=threading.RLock)
    users: int = 0


class KeyedLocks:
    """Lets in one thread at a time for each key; a thread may lock its own key again."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._counted: dict[str, _Counted] = {}

    @contextmanager
    def hold(self, key: str) -> Iterator[None]:
        """Lock ``key`` for the block, waiting until no other thread holds it."""
        with self._guard:
            counted = self._counted.setdefault(key, _Counted())
            counted.users += 1
        try:
            with counted.lock:
                yield
        finally:
            with self._guard:
                counted.users -= 1
                if not counted.users:
                    del self._counted[key]

    def __len__(self) -> int:
        """Count the keys that are held or waited for."""
        return len(self._counted)
