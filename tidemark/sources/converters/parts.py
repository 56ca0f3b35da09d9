"""Parts of a file as found by a converter, and the text they are joined to."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from markdown_it import MarkdownIt

from tidemark.schema.sources import ConvertedFile, FileType, Section, SectionUnit

_BETWEEN = "\n\n"
_HEADINGS = MarkdownIt("commonmark").disable(["inline", "html_block"], ignoreInvalid=True)


@dataclass(frozen=True)
class Part:
    """A part of a file; ``Section`` describes all fields but ``text``."""

    text: str
    unit: SectionUnit = ""
    number: int = 0
    headings: tuple[str, ...] = ()
    first_line: int | None = None


def joined(file_type: FileType, title: str, parts: Iterable[Part]) -> ConvertedFile:
    """Return the converted file with these ``parts``; those without words are left out."""
    texts: list[str] = []
    sections: list[Section] = []
    at = 0
    for part in parts:
        text = part.text.rstrip()
        if not text.strip():
            continue
        if texts:
            texts.append(_BETWEEN)
            at += len(_BETWEEN)
        texts.append(text)
        sections.append(
            Section(
                start=at,
                end=at + len(text),
                unit=part.unit,
                number=part.number,
                headings=part.headings,
                first_line=part.first_line,
            )
        )
        at += len(text)
    return ConvertedFile(
        file_type=file_type,
        title=" ".join(title.split()),
        text="".join(texts),
        sections=tuple(sections),
    )


def by_headings(
    markdown: str, unit: SectionUnit = "", number: int = 0, above: tuple[str, ...] = ()
) -> Iterator[Part]:
    """Yield the parts of ``markdown``, one per heading, each with the headings that lead to it.

    ``above`` are headings that lead to all of it.
    """
    lines = markdown.splitlines(keepends=True)
    path: list[tuple[int, str]] = []
    first = 0
    for level, title, line in _headings_of(markdown):
        yield Part("".join(lines[first:line]), unit, number, (*above, *(name for _, name in path)))
        path = [each for each in path if each[0] < level]
        path.append((level, title))
        first = line
    yield Part("".join(lines[first:]), unit, number, (*above, *(name for _, name in path)))


def _headings_of(markdown: str) -> Iterator[tuple[int, str, int]]:
    """Yield the level, title and line of each heading; those within code do not count."""
    for token, inline in pairwise(_HEADINGS.parse(markdown)):
        if token.type == "heading_open" and token.level == 0 and token.map:
            yield int(token.tag[1:]), inline.content.strip(), token.map[0]
