"""The shape of a question over tables: outputs, conditions, groups and order, before any SQL."""

from collections.abc import Iterable, Iterator
from typing import Literal

from tidemark.schema.base import FrozenModel

Function = Literal["", "count", "sum", "avg", "min", "max"]
Part = Literal["", "year", "month", "day"]
Operator = Literal[
    "=", "!=", "<", "<=", ">", ">=", "between", "in", "not in", "like", "not like", "null",
    "not null", "without", "with", "true", "false",
]  # fmt: skip


class ColumnName(FrozenModel):
    """``column`` of ``table``, or a ``part`` of its dates."""

    table: str
    column: str
    part: Part = ""


class Output(FrozenModel):
    """A column of the result; ``count`` without a column counts rows, of ``table`` if named.

    Neither function nor column: all columns of ``table``, or of all tables.
    """

    function: Function = ""
    column: ColumnName | None = None
    distinct: bool = False
    table: str = ""


class Condition(FrozenModel):
    """``column`` compared with ``values``, or with ``average`` of all its values.

    With a ``function`` it is about groups.  "without": no row of ``table`` refers to the row;
    "with": some row does.
    """

    column: ColumnName | None = None
    operator: Operator
    values: tuple[str | float, ...] = ()
    function: Function = ""
    compared_with: Function = ""
    table: str = ""
    inner: tuple["Condition", ...] = ()  # on the rows that must not be there


def within(conditions: Iterable[Condition]) -> Iterator[Condition]:
    """Yield ``conditions``, and those on the rows that each says must be there, or must not."""
    for each in conditions:
        yield each
        yield from within(each.inner)


class Order(FrozenModel):
    """What the rows are sorted by: a column, or a function of it; counted rows without one."""

    column: ColumnName | None = None
    function: Function = ""
    descending: bool = False
    table: str = ""


class Asked(FrozenModel):
    """A question as read: ``tables`` in order of their weight, the rest as SQL has it."""

    tables: tuple[str, ...]
    outputs: tuple[Output, ...] = ()
    conditions: tuple[Condition, ...] = ()
    groups: tuple[ColumnName, ...] = ()
    orders: tuple[Order, ...] = ()
    limit: int | None = None
    distinct: bool = False
    link: str = ""  # the column that joins, where two links lead to the same table
