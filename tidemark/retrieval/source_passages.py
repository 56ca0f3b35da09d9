"""Passages of sources: parts of a file's text, none longer than its section, and what finds them.

A row of ``tidemark.retrieval.chunking.ROW`` holds the number of the section as its position; what
is of talks alone, the minute and the voice, is 0.  A passage is indexed with the title and the
headings above it: they say what it is about, and it seldom repeats them (benchmark/README.md).
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence

import numpy as np

from tidemark.nlp.search_terms import content_stems
from tidemark.retrieval.chunking import ROW, Passages, split
from tidemark.schema.sources import ConvertedFile, Section
from utils import TokenCounter

_MOST_AT_ONCE = 200_000  # characters
_PARTED = re.compile(r"(?<=[^\W\d_])-(?:\s*\n\s*| )(?!(?:and|or|to|en|of|tot)\b)(?=[a-z])")


def rows(source: ConvertedFile, counter: TokenCounter) -> Passages:
    """Return the passages of ``source``, section by section, by offsets into its whole text."""
    made = [
        (
            position,
            start + each.start,
            start + each.end,
            0,
            0,
            each.tokens,
            len(set(content_stems(source.text[start + each.start : start + each.end]))),
        )
        for position, section in enumerate(source.sections)
        for start, end in _stretches(source.text, section)
        for each in split(source.text[start:end], counter)
    ]
    return np.array(made, dtype=ROW)


def _stretches(text: str, section: Section) -> Iterator[tuple[int, int]]:
    """Yield the section part by part, each to the end of a line or a word, if it has one.

    The tokens of a whole file of 20 MB would take 900 MB at once.
    """
    start = section.start
    while section.end - start > _MOST_AT_ONCE:
        most = start + _MOST_AT_ONCE
        end = next((at + 1 for end in "\n " if (at := text.rfind(end, start, most)) > 0), most)
        yield start, end
        start = end
    yield start, section.end


def indexed_texts(
    title: str, text: str, sections: Sequence[Section], passages: Passages
) -> list[str]:
    """Return what each of ``passages`` is found by: its words, its headings and the ``title``."""
    above = [" ".join(dict.fromkeys((title, *each.headings))) for each in sections]
    return [
        whole_words(f"{above[row['position']]}\n{text[row['start'] : row['end']]}")
        for row in passages
    ]


def whole_words(text: str) -> str:
    r"""Return ``text`` without ligatures, and with words whole that the end of a line parted.

    >>> whole_words("The in\ufb02uenza of a histor-\nical pandemic, short- and long-term")
    'The influenza of a historical pandemic, short- and long-term'
    """
    return _PARTED.sub("", unicodedata.normalize("NFKC", text))
