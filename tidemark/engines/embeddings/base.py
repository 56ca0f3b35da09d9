"""Protocol of embeddings: vectors of texts, close together if the meanings are."""

from collections.abc import Sequence
from typing import Protocol

from tidemark.runtime.events import Stop

Vector = Sequence[float]


class Embeddings(Protocol):
    """An engine that turns texts into vectors of one length; safe across threads."""

    @property
    def name(self) -> str:
        """The key its vectors are stored under: provider and model."""

    def embed_passages(self, texts: Sequence[str], *, stop: Stop) -> Sequence[Vector]:
        """Return a vector for each of ``texts``, to compare with those of questions.

        Raises:
            EngineError: The service failed; its class says why.
            StopRequested: ``stop`` was set first.
        """

    def embed_question(self, text: str, *, timeout_s: float, stop: Stop) -> Vector:
        """Return the vector of the question ``text``, without retries.

        Raises:
            EngineError: The service failed or took longer than ``timeout_s``.
            StopRequested: ``stop`` was set first.
        """

    def close(self) -> None:
        """Cancel running requests; close connections and thread."""
