"""Cells of a table's row that answer a question: "Tool: Rake; Price: 12.50" says what a rake costs.

Converters write each cell with the name of its column (``tidemark.sources.converters.tables``).
"""

import re
from collections.abc import Iterator

from tidemark.nlp.answer_types import AMOUNT_TOPICS, answer_type, has_answer, topics_of
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import stems_across

_CELL = re.compile(r"(?P<name>[^:;]{1,60}): (?P<value>.+)")
_DIGIT = re.compile(r"\d")


def row_span(question: str, row: str, pack: LanguagePack) -> str | None:
    """Return the one cell of ``row`` that answers ``question``; None in doubt, or if it is no row.

    >>> from tidemark.nlp.english.pack import ENGLISH
    >>> row_span("What does a rake cost?", "Tool: Rake; Price: 12.50; In the shed: 4", ENGLISH)
    '12.50'
    """
    cells = list(_cells(row))
    if len(cells) < 2 or pack.answer_types.yes_or_no.search(question):
        return None
    asked = stems_across(question, pack) - pack.asking_stems - pack.light_stems
    others = [(name, value) for name, value in cells if not stems_across(value, pack) <= asked]
    if len(others) == len(cells):  # of another thing than the question
        return None
    named = [value for name, value in others if stems_across(name, pack) & asked]
    found = named or [value for name, value in others if _suits(question, name, value, pack)]
    return found[0] if len(found) == 1 else None


def _cells(row: str) -> Iterator[tuple[str, str]]:
    for part in row.split("; "):
        if cell := _CELL.fullmatch(part):
            yield cell["name"], cell["value"]


def _suits(question: str, name: str, value: str, pack: LanguagePack) -> bool:
    """Whether a cell holds the type of answer that ``question`` asks for."""
    want = answer_type(question, pack)
    topics = topics_of(question, pack) & topics_of(name, pack) & AMOUNT_TOPICS
    if topics and _DIGIT.search(value):
        return True
    return want in ("person", "time", "money") and has_answer(want, value, frozenset(), pack)
