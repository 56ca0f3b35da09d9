"""Vectors for tests: each word adds directions of its own, and words of one meaning the same."""

import math
import re
from collections.abc import Sequence
from zlib import crc32

_SAME = {"feline": "cat", "puss": "cat", "residence": "live", "dwell": "live", "lives": "live"}
_DIRECTIONS = 4  # of a word: few enough to share none with most others
_WORD = re.compile(r"\w+")


def vector_of(text: str, length: int = 256) -> list[float]:
    """Return the vector of ``text``."""
    vector = [0.0] * length
    for word in _WORD.findall(text.casefold()):
        for part in range(_DIRECTIONS):
            number = crc32(f"{part} {_SAME.get(word, word)}".encode())
            vector[number % length] += 1.0 if number & 1 << 20 else -1.0
    size = math.hypot(*vector) or 1.0
    return [value / size for value in vector]


def vectors_of(texts: Sequence[str], length: int = 256) -> list[list[float]]:
    """Return the vectors of ``texts``."""
    return [vector_of(text, length) for text in texts]
