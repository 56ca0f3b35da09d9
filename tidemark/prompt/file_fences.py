r"""Fences around attached text files in the text of a message.

Files follow the person's own words, each in a fence longer than any run of backticks in it, so that
a file cannot end its own fence:

    What does this say?

    ```file notes.md
    # Notes
    ```
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

_OPENING = re.compile(r"(?:\A|\n\n)(?P<fence>`{3,})file (?P<name>[^\n`]+)(?=\n)")
_CLOSING = re.compile(r"(?<!`)`{3,}+(?=\n\n`{3,}file |\Z)")
_RUN = re.compile(r"`{3,}")
_NAME_CHARS = 120


@dataclass(frozen=True)
class TextFile:
    """An attached file: its name and its text."""

    name: str
    text: str


def attach(words: str, files: Sequence[TextFile]) -> str:
    r"""Return the text of a message with ``files`` attached to ``words``.

    >>> attach("Read this", [TextFile("a.txt", "Hello")])
    'Read this\n\n```file a.txt\nHello\n```'
    """
    return "\n\n".join([words.strip(), *map(_fenced, files)]).strip()


def split_attachments(content: str) -> tuple[str, tuple[TextFile, ...]]:
    """Split a message into the person's own words and the attached files.

    >>> split_attachments(attach("Read this", [TextFile("a.txt", "Hello")]))
    ('Read this', (TextFile(name='a.txt', text='Hello'),))
    """
    closings = _Closings(content)
    if not closings.spans or closings.spans[-1][1] != len(content):  # not ours: text follows
        return content, ()
    openings = (at for at in _OPENING.finditer(content) if closings.end_of(at) is not None)
    start = opening = next(openings, None)
    files: list[TextFile] = []
    while start and opening and (end := closings.end_of(opening)) is not None:
        text = content[opening.end() + 1 : end - len(opening["fence"])]
        files.append(TextFile(opening["name"], text.removesuffix("\n")))
        if end == len(content):
            return content[: start.start()], tuple(files)
        opening = _OPENING.match(content, end)
    return content, ()


class _Closings:
    """The runs of backticks that may close a fence, and the longest run from each on."""

    def __init__(self, content: str) -> None:
        self.spans = [found.span() for found in _CLOSING.finditer(content)]
        widths = (end - at for at, end in reversed(self.spans))
        self._widest = list(accumulate(widths, max))[::-1]

    def end_of(self, opening: re.Match[str]) -> int | None:
        """Return the end of the fence that ``opening`` opens: a run of the same length."""
        width = len(opening["fence"])
        first = bisect_left(self.spans, (opening.end() + 1, 0))
        if first == len(self.spans) or self._widest[first] < width:
            return None
        later = (self.spans[number] for number in range(first, len(self.spans)))
        return next(end for at, end in later if end - at >= width)


def _fenced(file: TextFile) -> str:
    fence = "`" * (max((len(run) for run in _RUN.findall(file.text)), default=2) + 1)
    name = re.sub(r"[\s`]+", " ", file.name).strip()[-_NAME_CHARS:] or "file"
    text = file.text if file.text.endswith("\n") else f"{file.text}\n"
    return f"{fence}file {name}\n{text}{fence}"
