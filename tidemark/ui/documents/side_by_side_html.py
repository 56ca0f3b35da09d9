"""Two contents as a table of their lines side by side: escaped, with differences marked."""

import html

from pydantic import JsonValue

from tidemark.documents.side_by_side import LinePair, line_pairs
from tidemark.ui.i18n import texts

_MOST_ROWS = 600  # a browser takes seconds for thousands


def of(
    before: JsonValue,
    after: JsonValue,
    title_before: str,
    title_after: str,
    *,
    are_equals: bool = False,
) -> str:
    """Return the table of two contents under their titles, shortened if very long.

    If they ``are_equals``, neither derives from the other: nothing is marked as removed or added.
    """
    pairs = line_pairs(before, after)
    marks = ("mark", "mark") if are_equals else ("del", "ins")
    rows = "".join(_row(pair, *marks) for pair in pairs[:_MOST_ROWS])
    heads = "".join(
        f'<th scope="col">{html.escape(each)}</th>' for each in (title_before, title_after)
    )
    more = texts.LINES_LEFT_OUT if len(pairs) > _MOST_ROWS else ""
    return (
        f'<div class="side-by-side" tabindex="0"><table><thead><tr>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table>{html.escape(more)}</div>"
    )


def _row(pair: LinePair, before_mark: str, after_mark: str) -> str:
    if pair.kind == "left_out":
        return '<tr class="left-out"><td>⋯</td><td>⋯</td></tr>'
    if pair.kind == "same":
        return f"<tr>{_cell(pair.before)}{_cell(pair.after)}</tr>"
    return f"<tr>{_cell(pair.before, before_mark)}{_cell(pair.after, after_mark)}</tr>"


def _cell(line: str | None, mark: str = "") -> str:
    if line is None:
        return "<td></td>"
    words = html.escape(line)
    return f"<td><{mark}>{words}</{mark}></td>" if mark else f"<td>{words}</td>"
