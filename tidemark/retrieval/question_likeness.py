"""Likeness of questions by the words that they share, ignoring the values of numbers.

"Sales by region for 2023" and "for 2024" are the same question about another year.
"""

import math
import re
from collections.abc import Collection

from tidemark.nlp.search_terms import content_stems

_NUMBER = re.compile(r"\d[\d.,:/-]*")
ANY_NUMBER = "#"


def shape(question: str) -> frozenset[str]:
    """Return the stems of the content words of ``question``, with one sign for all numbers.

    >>> sorted(shape("Show me total sales by region for 2024"))
    ['#', 'region', 'sale', 'show', 'total']
    """
    return frozenset(
        ANY_NUMBER if _NUMBER.fullmatch(stem) else stem for stem in content_stems(question)
    )


def likeness(one: frozenset[str], other: Collection[str]) -> float:
    """Return the cosine of two shapes without repeated words: from 0 to 1.

    >>> likeness(frozenset({"sale", "region"}), ["sale", "region", "total"]) > 0.8
    True
    """
    shared = len(one.intersection(other))
    return shared / math.sqrt(len(one) * len(other)) if shared else 0.0
