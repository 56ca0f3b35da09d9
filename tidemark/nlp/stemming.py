"""Stems of words by Snowball, with additions for Dutch forms that its rules miss."""

import re
import threading
from collections.abc import Mapping

import Stemmer

from tidemark.nlp.languages import Language, irregular_forms
from utils import text_cache

WORD_CHARS = 64  # a longer one is a key or a run of letters, not a word
_NOT_CACHED = 0  # the stemmers' own cache is off: that of ``stem`` can be cleared
_STEMMERS: Mapping[Language, Stemmer.Stemmer] = {
    "en": Stemmer.Stemmer("english", _NOT_CACHED),
    "nl": Stemmer.Stemmer(
        "dutch", _NOT_CACHED
    ),  # by Kraaij and Pohlmann: it knows ge-, and huis from huizen
}
_LOCK = threading.Lock()  # a stemmer stores the current word

_PARTICIPLE = re.compile(r"(?:be|ver|ont|her)\w{3,}d")
_INFLECTED = re.compile(r"(\w*[^aeiou])(e|i|a|o|u|ij|ei|ie|oe|ui|eu|ou|au)([bdfgklmnprstvz])e")
_UNVOICED = {"z": "s", "v": "f"}
_VOICED = {"s": "z", "f": "v"}
_SECOND_LONG = re.compile(r"(?<=[^aeiouy])([aeou])\1(?=[^aeiouy]\Z)")
_VOWEL = re.compile("[aeiouy]")


@text_cache(65_536)
def stem(word: str, language: Language = "en") -> str:
    """Return the stem of ``word``, lower-cased; one over ``WORD_CHARS`` is cut, not stemmed.

    >>> stem("Flights"), stem("geboekt", "nl")
    ('flight', 'boek')
    """
    folded = word.lower()
    if len(folded) > WORD_CHARS:
        return folded[:WORD_CHARS]
    if folded in (forms := irregular_forms(language)):
        return forms[folded]
    with _LOCK:
        stemmed: str = _STEMMERS[language].stemWord(folded)
    return _unified(stemmed) if language == "nl" else stemmed


def agent(stemmed: str) -> str:
    """Return the Dutch stem of the person or firm that does ``stemmed``.

    >>> agent("verhuis"), agent("bak")
    ('verhuizer', 'baker')
    """
    last = _VOICED.get(stemmed[-1:], stemmed[-1:])
    return f"{stemmed[:-1]}{last}er"


def _unified(stemmed: str) -> str:
    """Return one stem for Dutch forms to which Snowball gives different ones.

    >>> [_unified(each) for each in ("regeel", "verhuisd", "grijze", "dure")]
    ['regel', 'verhuis', 'grijs', 'duur']
    """
    if _PARTICIPLE.fullmatch(stemmed):
        stemmed = stemmed[:-1]
    elif found := _INFLECTED.fullmatch(stemmed):
        before, vowel, last = found.groups()
        stemmed = before + (vowel * 2 if vowel in "aou" else vowel) + _UNVOICED.get(last, last)
    doubled = _SECOND_LONG.search(stemmed)
    if doubled and _has_vowel(stemmed[: doubled.start() - 1]):
        return stemmed[: doubled.start()] + stemmed[doubled.start() + 1 :]
    return stemmed


def _has_vowel(beginning: str) -> bool:
    return _VOWEL.search(beginning.rpartition("'")[2]) is not None
