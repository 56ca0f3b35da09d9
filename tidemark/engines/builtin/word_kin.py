"""Kin of words: stems that mean the same as another, by their form or by a table of kinds.

Synonyms are topics (``answer_types``); compounds are parts of words (``search_terms``).
"""

from collections.abc import Iterable, Mapping
from itertools import takewhile

from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.search_terms import compounds_with, words
from tidemark.nlp.stemming import stem

_ROOT = 4  # letters that two words of one root share at least
_FAR = 8  # words from a verb to its particle


def kin(stemmed: str, others: Iterable[str], pack: LanguagePack) -> frozenset[str]:
    """Return those of the stems ``others`` that name what ``stemmed`` does, or a kind of it.

    >>> from tidemark.nlp.english.pack import ENGLISH
    >>> sorted(kin("piano", ["pianist", "plan", "violin"], ENGLISH))
    ['pianist']
    >>> sorted(kin("pet", ["dog", "table"], ENGLISH))
    ['dog']
    """
    known = frozenset(others)
    derived = {other for other in known if is_derived(stemmed, other, pack)}
    kinds = pack.kinds.get(stemmed, frozenset()) & known
    return compounds_with(stemmed, known, pack.language) | derived | kinds


def is_derived(one: str, other: str, pack: LanguagePack) -> bool:
    """Whether two stems have one root and differ in endings that derive words."""
    if one[:_ROOT] != other[:_ROOT] or one == other:
        return False
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    root = "".join(letter for letter, _ in alike)
    endings = pack.lexicon.endings
    return len(root) >= _ROOT and all(
        (rest := each[len(root) :]) in endings or (rest[:1] == root[-1] and rest[1:] in endings)
        for each in (one, other)
    )


def rejoined(text: str, pack: LanguagePack) -> Mapping[str, frozenset[str]]:
    """Return the stems of separable verbs that ``text`` may hold in two parts, with theirs.

    Every word before a particle may be its verb: most of what is returned is no word, and matters
    only where it also occurs.

    >>> from tidemark.nlp.dutch.pack import DUTCH
    >>> sorted(rejoined("Hij haalt ons op.", DUTCH)["ophal"]), DUTCH.stems("ophalen")
    (['haalt', 'op'], ['ophal'])
    """
    found: dict[str, frozenset[str]] = {}
    said = words(text)
    for at, particle in enumerate(said):
        if particle in pack.lexicon.particles:
            for verb in said[max(0, at - _FAR) : at]:
                parts = frozenset(stem(part, pack.language) for part in (verb, particle))
                forms = (verb, verb.removesuffix("t"))
                found.update({stem(particle + form, pack.language): parts for form in forms})
    return found
