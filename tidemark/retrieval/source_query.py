"""Queries of sources: the words of a question, and those of earlier messages, which count less."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tidemark.nlp.search_terms import Term, content_terms
from tidemark.retrieval.similarity import QueryVector

_CONTEXT = 1 / 3  # of the weight of a word of the question (benchmark/README.md)
MOST_TERMS = 256  # words of a page: a longer question is searched by its beginning


@dataclass(frozen=True)
class SourceQuery:
    """A query: words with all their stems, and the ``emphasis`` of each, by its first stem.

    A word that occurs several times in the question counts as often.  With a ``vector``, passages
    with a similar meaning are found, too.
    """

    terms: tuple[Term, ...]
    emphasis: Mapping[str, float]
    vector: QueryVector | None = None

    @classmethod
    def read(
        cls,
        question: str,
        context: Sequence[str] = (),
        *,
        context_weight: float = _CONTEXT,
        vector: QueryVector | None = None,
    ) -> "SourceQuery":
        """Return the query of ``question``, asked after the messages ``context``.

        >>> query = SourceQuery.read("And the fee?", ["Tell me of the allotment"])
        >>> query.emphasis["fee"] > query.emphasis["allot"]
        True
        """
        emphasis: defaultdict[Term, float] = defaultdict(float)
        for weight, texts in ((1.0, (question,)), (context_weight, context)):
            for term in content_terms(" ".join(texts)):
                emphasis[term] += weight
        terms = tuple(emphasis)[:MOST_TERMS]
        return cls(terms, {term[0]: emphasis[term] for term in terms}, vector)
