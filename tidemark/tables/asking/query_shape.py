"""The form of a question over tables: outputs, conditions, groups and order, before any SQL."""

from collections.abc import Iterable, Iterator
from typing import Literal

from tidemark.nlp.languages import Language
from tidemark.schema.base import FrozenModel

Function = Literal["", "count", "sum", "avg", "median", "min", "max"]
Part = Literal["", "year", "month", "day"]
Operator = Literal[
    "=", "!=", "<", "<=", ">", ">=", "between", "in", "not in", "like", "not like", "null",
    "not null", "without", "with", "true", "false",
]  # fmt: skip


class ColumnName(FrozenModel):
    """A ``column`` of ``table``, or a ``part`` of its dates."""

    table: str
    column: str
    part: Part = ""


class Output(FrozenModel):
    """A column of the result; ``count`` without a column counts rows, of ``table`` if named.

    Without function and column it means all columns of ``table``, or of all tables.
    """

    function: Function = ""
    column: ColumnName | None = None
    distinct: bool = False
    table: str = ""


class Condition(FrozenModel):
    """A comparison of ``column`` with ``values``, or with ``average`` of all its values.

    With a ``function`` it is about groups.  "without": no row of ``table`` refers to the row;
    "with": some row does.
    """

    column: ColumnName | None = None
    operator: Operator
    values: tuple[str | float, ...] = ()
    function: Function = ""
    compared_with: Function = ""
    table: str = ""
    inner: tuple["Condition", ...] = ()  # on the rows of ``table``


def within(conditions: Iterable[Condition]) -> Iterator[Condition]:
    """Yield ``conditions`` and the conditions nested in them."""
    for each in conditions:
        yield each
        yield from within(each.inner)


class Order(FrozenModel):
    """The sort order: by a column, or a function of it; without a column by the count of rows."""

    column: ColumnName | None = None
    function: Function = ""
    descending: bool = False
    table: str = ""


class QueryShape(FrozenModel):
    """A question as it was read: ``tables``, the most important first, and the parts of a query."""

    tables: tuple[str, ...]
    outputs: tuple[Output, ...] = ()
    conditions: tuple[Condition, ...] = ()
    groups: tuple[ColumnName, ...] = ()
    orders: tuple[Order, ...] = ()
    limit: int | None = None
    distinct: bool = False
    link: str = ""  # the joining column, if two links lead to the same table
    language: Language = "en"  # of the question, for a follow-up that does not show its own
