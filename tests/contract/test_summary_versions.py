"""Versions of summaries, on each database: stored with each change, of summaries as seen alone."""

import pytest

from database import ScopedDatabase
from tests.conversing import NOW, SESSION, ask, begin, fold, later, remembered
from tidemark.errors import FoldsChanged, SessionBusy
from tidemark.schema import Summary, SummaryVersion
from tidemark.schema.reasons import SummaryChange
from tidemark.storage.summary_versions import ChangedSummary

EDITED = SummaryChange("edited")


def change(database: ScopedDatabase, summary: Summary, text: str, *others: Summary) -> None:
    """Store ``text`` as the memory of ``summary``, and of ``others``."""
    first, *rest = (ChangedSummary(each, remembered(text, ()), 5) for each in (summary, *others))
    database.summary_versions.save(first, rest, change=EDITED, by="person", now=later(9))


def test_the_first_version_is_the_summary_as_it_was_folded(database: ScopedDatabase) -> None:
    summary = fold(database, begin(database, 4))
    assert database.summary_versions.of(SESSION, summary.id) == ()

    change(database, summary, "They argued")

    (now,) = database.get_summaries(SESSION)
    assert (now.memory, now.token_count) == (remembered("They argued", ()), 5)
    assert database.summary_versions.of(SESSION, summary.id) == (
        SummaryVersion(
            at=NOW,
            by="engine",
            change=SummaryChange("folded"),
            memory=summary.memory,
            token_count=7,
        ),
        SummaryVersion(at=later(9), by="person", change=EDITED, memory=now.memory, token_count=5),
    )


def test_one_summary_that_is_not_as_it_was_seen_leaves_all_as_they_are(
    database: ScopedDatabase,
) -> None:
    stored = begin(database, 6)
    first, second = fold(database, stored[:2], "One"), fold(database, stored[2:4], "Two")
    change(database, second, "Two, changed")
    before = database.get_summaries(SESSION)

    with pytest.raises(FoldsChanged):
        change(database, first, "All", second)

    assert database.get_summaries(SESSION) == before
    assert database.summary_versions.of(SESSION, first.id) == ()


def test_the_first_version_and_the_newest_are_kept(database: ScopedDatabase) -> None:
    fold(database, begin(database, 4))
    for number in range(60):
        (summary,) = database.get_summaries(SESSION)
        change(database, summary, f"Change {number}")

    versions = database.summary_versions.of(SESSION, summary.id)

    texts = [version.memory.key_facts[0].text for version in versions]
    assert texts == ["They talked", *(f"Change {number}" for number in range(11, 60))]


def test_a_session_with_a_turn_pending_is_not_changed(database: ScopedDatabase) -> None:
    summary = fold(database, begin(database, 4))
    ask(database)

    with pytest.raises(SessionBusy):
        change(database, summary, "They argued")
