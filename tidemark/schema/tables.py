"""Tables of a notebook's sources: their columns, the questions asked of them, and the answers."""

from typing import Literal

from pydantic import JsonValue

from tidemark.errors import QueryRefused
from tidemark.schema.base import Count, FrozenModel

ColumnType = Literal["integer", "number", "boolean", "date", "time", "timestamp", "text"]

Cell = str | int | float | bool | None  # times as in ISO 8601


class Column(FrozenModel):
    """A column: ``name`` as SQL has it, ``title`` as the file does.

    ``samples`` are values of it, the most frequent first, as text; all there are if ``distinct``
    says so.  ``lowest`` and ``highest`` are of numbers and times, as text.  ``unit``: what numbers
    were written with, "%" or a currency.
    """

    name: str
    title: str
    type: ColumnType
    samples: tuple[str, ...] = ()
    distinct: int = 0
    empty: int = 0
    lowest: str = ""
    highest: str = ""
    unit: str = ""

    @property
    def is_numeric(self) -> bool:
        """Whether it holds numbers."""
        return self.type in ("integer", "number")

    @property
    def is_temporal(self) -> bool:
        """Whether it holds days or moments."""
        return self.type in ("date", "timestamp")

    @property
    def has_all_samples(self) -> bool:
        """Whether ``samples`` are all values of the column."""
        return len(self.samples) == self.distinct


class Table(FrozenModel):
    """A table: ``name`` as SQL has it, ``title`` as the file does, of the source ``source``.

    ``key`` names the columns whose values are a guess at what a row is known by; none if empty.
    """

    name: str
    title: str
    source: str
    columns: tuple[Column, ...]
    rows: int
    key: tuple[str, ...] = ()

    def column(self, name: str) -> Column:
        """Return the column ``name``.

        Raises:
            KeyError: There is none.
        """
        return {each.name: each for each in self.columns}[name]


class TableLink(FrozenModel):
    """A guess: the values of ``table.column`` are those of the key ``of_table.of_column``."""

    table: str
    column: str
    of_table: str
    of_column: str


class TableQuestion(FrozenModel):
    """A question that a query answered; ``asked`` is how rules read it, empty if none did."""

    question: str
    sql: str
    tables_used: tuple[str, ...] = ()
    asked: str = ""


class TableQuery(FrozenModel):
    """A query that answers a question, in words, and the tables that it reads.

    ``asked`` is how rules read the question, which a follow-up changes; empty if none did.
    """

    sql: str
    explanation: str
    tables_used: tuple[str, ...]
    asked: str = ""


class ResultColumn(FrozenModel):
    """A column of a result."""

    name: str
    type: ColumnType


class TableResult(FrozenModel):
    """The first ``rows`` of a result; ``left_out`` more were not kept.

    If it is not ``is_counted``, there are at least so many.  ``ms``: how long the query took.
    """

    columns: tuple[ResultColumn, ...]
    rows: tuple[tuple[Cell, ...], ...]
    left_out: int = 0
    is_counted: bool = True
    ms: float = 0.0

    def execution_result(self) -> dict[str, JsonValue]:
        """Return it as other programs read it."""
        return self.model_dump(mode="json", exclude={"ms"})


class QueryRun(FrozenModel):
    """The result of a query, and the tables that it reads."""

    result: TableResult
    tables_used: tuple[str, ...]


class RefusedQuery(FrozenModel):
    """A query that was not run to its end; ``why`` and ``detail`` are those of ``QueryRefused``."""

    sql: str
    why: str
    detail: str = ""

    @property
    def error(self) -> QueryRefused:
        """The error that says why."""
        return QueryRefused(self.why, self.detail, self.sql)


class TableLimits(FrozenModel):
    """Limits of one turn on tables.

    Those of these ``names`` are asked, by default all; others only where it ``expands`` them, and
    they have no answer.  A language model reads the schema of at most ``listed`` tables, the most
    relevant ones, at most ``samples`` values of a column, and the queries of ``past`` questions.
    Of a result ``rows`` are kept, and the first ``read_rows`` are read by the engine and told in
    the reply; None: as many as usual.  If it ``describes`` tables no query is run: their columns
    are the answer.
    """

    names: tuple[str, ...] = ()
    expands: bool = False
    listed: Count | None = None
    samples: Count | None = None
    past: tuple[TableQuestion, ...] = ()
    rows: Count | None = None
    read_rows: Count | None = None
    describes: bool = False


ALL_TABLES = TableLimits()

ChartKind = Literal["bar", "line"]


class Chart(FrozenModel):
    """A chart of a result: the number ``y`` by ``x``, in the colours of ``series`` if it is given.

    A "line" goes along a time, a "bar" stands for each name.
    """

    kind: ChartKind
    x: str
    y: str
    series: str = ""


class TableAnswer(FrozenModel):
    """A question answered from tables: the query, what it found, and the chart that shows it."""

    sql: str
    explanation: str
    tables_used: tuple[str, ...]
    result: TableResult
    asked: str = ""
    chart: Chart | None = None
