"""Cloze questions: a sentence of a message with a name or number removed.

To fill the gap, the sentence must be found again; no engine is needed to make the question.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from zlib import crc32

from tidemark.memory.forgetting import GAP
from tidemark.nlp.answer_types import names_amount
from tidemark.nlp.dates import ANY_DAY, find_dates
from tidemark.nlp.languages import Language
from tidemark.nlp.mentions import Mention, names
from tidemark.nlp.pack_fields import GapKind
from tidemark.nlp.pack_selection import LANGUAGE_PACKS, language_pack_for
from tidemark.nlp.patterns import NUMBER, YEAR
from tidemark.nlp.search_terms import content_stems, words
from tidemark.nlp.sentences import prose_sentences
from tidemark.nlp.speakers import without_speaker

_JOINED_BEFORE = re.compile(r"[\w.,:/-]\Z")  # part of a code, a date or a range
_JOINED_AFTER = re.compile(r"[\w:/-]")
_TIME = re.compile(r"\d{1,2}:\d\d")
_YEAR = re.compile(YEAR)
_UNIT_CHARS = 8  # "1998 dollars"
_BESIDE = 6  # words on each side of a gap: nobody repeats a whole sentence in a question
_LEAST_AROUND = 4  # words in total: fewer are a heading
_LEAST_STEMS = 2  # of content words: fewer occur in many sentences
_BEFORE = re.compile(rf"(?:\S+\s+){{0,{_BESIDE}}}\S*\Z")
_AFTER = re.compile(rf"\S*(?:\s+\S+){{0,{_BESIDE}}}")


@dataclass(frozen=True)
class Gap:
    """A question with a gap, and the ``answer``: the removed words."""

    question: str
    answer: str


def gap(text: str, *, seed: int = 0) -> Gap | None:
    """Return a question for a name or number in ``text``; the ``seed`` decides which.

    None if ``text`` has neither, or too few other words to find it by.  Sentences with forgotten
    words are left out.

    >>> gap("We are flying to Lisbon with the whole family.")
    Gap(question='We are flying to who or what with the whole family?', answer='Lisbon')
    >>> gap("Het hotel kost 240 euro per nacht.")
    Gap(question='Het hotel kost hoeveel euro per nacht?', answer='240')
    """
    found = list(_gaps(text))
    return found[crc32(f"{seed}:{text}".encode()) % len(found)] if found else None


def _gaps(text: str) -> Iterator[Gap]:
    language = language_pack_for(text).language
    for sentence in prose_sentences(without_speaker(text)):
        said = sentence.text
        if said.endswith("?") or GAP in said:
            continue
        for start, end, kind in _blanks(said, language):
            before, after = _BEFORE.search(said, 0, start), _AFTER.match(said, end)
            around = (before[0] if before else ""), (after[0] if after else "")
            if _is_enough(" ".join(around), language):
                question = LANGUAGE_PACKS[language].cloze.gaps[kind].join(around).rstrip(" .,;:!…")
                yield Gap(f"{question[0].upper()}{question[1:]}?", said[start:end])


def _is_enough(around: str, language: Language) -> bool:
    """Return whether the words around a gap are enough to find it by."""
    is_sentence = len(words(around)) >= _LEAST_AROUND
    return is_sentence and len(content_stems(around, language)) >= _LEAST_STEMS


def _blanks(said: str, language: Language) -> Iterator[tuple[int, int, GapKind]]:
    """Yield the span and the kind of each date, name and number; a date is one answer."""
    dates = _dates(said, language)
    for start, end in dates:
        if any(char.isdigit() for char in said[start:end]):
            yield start, end, "date"
    named = [name for name in names(said, language_pack_for(said)) if name.is_name]
    for name in named:
        if _is_in(dates, name.start):
            continue
        is_held = LANGUAGE_PACKS[language].cloze.bound.match(said, name.end)
        if not (name.text.isdigit() or is_held or _is_doubtful(said, name)):
            yield name.start, name.end, "name"
    for number in NUMBER.finditer(said):
        if _JOINED_BEFORE.search(said[: number.start()]) or _JOINED_AFTER.match(said, number.end()):
            continue
        inside = (*dates, *((name.start, name.end) for name in named))
        if _is_in(inside, number.start()):
            continue
        yield number.start(), number.end(), _kind(said, number)


def _dates(said: str, language: Language) -> list[tuple[int, int]]:
    """Return the span of each date that is more than a year."""
    found = find_dates(said, ANY_DAY, language)
    return [
        (each.start, each.end)
        for each in found
        if each.is_exact or not any(char.isdigit() for char in said[each.start : each.end])
    ]


def _is_in(spans: Sequence[tuple[int, int]], position: int) -> bool:
    return any(start <= position < end for start, end in spans)


def _kind(said: str, number: re.Match[str]) -> GapKind:
    if _YEAR.fullmatch(number[0]):
        is_price = names_amount(said[max(0, number.start() - 2) : number.end() + _UNIT_CHARS])
        return "number" if is_price else "year"
    return "time" if _TIME.fullmatch(number[0]) else "number"


def _is_doubtful(said: str, name: Mention) -> bool:
    """Return whether it may only look like a name: it opens the sentence or addresses a person."""
    before, after = said[: name.start].rstrip(' "“('), said[name.end :]
    opens = not before and " " not in name.text
    calls = before.endswith(",") and (after.startswith(",") or not after.strip(".!…"))
    return opens or calls
