"""Passages of sources in a view: the best that fit an allowance of their own, fences included."""

from collections.abc import Iterable, Sequence

from tidemark.prompt import rendering
from tidemark.schema import ContextView, Reason, ViewPiece
from tidemark.schema.sources import SourceHit, SourceSpan
from utils import TokenCounter


def source_piece(hit: SourceHit, counter: TokenCounter) -> ViewPiece:
    """Return ``hit`` as a piece of a view."""
    return ViewPiece(
        kind="source",
        text=hit.text,
        tokens=counter.count_tokens(hit.text),
        reason=Reason("matches", hit.shared),
        source=span_of(hit),
    )


def carried_piece(span: SourceSpan, text: str, counter: TokenCounter) -> ViewPiece:
    """Return the passage at ``span``, which an earlier reply cites, as a piece of a view."""
    return ViewPiece(
        kind="source",
        text=text,
        tokens=counter.count_tokens(text),
        reason=Reason("cited"),
        source=span,
    )


def span_of(hit: SourceHit) -> SourceSpan:
    """Return the place of ``hit``."""
    return SourceSpan(**{name: getattr(hit, name) for name in SourceSpan.model_fields})


def spans(view: ContextView) -> tuple[SourceSpan, ...]:
    """Return the places of the passages in ``view``, in the order of their numbers."""
    return tuple(piece.source for piece in view.of_kind("source") if piece.source)


def fitting(
    hits: Iterable[SourceHit],
    limit_tokens: int,
    counter: TokenCounter,
    carried: Iterable[ViewPiece] = (),
) -> tuple[ViewPiece, ...]:
    """Return the ``hits`` that fit ``limit_tokens`` as they are sent, chosen best first.

    The pieces ``carried`` over from earlier replies fill the remaining room.  Passages of one
    source are adjacent and in their order, the source of the best passage first.
    """
    chosen: tuple[ViewPiece, ...] = ()
    for piece in (*(source_piece(hit, counter) for hit in hits), *carried):
        more = _in_reading_order((*chosen, piece))
        if rendering.count_sources(more, counter) <= limit_tokens:
            chosen = more
    return chosen


def with_sources(
    view: ContextView, pieces: Sequence[ViewPiece], counter: TokenCounter
) -> ContextView:
    """Return ``view`` with these ``pieces`` of sources before its question."""
    if not pieces:
        return view
    rest = [piece for piece in view.pieces if piece.kind != "source"]
    at = next(
        (at for at, piece in enumerate(rest) if piece.kind in ("augmented", "question")), len(rest)
    )
    tokens = rendering.count_sources(pieces, counter)
    return view.model_copy(
        update={"pieces": (*rest[:at], *pieces, *rest[at:]), "source_tokens": tokens}
    )


def _in_reading_order(pieces: Sequence[ViewPiece]) -> tuple[ViewPiece, ...]:
    places = [piece.source for piece in pieces if piece.source]
    first = {key: at for at, key in reversed(list(enumerate(each.version_key for each in places)))}
    return tuple(
        piece
        for _, piece in sorted(
            zip(places, pieces, strict=True),
            key=lambda each: (first[each[0].version_key], each[0].start),
        )
    )
