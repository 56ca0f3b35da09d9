"""Finds passages in the newest versions of a notebook's sources, as recall does in messages."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, Text, and_, bindparam, cast, exists, func, select

from tidemark.retrieval.candidates import ChosenPassage, choose_of_sources, worth_of_words
from tidemark.retrieval.ranking import Weights
from tidemark.retrieval.refs import CollectionState, collection_of_version, version_key_of
from tidemark.retrieval.reranking import DEPTH, rerank
from tidemark.retrieval.source_query import SourceQuery
from tidemark.schema.sources import SourceHit, SourceText
from tidemark.storage.column_types import among
from tidemark.storage.connections import Connections
from tidemark.storage.search.passage_cache import JoinedCollections, PassageCache
from tidemark.storage.search.source_texts import SourceTextCache
from tidemark.storage.search.vectors import VectorStore
from tidemark.storage.tables import (
    is_newest,
    is_source_in_scope,
    is_source_kept,
    source_versions,
    sources,
)

# A citation opens one place, so length costs nothing; its paragraph counts most
SOURCE_WEIGHTS = Weights(windows=(0.5, 0.2, 0.1, 0.1, 0.1), brevity=0)

# Built once: building a statement costs more than running it
_IS_SEARCHED = and_(is_source_in_scope, is_source_kept, is_newest)
_FROM = source_versions.join(sources, source_versions.c.source_key == sources.c.key)
_STATES = (
    select(source_versions.c.key, source_versions.c.section_count)
    .select_from(_FROM)
    .where(_IS_SEARCHED)
    .order_by(source_versions.c.key)
)
_STATES_OF = _STATES.where(among(sources.c.key, "source_keys"))


def _joined_keys(states: Select[Any]) -> Select[Any]:
    """Return the keys of ``states`` as one text: a thousand rows take longer than the ranking."""
    keys = states.with_only_columns(source_versions.c.key).subquery()
    return select(func.aggregate_strings(cast(keys.c.key, Text), ","))


_KEYS, _KEYS_OF = map(_joined_keys, (_STATES, _STATES_OF))
_FOUND = (  # only versions with a hit: reading all would take as long as the search
    select(
        source_versions.c.key,
        source_versions.c.source_key,
        source_versions.c.number,
        sources.c.name,
    )
    .select_from(_FROM)
    .where(_IS_SEARCHED, among(source_versions.c.key, "version_keys"))
)
_HAS_ANY = select(exists().where(is_source_in_scope, is_source_kept))
_READABLE = (
    select(source_versions.c.key)
    .select_from(_FROM)
    .where(is_source_in_scope, is_source_kept, among(source_versions.c.key, "version_keys"))
)
_KEYS_NAMED = select(sources.c.key).where(
    is_source_in_scope, is_source_kept, sources.c.name.in_(bindparam("names", expanding=True))
)


class _FoundVersion(NamedTuple):
    """A version that contains a hit."""

    key: int
    source_key: int
    number: int
    source: str


class SourceSearchStore:
    """Searches sources, using its ``weights``."""

    def __init__(
        self,
        connections: Connections,
        vectors: VectorStore,
        cache: PassageCache,
        texts: SourceTextCache,
    ) -> None:
        self.weights = SOURCE_WEIGHTS
        self._connections = connections
        self._vectors = vectors
        self._cache = cache
        self._texts = texts

    def has_any(self) -> bool:
        """Return whether the notebook has a source to search."""
        with self._connections.asking() as connection:
            return bool(connection.scalar(_HAS_ANY))

    def keys(self, names: Collection[str]) -> tuple[int, ...]:
        """Return the keys of the existing sources with these names."""
        with self._connections.asking() as connection:
            return tuple(connection.scalars(_KEYS_NAMED, {"names": list(names)}))

    def texts(self, version_keys: Collection[int]) -> dict[int, SourceText]:
        """Return the texts of these versions by key, without those of removed sources."""
        if not version_keys:
            return {}
        with self._connections.asking() as connection:
            found = connection.scalars(_READABLE, {"version_keys": list(version_keys)}).all()
            return self._texts.get(connection, found)

    def find(
        self,
        query: SourceQuery,
        source_keys: Sequence[int] | None = None,
        *,
        limit: int = 10,
        limit_tokens: int | None = None,
    ) -> tuple[SourceHit, ...]:
        """Return the passages most relevant to ``query``, best first.

        They come from the newest versions of all sources, or of ``source_keys``; at most ``limit``,
        and at most ``limit_tokens`` in total.
        """
        with self._connections.asking() as connection:
            if not (query.terms or query.vector):
                return ()
            joined = self._joined(connection, source_keys)
            if joined is None:
                return ()
            postings = joined.postings(connection, query.terms)
            vector = query.vector if self.weights.meaning else None
            candidates = choose_of_sources(
                query,
                joined.corpus,
                postings,
                None if vector is None else self._vectors.similar_in(connection, joined, vector),
                weights=self.weights,
                limit=max(limit, DEPTH),
            )
            owners = joined.owners([passage.number for passage in candidates])
            keys = sorted({version_key_of(owner) for owner in owners})
            rows = connection.execute(_FOUND, {"version_keys": keys}).all() if keys else []
            found = {row.key: row for row in map(_FoundVersion._make, rows)}
            texts = self._texts.get(connection, found)
        places = {  # without sources removed meanwhile
            passage.number: (found[key], texts[key])
            for key, passage in zip(map(version_key_of, owners), candidates, strict=True)
            if key in found
        }
        chosen = rerank(
            query.terms,
            worth_of_words(query, joined.corpus, postings),
            {
                passage: places[passage.number][1].text[passage.start : passage.end]
                for passage in candidates
                if passage.number in places
            },
            meaning=self.weights.meaning,
            limit=limit,
            limit_tokens=limit_tokens,
        )
        return tuple(_hit(*places[passage.number], passage) for passage in chosen)

    def _joined(
        self, connection: Connection, source_keys: Sequence[int] | None
    ) -> JoinedCollections | None:
        """Return the passages to search; None if there are none."""
        keys, states, asked = _KEYS, _STATES, {}
        if source_keys is not None:
            keys, states, asked = _KEYS_OF, _STATES_OF, {"source_keys": list(source_keys)}

        def read_states() -> list[CollectionState]:
            rows = connection.execute(states, asked).all()
            return [CollectionState(collection_of_version(key), count) for key, count in rows]

        now = connection.scalar(keys, asked)
        return self._cache.whole(connection, now, read_states) if now else None


def _hit(version: _FoundVersion, whole: SourceText, passage: ChosenPassage) -> SourceHit:
    place = whole.sections[passage.position]
    return SourceHit(
        source_key=version.source_key,
        source=version.source,
        version=version.number,
        version_key=version.key,
        place=place,
        line=place.line_at(whole.text, passage.start),
        start=passage.start,
        end=passage.end,
        text=whole.text[passage.start : passage.end],
        tokens=passage.tokens,
        score=passage.worth,
        shared=passage.shared,
    )
