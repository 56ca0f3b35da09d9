"""Who comes and who does not, as a statement says it: the people it names, and their number."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from tidemark.memory.slots import is_given
from tidemark.nlp.languages import every_stop_word
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.search_terms import words

_RELATION_WORDS = 2  # "my neighbour", before a name


@dataclass(frozen=True)
class Attendance:
    """The ``people`` who come, or do not; there are none if not all of them are said by name.

    That is also so if they ``bring_others``: "Nora, with her kids".  The ``rest`` is the statement
    after that.
    """

    people: tuple[str, ...]
    comes: bool
    bring_others: bool
    rest: str


def attendance_in(text: str, pack: LanguagePack) -> Attendance | None:
    """Return who comes or does not come by ``text``; None if it does not say that of anybody.

    >>> from tidemark.nlp.english.pack import ENGLISH
    >>> attendance_in("Nora and her husband are coming too, by train.", ENGLISH)
    Attendance(people=('Nora', 'her husband'), comes=True, bring_others=False, rest=', by train.')
    """
    left = pack.ledger.some_leave.search(text)
    found = left or pack.ledger.some_join.search(text)
    if found is None:
        return None
    rest = text[found.end() :]
    others = pack.ledger.brings_others
    adds = left is None and bool(others.match(text, found.end("names")) or others.search(rest))
    people = () if adds else tuple(people_in(found["names"], pack))
    return Attendance(people, comes=left is None, bring_others=adds, rest=rest)


def people_in(text: str, pack: LanguagePack) -> list[str]:
    """Return the people that ``text`` joins; none if one of them is not known by name.

    Those of somebody named are known, too: "her husband", "her two kids", but not "her kids".

    >>> from tidemark.nlp.english.pack import ENGLISH
    >>> people_in("Nora, Ravi and his two kids", ENGLISH), people_in("Friday", ENGLISH)
    (['Nora', 'Ravi', 'his two kids'], [])
    """
    people = pack.counting.joined.split(text)
    first, *others = people
    is_known = _is_named(first, pack) and all(
        _is_named(each, pack) or is_of_named(each, pack) for each in others
    )
    return people if is_known else []


def head_count(people: Iterable[str], pack: LanguagePack) -> int:
    """Return how many ``people`` there are: two for "her two kids".

    >>> from tidemark.nlp.english.pack import ENGLISH
    >>> head_count(["Nora", "her two kids"], ENGLISH)
    3
    """
    return sum(_number_in(each, pack) or 1 for each in people)


def without_some(text: str, pack: LanguagePack) -> str:
    """Return ``text`` without what it says of some of a group, unless they leave it.

    >>> from tidemark.nlp.english.pack import ENGLISH
    >>> without_some("We are 18 people, two are vegetarian.", ENGLISH)
    'We are 18 people.'
    >>> without_some("We are 18 people, 2 of them can't come.", ENGLISH)
    "We are 18 people, 2 of them can't come."
    """
    leaves = pack.corrections.leaves
    return pack.counting.some_of_group.sub(
        lambda some: some[0] if leaves.search(some[0]) else "", text
    )


def size_of_party(entry: str, pack: LanguagePack) -> int | None:
    """Return how many people ``entry`` of a list of people is; None if unknown: "with her kids".

    >>> from tidemark.nlp.english.pack import ENGLISH
    >>> size_of_party("Cleo with her son Dirk", ENGLISH), size_of_party("Ben with cake", ENGLISH)
    (2, 1)
    """
    first, *others = pack.ledger.accompanied.split(entry)
    sizes = [_number_in(first, pack) or 1, *(_number_beside(each, pack) for each in others)]
    if pack.ledger.of_named.match(first) and not is_of_named(first, pack):
        return None
    return None if None in sizes else sum(filter(None, sizes))


def _number_beside(companion: str, pack: LanguagePack) -> int | None:
    """Return how many people come along as ``companion``; 0 for a thing, None if unknown."""
    *said, last = companion.split() or [""]
    is_called = last[:1].isupper()
    whose = " ".join(said) if is_called else companion
    if is_called and not any(word.islower() for word in said):
        return 1
    if is_of_named(whose, pack):
        return _number_in(whose, pack) or 1
    if number := _number_in(companion, pack):
        return number if names_people(companion, pack) else 0
    if is_called or names_people(companion, pack):
        first, *noun = whose.split()
        return 1 if first.lower() in pack.counting.single and is_person(noun, pack) else None
    return 0


def is_person(said: Iterable[str], pack: LanguagePack) -> bool:
    """Return whether one of the words ``said`` is a noun for one person: "old teacher"."""
    return any(word in pack.lexicon.people for word in said)


def are_people(named: Iterable[str], pack: LanguagePack) -> bool:
    """Return whether all ``named`` are certainly people, by a given name or a relation.

    >>> from tidemark.nlp.english.pack import ENGLISH
    >>> are_people(["my neighbour Zorba", "her husband", "Tom"], ENGLISH)
    True
    >>> are_people(["Tom", "Dessert"], ENGLISH)
    False
    """
    return all(" " in each or is_given(each, pack) for each in named)


def names_people(text: str, pack: LanguagePack) -> bool:
    """Return whether ``text`` has a word for people, one or several: "my sister", "the kids"."""
    return not _person_stems(pack).isdisjoint(pack.stems(text))


def is_of_named(person: str, pack: LanguagePack) -> bool:
    """Return whether ``person`` is one of a person named before, or several with their number."""
    _, *said = person.split()
    if not (said and said[-1].islower() and pack.ledger.of_named.match(person)):
        return False
    if len(said) == 1:
        return said[0] in pack.lexicon.people
    return bool(_number_in(person, pack)) and _person_stems(pack).issuperset(pack.stems(said[-1]))


@cache
def _person_stems(pack: LanguagePack) -> frozenset[str]:
    counted = (*pack.counting.counts_of.values(), *pack.lexicon.people)
    return frozenset(pack.stems(" ".join(counted)))


def _number_in(person: str, pack: LanguagePack) -> int:
    """Return the number in "her two kids"; 0 if there is none."""
    numbers = pack.counting.numbers
    found = (int(each) if each.isdigit() else numbers.get(each, 0) for each in words(person)[:-1])
    return next(filter(None, found), 0)


def _is_named(person: str, pack: LanguagePack) -> bool:
    """Return whether ``person`` is a name, alone or after a relation: "my neighbour Nora"."""
    lexicon = pack.lexicon
    *relation, name = person.split()
    if relation and (len(relation) != _RELATION_WORDS or relation[1] not in lexicon.people):
        return False
    no_names = lexicon.pronouns | lexicon.determiners | lexicon.calendar | lexicon.openers
    plain = name.partition("'")[0].casefold()
    return plain not in no_names | every_stop_word() | lexicon.people
