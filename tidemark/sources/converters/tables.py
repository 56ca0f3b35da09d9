"""Tables as readable, searchable text: each cell with the name of its column."""

import re
from collections.abc import Sequence

from markdown_it import MarkdownIt

_TABLES = MarkdownIt("commonmark").enable("table").disable("inline", ignoreInvalid=True)
_RULE = re.compile(r"^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\||$)", re.MULTILINE)
_CELL_END = re.compile(r"(?<!\\)\|")


def with_tables_as_rows(markdown: str) -> str:
    r"""Return ``markdown`` with the rows of its tables in the format of ``table_text``.

    >>> with_tables_as_rows("Who\n\n| Task | Who |\n| --- | --- |\n| Mow | Ada |\n\nEnd\n")
    'Who\n\nTask: Mow; Who: Ada\n\nEnd\n'
    """
    if not _RULE.search(markdown):
        return markdown
    lines = markdown.splitlines(keepends=True)
    for token in reversed(_TABLES.parse(markdown)):
        if token.type == "table_open" and token.level == 0 and token.map:
            first, end = token.map
            head, _, *rows = lines[first:end]
            lines[first:end] = [table_text(list(map(_cells, (head, *rows))))[0], "\n"]
    return "".join(lines)


def _cells(line: str) -> list[str]:
    inner = line.strip().removeprefix("|")
    cells = _CELL_END.split(inner)
    if cells and not cells[-1].strip():
        cells.pop()
    return [cell.replace("\\|", "|") for cell in cells]


def table_text(rows: Sequence[Sequence[str]]) -> tuple[str, int]:
    r"""Return ``rows`` as text, one line each, and the row number of the first line.

    >>> table_text([["City", "Guests"], ["Lisbon", "14"], ["Porto", ""]])
    ('City: Lisbon; Guests: 14\nCity: Porto', 2)
    """
    first = next((index for index, row in enumerate(rows) if any(map(_clean, row))), None)
    if first is None:
        return "", 1
    header = [_clean(cell) for cell in rows[first]]
    if not _is_header(header) or first + 1 == len(rows):
        return "\n".join(_line(row, ()) for row in rows[first:]), first + 1
    return "\n".join(_line(row, header) for row in rows[first + 1 :]), first + 2


def _is_header(cells: Sequence[str]) -> bool:
    """Return whether ``cells`` are column names: words without duplicates."""
    named = [cell for cell in cells if cell]
    is_words = all(any(char.isalpha() for char in cell) for cell in named)
    return is_words and len(set(named)) == len(named) and len(named) * 2 > len(cells)


def _line(row: Sequence[str], header: Sequence[str]) -> str:
    """Return ``row`` on one line, so that lines can be counted; empty if the row is."""
    cells = [_clean(cell) for cell in row]
    names = [*header, *([""] * (len(cells) - len(header)))]
    parts = [
        f"{name}: {cell}" if name else cell
        for name, cell in zip(names, cells, strict=False)
        if cell
    ]
    return "; ".join(parts) if header else " | ".join(parts)


def _clean(cell: str) -> str:
    return " ".join(cell.split())
