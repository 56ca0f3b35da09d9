"""Paragraphs of a PDF's page, which contains only lines: joins the lines of each paragraph.

A line continues in the next if that has the same size, follows at the usual distance, is not
indented, begins no list entry, and its first word did not fit after this line.  Lines of a table
stay separate: their words have gaps between them.  Places are in points, heights count upwards.
"""

import re
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import pypdfium2 as pdfium

_HYPHENS = ("\ufffe", "\x02")  # PDFium's characters for a hyphen at the end of a line
_ENTRY = re.compile(r"(?:[-*+•‣▪◦·–—]|\(?(?:\d{1,3}|[a-zA-Z])[.)])\s")
_WORD = re.compile(r"\S+")
_LEADER = re.compile(r"(?:\. ?){5}|…{2}|_{4}")  # from a heading to its page, or a field to fill in
# In line heights, which are 1.2 times the font size
_SAME_HEIGHT, _INDENT, _HANGING, _GAP, _LEAST_LETTER = 0.1, 0.5, 3.5, 1.3, 0.12
_SAME_PITCH = 1.25  # times the usual distance of two lines
_LEAST_CHARS, _LEAST_CHARS_OF_CAPITAL = 20, 40  # of a line of prose


@dataclass(frozen=True)
class Line:
    """A line of a page with its position; ``first_word`` is the width of its first word.

    PDFium may give two lines as one: ``top`` is then the base of the first, ``bottom`` that of the
    last.
    """

    text: str
    left: float
    right: float
    top: float
    bottom: float
    height: float
    first_word: float
    is_row: bool

    @property
    def is_entry(self) -> bool:
        """Return whether it begins a list entry."""
        return bool(_ENTRY.match(self.text))


def text_of(page: pdfium.PdfTextPage) -> str:
    """Return the text of ``page``: one line per paragraph, list entry or table row.

    Words hyphenated at the end of a line are joined.  Control characters are removed.
    """
    lines = list(_lines(page))
    pitches = _pitches(lines)
    follows = [_may_follow(one, other, pitches) for one, other in pairwise(lines)]
    margins = _margins(lines, follows)
    parts: list[str] = []
    for at, line in enumerate(lines):
        parts.append(_printable(line.text))
        if at + 1 == len(lines):
            break
        goes_on = follows[at] and _goes_on(line, lines[at + 1], margins[at])
        parts.append("" if line.text.endswith(_HYPHENS) else " " if goes_on else "\n")
    return "".join(parts)


def _lines(page: pdfium.PdfTextPage) -> Iterator[Line]:
    at = 0
    for whole in page.get_text_range().split("\r\n"):
        text = whole.rstrip(" ")
        yield _placed(page, at, text) if text.strip() else _nowhere(text)
        at += len(whole) + 2


def _placed(page: pdfium.PdfTextPage, at: int, text: str) -> Line:
    words = [at + found.start() for found in _WORD.finditer(text)]
    ends = [at + found.end() - 1 for found in _WORD.finditer(text)]
    if ends[-1] >= page.count_chars():  # characters beyond 16 bits: their places are unknown
        return _nowhere(text)
    firsts = [page.get_charbox(each, loose=True) for each in words]
    lasts = [page.get_charbox(each, loose=True) for each in ends]
    height = statistics.median_low(top - bottom for _, bottom, _, top in firsts)
    gaps = [after[0] - before[2] for before, after in zip(lasts, firsts[1:], strict=False)]
    return Line(
        text=text,
        left=firsts[0][0],
        right=lasts[-1][2],
        top=firsts[0][1],
        bottom=lasts[-1][1],
        height=height,
        first_word=lasts[0][2] - firsts[0][0],
        is_row=max(gaps, default=0) > _GAP * height or bool(_LEADER.search(text)),
    )


def _nowhere(text: str) -> Line:
    return Line(text, 0, 0, 0, 0, 0, 0, is_row=False)


def _pitches(lines: Sequence[Line]) -> dict[int, float]:
    """Return the usual distance of two lines for each line height, in whole points."""
    found: dict[int, list[float]] = {}
    for one, other in pairwise(lines):
        if _is_alike(one, other) and one.bottom > other.top:
            found.setdefault(round(one.height), []).append(one.bottom - other.top)
    return {height: statistics.median_low(each) for height, each in found.items()}


def _is_alike(one: Line, other: Line) -> bool:
    return one.height > 0 and abs(one.height - other.height) <= _SAME_HEIGHT * one.height


def _may_follow(line: Line, after: Line, pitches: dict[int, float]) -> bool:
    """Return whether the position of ``after`` fits a line of the same paragraph."""
    if not _is_alike(line, after) or line.is_row or after.is_row or after.is_entry:
        return False
    pitch = pitches.get(round(line.height), 0)
    indent = (after.left - line.left) / line.height
    is_placed = indent <= (_HANGING if line.is_entry else _INDENT) and indent >= -_HANGING
    return is_placed and 0 < line.bottom - after.top <= _SAME_PITCH * pitch


def _margins(lines: Sequence[Line], follows: Sequence[bool]) -> list[float]:
    """Return the right margin of each line: that of the block of lines it belongs to."""
    margins = [line.right for line in lines]
    for at, follow in enumerate(follows):
        if follow:
            margins[at + 1] = max(margins[at], margins[at + 1])
    for at in reversed(range(len(follows))):
        if follows[at]:
            margins[at] = margins[at + 1]
    return margins


def _goes_on(line: Line, after: Line, margin: float) -> bool:
    """Return whether the first word of ``after`` did not fit after ``line``, which is prose."""
    width = line.right - line.left
    is_level = width > _LEAST_LETTER * line.height * len(line.text)
    is_capital = not after.text.lstrip("“\"'‘(")[:1].islower()
    least = _LEAST_CHARS_OF_CAPITAL if is_capital else _LEAST_CHARS
    blank = 0.2 * line.height
    is_full = line.right + blank + after.first_word > margin
    return is_level and is_full and len(line.text) >= least


def _printable(text: str) -> str:
    for mark in _HYPHENS:
        text = text.replace(mark, "")
    return "".join(char for char in text if char.isprintable() or char == "\t")
