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

from tidemark.retrieval.chunking import Passages
from tidemark.retrieval.ranking import Ground, Numbers
from tidemark.storage.search import inverted_index, passages

_LIMIT_BYTES = 64 * 1024 * 1024  # some 2.8 million passages
_FEW = 8  # sessions that are brought up to date one by one
_MOST_KNOWN = 50_000  # places, and words, that are kept of one session


class Standing(NamedTuple):
    """A session as it stands: by which key its index knows it, and how many messages it has."""

    key: int
    session_id: str
    message_count: int


class Places(NamedTuple):
    """Where a stem stands, of what there was when it was looked for.

    ``upto`` says how much that was: passages of a session, or messages of several.
    """

    at: Numbers
    upto: int

    def going_on(self, more: Numbers, end: int, upto: int) -> "Places":
        """Return where it stands in the first ``upto``, of which the last is before ``end``."""
        more = more[: np.searchsorted(more, end)]
        at = np.concatenate([self.at, more])[-inverted_index.MOST :] if len(self.at) else more
        return Places(at, upto)


_NOT_SOUGHT = Places(inverted_index.NOWHERE, 0)


class Sought:
    """Where stems stand, as far as it was looked for; once that is too much, all of it goes."""

    def __init__(self) -> None:
        self._places: dict[str, Places] = {}
        self._held = 0

    def get(self, stem: str) -> Places | None:
        """Return where ``stem`` stands, None where it was not looked for."""
        return self._places.get(stem)

    def keep(self, found: Mapping[str, Places]) -> None:
        """Know what was ``found`` as well."""
        size = sum(len(each.at) + 1 for each in found.values())
        if self._held + size > _MOST_KNOWN:
            self._places, self._held = {}, 0
        self._places.update(found)
        self._held += size


@dataclass
class Known:
    """What is known of a session that has ``message_count`` messages."""

    key: int
    message_count: int
    rows: Passages
    _places: Sought = field(default_factory=Sought)
    _ground: Ground | None = None

    def ground(self, count: int) -> Ground:
        """Return its first ``count`` passages, with what was worked out of them last time."""
        ground = self._ground
        if ground is None or len(ground.passages) != count:
            self._ground = ground = Ground.whole(self.rows[:count])
        return ground

    def places(self, connection: Connection, stems: Sequence[str]) -> Mapping[str, Numbers]:
        """Return where ``stems`` stand, each looked for only in what it was not before."""
        count = len(self.rows)
        held = {stem: self._places.get(stem) or _NOT_SOUGHT for stem in stems}
        behind = [stem for stem in stems if held[stem].upto != count]
        if behind:
            since = [held[stem].upto for stem in behind]
            found = inverted_index.of(connection).find(connection, [self.key], behind, since=since)
            for stem in behind:
                more = found.get(stem, inverted_index.NOWHERE)
                held[stem] = held[stem].going_on(more, inverted_index.place(self.key, count), count)
            self._places.keep({stem: held[stem] for stem in behind})
        return {stem: each.at for stem, each in held.items()}

    def learn(self, found: Mapping[str, Numbers]) -> None:
        """Know where stems stand: all that was ``found`` of the session, when nobody asked yet."""
        count = len(self.rows)
        end = inverted_index.place(self.key, count)
        new = {stem: at for stem, at in found.items() if self._places.get(stem) is None}
        self._places.keep({stem: _NOT_SOUGHT.going_on(at, end, count) for stem, at in new.items()})

    def grown(self, message_count: int, rows: Passages) -> "Known":
        """Return what is known of it where it has more messages by now."""
        return Known(self.key, message_count, rows, self._places)


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
            places=np.array([inverted_index.place(each.key, 0) for each in known]),
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
