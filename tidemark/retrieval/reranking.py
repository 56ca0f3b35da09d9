"""Reranking: sorts the best passages of sources again, by their text.

The index knows which stems are in a passage, but neither how often nor where.  The texts of a few
dozen passages show both: the frequency of each word of the question, the share of the question in a
single sentence, and whether neighbouring words of the question are neighbours in the passage too.
``benchmark/sources.py`` chose the weights; all sets of short questions gain from each.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from tidemark.nlp.language_id import language_of
from tidemark.nlp.languages import stop_words
from tidemark.nlp.search_terms import Term, words
from tidemark.nlp.stemming import stem
from tidemark.retrieval.candidates import ChosenPassage
from tidemark.retrieval.similarity import Floats
from tidemark.retrieval.source_passages import whole_words

DEPTH = 20  # passages whose texts are read: 60 find no more
_COUNTED, _SENTENCE, _NEIGHBOURS = 1.0, 0.5, 0.5  # added to the score before, 1 for the best
_K1, _B = 1.2, 0.75
_SHORT, _LONG = 20, 60  # words of a question; a request of a page concerns more than one sentence
_APART = 4  # words, at most, between neighbours
_KIN_LETTERS, _KIN_ENDING = 5, 3  # "regulates" and "regulation": the same beginning, short endings
_KIN = 0.6  # of the worth of the word itself
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n\s*\n")


def rerank(
    terms: Sequence[Term],
    worth: Mapping[str, float],
    texts: Mapping[ChosenPassage, str],
    *,
    meaning: float,
    limit: int,
    limit_tokens: int | None,
) -> list[ChosenPassage]:
    """Return the passages of ``texts`` by their new score; the best keeps the best worth.

    They are at most ``limit``, and fit ``limit_tokens``.  ``worth`` gives that of each of
    ``terms``, the words of a question, by its first stem; ``meaning`` weighs the similarity of
    vectors, where all words together weigh 1.
    """
    if not texts:
        return []
    passages = list(texts)
    asked = _AskedWords.of(terms, worth)
    read = [asked.read(text) for text in texts.values()]
    shares = np.array([(each.sentence, each.neighbours) for each in read])
    before = np.array([each.worth for each in passages])
    best = float(before.max())
    similarity = np.array([each.similarity for each in passages])
    scores = before / best + asked.weight * (
        _COUNTED * _bm25(asked, read)
        + shares @ (_SENTENCE, _NEIGHBOURS)
        + (_COUNTED + _SENTENCE + _NEIGHBOURS) * meaning * similarity
    )
    scores *= best / scores.max()
    order = np.argsort(-scores, kind="stable").tolist()
    ranked = [passages[at]._replace(worth=float(scores[at])) for at in order[:limit]]
    if limit_tokens is None:
        return ranked
    tokens = np.cumsum([each.tokens for each in ranked])
    return ranked[: np.searchsorted(tokens, limit_tokens, side="right") + 1]


@dataclass(frozen=True)
class _ReadPassage:
    """A passage: the count of each word of the question in it, and its shares of the question."""

    counts: Mapping[int, int]
    length: int
    sentence: float
    neighbours: float


@dataclass(frozen=True)
class _AskedWords:
    """The words of a question by number: their ``worth``, and the numbers of their ``stems``."""

    worth: Sequence[float]
    stems: Mapping[str, int]
    beginnings: Mapping[str, Sequence[tuple[str, int]]]

    @classmethod
    def of(cls, terms: Sequence[Term], worth: Mapping[str, float]) -> "_AskedWords":
        stems: dict[str, int] = {}
        beginnings: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
        for number, term in enumerate(terms):
            for form in term:
                stems.setdefault(form, number)
                beginnings[form[:_KIN_LETTERS]].append((form, number))
        return cls([worth[term[0]] for term in terms], stems, beginnings)

    @property
    def weight(self) -> float:
        return min(1.0, max(0.0, (_LONG - len(self.worth)) / (_LONG - _SHORT)))

    def read(self, text: str) -> _ReadPassage:
        language = language_of(text)
        skipped = stop_words(language)
        counts: defaultdict[int, int] = defaultdict(int)
        places: defaultdict[int, list[int]] = defaultdict(list)
        length = at = 0
        best = 0.0
        for sentence in _SENTENCE_END.split(whole_words(text)):
            held: dict[int, float] = {}
            for word in words(sentence):
                at += 1
                if word in skipped:
                    continue
                length += 1
                form = stem(word.removesuffix("'s"), language)
                number = self.stems.get(form)
                if number is not None:
                    counts[number] += 1
                    places[number].append(at)
                    held[number] = self.worth[number]
                elif (number := self._kin(form)) is not None:
                    held.setdefault(number, _KIN * self.worth[number])
            best = max(best, sum(held.values()))
        return _ReadPassage(counts, length, best / sum(self.worth), self._neighbours(places))

    def _kin(self, form: str) -> int | None:
        """Return the word of the question with the beginning of ``form`` and another ending."""
        for other, number in self.beginnings.get(form[:_KIN_LETTERS], ()):
            shared = max(len(form), len(other)) - _KIN_ENDING
            if len(form) >= _KIN_LETTERS and form[:shared] == other[:shared]:
                return number
        return None

    def _neighbours(self, places: Mapping[int, Sequence[int]]) -> float:
        """Return the share of neighbours in the question that are near each other at ``places``."""
        pairs = list(pairwise(range(len(self.worth))))
        worth = [min(self.worth[first], self.worth[second]) for first, second in pairs]
        near = [
            any(abs(a - b) <= _APART for a in places.get(first, ()) for b in places.get(second, ()))
            for first, second in pairs
        ]
        return float(np.dot(worth, near)) / (sum(worth) or 1.0)


def _bm25(asked: _AskedWords, read: Sequence[_ReadPassage]) -> Floats:
    """Return Okapi BM25 with the words counted, 1 for the best."""
    usual = max(sum(each.length for each in read) / len(read), 1.0)
    scores = np.zeros(len(read))
    for at, each in enumerate(read):
        dampening = _K1 * (1 - _B + _B * each.length / usual)
        scores[at] = sum(
            asked.worth[number] * count * (_K1 + 1) / (count + dampening)
            for number, count in each.counts.items()
        )
    return scores / max(float(scores.max()), 1e-9)
