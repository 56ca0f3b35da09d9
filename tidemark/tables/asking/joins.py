"""Paths between tables: the links by which a query can join several of them."""

from collections import deque
from collections.abc import Iterable, Sequence

from tidemark.nlp.stemming import stem
from tidemark.schema.tables import Table, TableLink
from tidemark.tables.asking.linking import Vocabulary, name_words
from tidemark.tables.asking.query_shape import ColumnName


def guessed(tables: Sequence[Table]) -> list[TableLink]:
    """Return guessed links: columns whose name is that of another table, or of its key."""
    keyed = [each for each in tables if len(each.key) == 1]
    by_words: dict[frozenset[str], list[Table]] = {}
    for table in keyed:
        for words in {role_words(table.name), role_words(table.key[0])}:
            by_words.setdefault(words, []).append(table)
    found = []
    for table in tables:
        for column in table.columns:
            for other in by_words.get(role_words(column.name), ()):
                key = other.column(other.key[0])
                is_own = other.name == table.name or table.key == (column.name,)
                if is_own and role_words(column.name) != role_words(other.name):
                    continue
                if other.name != table.name and key.type == column.type:
                    ends = {"table": table.name, "column": column.name}
                    found.append(TableLink(**ends, of_table=other.name, of_column=key.name))
    return found


def with_guesses(tables: Sequence[Table], links: Sequence[TableLink]) -> tuple[TableLink, ...]:
    """Return ``links`` with guesses between tables that none of them connects."""
    known = {frozenset((each.table, each.of_table)) for each in links}
    more = [each for each in guessed(tables) if frozenset((each.table, each.of_table)) not in known]
    return (*dict.fromkeys(links), *more)


def links_between(vocabulary: Vocabulary, one: str, other: str) -> list[TableLink]:
    """Return the links between two tables, whichever refers to the other."""
    ends = {one, other}
    found = {
        (each.table, each.column, each.of_table, each.of_column): each
        for each in vocabulary.links
        if {each.table, each.of_table} == ends
    }
    return list(found.values())


def bridge_between(vocabulary: Vocabulary, subject: str, table: str) -> str | None:
    """Return the table that refers to both, if there is one."""
    to_subject = {each.table for each in vocabulary.links if each.of_table == subject}
    to_table = {each.table for each in vocabulary.links if each.of_table == table}
    return next(iter(sorted(to_subject & to_table)), None)


def key_of(vocabulary: Vocabulary, subject: str, table: str) -> ColumnName:
    """Return the column of ``subject`` that joins it to ``table``."""
    link = links_between(vocabulary, subject, table)[0]
    column = link.column if link.table == subject else link.of_column
    return ColumnName(table=subject, column=column)


def joined(
    vocabulary: Vocabulary, tables: Sequence[str], *, link: str = ""
) -> list[TableLink] | None:
    """Return the fewest links that connect all ``tables``; None if nothing connects them.

    ``link`` is the column to prefer if two links lead to the same table.
    """
    reached = [tables[0]]
    chosen: list[TableLink] = []
    for target in tables[1:]:
        if target in reached:
            continue
        path = _path(vocabulary, reached, target)
        if path is None:
            return None
        for one, other in path:
            options = links_between(vocabulary, one, other)
            preferred = [each for each in options if each.column == link]
            chosen.append((preferred or options)[0])
            reached.append(other)
    return chosen


def _path(
    vocabulary: Vocabulary, reached: Sequence[str], target: str
) -> list[tuple[str, str]] | None:
    before: dict[str, str] = dict.fromkeys(reached, "")
    waiting = deque(reached)
    while waiting:
        here = waiting.popleft()
        if here == target:
            steps = []
            while before[here]:
                steps.append((before[here], here))
                here = before[here]
            return steps[::-1]
        for each in vocabulary.links:
            for one, other in ((each.table, each.of_table), (each.of_table, each.table)):
                if one == here and other not in before:
                    before[other] = here
                    waiting.append(other)
    return None


def joinable(vocabulary: Vocabulary, tables: Iterable[str]) -> set[str]:
    """Return the tables that links connect to any of ``tables``, themselves included."""
    found = set(tables)
    while more := {
        end
        for each in vocabulary.links
        if found & (ends := {each.table, each.of_table})
        for end in ends - found
    }:
        found |= more
    return found


def role_words(column: str) -> frozenset[str]:
    """Return the stems of a column's words, which distinguish two links to one table."""
    return frozenset(stem(word) for word in name_words(column))
