"""Passages of sources: parts of a file's text, none longer than its section, and their index text.

In a row of ``tidemark.retrieval.chunking.ROW`` the position is the number of the section; the
minute and the voice, which only messages have, are 0.  A passage is indexed with the title and the
headings above it: they name its subject, which it seldom repeats (benchmark/README.md).
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
    """Yield the section in parts, each ending after a line or a word, if possible.

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
    """Return the text to index for each of ``passages``: its words, headings and the ``title``."""
    above = [" ".join(dict.fromkeys((title, *each.headings))) for each in sections]
    return [
        whole_words(f"{above[row['position']]}\n{text[row['start'] : row['end']]}")
        for row in passages
    ]


def whole_words(text: str) -> str:
    r"""Return ``text`` without ligatures, and with hyphenated words at line ends joined.

    >>> whole_words("The in\ufb02uenza of a histor-\nical pandemic, short- and long-term")
    'The influenza of a historical pandemic, short- and long-term'
    """
    return _PARTED.sub("", unicodedata.normalize("NFKC", text))
