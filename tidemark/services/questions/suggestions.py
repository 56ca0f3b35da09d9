"""Suggestions: next questions, derived from the last question, past ones and sources."""

import re
from collections.abc import Iterator, Sequence

from tidemark.nlp.language_id import language_of
from tidemark.schema.questions import PastQuestion
from tidemark.schema.sources import SourceSpan

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_OF_SECTION = {
    "en": "What else does “{source}” say about {heading}?",
    "nl": "Wat zegt “{source}” nog meer over {heading}?",
}


def related_questions(
    question: str, past: Sequence[PastQuestion], passages: Sequence[SourceSpan], count: int
) -> tuple[str, ...]:
    """Return at most ``count`` questions related to ``question``, without that one itself.

    They are the same question for the year before, ``past`` questions, and one question for each
    section of the ``passages`` read.

    >>> related_questions("Sales in 2024?", [PastQuestion(question="Sales by region?")], (), 2)
    ('Sales in 2023?', 'Sales by region?')
    """
    made = [*_other_years(question), *(each.question for each in past)]
    made += _of_sections(passages, language_of(question))
    asked = question.casefold()
    found = dict.fromkeys(each for each in made if each.casefold() != asked)
    return tuple(found)[:count]


def _other_years(question: str) -> Iterator[str]:
    if len(set(_YEAR.findall(question))) == 1:
        yield _YEAR.sub(lambda year: str(int(year[0]) - 1), question)


def _of_sections(passages: Sequence[SourceSpan], language: str) -> Iterator[str]:
    for passage in passages:
        if passage.place.headings:
            form = _OF_SECTION.get(language, _OF_SECTION["en"])
            yield form.format(source=passage.source, heading=passage.place.headings[-1])
