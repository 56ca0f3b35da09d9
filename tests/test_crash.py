"""A process killed at any moment loses nothing it promised, and talk goes on."""

from pathlib import Path

import pytest

from benchmark import crashes
from benchmark.crashes import Point, Promised, Trial
from benchmark.databases import local_database
from tests.conversing import begin, fold, on_each_database
from tests.timing import unwatched
from tidemark.schema.records import SessionRecord

KILLS = 14  # of each of seven acts: two; benchmark.crashes kills more


@pytest.mark.slow
@on_each_database
def test_a_kill_at_any_moment_loses_nothing_that_was_promised(
    database_url: str, tmp_path: Path
) -> None:
    trial = Trial(database_url, tmp_path)

    with unwatched(programs=True):  # the killed tell coverage nothing
        trial.undergo(list(crashes.points(KILLS)))

    assert +trial.damage == {}
    assert trial.seen["turns offered"] > 0  # they were killed in the midst of turns
    assert trial.seen["imports completed"] > 0
    assert sum(map(len, trial.promised.summaries.values())) > 0


@pytest.mark.slow
@on_each_database
def test_a_kill_between_a_change_and_the_reply_loses_and_doubles_no_change(
    database_url: str, tmp_path: Path
) -> None:
    trial = Trial(database_url, tmp_path)
    statements = (1, 4, 6, 8, 13, 20)  # the change is committed by the fifth

    with unwatched(programs=True):
        trial.undergo([Point(1 + 3 * at, "change", number) for at, number in enumerate(statements)])

    assert +trial.damage == {}
    assert trial.seen["turns offered"] > 3


def test_what_is_missing_is_counted(database_url: str, tmp_path: Path) -> None:
    promised = Promised(
        messages={"killed_0": {1: "Message 0", 2: "Another word"}},
        summaries={"killed_0": {7: [0, 1]}},
        counts={"killed_0_import_1": 20},
        deleted={"killed_0"},
    )
    with local_database(database_url) as database:
        begin(database, 2, session_id="killed_0")
    trial = Trial(database_url, tmp_path, promised)

    trial.look(database_url, promised, next(crashes.points(1)))

    assert +trial.damage == {"lost messages": 1 + 20 + 1, "half summaries": 1}


def test_marks_that_are_not_whole_are_counted(database_url: str) -> None:
    with local_database(database_url) as database:
        said = begin(database, 6, session_id="killed_0")
        fold(database, said[:2])
        whole = database.record("killed_0")

    def with_marks(*summaries: int | None) -> SessionRecord:
        marked = zip(whole.messages, summaries, strict=True)
        changed = tuple(message.model_copy(update={"summary": at}) for message, at in marked)
        return whole.model_copy(update={"messages": changed})

    none = (None,) * 4
    assert +crashes.ill_covered(with_marks(0, 0, *none)) == {}
    assert +crashes.ill_covered(with_marks(0, None, *none)) == {
        "half summaries": 1,
        "wrong marks": 2,
    }
    assert +crashes.ill_covered(with_marks(None, None, *none)) == {
        "half summaries": 1,
        "wrong marks": 4,
    }
