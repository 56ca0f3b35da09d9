"""What the command line prints as JSON of a view: only what concerns whoever reads it."""

from typing import Any, Self

from tidemark.schema import ContextView, PieceKind, Shape, ViewPiece


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
