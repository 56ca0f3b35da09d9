"""Answerability: whether what was found in sources is about a question at all.

The score of a passage is absolute: the share of the question, by how rare its words are, that one
place of the sources holds.  Of the turns of mtRAG-UN it tells those that can be answered from the
rest with an area under the curve of .85 (benchmark/README.md).
"""

from collections.abc import Sequence

from tidemark.schema.sources import SourceHit

_LEAST = 0.3  # keeps 94 of 100 questions that can be answered, and shows half of the others nothing
_NEARLY = 0.4  # of the best score: keeps 94 of 100 passages that answer, and two of three others


def answerability(hits: Sequence[SourceHit]) -> float:
    """Return how likely ``hits``, best first, answer the question they were found for, 0 to 1."""
    return min(hits[0].score, 1.0) if hits else 0.0


def worth_showing(hits: Sequence[SourceHit]) -> tuple[SourceHit, ...]:
    """Return those of ``hits``, best first, that an engine should read; none if none is about it.

    Passages far behind the best are left out.
    """
    best = answerability(hits)
    if best < _LEAST:
        return ()
    return tuple(hit for hit in hits if hit.score >= _NEARLY * best)
