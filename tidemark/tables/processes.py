"""A child process that does one thing for us and is gone: it can hang, crash or be killed."""

import subprocess
import sys
from dataclasses import dataclass
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from typing import Self

_ROOT = Path(__file__).parents[2]
_MOST_ANSWER_BYTES = 50_000_000


class ChildFailed(Exception):
    """A child process ended without an answer; ``is_over_time``: it took too long."""

    def __init__(self, *, is_over_time: bool) -> None:
        super().__init__("too long" if is_over_time else "broken")
        self.is_over_time = is_over_time


@dataclass(frozen=True)
class ChildProcess:
    """A process of our own program with an empty environment; ``ask`` may be called once."""

    process: "subprocess.Popen[bytes]"
    connection: "Connection[bytes, bytes]"

    @classmethod
    def started(cls, module: str) -> Self:
        """Start ``module``, whose one argument is the number of the pipe to answer by."""
        ours, theirs = Pipe()
        with theirs:
            process = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, "-X", "utf8", "-m", module, str(theirs.fileno())],
                cwd=_ROOT,
                env={},  # no key of ours is in it
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
            )
        return cls(process, ours)

    def ask(self, question: bytes, *, wall_s: float) -> bytes:
        """Return the answer to ``question`` within ``wall_s`` seconds, and end the process.

        Raises:
            ChildFailed: It died of it, or took longer.
        """
        try:
            self.connection.send_bytes(question)
            if not self.connection.poll(wall_s):
                raise ChildFailed(is_over_time=True)
            return self.connection.recv_bytes(_MOST_ANSWER_BYTES)
        except (EOFError, OSError) as error:
            is_over_time = -self.process.wait() in _OVER_TIME
            raise ChildFailed(is_over_time=is_over_time) from error
        finally:
            self.end()

    def end(self) -> None:
        """Kill the process, if it lives."""
        self.process.kill()
        self.process.wait()
        self.connection.close()


_OVER_TIME = (24, 9)  # SIGXCPU, and SIGKILL where that is ignored
