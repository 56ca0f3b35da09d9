"""JSON read one value at a time: of a list of any length, one element is in memory.

Python's own scanner reads each element, so that extreme nesting is an error and not a crash.
ijson, the usual library, builds a path for each depth: 100,000 brackets exhausted all memory.
"""

import codecs
import json
from collections.abc import Iterator
from typing import IO, Any

from tidemark.errors import UnreadableTranscript

_CHUNK = 2**18  # bytes
_MAX_CHARS = 2**28  # characters of one value
_SEEN = 16  # characters after a fault, which show that it is not where a chunk was cut
_DECODER = json.JSONDecoder()


def values(file: IO[bytes], source: str) -> Iterator[Any]:
    """Yield the elements of the list in ``file``, or its values if it contains several in a row.

    Raises:
        UnreadableTranscript: It is not JSON from this point on; ``source`` names it in the error.
    """
    text = _Text(file, source)
    if text.following() != "[":
        while text.following():
            yield text.value()
        return
    text.take()
    if text.following() != "]":
        yield text.value()
    while text.following() == ",":
        text.take()
        yield text.value()
    if text.following() != "]":
        raise text.fault("a list does not end, or lacks a comma")
    text.take()
    if text.following():
        raise text.fault("there is more after its end")


class _Text:
    """The part of a file that was read but not used yet."""

    def __init__(self, file: IO[bytes], source: str) -> None:
        self._file, self._source = file, source
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")()
        self._text, self._at, self._line = "", 0, 1
        self._is_whole = False

    def following(self) -> str:
        """Return the next non-space character without consuming it; "" at the end."""
        while True:
            for at in range(self._at, len(self._text)):
                if self._text[at] not in " \t\r\n":
                    self._at = at
                    return self._text[at]
            self._at = len(self._text)
            if not self._grow():
                return ""

    def take(self) -> None:
        """Skip the next character."""
        self._at += 1

    def value(self) -> Any:  # noqa: ANN401 - as JSON has it
        """Consume and return the next value."""
        self.following()
        while True:
            try:
                value, end = _DECODER.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                is_sure = not error.msg.startswith("Unterminated")
                if is_sure and error.pos < len(self._text) - _SEEN:
                    raise self.fault(error.msg.lower(), error.pos) from error
                if not self._grow():
                    raise self.fault(error.msg.lower(), error.pos) from error
            except RecursionError as error:
                raise self.fault("it is nested too deeply") from error
            except ValueError as error:  # a number of thousands of digits
                raise self.fault(str(error)) from error
            else:
                if end < len(self._text) or not self._grow():
                    self._at = end
                    return value

    def fault(self, why: str, at: int | None = None) -> UnreadableTranscript:
        """Return an error with the reason ``why`` this is not JSON, and the line."""
        line = self._line + self._text.count("\n", 0, self._at if at is None else at)
        return UnreadableTranscript(self._source, f"it is not JSON ({why})", line=line)

    def _grow(self) -> bool:
        """Read more, twice as much each time for one value; return whether there was more."""
        if self._is_whole:
            return False
        self._line += self._text.count("\n", 0, self._at)
        self._text, self._at = self._text[self._at :], 0
        if len(self._text) > _MAX_CHARS:
            why = f"one conversation is larger than {_MAX_CHARS // 2**20} MB"
            raise UnreadableTranscript(self._source, why, line=self._line)
        raw = self._file.read(max(_CHUNK, len(self._text)))
        self._is_whole = not raw
        try:
            self._text += self._decoder.decode(raw, final=self._is_whole)
        except UnicodeDecodeError as error:
            line = self._line + self._text.count("\n") + raw.count(b"\n", 0, error.start)
            raise UnreadableTranscript(self._source, "it is not UTF-8 text", line=line) from error
        return bool(raw)
