"""What makes vectors of words, so that what is alike in meaning lies close together."""

from collections.abc import Sequence
from typing import Protocol

from tidemark.runtime.events import Stop

Vector = Sequence[float]


class Embeddings(Protocol):
    """An engine that turns texts into vectors of one length; safe across threads."""

    @property
    def name(self) -> str:
        """What its vectors are kept under: provider and model."""

    def of_passages(self, texts: Sequence[str], *, stop: Stop) -> Sequence[Vector]:
        """Return a vector for each of ``texts``, which are to be found.

        Raises:
            EngineError: There are none; its class says why.
            StopRequested: ``stop`` was set before the end.
        """

    def of_question(self, text: str, *, timeout_s: float, stop: Stop) -> Vector:
        """Return the vector of ``text``, by which others are looked for; asked for only once.

        Raises:
            EngineError: There is none within ``timeout_s``.
            StopRequested: ``stop`` was set before the end.
        """

    def close(self) -> None:
        """Cut off what still runs, and let go of connections and thread."""
