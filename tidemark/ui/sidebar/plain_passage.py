"""Passages of messages as plain text: without the signs of Markdown, tables, and CSV."""

import re
from collections.abc import Iterator, Sequence

Edit = tuple[int, int, str]  # a span, and the text in its place

_FENCE = re.compile(r"[ \t]*(?:`{3,}|~{3,})(?:file )?(.*)")
_RULE = re.compile(r"[ \t]*(?:\|?[ \t]*:?-{2,}:?[ \t]*\|?)+[ \t]*|[ \t]*(?:\*{3,}|={3,})[ \t]*")
_LEAD = re.compile(r"(?:[ \t]*(?:#{1,6}(?=[ \t])|>|[-*+](?=[ \t])))*[ \t]*")
_CELLS = re.compile(r"[ \t]*\|[ \t]*")
_TIGHT = re.compile(r"(?<=[^\s,])([,;])(?=[^\s,])")
_OF_COLUMNS = re.compile(r"(?<=[^\s,\d])[,;](?=[^\s,])|(?<=\d)[,;](?=[^\s,\d])")  # not in a number
_LEAST_IN_ALL, _LEAST_IN_LINE = 3, 2  # fewer tight commas may be slips
_LINK = re.compile(r"!?\[([^\[\]\n]*)\]\([^()\s]*\)")
_MARKS = re.compile(r"\*\*+|__+|`+|(?<!\w)[*_](?=\w)|(?<=[\w.!?])[*_](?!\w)|\\(?=[*_`#|\[\]])")


def plain(
    text: str, marks: Sequence[tuple[int, int]] = ()
) -> tuple[str, tuple[tuple[int, int], ...]]:
    r"""Return ``text`` on one line without signs of Markdown and CSV, and ``marks`` moved along.

    >>> plain("| Train | **260** |\n|--|--:|\n- see `x`\na,b,c,1.50")[0]
    'Train, 260 · see x · a, b, c, 1.50'
    >>> plain("**Quiet** hotel", [(2, 7)])
    ('Quiet hotel', ((0, 5),))
    """
    parts: list[str] = []
    moved = list(range(len(text) + 1))
    at = length = 0
    for start, end, instead in (*_edits(text), (len(text), len(text), "")):
        if start < at:  # inside of what was replaced
            continue
        kept = text[at:start]
        moved[at : start + 1] = range(length, length + len(kept) + 1)
        parts += [kept, instead]
        length += len(kept)
        moved[start:end] = [length] * (end - start)
        length += len(instead)
        at = end
    moved[len(text)] = length
    return "".join(parts), tuple(
        (moved[first], moved[last]) for first, last in marks if moved[first] < moved[last]
    )


def _edits(text: str) -> Iterator[Edit]:
    """Yield what to replace, in order."""
    begin, joined = 0, ""
    is_csv = len(_OF_COLUMNS.findall(text)) >= _LEAST_IN_ALL
    for line in text.splitlines(keepends=True):
        bare = line.rstrip()
        fence = _FENCE.fullmatch(bare)
        if fence or _RULE.fullmatch(bare):
            name = fence[1] if fence else ""
            yield begin, begin + len(line), f"{joined}{name}" if name else ""
            joined = ": " if name else joined
        elif not bare:
            yield begin, begin + len(line), ""
        else:
            lead = _lead(bare)
            is_record = is_csv and len(_TIGHT.findall(bare)) >= _LEAST_IN_LINE
            yield begin, begin + lead, " · " if joined == " " and (lead or is_record) else joined
            yield from _within(bare, begin, lead, is_record=is_record)
            end = begin + len(bare)
            yield end, begin + len(line), ""
            joined = " "
        begin += len(line)


def _lead(line: str) -> int:
    """Return where the words of a line begin, after the signs of a heading, a list or a table."""
    lead = _LEAD.match(line)
    at = lead.end() if lead else 0
    cell = _CELLS.match(line, at)
    return cell.end() if cell else at


def _within(line: str, begin: int, lead: int, *, is_record: bool) -> Iterator[Edit]:
    """Yield what to replace in the words of a line, which starts at ``begin``."""
    is_row = lead and line[:lead].strip().endswith("|")
    found: list[Edit] = [
        (each.start(), each.end(), "" if each.end() == len(line) else ", ")
        for each in _CELLS.finditer(line, lead)
        if is_row or each.end() == len(line)
    ]
    if is_record:
        found += [(each.start(), each.end(), f"{each[1]} ") for each in _TIGHT.finditer(line, lead)]
    for link in _LINK.finditer(line, lead):
        words = link.start(1), link.end(1)
        found += [(link.start(), words[0], ""), (words[1], link.end(), "")]
    found += [(each.start(), each.end(), "") for each in _MARKS.finditer(line, lead)]
    for start, end, instead in sorted(found):
        yield begin + start, begin + end, instead
