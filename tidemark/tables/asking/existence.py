"""Conditions that rows of other tables exist, in place of joins that would repeat rows.

"How many students have a bike?" counts students: a join counts one with two bikes twice.
"""

from collections.abc import Iterator

from tidemark.tables.asking.joins import bridge_between, key_of, links_between
from tidemark.tables.asking.linking import Vocabulary
from tidemark.tables.asking.query_shape import ColumnName, Condition, Output, QueryShape

_COUNTING = frozenset({"count", "sum", "avg", "median"})


def without_repeats(asked: QueryShape, vocabulary: Vocabulary) -> QueryShape:
    """Return ``asked`` with conditions of existence in place of joins that repeat its rows.

    Those are joins across a table of pairs of which no column is shown; and if rows are counted or
    averaged, also joins of tables that refer to them.
    """
    shown = set(_shown(asked))
    if len(shown) != 1:
        return asked
    entity = shown.pop()
    if not entity or len(vocabulary.by_name[entity].key) != 1:
        return asked
    for table in dict.fromkeys([*asked.tables, *map(_table_of, asked.conditions)]):
        if table not in {entity, ""} and (there := _existence(asked, entity, table, vocabulary)):
            asked = _put(asked, entity, table, there, vocabulary)
    return asked


def with_counted_rows(asked: QueryShape, vocabulary: Vocabulary) -> QueryShape:
    """Return ``asked`` with a limit on other rows of each row as a condition of existence.

    It does so where figures of rows are asked for, which a join would count once for each group:
    "how many students have more than two bikes?".
    """
    limits = [each for each in asked.conditions if each.function]
    figured = {each.column.table if each.column else each.table for each in asked.outputs}
    limited = {each.column.table if each.column else each.table for each in limits}
    is_figure = all(each.function for each in asked.outputs) and not (asked.groups or asked.orders)
    if not is_figure or len(figured) != 1 or len(limited) != 1 or figured == limited:
        return asked
    (entity,), (table,) = figured, limited
    bridge = bridge_between(vocabulary, entity, table)
    between = bridge if bridge and _is_of_pairs(bridge, vocabulary) else table
    if not entity or len(links_between(vocabulary, entity, between)) != 1:
        return asked
    moved = [each for each in asked.conditions if _table_of(each) == table and not each.function]
    inner = tuple(moved)
    if moved and between != table:
        key = key_of(vocabulary, between, table)
        inner = (Condition(operator="with", table=table, column=key, inner=inner),)
    there = Condition(
        operator="with",
        table=between,
        column=key_of(vocabulary, entity, between),
        inner=(*inner, *(each.model_copy(update={"table": ""}) for each in limits)),
    )
    kept = [each for each in asked.conditions if each not in moved and each not in limits]
    tables = [each for each in asked.tables if each not in {table, between}]
    return asked.model_copy(
        update={
            "tables": tuple(tables) if entity in tables else (entity, *tables),
            "conditions": (*kept, there),
        }
    )


def _shown(asked: QueryShape) -> Iterator[str]:
    """Yield the tables that must be joined: those of outputs, groups and orders."""
    for output in asked.outputs:
        yield output.column.table if output.column else output.table
    for group in asked.groups:
        yield group.table
    for order in asked.orders:
        yield order.column.table if order.column else order.table
    for condition in asked.conditions:
        if condition.function:
            yield condition.table


def _existence(
    asked: QueryShape, entity: str, table: str, vocabulary: Vocabulary
) -> Condition | None:
    """Return the condition that a row of ``table`` exists for one of ``entity``, if needed."""
    inner = tuple(each for each in asked.conditions if _table_of(each) == table)
    if any(each.operator in {"with", "without"} or each.function for each in inner):
        return None
    bridge = bridge_between(vocabulary, entity, table)
    links = links_between(vocabulary, entity, table)
    if bridge and not links and _is_of_pairs(bridge, vocabulary):
        key = key_of(vocabulary, bridge, table)
        there = Condition(operator="with", table=table, column=key, inner=inner)
        own = key_of(vocabulary, entity, bridge)
        return Condition(operator="with", table=bridge, column=own, inner=(there,) if inner else ())
    is_many = len(links) == 1 and links[0].table == table
    is_many = is_many and vocabulary.by_name[table].key != (links[0].column,)
    if is_many and any(each.function in _COUNTING for each in asked.outputs):
        own = ColumnName(table=entity, column=links[0].of_column)
        return Condition(operator="with", table=table, column=own, inner=inner)
    return None


def _is_of_pairs(table: str, vocabulary: Vocabulary) -> bool:
    """Return whether rows of ``table`` only connect rows of other tables."""
    ends = {each.column for each in vocabulary.links if each.table == table}
    return len(vocabulary.by_name[table].columns) <= len(ends) + 1


def _put(
    asked: QueryShape, entity: str, table: str, there: Condition, vocabulary: Vocabulary
) -> QueryShape:
    gone = {table, there.table}
    kept = [each for each in asked.conditions if _table_of(each) != table]
    is_said = not there.inner and any(
        each.operator == "with" and each.table == there.table for each in kept
    )
    tables = [each for each in asked.tables if each not in gone]
    return asked.model_copy(
        update={
            "tables": tuple(tables) if entity in tables else (entity, *tables),
            "conditions": tuple(kept) if is_said else (*kept, there),
        }
    )


def counted_once(output: Output, tables: tuple[str, ...], vocabulary: Vocabulary) -> Output:
    """Return ``output`` counting each row of its table once, even if a join repeats it."""
    if output.function != "count" or output.column or not output.table or len(tables) == 1:
        return output
    key = vocabulary.by_name[output.table].key
    repeated = any(
        each.of_table == output.table and each.table in tables for each in vocabulary.links
    )
    if not repeated or len(key) != 1:
        return output
    return Output(
        function="count", column=ColumnName(table=output.table, column=key[0]), distinct=True
    )


def _table_of(condition: Condition) -> str:
    return condition.column.table if condition.column else condition.table
