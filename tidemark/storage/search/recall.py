"""Finding passages again by their words."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from sqlalchemy import Connection, Row, bindparam, not_, select

from tidemark.nlp.tokens import Term
from tidemark.retrieval import ranking
from tidemark.retrieval.chunking import Passages
from tidemark.retrieval.ranking import Floats, Ground, Hits, Numbers
from tidemark.retrieval.recall_query import DateSpan, Hit, QueryVector, RecallQuery
from tidemark.storage.column_types import among, among_ids
from tidemark.storage.connections import Connections
from tidemark.storage.messages import said_at_places
from tidemark.storage.search import inverted_index
from tidemark.storage.search.passage_cache import Grounds, Joined, Standing
from tidemark.storage.search.scope import Spread
from tidemark.storage.search.similarity import Near
from tidemark.storage.search.vectors import VectorStore
from tidemark.storage.tables import in_scope, is_dropped, messages, of_session, sessions

_CLOSE = 0.5  # of how alike the nearest is
_TELLING = 100  # passages; in fewer, how often a word stands says little of how rare it is
_TERM_LIMIT = 64  # a pasted page asks for its beginning: the cost grows with each term

# Built once: to build a statement costs more than to run it
_STANDING = select(sessions.c.key, sessions.c.session_id, sessions.c.message_count)
_OF_ONE = _STANDING.where(of_session(sessions))
_OF_SEVERAL = _STANDING.where(among_ids(sessions.c.session_id, "of_sessions"), in_scope)
_SAID = (
    messages.c.session_id,
    messages.c.position,
    messages.c.id,
    messages.c.role,
    messages.c.timestamp,
    messages.c.content,
)
_SAID_IN_ONE = select(*_SAID).where(
    not_(is_dropped),
    messages.c.session_id == bindparam("of_session"),
    among(messages.c.position, "positions"),
)
_SAID_IN_SEVERAL = said_at_places(*_SAID)


@dataclass
class SharedRecall:
    """The caches of recall, one of each a process: by keys of sessions, which are of one user.

    ``meaning_of`` makes the vector of a question, once somebody can.
    """

    grounds: Grounds
    spread: Spread
    meaning_of: Callable[[str], QueryVector | None]

    @classmethod
    def empty(cls) -> "SharedRecall":
        """Return caches that hold nothing yet."""
        grounds = Grounds()
        return cls(grounds, Spread(grounds), _unknown)


class RecallStore:
    """Searches in a session, or in several at once, by its ``weights``."""

    def __init__(
        self, connections: Connections, vectors: VectorStore, shared: SharedRecall
    ) -> None:
        self.weights = ranking.CHOSEN
        self._connections = connections
        self._vectors = vectors
        self.shared = shared

    def meaning_of(self, question: str) -> QueryVector | None:
        """Return the vector of ``question``, or None where nobody makes vectors."""
        return self.shared.meaning_of(question)

    def find(
        self,
        session_id: str,
        asked: RecallQuery,
        *,
        before: int | None = None,
        limit: int = 60,
        limit_tokens: int | None = None,
    ) -> tuple[Hit, ...]:
        """Return the passages that say most about what is ``asked``, best first.

        They are no more than ``limit``, and no more than what ``limit_tokens`` have room for.
        None where nothing of what the question needs was spoken of.  Passages of messages
        at ``before`` and later are left out, and those of retired replies.
        """
        upto = {} if before is None else {session_id: before}
        return self.find_among(
            [session_id], asked, before=upto, limit=limit, limit_tokens=limit_tokens
        )

    def find_among(
        self,
        session_ids: Sequence[str],
        asked: RecallQuery,
        *,
        before: Mapping[str, int] | None = None,
        limit: int = 60,
        limit_tokens: int | None = None,
    ) -> tuple[Hit, ...]:
        """Do as ``find`` in all of ``session_ids`` at once: one ranking, each hit of its session.

        ``before`` is by session; of those that are not in it, all is looked through.
        """
        with self._connections.asking() as connection:
            held = self._hold(connection, session_ids, before or {})
            if held is None:
                return ()
            if asked.is_of_time and (told := held.said_within(asked.spans, limit, limit_tokens)):
                return told
            asked = replace(asked, terms=asked.terms[:_TERM_LIMIT])
            hits = held.hits(asked.terms)
            count = len(held.ground.passages)
            meaning = asked.meaning if self.weights.meaning else None
            near = held.near_to(meaning, self._vectors)
            held = held.near(hits, near)
            here = held.ground.within(hits)
            counts = ranking.count(held.ground, here)
            if not (near and near.stands_out) and not ranking.speaks_of(
                held.ground,
                here.words,
                counts,
                rarity=_rarity(asked.terms, hits, count),
                voices=asked.voices,
                of_somebody=asked.of_somebody,
                weights=self.weights,
            ):
                return ()
            worth = ranking.score(
                held.ground,
                counts,
                voices=asked.voices,
                spans=asked.spans,
                weights=self.weights,
            )
            likeness = held.likeness(near)
            worth = ranking.fuse(worth, likeness, self.weights.meaning)
            best = held.best(worth, limit, limit_tokens)
            return tuple(held.read(worth, best, here, likeness))

    def _hold(
        self, connection: Connection, session_ids: Sequence[str], before: Mapping[str, int]
    ) -> "_Held | None":
        if len(session_ids) == 1:
            found: Iterable[Sequence[Any]] = connection.execute(
                _OF_ONE, {"of_session": session_ids[0]}
            )
        else:
            found = connection.execute(_OF_SEVERAL, {"of_sessions": list(session_ids)})
        standing = sorted(Standing._make(row) for row in found)
        known = self.shared.grounds.of(connection, standing)
        counts = [
            _count_before(of.rows, before.get(each.session_id))
            for each, of in zip(standing, known, strict=True)
        ]
        if not any(counts):
            return None
        joined = self.shared.grounds.join(tuple(known), counts)
        session_ids = tuple(each.session_id for each in standing)
        return _Held(connection, session_ids, joined, joined.ground)


@dataclass(frozen=True)
class _Held:
    """Sessions as they are searched, and the ``ground`` in them that is weighed."""

    connection: Connection
    session_ids: tuple[str, ...]
    joined: Joined
    ground: Ground

    def near(self, hits: Hits, near: Near | None = None) -> "_Held":
        """Return the part of it where ``hits`` lie closest, and what is ``near`` in meaning."""
        also = None if near is None else self._numbers(near)
        return replace(self, ground=self.ground.near(hits, also))

    def said_within(
        self, spans: Sequence[DateSpan], limit: int, limit_tokens: int | None
    ) -> tuple[Hit, ...]:
        """Return what was said within ``spans``, the first of it where it is more than may be."""
        worth = ranking.said_within(self.ground, spans).astype(np.float64)
        said = self.read(worth, self.best(worth, limit, limit_tokens), Hits.by_word({}), None)
        return tuple(hit._replace(is_of_time=True) for hit in said)

    def near_to(self, meaning: QueryVector | None, vectors: VectorStore) -> Near | None:
        """Return what is nearest to ``meaning``; None without one, or where nothing has vectors."""
        if meaning is None:
            return None
        keys = [each.key for each in self.joined.known]
        counts = dict(zip(keys, self.joined.lengths.tolist(), strict=True))
        return vectors.near(self.connection, counts, meaning)

    def likeness(self, near: Near | None) -> Floats | None:
        """Return how alike each passage is to what was asked, 1 for the most, None without."""
        if near is None:
            return None
        likeness = np.zeros(len(self.ground.numbers))
        likeness[np.searchsorted(self.ground.numbers, self._numbers(near))] = near.normalised
        return likeness

    def _numbers(self, near: Near) -> Numbers:
        numbers: Numbers = self.joined.firsts[near.sessions] + near.numbers
        return numbers

    def hits(self, terms: Sequence[Term]) -> Hits:
        """Return at which numbers each of ``terms`` stands; what stands nowhere is left out."""
        stems = list(dict.fromkeys(inverted_index.indexed(stem) for term in terms for stem in term))
        found = self._places(stems)
        places = {}
        for term in terms:
            lists = [found[stem] for stem in map(inverted_index.indexed, term)]
            places[term[0]] = inverted_index.united(lists)
        telling = {word: held for word, held in places.items() if len(held) < inverted_index.MOST}
        return self._numbered(Hits.by_word(telling or places))

    def _places(self, stems: Sequence[str]) -> Mapping[str, Numbers]:
        if len(self.joined.known) == 1:
            return self.joined.known[0].places(self.connection, stems)
        keys = [each.key for each in self.joined.known]
        found = inverted_index.of(self.connection).find(self.connection, keys, stems)
        return {stem: found.get(stem, inverted_index.NOWHERE) for stem in stems}

    def _numbered(self, hits: Hits) -> Hits:
        """Return ``hits``, which are by place, by number; those elsewhere are left out."""
        joined = self.joined
        of = np.searchsorted(joined.places, hits.at, side="right") - 1
        position = hits.at - joined.places[of]
        return hits.moved(position < joined.lengths[of], joined.firsts[of] + position)

    def best(self, worth: Floats, limit: int, limit_tokens: int | None = None) -> Numbers:
        """Return the ``limit`` best passages, best first, or as many as ``limit_tokens`` hold."""
        best = ranking.smallest(-worth, limit)[:limit]
        best = best[worth[best] > 0]
        if limit_tokens is None:
            return best
        tokens = np.cumsum(self.ground.passages["tokens"][best], dtype=np.int64)
        return best[: np.searchsorted(tokens, limit_tokens, side="right") + 1]

    def read(self, worth: Floats, best: Numbers, hits: Hits, likeness: Floats | None) -> list[Hit]:
        """Return the ``best`` passages, with which of ``hits`` stand in each."""
        chosen = self.ground.passages[best].tolist()
        firsts = self.joined.firsts
        of = (np.searchsorted(firsts, self.ground.numbers[best], side="right") - 1).tolist()
        said = self._said(of, [row[0] for row in chosen])
        found = []
        for at, session, row, shared in zip(
            best.tolist(), of, chosen, hits.shared(best), strict=True
        ):
            position, start, end, _, _, tokens, _ = row
            message = said.get((self.session_ids[session], position))
            if message is None:  # a reply that a retry replaced
                continue
            session_id, _, message_id, role, timestamp, content = message
            found.append(
                Hit(
                    session_id=session_id,
                    message_id=message_id,
                    position=position,
                    role=role,
                    timestamp=timestamp,
                    start=start,
                    end=end,
                    content=content,
                    tokens=tokens,
                    worth=float(worth[at]),
                    shared=shared,
                    is_close=likeness is not None and bool(likeness[at] >= _CLOSE),
                )
            )
        return found

    def _said(
        self, sessions_of: Sequence[int], positions: Sequence[int]
    ) -> dict[tuple[str, int], Row[*tuple[Any, ...]]]:
        """Return what was said at ``positions`` of the sessions that have these numbers."""
        several = set(sessions_of)
        if not several:
            return {}
        if len(several) < 2:
            (session,) = several
            asked = {"of_session": self.session_ids[session], "positions": sorted(set(positions))}
            found = self.connection.execute(_SAID_IN_ONE, asked)
        else:
            keys = (self.joined.known[session].key for session in sessions_of)
            places = sorted(set(map(inverted_index.place, keys, positions)))
            given = {"places": inverted_index.as_parameter(self.connection, places)}
            query = _SAID_IN_SEVERAL[self.connection.dialect.name]
            found = self.connection.execute(query, given)
        return {(row.session_id, row.position): row for row in found}


def _unknown(_question: str) -> None:
    """Know of no question what it means: nobody makes vectors."""


def _count_before(rows: Passages, before: int | None) -> int:
    return len(rows) if before is None else int(np.searchsorted(rows["position"], before))


def _rarity(terms: Sequence[Term], hits: Hits, count: int) -> dict[str, float]:
    """Return how rare each of ``terms`` is in ``count`` passages, those that stand nowhere too."""
    count = max(count, _TELLING)
    spread = dict(zip(hits.words, hits.spread.tolist(), strict=True))
    return {term[0]: math.log1p(count / (1 + spread.get(term[0], 0))) for term in terms}
