"""The languages that the rules know, and the word lists in the folder of each.

A word list is a text file of words separated by spaces; lines that begin with ``#`` are comments.
``docs/extending.md`` lists the steps for another language.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, get_args

Language = Literal["en", "nl"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
_FOLDERS: Mapping[Language, str] = {"en": "english", "nl": "dutch"}


@cache
def word_list(language: Language, name: str) -> frozenset[str]:
    """Return the words of the file ``name`` of ``language``.

    >>> "whether" in word_list("en", "stop_words")
    True
    """
    return frozenset(word for line in _lines(language, name) for word in line.split())


def stop_words(language: Language) -> frozenset[str]:
    """Return the words of ``language`` that ask or join, without naming anything."""
    return word_list(language, "stop_words")


@cache
def every_stop_word() -> frozenset[str]:
    """Return the stop words of all languages."""
    return frozenset().union(*map(stop_words, LANGUAGES))


@cache
def given_names(language: Language) -> Mapping[str, Literal["female", "male"]]:
    """Return the sex that each common given name shows; ``language`` has precedence.

    >>> given_names("nl")["femke"], "kim" in given_names("en")
    ('female', False)
    """
    sexes: tuple[Literal["female"], Literal["male"]] = ("female", "male")
    own_last = sorted(LANGUAGES, key=lambda each: each == language)
    return {
        name: sex for each in own_last for sex in sexes for name in word_list(each, f"{sex}_names")
    }


@cache
def irregular_forms(language: Language) -> Mapping[str, str]:
    """Return the stem of each form that the stemmer of ``language`` gets wrong."""
    if not _path(language, "irregular_forms").exists():
        return {}
    rows = (line.split(":") for line in _lines(language, "irregular_forms"))
    return {form: stem for stem, forms in rows for form in forms.split()}


@cache
def irregular_verbs(language: Language) -> Mapping[str, str]:
    """Return the verb of each form that stemming does not reduce to it.

    >>> irregular_verbs("en")["kept"]
    'keep'
    """
    if not _path(language, "irregular_verbs").exists():
        return {}
    rows = (line.split(":") for line in _lines(language, "irregular_verbs"))
    return {form: verb for verb, forms in rows for form in forms.split()}


@cache
def names_alike() -> Mapping[str, tuple[str, ...]]:
    """Return the names of members for which each word is another word, in any language.

    >>> names_alike()["weighs"]
    ('weight',)
    """
    found: dict[str, tuple[str, ...]] = {}
    for language in LANGUAGES:
        for line in _lines(language, "names_alike"):
            names, words = line.split(":")
            for word in words.split():
                found[word] = tuple(dict.fromkeys((*found.get(word, ()), *names.split())))
    return found


def _lines(language: Language, name: str) -> list[str]:
    lines = _path(language, name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


def _path(language: Language, name: str) -> Path:
    return Path(__file__).parent / _FOLDERS[language] / f"{name}.txt"
