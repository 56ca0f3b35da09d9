"""The passages of sessions, kept in memory between questions: read once, then only what is new.

A passage is never rewritten and a session's key never used twice, so what is held stays true; how
many messages the session has by now says whether more was said since, by whatever process.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from sqlalchemy import Connection

from tidemark.passages import Passages
from tidemark.ranking import Ground, Numbers
from tidemark.storage import passages, postings

_LIMIT_BYTES = 64 * 1024 * 1024  # some 2.8 million passages
_FEW = 8  # sessions that are brought up to date one by one
_MOST_KNOWN = 50_000  # places, and words, that are kept of one session


class Standing(NamedTuple):
    """A session as it stands: by which key its index knows it, and how many messages it has."""

    key: int
    session_id: str
    message_count: int


@dataclass
class Known:
    """What is known of a session that has ``message_count`` messages."""

    key: int
    message_count: int
    rows: Passages
    _places: dict[str, "_Places"] = field(default_factory=dict)
    _ground: Ground | None = None

    def ground(self, count: int) -> Ground:
        """Return its first ``count`` passages, with what was worked out of them last time."""
        ground = self._ground
        if ground is None or len(ground.passages) != count:
            self._ground = ground = Ground.whole(self.rows[:count])
        return ground

    def places(self, connection: Connection, stems: Sequence[str]) -> Mapping[str, Numbers]:
        """Return where ``stems`` stand, each looked for only in what it was not before."""
        count, kept = len(self.rows), self._places
        held = {stem: kept.get(stem, _NOT_SOUGHT) for stem in stems}
        behind = [stem for stem in stems if held[stem].upto != count]
        if behind:
            since = [held[stem].upto for stem in behind]
            found = postings.of(connection).find(connection, [self.key], behind, since=since)
            for stem in behind:
                more = found.get(stem, postings.NOWHERE)
                held[stem] = held[stem].going_on(more, postings.place(self.key, count), count)
            self._keep(held)
        return {stem: each.at for stem, each in held.items()}

    def grown(self, message_count: int, rows: Passages) -> "Known":
        """Return what is known of it where it has more messages by now."""
        return Known(self.key, message_count, rows, self._places)

    def _keep(self, held: Mapping[str, "_Places"]) -> None:
        kept = {**self._places, **held}
        is_much = sum(len(each.at) + 1 for each in kept.values()) > _MOST_KNOWN
        self._places = dict(held) if is_much else kept


class _Places(NamedTuple):
    """Where a stem stands in the first ``upto`` passages of a session."""

    at: Numbers
    upto: int

    def going_on(self, more: Numbers, end: int, upto: int) -> "_Places":
        """Return where it stands in the first ``upto``, of which the last is before ``end``."""
        more = more[: np.searchsorted(more, end)]
        at = np.concatenate([self.at, more])[-postings.MOST :] if len(self.at) else more
        return _Places(at, upto)


_NOT_SOUGHT = _Places(postings.NOWHERE, 0)


@dataclass(frozen=True)
class Joined:
    """The first passages of some sessions, as many of each as ``lengths``, one after the other.

    ``places`` says at which place of the index each session begins, ``firsts`` which number its
    first passage has in the ``ground``.
    """

    known: tuple[Known, ...]
    lengths: Numbers
    places: Numbers
    firsts: Numbers
    ground: Ground

    @classmethod
    def of(cls, known: tuple[Known, ...], counts: Sequence[int]) -> "Joined":
        """Return so many passages, ``counts``, of sessions that are in order of their keys."""
        lengths = np.array(counts)
        if len(known) == 1:
            ground = known[0].ground(counts[0])
        else:
            ground = Ground.whole(*(each.rows[:at] for each, at in zip(known, counts, strict=True)))
        return cls(
            known=known,
            lengths=lengths,
            places=np.array([postings.place(each.key, 0) for each in known]),
            firsts=np.cumsum(lengths + 1) - lengths - 1,
            ground=ground,
        )

    def is_of(self, known: Sequence[Known], counts: Sequence[int]) -> bool:
        """Whether it is what ``of`` would return."""
        return (
            len(known) == len(self.known)
            and all(each is ours for each, ours in zip(known, self.known, strict=True))
            and np.array_equal(counts, self.lengths)
        )


class Grounds:
    """What is known by session; what was asked for longest ago goes first.  Safe across threads."""

    def __init__(self, limit_bytes: int = _LIMIT_BYTES) -> None:
        self._limit_bytes = limit_bytes
        self._known: OrderedDict[int, Known] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()
        self._joined: Joined | None = None

    def join(self, known: tuple[Known, ...], counts: Sequence[int]) -> Joined:
        """Return so many passages, ``counts``, of what is ``known``, as last time where it can."""
        if len(known) == 1:
            return Joined.of(known, counts)
        joined = self._joined
        if joined is None or not joined.is_of(known, counts):
            self._joined = joined = Joined.of(known, counts)
        return joined

    def of(self, connection: Connection, sessions: Sequence[Standing]) -> list[Known]:
        """Return what is known of each of ``sessions``, brought up to how it stands."""
        with self._lock:
            known = {
                each.key: self._known[each.key] for each in sessions if each.key in self._known
            }
        stale = [
            each
            for each in sessions
            if each.key not in known or known[each.key].message_count != each.message_count
        ]
        if stale:
            read = _read(connection, stale, known)
            for key, _, count in stale:
                former = known.get(key) or Known(key, 0, read[key])
                known[key] = former.grown(count, read[key])
        self._keep(known.values())
        return [known[each.key] for each in sessions]

    def _keep(self, known: Iterable[Known]) -> None:
        with self._lock:
            for each in known:
                if self._known.get(each.key) is each:
                    self._known.move_to_end(each.key)
                    continue
                self._let_go(each.key)
                self._known[each.key] = each
                self._bytes += each.rows.nbytes
            while self._bytes > self._limit_bytes:
                self._let_go(next(iter(self._known)))

    def _let_go(self, key: int) -> None:
        if former := self._known.pop(key, None):
            self._bytes -= former.rows.nbytes


def _read(
    connection: Connection, sessions: Sequence[Standing], known: Mapping[int, Known]
) -> Mapping[int, Passages]:
    """Return the passages of ``sessions`` by key; of what is ``known``, only what came after."""
    if len(sessions) > _FEW:
        return passages.of_sessions(connection, [each.key for each in sessions])
    return {
        each.key: passages.of_session(
            connection, each.key, known[each.key].rows if each.key in known else None
        )
        for each in sessions
    }
