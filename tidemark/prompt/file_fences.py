r"""Fences around attached text files, as they stand in the text of a message.

Files follow what the person wrote, each in a fence longer than any run of backticks in it, so that
a file cannot end its own fence:

    What does this say?

    ```file notes.md
    # Notes
    ```
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_FENCED = re.compile(
    r"(?:\A|\n\n)(?P<fence>`{3,})file (?P<name>[^\n`]+)\n(?P<text>.*?)\n?(?P=fence)"
    r"(?=\n\n`{3,}file |\Z)",
    re.DOTALL,
)
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
    """Split a message into what the person wrote and the attached files.

    >>> split_attachments(attach("Read this", [TextFile("a.txt", "Hello")]))
    ('Read this', (TextFile(name='a.txt', text='Hello'),))
    """
    start = _FENCED.search(content)
    if start is None:
        return content, ()
    files: list[TextFile] = []
    at = start.start()
    while (found := _FENCED.match(content, at)) is not None:
        files.append(TextFile(found["name"], found["text"]))
        at = found.end()
    if at != len(content):  # not ours: something follows
        return content, ()
    return content[: start.start()], tuple(files)


def _fenced(file: TextFile) -> str:
    fence = "`" * (max((len(run) for run in _RUN.findall(file.text)), default=2) + 1)
    name = re.sub(r"[\s`]+", " ", file.name).strip()[-_NAME_CHARS:] or "file"
    text = file.text if file.text.endswith("\n") else f"{file.text}\n"
    return f"{fence}file {name}\n{text}{fence}"
