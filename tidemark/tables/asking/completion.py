"""Completes the parts that were read to a whole query: subject, groups, tables."""

from collections.abc import Iterable, Sequence

from tidemark.tables.asking.conditions import Draft
from tidemark.tables.asking.interpretation import Reader
from tidemark.tables.asking.linking import Vocabulary
from tidemark.tables.asking.query_shape import ColumnName, Condition, Order, Output, QueryShape


class NotUnderstood(Exception):
    """A question that no query can be written for, with a ``code`` and the words concerned."""

    def __init__(self, code: str, terms: Sequence[str] = ()) -> None:
        super().__init__(code)
        self.code = code
        self.terms = tuple(terms)


def completed(draft: Draft, reader: Reader) -> QueryShape:
    """Return the query that ``draft`` asks for, without an earlier question.

    Raises:
        NotUnderstood: The question is incomplete.
    """
    draft.outputs = [_of_amounts(each, draft, reader) for each in draft.outputs]
    if any(not each.column and each.function not in {"", "count"} for each in draft.outputs):
        raise NotUnderstood("nothing_to_change")
    if _contradicts(draft.conditions):
        raise NotUnderstood("unread_words")
    draft.outputs = draft.outputs or _names_of_each(draft, reader)
    orders = _orders(draft, draft.outputs)
    entity = reader.group_tables[-1] if reader.group_tables else _entity(draft, reader)
    if entity is None and (draft.limit or draft.orders or "ordered" in draft.says):
        raise NotUnderstood("nothing_to_change")
    outputs, groups = _grouped(draft, reader, orders, entity)
    if any(each.folded in {"both", "zowel", "allebei"} for each in reader.tokens):
        groups = _of_both(draft, reader, outputs, groups, entity)
    outputs = outputs or [Output()]
    tables = _tables(draft, outputs, groups, orders, entity)
    if not tables:
        raise NotUnderstood("not_about_tables")
    return QueryShape(
        tables=tuple(tables),
        outputs=tuple(dict.fromkeys(outputs)),
        conditions=tuple(draft.conditions),
        groups=tuple(dict.fromkeys(groups)),
        orders=tuple(orders),
        limit=draft.limit,
        distinct=draft.distinct,
        link=draft.link,
    )


def _names_of_each(draft: Draft, reader: Reader) -> list[Output]:
    """Return the names of "each course" and of its "teachers", if no figure is asked for."""
    figures = draft.orders or draft.limit or any(each.function for each in draft.conditions)
    if "each" not in draft.says or reader.group_tables or figures or len(reader.mentioned) != 2:
        return []
    names = [reader.display(each) for each in reader.mentioned]
    return [_shown(each) for each in names if each] if all(names) else []


def _of_amounts(output: Output, draft: Draft, reader: Reader) -> Output:
    """Return a total without a column as one of amounts: "the total per category"."""
    named = [*(each.table for each in draft.groups), *reader.mentioned]
    if output.function != "sum" or output.column or not named:
        return output
    return output.model_copy(update={"column": reader.measure(named[0])})


def _contradicts(conditions: Iterable[Condition]) -> bool:
    """Return whether a column must be above and below values that exclude each other."""
    above: dict[ColumnName, float] = {}
    below: dict[ColumnName, float] = {}
    for each in conditions:
        if each.column and each.values and isinstance(each.values[0], float):
            if each.operator in {">", ">="}:
                above[each.column] = each.values[0]
            elif each.operator in {"<", "<="}:
                below[each.column] = each.values[0]
    return any(above[column] >= below[column] for column in above.keys() & below.keys())


def _of_both(
    draft: Draft,
    reader: Reader,
    outputs: list[Output],
    groups: list[ColumnName],
    entity: str | None,
) -> list[ColumnName]:
    """Return the groups in which both values must occur: "concerts in both 2014 and 2015".

    Raises:
        NotUnderstood: "Both" does not refer to two values of a column of other rows.
    """
    pairs = [
        each
        for each in draft.conditions
        if each.operator == "in" and len(each.values) == 2 and each.column
    ]
    if len(reader.mentioned) > 1 and not pairs:
        raise NotUnderstood("unread_words", ("both",))
    if len(pairs) != 1 or groups or entity is None or any(each.function for each in outputs):
        return groups
    if pairs[0].column and pairs[0].column.table == entity:
        return groups
    draft.conditions.append(
        Condition(column=pairs[0].column, operator="=", values=(2.0,), function="count")
    )
    return [*_key(reader.vocabulary, entity), *_plain(outputs)]


def _grouped(
    draft: Draft, reader: Reader, orders: Sequence[Order], entity: str | None
) -> tuple[list[Output], list[ColumnName]]:
    """Return the outputs with the columns that they are grouped by, named or not."""
    outputs = list(draft.outputs)
    groups = list(draft.groups)
    functions = any(each.function for each in outputs)
    if reader.group_tables and (functions or orders or draft.conditions):
        return _by_rows(outputs, groups, reader)
    if groups and functions:
        plain = _plain(outputs)
        missing = [each for each in groups if each not in plain]
        return [*map(_shown, missing), *outputs], [*groups, *plain]
    by_count = any(each.function == "count" and each.table for each in orders)
    by_count |= any(each.function == "count" for each in draft.conditions)
    if not outputs and entity and reader.is_joined and (display := reader.display(entity)):
        outputs = [_shown(display)]
    if not groups and not by_count and not functions and any(each.function for each in orders):
        return outputs, _plain(outputs)
    if groups or not (by_count or (functions and _plain(outputs))):
        return outputs, groups
    if by_count and entity is None:
        raise NotUnderstood("unread_words")
    if not outputs and entity:
        display = reader.display(entity)
        outputs = [_shown(display) if display else Output(table=entity)]
    plain = _plain(outputs)
    of = plain[0].table if plain else entity
    same = {each.column.table for each in outputs if each.column and each.function} == {of}
    is_told = of in reader.counted or bool(plain and reader.is_of_values(plain[0]))
    if of and not is_told and not same:
        groups.extend(_key(reader.vocabulary, of))
    return outputs, [*groups, *plain]


def _by_rows(
    outputs: list[Output], groups: list[ColumnName], reader: Reader
) -> tuple[list[Output], list[ColumnName]]:
    """Return outputs for each row of a table: "the number of concerts of each singer"."""
    for table in reader.group_tables:
        shown = [each for each in _plain(outputs) if each.table == table]
        display = reader.display(table)
        if not shown and display:
            shown = [display]
            outputs = [_shown(display), *outputs]
        groups = [*groups, *_key(reader.vocabulary, table), *shown]
    return outputs, groups


def _plain(outputs: Iterable[Output]) -> list[ColumnName]:
    return [each.column for each in outputs if each.column and not each.function]


def _shown(column: ColumnName) -> Output:
    return Output(column=column)


def _entity(draft: Draft, reader: Reader) -> str | None:
    """Return the table whose rows the question is about."""
    plain = [each.column.table for each in draft.outputs if each.column and not each.function]
    others = [each for each in reader.mentioned if each not in reader.counted]
    options = [*others, *plain, *reader.mentioned]
    return options[0] if options else None


def _key(vocabulary: Vocabulary, table: str) -> list[ColumnName]:
    return [ColumnName(table=table, column=each) for each in vocabulary.by_name[table].key]


def _orders(draft: Draft, outputs: Sequence[Output]) -> list[Order]:
    if draft.orders or not draft.says & {"ordered"}:
        if "ranked" in draft.says and not draft.orders:
            raise NotUnderstood("unread_words")
        return list(draft.orders)
    first = next((each for each in outputs if each.column or each.function), None)
    if draft.limit and outputs:
        first = next((each for each in outputs if each.function), first)
    if first is None:
        return []
    descending = bool(draft.direction)
    return [
        Order(
            column=first.column, function=first.function, descending=descending, table=first.table
        )
    ]


def _tables(
    draft: Draft,
    outputs: Iterable[Output],
    groups: Iterable[ColumnName],
    orders: Iterable[Order],
    entity: str | None,
) -> list[str]:
    named = [each.column.table if each.column else each.table for each in outputs]
    named += [each.table for each in groups]
    named += [each.column.table if each.column else each.table for each in orders]
    named += [_table_of(each) for each in draft.conditions]
    named += draft.tables
    if not any(named) and entity:
        named.append(entity)
    return [each for each in dict.fromkeys(named) if each]


def _table_of(condition: Condition) -> str:
    return condition.column.table if condition.column else condition.table
