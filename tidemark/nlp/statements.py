"""Statements: the parts of a text that decide whether it agrees with another or corrects it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from tidemark.nlp.corrections import Corrections
from tidemark.nlp.language_id import language_of
from tidemark.nlp.languages import Language
from tidemark.nlp.pack_selection import LANGUAGE_PACKS
from tidemark.nlp.patterns import NAME_INSIDE, NUMBER
from tidemark.nlp.quotes import quotable_sentences
from tidemark.nlp.search_terms import content_stems, words
from tidemark.nlp.sentences import SENTENCE_CHARS
from tidemark.nlp.speakers import speaker_of, without_speaker
from utils import text_cache


class AttributeSlot(NamedTuple):
    """The stems of an attribute, of its value, and of what was said before it."""

    attribute: tuple[str, ...]
    value: tuple[str, ...]
    about: frozenset[str]


@dataclass(frozen=True)
class Statement:
    """A text without its speaker or label, with its numbers, names, persons and slots.

    ``slots`` has one entry for each slot pattern of the language, None where it does not match.
    """

    speaker: str
    text: str
    language: Language
    stems: tuple[str, ...]
    numbers: frozenset[str]
    names: tuple[str, ...]
    persons: frozenset[str]
    denies: bool
    slots: tuple[AttributeSlot | None, ...]

    @property
    def table(self) -> Corrections:
        """The corrections of its language."""
        return LANGUAGE_PACKS[self.language].corrections

    @cached_property
    def subject(self) -> frozenset[str]:
        """The stems of its subject, without frame words such as "actually", "prefer"."""
        return frozenset(self.stems) - self.table.frame

    @cached_property
    def replaced(self) -> tuple[frozenset[str], ...]:
        """The stems of each thing that it replaces: Porto, in "Lisbon, not Porto"."""
        found = (each for pattern in self.table.replaced for each in pattern.finditer(self.text))
        stems = (content_stems(each["old"], self.language) for each in found)
        return tuple(frozenset(each) - self.table.frame for each in stems)

    @cached_property
    def ends(self) -> bool:
        """Return whether it says that something is over."""
        return bool(self.table.ends.search(self.text))

    @cached_property
    def contraries(self) -> tuple[re.Match[str] | None, ...]:
        """The matches of both of two patterns that exclude each other."""
        return tuple(pattern.search(self.text) for pattern in self.table.contraries)

    @cached_property
    def corrects(self) -> bool:
        """Return whether it has a word of correction, such as "actually"."""
        return bool(self.table.corrects.search(self.text))


@text_cache(4096)
def parse_statement(text: str, otherwise: Language = "en") -> Statement:
    """Return ``text`` as a statement, read in its own language or in ``otherwise``.

    Of a text longer than any sentence only the beginning is read.
    """
    language = language_of(text, otherwise=otherwise)
    table = LANGUAGE_PACKS[language].corrections
    text = text[:SENTENCE_CHARS]
    label = table.labels.match(text)
    stated = text[label.end() :] if label else without_speaker(text)
    people = (table.persons.get(word) for word in words(stated))
    dislikes = bool(table.dislikes.search(stated))
    return Statement(
        speaker=speaker_of(text),
        text=stated,
        language=language,
        stems=tuple(dict.fromkeys(content_stems(stated, language))),
        numbers=frozenset(NUMBER.findall(stated)),
        names=tuple(dict.fromkeys(name.casefold() for name in NAME_INSIDE.findall(stated))),
        persons=frozenset(person for person in people if person),
        denies=bool(table.denies.search(stated)) != dislikes,
        slots=tuple(_slots(stated, language)),
    )


def subject_stems(text: str, language: Language) -> tuple[str, ...]:
    """Return the stems of ``text`` that are not frame words of ``language``, in order."""
    frame = LANGUAGE_PACKS[language].corrections.frame
    return tuple(stem for stem in content_stems(text, language) if stem not in frame)


@text_cache(8192)
def correcting_sentences(text: str) -> tuple[str, ...]:
    """Return the sentences of ``text``, questions left out, that may correct a fact.

    >>> correcting_sentences("We met at noon. Actually, it was one. Was it now?")
    ('Actually, it was one.',)
    """
    table = LANGUAGE_PACKS[language_of(text)].corrections
    cues = (table.ends, table.corrects, *table.replaced)
    return tuple(
        sentence
        for sentence in quotable_sentences(text)
        if not sentence.endswith("?") and any(cue.search(sentence) for cue in cues)
    )


def _slots(text: str, language: Language) -> Iterator[AttributeSlot | None]:
    for pattern in LANGUAGE_PACKS[language].corrections.slots:
        found = pattern.search(text)
        if found is None:
            yield None
            continue
        every = tuple(content_stems(found["slot"], language))  # "my decision" has frame words only
        slot = subject_stems(found["slot"], language) or every
        about = frozenset(subject_stems(text[: found.start()], language))
        yield AttributeSlot(slot, subject_stems(found["value"], language), about) if slot else None
