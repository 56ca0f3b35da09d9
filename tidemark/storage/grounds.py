"""The passages of sessions, kept in memory between questions: read once, then only what is new.

A passage is never rewritten and a session's key never used twice, so what is held stays true; how
many messages the session has by now says whether more was said since, by whatever process.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from sqlalchemy import Connection

from tidemark.passages import ROW, Passages
from tidemark.storage import passages

_LIMIT_BYTES = 64 * 1024 * 1024  # some 2.8 million passages
_FEW = 8  # sessions that are brought up to date one by one
_NOTHING: Passages = np.zeros(0, dtype=ROW)


@dataclass(frozen=True)
class Standing:
    """A session as it stands: by which key its index knows it, and how many messages it has."""

    key: int
    session_id: str
    message_count: int


@dataclass(frozen=True)
class _Held:
    message_count: int
    rows: Passages


class Grounds:
    """Passages by session; what was asked for longest ago is let go first.  Safe across threads."""

    def __init__(self, limit_bytes: int = _LIMIT_BYTES) -> None:
        self._limit_bytes = limit_bytes
        self._held: OrderedDict[int, _Held] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def of(self, connection: Connection, sessions: Sequence[Standing]) -> list[Passages]:
        """Return the passages of each of ``sessions``, in the order they were said."""
        with self._lock:
            held = {each.key: self._held.get(each.key) for each in sessions}
        stale = [each for each in sessions if not _is_current(held[each.key], each)]
        if stale:
            read = dict(_read(connection, stale, held))
            self._keep(stale, read)
        else:
            read = {}
        self._touch(each.key for each in sessions)
        rows = [(read.get(each.key), held[each.key]) for each in sessions]
        return [new if new is not None else old.rows if old else _NOTHING for new, old in rows]

    def _keep(self, sessions: Iterable[Standing], read: dict[int, Passages]) -> None:
        with self._lock:
            for each in sessions:
                self._let_go(each.key)
                self._held[each.key] = _Held(each.message_count, read[each.key])
                self._bytes += read[each.key].nbytes
            while self._bytes > self._limit_bytes:
                self._let_go(next(iter(self._held)))

    def _let_go(self, key: int) -> None:
        if former := self._held.pop(key, None):
            self._bytes -= former.rows.nbytes

    def _touch(self, keys: Iterable[int]) -> None:
        with self._lock:
            for key in keys:
                if key in self._held:
                    self._held.move_to_end(key)


def _is_current(held: _Held | None, session: Standing) -> bool:
    return held is not None and held.message_count == session.message_count


def _read(
    connection: Connection, sessions: Sequence[Standing], held: dict[int, _Held | None]
) -> Iterable[tuple[int, Passages]]:
    """Yield the passages of ``sessions`` by key; of what is ``held``, only what came after."""
    if len(sessions) > _FEW:
        yield from passages.of_sessions(connection, [each.key for each in sessions]).items()
        return
    for each in sessions:
        before = held[each.key]
        yield each.key, passages.of_session(connection, each.key, before.rows if before else None)
