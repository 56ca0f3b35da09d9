"""Conversion of files to text in a separate process with resource limits.

A parser may hang, exhaust memory or crash on a hostile file: then only that process ends, and the
file is refused with a reason.  The process has no network access and starts no program.  It is
reused for the next file, because starting it takes longer than converting most files.
"""

import json
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from typing import NamedTuple

from tidemark.errors import SourceUnreadable
from tidemark.schema.messages import Picture, PictureFile
from tidemark.schema.sources import ConvertedFile, PageMark

_ROOT = Path(__file__).parents[2]
MOST_FILE_BYTES = 50_000_000
MOST_TEXT_CHARS = 20_000_000
_MOST_ANSWER_BYTES = 6 * MOST_TEXT_CHARS  # in JSON, in the worst case
_POLL_S = 0.1  # how soon a stop is noticed
_PNG = b"\x89PNG"


@dataclass(frozen=True)
class Limits:
    """The limits of one conversion.

    ``wall_s`` is elapsed time, ``cpu_s`` processor time, ``memory_bytes`` covers the whole process.
    """

    wall_s: float = 120.0
    cpu_s: int = 60
    memory_bytes: int = 2 << 30


DEFAULT_LIMITS = Limits()


@dataclass
class Converter:
    """Converts files, one at a time; ``close`` ends its process.  Thread-safe."""

    limits: Limits = DEFAULT_LIMITS
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _process: "_Process | None" = None

    def convert(
        self, path: Path, name: str, check: Callable[[], None] = lambda: None
    ) -> ConvertedFile:
        """Return the text of the file at ``path``, with its original file ``name``.

        ``check`` is called every 0.1 s, and may raise to cancel the conversion.

        Raises:
            SourceUnreadable: It cannot be read, for the given reason.
            OSError: The file is missing or not readable.
        """
        if path.stat().st_size > MOST_FILE_BYTES:
            raise SourceUnreadable(name, "too_large")
        converted = _read(self._ask(path, name, check), name)
        if len(converted.text) > MOST_TEXT_CHARS:
            raise SourceUnreadable(name, "too_much_text")
        return converted

    def picture(self, path: Path, name: str, page: int, mark: PageMark | None = None) -> bytes:
        """Return the page ``page``, counted from 1, of the PDF at ``path`` as a PNG.

        The words of ``mark`` are highlighted if the page contains them.

        Raises:
            SourceUnreadable: It cannot be drawn.
        """
        answer = self._ask(path, name, lambda: None, page=page, mark=mark)
        if not answer.startswith(_PNG):
            raise SourceUnreadable(name, json.loads(answer)["why"])
        return answer

    def attached_picture(self, path: Path, name: str) -> PictureFile:
        """Return the picture at ``path`` as stored with a message: small, without metadata.

        Raises:
            SourceUnreadable: It is not a readable picture, or has too many pixels.
        """
        answer = self._ask(path, name, lambda: None, is_attached=True)
        head, _, data = answer.partition(b"\n")
        said = json.loads(head)
        if why := said.get("why"):
            raise SourceUnreadable(name, why)
        return PictureFile(about=Picture.model_validate(said), data=data)

    def close(self) -> None:
        """End the process, if it is running."""
        with self._lock:
            self._end()

    def _ask(
        self,
        path: Path,
        name: str,
        check: Callable[[], None],
        *,
        page: int = 0,
        mark: PageMark | None = None,
        is_attached: bool = False,
    ) -> bytes:
        with self._lock:
            if self._process is None:
                self._process = _Process.started(self.limits)
            try:
                asked = _Request(str(path.resolve()), name, page, mark, is_attached)
                return self._process.ask(asked, self.limits, check)
            except BaseException:
                self._end()
                raise

    def _end(self) -> None:
        if self._process is not None:
            self._process.end()
            self._process = None


class _Request(NamedTuple):
    """A file, by its path and original name, and the page to draw, 0 for its text.

    If it ``is_attached``, it is a picture of a message.
    """

    path: str
    name: str
    page: int
    mark: PageMark | None
    is_attached: bool


@dataclass(frozen=True)
class _Process:
    process: "subprocess.Popen[bytes]"
    connection: "Connection[bytes, bytes]"

    @classmethod
    def started(cls, limits: Limits) -> "_Process":
        ours, theirs = Pipe()
        with theirs:
            command = [sys.executable, "-X", "utf8", "-m", "tidemark.sources.conversion_process"]
            given = (theirs.fileno(), limits.cpu_s, limits.memory_bytes)
            process = subprocess.Popen(  # noqa: S603 - our own program
                [*command, *map(str, given)],
                cwd=_ROOT,
                env={},  # so that it contains no secret of ours
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
            )
        return cls(process, ours)

    def ask(self, asked: _Request, limits: Limits, check: Callable[[], None]) -> bytes:
        """Return the answer to ``asked``.

        Raises:
            SourceUnreadable: The process crashed, or took too long.
        """
        name = asked.name
        try:
            self.connection.send_bytes(json.dumps(asked).encode())
            for _ in range(round(limits.wall_s / _POLL_S)):
                if self.connection.poll(_POLL_S):
                    return self.connection.recv_bytes(_MOST_ANSWER_BYTES)
                check()
        except EOFError as error:
            is_over_time = -self.process.wait() in _OVER_TIME
            raise SourceUnreadable(name, "too_long" if is_over_time else "broken") from error
        except OSError as error:  # the answer is too long, or the process has ended
            raise SourceUnreadable(name, "too_much_text") from error
        raise SourceUnreadable(name, "too_long")

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        self.connection.close()


_OVER_TIME = (24, 9)  # SIGXCPU, and SIGKILL if that is ignored


def _read(answer: bytes, name: str) -> ConvertedFile:
    """Return the result from the process.

    Raises:
        SourceUnreadable: It refused the file.
    """
    said = json.loads(answer)
    if why := said.get("why"):
        raise SourceUnreadable(name, why)
    return ConvertedFile.model_validate(said)
