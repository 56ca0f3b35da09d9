"""Words for search and understanding: the words of a text, folded, stemmed, without stop words."""

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType

from tidemark.nlp.language_id import language_of
from tidemark.nlp.languages import (
    LANGUAGES,
    Language,
    every_stop_word,
    stop_words,
    word_list,
)
from tidemark.nlp.patterns import WORD
from tidemark.nlp.stemming import agent, stem
from utils import text_cache

Term = tuple[str, ...]  # the stems of one word in every language, that of its own language first
_SHORT_NUMBER = 2  # digits
COMPOUNDING: frozenset[Language] = frozenset({"nl"})  # languages that write compounds as one word
_PART_LETTERS = 4  # of a compound: shorter ones occur in too many words
_LONGEST_COMPOUND = 32


def words(text: str) -> list[str]:
    """Return the words of ``text``, lower-cased, with plain apostrophes."""
    found = [word.lower() for word in WORD.findall(text)]
    return [word.replace("’", "'") for word in found] if "’" in text else found


def content_stems(text: str, language: Language | None = None) -> list[str]:
    """Return the stems of the content words of ``text``, in order.

    Words are read in ``language``, by default the language of the text.

    >>> content_stems("What did we say about the flights to Lisbon?")
    ['say', 'flight', 'lisbon']
    """
    language = language or language_of(text)
    skipped = stop_words(language)
    return [stem(word.removesuffix("'s"), language) for word in words(text) if word not in skipped]


@text_cache(16_384)
def stem_set(text: str) -> frozenset[str]:
    """Return the ``content_stems`` of a sentence as a set, cached for repeated use."""
    return frozenset(content_stems(text))


def content_terms(text: str, *, otherwise: Language = "en") -> list[Term]:
    """Return the content words of ``text``, each with all stems by which it may be found.

    They include the stems in every language, so that a question in another language finds the text
    (names are the same in all languages), and those of the parts of a compound.

    >>> content_terms("Wanneer gaan we naar Porto vliegen?")
    [('porto',), ('vlieg', 'vliegen')]
    """
    language = language_of(text, otherwise=otherwise)
    skipped = stop_words(language)
    return [_term(word, language) for word in words(text) if word not in skipped]


@text_cache(256)
def as_written(text: str) -> Mapping[Term, str]:
    """Return the first spelling in ``text`` of each of its ``content_terms``.

    >>> list(as_written("Did the flights to Lisbon sell, or no flights?").values())
    ['flights', 'Lisbon', 'sell']
    """
    language = language_of(text)
    skipped = stop_words(language)
    written: dict[Term, str] = {}
    for found in WORD.findall(text):
        (word,) = words(found)
        if word not in skipped:
            written.setdefault(_term(word, language), found)
    return MappingProxyType(written)


def compounds_with(stemmed: str, others: Iterable[str], language: Language) -> frozenset[str]:
    """Return those of the stems ``others`` that are compounds with ``stemmed``, or parts of it.

    >>> sorted(compounds_with("cursus", ["draaicursus", "cursist"], "nl"))
    ['draaicursus']
    >>> sorted(compounds_with("notenallerg", ["noot", "allerg", "not"], "nl"))
    ['allerg', 'noot']
    """
    parts = compound_parts(stemmed, language)
    return frozenset(
        other for other in others if other in parts or _is_part(stemmed, other, language)
    )


@text_cache(65_536)
def compound_parts(word: str, language: Language) -> frozenset[str]:
    """Return the stems of all possible parts of a long ``word``.

    Most of them are no words: only one that also occurs by itself is a real part (Monz and de Rijke
    2001).

    >>> "verhuis" in compound_parts("verhuisbedrijf", "nl"), compound_parts("cursus", "nl")
    (True, frozenset())
    """
    if language not in COMPOUNDING:
        return frozenset()
    ends = range(_PART_LETTERS, min(len(word), _LONGEST_COMPOUND) - _PART_LETTERS + 1)
    halves = {half for end in ends for half in (word[:end], word[end:])}
    halves -= every_stop_word()
    return frozenset(each for half in halves for each in (stem(half, language), agent(half)))


def _is_part(part: str, whole: str, language: Language) -> bool:
    """Return whether ``part`` is the stem of the first or the last part of ``whole``."""
    if len(part) < _PART_LETTERS or len(whole) < len(part) + _PART_LETTERS - 1:
        return False
    return part in compound_parts(whole, language)


def is_everyday(stemmed: str) -> bool:
    """Return whether a word with this stem is too common to find anything by itself.

    Numbers of one or two digits count as such words.

    >>> is_everyday("write"), is_everyday("schrijf"), is_everyday("7"), is_everyday("poem")
    (True, True, True, False)
    """
    return stemmed in _everyday_stems() or (len(stemmed) <= _SHORT_NUMBER and stemmed.isdigit())


@cache
def _everyday_stems() -> frozenset[str]:
    return frozenset(
        stem(word, language)
        for language in LANGUAGES
        for word in word_list(language, "everyday_words")
    )


@text_cache(65_536)
def _term(word: str, language: Language) -> Term:
    bare = word.removesuffix("'s")
    own = stem(bare, language)
    forms = (own, *(stem(bare, each) for each in LANGUAGES))
    return tuple(dict.fromkeys((*forms, *sorted(compound_parts(bare, language)))))
