"""A child process that answers one question and ends: it may hang, crash or be killed."""

import atexit
import signal
import subprocess
import sys
import threading
from dataclasses import dataclass
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from typing import Literal, Self

_ROOT = Path(__file__).parents[2]
_MOST_ANSWER_BYTES = 50_000_000


ChildFault = Literal["clock", "processor", "broken"]


class ChildFailed(Exception):
    """A child process ended without an answer: it exceeded the limit ``why``, or crashed."""

    def __init__(self, why: ChildFault) -> None:
        super().__init__(why)
        self.why: ChildFault = why


@dataclass(frozen=True)
class ChildProcess:
    """A process of our own program with an empty environment; ``ask`` may be called once."""

    process: "subprocess.Popen[bytes]"
    connection: "Connection[bytes, bytes]"

    @classmethod
    def started(cls, module: str) -> Self:
        """Start ``module``, whose only argument is the number of the pipe for its answer."""
        ours, theirs = Pipe()
        with theirs:
            process = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, "-X", "utf8", "-m", module, str(theirs.fileno())],
                cwd=_ROOT,
                env={},  # so that it has none of our keys
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
            )
        return cls(process, ours)

    def ask(self, question: bytes, *, wall_s: float) -> bytes:
        """Return the answer to ``question`` within ``wall_s`` seconds, and end the process.

        Raises:
            ChildFailed: The process crashed or took longer.
        """
        try:
            self.connection.send_bytes(question)
            if not self.connection.poll(wall_s):
                raise ChildFailed("clock")
            return self.connection.recv_bytes(_MOST_ANSWER_BYTES)
        except (EOFError, OSError) as error:
            is_over_time = -self.process.wait() == signal.SIGXCPU
            raise ChildFailed("processor" if is_over_time else "broken") from error
        finally:
            self.end()

    def end(self) -> None:
        """Kill the process if it is still running."""
        self.process.kill()
        self.process.wait()
        self.connection.close()


class StartedAhead:
    """Processes of ``module``, each started before it is needed; one waits until the program ends.

    Safe to use across threads.
    """

    def __init__(self, module: str) -> None:
        self._module = module
        self._lock = threading.Lock()
        self._waiting: ChildProcess | None = None
        atexit.register(self.end)

    def begin(self) -> None:
        """Start a process, unless one waits.

        Raises:
            OSError: No process can be started here.
        """
        with self._lock:
            self._waiting = self._waiting or ChildProcess.started(self._module)

    def take(self) -> ChildProcess:
        """Return a process that was asked nothing yet, and start the next.

        Raises:
            OSError: No process can be started here.
        """
        with self._lock:
            taken = self._waiting or ChildProcess.started(self._module)
            self._waiting = None
            self._waiting = ChildProcess.started(self._module)
        return taken

    def end(self) -> None:
        """End the process that waits, if one does."""
        with self._lock:
            if self._waiting is not None:
                self._waiting.end()
                self._waiting = None
