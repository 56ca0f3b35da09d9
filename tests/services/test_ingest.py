"""The queue of files to ingest: one job a notebook, which later files join, and its end."""

import threading
from collections.abc import Callable
from pathlib import Path

from tidemark.schema.sources import IngestedFile
from tidemark.services.ingest import GivenFile, IngestQueues


def given(path: Path, name: str) -> GivenFile:
    path.joinpath(name).write_text(name)
    return GivenFile(path / name, name, name, is_copy=True)


def test_copies_are_deleted_read_or_not(tmp_path: Path) -> None:
    queues, reading, go_on = IngestQueues(), threading.Event(), threading.Event()

    def ingest(file: GivenFile, check: Callable[[], None]) -> IngestedFile:
        reading.set()
        go_on.wait(20)
        check()
        return IngestedFile(path="", source=file.name, state="new")

    queue = queues.of("me")
    job = queue.add([given(tmp_path, "a"), given(tmp_path, "b")], ingest)
    reading.wait(20)
    assert queue.add([given(tmp_path, "c")], ingest) is job
    assert (queue.current, queue.is_running, job.total) == ("a", True, 3)
    job.stop()
    go_on.set()
    queues.end_all(timeout_s=9)

    assert (queue.is_running, queue.current, queue.finished) == (False, "", ())
    assert [*tmp_path.iterdir()] == []
    again = queue.add([given(tmp_path, "d")], ingest)
    assert again.wait(20)
    assert [each.source for each in queue.finished] == ["d"]
