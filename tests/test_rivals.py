"""Two processes change one document at once: one of them wins each time, and nothing is lost."""

import subprocess
from pathlib import Path

import pytest

from benchmark.databases import local_database
from tests.conversing import NOW, on_each_database
from tests.timing import unwatched
from tests.warnings_as_errors import PYTHON
from tidemark.schema.documents import NewVersion

_PROJECT = Path(__file__).parent.parent
_EACH = 15


def _rival(database_url: str, document_key: str, first: int) -> "subprocess.Popen[str]":
    """Start a program that waits for a line, then adds numbers from ``first`` on."""
    return subprocess.Popen(
        [*PYTHON, "-m", "tests.rival_writer", database_url, document_key, str(first), str(_EACH)],
        cwd=_PROJECT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.mark.slow
@on_each_database
def test_of_two_processes_one_wins_and_the_other_is_told_of_the_conflict(
    database_url: str,
) -> None:
    with local_database(database_url) as database:
        key = database.documents.create("list", [], NewVersion(summary="Begun"), now=NOW)
        with unwatched(programs=True):
            rivals = [_rival(database_url, str(key.document_key), first) for first in (0, 100)]
        for rival in rivals:
            assert rival.stdout is not None
            assert rival.stdout.readline() == "ready\n"  # both have read version 1
        for rival in rivals:
            assert rival.stdin is not None
            rival.stdin.write("\n")
            rival.stdin.flush()
        conflicts = [int(rival.communicate(timeout=60)[0]) for rival in rivals]

        assert sum(conflicts) >= 1  # of the first two changes one came second
        store = database.document_versions
        newest = store.content(key.document_key)
        assert isinstance(newest.content, list)
        added = {*range(_EACH), *range(100, 100 + _EACH)}
        assert (newest.version.version, set(newest.content)) == (1 + 2 * _EACH, added)
        versions = store.history(key.document_key, limit=100)
        assert [each.version for each in reversed(versions)] == [*range(1, 2 + 2 * _EACH)]
        for number in range(2, 2 + 2 * _EACH):
            assert store.content(key.document_key, number).content == newest.content[: number - 1]
