"""The tables that one turn may query: those of the sources chosen for it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from agents.source_recall import TurnSources
from tidemark.schema.sources import SourceChoice
from tidemark.schema.tables import ALL_TABLES, TableAnswer, TableLimits, TableQuery, TableQuestion
from tidemark.services.tables.tables import TableService
from tidemark.tables.charts import chart_of
from tidemark.tables.prompt_lines import by_relevance, prompt_lines

_KEPT_ROWS = 50  # stored with the reply and shown under it, unless more are requested


@dataclass(frozen=True)
class TurnTables:
    """The tables of the sources of ``choice``, queried through ``service`` within ``limits``.

    The turn reads the sources ``read``: if these are empty, no table is looked for.
    """

    service: TableService
    choice: SourceChoice
    count_tokens: Callable[[str], int]
    read: TurnSources | None = None
    limits: TableLimits = ALL_TABLES

    @cached_property
    def is_empty(self) -> bool:
        """Return whether no source can contain a table."""
        if self.read is not None and self.read.is_empty:
            return True
        return not self.service.has_any(self.choice)

    def outline(self, question: str, previous: TableQuestion | None, *, limit_tokens: int) -> str:
        """Return tables with columns, types, samples and joins, and past queries, for a model.

        The queries are those of questions like ``question``, and that of ``previous``.
        """
        held = self.service.opened(self.choice, self._names[-1])
        limits = self.limits
        return prompt_lines(
            by_relevance(question, held.tables)[: limits.listed],
            held.links,
            (*filter(None, (previous,)), *limits.past),
            limit_tokens=limit_tokens,
            count=self.count_tokens,
            most_samples=limits.samples,
        )

    def reading(self, question: str, *, previous: TableQuestion | None = None) -> TableQuery | None:
        """Return the query that rules find for ``question``; None if they find none."""
        found = (
            self.service.written(question, previous=previous, sources=self.choice, names=names)
            for names in self._names
        )
        return next(filter(None, found), None)

    def sources(self) -> frozenset[str]:
        """Return the names of the sources that hold the tables."""
        return frozenset(each.source for each in self.service.list(self.choice))

    def answer(self, question: str, *, previous: TableQuestion | None = None) -> TableAnswer | None:
        """Answer ``question`` using rules; None if they find no query.

        Raises:
            QueryRefused: The query exceeds a limit.
        """
        answers = (
            self.service.answer(
                question,
                previous=previous,
                rows_limit=self._rows,
                sources=self.choice,
                names=names,
            )
            for names in self._names
        )
        return next(filter(None, answers), None)

    def run(self, sql: str) -> TableAnswer:
        """Run one SELECT.

        Raises:
            QueryRefused: It is not a SELECT, is invalid, or exceeds a limit.
        """
        run = self.service.query(sql, rows=self._rows, sources=self.choice, names=self._names[-1])
        return TableAnswer(
            sql=sql,
            explanation="",
            tables_used=run.tables_used,
            result=run.result,
            chart=chart_of(run.result),
        )

    @property
    def _rows(self) -> int:
        return _KEPT_ROWS if self.limits.rows is None else self.limits.rows

    @property
    def _names(self) -> tuple[tuple[str, ...], ...]:
        """The table names to query first, then those for a second try; empty means all."""
        named = self.limits.names
        return (named, ()) if named and self.limits.expands else (named,)
