"""Answers from tables as text: Markdown for a person, plain rows and schemas for a model."""

from collections.abc import Sequence

from tidemark.nlp.languages import Language
from tidemark.schema.tables import Cell, TableAnswer, TableResult

_SHOWN_ROWS = 20
_WORDS: dict[Language, dict[str, str]] = {
    "en": {"none": "No row matches.", "more": "{n} more rows.", "least": "At least {n} more rows."},
    "nl": {
        "none": "Geen enkele rij voldoet.",
        "more": "Nog {n} rijen.",
        "least": "Nog minstens {n} rijen.",
    },
}


def answer_text(answer: TableAnswer, language: Language, most: int | None = None) -> str:
    """Return an answer as Markdown: the explanation of its query, and at most ``most`` rows."""
    result, words = answer.result, _WORDS[language]
    if not result.rows:
        return f"{answer.explanation}\n\n{words['none']}"
    if len(result.rows) == len(result.columns) == 1:
        return f"{answer.explanation}\n\n**{_shown(result.rows[0][0])}**"
    shown = result.rows[: _SHOWN_ROWS if most is None else most]
    heads = [each.name for each in result.columns]
    marks = ["---:" if each.type in ("integer", "number") else "---" for each in result.columns]
    lines = [_line(heads), _line(marks), *(_line([_shown(cell) for cell in row]) for row in shown)]
    more = len(result.rows) - len(shown) + result.left_out
    told = words["more" if result.is_counted else "least"].format(n=more) if more else ""
    return "\n\n".join(filter(None, (answer.explanation, "\n".join(lines), told)))


def rows_text(result: TableResult, most: int | None = None) -> str:
    """Return a result as a model reads it, one row a line, at most ``most`` of them."""
    read = result.rows[:most]
    heads = " | ".join(each.name for each in result.columns)
    rows = (" | ".join("" if cell is None else str(cell) for cell in row) for row in read)
    left_out = result.left_out + len(result.rows) - len(read)
    more = f"({left_out} more rows)" if left_out else ""
    return "\n".join(filter(None, (heads, *rows, more)))


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _shown(cell: Cell) -> str:
    if isinstance(cell, float):
        return f"{cell:.4f}".rstrip("0").rstrip(".")
    text = "" if cell is None else str(cell)
    return " ".join(text.split()).replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;")
