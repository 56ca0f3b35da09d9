"""Background jobs: progress, result and cancellation of long work."""

import logging
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from tidemark.errors import TidemarkError, Unforeseen
from tidemark.runtime.events import Stop, StopRequested

JobResult = TypeVar("JobResult")
_log = logging.getLogger(__name__)


class Job(Generic[JobResult]):
    """A call of ``work(job)`` on its own thread, started immediately; ``total`` counts its steps.

    Once it ``is_over``, one of ``result``, ``error`` and ``is_stopped`` is set.
    """

    def __init__(self, work: "Callable[[Job[JobResult]], JobResult]", *, total: int) -> None:
        self.done = 0
        self.total = total
        self.result: JobResult | None = None
        self.error: TidemarkError | OSError | None = None
        self.is_stopped = False
        self._stop = Stop()
        self._thread = threading.Thread(target=self._run, args=(work,), name="job", daemon=True)
        self._thread.start()

    @property
    def is_over(self) -> bool:
        """Return whether it has ended, in any way."""
        return not self._thread.is_alive()

    @property
    def share(self) -> float:
        """The share done, from 0 to 1."""
        return min(self.done / self.total, 1.0) if self.total else 0.0

    def step(self, count: int = 1) -> None:
        """Report that ``count`` more steps are done.

        Raises:
            StopRequested: ``stop`` was called.
        """
        self.done += count
        self._stop.check()

    def pause(self, seconds: float) -> None:
        """Wait, at most until ``stop`` is called."""
        self._stop.wait(seconds)

    def stop(self) -> None:
        """Ask it to stop at the next step."""
        self._stop.set()

    def wait(self, timeout_s: float | None = None) -> bool:
        """Wait up to ``timeout_s`` seconds for the end; return whether it came."""
        self._thread.join(timeout_s)
        return self.is_over

    def _run(self, work: "Callable[[Job[JobResult]], JobResult]") -> None:
        try:
            self.result = work(self)
        except StopRequested:
            self.is_stopped = True
        except (TidemarkError, OSError) as error:
            _log.warning("a job failed: %s", error)
            self.error = error
        except Exception as error:  # noqa: BLE001 - who waits for it would never be told
            _log.exception("a job broke")
            self.error = Unforeseen(type(error).__name__)


class Jobs(Generic[JobResult]):
    """The jobs of one kind in this process, at most one running for each user."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._jobs: dict[str, Job[JobResult]] = {}

    def begin(
        self, user_id: str, work: Callable[[Job[JobResult]], JobResult], *, total: int
    ) -> Job[JobResult]:
        """Start ``work`` for a user, or return the running job."""
        with self._lock:
            job = self._jobs.get(user_id)
            if job is None or job.is_over:
                job = self._jobs[user_id] = Job(work, total=total)
            return job

    def last(self, user_id: str) -> Job[JobResult] | None:
        """Return the last job of a user, running or finished; None if it was forgotten."""
        return self._jobs.get(user_id)

    def forget(self, user_id: str) -> None:
        """Forget the last job of a user, so that another can start."""
        with self._lock:
            self._jobs.pop(user_id, None)

    def forget_user(self, user_id: str, *, timeout_s: float) -> None:
        """Stop the jobs of a user in all notebooks, and forget them with their results."""
        with self._lock:
            names = [each for each in self._jobs if each.partition("/")[0] == user_id]
            jobs = [self._jobs.pop(each) for each in names]
        for job in jobs:
            job.stop()
        for job in jobs:
            job.wait(timeout_s)

    def end_all(self, *, timeout_s: float) -> None:
        """Stop every job, and wait for each up to ``timeout_s`` seconds."""
        jobs = list(self._jobs.values())
        for job in jobs:
            job.stop()
        for job in jobs:
            job.wait(timeout_s)
