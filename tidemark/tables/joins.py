"""Paths between tables: the links by which a query can read several of them together."""

from collections import deque
from collections.abc import Sequence

from tidemark.nlp.stemming import stem
from tidemark.schema.tables import TableLink
from tidemark.tables.linking import Vocabulary, name_words


def links_between(vocabulary: Vocabulary, one: str, other: str) -> list[TableLink]:
    """Return the links between two tables, whichever refers to the other."""
    ends = {one, other}
    found = {
        (each.table, each.column, each.of_table, each.of_column): each
        for each in vocabulary.links
        if {each.table, each.of_table} == ends
    }
    return list(found.values())


def joined(
    vocabulary: Vocabulary, tables: Sequence[str], *, link: str = ""
) -> list[TableLink] | None:
    """Return links that connect all ``tables``, the fewest there are; None if nothing does.

    ``link`` is the column to prefer where two links lead to the same table.
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


def role_words(column: str) -> frozenset[str]:
    """Return the stems of a column's words, to tell two links to one table apart."""
    return frozenset(stem(word) for word in name_words(column))
