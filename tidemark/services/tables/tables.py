"""Tables of a notebook: listed, previewed, queried by SQL or in words.

The tables are those of the newest versions of sources.  Their DuckDB files are built from the
sources' bytes on first use (``tidemark.tables.loading``).
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import partial

from database import ScopedDatabase
from tidemark.errors import QueryRefused, TableNotFound
from tidemark.schema.sources import Source, SourceChoice
from tidemark.schema.tables import (
    Column,
    QueryRun,
    Table,
    TableAnswer,
    TableLink,
    TableQuery,
    TableQuestion,
    TableResult,
)
from tidemark.tables.asking import joins
from tidemark.tables.asking.questions import CannotWrite, language_asked_in, write
from tidemark.tables.charts import chart_of
from tidemark.tables.loading import TABLE_TYPES, TableFiles, holds_tables
from tidemark.tables.names import free_name
from tidemark.tables.sandbox import Sandbox, TableFile

_MOST_SOURCES = 20  # building each takes a second or more when the first question comes
PREVIEW_ROWS = 20
_FOUND_VALUES = 20
_SHORTEST_VALUE = 3  # characters: half of all words contain a shorter one


@dataclass(frozen=True)
class NotebookTables:
    """Tables by their SQL names, and the file of each."""

    tables: tuple[Table, ...]
    files: dict[str, TableFile]

    @property
    def links(self) -> tuple[TableLink, ...]:
        """The columns that probably refer to rows of other tables."""
        return tuple(joins.guessed(self.tables))

    def of(self, names: Collection[str]) -> "NotebookTables":
        """Return the tables with these names, compared by ``goes_by``; all if none is given."""
        if not names:
            return self
        chosen = tuple(each for each in self.tables if any(goes_by(each, of) for of in names))
        return NotebookTables(chosen, {each.name: self.files[each.name] for each in chosen})

    def get(self, name: str) -> Table:
        """Return the table ``name``.

        Raises:
            TableNotFound: No table has this name.
        """
        found = next((each for each in self.tables if each.name == name), None)
        if found is None:
            raise TableNotFound(name)
        return found


def goes_by(table: Table, name: str) -> bool:
    """Return whether ``name`` means ``table``: its SQL name or title, also after a database name.

    >>> sales = Table(name="sales_2024", title="Sales 2024", source="a.csv", columns=(), rows=0)
    >>> [goes_by(sales, each) for each in ("sales 2024", "bank.SALES_2024", "sales")]
    [True, True, False]
    """
    wished = name.casefold()
    own = (table.name.casefold(), table.title.casefold())
    return wished in own or wished.rpartition(".")[2] in own


@dataclass(frozen=True)
class TableService:
    """The tables of ``database``; queries run only in ``sandbox``.

    A question may be limited to the ``sources`` with some names, and to tables with some ``names``.
    """

    database: ScopedDatabase
    files: TableFiles
    sandbox: Sandbox

    def list(self, sources: SourceChoice = None) -> tuple[Table, ...]:
        """Return the tables of the ``sources`` with these names, by default of all."""
        return self.opened(sources).tables

    def links(self, sources: SourceChoice = None) -> tuple[TableLink, ...]:
        """Return the columns by which tables can probably be joined."""
        return self.opened(sources).links

    def preview(self, table: str, *, rows: int = PREVIEW_ROWS) -> TableResult:
        """Return the first ``rows`` of a table.

        Raises:
            TableNotFound: No table has this name.
        """
        held = self.opened()
        name = held.get(table).name
        return self._run(f"SELECT * FROM {name}", held.files, rows=rows).result  # noqa: S608

    def query(
        self,
        sql: str,
        *,
        rows: int | None = None,
        sources: SourceChoice = None,
        names: Collection[str] = (),
    ) -> QueryRun:
        """Run one SELECT over the tables; keep the first ``rows`` of its result.

        Raises:
            QueryRefused: It is not a SELECT, is invalid, or exceeds a limit.
        """
        return self._run(sql, self.opened(sources, names).files, rows=rows)

    def answer(
        self,
        question: str,
        *,
        previous: TableQuestion | None = None,
        rows_limit: int | None = None,
        sources: SourceChoice = None,
        names: Collection[str] = (),
    ) -> TableAnswer | None:
        """Answer ``question`` from the tables, using rules; None if they find no query.

        It may be a follow-up to ``previous``, the last question answered this way.

        Raises:
            QueryRefused: The query exceeds a limit.
        """
        written = self.written(question, previous=previous, sources=sources, names=names)
        if written is None:
            return None
        run = self.query(written.sql, rows=rows_limit, sources=sources, names=names)
        return TableAnswer(
            sql=written.sql,
            explanation=written.explanation,
            tables_used=run.tables_used or written.tables_used,
            result=run.result,
            asked=written.asked,
            chart=chart_of(run.result),
        )

    def written(
        self,
        question: str,
        *,
        previous: TableQuestion | None = None,
        sources: SourceChoice = None,
        names: Collection[str] = (),
    ) -> TableQuery | None:
        """Return the query that answers ``question``, using rules; None if they find none."""
        held = self.opened(sources, names)
        if not held.tables:
            return None
        tables = self._with_values(question, held)
        language = language_asked_in(question, previous)
        written = write(question, tables, held.links, previous, language=language)
        return None if isinstance(written, CannotWrite) else written

    def has_any(self, sources: SourceChoice = None) -> bool:
        """Return whether a source may contain a table; reads none of them."""
        return bool(self._sources(sources))

    def opened(self, sources: SourceChoice = None, names: Collection[str] = ()) -> NotebookTables:
        """Return the tables under unique names, in order of their sources."""
        chosen = self._sources(sources)
        tables: list[Table] = []
        files: dict[str, TableFile] = {}
        for source in chosen[-_MOST_SOURCES:]:
            key, name = source.newest.version_key, source.name
            path, found = self.files.get(
                key, name, source.newest.file_type, partial(self._content, key)
            )
            for number, table in enumerate(found, start=1):
                free = free_name(table.name, files)
                tables.append(table.model_copy(update={"name": free, "source": name}))
                files[free] = TableFile(path, f"t{number}")
        return NotebookTables(tuple(tables), files).of(names)

    def _sources(self, names: SourceChoice) -> tuple[Source, ...]:
        return tuple(
            each
            for each in self.database.sources.of_types(TABLE_TYPES)
            if holds_tables(each.newest.file_type, each.name)
            if names is None or each.name in names
        )

    def _content(self, version_key: int) -> bytes:
        return self.database.sources.file(version_key) or b""

    def _with_values(self, question: str, held: NotebookTables) -> tuple[Table, ...]:
        """Return the tables with the values of long columns that occur in ``question``."""
        return tuple(
            table.model_copy(update={"columns": self._columns(question, table, held)})
            for table in held.tables
        )

    def _run(
        self, sql: str, files: Mapping[str, TableFile], *, rows: int | None = None
    ) -> QueryRun:
        return self.sandbox.run(sql, files, rows=rows, owner=self.database.scope.user_id)

    def _columns(self, question: str, table: Table, held: NotebookTables) -> tuple[Column, ...]:
        return tuple(self._found(question, table, each, held) for each in table.columns)

    def _found(self, question: str, table: Table, column: Column, held: NotebookTables) -> Column:
        if column.type != "text" or column.has_all_samples:
            return column
        said = question.lower().replace("'", "''")
        sql = (
            f"SELECT DISTINCT {column.name} FROM {table.name}"  # noqa: S608 - plain names of ours
            f" WHERE length({column.name}) >= {_SHORTEST_VALUE}"
            f" AND contains('{said}', lower({column.name})) LIMIT {_FOUND_VALUES}"
        )
        try:
            rows = self._run(sql, held.files).result.rows
        except QueryRefused:
            return column
        named = [str(value) for (value,) in rows if value not in column.samples]
        return column.model_copy(update={"samples": (*named, *column.samples)})
