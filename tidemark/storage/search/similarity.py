"""What is near to a question by its vector, and what any store of vectors does."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection

from tidemark.retrieval.ranking import Floats, Numbers
from tidemark.retrieval.recall_query import QueryVector

_PAST_CHANCE = 1.0  # spreads past the most that chance brings
_LEAST_SPREAD = 0.03  # among texts that have little in common, whatever the model

Matrix = NDArray[np.float32]


@dataclass(frozen=True)
class Near:
    """Passages near to a question: the number of the session, that of each in it, how alike it is.

    ``usual`` is how alike any is to it, ``spread`` the standard deviation among ``count``.
    """

    sessions: Numbers
    numbers: Numbers
    likeness: Floats
    usual: float
    spread: float
    count: int

    @classmethod
    def whole(cls, found: Sequence[Floats]) -> "Near":
        """Return how alike all passages of some sessions are, those of each in order."""
        likeness = np.concatenate([np.zeros(0), *found])
        lengths = [len(each) for each in found]
        return cls(
            np.repeat(np.arange(len(found)), lengths),
            np.concatenate([np.zeros(0, dtype=np.int64), *map(np.arange, lengths)]),
            likeness,
            float(likeness.mean()) if len(likeness) else 0.0,
            float(likeness.std()) if len(likeness) else 0.0,
            len(likeness),
        )

    def best(self, limit: int) -> "Near":
        """Return the ``limit`` nearest, the nearest first."""
        best = np.argsort(-self.likeness, kind="stable")[:limit]
        return replace(
            self,
            sessions=self.sessions[best],
            numbers=self.numbers[best],
            likeness=self.likeness[best],
        )

    @property
    def stands_out(self) -> bool:
        """Whether the nearest is nearer than chance would bring one of so many.

        The largest of n normal values lies about sqrt(2 ln n) spreads over their mean.
        """
        if self.count < 2:
            return False
        spread = max(self.spread, _LEAST_SPREAD)
        by_chance = self.usual + math.sqrt(2 * math.log(self.count)) * spread
        return float(self.likeness.max(initial=-1.0)) > by_chance + _PAST_CHANCE * spread

    @property
    def normalised(self) -> Floats:
        """How alike each is: 1 for the nearest, 0 for what is no nearer than any."""
        above: Floats = np.maximum(self.likeness - self.usual, 0.0)
        best = float(above.max(initial=0.0))
        return above / best if best else above


class Store(Protocol):
    """Where vectors are kept, and how they are compared; ``key`` is what stands for a session."""

    def held(self, connection: Connection, key: int, model: str) -> int:
        """Return how many passages of a session have a vector of ``model``: the first so many."""

    def counts(self, connection: Connection, model: str) -> Mapping[int, int]:
        """Return the same for all sessions that have any."""

    def drop_strangers(self, connection: Connection, key: int, model: str, length: int) -> None:
        """Take out the vectors of a session that are of another model, or not of this length."""

    def add(
        self, connection: Connection, key: int, model: str, first: int, vectors: Matrix
    ) -> None:
        """Store ``vectors`` for the passages from ``first`` on, behind those that are held."""

    def copy(self, connection: Connection, key: int, to_key: int, model: str, count: int) -> None:
        """Store for ``to_key``, which has none, the first ``count`` vectors of ``key``."""

    def near(
        self, connection: Connection, counts: Mapping[int, int], meaning: QueryVector, limit: int
    ) -> Near:
        """Return at least the ``limit`` passages nearest to ``meaning``, of the first so many."""


def unit(vectors: Sequence[Sequence[float]] | NDArray[Any]) -> Matrix:
    """Return ``vectors`` as the rows of a matrix, each of size 1."""
    matrix = np.array(vectors, dtype=np.float32)
    sizes = np.linalg.norm(matrix, axis=1, keepdims=True)
    rows: Matrix = (matrix / np.where(sizes > 0, sizes, 1.0)).astype(np.float32)
    return rows
