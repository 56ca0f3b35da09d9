"""Explains a query in a sentence, in the person's language."""

import re
from collections.abc import Iterable, Mapping

from tidemark.i18n.catalogue import catalogue
from tidemark.nlp.languages import Language
from tidemark.tables.asking.linking import Vocabulary
from tidemark.tables.asking.query_shape import ColumnName, Condition, Order, Output, QueryShape

_CODES: Mapping[str, str] = {
    "=": "equal", "!=": "unequal", "<": "less", "<=": "at_most", ">": "more", ">=": "at_least",
    "in": "among", "not in": "not_among", "not like": "unlike", "not null": "known",
}  # fmt: skip
_DATE = re.compile(r"\d{4}-\d\d-\d\d")


def explained(asked: QueryShape, vocabulary: Vocabulary, language: Language) -> str:
    """Return a sentence about the outputs, the conditions and the order of ``asked``."""
    return _Teller(asked, vocabulary, language).sentence()


class _Teller:
    def __init__(self, asked: QueryShape, vocabulary: Vocabulary, language: Language) -> None:
        self.asked = asked
        self.vocabulary = vocabulary
        self.words: Mapping[str, str] = catalogue(language).table("TABLE_QUERY")

    def sentence(self) -> str:
        asked = self.asked
        tables = self._listed(self._table(each) for each in asked.tables)
        parts = [
            self._say("shows", outputs=self._listed(map(self._output, asked.outputs)), what=tables)
        ]
        if asked.conditions:
            conditions = self._listed(map(self._condition, asked.conditions))
            parts.append(self._say("where", conditions=conditions))
        shown = {each.column for each in asked.groups} - {
            key for table in asked.tables for key in self.vocabulary.by_name[table].key
        }
        groups = [each for each in asked.groups if each.column in shown]
        if groups and any(each.function for each in asked.outputs):
            parts.append(self._say("per", what=self._listed(map(self._column, groups))))
        parts.extend(self._order(each) for each in asked.orders)
        if asked.limit is not None:
            parts.append(self._say("limit", number=asked.limit))
        return f"{', '.join(parts)}."

    def _say(self, code: str, **facts: object) -> str:
        return self.words[code].format(**facts)

    def _listed(self, texts: Iterable[str]) -> str:
        *first, last = list(texts)
        return f"{', '.join(first)} {self.words['and']} {last}" if first else last

    def _table(self, name: str) -> str:
        table = self.vocabulary.by_name[name]
        return f"“{table.title or name}”"

    def _column(self, name: ColumnName) -> str:
        title = self.vocabulary.by_name[name.table].column(name.column).title
        return self._say(f"part_{name.part}", what=title) if name.part else title

    def _output(self, output: Output) -> str:
        if not output.function:
            return self._column(output.column) if output.column else self.words["all_columns"]
        if output.column is None:
            return self.words["rows"]
        code = "different" if output.distinct else output.function
        return self._say(code, what=self._column(output.column))

    def _condition(self, condition: Condition) -> str:
        if condition.operator in {"without", "with"}:
            there = self._say(condition.operator, what=self._table(condition.table))
            inner = self._listed(map(self._condition, condition.inner)) if condition.inner else ""
            return f"{there} ({inner})" if inner else there
        subject = self._output(Output(function=condition.function, column=condition.column))
        if condition.function == "count" or not condition.column:
            subject = self.words["rows"]
        values = f" {self.words['or']} ".join(_value(each) for each in condition.values)
        if condition.operator == "between":
            values = f" {self.words['and']} ".join(_value(each) for each in condition.values)
        if condition.compared_with:
            values = self.words["the_average"]
        code = _CODES.get(condition.operator, condition.operator)
        return self._say(code, what=subject, values=values)

    def _order(self, order: Order) -> str:
        output = Output(function=order.function, column=order.column)
        if not order.function and order.column is None:
            output = Output(function="count")
        direction = self.words["descending" if order.descending else "ascending"]
        return self._say("sorted", what=self._output(output), direction=direction)


def _value(value: str | float) -> str:
    if isinstance(value, str):
        return value if _DATE.fullmatch(value) else f"“{value.strip('%')}”"
    return f"{value:g}" if abs(value) < 1e6 else f"{value:.10g}"
