"""The passages of collections, cached between questions: only new ones are read again.

A passage is never rewritten and a collection's key never reused, so cached rows stay valid; the
version of a collection tells whether another process added to it.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from sqlalchemy import Connection

from tidemark.nlp.search_terms import Term
from tidemark.retrieval.candidates import MOST_OCCURRENCES, distinctive
from tidemark.retrieval.chunking import Passages
from tidemark.retrieval.index_terms import index_term
from tidemark.retrieval.ranking import Corpus, Parting, Postings, by_section, by_sitting
from tidemark.retrieval.refs import (
    NO_PASSAGES,
    CollectionKey,
    CollectionState,
    Numbers,
    PassageRef,
    PassageRefs,
    is_of_source,
    passage_ref,
    united,
    until,
    version_key_of,
)
from tidemark.storage.search import passages
from tidemark.storage.search.inverted_index import index_of

_LIMIT_BYTES = 64 * 1024 * 1024  # some 2.8 million passages
_FEW = 8  # collections that are updated one by one
_MOST_CACHED = 50_000  # references, and stems, cached for one collection


class StemOccurrences(NamedTuple):
    """The passages that contain a stem, among those that existed at the time of the lookup.

    ``upto`` is their number: passages of a collection, or messages of several sessions.
    """

    refs: PassageRefs
    upto: int

    def extended(self, more: PassageRefs, end: PassageRef, upto: int) -> "StemOccurrences":
        """Return the occurrences in the first ``upto`` passages, which end before ``end``."""
        more = until(more, end)
        if not len(self.refs):
            return StemOccurrences(more, upto)
        refs = np.concatenate([self.refs, more])[-MOST_OCCURRENCES:]
        return StemOccurrences(PassageRefs(refs), upto)


_NOT_LOOKED_UP = StemOccurrences(NO_PASSAGES, 0)


class OccurrenceCache:
    """The occurrences of stems looked up so far; all are dropped when the limit is exceeded."""

    def __init__(self, most: int = _MOST_CACHED) -> None:
        self._most = most
        self._found: dict[str, StemOccurrences] = {}
        self._size = 0

    def get(self, stem: str) -> StemOccurrences | None:
        """Return the occurrences of ``stem``; None if it was not looked up."""
        return self._found.get(stem)

    def keep(self, found: Mapping[str, StemOccurrences]) -> None:
        """Add ``found``, replacing earlier entries of the same stems."""
        former = [self._found[stem] for stem in found if stem in self._found]
        self._size += _size(found.values()) - _size(former)
        if self._size > self._most:
            self._found, self._size = {}, _size(found.values())
        self._found.update(found)


def _size(occurrences: Iterable[StemOccurrences]) -> int:
    return sum(len(each.refs) + 1 for each in occurrences)


@dataclass
class CachedCollection:
    """The passages of a collection at a ``version``, and the occurrences of its stems."""

    key: CollectionKey
    version: int
    rows: Passages
    _occurrences: OccurrenceCache = field(default_factory=OccurrenceCache)
    _corpus: Corpus | None = None

    def corpus(self, count: int) -> Corpus:
        """Return its first ``count`` passages as a corpus, which is cached for that count."""
        corpus = self._corpus
        if corpus is None or len(corpus.passages) != count:
            self._corpus = corpus = Corpus.whole(self.rows[:count], parting=_parting(self.key))
        return corpus

    def occurrences(
        self, connection: Connection, stems: Sequence[str]
    ) -> Mapping[str, PassageRefs]:
        """Return the passages that contain each of ``stems``, searching only new passages."""
        count = len(self.rows)
        found = {stem: self._occurrences.get(stem) or _NOT_LOOKED_UP for stem in stems}
        behind = [stem for stem in stems if found[stem].upto != count]
        if behind:
            new = index_of(connection).find(
                connection,
                [self.key],
                behind,
                most=MOST_OCCURRENCES,
                since=[found[stem].upto for stem in behind],
            )
            end = passage_ref(self.key, count)
            for stem in behind:
                found[stem] = found[stem].extended(new.get(stem, NO_PASSAGES), end, count)
            self._occurrences.keep({stem: found[stem] for stem in behind})
        return {stem: each.refs for stem, each in found.items()}

    def learn(self, found: Mapping[str, PassageRefs]) -> None:
        """Add ``found``, complete occurrences of stems that were looked up elsewhere."""
        count = len(self.rows)
        end = passage_ref(self.key, count)
        new = {stem: refs for stem, refs in found.items() if self._occurrences.get(stem) is None}
        self._occurrences.keep(
            {stem: _NOT_LOOKED_UP.extended(refs, end, count) for stem, refs in new.items()}
        )

    def extended(self, version: int, rows: Passages) -> "CachedCollection":
        """Return a copy with all current ``rows``; occurrences found so far are kept."""
        return CachedCollection(self.key, version, rows, self._occurrences)


@dataclass(frozen=True)
class JoinedCollections:
    """The first passages of some collections, as many as ``lengths`` says, as one corpus.

    ``begins`` are the references of their first passages, ``firsts`` their numbers in ``corpus``.
    """

    collections: tuple[CachedCollection, ...]
    lengths: Numbers
    begins: Numbers
    firsts: Numbers
    corpus: Corpus

    @classmethod
    def of(
        cls, collections: tuple[CachedCollection, ...], counts: Sequence[int]
    ) -> "JoinedCollections":
        """Join the first passages of ``collections``, which are ordered by key."""
        lengths = np.array(counts)
        if len(collections) == 1:
            corpus = collections[0].corpus(counts[0])
        else:
            parts = (each.rows[:count] for each, count in zip(collections, counts, strict=True))
            corpus = Corpus.whole(*parts, parting=_parting(collections[0].key))
        return cls(
            collections=collections,
            lengths=lengths,
            begins=np.array([passage_ref(each.key, 0) for each in collections]),
            firsts=np.cumsum(lengths + 1) - lengths - 1,
            corpus=corpus,
        )

    def is_of(self, collections: Sequence[CachedCollection], counts: Sequence[int]) -> bool:
        """Return whether ``of`` would return an equal value."""
        return (
            len(collections) == len(self.collections)
            and all(mine is it for mine, it in zip(self.collections, collections, strict=True))
            and np.array_equal(counts, self.lengths)
        )

    def occurrences(
        self, connection: Connection, stems: Sequence[str]
    ) -> Mapping[str, PassageRefs]:
        """Return the passages that contain each of ``stems``, in all collections."""
        if len(self.collections) == 1:
            return self.collections[0].occurrences(connection, stems)
        keys = [each.key for each in self.collections]
        index = index_of(connection)
        found = index.find(connection, keys, stems, most=MOST_OCCURRENCES)
        return {stem: found.get(stem, NO_PASSAGES) for stem in stems}

    def postings(self, connection: Connection, terms: Sequence[Term]) -> Postings:
        """Return the occurrences of each of ``terms``, by number in the corpus."""
        stems = list(dict.fromkeys(index_term(stem) for term in terms for stem in term))
        found = self.occurrences(connection, stems)
        occurrences = {
            term[0]: united([found[stem] for stem in map(index_term, term)]) for term in terms
        }
        return self.numbered(Postings.by_word(distinctive(occurrences)))

    def numbered(self, postings: Postings) -> Postings:
        """Convert ``postings`` from references to numbers in the corpus; drop those outside it."""
        of = np.searchsorted(self.begins, postings.at, side="right") - 1
        number = postings.at - self.begins[of]
        return postings.moved(number < self.lengths[of], self.firsts[of] + number)

    def owners(self, numbers: Sequence[int]) -> list[CollectionKey]:
        """Return the collection of each passage with one of these ``numbers`` in the corpus."""
        which = np.searchsorted(self.firsts, np.array(numbers), side="right") - 1
        return [self.collections[each].key for each in which.tolist()]


class PassageCache:
    """Cached collections by key; drops the least recently used first.  Thread-safe."""

    def __init__(self, limit_bytes: int = _LIMIT_BYTES) -> None:
        self._limit_bytes = limit_bytes
        self._cached: OrderedDict[CollectionKey, CachedCollection] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()
        self._joined: dict[bool, JoinedCollections] = {}  # of sessions, and of sources
        self._whole: tuple[str, JoinedCollections] | None = None  # by the keys of its versions

    def get(
        self, connection: Connection, states: Sequence[CollectionState]
    ) -> list[CachedCollection]:
        """Return the collections of ``states``, updated."""
        with self._lock:
            cached = {key: self._cached[key] for key, _ in states if key in self._cached}
        stale = {
            key: version
            for key, version in states
            if key not in cached or cached[key].version != version
        }
        if stale:
            read = _read(connection, stale, cached)
            for key in stale:
                former = cached.get(key) or CachedCollection(key, 0, read[key])
                cached[key] = former.extended(_version(read[key]), read[key])
        self._keep(cached.values())
        return [cached[key] for key, _ in states]

    def join(
        self, collections: tuple[CachedCollection, ...], counts: Sequence[int]
    ) -> JoinedCollections:
        """Join the first passages of ``collections``, or return the last join if it is the same.

        All are of sessions, or all are of sources.
        """
        if len(collections) == 1:
            return JoinedCollections.of(collections, counts)
        are_sources = is_of_source(collections[0].key)
        joined = self._joined.get(are_sources)
        if joined is None or not joined.is_of(collections, counts):
            self._joined[are_sources] = joined = JoinedCollections.of(collections, counts)
        return joined

    def whole(
        self,
        connection: Connection,
        keys: str,
        read_states: Callable[[], Sequence[CollectionState]],
    ) -> JoinedCollections | None:
        """Return all passages of the versions with these ``keys``, cached while they are the same.

        Else those of ``read_states``, None if it returns none: the versions that exist by then.  A
        notebook has hundreds of sources: looking up each takes as long as ranking their passages.
        """
        last = self._whole
        if last is not None and last[0] == keys:
            return last[1]
        states = read_states()
        if not states:
            return None
        collections = tuple(self.get(connection, states))
        joined = self.join(collections, [len(each.rows) for each in collections])
        self._whole = ",".join(str(version_key_of(key)) for key, _ in states), joined
        return joined

    def forget(self, collection: CollectionKey) -> None:
        """Drop the cached passages of ``collection``."""
        with self._lock:
            self._drop(collection)
            self._joined = {}
            self._whole = None

    def _keep(self, collections: Iterable[CachedCollection]) -> None:
        with self._lock:
            for each in collections:
                if self._cached.get(each.key) is each:
                    self._cached.move_to_end(each.key)
                    continue
                self._drop(each.key)
                self._cached[each.key] = each
                self._bytes += each.rows.nbytes
            while self._bytes > self._limit_bytes:
                self._drop(next(iter(self._cached)))

    def _drop(self, key: CollectionKey) -> None:
        if former := self._cached.pop(key, None):
            self._bytes -= former.rows.nbytes


def _parting(key: CollectionKey) -> Parting:
    return by_section if is_of_source(key) else by_sitting


def _version(rows: Passages) -> int:
    """Return the version of a collection with these ``rows``."""
    return int(rows["position"][-1]) + 1 if len(rows) else 0


def _read(
    connection: Connection,
    versions: Mapping[CollectionKey, int],
    cached: Mapping[CollectionKey, CachedCollection],
) -> Mapping[CollectionKey, Passages]:
    """Return the passages of the keys of ``versions``; of ``cached`` ones, read only the new."""
    if len(versions) > _FEW:
        return passages.read_many(connection, list(versions))
    return {
        key: passages.read(connection, key, cached[key].rows if key in cached else None)
        if version
        else passages.NONE
        for key, version in versions.items()
    }
