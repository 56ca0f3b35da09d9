"""The sessions that one session may read, and the occurrences of terms in them.

Occurrences in the other sessions are cached until one of these gets more messages or their set
changes.  During one chat neither happens from turn to turn.
"""

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from sqlalchemy import ColumnElement, Connection, Select, Text, bindparam, case, cast, func, select

from tidemark.nlp.search_terms import Term
from tidemark.retrieval.cross_session import MOST_OCCURRENCES, SessionsInReach
from tidemark.retrieval.index_terms import index_term
from tidemark.retrieval.refs import (
    NO_PASSAGES,
    CollectionKey,
    CollectionState,
    Numbers,
    PassageRefs,
    collections_of,
    united,
    until,
)
from tidemark.storage import branch_families
from tidemark.storage.connections import is_visit
from tidemark.storage.search import passages
from tidemark.storage.search.inverted_index import SURELY_ALL, index_of
from tidemark.storage.search.passage_cache import (
    CachedCollection,
    OccurrenceCache,
    PassageCache,
    StemOccurrences,
)
from tidemark.storage.search.passages import collection_of, version_of
from tidemark.storage.tables import (
    OF_NOTEBOOK,
    OF_USER,
    branches,
    in_scope,
    is_across,
    sessions,
)

_MOST_SESSIONS = 1_000
_MOST_ASKING = 16  # sessions whose occurrences in others are cached

# Built once: building a statement costs more than running it
_SESSION = sessions.alias("here")
_LAST = (
    select(sessions.c.key, sessions.c.message_count)
    .where(in_scope, is_across)
    .order_by(sessions.c.updated_at.desc(), sessions.c.key.desc())
    .limit(_MOST_SESSIONS)
    .correlate(_SESSION)
    .subquery("last")
)
_KEY, _TOTAL = cast(_LAST.c.key, Text), cast(func.sum(_LAST.c.message_count), Text)
_NEWEST = (  # one index step: a maximum over a thousand takes as long as reading all their keys
    select(cast(sessions.c.updated_at, Text))
    .where(in_scope, is_across, sessions.c.key != _SESSION.c.key)
    .order_by(sessions.c.updated_at.desc(), sessions.c.key.desc())
    .limit(1)
    .correlate(_SESSION)
    .scalar_subquery()
)


def _reachable(keys: ColumnElement[str]) -> Select[Any]:
    """Select a session and those it may read, a thousand keys as one text.

    Fetching them as rows takes longer than everything else.
    """
    newest = func.coalesce(_NEWEST, "")
    reached = select(keys + ":" + _TOTAL + ":" + newest).correlate(_SESSION).scalar_subquery()
    return (
        select(
            _SESSION.c.key,
            _SESSION.c.remembers_across,
            _SESSION.c.message_count,
            branches.c.family,
            version_of(_SESSION.c.key),
            case((_SESSION.c.remembers_across != 0, reached)).label("reached"),
        )
        .select_from(_SESSION)
        .outerjoin(branches, branches.c.session_key == _SESSION.c.key)
        .where(
            _SESSION.c.session_id == bindparam("of_session"),
            _SESSION.c.user_id == OF_USER,
            _SESSION.c.notebook_id == OF_NOTEBOOK,
        )
    )


_REACHABLE = {
    "sqlite": _reachable(func.group_concat(_KEY)),
    "postgresql": _reachable(func.string_agg(_KEY, ",")),
}


class _Row(NamedTuple):
    key: int
    remembers_across: int
    message_count: int
    family: int | None
    version: int
    reached: str | None


class _Version(NamedTuple):
    """The state of the other sessions: their message count, and the time of their last change."""

    message_count: int
    updated_at: str


_NO_OTHERS = _Version(0, "")


@dataclass(frozen=True)
class Reachable(SessionsInReach):
    """The sessions that one session may read, and their state.

    ``is_branch``: the session itself is one of several branches of its chat.
    """

    own_message_count: int
    own_version: int
    looks_across: bool
    is_branch: bool
    others_version: _Version = _NO_OTHERS

    @cached_property
    def others(self) -> Numbers:
        """Return the collections of the other sessions."""
        others: Numbers = self.collections[self.collections != self.own]
        return others


def reachable_from(connection: Connection, session_id: str) -> Reachable | None:
    """Return the sessions that ``session_id`` may read; None if it does not exist."""
    query = _REACHABLE[connection.dialect.name]
    found = connection.execute(query, {"of_session": session_id}).one_or_none()
    if found is None:
        return None
    here = _Row._make(found)
    own, count, is_branch = collection_of(here.key), here.message_count, here.family is not None
    if not here.remembers_across or is_visit(connection):
        alone = np.array([own])
        return Reachable(own, alone, count, count, here.version, False, is_branch)
    listed, total, newest = (here.reached or ":0:").split(":", 2)
    reached = np.fromstring(listed, np.int64, sep=",")
    is_own = reached == own
    others_version = _Version(int(total) - (count if is_own.any() else 0), newest)
    others = reached[~is_own]
    if here.family is not None:  # the other branch's messages are not part of this one
        others = np.setdiff1d(others, list(branch_families.keys(connection, here.family)))
    collections = np.append(others, own)
    collections.sort()
    return Reachable(
        own, collections, int(total), count, here.version, True, is_branch, others_version
    )


class _OtherOccurrences(NamedTuple):
    """Occurrences in other sessions, valid while these and their state are unchanged."""

    state: tuple[bytes, _Version]
    occurrences: OccurrenceCache


class OccurrenceLookup:
    """Looks up the occurrences of terms in all readable sessions.  Thread-safe."""

    def __init__(self, cache: PassageCache) -> None:
        self._cache = cache
        self._others: OrderedDict[CollectionKey, _OtherOccurrences] = OrderedDict()
        self._lock = threading.Lock()

    def find(
        self, connection: Connection, reach: Reachable, terms: Sequence[Term], before: int | None
    ) -> dict[Term, PassageRefs]:
        """Return the last passages in ``reach`` that contain each of ``terms``.

        In the session itself, only messages ``before`` a position count.
        """
        stems = list(dict.fromkeys(index_term(stem) for term in terms for stem in term))
        state = CollectionState(reach.own, reach.own_version)
        (cached,) = self._cache.get(connection, [state])
        others = self._in_others(connection, reach, stems, cached)
        own = _before(before, reach, cached.occurrences(connection, stems), connection)
        found = {}
        for term in terms:
            of_term = [of[index_term(stem)] for stem in term for of in (own, others)]
            lists = [refs for refs in of_term if len(refs)]
            if lists:
                found[term] = PassageRefs(united(lists)[-MOST_OCCURRENCES:])
        return found

    def forget(self, collection: CollectionKey) -> None:
        """Drop the cached data of ``collection``, both as the reading and as a readable session."""
        with self._lock:
            for key, others in list(self._others.items()):
                if key == collection or collection in np.frombuffer(others.state[0], np.int64):
                    del self._others[key]

    def _in_others(
        self,
        connection: Connection,
        reach: Reachable,
        stems: Sequence[str],
        own: CachedCollection,
    ) -> Mapping[str, PassageRefs]:
        """Return the occurrences in the other sessions; cache occurrences within ``own`` there."""
        others = reach.others
        if not len(others):
            return dict.fromkeys(stems, NO_PASSAGES)
        cache = self._cache_of(reach.own, (others.tobytes(), reach.others_version))
        held = {stem: found for stem in stems if (found := cache.get(stem))}
        if new := [stem for stem in stems if stem not in held]:
            keys = list(map(CollectionKey, reach.collections.tolist()))
            found_refs = index_of(connection).find(connection, keys, new, most=MOST_OCCURRENCES)
            learnt = {}
            for stem in new:
                refs = found_refs.get(stem, NO_PASSAGES)
                of = collections_of(refs)
                at = np.searchsorted(others[:-1], of)  # the last one covers everything beyond it
                in_others = PassageRefs(refs[others[at] == of])
                held[stem] = StemOccurrences(in_others, reach.others_version.message_count)
                if len(refs) < SURELY_ALL or of[0] < reach.own:  # else there are more
                    learnt[stem] = PassageRefs(refs[of == reach.own])
            cache.keep({stem: held[stem] for stem in new})
            own.learn(learnt)
        return {stem: each.refs for stem, each in held.items()}

    def _cache_of(self, own: CollectionKey, state: tuple[bytes, _Version]) -> OccurrenceCache:
        with self._lock:
            others = self._others.pop(own, None)
            if others is None or others.state != state:
                others = _OtherOccurrences(state, OccurrenceCache())
            self._others[own] = others
            while len(self._others) > _MOST_ASKING:
                self._others.popitem(last=False)
            return others.occurrences


def _before(
    before: int | None,
    reach: Reachable,
    occurrences: Mapping[str, PassageRefs],
    connection: Connection,
) -> Mapping[str, PassageRefs]:
    """Return the occurrences without those in the session's own messages from ``before`` on."""
    if before is None or before + 1 >= reach.own_message_count:  # only the question comes after
        return occurrences
    end = passages.first_at(connection, reach.own, before)
    return {stem: until(refs, end) for stem, refs in occurrences.items()}
