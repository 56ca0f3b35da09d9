"""Candidates of recall: the passages that a query may need, best first, within the limits.

This module ranks the passages that ``tidemark.storage.search`` fetches; ``agents.recall`` decides
which of them an engine reads.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from tidemark.nlp.search_terms import Term
from tidemark.retrieval import ranking
from tidemark.retrieval.ranking import Corpus, Postings, Weights
from tidemark.retrieval.recall_query import RecallQuery
from tidemark.retrieval.refs import Numbers, PassageRefs
from tidemark.retrieval.similarity import Floats
from tidemark.retrieval.source_query import SourceQuery

MOST_TERMS = 64  # a pasted page is searched by its first words: each term adds to the cost
MOST_OCCURRENCES = 5_000  # passages with a stem: a more frequent stem hardly distinguishes any
_CLOSE = 0.5  # share of the best passage's similarity
_MEANT = 0.5  # worth of a passage whose meaning stands out, without a word of the question
_LEAST_COUNT = 100  # passages; in fewer, the frequency of a word says little about its rarity


class ChosenPassage(NamedTuple):
    """A passage that a query needs: characters ``start`` to ``end`` of the message at ``position``.

    ``number`` is its number in the corpus.  ``worth`` is 1 for the best, ``shared`` are the words
    of the query in it, ``similarity`` is 1 for the most similar in meaning; one that ``is_of_time``
    was said in the time that the query names.
    """

    number: int
    position: int
    start: int
    end: int
    tokens: int
    worth: float
    shared: tuple[str, ...] = ()
    similarity: float = 0.0
    is_of_time: bool = False

    @property
    def is_close(self) -> bool:
        """Return whether the passage is similar to the query in meaning."""
        return self.similarity >= _CLOSE


@dataclass(frozen=True)
class CorpusSimilarity:
    """Passages similar to a query, by ``numbers`` of the corpus; ``similarity`` is 1 for the best.

    ``stands_out``: the best is more similar than chance explains.
    """

    numbers: Numbers
    similarity: Floats
    stands_out: bool

    def within(self, corpus: Corpus) -> Floats:
        """Return the similarity of each passage of ``corpus``, which includes all of these."""
        similarity = np.zeros(len(corpus.numbers))
        similarity[np.searchsorted(corpus.numbers, self.numbers)] = self.similarity
        return similarity


def distinctive(occurrences: Mapping[str, PassageRefs]) -> Mapping[str, PassageRefs]:
    """Return the words that are rare enough to distinguish passages; all words if none is."""
    rarer = {word: refs for word, refs in occurrences.items() if len(refs) < MOST_OCCURRENCES}
    return rarer or occurrences


def choose(
    query: RecallQuery,
    corpus: Corpus,
    postings: Postings,
    similar: CorpusSimilarity | None,
    *,
    weights: Weights,
    limit: int,
    limit_tokens: int | None,
) -> list[ChosenPassage]:
    """Return the passages that match ``query`` best, best first; none if the query is off topic.

    They are at most ``limit``, and fit ``limit_tokens``.  ``postings`` of the words of ``query``
    are by number of ``corpus``.
    """
    rarity = _rarity(query.terms, postings, len(corpus.passages))
    part = corpus.narrowed(postings, None if similar is None else similar.numbers)
    postings = part.within(postings)
    counts = ranking.cumulative_counts(part, postings)
    if not (similar and similar.stands_out) and not ranking.is_relevant(
        part,
        postings.words,
        counts,
        rarity=rarity,
        voices=query.voices,
        of_somebody=query.of_somebody,
        weights=weights,
    ):
        return []
    worth = ranking.score(part, counts, voices=query.voices, spans=query.spans, weights=weights)
    similarity = None if similar is None else similar.within(part)
    worth = _of_words(part, ranking.fuse(worth, similarity, weights.meaning))
    best = _best(part, worth, limit, limit_tokens)
    return _passages(part, worth, best, postings.shared(best), similarity)


def choose_of_sources(
    query: SourceQuery,
    corpus: Corpus,
    postings: Postings,
    similar: CorpusSimilarity | None,
    *,
    weights: Weights,
    limit: int,
) -> list[ChosenPassage]:
    """Return the ``limit`` passages of sources that match ``query`` best, best first.

    Their ``worth`` is absolute: the worth of the best is the share of the query found in one place,
    or ``_MEANT`` if that is more and the meaning of some passage stands out.
    """
    told = worth_of_words(query, corpus, postings)
    stands_out = similar is not None and similar.stands_out
    part = corpus.narrowed(postings, None if similar is None else similar.numbers)
    postings = part.within(postings)
    if not (postings.words or stands_out):
        return []
    counts = ranking.cumulative_counts(part, postings)
    emphasis = np.array([query.emphasis[word] for word in postings.words], dtype=np.float32)
    worth = ranking.score(part, counts, emphasis=emphasis, weights=weights)
    share = ranking.support(part, postings.words, counts, told)
    similarity = None if similar is None else similar.within(part)
    worth = ranking.fuse(worth, similarity, weights.meaning)
    worth *= max(share, _MEANT if stands_out else 0.0)
    best = _best(part, worth, limit, None)
    return _passages(part, worth, best, postings.shared(best), similarity)


def worth_of_words(query: SourceQuery, corpus: Corpus, postings: Postings) -> Mapping[str, float]:
    """Return the worth of each word of ``query``: its rarity times its emphasis."""
    rarity = _rarity(query.terms, postings, len(corpus.passages))
    return {word: rare * query.emphasis[word] for word, rare in rarity.items()}


def choose_by_time(
    query: RecallQuery, corpus: Corpus, *, limit: int, limit_tokens: int | None
) -> list[ChosenPassage]:
    """Return the first passages said in the time that ``query`` names, within the limits."""
    worth = _of_words(corpus, ranking.said_within(corpus, query.spans).astype(np.float64))
    best = _best(corpus, worth, limit, limit_tokens)
    passages = _passages(corpus, worth, best, [()] * len(best), None)
    return [passage._replace(is_of_time=True) for passage in passages]


def _of_words(corpus: Corpus, worth: Floats) -> Floats:
    """Return ``worth`` with 0 for passages without words, which stand for repeated messages."""
    return np.where(corpus.passages["tokens"] > 0, worth, 0.0)


def _rarity(terms: Sequence[Term], postings: Postings, count: int) -> dict[str, float]:
    """Return the rarity of each of ``terms`` in ``count`` passages; absent ones are the rarest."""
    count = max(count, _LEAST_COUNT)
    frequency = dict(zip(postings.words, postings.frequencies.tolist(), strict=True))
    return {term[0]: math.log1p(count / (1 + frequency.get(term[0], 0))) for term in terms}


def _best(corpus: Corpus, worth: Floats, limit: int, limit_tokens: int | None) -> Numbers:
    """Return the indices of the best passages, best first."""
    best = ranking.smallest(-worth, limit)[:limit]
    best = best[worth[best] > 0]
    if limit_tokens is None:
        return best
    tokens = np.cumsum(corpus.passages["tokens"][best], dtype=np.int64)
    return best[: np.searchsorted(tokens, limit_tokens, side="right") + 1]


def _passages(
    corpus: Corpus,
    worth: Floats,
    best: Numbers,
    shared: Sequence[tuple[str, ...]],
    similarity: Floats | None,
) -> list[ChosenPassage]:
    similar = np.zeros(len(best)) if similarity is None else similarity[best]
    return [
        ChosenPassage(number, position, start, end, tokens, *rest)
        for number, (position, start, end, _, _, tokens, _), *rest in zip(
            corpus.numbers[best].tolist(),
            corpus.passages[best].tolist(),
            worth[best].tolist(),
            shared,
            similar.tolist(),
            strict=True,
        )
    ]
