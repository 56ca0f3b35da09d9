"""Doubts: signs that a written query is too uncertain to be shown; wrong is worse than refused.

They do not depend on the tables; of the queries of ``benchmark/tables.py`` with a doubt, most are
wrong.
"""

from collections.abc import Iterator, Sequence, Set
from itertools import pairwise

from tidemark.schema.tables import TableLink
from tidemark.tables.asking.interpretation import Reader
from tidemark.tables.asking.joins import joinable
from tidemark.tables.asking.linking import Tag
from tidemark.tables.asking.query_shape import Output, QueryShape, within
from tidemark.tables.asking.question_words import time_units

_WELL_NAMED = 0.7  # of a score of 1
_MOST_BRIDGES = 1  # tables without a word in the question that may connect those it asks for
_THEIR = frozenset({"their", "its", "hun"})
_OTHERS = frozenset(
    "other others another else remaining rest andere ander anders overige resterende".split()
)


def has_doubt(asked: QueryShape, path: Sequence[TableLink], reader: Reader) -> bool:
    """Return whether ``asked``, joined along ``path``, may well be a misreading."""
    return (
        len(path) - (len(asked.tables) - 1) > _MOST_BRIDGES
        or _counts_groups_that_are_none(asked)
        or _mixes_rows_and_groups(asked)
        or _ranks_by_groups(asked, reader)
        or _asks_for_others(reader)
        or names_nobody(asked, reader)
        or _lacks_rows_of_values(asked, reader)
        or _counts_chosen_groups(asked, reader)
        or _groups_by_its_figure(asked)
        or _leaves_out(asked, reader)
        or _is_extreme_of_time(reader)
        or _lists_the_best(asked, reader)
        or _joins_two_sets(reader)
        or any(_is_weakly_named(each, reader) for each in asked.tables if path)
    )


def _counts_groups_that_are_none(asked: QueryShape) -> bool:
    """Return whether there are limits on groups, or rows in their order, but no groups."""
    is_figure = bool(asked.outputs) and all(each.function for each in asked.outputs)
    ranks = any(each.function for each in asked.orders) and not is_figure
    return not asked.groups and (ranks or any(each.function for each in asked.conditions))


def _mixes_rows_and_groups(asked: QueryShape) -> bool:
    """Return whether a column of rows is shown or sorted by beside a figure of many rows."""
    figures = any(each.function for each in asked.outputs)
    figures |= any(each.function for each in asked.orders)
    of_rows = [each.column for each in asked.outputs if each.column and not each.function]
    of_rows += [each.column for each in asked.orders if each.column and not each.function]
    return bool(asked.groups or figures) and any(each not in asked.groups for each in of_rows)


def _ranks_by_groups(asked: QueryShape, reader: Reader) -> bool:
    """Return whether the extreme of each group is read where one row may be asked for.

    "Show the lowest price's supplier" names no groups, unlike "the lowest price per supplier" and
    "supplier and lowest price".
    """
    functions = [each.function for each in asked.outputs if each.function]
    return (
        reader.previous is None
        and bool(asked.groups)
        and not asked.orders
        and len(functions) == 1
        and functions[0] in {"min", "max"}
        and not reader.draft.says & {"each", "by", "and", "comma"}
    )


def _lacks_rows_of_values(asked: QueryShape, reader: Reader) -> bool:
    """Return whether values that several rows share are chosen by rows that one of them lacks.

    "Regions without a farm" may have farms: it is a question of all rows with the value.
    """
    lacks = any(each.operator == "without" for each in asked.conditions)
    shown = [each.column for each in asked.outputs if each.column and not each.function]
    return lacks and len(shown) == 1 and reader.previous is None and reader.is_of_values(shown[0])


def _counts_chosen_groups(asked: QueryShape, reader: Reader) -> bool:
    """Return whether it asks how many groups there are, and the rows of each are counted."""
    asks = bool(reader.tags) and reader.tags[0].says == "count" and not reader.draft.says & {"each"}
    limits = any(each.function for each in reader.draft.conditions)
    return asks and limits and bool(asked.groups)


def _groups_by_its_figure(asked: QueryShape) -> bool:
    """Return whether a figure is of the column that it is grouped by: each value's own sum."""
    return any(
        each.function in {"sum", "avg", "median", "min", "max"} and each.column in asked.groups
        for each in asked.outputs
    )


def _leaves_out(asked: QueryShape, reader: Reader) -> bool:
    """Return whether a table that is asked for too is only joined: "the names and their visits"."""
    used = {each.column.table if each.column else each.table for each in asked.outputs}
    used |= {each.column.table for each in within(asked.conditions) if each.column}
    used |= {each.table for each in asked.conditions} | {each.table for each in asked.groups}
    used |= {each.column.table if each.column else each.table for each in asked.orders}
    return Output() not in asked.outputs and any(
        tag.kind == "table"
        and before.end == tag.start
        and before.start
        and (before.says == "and" or before.text in _THEIR)
        and not used & {each.table for each in tag.tables}
        for before, tag in pairwise(reader.tags)
    )


def _is_extreme_of_time(reader: Reader) -> bool:
    """Return whether it asks for a limit of time where the table has days: "maximum of days"."""
    units = time_units(reader.language)
    return any(
        tag.kind == "column"
        and tag.text.casefold() in units
        and reader.is_date(tag.targets[0].name)
        and any(map(_is_figure, reader.tags[max(at - 2, 0) : at]))
        for at, tag in enumerate(reader.tags)
    )


def _is_figure(tag: Tag) -> bool:
    """Return whether a cue asks for one figure: "average", "maximum number of"."""
    return tag.says in {"max", "min", "avg", "median"} or (
        tag.says == "super" and tag.text.endswith(("number of", "aantal"))
    )


def _lists_the_best(asked: QueryShape, reader: Reader) -> bool:
    """Return whether it asks for the best by no column, and is read as all: "the best day"."""
    is_figure = any(each.function for each in asked.outputs)
    return not (asked.orders or is_figure) and any(
        tag.says == "top" and tag.text.startswith("best") for tag in reader.tags
    )


def names_nobody(asked: QueryShape, reader: Reader) -> bool:
    """Return whether it asks who, and only figures are shown: "who earns the most?"."""
    return reader.asks_who and all(each.function for each in asked.outputs)


def _asks_for_others(reader: Reader) -> bool:
    """Return whether it asks for all except the named values: "what other cities"."""
    return any(
        tag.kind in {"word", "small"} and set(tag.text.casefold().split()) & _OTHERS
        for tag in reader.tags
    )


def _joins_two_sets(reader: Reader) -> bool:
    """Return whether it asks for rows of either of two tables: "professionals or owners"."""
    return any(
        tag.says == "or"
        and 0 < at < len(reader.tags) - 1
        and reader.tags[at - 1].kind == reader.tags[at + 1].kind == "table"
        for at, tag in enumerate(reader.tags)
    )


def _is_weakly_named(table: str, reader: Reader) -> bool:
    """Return whether ``table`` is named only by words that are also in other tables' names."""
    if table in reader.context:
        return False
    near = joinable(reader.vocabulary, [table])
    scores = list(_scores(table, reader.tags, near))
    return bool(scores) and max(scores) < _WELL_NAMED


def _scores(table: str, tags: Sequence[Tag], near: Set[str]) -> Iterator[float]:
    for tag in tags:
        if tag.kind == "table":
            yield from (1.0 for each in tag.tables if each.table == table)
        elif tag.kind in {"column", "value"}:
            tables = {each.table for each in tag.targets if each.table in near}
            yield from (
                1.0 if tables == {table} else each.score
                for each in tag.targets
                if each.table == table
            )
