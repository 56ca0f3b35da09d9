"""Lines that describe tables and past queries to a language model."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence

from tidemark.nlp.language_id import language_of
from tidemark.schema.tables import Column, Table, TableLink, TableQuestion
from tidemark.tables.asking.linking import Vocabulary, link
from tidemark.tables.asking.questions import LONGEST_QUESTION

_SAMPLES = (5, 3, 1, 0)  # of a column, as many as there is room for
_SAMPLE_CHARS = 40


def by_relevance(question: str, tables: Sequence[Table]) -> tuple[Table, ...]:
    """Return ``tables``, first those that ``question`` names most often.

    A table is named by its own name, a column or a value.  Otherwise the order stays.
    """
    asked = question[:LONGEST_QUESTION]
    named = Counter(
        table
        for tag in link(asked, Vocabulary(tuple(tables)), language_of(asked))
        for table in {target.table for target in (*tag.targets, *tag.tables)}
    )
    return tuple(sorted(tables, key=lambda each: -named[each.name]))


def prompt_lines(
    tables: Sequence[Table],
    links: Sequence[TableLink],
    past: Sequence[TableQuestion],
    *,
    limit_tokens: int,
    count: Callable[[str], int],
    most_samples: int | None = None,
) -> str:
    """Return schema, samples and ``past`` questions with their SQL, in at most ``limit_tokens``.

    Only queries over these ``tables`` are shown, and at most ``most_samples`` values of a column.
    What does not fit is left out in this order: samples, past questions from the last on, tables
    from the last on.
    """
    asked = _of_tables(past, {each.name for each in tables})
    most = _SAMPLES[0] if most_samples is None else most_samples
    shown = sorted({min(each, most) for each in _SAMPLES}, reverse=True)
    for kept in range(len(asked), -1, -1):
        samples = shown if kept == len(asked) else shown[-1:]
        for number in samples:
            text = _text(tables, links, asked[:kept], number)
            if count(text) <= limit_tokens:
                return text
    for first in range(len(tables) - 1, 0, -1):
        text = _text(tables[:first], links, (), 0)
        if count(text) <= limit_tokens:
            return text
    return ""


def _of_tables(past: Sequence[TableQuestion], names: Collection[str]) -> list[TableQuestion]:
    """Return the questions that were answered from tables of these ``names``, each query once."""
    found = {each.sql: each for each in past if each.sql and set(each.tables_used) <= set(names)}
    return list(found.values())


def _text(
    tables: Sequence[Table], links: Sequence[TableLink], past: Sequence[TableQuestion], samples: int
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
