"""Fetches the data for recall: passages, occurrences, vectors, and the chosen messages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from sqlalchemy import Connection, Row, bindparam, not_, select

from tidemark.retrieval import ranking
from tidemark.retrieval.candidates import (
    MOST_TERMS,
    ChosenPassage,
    choose,
    choose_by_time,
)
from tidemark.retrieval.chunking import Passages
from tidemark.retrieval.recall_query import Hit, RecallQuery
from tidemark.retrieval.refs import CollectionKey, CollectionState, message_ref
from tidemark.storage.column_types import among, among_ids
from tidemark.storage.connections import Connections
from tidemark.storage.search.passage_cache import (
    JoinedCollections,
    PassageCache,
)
from tidemark.storage.search.passages import collection_of, version_of
from tidemark.storage.search.ref_parameters import as_parameter, messages_at
from tidemark.storage.search.vectors import VectorStore
from tidemark.storage.tables import in_scope, is_dropped, messages, of_session, sessions

# Built once: building a statement costs more than running it
_SESSION = select(sessions.c.key, sessions.c.session_id, version_of(sessions.c.key))
_OF_ONE = _SESSION.where(of_session(sessions))
_OF_SEVERAL = _SESSION.where(among_ids(sessions.c.session_id, "of_sessions"), in_scope)
_MESSAGE = (
    messages.c.session_id,
    messages.c.position,
    messages.c.id,
    messages.c.role,
    messages.c.timestamp,
    messages.c.content,
    messages.c.token_count,
)
_MESSAGES_OF_ONE = select(*_MESSAGE).where(
    not_(is_dropped),
    messages.c.session_id == bindparam("of_session"),
    among(messages.c.position, "positions"),
)
_MESSAGES_OF_SEVERAL = messages_at(*_MESSAGE)


class _SessionRow(NamedTuple):
    key: int
    session_id: str
    version: int


class RecallStore:
    """Recalls passages of one or several sessions, using its ``weights``."""

    def __init__(self, connections: Connections, vectors: VectorStore, cache: PassageCache) -> None:
        self.weights = ranking.DEFAULT_WEIGHTS
        self._connections = connections
        self._vectors = vectors
        self._cache = cache

    def find(
        self,
        session_id: str,
        query: RecallQuery,
        *,
        before: int | None = None,
        limit: int = 60,
        limit_tokens: int | None = None,
        state: CollectionState | None = None,
    ) -> tuple[Hit, ...]:
        """Return the passages most relevant to ``query``, best first.

        At most ``limit`` are returned, and at most ``limit_tokens`` in total; none if the session
        contains too few of the query's terms.  Passages at position ``before`` and later, and of
        retired replies, are left out.  ``state`` is that of the session, if known.
        """
        with self._connections.asking() as connection:
            known = self._states(connection, [session_id]) if state is None else {session_id: state}
            upto = {} if before is None else {session_id: before}
            return self._find(
                connection, known, query, upto, limit=limit, limit_tokens=limit_tokens
            )

    def find_among(
        self,
        session_ids: Sequence[str],
        query: RecallQuery,
        *,
        before: Mapping[str, int] | None = None,
        limit: int = 60,
        limit_tokens: int | None = None,
    ) -> tuple[Hit, ...]:
        """Do as ``find`` for all of ``session_ids`` in one ranking; each hit names its session.

        ``before`` is by session; sessions not in it are searched whole.
        """
        with self._connections.asking() as connection:
            states = self._states(connection, session_ids)
            return self._find(
                connection, states, query, before or {}, limit=limit, limit_tokens=limit_tokens
            )

    def _find(
        self,
        connection: Connection,
        states: Mapping[str, CollectionState],
        query: RecallQuery,
        before: Mapping[str, int],
        *,
        limit: int,
        limit_tokens: int | None,
    ) -> tuple[Hit, ...]:
        past = self._load(connection, states, before)
        if past is None:
            return ()
        if query.is_of_time and (
            said := choose_by_time(
                query, past.joined.corpus, limit=limit, limit_tokens=limit_tokens
            )
        ):
            return past.read(said)
        query = replace(query, terms=query.terms[:MOST_TERMS])
        vector = query.vector if self.weights.meaning else None
        chosen = choose(
            query,
            past.joined.corpus,
            past.joined.postings(connection, query.terms),
            None if vector is None else self._vectors.similar_in(connection, past.joined, vector),
            weights=self.weights,
            limit=limit,
            limit_tokens=limit_tokens,
        )
        return past.read(chosen)

    def _states(
        self, connection: Connection, session_ids: Sequence[str]
    ) -> Mapping[str, CollectionState]:
        if len(session_ids) == 1:
            found = connection.execute(_OF_ONE, {"of_session": session_ids[0]})
        else:
            found = connection.execute(_OF_SEVERAL, {"of_sessions": list(session_ids)})
        rows = sorted(_SessionRow._make(row) for row in found)
        return {
            row.session_id: CollectionState(collection_of(row.key), row.version) for row in rows
        }

    def _load(
        self,
        connection: Connection,
        states: Mapping[str, CollectionState],
        before: Mapping[str, int],
    ) -> "_SearchedPassages | None":
        """Return the passages of messages ``before`` a position; None if there are none."""
        collections = self._cache.get(connection, list(states.values()))
        counts = [
            _count_before(each.rows, before.get(session_id))
            for session_id, each in zip(states, collections, strict=True)
        ]
        if not any(counts):
            return None
        joined = self._cache.join(tuple(collections), counts)
        session_ids = {state.key: session_id for session_id, state in states.items()}
        return _SearchedPassages(connection, session_ids, joined)


@dataclass(frozen=True)
class _SearchedPassages:
    """The passages to search; ``session_ids`` maps their collections to sessions."""

    connection: Connection
    session_ids: Mapping[CollectionKey, str]
    joined: JoinedCollections

    def read(self, chosen: Sequence[ChosenPassage]) -> tuple[Hit, ...]:
        """Return ``chosen`` passages with their messages, without retired replies."""
        owners = self.joined.owners([passage.number for passage in chosen])
        found = self._messages(owners, [passage.position for passage in chosen])
        hits = []
        for key, passage in zip(owners, chosen, strict=True):
            message = found.get((self.session_ids[key], passage.position))
            if message is None:
                continue
            session_id, position, message_id, role, timestamp, content, token_count = message
            hits.append(
                Hit(
                    session_id=session_id,
                    message_id=message_id,
                    position=position,
                    role=role,
                    timestamp=timestamp,
                    content=content,
                    token_count=token_count,
                    start=passage.start,
                    end=passage.end,
                    tokens=passage.tokens,
                    worth=passage.worth,
                    shared=passage.shared,
                    is_close=passage.is_close,
                    is_of_time=passage.is_of_time,
                )
            )
        return tuple(hits)

    def _messages(
        self, owners: Sequence[CollectionKey], positions: Sequence[int]
    ) -> dict[tuple[str, int], Row[*tuple[Any, ...]]]:
        """Return the messages at ``positions`` of the sessions that own these collections."""
        if not owners:
            return {}
        if len(set(owners)) == 1:
            session_id = self.session_ids[owners[0]]
            asked = {"of_session": session_id, "positions": sorted(set(positions))}
            found = self.connection.execute(_MESSAGES_OF_ONE, asked).all()
        else:
            refs = sorted(set(map(message_ref, owners, positions)))
            query = _MESSAGES_OF_SEVERAL[self.connection.dialect.name]
            found = self.connection.execute(query, as_parameter(self.connection, refs)).all()
        return {(row[0], row[1]): row for row in found}


def _count_before(rows: Passages, before: int | None) -> int:
    return len(rows) if before is None else int(np.searchsorted(rows["position"], before))
