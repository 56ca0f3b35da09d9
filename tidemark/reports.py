"""What is told of work once it is done: of a turn, an import, a question, a check, a view."""

from typing import Any, Self

from tidemark.schema import (
    ContextView,
    Folded,
    PieceKind,
    QueryUnderstanding,
    Shape,
    ViewPiece,
)


class PieceReport(Shape):
    """One piece of a view as ``--json`` prints it."""

    kind: PieceKind
    message_ids: tuple[int, ...]
    tokens: int
    reason: str
    text: str


class LeftOutReport(PieceReport):
    """A piece that did not go in, and by how many tokens it missed."""

    missed_by: int


class ViewReport(Shape):
    """A view as ``--json`` prints it, and how long it took to build."""

    tokens: int
    threshold: int
    pieces: tuple[PieceReport, ...]
    left_out: tuple[LeftOutReport, ...]
    ms: float

    @classmethod
    def of(cls, view: ContextView, *, ms: float) -> Self:
        """Report ``view``, which took ``ms`` to build."""
        return cls(
            tokens=view.tokens,
            threshold=view.threshold,
            pieces=tuple(PieceReport(**_told(piece)) for piece in view.pieces),
            left_out=tuple(
                LeftOutReport(**_told(out.piece), missed_by=out.missed_by) for out in view.left_out
            ),
            ms=round(ms, 2),
        )


def _told(piece: ViewPiece) -> dict[str, Any]:
    return piece.model_dump(include=set(PieceReport.model_fields))


class TurnReport(Shape):
    """One turn as ``--json`` prints it."""

    session_id: str
    message_id: int
    reply: str
    context_tokens: int
    threshold: int
    summarised: Folded | None
    understanding: QueryUnderstanding | None
    timings_ms: dict[str, float]
    engine: str


class Imported(Shape):
    """What an import did: ``stored`` messages and ``folds`` in ``session_id``.

    ``renamed_from`` is the id the file asked for, where another conversation had it already;
    nothing is stored where the very same conversation was there (``was_there``).
    """

    session_id: str
    stored: int
    folds: int
    was_there: bool = False
    renamed_from: str | None = None


class Analysed(Shape):
    """What ``understand`` says of a question: its understanding, and whether it needs context."""

    understanding: QueryUnderstanding
    needs_context: bool
    needs_context_score: float


class Check(Shape):
    """One line of ``doctor``: what was looked at, what was found, and what to do where it fails."""

    name: str
    ok: bool
    found: str
    next_step: str = ""
