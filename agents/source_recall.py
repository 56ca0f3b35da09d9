"""Recall of sources: finds the passages of a notebook's sources that a question may need."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from database import ScopedDatabase
from tidemark.nlp.answer_types import without_need
from tidemark.prompt import source_packing
from tidemark.retrieval.similarity import QueryVector
from tidemark.retrieval.source_query import SourceQuery
from tidemark.schema import Message, ViewPiece
from tidemark.schema.sources import SourceChoice, SourceHit, SourceSpan
from tidemark.sources import answerability
from tidemark.tools.base import FoundPassage
from utils import TokenCounter

_MOST_ALONE = 2  # passages found by the question alone, before those found with earlier messages
_MOST_FOUND = 24  # passages: an allowance has room for a dozen


@dataclass(frozen=True)
class TurnSources:
    """The sources of a notebook that one turn may use, limited by the ``choice``.

    Before an answer at most ``limit_tokens`` of them are read.  ``vector_of`` makes the vector of a
    query, or returns None without an embedder.  No passage of ``excluded`` is found.
    """

    database: ScopedDatabase
    choice: SourceChoice
    limit_tokens: int
    counter: TokenCounter
    vector_of: Callable[[str], QueryVector | None]
    excluded: tuple[SourceSpan, ...] = ()

    @cached_property
    def is_empty(self) -> bool:
        """Return whether there is no source to search; looked up once."""
        if self.choice is None:
            return not self.database.source_search.has_any()
        return not self._keys

    @cached_property
    def are_withheld(self) -> bool:
        """Return whether there are sources, but none may be used."""
        return self.choice == () and self.database.source_search.has_any()

    @cached_property
    def _keys(self) -> tuple[int, ...] | None:
        if self.choice is None:
            return None
        return self.database.source_search.keys(self.choice) if self.choice else ()

    def names(self) -> tuple[tuple[str, ...], int]:
        """Return the names of the sources that may be used, and the number of all sources."""
        names = tuple(self.database.sources.names().values())
        return tuple(name for name in names if self._is_chosen(name)), len(names)

    def search(self, query: str, *, limit_tokens: int) -> tuple[FoundPassage, ...]:
        """Return the passages that match ``query`` best, best first."""
        asked = SourceQuery.read(query, vector=self.vector_of(query))
        hits = self._find(asked, limit_tokens)
        return tuple(FoundPassage(hit.text, source_packing.span_of(hit)) for hit in hits)

    def pieces(
        self,
        question: str,
        before: Sequence[str],
        vector: QueryVector | None,
        cited: Sequence[SourceSpan] = (),
        *,
        also_alone: bool = False,
    ) -> tuple[ViewPiece, ...]:
        """Return the passages to read for ``question``, none if the sources do not match it.

        ``before`` are the person's first message and the last one before it; ``vector`` is that of
        the question.  If it is searched for ``also_alone``, the best passages without them come
        first: it may have another subject.  Passages that earlier answers ``cited`` take the
        remaining room.
        """
        if self.is_empty:
            return ()
        hits = self._worth_showing(question, before, vector)
        if before and also_alone:
            alone = self._worth_showing(question, (), vector)
            ordered = (*alone[:_MOST_ALONE], *hits, *alone)
            hits = tuple({source_packing.span_of(each): each for each in ordered}.values())
        found = set(map(source_packing.span_of, hits))
        more = [span for span in cited if span not in found and self._may_use(span)]
        carried = (
            source_packing.carried_piece(span, text, self.counter)
            for span, text in self.texts(more).items()
        )
        return source_packing.fitting(hits, self.limit_tokens, self.counter, carried)

    def _worth_showing(
        self, question: str, before: Sequence[str], vector: QueryVector | None
    ) -> tuple[SourceHit, ...]:
        asked = without_need(question)
        query = SourceQuery.read(asked, list(dict.fromkeys(before)), vector=vector)
        return answerability.worth_showing(self._find(query, self.limit_tokens))

    def _may_use(self, span: SourceSpan) -> bool:
        return self._is_chosen(span.source) and not self._is_excluded(span)

    def _is_chosen(self, name: str) -> bool:
        return self.choice is None or name in self.choice

    def _is_excluded(self, at: SourceSpan | SourceHit) -> bool:
        return any(
            each.version_key == at.version_key and each.start < at.end and at.start < each.end
            for each in self.excluded
        )

    def texts(self, spans: Collection[SourceSpan]) -> dict[SourceSpan, str]:
        """Return the texts at ``spans``, leaving out sources that were removed."""
        found = self.database.source_search.texts({span.version_key for span in spans})
        return {
            span: found[span.version_key].text[span.start : span.end]
            for span in spans
            if span.version_key in found
        }

    def _find(self, query: SourceQuery, limit_tokens: int) -> tuple[SourceHit, ...]:
        most = _MOST_FOUND + len(self.excluded)
        texts = self.texts(self.excluded) if self.excluded else {}
        gone = sum(map(self.counter.count_tokens, texts.values()))
        found = self.database.source_search.find(
            query, self._keys, limit=most, limit_tokens=limit_tokens + gone
        )
        return tuple(hit for hit in found if not self._is_excluded(hit))


def said_before(
    database: ScopedDatabase, session_id: str, active: Sequence[Message]
) -> tuple[str, ...]:
    """Return the person's first message of a session, and the last of its ``active`` messages."""
    own = [message for message in active if message.role == "user"]
    if not (active and active[0].position == 0):
        first = database.messages.between(session_id, 0, 0)
        own = [*(message for message in first if message.role == "user"), *own]
    return tuple(message.content for message in (*own[:1], *own[-1:]))
