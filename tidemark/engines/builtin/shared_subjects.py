"""Shared subjects of sentences: other names for the same person or thing.

"My cousin Bram" once said, "Bram lands at nine" is about the cousin.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from tidemark.nlp.mentions import names
from tidemark.nlp.pack_fields import LanguagePack

_NEAR_CHARS = 60  # before a name, for the relation that introduces it


def other_names(sentences: Iterable[tuple[str, LanguagePack]]) -> Mapping[str, frozenset[str]]:
    """Return the relation ("my cousin") for the stems of each name, and the name for the relation.

    A relation in which two persons stand, such as "my sister" of somebody with two, is left out.

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
    """Yield the stem of each relation of the speaker's in ``text``, with those of its name."""
    references = pack.references
    for name in names(text, pack):
        before = text[max(0, name.start - _NEAR_CHARS) : name.start]
        relation = references.relation_before.search(before)
        owner = before[: relation.start("noun")].split()[-1:] if relation else []
        if relation and any(references.first_person.fullmatch(word) for word in owner):
            stems = frozenset(pack.stems(name.text))
            yield from ((noun, stems - {noun}) for noun in pack.stems(relation["noun"]) if stems)
