"""Similarity in meaning: the passages whose vectors are near that of a question."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tidemark.retrieval.refs import Numbers

MOST_SIMILAR = 100  # passages: more than any budget has room for
_PAST_CHANCE = 1.0  # standard deviations above the maximum expected by chance
_LEAST_SPREAD = 0.03  # among unrelated texts, for any model

Matrix = NDArray[np.float32]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class QueryVector:
    """The meaning of a question, as a ``vector`` of ``model``: similar texts have near vectors."""

    model: str
    vector: tuple[float, ...]


@dataclass(frozen=True)
class SimilarPassages:
    """Passages near a question: for each its collection, its number in it, and its similarity.

    ``collections`` are indices into the list that was searched.  ``mean`` and ``spread`` (the
    standard deviation) are of the similarities of all ``count`` passages, or of a sample of them.
    """

    collections: Numbers
    numbers: Numbers
    similarity: Floats
    mean: float
    spread: float
    count: int

    @classmethod
    def of_all(cls, similarities: Sequence[Floats]) -> "SimilarPassages":
        """Return all passages of the collections, given the similarities of each in order."""
        similarity = np.concatenate([np.zeros(0), *similarities])
        lengths = [len(each) for each in similarities]
        return cls(
            np.repeat(np.arange(len(similarities)), lengths),
            np.concatenate([np.zeros(0, dtype=np.int64), *map(np.arange, lengths)]),
            similarity,
            float(similarity.mean()) if len(similarity) else 0.0,
            float(similarity.std()) if len(similarity) else 0.0,
            len(similarity),
        )

    def best(self, limit: int) -> "SimilarPassages":
        """Return the ``limit`` nearest, nearest first."""
        best = np.argsort(-self.similarity, kind="stable")[:limit]
        return replace(
            self,
            collections=self.collections[best],
            numbers=self.numbers[best],
            similarity=self.similarity[best],
        )

    @property
    def stands_out(self) -> bool:
        """Return whether the nearest is nearer than chance explains among so many.

        The largest of n normal values is about sqrt(2 ln n) standard deviations above their mean.
        """
        if self.count < 2:
            return False
        spread = max(self.spread, _LEAST_SPREAD)
        by_chance = self.mean + math.sqrt(2 * math.log(self.count)) * spread
        return float(self.similarity.max(initial=-1.0)) > by_chance + _PAST_CHANCE * spread

    @property
    def normalised(self) -> Floats:
        """The similarities: 1 for the nearest, 0 for those that are no nearer than the mean."""
        above: Floats = np.maximum(self.similarity - self.mean, 0.0)
        best = float(above.max(initial=0.0))
        return above / best if best else above


def unit(vectors: Sequence[Sequence[float]] | NDArray[Any]) -> Matrix:
    """Return ``vectors`` as the rows of a matrix, each of size 1."""
    matrix = np.array(vectors, dtype=np.float32)
    sizes = np.linalg.norm(matrix, axis=1, keepdims=True)
    rows: Matrix = (matrix / np.where(sizes > 0, sizes, 1.0)).astype(np.float32)
    return rows
