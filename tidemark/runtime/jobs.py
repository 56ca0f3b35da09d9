"""Work that takes long, in the background: how far it is, what comes of it, how to stop it."""

import logging
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from tidemark.errors import TidemarkError, Unforeseen
from tidemark.runtime.events import Stop, StopRequested

JobResult = TypeVar("JobResult")
_log = logging.getLogger(__name__)


class Job(Generic[JobResult]):
    """``work`` on a thread of its own, begun at once; it tells the job how far it is, ``of`` steps.

    One of ``made``, ``error`` and ``is_stopped`` holds once it ``is_over``.
    """

    def __init__(self, work: "Callable[[Job[JobResult]], JobResult]", *, of: int) -> None:
        self.done = 0
        self.of = of
        self.made: JobResult | None = None
        self.error: TidemarkError | OSError | None = None
        self.is_stopped = False
        self._stop = Stop()
        self._thread = threading.Thread(target=self._run, args=(work,), name="job", daemon=True)
        self._thread.start()

    @property
    def is_over(self) -> bool:
        """Whether it has ended, in whatever way."""
        return not self._thread.is_alive()

    @property
    def share(self) -> float:
        """How much of it is done, from 0 to 1."""
        return min(self.done / self.of, 1.0) if self.of else 0.0

    def step(self, count: int = 1) -> None:
        """Tell that ``count`` more are done.

        Raises:
            StopRequested: Somebody asked it to stop.
        """
        self._stop.check()
        self.done += count

    def stop(self) -> None:
        """Ask it to stop at the next step."""
        self._stop.set()

    def wait(self, timeout_s: float | None = None) -> bool:
        """Wait until it is over; return whether that came within ``timeout_s``."""
        self._thread.join(timeout_s)
        return self.is_over

    def _run(self, work: "Callable[[Job[JobResult]], JobResult]") -> None:
        try:
            self.made = work(self)
        except StopRequested:
            self.is_stopped = True
        except (TidemarkError, OSError) as error:
            _log.warning("a job failed: %s", error)
            self.error = error
        except Exception as error:  # noqa: BLE001 - who waits for it would never be told
            _log.exception("a job broke")
            self.error = Unforeseen(type(error).__name__)


class Jobs(Generic[JobResult]):
    """The jobs of one kind in this process, at most one live one for each user."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._jobs: dict[str, Job[JobResult]] = {}

    def begin(
        self, user_id: str, work: Callable[[Job[JobResult]], JobResult], *, of: int
    ) -> Job[JobResult]:
        """Begin ``work`` for a user, or return the job under way."""
        with self._lock:
            job = self._jobs.get(user_id)
            if job is None or job.is_over:
                job = self._jobs[user_id] = Job(work, of=of)
            return job

    def last(self, user_id: str) -> Job[JobResult] | None:
        """Return the last job of a user, over or not, unless it was forgotten."""
        return self._jobs.get(user_id)

    def forget(self, user_id: str) -> None:
        """Forget the last job of a user, so that another can begin."""
        self._jobs.pop(user_id, None)

    def end_all(self, *, timeout_s: float) -> None:
        """Stop every job, and wait for each up to ``timeout_s`` seconds."""
        jobs = list(self._jobs.values())
        for job in jobs:
            job.stop()
        for job in jobs:
            job.wait(timeout_s)
