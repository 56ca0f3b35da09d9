"""Tables of a notebook's sources: their columns, questions about them, and the answers."""

from typing import Annotated, Literal

from pydantic import Field, JsonValue

from tidemark.errors import QueryRefused
from tidemark.schema.base import Count, FrozenModel

ColumnType = Literal["integer", "number", "boolean", "date", "time", "timestamp", "text"]

Cell = str | int | float | bool | None  # times in ISO 8601


class Column(FrozenModel):
    """A column: ``name`` in SQL, ``title`` in the file.

    ``samples`` are its values as text, most frequent first; complete if ``distinct`` equals their
    number.  ``lowest`` and ``highest`` are set for numbers and times, as text.  ``unit``: the sign
    written with its numbers, "%" or a currency.
    """

    name: Annotated[str, Field(examples=["region"])]
    title: Annotated[str, Field(examples=["Region"])]
    type: ColumnType
    samples: tuple[str, ...] = ()
    distinct: int = 0
    empty: int = 0
    lowest: str = ""
    highest: str = ""
    unit: str = ""

    @property
    def is_numeric(self) -> bool:
        """Return whether it contains numbers."""
        return self.type in ("integer", "number")

    @property
    def is_temporal(self) -> bool:
        """Return whether it contains dates or times."""
        return self.type in ("date", "timestamp")

    @property
    def has_all_samples(self) -> bool:
        """Return whether ``samples`` are all values of the column."""
        return len(self.samples) == self.distinct


class Table(FrozenModel):
    """A table: ``name`` in SQL, ``title`` in the file, of the source ``source``.

    ``key`` names the columns that probably identify a row; empty if none do.
    """

    name: Annotated[str, Field(examples=["sales"])]
    title: Annotated[str, Field(examples=["Sales"])]
    source: Annotated[str, Field(examples=["sales.csv"])]
    columns: tuple[Column, ...]
    rows: int
    key: tuple[str, ...] = ()

    def column(self, name: str) -> Column:
        """Return the column ``name``.

        Raises:
            KeyError: No column has this name.
        """
        return {each.name: each for each in self.columns}[name]


class TableLink(FrozenModel):
    """A guess that ``table.column`` refers to the key ``of_table.of_column``."""

    table: Annotated[str, Field(examples=["sales"])]
    column: Annotated[str, Field(examples=["customer_id"])]
    of_table: Annotated[str, Field(examples=["customers"])]
    of_column: Annotated[str, Field(examples=["customer_id"])]


class TableQuestion(FrozenModel):
    """A question that a query answered; ``asked`` is its analysis by rules, empty if none."""

    question: str
    sql: str
    tables_used: tuple[str, ...] = ()
    asked: str = ""


class TableQuery(FrozenModel):
    """A query that answers a question, an explanation in words, and the tables it reads.

    ``asked`` is the analysis of the question by rules, which a follow-up changes; empty if none.
    ``unread`` are words of the question that the query does not depend on.
    """

    sql: str
    explanation: str
    tables_used: tuple[str, ...]
    asked: str = ""
    unread: tuple[str, ...] = ()


class ResultColumn(FrozenModel):
    """A column of a result."""

    name: Annotated[str, Field(examples=["region"])]
    type: ColumnType


class TableResult(FrozenModel):
    """The first ``rows`` of a result; ``left_out`` more were not stored.

    Unless it ``is_counted``, there are at least that many.  ``ms``: the duration of the query.
    """

    columns: tuple[ResultColumn, ...]
    rows: Annotated[tuple[tuple[Cell, ...], ...], Field(examples=[[["North", 120.0]]])]
    left_out: int = 0
    is_counted: bool = True
    ms: float = 0.0

    def execution_result(self) -> dict[str, JsonValue]:
        """Return the result in the format for other programs."""
        return self.model_dump(mode="json", exclude={"ms"})


class QueryRun(FrozenModel):
    """The result of a query, and the tables it reads."""

    result: TableResult
    tables_used: Annotated[tuple[str, ...], Field(examples=[["sales"]])]


class RefusedQuery(FrozenModel):
    """A refused or aborted query; ``why`` and ``detail`` are those of ``QueryRefused``."""

    sql: str
    why: str
    detail: str = ""

    @property
    def error(self) -> QueryRefused:
        """The error that explains the refusal."""
        return QueryRefused(self.why, self.detail, self.sql)


class TableLimits(FrozenModel):
    """Limits of one turn on tables.

    The tables with these ``names`` are queried, by default all; others only if it ``expands`` them
    and these have no answer.  A language model reads the schema of at most ``listed`` tables, the
    most relevant ones, at most ``samples`` values of a column, and the queries of ``past``
    questions.  Of a result ``rows`` are stored, and the first ``read_rows`` are read by the engine
    and shown in the reply; None: the default number.  If it ``describes`` tables no query is run:
    their columns are the answer.
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
    """A chart of a result: the number ``y`` by ``x``, coloured by ``series`` if given.

    A "line" runs along time, a "bar" chart has a bar for each name.
    """

    kind: ChartKind
    x: str
    y: str
    series: str = ""


class TableAnswer(FrozenModel):
    """An answer from tables: the query, its result, and a chart of it."""

    sql: Annotated[
        str, Field(examples=["SELECT region, sum(amount) AS total FROM sales GROUP BY region"])
    ]
    explanation: Annotated[str, Field(examples=["The sum of amount for each region."])]
    tables_used: Annotated[tuple[str, ...], Field(examples=[["sales"]])]
    result: TableResult
    asked: str = ""
    chart: Chart | None = None
