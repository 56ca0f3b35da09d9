"""Text of a source as HTML: escaped, by passages, with the cited words highlighted.

Markdown for headings and bold text is rendered.
"""

import html
import re
from collections.abc import Iterator

from tidemark.i18n.code_texts import place_text
from tidemark.schema.sources import SourcePart, SourcePassage
from tidemark.ui.i18n import texts

MARKED = "cited_words"
# No other Markdown
_VERBATIM = ("code", "text", "csv", "parquet", "spreadsheet", "email", "mbox", "pdf", "rtf")
_HEADING = re.compile(r"^#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?$", re.MULTILINE)
_BOLD = re.compile(r"(\*\*|__)(?=\S)([^\n]+?)(?<=\S)\1")


def part_html(
    part: SourcePart, marked: tuple[int, int] | None = None, *, has_passages: bool = True
) -> str:
    """Return the text of ``part``, with the characters ``marked`` of the whole text highlighted.

    If it ``has_passages``, each has a label with its place and its number of tokens.
    """
    blocks = []
    for start, end, passage in _blocks(part):
        words = _words(part, start, end, marked)
        label = _label(passage) if has_passages and passage is not None else ""
        blocks.append(f"<div>{label}<div>{words.rstrip()}</div></div>" if has_passages else words)
    kind = "by-passage" if has_passages else "whole"
    return f'<div class="source-text {kind}" tabindex="0">{"".join(blocks)}</div>'


def _blocks(part: SourcePart) -> Iterator[tuple[int, int, SourcePassage | None]]:
    """Yield the spans of a part: passages up to the next one, and the text before them."""
    starts = [each.start for each in part.passages]
    if not starts or starts[0] > part.start:
        yield part.start, starts[0] if starts else part.end, None
    for passage, end in zip(part.passages, [*starts[1:], part.end], strict=True):
        yield passage.start, end, passage


def _words(part: SourcePart, start: int, end: int, marked: tuple[int, int] | None) -> str:
    text = part.text[start - part.start : end - part.start]
    is_verbatim = part.version.file_type in _VERBATIM
    drawn = html.escape if is_verbatim else _drawn
    if marked is None or marked[0] >= end or marked[1] <= start:
        return drawn(text)
    at, to = max(marked[0] - start, 0), min(marked[1] - start, len(text))
    key = f' class="st-key-{MARKED}"' if marked[0] >= start else ""
    return f"{drawn(text[:at])}<mark{key}>{drawn(text[at:to])}</mark>{drawn(text[to:])}"


def _drawn(text: str) -> str:
    r"""Return ``text`` as HTML with headings and bold words rendered.

    >>> _drawn("## Fees & more\n**No** refund")
    '<strong>Fees &amp; more</strong>\n<strong>No</strong> refund'
    """
    bold = _BOLD.sub(r"<strong>\2</strong>", html.escape(text))
    return _HEADING.sub(r"<strong>\1</strong>", bold)


def _label(passage: SourcePassage) -> str:
    where = place_text(passage.place, passage.line, texts.language())
    tokens = texts.plural("COUNTED.token", passage.tokens)
    return f"<p>{html.escape(' · '.join(filter(None, (where, tokens))))}</p>"
