"""Tokens for search and understanding: the words of a text, folded, stemmed, without stop words."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from tidemark.nlp.language_id import language_of
from tidemark.nlp.languages import LANGUAGES, Language, stop_words, word_list
from tidemark.nlp.patterns import WORD
from tidemark.nlp.stemming import stem
from utils import text_cache

Term = tuple[str, ...]  # the stems of one word in every language, that of its own language first
_SHORT_NUMBER = 2  # digits


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


def content_terms(text: str, *, otherwise: Language = "en") -> list[Term]:
    """Return the content words of ``text``, each as all stems by which it may be found.

    The stems of every language are in, so that a text in one language is found by a question in
    another: names are the same in all of them.

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


def is_everyday(stemmed: str) -> bool:
    """Whether a word with this stem occurs in every conversation, so that alone it finds nothing.

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
    return tuple(dict.fromkeys((own, *(stem(bare, each) for each in LANGUAGES))))
