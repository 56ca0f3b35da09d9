"""Vectors for tests: each word adds a direction of its own, and words of one meaning the same."""

import math
import re
from collections.abc import Sequence
from zlib import crc32

_SAME = {"feline": "cat", "puss": "cat", "residence": "live", "dwell": "live", "lives": "live"}
_WORD = re.compile(r"\w+")


def vector_of(text: str, length: int = 64, *, turned: int = 0) -> list[float]:
    """Return the vector of ``text``; ``turned`` is another model's."""
    vector = [0.0] * length
    for word in _WORD.findall(text.casefold()):
        number = crc32(f"{turned}{_SAME.get(word, word)}".encode())
        vector[number % length] += 1.0 if number & 1 << 20 else -1.0
    size = math.hypot(*vector) or 1.0
    return [value / size for value in vector]


def vectors_of(texts: Sequence[str], length: int = 64) -> list[list[float]]:
    """Return the vectors of ``texts``."""
    return [vector_of(text, length) for text in texts]
