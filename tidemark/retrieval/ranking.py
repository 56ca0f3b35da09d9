"""Ranking: a score for each passage of a conversation, from the words of a query.

A passage is scored with its neighbours: BM25 over windows of neighbouring passages, summed over
several window sizes, because an answer is often near the words of its question.  Windows are
measured in tokens, not in turns: two long messages are no context of each other.  The stretch, the
speaker and the length of a passage count as well.  All constants were chosen by
``benchmark/recall.py`` on the development sets, none for a single set.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tidemark.nlp.search_terms import is_everyday
from tidemark.retrieval.chunking import Passages, is_name
from tidemark.retrieval.recall_query import DateSpan
from tidemark.retrieval.refs import Numbers
from tidemark.retrieval.similarity import Floats

Singles = NDArray[np.float32]  # half the size of doubles, and exact enough for counts

_K1, _B = 1.2, 0.75  # Okapi BM25, with the values of FTS5 and Lucene
_SIDES = (0, 45, 90, 135, 180)  # tokens on either side, of each size of window
_PLACE = 1  # the index of the size that counts as one place
_SITTING_MINUTES = 60  # a longer silence begins another sitting
_AFTER_MINUTES = 7 * 24 * 60  # people report the events of a day within a week
_LEAST_TOKENS = 10.0
_WIDE = 2000  # passages; in a longer corpus only those near the most hits are weighed
_CENTRES = 100
_REACH = 6  # passages on either side of a centre, about the widest window


@dataclass(frozen=True)
class Weights:
    """The weights of the parts of a passage's score.

    ``stretch`` is added for the best stretch, ``voice`` for a speaker that the question names,
    ``time`` for a time that it names.  Of two passages the one twice as long must score 2 to the
    power of ``brevity`` higher.  A subject was discussed if one place matches ``least_share`` of
    the question by rarity, or ``least_alone`` if that is a single word, alone or with everyday
    words, each of which counts as ``everyday`` of its rarity.  ``meaning`` is added for similarity
    of vectors, if there are any; with 0 only words count.
    """

    windows: tuple[float, ...] = (0.3, 0.2, 0.2, 0.2, 0.1)
    stretch: float = 0.75
    voice: float = 0.5
    time: float = 2.0
    brevity: float = 0.2
    least_share: float = 0.2
    least_alone: float = 0.4
    everyday: float = 0.25
    meaning: float = 0.5  # less than words, which found more in every measurement of both


DEFAULT_WEIGHTS = Weights()


@dataclass(frozen=True)
class Postings:
    """The occurrences of words: for each ``i``, of ``words[of[i]]`` in the passage ``at[i]``."""

    words: tuple[str, ...]
    of: Numbers
    at: Numbers

    @classmethod
    def by_word(cls, passages: Mapping[str, Sequence[int] | Numbers]) -> "Postings":
        """Return the occurrences of words, given the ``passages`` of each."""
        of = np.repeat(np.arange(len(passages)), [len(each) for each in passages.values()])
        at = np.concatenate([np.zeros(0, dtype=np.int64), *passages.values()])
        return cls(tuple(passages), of, at)

    @cached_property
    def frequencies(self) -> Numbers:
        """The number of passages in which each word occurs."""
        return np.bincount(self.of, minlength=len(self.words))

    def of_words(self, numbers: Sequence[int]) -> "Postings":
        """Return the occurrences of the words with these ``numbers`` only, renumbered."""
        if len(numbers) == len(self.words):
            return self
        renumbered = np.full(len(self.words), -1)
        renumbered[list(numbers)] = np.arange(len(numbers))
        of = renumbered[self.of]
        kept = of >= 0
        return Postings(tuple(self.words[each] for each in numbers), of[kept], self.at[kept])

    def moved(self, which: NDArray[np.bool_], at: Numbers) -> "Postings":
        """Return the occurrences of ``which``, moved to ``at``, without words that have no more."""
        of = self.of[which]
        held = np.flatnonzero(np.bincount(of, minlength=len(self.words)))
        return Postings(self.words, of, at[which]).of_words(held.tolist())

    def shared(self, passages: Numbers) -> list[tuple[str, ...]]:
        """Return the words that occur in each of ``passages``."""
        order = np.argsort(self.at, kind="stable")  # keeps the order of the words within a passage
        at, of = self.at[order], self.of[order].tolist()
        first, last = np.searchsorted(at, passages), np.searchsorted(at, passages, side="right")
        return [
            tuple(self.words[each] for each in of[begin:end])
            for begin, end in zip(first.tolist(), last.tolist(), strict=True)
        ]


Parting = Callable[[Passages], NDArray[np.bool_]]


def by_sitting(passages: Passages) -> NDArray[np.bool_]:
    """Return for each passage but the first whether it begins another sitting."""
    silence = np.abs(np.diff(passages["minute"].astype(np.int64)))
    begins: NDArray[np.bool_] = silence > _SITTING_MINUTES
    return begins


def by_section(passages: Passages) -> NDArray[np.bool_]:
    """Return for each passage but the first whether it begins another section of a source."""
    begins: NDArray[np.bool_] = np.diff(passages["position"]) != 0
    return begins


@dataclass(frozen=True)
class Corpus:
    """The passages that a query is ranked against, in the order they were said or written.

    ``numbers`` counts them over all collections searched; one number is skipped between two
    collections, so that passages of different ones are never neighbours.  ``parting`` divides a
    collection into stretches on one subject: sittings of a conversation, sections of a source.  A
    window never extends beyond its stretch.
    """

    passages: Passages
    numbers: Numbers
    parting: Parting = by_sitting

    @classmethod
    def whole(cls, *collections: Passages, parting: Parting = by_sitting) -> "Corpus":
        """Return all passages of the collections, one collection after the other."""
        if len(collections) == 1:
            return cls(collections[0], np.arange(len(collections[0])), parting)
        lengths = [len(each) for each in collections]
        # As bytes: NumPy would compare the columns of each collection with those of the others
        rows = [np.ascontiguousarray(each).view(np.uint8) for each in collections]
        numbers = np.arange(sum(lengths)) + np.repeat(np.arange(len(lengths)), lengths)
        return cls(np.concatenate(rows).view(collections[0].dtype), numbers, parting)

    def narrowed(self, postings: Postings, also: Numbers | None = None) -> "Corpus":
        """Return the part of a long corpus where ``postings`` are densest; a short one whole.

        Passages around the numbers ``also`` are included.
        """
        count = len(self.passages)
        if count <= _WIDE:
            return self
        rarity = np.log1p(count / np.maximum(postings.frequencies, 1))
        order = np.argsort(postings.at, kind="stable")  # fast on sorted runs, one for each word
        at = postings.at[order]
        total = np.concatenate([[0.0], np.cumsum(rarity[postings.of[order]])])
        low = np.searchsorted(at, at - _REACH // 2)
        high = np.searchsorted(at, at + _REACH // 2, side="right")
        closest = smallest(total[low] - total[high], _CENTRES * len(postings.words))
        centres = np.searchsorted(self.numbers, _first(at[closest], _CENTRES))
        if also is not None:
            centres = np.concatenate([centres, np.searchsorted(self.numbers, also)])
        steps = np.arange(-_REACH, _REACH + 1)
        chosen = np.unique(np.clip(centres[:, None] + steps, 0, count - 1))
        return replace(self, passages=self.passages[chosen], numbers=self.numbers[chosen])

    def within(self, postings: Postings) -> Postings:
        """Return ``postings`` by index in this corpus, not by number, dropping those outside it."""
        at = np.searchsorted(self.numbers, postings.at)
        here = self.numbers[np.minimum(at, len(self.numbers) - 1)] == postings.at
        return postings.moved(here, at)

    @cached_property
    def voice(self) -> NDArray[np.uint32]:
        """The voice of each passage."""
        return np.ascontiguousarray(self.passages["voice"])

    def is_said_by(self, voices: Iterable[int]) -> NDArray[np.bool_]:
        """Return for each passage whether one of the few ``voices`` said it."""
        said = np.zeros(len(self.passages), dtype=np.bool_)
        for voice in voices:
            said |= self.voice == voice
        return said

    @cached_property
    def stretch(self) -> Numbers:
        """The number of the stretch of each passage; a gap begins another stretch."""
        begins = self.parting(self.passages) | (np.diff(self.numbers) > 1)
        return np.concatenate([[0], np.cumsum(begins)])[: len(self.passages)]

    @cached_property
    def bounds(self) -> tuple[Numbers, Numbers]:
        """The indices at which the stretch of each passage begins and ends."""
        at = self.stretch
        return np.searchsorted(at, at), np.searchsorted(at, at, side="right")

    @cached_property
    def tokens(self) -> Numbers:
        """The number of tokens before each passage, and finally the total."""
        return _cumulative(self.passages["tokens"])

    @cached_property
    def stems(self) -> Numbers:
        """The number of stems before each passage, and finally the total."""
        return _cumulative(self.passages["stems"])

    @cached_property
    def windows(self) -> "Documents":
        """The windows around each passage, a row for each size."""
        begins, ends = self.bounds
        before = [self.tokens[:-1] - side for side in _SIDES]
        after = [self.tokens[1:] + side for side in _SIDES]
        first = np.searchsorted(self.tokens, before)
        last = np.searchsorted(self.tokens, after, side="right") - 1
        return Documents.between(np.maximum(first, begins), np.minimum(last, ends), self.stems)

    @cached_property
    def stretches(self) -> "Documents":
        """The stretches, in one row."""
        first = np.flatnonzero(np.diff(self.stretch, prepend=-1))
        last = np.append(first[1:], len(self.passages))
        return Documents.between(first[None], last[None], self.stems)

    @cached_property
    def room(self) -> Floats:
        """The logarithm of the tokens of each passage."""
        room: Floats = np.log(np.maximum(self.passages["tokens"], _LEAST_TOKENS))
        return room


@dataclass(frozen=True)
class Documents:
    """Runs of passages, from ``first`` up to ``last``, that are scored as documents.

    The documents of one row are one BM25 collection: rarity and length are relative to it.
    ``dampening`` is BM25's length normalisation.
    """

    first: Numbers
    last: Numbers
    dampening: Singles

    @classmethod
    def between(cls, first: Numbers, last: Numbers, stems: Numbers) -> "Documents":
        """Return the runs from ``first`` up to ``last``, with ``stems`` before each passage."""
        lengths = stems[last] - stems[first]
        count = max(lengths.shape[1], 1)  # a long session without a hit leaves none to weigh
        usual = np.maximum(lengths.sum(axis=1, keepdims=True) / count, 1.0)
        dampening = _K1 * (1 - _B + _B * lengths / usual)
        return cls(first, last, dampening.astype(np.float32))

    def frequencies(self, counts: Singles, row: int | slice = slice(None)) -> Singles:
        """Return the number of times each word occurs in each document, of one row or of all."""
        found = counts.take(self.last[row], axis=0)  # an index would take three times as long
        found -= counts.take(self.first[row], axis=0)
        return found

    def scores(self, counts: Singles, emphasis: Singles | None = None) -> Singles:
        """Return the BM25 of each document, 1 for the best of each row.

        ``counts``: occurrences of each word (column) before each passage, and finally in all.
        ``emphasis``: a factor for each word on top of its rarity.
        """
        found = self.frequencies(counts)
        count = found.shape[1]
        holding = np.ones(count, dtype=np.float32) @ np.minimum(found, 1.0)
        rarity = np.log1p((count - holding + 0.5) / (holding + 0.5))
        if emphasis is not None:
            rarity *= emphasis
        found *= (_K1 + 1) / (found + self.dampening[:, :, None])
        # not @: BLAS sets error flags for memory past the end of a short row
        scores: Singles = np.einsum("rdw,rw->rd", found, rarity)
        best = scores.max(axis=1, keepdims=True)
        scores /= np.where(best > 0, best, 1.0)
        return scores


def cumulative_counts(corpus: Corpus, postings: Postings) -> Singles:
    """Return the occurrences of each word (column) before each passage, and finally in all."""
    counts = np.zeros((len(corpus.passages) + 1, len(postings.words)), dtype=np.float32)
    counts[postings.at + 1, postings.of] = 1.0
    return counts.cumsum(axis=0)


def is_relevant(
    corpus: Corpus,
    words: Sequence[str],
    counts: Singles,
    *,
    rarity: Mapping[str, float],
    voices: Collection[int] = (),
    of_somebody: bool = False,
    weights: Weights = DEFAULT_WEIGHTS,
) -> bool:
    """Return whether the corpus matches enough of a query: a person it names, or its words."""
    names = [voice for voice in voices if is_name(voice)]
    if names and corpus.is_said_by(names).any():
        return True
    everyday = set(filter(is_everyday, rarity))
    if not of_somebody and len(everyday) == len(rarity):
        return False
    tells = np.array([word not in everyday for word in words], dtype=np.bool_)
    worth = {
        word: rare * (weights.everyday if word in everyday else 1.0)
        for word, rare in rarity.items()
    }
    together = corpus.windows.frequencies(counts, _PLACE) > 0
    found = together @ np.array([worth[word] for word in words])
    is_joined = (together.sum(axis=1) > 1) & (together @ tells)
    least = np.where(is_joined, weights.least_share, weights.least_alone)
    return bool((found > least * sum(worth.values())).any())


def support(
    corpus: Corpus, words: Sequence[str], counts: Singles, worth: Mapping[str, float]
) -> float:
    """Return the largest share of a query that one place of ``corpus`` matches, from 0 to 1.

    ``worth`` is of all words of the query; ``counts`` are of those ``words`` of it that occur.
    """
    if not words or not len(corpus.passages):
        return 0.0
    together = corpus.windows.frequencies(counts, _PLACE) > 0
    found = together @ np.array([worth[word] for word in words])
    return float(found.max() / sum(worth.values()))


def score(
    corpus: Corpus,
    counts: Singles,
    *,
    voices: Collection[int] = (),
    spans: Sequence[DateSpan] = (),
    emphasis: Singles | None = None,
    weights: Weights = DEFAULT_WEIGHTS,
) -> Floats:
    """Return the score of each passage of ``corpus``, 1 for the best, 0 without a match.

    ``counts`` are of the words of the question, ``voices`` the speakers and ``spans`` the times
    that it names, ``emphasis`` the factor of each word, 1 by default.
    """
    if not counts.shape[1]:
        return np.zeros(len(corpus.passages))
    worth: Floats = np.array(weights.windows) @ corpus.windows.scores(counts, emphasis)
    worth *= 1 + weights.stretch * corpus.stretches.scores(counts, emphasis)[0][corpus.stretch]
    if voices:
        worth *= 1 + weights.voice * corpus.is_said_by(voices)
    if spans:
        worth *= 1 + weights.time * said_within(corpus, spans, _AFTER_MINUTES)
    worth *= np.exp(-weights.brevity * corpus.room)
    best = float(worth.max(initial=0.0))
    return worth / best if best else worth


def fuse(worth: Floats, likeness: Floats | None, weight: float) -> Floats:
    """Return ``worth`` plus ``weight`` times the ``likeness`` in meaning, scaled to 1 for the best.

    ``likeness`` is 1 for the most similar passage.  Without it, or with a ``weight`` of 0,
    ``worth`` is returned unchanged.
    """
    if likeness is None or not weight:
        return worth
    fused: Floats = worth + weight * likeness
    best = float(fused.max(initial=0.0))
    return fused / best if best else fused


def said_within(corpus: Corpus, spans: Sequence[DateSpan], after: int = 0) -> NDArray[np.bool_]:
    """Return for each passage whether it was said in ``spans`` or ``after`` minutes later."""
    minute = corpus.passages["minute"].astype(np.int64)
    said = np.zeros(len(minute), dtype=np.bool_)
    for first, last in spans:
        said |= (minute >= first) & (minute <= last + after)
    return said


def smallest(values: Floats, count: int) -> Numbers:
    """Return the indices of at least the ``count`` smallest of ``values``, in order of value."""
    if len(values) <= count:
        return np.argsort(values, kind="stable")
    low = np.flatnonzero(values <= np.partition(values, count)[count])
    return low[np.argsort(values[low], kind="stable")]


def _first(numbers: Numbers, limit: int) -> Numbers:
    """Return the first ``limit`` different numbers."""
    _, first = np.unique(numbers, return_index=True)
    return numbers[np.sort(first)[:limit]]


def _cumulative(column: NDArray[Any]) -> Numbers:
    return np.concatenate([[0], np.cumsum(column, dtype=np.int64)])
