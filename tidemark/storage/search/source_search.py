"""Finds passages in the newest versions of a notebook's sources, as recall does in messages."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, select

from tidemark.retrieval.candidates import ChosenPassage, choose_of_sources
from tidemark.retrieval.ranking import Weights
from tidemark.retrieval.refs import CollectionKey, CollectionState, collection_of_version
from tidemark.retrieval.source_query import SourceQuery
from tidemark.schema.sources import SourceHit, SourceText
from tidemark.storage.column_types import among
from tidemark.storage.connections import Connections
from tidemark.storage.search.passage_cache import PassageCache
from tidemark.storage.search.source_texts import SourceTextCache
from tidemark.storage.tables import (
    is_newest,
    is_source_in_scope,
    is_source_kept,
    source_versions,
    sources,
)

SOURCE_WEIGHTS = Weights()

# Built once: to build a statement costs more than to run it
_NEWEST = (
    select(
        source_versions.c.key,
        source_versions.c.source_key,
        source_versions.c.number,
        source_versions.c.section_count,
        sources.c.name,
    )
    .select_from(source_versions.join(sources, source_versions.c.source_key == sources.c.key))
    .where(is_source_in_scope, is_source_kept, is_newest)
    .order_by(source_versions.c.key)
)
_NEWEST_OF = _NEWEST.where(among(sources.c.key, "source_keys"))


class _Searched(NamedTuple):
    """A version that is searched."""

    key: int
    source_key: int
    number: int
    sections: int
    source: str


class SourceSearchStore:
    """Searches sources by its ``weights``."""

    def __init__(
        self, connections: Connections, cache: PassageCache, texts: SourceTextCache
    ) -> None:
        self.weights = SOURCE_WEIGHTS
        self._connections = connections
        self._cache = cache
        self._texts = texts

    def find(
        self,
        query: SourceQuery,
        source_keys: Sequence[int] | None = None,
        *,
        limit: int = 10,
        limit_tokens: int | None = None,
    ) -> tuple[SourceHit, ...]:
        """Return the passages that say most about ``query``, best first.

        They are of the newest versions of all sources, or of those of ``source_keys``; no more than
        ``limit``, and no more than ``limit_tokens`` have room for.
        """
        with self._connections.asking() as connection:
            searched = _searched(connection, source_keys)
            if not searched or not query.terms:
                return ()
            states = [CollectionState(key, each.sections) for key, each in searched.items()]
            collections = tuple(self._cache.get(connection, states))
            joined = self._cache.join(collections, [len(each.rows) for each in collections])
            chosen = choose_of_sources(
                query,
                joined.corpus,
                joined.postings(connection, query.terms),
                weights=self.weights,
                limit=limit,
                limit_tokens=limit_tokens,
            )
            owners = joined.owners([passage.number for passage in chosen])
            found = [searched[key] for key in owners]
            texts = self._texts.get(connection, {each.key for each in found})
        return tuple(
            _hit(version, passage, texts[version.key])
            for version, passage in zip(found, chosen, strict=True)
        )


def _searched(
    connection: Connection, source_keys: Sequence[int] | None
) -> Mapping[CollectionKey, _Searched]:
    if source_keys is None:
        rows = connection.execute(_NEWEST).all()
    else:
        rows = connection.execute(_NEWEST_OF, {"source_keys": list(source_keys)}).all()
    return {collection_of_version(row[0]): _Searched._make(row) for row in rows}


def _hit(version: _Searched, passage: ChosenPassage, whole: SourceText) -> SourceHit:
    return SourceHit(
        source_key=version.source_key,
        source=version.source,
        version=version.number,
        version_key=version.key,
        place=whole.sections[passage.position],
        start=passage.start,
        end=passage.end,
        text=whole.text[passage.start : passage.end],
        tokens=passage.tokens,
        score=passage.worth,
        shared=passage.shared,
    )
