"""Lines that tell a language model which tables there are, and which queries answered before."""

from collections.abc import Callable, Sequence

from tidemark.schema.questions import PastQuestion
from tidemark.schema.tables import Column, Table, TableLink

_SAMPLES = (5, 3, 1, 0)  # of a column, as many as there is room for
_SAMPLE_CHARS = 40


def prompt_lines(
    tables: Sequence[Table],
    links: Sequence[TableLink],
    past: Sequence[PastQuestion],
    *,
    limit_tokens: int,
    count: Callable[[str], int],
) -> str:
    """Return schema, samples and ``past`` questions with their SQL, in at most ``limit_tokens``.

    Samples are left out first, then past questions from the last on, then tables from the last on.
    """
    asked = [each for each in past if each.sql]
    for kept in range(len(asked), -1, -1):
        samples = _SAMPLES if kept == len(asked) else _SAMPLES[-1:]
        for most in samples:
            text = _text(tables, links, asked[:kept], most)
            if count(text) <= limit_tokens:
                return text
    for shown in range(len(tables) - 1, 0, -1):
        text = _text(tables[:shown], links, (), 0)
        if count(text) <= limit_tokens:
            return text
    return ""


def _text(
    tables: Sequence[Table], links: Sequence[TableLink], past: Sequence[PastQuestion], samples: int
) -> str:
    names = {each.name for each in tables}
    lines = [_table(each, samples) for each in tables]
    lines += [
        f"{each.table}.{each.column} = {each.of_table}.{each.of_column}"
        for each in links
        if {each.table, each.of_table} <= names
    ]
    for each in past:
        lines += [f"Q: {' '.join(each.question.split())}", f"SQL: {' '.join(each.sql.split())}"]
    return "\n".join(lines)


def _table(table: Table, samples: int) -> str:
    columns = ", ".join(_column(each, samples) for each in table.columns)
    return f"{table.name} ({table.rows} rows): {columns}"


def _column(column: Column, samples: int) -> str:
    shown = [each for each in column.samples[:samples] if len(each) <= _SAMPLE_CHARS]
    values = f" [{'; '.join(' '.join(each.split()) for each in shown)}]" if shown else ""
    return f"{column.name} {column.type}{values}"
