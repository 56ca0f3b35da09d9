"""Passages are shown to an engine only where they are about the question."""

from tidemark.schema.sources import Section, SourceHit
from tidemark.sources.answerability import answerability, worth_showing


def hit(score: float) -> SourceHit:
    """Return a passage found with ``score``."""
    place = Section(start=0, end=9)
    return SourceHit(
        source_key=1, source="a.txt", version=1, version_key=1, place=place, start=0, end=9,
        text="Some text", tokens=2, score=score,
    )  # fmt: skip


def test_faint_hits_are_not_shown_nor_those_far_behind_the_best() -> None:
    assert worth_showing([]) == ()
    assert worth_showing([hit(0.25), hit(0.24)]) == ()
    assert [each.score for each in worth_showing([hit(0.8), hit(0.5), hit(0.2)])] == [0.8, 0.5]


def test_answerability_is_the_best_score() -> None:
    assert (answerability([hit(0.7), hit(0.2)]), answerability([])) == (0.7, 0.0)
