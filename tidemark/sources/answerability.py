"""Answerability: decides whether the passages found in sources are about a question at all.

The score of a passage is absolute: the share of the question, weighted by the rarity of its words,
that occurs in one place of the sources.  On the turns of mtRAG-UN it separates answerable ones from
the rest with an area under the curve of .85 (benchmark/README.md).
"""

from collections.abc import Sequence

from tidemark.schema.sources import SourceHit

_LEAST = 0.3  # keeps 94 of 100 answerable questions, and shows nothing for half of the others
_NEARLY = 0.4  # of the best score: keeps 94 of 100 passages that answer, two thirds of the rest


def answerability(hits: Sequence[SourceHit]) -> float:
    """Return how likely ``hits``, best first, answer the question they were found for, 0 to 1."""
    return min(hits[0].score, 1.0) if hits else 0.0


def worth_showing(hits: Sequence[SourceHit]) -> tuple[SourceHit, ...]:
    """Return those of ``hits``, best first, that an engine should read; empty if none is relevant.

    Passages far behind the best are left out.
    """
    best = answerability(hits)
    if best < _LEAST:
        return ()
    return tuple(hit for hit in hits if hit.score >= _NEARLY * best)
