"""The passages of collections, cached between questions: read once, then only the new ones.

A passage is never rewritten and a collection's key never used twice, so what is cached stays true;
the version of a collection says whether another process added to it.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from sqlalchemy import Connection

from tidemark.nlp.search_terms import Term
from tidemark.retrieval.candidates import MOST_OCCURRENCES, telling
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
)
from tidemark.storage.search import passages
from tidemark.storage.search.inverted_index import index_of

_LIMIT_BYTES = 64 * 1024 * 1024  # some 2.8 million passages
_FEW = 8  # collections that are brought up to date one by one
_MOST_CACHED = 50_000  # references, and stems, that are cached of one collection


class StemOccurrences(NamedTuple):
    """The passages that hold a stem, of those there were when it was looked up.

    ``upto`` says how many these were: passages of a collection, or messages of several sessions.
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
    """The occurrences of stems that were looked up; once they are too many, all are dropped."""

    def __init__(self, most: int = _MOST_CACHED) -> None:
        self._most = most
        self._found: dict[str, StemOccurrences] = {}
        self._size = 0

    def get(self, stem: str) -> StemOccurrences | None:
        """Return the occurrences of ``stem``, None if it was not looked up."""
        return self._found.get(stem)

    def keep(self, found: Mapping[str, StemOccurrences]) -> None:
        """Add what was ``found``, in place of what was known of the same stems."""
        former = [self._found[stem] for stem in found if stem in self._found]
        self._size += _size(found.values()) - _size(former)
        if self._size > self._most:
            self._found, self._size = {}, _size(found.values())
        self._found.update(found)


def _size(occurrences: Iterable[StemOccurrences]) -> int:
    return sum(len(each.refs) + 1 for each in occurrences)


@dataclass
class CachedCollection:
    """The passages of a collection at a ``version``, and where its stems occur."""

    key: CollectionKey
    version: int
    rows: Passages
    _occurrences: OccurrenceCache = field(default_factory=OccurrenceCache)
    _corpus: Corpus | None = None

    def corpus(self, count: int) -> Corpus:
        """Return its first ``count`` passages, with what was computed of them last time."""
        corpus = self._corpus
        if corpus is None or len(corpus.passages) != count:
            self._corpus = corpus = Corpus.whole(self.rows[:count], parting=_parting(self.key))
        return corpus

    def occurrences(
        self, connection: Connection, stems: Sequence[str]
    ) -> Mapping[str, PassageRefs]:
        """Return the passages that hold each of ``stems``, looking up only passages new to it."""
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
        """Add all occurrences of stems in the collection that were ``found`` by other means."""
        count = len(self.rows)
        end = passage_ref(self.key, count)
        new = {stem: refs for stem, refs in found.items() if self._occurrences.get(stem) is None}
        self._occurrences.keep(
            {stem: _NOT_LOOKED_UP.extended(refs, end, count) for stem, refs in new.items()}
        )

    def grown(self, version: int, rows: Passages) -> "CachedCollection":
        """Return it with the ``rows`` it has now; what was looked up of the former ones stays."""
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
        """Join the first passages of ``collections``, which are in order of their keys."""
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
        """Whether ``of`` would return the same."""
        return (
            len(collections) == len(self.collections)
            and all(mine is it for mine, it in zip(self.collections, collections, strict=True))
            and np.array_equal(counts, self.lengths)
        )

    def occurrences(
        self, connection: Connection, stems: Sequence[str]
    ) -> Mapping[str, PassageRefs]:
        """Return the passages that hold each of ``stems``, in all of the collections."""
        if len(self.collections) == 1:
            return self.collections[0].occurrences(connection, stems)
        keys = [each.key for each in self.collections]
        index = index_of(connection)
        found = index.find(connection, keys, stems, most=MOST_OCCURRENCES)
        return {stem: found.get(stem, NO_PASSAGES) for stem in stems}

    def postings(self, connection: Connection, terms: Sequence[Term]) -> Postings:
        """Return where each of ``terms`` occurs, by number of the corpus."""
        stems = list(dict.fromkeys(index_term(stem) for term in terms for stem in term))
        found = self.occurrences(connection, stems)
        occurrences = {
            term[0]: united([found[stem] for stem in map(index_term, term)]) for term in terms
        }
        return self.numbered(Postings.by_word(telling(occurrences)))

    def numbered(self, postings: Postings) -> Postings:
        """Return ``postings``, which are by reference, by number of the corpus; others are lost."""
        of = np.searchsorted(self.begins, postings.at, side="right") - 1
        number = postings.at - self.begins[of]
        return postings.moved(number < self.lengths[of], self.firsts[of] + number)

    def owners(self, numbers: Sequence[int]) -> list[CollectionKey]:
        """Return the collection of each passage that has one of these ``numbers`` in the corpus."""
        which = np.searchsorted(self.firsts, np.array(numbers), side="right") - 1
        return [self.collections[each].key for each in which.tolist()]


class PassageCache:
    """Collections by key, the one unused for longest dropped first; safe across threads."""

    def __init__(self, limit_bytes: int = _LIMIT_BYTES) -> None:
        self._limit_bytes = limit_bytes
        self._cached: OrderedDict[CollectionKey, CachedCollection] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()
        self._joined: dict[bool, JoinedCollections] = {}  # of sessions, and of sources
        self._whole: tuple[Sequence[CollectionState], JoinedCollections] | None = None

    def get(
        self, connection: Connection, states: Sequence[CollectionState]
    ) -> list[CachedCollection]:
        """Return the collections of ``states``, brought up to date."""
        with self._lock:
            cached = {key: self._cached[key] for key, _ in states if key in self._cached}
        stale = {
            key: version
            for key, version in states
            if key not in cached or cached[key].version != version
        }
        if stale:
            read = _read(connection, list(stale), cached)
            for key in stale:
                former = cached.get(key) or CachedCollection(key, 0, read[key])
                cached[key] = former.grown(_version(read[key]), read[key])
        self._keep(cached.values())
        return [cached[key] for key, _ in states]

    def join(
        self, collections: tuple[CachedCollection, ...], counts: Sequence[int]
    ) -> JoinedCollections:
        """Join the first passages of ``collections``, or return the join of last time.

        They are all of sessions, or all of sources.
        """
        if len(collections) == 1:
            return JoinedCollections.of(collections, counts)
        are_sources = is_of_source(collections[0].key)
        joined = self._joined.get(are_sources)
        if joined is None or not joined.is_of(collections, counts):
            self._joined[are_sources] = joined = JoinedCollections.of(collections, counts)
        return joined

    def whole(self, connection: Connection, states: Sequence[CollectionState]) -> JoinedCollections:
        """Return all passages of ``states``, which are of sources, as last time if all are known.

        A notebook has hundreds: to look up each one takes as long as to rank their passages.
        """
        last = self._whole
        if last is not None and last[0] == states:
            return last[1]
        collections = tuple(self.get(connection, states))
        joined = self.join(collections, [len(each.rows) for each in collections])
        self._whole = states, joined
        return joined

    def forget(self, collection: CollectionKey) -> None:
        """Drop what is cached of ``collection``."""
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
    """Return the version of a collection that has these ``rows``."""
    return int(rows["position"][-1]) + 1 if len(rows) else 0


def _read(
    connection: Connection,
    keys: Sequence[CollectionKey],
    cached: Mapping[CollectionKey, CachedCollection],
) -> Mapping[CollectionKey, Passages]:
    """Return the passages of ``keys``; of those that are ``cached``, only the new ones are read."""
    if len(keys) > _FEW:
        return passages.read_many(connection, keys)
    return {
        key: passages.read(connection, key, cached[key].rows if key in cached else None)
        for key in keys
    }
