"""Pages in which a person reads a source: those of the file, else parts of similar length."""

from collections.abc import Iterator

from tidemark.schema.sources import Section, SourceText

_USUAL_CHARS = 4000  # two screens
_MOST_CHARS = 8000


def pages(whole: SourceText) -> tuple[tuple[int, int], ...]:
    """Return the start and end of each page of a source's text, in order.

    A page, slide, sheet, chapter or message of the file is one page, unless it is long.

    >>> parted = Section(start=0, end=3, unit="page", number=1), Section(start=5, end=9)
    >>> pages(SourceText(text="One. Two.", sections=parted))
    ((0, 3), (5, 9))
    """
    found: list[tuple[int, int]] = []
    for start, end in _joined(whole.sections):
        found += _cut(whole.text, start, end)
    return tuple(found)


def page_at(found: tuple[tuple[int, int], ...], offset: int) -> int:
    """Return the number, from 1, of the page that contains the character at ``offset``."""
    return max(sum(start <= offset for start, _ in found), 1)


def _joined(sections: tuple[Section, ...]) -> Iterator[tuple[int, int]]:
    """Yield the spans of pages, joining sections of one page and short sections without pages."""
    start, end, of = 0, 0, None
    for section in sections:
        page = (section.unit, section.number)
        is_short = bool(section.unit) or section.end - start <= _USUAL_CHARS
        if of is not None and (page != of or not is_short):
            yield start, end
            of = None
        if of is None:
            start, of = section.start, page
        end = section.end
    if of is not None:
        yield start, end


def _cut(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the span ``start`` to ``end``, cut at line ends if it is long."""
    while end - start > _MOST_CHARS:
        line = text.rfind("\n", start + _USUAL_CHARS // 2, start + _USUAL_CHARS)
        at = line + 1 if line >= 0 else start + _USUAL_CHARS
        yield start, at
        start = at
    yield start, end
