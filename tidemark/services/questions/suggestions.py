"""Suggestions: next questions, derived from the last question, past ones, sources and tables."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from tidemark.nlp.dialogue_acts import ASKING_ACTS, dialogue_act
from tidemark.nlp.language_id import language_of
from tidemark.nlp.patterns import YEAR
from tidemark.schema.questions import PastQuestion
from tidemark.schema.sources import SourceSpan
from tidemark.schema.tables import Column, Table

_YEAR = re.compile(rf"\b{YEAR}\b")
_OF_SECTION = {
    "en": "What else does “{source}” say about {heading}?",
    "nl": "Wat zegt “{source}” nog meer over {heading}?",
}
_OF_TABLE = {
    "en": ("What is the average {measure} by {group}?", "What is the total {measure} by {group}?"),
    "nl": (
        "Wat is het gemiddelde {measure} per {group}?",
        "Wat is het totaal {measure} per {group}?",
    ),
}
_NO_MEASURE = re.compile(
    r"(?:^|[ _])(?:id|key|nr|no|number|nummer|year|jaar|code|zip|postcode)$", re.I
)
_MOST_COLUMNS = 4  # of a table, of each kind: more questions than may be suggested
_MOST_GROUPS = 50  # more rows answer no question of a person


def related_questions(
    question: str,
    past: Sequence[PastQuestion],
    passages: Sequence[SourceSpan],
    count: int,
    opened_tables: Callable[[], Sequence[Table]] = tuple,
) -> tuple[str, ...]:
    """Return at most ``count`` questions related to ``question``, without that one itself.

    They are the same question for the year before, ``past`` questions, one question for each
    section of the ``passages`` read, and figures by group of tables; statements are left out.
    ``opened_tables`` is called only if the others are fewer than ``count``: it takes time.

    >>> related_questions("Sales in 2024?", [PastQuestion(question="Sales by region?")], (), 2)
    ('Sales in 2023?', 'Sales by region?')
    """
    made = _related(question, past, passages, opened_tables)
    return tuple(islice(_distinct(made, seen={question.casefold()}), count))


def _related(
    question: str,
    past: Sequence[PastQuestion],
    passages: Sequence[SourceSpan],
    opened_tables: Callable[[], Sequence[Table]],
) -> Iterator[str]:
    if _asks(question):
        yield from _other_years(question)
    yield from (each.question for each in past if each.sql or _asks(each.question))
    language = language_of(question)
    yield from _of_sections(passages, language)
    yield from _of_tables(opened_tables(), language)


def _asks(text: str) -> bool:
    return dialogue_act(text) in ASKING_ACTS


def _distinct(made: Iterator[str], seen: set[str]) -> Iterator[str]:
    for each in made:
        if each.casefold() not in seen:
            seen.add(each.casefold())
            yield each


def _other_years(question: str) -> Iterator[str]:
    if len(set(_YEAR.findall(question))) == 1:
        yield _YEAR.sub(lambda year: str(int(year[0]) - 1), question)


def _of_sections(passages: Sequence[SourceSpan], language: str) -> Iterator[str]:
    for passage in passages:
        if passage.place.headings:
            form = _OF_SECTION.get(language, _OF_SECTION["en"])
            yield form.format(source=passage.source, heading=passage.place.headings[-1])


def _of_tables(tables: Sequence[Table], language: str) -> Iterator[str]:
    forms = _OF_TABLE.get(language, _OF_TABLE["en"])
    pairs = [
        (measure, group)
        for table in tables
        for measure in [each for each in table.columns if _is_measure(each, table)][:_MOST_COLUMNS]
        for group in [each for each in table.columns if _is_group(each, table)][:_MOST_COLUMNS]
    ]
    for first in range(len(forms)):  # the forms by turns, so that few questions are not all alike
        for number, (measure, group) in enumerate(pairs, start=first):
            form = forms[number % len(forms)]
            yield form.format(measure=_words(measure), group=_words(group))


def _is_measure(column: Column, table: Table) -> bool:
    return (
        column.is_numeric and column.name not in table.key and not _NO_MEASURE.search(column.name)
    )


def _is_group(column: Column, table: Table) -> bool:
    is_few = 1 < column.distinct <= _MOST_GROUPS
    return column.type == "text" and is_few and column.name not in table.key


def _words(column: Column) -> str:
    return column.title.replace("_", " ").lower()
