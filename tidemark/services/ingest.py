"""The queue of files to ingest: one job per notebook reads it; files added later join that job."""

import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tidemark.runtime.jobs import Job
from tidemark.schema.sources import IngestedFile

IngestJob = Job[tuple[IngestedFile, ...]]


@dataclass(frozen=True)
class GivenFile:
    """A file to ingest, the name of the source, and the file name, whose suffix gives the type.

    If it ``is_copy``, it is deleted after it is read, or when it is not going to be.  If it
    ``is_again``, it becomes a version of that source unless its text is the same as before.
    """

    path: Path
    name: str
    file_name: str
    is_copy: bool = False
    is_again: bool = False

    def discard(self) -> None:
        """Delete it if it is a copy."""
        if self.is_copy:
            self.path.unlink(missing_ok=True)


class IngestQueue:
    """Files of one notebook waiting to be ingested, and the results for finished ones.

    ``finished`` holds the files of the last job, and refused ones until dismissed.  Thread-safe.
    """

    def __init__(self) -> None:
        self.current = ""
        self.job: IngestJob | None = None
        self._finished: list[IngestedFile] = []
        self._waiting: deque[GivenFile] = deque()
        self._is_read = False
        self._seen: tuple[IngestJob, float] | None = None  # when its results were seen first
        self._lock = threading.Lock()

    @property
    def finished(self) -> tuple[IngestedFile, ...]:
        """The files that were read, in order."""
        return tuple(self._finished)

    @property
    def is_running(self) -> bool:
        """Return whether files are being read."""
        return self.job is not None and not self.job.is_over

    def add(
        self,
        files: Sequence[GivenFile],
        ingest: Callable[[GivenFile, Callable[[], None]], IngestedFile],
    ) -> IngestJob:
        """Queue ``files`` for the running job, or start one."""
        with self._lock:
            self._waiting.extend(files)
            if self._is_read and self.job is not None:
                self.job.total += len(files)
                return self.job
            self._is_read = True
            self._finished = [each for each in self._finished if each.state == "refused"]
            self.job = Job(lambda job: self._read(job, ingest), total=len(files))
            return self.job

    def refuse(self, file: IngestedFile) -> None:
        """Add a ``file`` that was refused before it was read."""
        self._keep(file)

    def dismiss(self) -> None:
        """Clear the results of finished files."""
        with self._lock:
            self._finished.clear()
            if not self._is_read:
                self.job = None

    def dismiss_seen(self, now_s: float, after_s: float) -> None:
        """Dismiss results first seen more than ``after_s`` ago, unless a file was refused."""
        if self.job is None or self.job.error is not None or self.is_running:
            return
        if self._seen is None or self._seen[0] is not self.job:
            self._seen = self.job, now_s
        is_refused = any(each.state == "refused" for each in self.finished)
        if now_s - self._seen[1] > after_s and not is_refused:
            self.dismiss()

    def end(self, timeout_s: float) -> None:
        """Stop the running job, and wait for its end."""
        if self.job is not None:
            self.job.stop()
            self.job.wait(timeout_s)

    def _read(
        self,
        job: IngestJob,
        ingest: Callable[[GivenFile, Callable[[], None]], IngestedFile],
    ) -> tuple[IngestedFile, ...]:
        done = []
        try:
            while (file := self._next()) is not None:
                try:
                    job.step(0)
                    done.append(ingest(file, lambda: job.step(0)))
                finally:
                    file.discard()
                self._keep(done[-1])
                job.step()
        except BaseException:
            self._drop_waiting()
            raise
        return tuple(done)

    def _next(self) -> GivenFile | None:
        with self._lock:
            self._is_read = bool(self._waiting)
            file = self._waiting.popleft() if self._waiting else None
            self.current = file.name if file is not None else ""
        return file

    def _keep(self, file: IngestedFile) -> None:
        with self._lock:
            former = [each for each in self._finished if each.source != file.source]
            self._finished = [*former, file]

    def _drop_waiting(self) -> None:
        with self._lock:
            for file in self._waiting:
                file.discard()
            self._waiting.clear()
            self._is_read, self.current = False, ""


class IngestQueues:
    """The queue of each notebook in this process."""

    def __init__(self) -> None:
        self._queues: dict[str, IngestQueue] = {}
        self._lock = threading.Lock()

    def of(self, owner: str) -> IngestQueue:
        """Return the queue of ``owner``."""
        with self._lock:
            return self._queues.setdefault(owner, IngestQueue())

    def forget_user(self, user_id: str, *, timeout_s: float) -> None:
        """Stop the jobs of a user in all notebooks, and drop their results."""
        with self._lock:
            owners = [each for each in self._queues if each.partition("/")[0] == user_id]
            queues = [self._queues.pop(each) for each in owners]
        for queue in queues:
            queue.end(timeout_s)

    def end_all(self, *, timeout_s: float) -> None:
        """Stop every job, and wait for each up to ``timeout_s`` seconds."""
        for queue in list(self._queues.values()):
            queue.end(timeout_s)
