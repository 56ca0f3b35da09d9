"""Related words: stems that can stand for another, by their form, a table of kinds, or a name.

After "My cousin Bram", "Bram lands at nine" is a statement about the cousin.

Synonyms are topics (``answer_types``); compounds are parts of words (``search_terms``).
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise, takewhile

from tidemark.nlp.mentions import names
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.search_terms import COMPOUNDING, compounds_with, words
from tidemark.nlp.stemming import stem

_ROOT = 4  # letters that two words of one root have in common at least
_PART = 3  # letters of a part of a compound at least
_NEAR_CHARS = 60  # before a name, for the relation that introduces it
_FAR = 8  # words from a verb to its particle


def kin(stemmed: str, others: Iterable[str], pack: LanguagePack) -> frozenset[str]:
    """Return those of the stems ``others`` that derive from ``stemmed``, or are a kind of it.

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
    """Return whether two stems have one root and differ only in derivational endings."""
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
    """Return the stems of verbs and compounds that may be split in ``text``, with their parts.

    Every word before a particle may be its verb, and two in a row a compound: most results are no
    words, and matter only if they also occur elsewhere.

    >>> from tidemark.nlp.dutch.pack import DUTCH
    >>> sorted(rejoined("De wifi code", DUTCH)[DUTCH.stems("wificode")[0]])
    ['cood', 'wifi']
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
    if pack.language in COMPOUNDING:
        for one, other in pairwise(said):
            is_short = min(len(one), len(other)) < _PART
            if not is_short and pack.function_words.isdisjoint((one, other)):
                parts = frozenset((stem(one, pack.language), stem(other, pack.language)))
                found.setdefault(stem(one + other, pack.language), parts)
    return found


def other_names(sentences: Iterable[tuple[str, LanguagePack]]) -> Mapping[str, frozenset[str]]:
    """Return the relation ("my cousin") for the stems of each name, and the name for the relation.

    A relation of two persons, such as "my sister" of somebody with two, is left out.

    >>> from tidemark.nlp.english.pack import ENGLISH
    >>> found = other_names([("My cousin Bram lands at nine.", ENGLISH)])
    >>> sorted(found["cousin"]), sorted(found["bram"])
    (['bram'], ['cousin'])
    """
    named: dict[str, set[frozenset[str]]] = defaultdict(set)
    for text, pack in sentences:
        for relation, name in _introduced(text, pack):
            named[relation].add(name)
    of: dict[str, frozenset[str]] = {}
    for relation, found in named.items():
        if len(found) == 1:
            (name,) = found
            of[relation] = of.get(relation, frozenset()) | name
            of.update({stem: of.get(stem, frozenset()) | {relation} for stem in name})
    return of


def _introduced(text: str, pack: LanguagePack) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the stem of each relation of the speaker in ``text``, with those of its name."""
    references = pack.references
    for name in names(text, pack):
        before = text[max(0, name.start - _NEAR_CHARS) : name.start]
        relation = references.relation_before.search(before)
        owner = before[: relation.start("noun")].split()[-1:] if relation else []
        if relation and any(references.first_person.fullmatch(word) for word in owner):
            stems = frozenset(pack.stems(name.text))
            yield from ((noun, stems - {noun}) for noun in pack.stems(relation["noun"]) if stems)
