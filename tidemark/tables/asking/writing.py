"""Writes the SQL of a query as one SELECT, for DuckDB or SQLite."""

from collections.abc import Mapping, Sequence
from typing import Literal

from sqlglot import exp

from tidemark.schema.tables import TableLink
from tidemark.tables.asking.linking import Vocabulary
from tidemark.tables.asking.query_shape import ColumnName, Condition, Order, Output, QueryShape

Dialect = Literal["duckdb", "sqlite"]
_COMPARISONS: Mapping[str, type[exp.Binary]] = {
    "=": exp.EQ, "!=": exp.NEQ, "<": exp.LT, "<=": exp.LTE, ">": exp.GT, ">=": exp.GTE,
}  # fmt: skip
_AGGREGATES: Mapping[str, type[exp.AggFunc]] = {
    "sum": exp.Sum, "avg": exp.Avg, "median": exp.Median, "min": exp.Min, "max": exp.Max,
}  # fmt: skip


def write_sql(
    asked: QueryShape, links: Sequence[TableLink], vocabulary: Vocabulary, dialect: Dialect
) -> str:
    """Return ``asked`` as one SELECT over its tables, joined by ``links``."""
    writer = _Writer(asked, links, vocabulary, dialect)
    return writer.query().sql(dialect=dialect)


class _Writer:
    def __init__(
        self,
        asked: QueryShape,
        links: Sequence[TableLink],
        vocabulary: Vocabulary,
        dialect: Dialect,
    ) -> None:
        self.asked = asked
        self.links = links
        self.vocabulary = vocabulary
        self.dialect = dialect

    def query(self) -> exp.Select:
        asked = self.asked
        query = exp.Select().from_(_table(asked.tables[0]))
        joined = [asked.tables[0]]
        for link in self.links:
            target = link.of_table if link.table in joined else link.table
            joined.append(target)
            on = exp.EQ(
                this=_identifier(ColumnName(table=link.table, column=link.column), qualified=True),
                expression=_identifier(
                    ColumnName(table=link.of_table, column=link.of_column), qualified=True
                ),
            )
            query = query.join(_table(target), on=on)
        query = query.select(*self._outputs())
        if asked.distinct and not any(each.function for each in asked.outputs):
            query = query.distinct()
        rows = [each for each in asked.conditions if not each.function]
        for condition in rows:
            query = query.where(self._condition(condition))
        if asked.groups:
            query = query.group_by(*(self._column(each) for each in self._groups()))
        for condition in asked.conditions:
            if condition.function:
                query = query.having(self._condition(condition))
        for order in asked.orders:
            query = query.order_by(self._order(order))
        if asked.limit is not None:
            query = query.limit(asked.limit)
        return query

    @property
    def _is_join(self) -> bool:
        return bool(self.links)

    def _groups(self) -> list[ColumnName]:
        """Return the columns to group by: first those that are shown."""
        shown = {each.column for each in self.asked.outputs}
        return sorted(dict.fromkeys(self.asked.groups), key=lambda each: each not in shown)

    def _outputs(self) -> list[exp.Expr]:
        found: list[exp.Expr] = []
        for output in self.asked.outputs:
            if output == Output() and self.asked.groups:
                found.extend(self._column(each) for each in self._groups())
            elif not output.column and not output.function:
                table = exp.to_identifier(output.table) if output.table and self._is_join else None
                found.append(exp.Column(this=exp.Star(), table=table) if table else exp.Star())
            elif output.function:
                expression = self._function(
                    output.function, output.column, distinct=output.distinct
                )
                found.append(exp.alias_(expression, self._alias(output)))
            elif output.column:
                expression = self._column(output.column)
                if output.column.part:
                    expression = exp.alias_(expression, output.column.part)
                found.append(expression)
        return found

    def _alias(self, output: Output) -> str:
        words = {
            "sum": "total", "avg": "average", "median": "median", "min": "lowest", "max": "highest",
        }  # fmt: skip
        if output.function == "count":
            return "count" if not output.column else f"count_{output.column.column.lower()}"
        column = output.column.column.lower() if output.column else "value"
        return f"{words[output.function]}_{column}"

    def _function(
        self, function: str, column: ColumnName | None, *, distinct: bool = False
    ) -> exp.Expr:
        if column is None:
            return exp.Count(this=exp.Star())
        inner = self._column(column) if function == "count" else self._number(column)
        if distinct:
            inner = exp.Distinct(expressions=[inner])
        if function == "count":
            return exp.Count(this=inner)
        return _AGGREGATES[function](this=inner)

    def _column(self, name: ColumnName) -> exp.Expr:
        column = _identifier(name, qualified=self._is_join)
        if not name.part:
            return column
        if self.dialect == "sqlite":
            form = {"year": "%Y", "month": "%Y-%m", "day": "%Y-%m-%d"}[name.part]
            return exp.Anonymous(this="strftime", expressions=[exp.Literal.string(form), column])
        if name.part == "year":
            return exp.Anonymous(this="year", expressions=[column])
        if name.part == "month":
            month = [column, exp.Literal.string("%Y-%m")]
            return exp.Anonymous(this="strftime", expressions=month)
        return exp.cast(column, "DATE")

    def _number(self, name: ColumnName) -> exp.Expr:
        """Return the column as a number, even if it is stored as text."""
        column = self._column(name)
        described = self.vocabulary.by_name[name.table].column(name.column)
        if described.type != "text" or name.part:
            return column
        if self.dialect == "sqlite":
            return exp.cast(column, "REAL")
        return exp.TryCast(this=column, to=exp.DataType.build("DOUBLE"))

    def _order(self, order: Order) -> exp.Ordered:
        if order.function:
            expression = self._function(order.function, order.column)
        elif order.column is not None:
            expression = self._sortable(order.column)
        else:
            expression = exp.Count(this=exp.Star())
        return exp.Ordered(this=expression, desc=order.descending, nulls_first=False)

    def _sortable(self, name: ColumnName) -> exp.Expr:
        column = self.vocabulary.by_name[name.table].column(name.column)
        samples = [each for each in column.samples if each.strip()]
        numeric = (
            column.type == "text"
            and samples
            and all(each.replace(".", "", 1).lstrip("-").isdigit() for each in samples)
        )
        return self._number(name) if numeric else self._column(name)

    def _condition(self, condition: Condition) -> exp.Expr:
        if condition.operator in {"without", "with"}:
            return self._without(condition)
        if condition.function:
            is_count = condition.function == "count"
            left = self._function(condition.function, condition.column, distinct=is_count)
            return _COMPARISONS[condition.operator](
                this=left, expression=_literal(condition.values[0])
            )
        name = condition.column
        if name is None:
            raise ValueError("a condition on rows names a column")
        column = self._column(name)
        if condition.operator in {"true", "false"}:
            return column if condition.operator == "true" else exp.not_(column)
        if condition.operator in {"null", "not null"}:
            empty = exp.Is(this=column, expression=exp.Null())
            return empty if condition.operator == "null" else exp.not_(empty)
        if condition.operator in {"like", "not like"}:
            like = exp.Like if self.dialect == "sqlite" else exp.ILike
            pattern = like(this=column, expression=_literal(condition.values[0]))
            return pattern if condition.operator == "like" else exp.not_(pattern)
        if condition.compared_with:
            return self._against(condition, name)
        return self._against_values(condition, name)

    def _against(self, condition: Condition, name: ColumnName) -> exp.Expr:
        inner = _Writer(QueryShape(tables=(name.table,)), (), self.vocabulary, self.dialect)
        average = exp.Select().select(inner._function(condition.compared_with, name))
        average = average.from_(_table(name.table))
        return _COMPARISONS[condition.operator](
            this=self._number(name), expression=average.subquery()
        )

    def _against_values(self, condition: Condition, name: ColumnName) -> exp.Expr:
        numeric = not isinstance(condition.values[0], str)
        column = self._number(name) if numeric else self._column(name)
        values = [self._value(each, name) for each in condition.values]
        if condition.operator == "between":
            return exp.Between(this=column, low=values[0], high=values[1])
        if condition.operator in {"in", "not in"}:
            among = exp.In(this=column, expressions=values)
            return among if condition.operator == "in" else exp.not_(among)
        return _COMPARISONS[condition.operator](this=column, expression=values[0])

    def _value(self, value: str | float, name: ColumnName) -> exp.Expr:
        column = self.vocabulary.by_name[name.table].column(name.column)
        if column.type in {"integer", "number"} and isinstance(value, str):
            return exp.Literal.number(value)
        if name.part == "year" and self.dialect == "sqlite":
            return exp.Literal.string(f"{int(float(value))}")
        if column.type in {"date", "timestamp"} and not name.part and not isinstance(value, str):
            return exp.Literal.string(f"{int(value)}-01-01")
        return _literal(value)

    def _without(self, condition: Condition) -> exp.Expr:
        name = condition.column
        if name is None:
            raise ValueError("a condition of absence names the key")
        columns = [
            (each.column if each.table == condition.table else each.of_column)
            for each in self.vocabulary.links
            if {each.table, each.of_table} == {condition.table, name.table}
            and name.column in {each.column, each.of_column}
        ]
        parts = []
        for column in dict.fromkeys(columns):
            inner = exp.Select().select(exp.column(column)).from_(_table(condition.table))
            inner = inner.where(exp.not_(exp.Is(this=exp.column(column), expression=exp.Null())))
            nested = _Writer(
                QueryShape(tables=(condition.table,)), (), self.vocabulary, self.dialect
            )
            for each in condition.inner:
                if each.function:  # of the rows there for each row here
                    inner = inner.group_by(exp.column(column)).having(nested._condition(each))
                else:
                    inner = inner.where(nested._condition(each))
            among = exp.In(this=self._column(name), query=inner.subquery())
            parts.append(among if condition.operator == "with" else exp.not_(among))
        return exp.or_(*parts) if condition.operator == "with" else exp.and_(*parts)


def _identifier(name: ColumnName, *, qualified: bool) -> exp.Expr:
    return exp.column(_quoted(name.column), table=_quoted(name.table) if qualified else None)


def _quoted(name: str) -> exp.Identifier:
    plain = name.replace("_", "a").isalnum() and name.isascii() and not name[0].isdigit()
    return exp.to_identifier(name, quoted=not plain)


def _table(name: str) -> exp.Table:
    return exp.Table(this=_quoted(name))


def _literal(value: str | float) -> exp.Expr:
    if isinstance(value, str):
        return exp.Literal.string(value)
    return exp.Literal.number(int(value) if float(value).is_integer() else value)
