"""Interprets the words of a question, once linked: outputs, conditions, groups, order.

Steps run in one order, each using up the tags that it understood, so that what is left at the end
is what was not understood.  Nothing is guessed about words that name nothing: they are told.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from tidemark.nlp.languages import Language
from tidemark.schema.tables import Column
from tidemark.tables.asked import (
    Asked,
    ColumnName,
    Condition,
    Function,
    Operator,
    Order,
    Output,
    Part,
)
from tidemark.tables.joins import links_between, role_words
from tidemark.tables.linking import (
    QuestionWord,
    Tag,
    Target,
    Vocabulary,
    flag_value,
    name_words,
    tokens_of,
)
from tidemark.tables.question_words import role_of

_FIRST_YEAR, _LAST_YEAR = 1900, 2100
# Beside a score of at most 1
_IN_OWNER, _IN_MENTIONED, _IN_CONTEXT, _IN_SETTLED = 0.45, 0.35, 0.3, 0.2
_NEAR_WORDS = 5
_WHOLE = 0.8
_PARTS: dict[str, Part] = {
    "year": "year", "years": "year", "jaar": "year", "yearly": "year", "annual": "year",
    "month": "month", "months": "month", "maand": "month", "monthly": "month",
    "maandelijks": "month", "jaarlijks": "year", "day": "day", "dag": "day", "daily": "day",
}  # fmt: skip
# What must not be passed over: without it, another question is answered
_TELLING = frozenset({"word", "quoted", "number", "without", "not", "compare", "between", "like",
                      "starts", "ends", "super", "null", "notnull", "after"})  # fmt: skip
_BEFORE_ROWS = frozenset({"and", "all", "each", "super", "distinct", "value", "number"})
_BY = frozenset({"by", "op", "of", "naar", "their", "volgens", "on"})
_SORTABLE = frozenset({"column", "count", "sum", "avg", "max", "min"})
_FUNCTIONS: dict[str, Function] = {"avg": "avg", "sum": "sum", "max": "max", "min": "min"}


@dataclass
class Draft:
    """A question as far as it is understood by itself."""

    outputs: list[Output] = field(default_factory=list)
    conditions: list[Condition] = field(default_factory=list)
    groups: list[ColumnName] = field(default_factory=list)
    orders: list[Order] = field(default_factory=list)
    limit: int | None = None
    distinct: bool = False
    tables: list[str] = field(default_factory=list)  # mentioned, and not used up otherwise
    says: set[str] = field(default_factory=set)  # kinds of cues
    direction: bool | None = None  # of an order whose column is not named: descending?
    function: Function = ""  # an aggregate whose column is not named
    unread: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)  # of the unread words
    link: str = ""
    wants_all: bool = False
    telling: bool = False  # whether an unread word turns the question into another


class Reader:
    """Reads the ``tags`` of one question, after ``previous``."""

    def __init__(
        self,
        question: str,
        tags: Sequence[Tag],
        vocabulary: Vocabulary,
        language: Language,
        previous: Asked | None = None,
    ) -> None:
        self.tokens: list[QuestionWord] = tokens_of(question)
        self.tags = list(tags)
        self.vocabulary = vocabulary
        self.language = language
        self.previous = previous
        self.context = previous.tables if previous else ()
        self.draft = Draft()
        self.mentioned = self._mentioned()
        self.group_tables: list[str] = []
        self.counted: list[str] = []
        self.absent: list[tuple[str, str]] = []  # tables, and those without rows for theirs
        self.settled: set[str] = set()  # the tables of columns that are chosen

    @cached_property
    def sure(self) -> frozenset[str]:
        """The tables of columns that no other table has."""
        whole = [
            {each.table for each in tag.targets if each.score >= 1}
            for tag in self.tags
            if tag.kind == "column" and " " in tag.text
        ]
        return frozenset().union(*(each for each in whole if len(each) == 1))

    @cached_property
    def at_hand(self) -> frozenset[str]:
        """All tables that the question speaks of, or the one before did."""
        return frozenset({*self.mentioned, *self.context, *self.sure})

    def read(self) -> Draft:
        """Return what the question says, with the words that say nothing known."""
        draft = self.draft
        draft.says = {tag.says for tag in self.tags if tag.kind == "cue"}
        self._compare()
        self._without()
        self._values()
        self._quoted()
        self._flags()
        self._numbers()
        self._absences()
        self._order()
        self._groups()
        self._superlatives()
        self._counts()
        self._functions()
        self._parts()
        self._outputs()
        self._years()
        self._rest()
        return draft

    # What names mean here

    def _mentioned(self) -> list[str]:
        found: list[str] = []
        for tag in self.tags:
            if tag.kind == "table":
                table = self._table(tag)
                if table not in found:
                    found.append(table)
        return found

    def _table(self, tag: Tag) -> str:
        best = max(each.score for each in tag.tables)
        options = [each.table for each in tag.tables if each.score == best]
        in_context = [each for each in options if each in self.context]
        return (in_context or options)[0]

    def _owners(self, at: int) -> list[str]:
        """Return the tables that the words around a column's say it belongs to."""
        tag = self.tags[at]
        if at and self.tags[at - 1].kind == "table" and self.tags[at - 1].end == tag.start:
            return [self._table(self.tags[at - 1])]
        for other in self.tags[at + 1 :]:
            if other.kind == "table":
                return [self._table(other)]
            if other.kind not in {"column", "comma"} and other.says not in _BEFORE_ROWS:
                break
        for other in reversed(self.tags[:at]):
            if other.kind == "table":
                return [self._table(other)]
        return []

    def _column(self, at: int) -> ColumnName:
        """Return the column that the tag ``at`` names, by itself and by what is around it."""
        tag = self.tags[at]
        owners = self._owners(at)
        if owners and self._names_rows(at) and not self._has_whole(tag, owners[0]):
            display = self.display(owners[0])
            if display:
                return display
        return self._best(tag.targets, owners)

    def _names_rows(self, at: int) -> bool:
        """Whether the tag is the word "name" alone."""
        return self.tags[at].text in {"name", "names", "naam", "namen"}

    def _has_whole(self, tag: Tag, table: str) -> bool:
        return any(each.table == table and each.score >= _WHOLE for each in tag.targets)

    def _best(self, targets: Iterable[Target], owners: Sequence[str] = ()) -> ColumnName:
        def weight(target: Target) -> float:
            return (
                target.score
                + _IN_OWNER * (target.table in owners)
                + _IN_MENTIONED * (target.table in self.mentioned)
                + _IN_CONTEXT * (target.table in self.context)
                + _IN_SETTLED * (target.table in self.settled)
                + _IN_CONTEXT * (target.table in self.sure)
                - _IN_CONTEXT * bool(self.sure and target.table not in self.at_hand)
                - 0.01 * (target.table in self.context and self.context.index(target.table))
                + 0.02 * self._is_own(target)
            )

        best = max(targets, key=weight)
        self.settled.add(best.table)
        return ColumnName(table=best.table, column=best.column)

    def _is_own(self, target: Target) -> bool:
        """Whether the column is no reference to another table."""
        return not any(
            each.table == target.table and each.column == target.column
            for each in self.vocabulary.links
        )

    def _described(self, name: ColumnName) -> Column:
        return self.vocabulary.by_name[name.table].column(name.column)

    def is_numeric(self, name: ColumnName) -> bool:
        """Whether the column holds numbers, be it as text."""
        column = self._described(name)
        if column.type in {"integer", "number"}:
            return True
        return (
            column.type == "text"
            and bool(column.samples)
            and all(_is_number(each) for each in column.samples if each.strip())
        )

    def is_date(self, name: ColumnName) -> bool:
        """Whether the column holds days or moments."""
        return self._described(name).type in {"date", "timestamp"}

    def _concept(self, concept: str, at: int | None = None) -> ColumnName | None:
        """Return the column of the tables at hand, nearest to ``at``, that holds ``concept``."""
        near = [] if at is None else self._tables_near(at)
        for tables in (
            *([each] for each in near),
            self.mentioned,
            self.context,
            [t.name for t in self.vocabulary.tables],
        ):
            targets = self.vocabulary.column_of_concept(concept, tables)
            fit = [
                target
                for target in targets
                if self.is_numeric(name := ColumnName(table=target.table, column=target.column))
                or self.is_date(name)
            ]
            if concept == "date" and not fit:
                fit = list(self.vocabulary.column_of_concept("year", tables))
            if concept == "date" and not fit:
                fit = [
                    Target(table, column.name)
                    for table in tables
                    for column in self.vocabulary.by_name[table].columns
                    if column.type in {"date", "timestamp"}
                ]
            if fit:
                return self._best(fit)
        return None

    def _tables_near(self, at: int) -> list[str]:
        """Return the table named just after ``at``, or else the one before it."""
        after = [tag for tag in self.tags[at + 1 : at + 3] if tag.kind == "table"]
        before = [tag for tag in reversed(self.tags[: max(at, 0)]) if tag.kind == "table"]
        return [self._table(tag) for tag in (after or before)[:1]]

    def _next(self, at: int, *, kinds: Iterable[str], within: int = 1) -> int | None:
        """Return the first unused tag of ``kinds`` after ``at``, only a few tags further."""
        for index in range(at + 1, min(at + 1 + within, len(self.tags))):
            tag = self.tags[index]
            if not tag.used and tag.says in kinds:
                return index
        return None

    def _previous(self, at: int, *, kinds: Iterable[str], within: int = 1) -> int | None:
        for index in range(at - 1, max(at - 1 - within, -1), -1):
            tag = self.tags[index]
            if not tag.used and tag.says in kinds:
                return index
        return None

    # Conditions

    def _compare(self) -> None:
        for at, tag in enumerate(self.tags):
            if tag.used:
                continue
            if tag.says == "between":
                self._between(at)
            elif tag.says == "compare":
                self._comparison(at, tag.cue.argument, tag.cue.concept)
            elif tag.says == "after" and at and self.tags[at - 1].kind == "number":
                self._comparison(at - 2, tag.cue.argument, "", number_at=at - 1, end=at)
                tag.used = self.tags[at - 1].used

    def _between(self, at: int) -> None:
        first = self._next(at, kinds={"number"}, within=2)
        second = None if first is None else self._next(first, kinds={"number"}, within=2)
        if first is None or second is None:
            return
        low, high = self.tags[first].number, self.tags[second].number
        column = self._compared_column(at, first, "", low or 0.0)
        if column is None or low is None or high is None:
            return
        self._use(at, first, second, *range(at, second + 1))
        self.draft.conditions.append(
            Condition(column=column, operator="between", values=(low, high))
        )

    def _comparison(
        self,
        at: int,
        operator: str,
        concept: str,
        *,
        number_at: int | None = None,
        end: int | None = None,
    ) -> None:
        """Read "more than 5 concerts", "age over 30", "older than 30", "above the average"."""
        if number_at is None:
            if (average := self._next(at, kinds={"avg"}, within=2)) is not None:
                self._against_average(at, average, operator, concept)
                return
            number_at = self._next(at, kinds={"number"}, within=2)
            if number_at is None:
                self._against_that(at, operator)
                return
        number = self.tags[number_at].number or 0.0
        after = self._next(number_at if end is None else end, kinds={"table", "column", "them"})
        counted = after is not None and self._counts_rows(after)
        before = self._previous(max(at, 0), kinds={"table", "column"})
        if counted and not concept:
            self._use(max(at, 0), number_at, after)
            self._having(operator, number, self._table(self.tags[after or 0]))
            return
        is_year = _FIRST_YEAR <= number <= _LAST_YEAR and self._concept("date") is not None
        counted_before = before and self._is_number_of(before - 1) and not (is_year or concept)
        if before and counted_before and self.tags[before].tables:
            self._use(max(at, 0), number_at, before, before - 1)
            self._having(operator, number, self._table(self.tags[before]))
            return
        column = self._compared_column(at, number_at, concept, number)
        if column is None:
            return
        self._use(number_at, *([at] if at >= 0 and self.tags[at].says == "compare" else []))
        self.draft.conditions.append(
            Condition(column=column, operator=_operator(operator), values=(number,))
        )

    def _is_number_of(self, at: int) -> bool:
        tag = self.tags[at]
        return tag.says == "count" and any(each in tag.text for each in ("number", "aantal"))

    def _counts_rows(self, at: int) -> bool:
        tag = self.tags[at]
        return bool(tag.tables) and tag.kind == "table"

    def _is_verb(self, at: int) -> bool:
        """Whether a part of a column's name is a verb here: "who were awarded"."""
        tag = self.tags[at]
        best = max((each.score for each in tag.targets), default=1.0)
        is_form = tag.text.endswith(("ed", "ing")) and " " not in tag.text
        if is_form and at + 1 < len(self.tags) and self.tags[at + 1].says == "by":
            return True
        return best < _WHOLE - 0.2 and is_form and at > 0

    def _having(self, operator: str, number: float, table: str) -> None:
        self.counted.append(table)
        self.draft.conditions.append(
            Condition(operator=_operator(operator), values=(number,), function="count", table=table)
        )

    def _compared_column(
        self, at: int, number_at: int, concept: str, number: float
    ) -> ColumnName | None:
        """Return the column that is compared with a number, and use up the words that name it."""
        between = self._next(at, kinds={"column"}, within=max(number_at - at - 1, 0))
        after = self._next(number_at, kinds={"column"})
        before = self._previous(number_at if at < 0 else at + (at < number_at - 1 and 0),
                                kinds={"column"}, within=3)  # fmt: skip
        for index in (between, after, before):
            is_moment = concept == "date" and index == at - 1
            if index is None or (concept and index == before and not is_moment):
                continue
            fit = [
                target
                for target in self.tags[index].targets
                if self._fits(ColumnName(table=target.table, column=target.column))
            ]
            if index == before and index is not None:
                gap = self.tags[index + 1 : max(at, number_at - 1)]
                if any(each.says in {"and", "comma", "compare"} for each in gap):
                    continue
            if fit:
                self.tags[index].used = True
                return self._best(fit, self._owners(index))
        if concept and (found := self._concept(concept, at)):
            return found
        if _FIRST_YEAR <= number <= _LAST_YEAR and (found := self._concept("date", at)):
            return found
        if concept:
            return None
        return next(filter(None, map(self._concept, ("age", "amount", "price"))), None)

    def _fits(self, name: ColumnName) -> bool:
        return self.is_numeric(name) or self.is_date(name)

    def _against_that(self, at: int, operator: str) -> None:
        """Read "older than that", after a question for an average."""
        place = self._next(at, kinds={"them"})
        said = self.tokens[self.tags[at].end : self.tags[at].end + 1]
        is_that = place is not None or (said and said[0].folded in {"that", "dat", "die"})
        before = self.previous.outputs if self.previous else ()
        if is_that and len(before) == 1 and before[0].function and before[0].column:
            self._use(at, place)
            self.draft.conditions.append(
                Condition(
                    column=before[0].column,
                    operator=_operator(operator),
                    compared_with=before[0].function,
                )
            )

    def _against_average(self, at: int, average: int, operator: str, concept: str) -> None:
        after = self._next(average, kinds={"column"})
        before = self._previous(at, kinds={"column"}, within=2)
        index = after if after is not None else before
        column = self._concept(concept) if concept else None
        if column is None and index is not None:
            column = self._column(index)
        if column is None:
            return
        self._use(at, average, after, before if before is not None and not concept else None)
        self.draft.conditions.append(
            Condition(column=column, operator=_operator(operator), compared_with="avg")
        )

    def _use(self, *places: int | None) -> None:
        for place in places:
            if place is not None:
                self.tags[place].used = True

    def _without(self) -> None:
        for at, tag in enumerate(self.tags):
            if tag.used or tag.says not in {"without", "not"}:
                continue
            place = self._next(at, kinds={"table"}, within=3)
            if place is None:
                continue
            table = self._table(self.tags[place])
            named = [self._column(i).table for i, t in enumerate(self.tags) if t.kind == "column"]
            others = [each for each in (*self.mentioned, *named, *self.context) if each != table]
            subject = next((o for o in others if links_between(self.vocabulary, o, table)), None)
            bridged = [(o, b) for o in others if (b := self.bridge(o, table))]
            if subject is None and not bridged:
                continue
            if subject is None:
                subject = bridged[0][0]
            self._use(at, place)
            self.mentioned = [each for each in self.mentioned if each != table]
            self.absent.append((subject, table))

    def _absences(self) -> None:
        """Put the conditions on absent rows to them: "no ships lost in the Channel"."""
        for subject, absent_table in self.absent:
            table = absent_table
            inner = [
                each
                for each in self.draft.conditions
                if each.column and each.column.table == table and not each.function
            ]
            kept = [each for each in self.draft.conditions if each not in inner]
            bridge = self.bridge(subject, table)
            if bridge and not links_between(self.vocabulary, subject, table):
                there = Condition(
                    operator="with",
                    table=table,
                    column=self._key(bridge, table),
                    inner=tuple(inner),
                )
                table, inner = bridge, [there]
            key = self._key(subject, table)
            absent = Condition(operator="without", table=table, column=key, inner=tuple(inner))
            self.draft.conditions = [*kept, absent]

    def bridge(self, subject: str, table: str) -> str | None:
        """Return the table that refers to both, if there is one."""
        links = self.vocabulary.links
        to_subject = {each.table for each in links if each.of_table == subject}
        to_table = {each.table for each in links if each.of_table == table}
        return next(iter(sorted(to_subject & to_table)), None)

    def _key(self, subject: str, table: str) -> ColumnName:
        link = links_between(self.vocabulary, subject, table)[0]
        column = link.column if link.table == subject else link.of_column
        return ColumnName(table=subject, column=column)

    def _values(self) -> None:
        for at, tag in enumerate(self.tags):
            if tag.kind != "value" or tag.used:
                continue
            column, text = self._column_of_value(at)
            tag.used = True
            negated = self._negated(at)
            self._equal(column, text, negated=negated)
            self._choose_link(column.table, tag.start)

    def _choose_link(self, table: str, start: int) -> None:
        """Choose between two links to ``table`` by the words before its value: "flying to"."""
        for other in (*self.mentioned, *self.context):
            links = links_between(self.vocabulary, other, table)
            if other != table and len(links) > 1:
                fit = [
                    each for each in links if self._has_role(Target(each.table, each.column), start)
                ]
                if fit:
                    self.draft.link = fit[0].column
                return

    def _negated(self, at: int) -> bool:
        place = self._previous(at, kinds={"not", "without"}, within=2)
        if place is None:
            return False
        self.tags[place].used = True
        return True

    def _equal(self, column: ColumnName, value: str | float, *, negated: bool = False) -> None:
        for index, other in enumerate(self.draft.conditions):
            if other.column == column and other.operator in {"=", "in"} and not negated:
                values = (*other.values, value)
                self.draft.conditions[index] = Condition(
                    column=column, operator="in", values=tuple(dict.fromkeys(values))
                )
                return
        self.draft.conditions.append(
            Condition(column=column, operator="!=" if negated else "=", values=(value,))
        )

    def _column_of_value(self, at: int) -> tuple[ColumnName, str]:
        tag = self.tags[at]
        places = {(each.table, each.column): each for each in tag.targets}
        skips = at > 1 and self.tags[at - 1].says in {"by", "not", "without"}
        for near in (at - 1 - skips, at + 1):
            if not 0 <= near < len(self.tags):
                continue
            beside = self.tags[near]
            named = [each for each in (*beside.targets,) if (each.table, each.column) in places]
            if beside.used or not named:
                continue
            best = self._best(named, self._owners(near))
            if beside.kind == "column":
                beside.used = True
            return best, places[(best.table, best.column)].value
        targets = list(places.values())
        by_role = [each for each in targets if self._has_role(each, tag.start)]
        best = self._best(by_role or targets)
        return best, places[(best.table, best.column)].value

    def _has_role(self, target: Target, start: int) -> bool:
        """Whether the words before ``start`` say that it is this column: "departing from"."""
        words = name_words(target.column)
        for token in reversed(self.tokens[max(start - _NEAR_WORDS, 0) : start]):
            if role := role_of(token.folded, self.language):
                return role in words
        return False

    def _quoted(self) -> None:
        for at, tag in enumerate(self.tags):
            if tag.says in {"like", "starts", "ends"} and not tag.used:
                self._pattern(at)
        for at, tag in enumerate(self.tags):
            if tag.kind != "quoted" or tag.used:
                continue
            place = self._previous(at, kinds={"column"}, within=2)
            if place is None:
                continue
            column = self._column(place)
            if self._described(column).type != "text":
                continue
            self._use(at, place)
            around = self.tokens[max(tag.start - 2, 0) : tag.end + 1]
            negated = self._negated(at) or self._negated(place)
            if any(
                each.folded in {"in", "letter", "word", "woord", "substring"} for each in around
            ):
                self.draft.conditions.append(
                    Condition(
                        column=column,
                        operator="not like" if negated else "like",
                        values=(f"%{tag.text}%",),
                    )
                )
            else:
                self._equal(column, tag.text, negated=negated)

    def _pattern(self, at: int) -> None:
        place = self._next(at, kinds={"quoted", "word", "value", "number"}, within=2)
        column_at = self._previous(at, kinds={"column"}, within=2)
        if place is None or column_at is None:
            return
        text = self.tags[place].text
        column = self._column(column_at)
        says = self.tags[at].says
        pattern = {"like": f"%{text}%", "starts": f"{text}%", "ends": f"%{text}"}[says]
        negated = self._negated(at)
        self._use(at, place, column_at)
        self.draft.conditions.append(
            Condition(column=column, operator="not like" if negated else "like", values=(pattern,))
        )

    def _flags(self) -> None:
        for at, tag in enumerate(self.tags):
            if tag.kind != "column" or tag.used:
                continue
            beside = [
                self.tags[near].kind == "table"
                for near in (at - 1, at + 1)
                if 0 <= near < len(self.tags)
            ]
            name = self._column(at)
            target = Target(name.table, name.column)
            if not any(beside) and self.tags[:at]:
                continue
            value = flag_value(self.vocabulary, target, wanted=True)
            if value is None:
                continue
            wanted = not self._negated(at)
            value = flag_value(self.vocabulary, target, wanted=wanted)
            tag.used = True
            if self._described(name).type == "boolean":
                self.draft.conditions.append(
                    Condition(column=name, operator="true" if wanted else "false")
                )
            elif value is not None:
                self._equal(name, value)

    def _numbers(self) -> None:
        for at, tag in enumerate(self.tags):
            if tag.kind == "number" and not tag.used and not self._is_limit(at):
                self._number_at(at, tag.number or 0.0)

    def _number_at(self, at: int, number: float) -> None:
        """Read "6 years old", "in 2023", "flight number 28", "32 or 33"."""
        aged = self._next(at, kinds={"aged"})
        if aged is not None and (age := self._concept("age")):
            self._use(at, aged)
            self._equal(age, number, negated=self._negated(at))
            return
        is_year = _FIRST_YEAR <= number <= _LAST_YEAR
        year = self._year() if is_year else None
        place = self._column_before(at)
        if year is not None and (place is None or self._is_in_year(at)):
            if not self._again(at, number):
                self._equal(year, number, negated=self._negated(at))
            self._use(at)
        elif place is not None and self._fits(name := self._column(place)):
            self._use(at, place)
            self._equal(name, number, negated=self._negated(place))
        elif self._again(at, number):
            self._use(at)

    def _column_before(self, at: int) -> int | None:
        place = self._previous(at, kinds={"column"}, within=2)
        if place == at - 2 and self.tags[at - 1].says not in {"or", "comma", "and"}:
            return None
        return place

    def _is_in_year(self, at: int) -> bool:
        """Whether a number is a year by the word before it: "sales amount in 2023"."""
        tag = self.tags[at]
        before = self.tokens[tag.start - 1].folded if tag.start else ""
        is_year = _FIRST_YEAR <= (tag.number or 0.0) <= _LAST_YEAR
        return is_year and before in {"in", "for", "from", "during", "voor", "uit", "over"}

    def _again(self, at: int, number: float) -> bool:
        """Read the second number of "32 or 33"."""
        joined_by = at >= 2 and self.tags[at - 1].says in {"or", "and", "comma"}
        if not joined_by or self.tags[at - 2].kind != "number" or not self.tags[at - 2].used:
            return False
        last = self.draft.conditions[-1]
        if last.operator not in {"=", "in"} or last.column is None:
            return False
        self._equal(last.column, number)
        return True

    def _year(self) -> ColumnName | None:
        name = self._concept("date")
        if name is not None and self.is_date(name):
            return name.model_copy(update={"part": "year"})
        return name

    def _is_limit(self, at: int) -> bool:
        near = [self.tags[i].says for i in (at - 1, at + 1) if 0 <= i < len(self.tags)]
        return "top" in near or "super" in near or "common" in near

    # Order and groups

    def _order(self) -> None:
        draft = self.draft
        ordering = [at for at, tag in enumerate(self.tags) if tag.says == "order" and not tag.used]
        turning = [at for at, tag in enumerate(self.tags) if tag.says in {"desc", "asc"}]
        for at in turning:
            draft.direction = self.tags[at].says == "desc"
        for at in (*ordering, *turning):
            self._use(at)
            place = self._ordered_by(at)
            if place is not None and not draft.orders:
                draft.orders.append(self._order_at(place, descending=bool(draft.direction)))
        if (ordering or turning) and not draft.orders:
            draft.says.add("ordered")

    def _ordered_by(self, at: int) -> int | None:
        """Return the place of what the rows are sorted by: it follows "by", or the direction."""
        place = self._next(at, kinds=_SORTABLE, within=len(self.tags))
        if place is None:
            return None
        between = self.tokens[self.tags[at].start : self.tags[place].start]
        has_by = any(token.folded in _BY for token in between)
        is_next = place == at + 1 and self.tags[at].says != "order"
        return place if has_by or is_next else None

    def _order_at(self, place: int, *, descending: bool) -> Order:
        says = self.tags[place].says
        self._use(place)
        if says == "column":
            return Order(column=self._column(place), descending=descending)
        if says == "count":
            counted = self._next(place, kinds={"table"})
            table = ""
            if counted is not None:
                self._use(counted)
                table = self._table(self.tags[counted])
                self.counted.append(table)
            return Order(function="count", descending=descending, table=table)
        column_at = self._next(place, kinds={"column"}, within=2)
        if column_at is None:
            return Order(function="count", descending=descending)
        self._use(column_at)
        name = self._column(column_at)
        function = _FUNCTIONS[says]
        if any(output.function for output in self.draft.outputs) or function == "sum":
            return Order(column=name, function=function, descending=descending)
        return Order(column=name, descending=descending)

    def _groups(self) -> None:
        aggregates = {"count", "sum", "avg", "max", "min", "super", "much", "common"}
        before = self.previous.outputs if self.previous else ()
        has_aggregate = bool(self.draft.says & aggregates) or any(each.function for each in before)
        for at, tag in enumerate(self.tags):
            if tag.says not in {"each", "by"} or tag.used:
                continue
            tag.used = True
            place = self._next(at, kinds={"column", "table", "word"})
            ranks = tag.says == "by" and "super" in self.draft.says and not self._has_function
            ranks |= tag.says == "by" and self._is_passive(tag)
            if place is None or not has_aggregate or ranks:
                tag.used = not ranks
                continue
            self._group_at(place)
            while (
                (again := self._next(place, kinds={"and", "comma"})) is not None
                and (following := self._next(again, kinds={"column"})) is not None
                and following == again + 1
                and again == place + 1
            ):
                self._use(again)
                self._group_at(following)
                place = following

    def _is_passive(self, by: Tag) -> bool:
        """Whether a "by" names a doer: "owned by"."""
        before = self.tokens[by.start - 1].folded if by.start else ""
        return before.endswith(("ed", "wn", "en", "ght")) and before not in {"sorted", "grouped"}

    @property
    def _has_function(self) -> bool:
        return bool(self.draft.says & {"count", "sum", "avg"})

    def _group_at(self, place: int) -> None:
        tag = self.tags[place]
        if tag.kind == "column":
            tag.used = True
            self.draft.groups.append(self._column(place))
        elif tag.kind == "table":
            tag.used = True
            self.group_tables.append(self._table(tag))
        elif (part := _PARTS.get(tag.text.casefold())) and (day := self._date_column()):
            tag.used = True
            self.draft.groups.append(day.model_copy(update={"part": part}))

    def _date_column(self) -> ColumnName | None:
        for tables in (self.mentioned, self.context, [t.name for t in self.vocabulary.tables]):
            for table in tables:
                for column in self.vocabulary.by_name[table].columns:
                    if column.type in {"date", "timestamp"}:
                        return ColumnName(table=table, column=column.name)
        return None

    def _superlatives(self) -> None:
        for at, tag in enumerate(self.tags):
            if tag.used:
                continue
            if tag.says == "common":
                self._most_common(at)
            elif tag.says == "super":
                self._superlative(at)
            elif tag.says == "top":
                self._top(at)

    def _top(self, at: int) -> None:
        number = self._next(at, kinds={"number"})
        if number is not None:
            self.draft.limit = int(self.tags[number].number or 1)
            self._use(at, number)
            if not self.draft.orders:
                self.draft.says.add("ordered")
                if self.draft.direction is None:
                    self.draft.direction = True
            place = self._next(number, kinds={"column"}, within=3)
            by = self._previous(place, kinds={"by"}) if place is not None else None
            if place is not None and by is not None:
                self.draft.orders.append(self._order_at(place, descending=True))

    def _limit_near(self, at: int) -> int | None:
        for near in (at - 1, at + 1):
            tag = self.tags[near] if 0 <= near < len(self.tags) else Tag("none", 0, 0)
            if tag.kind == "number" and not tag.used:
                tag.used = True
                return int(tag.number or 1)
        return None

    def _most_common(self, at: int) -> None:
        self._use(at)
        self.draft.limit = self._limit_near(at) or 1
        descending = self.tags[at].cue.argument == "desc"
        self.draft.orders.append(Order(function="count", descending=descending))
        place = self._next(at, kinds={"column"}, within=2)
        if place is None:
            place = self._previous(at, kinds={"column"}, within=2)
        if place is not None:
            self._use(place)
            name = self._column(place)
            self.draft.groups.append(name)
            self.draft.outputs.append(Output(column=name))
            self.draft.says.add("group_shown")

    def _superlative(self, at: int) -> None:
        """Read "the highest age", "the most concerts", "the oldest dog", "the 3 largest"."""
        tag = self.tags[at]
        descending = tag.cue.argument == "desc"
        limit = self._limit_near(at)
        if self._most_rows(at, limit, descending=descending):
            return
        if tag.cue.concept:
            self._most_of_concept(at, limit, descending=descending)
            return
        function_at = self._next(at, kinds={"sum", "avg"})
        place = self._ranked_by(at if function_at is None else function_at, limit)
        if place is None and at == len(self.tags) - 1:
            before = self._previous(at, kinds={"column"}, within=2)
            place = before if before is not None and self._fits(self._column(before)) else None
        if place is None:
            if at and self._next(at, kinds={"table"}) is None:
                self._use(at)
                self.draft.direction = descending
                self.draft.says.add("ranked")
                self.draft.limit = limit or 1
            return
        name = self._column(place)
        if not self._fits(name) and limit is None:
            return
        self._use(at, place, function_at)
        if function_at is not None:
            function = _FUNCTIONS[self.tags[function_at].says]
            self.draft.orders.append(Order(column=name, function=function, descending=descending))
            self.draft.limit = limit or 1
        elif limit is None and not self._ranks_rows(at):
            self.draft.outputs.append(Output(function="max" if descending else "min", column=name))
        else:
            self._rank(name, descending=descending, limit=limit)

    def _ranked_by(self, at: int, limit: int | None) -> int | None:
        place = self._next(at, kinds={"column"}, within=2)
        after = self._next(at, kinds={"table"})
        if place is None and after is not None and limit:
            return self._next(after, kinds={"column"}, within=3)
        return place

    def _most_rows(self, at: int, limit: int | None, *, descending: bool) -> bool:
        counted = self._next(at, kinds={"count"})
        place = self._next(at if counted is None else counted, kinds={"table"})
        if place is None or (counted is None and self.tags[at].cue.concept):
            return False
        if not self._is_counted(at, limit):
            return False
        self._use(at, counted, place)
        table = self._table(self.tags[place])
        self.counted.append(table)
        self.draft.orders.append(Order(function="count", descending=descending, table=table))
        self.draft.limit = limit or 1
        return True

    def _most_of_concept(self, at: int, limit: int | None, *, descending: bool) -> None:
        concept = self.tags[at].cue.concept
        name = self._concept(concept, at)
        if name is None and concept == "age":
            name = self._concept("birthday", at)
            descending = not descending
        if name is not None:
            self._use(at)
            self._rank(name, descending=descending, limit=limit)

    def _is_counted(self, at: int, limit: int | None) -> bool:
        """Whether "most concerts" counts concerts: not "the largest stadium"."""
        if limit is not None:
            return False
        word = self.tags[at].text
        return (
            any(
                each in word.split()
                for each in ("most", "fewest", "least", "meeste", "minste", "number", "aantal")
            )
            or self._next(at, kinds={"count"}) is not None
        )

    def _ranks_rows(self, at: int) -> bool:
        """Whether a superlative picks rows ("which dog has the highest age"), or asks a value."""
        if self.asks_who:
            return True
        before = self.tags[:at]
        return any(
            (tag.kind in {"table", "column"} and tag.says != "used")
            or tag.says in {"them", "full", "all"}
            for tag in before
        )

    def _rank(self, name: ColumnName, *, descending: bool, limit: int | None) -> None:
        self.draft.orders.append(Order(column=name, descending=descending))
        self.draft.limit = limit or self.draft.limit or 1

    # Outputs

    def _counts(self) -> None:
        for at, tag in enumerate(self.tags):
            if tag.says not in {"count", "much"} or tag.used:
                continue
            self._use(at)
            distinct_at = self._next(at, kinds={"distinct"})
            place = self._next(distinct_at if distinct_at is not None else at,
                               kinds={"table", "column"}, within=2)  # fmt: skip
            if place is not None and any(
                each.says in {"and", "comma", "each", "them"} for each in self.tags[at + 1 : place]
            ):
                place = None
            if place is None and tag.says == "much":
                continue
            if place is None:
                self.draft.outputs.append(Output(function="count"))
                continue
            self._use(place, distinct_at)
            self._count_of(place, distinct=distinct_at is not None)

    def _count_of(self, place: int, *, distinct: bool) -> None:
        tag = self.tags[place]
        if tag.kind == "table":
            head = self._next(place, kinds={"table"})
            if head is not None and self.tags[head].start == tag.end:
                self.mentioned = [each for each in self.mentioned if each != self._table(tag)]
                self._use(head)
                tag = self.tags[head]
            table = self._table(tag)
            self.counted.append(table)
            self.draft.outputs.append(Output(function="count", table=table))
            return
        name = self._column(place)
        column = self._described(name)
        key = self.vocabulary.by_name[name.table].key
        if self.is_numeric(name) and name.column not in key and not distinct:
            asks_one = bool(self.draft.orders or self.draft.conditions)
            function: Function = "" if asks_one else "sum"
            self.draft.outputs.append(Output(function=function, column=name))
            return
        if name.column in key and len(key) == 1 and column.distinct and not distinct:
            self.draft.outputs.append(Output(function="count", table=name.table))
            return
        self.draft.outputs.append(Output(function="count", column=name, distinct=distinct))

    def _functions(self) -> None:
        for at, tag in enumerate(self.tags):
            if tag.says not in _FUNCTIONS or tag.used:
                continue
            self._use(at)
            self._function_at(at, _FUNCTIONS[tag.says])

    def _function_at(self, at: int, function: Function) -> None:
        more: list[Function] = [function]
        last = at
        for index in range(at + 1, len(self.tags)):
            tag = self.tags[index]
            if tag.says in _FUNCTIONS and not tag.used:
                tag.used = True
                more.append(_FUNCTIONS[tag.says])
                last = index
            elif tag.says not in {"and", "comma", "also"}:
                break
        place = self._next(last, kinds={"column"}, within=2)
        if place is None and any(each.function == "count" for each in self.draft.outputs):
            return
        if place is None and (name := self._measure_after(last)):
            self.draft.outputs.extend(Output(function=each, column=name) for each in more)
            return
        if place is None:
            self.draft.function = function
            self.draft.outputs.extend(Output(function=each) for each in more)
            return
        columns = [self._column(place)]
        self._use(place)
        while (
            place + 2 < len(self.tags)
            and self.tags[place + 1].says in {"and", "comma"}
            and self.tags[place + 2].kind == "column"
            and not self.tags[place + 2].used
            and self.is_numeric(self._column(place + 2))
            and self.is_numeric(columns[0])
        ):
            place += 2
            columns.append(self._column(place))
            self._use(place - 1, place)
        self.draft.outputs.extend(
            Output(function=each, column=name) for name in columns for each in more
        )

    def _measure_after(self, at: int) -> ColumnName | None:
        """Return what is summed of rows: the amount of "total sales"."""
        place = self._next(at, kinds={"table"}, within=2)
        if place is None:
            return None
        table = self._table(self.tags[place])
        name = self.measure(table)
        self._use(place if name else None)
        return name

    def measure(self, table: str) -> ColumnName | None:
        """Return the column of ``table`` that is an amount of money, or its only number."""
        described = self.vocabulary.by_name[table]
        ends = {each.column for each in self.vocabulary.links if each.table == table}
        numbers = [
            ColumnName(table=table, column=each.name)
            for each in described.columns
            if each.type in {"integer", "number"} and each.name not in {*ends, *described.key}
        ]
        for concept in ("amount", "revenue", "total", "price"):
            for target in self.vocabulary.column_of_concept(concept, [table]):
                name = ColumnName(table=table, column=target.column)
                if name in numbers:
                    return name
        return numbers[0] if len(numbers) == 1 else None

    def _years(self) -> None:
        """Group by year where several are compared: "total sales in 2023 and 2024"."""
        for each in self.draft.conditions:
            several = each.operator == "in" and each.column and each.column.part == "year"
            functions = any(output.function for output in self.draft.outputs)
            if several and functions and each.column and each.column not in self.draft.groups:
                self.draft.groups.append(each.column)

    def _parts(self) -> None:
        """Read "by month" of a date where no column is called so."""
        for tag in self.tags:
            if tag.kind == "word" and not tag.used and self.context:
                part = _PARTS.get(tag.text.casefold())
                day = self._date_column() if part else None
                if part and day:
                    tag.used = True
                    self.draft.groups.append(day.model_copy(update={"part": part}))

    def _outputs(self) -> None:
        draft = self.draft
        places = []
        for at, tag in enumerate(self.tags):
            if tag.kind == "column" and not tag.used:
                tag.used = True
                if not self._is_verb(at):
                    places.append(at)
        plain = [(at, Output(column=each)) for at in places for each in self._columns(at)]
        named = [output for _, output in plain]
        draft.outputs = [*_unique(named), *draft.outputs]
        self._tables_as_outputs(plain)
        if "distinct" in draft.says:
            for tag in self.tags:
                if tag.says == "distinct" and not tag.used:
                    tag.used = True
                    draft.distinct = True
        if "all" in draft.says and not draft.outputs:
            draft.wants_all = True
        asks_when = self.tokens[:1] and self.tokens[0].folded in {"when", "wanneer"}
        if asks_when and not draft.outputs and (day := self._concept("date")):
            draft.outputs = [Output(column=day)]
        if self.asks_who and not draft.outputs:
            ranked = [each.column.table for each in draft.orders if each.column]
            displays = filter(None, map(self._person, [*self.mentioned, *ranked]))
            draft.outputs = [Output(column=each) for each in list(displays)[:1]]

    def _columns(self, at: int) -> list[ColumnName]:
        """Return the columns that a tag names: first and last names where it says names."""
        name = self._column(at)
        words = name_words(name.column)
        if not self._names_rows(at) or (
            words[0] not in {"first", "voor"} and words != ("voornaam",)
        ):
            return [name]
        last = [
            ColumnName(table=name.table, column=each.name)
            for each in self.vocabulary.by_name[name.table].columns
            if name_words(each.name)[0] in {"last", "achternaam", "surname"}
        ]
        return [name, *last[:1]]

    @property
    def asks_who(self) -> bool:
        """Whether the question asks for people."""
        return bool(self.tokens) and self.tokens[0].folded in {"who", "wie"}

    def _person(self, table: str) -> ColumnName | None:
        """Return the name of the rows of ``table``, or of those it refers to."""
        others = [each.of_table for each in self.vocabulary.links if each.table == table]
        return next(filter(None, map(self.display, [table, *others])), None)

    @property
    def is_joined(self) -> bool:
        """Whether its conditions are on another table than the rows it asks for."""
        tables = {each.column.table for each in self.draft.conditions if each.column}
        return bool(self.mentioned) and bool(tables - {self.mentioned[0]})

    def _tables_as_outputs(self, plain: list[tuple[int, Output]]) -> None:
        """Show the name of what is named beside columns: "names of teachers and the courses"."""
        for at, tag in enumerate(self.tags):
            if tag.kind != "table" or tag.used or at < 1:
                continue
            beside = self.tags[at - 1].says == "and" and any(place < at for place, _ in plain)
            if not beside:
                continue
            table = self._table(tag)
            follows = at + 1 < len(self.tags) and self.tags[at + 1].kind == "column"
            if follows or any(o.column and o.column.table == table for _, o in plain):
                continue
            if name := self.display(table):
                self.draft.outputs.append(Output(column=name))

    def display(self, table: str) -> ColumnName | None:
        """Return the column that a row of ``table`` is called by: its name, title or own word."""
        described = self.vocabulary.by_name[table]
        own = name_words(table)
        for words in (own, ("name",), ("title",), ("naam",), (*own, "name"), ("first", "name")):
            for column in described.columns:
                if role_words(column.name) == frozenset(
                    stem_of for word in words for stem_of in role_words(word)
                ):
                    return ColumnName(table=table, column=column.name)
        for column in described.columns:
            if column.type == "text" and {"name", "titl", "naam"} & role_words(column.name):
                return ColumnName(table=table, column=column.name)
        return None

    def _rest(self) -> None:
        draft = self.draft
        shown = {output.column.table for output in draft.outputs if output.column}
        draft.tables = [
            each for each in self.mentioned if each not in self.counted or each in shown
        ]
        for tag in self.tags:
            if tag.used or tag.says in {"comma", "and", "or", "table"}:
                continue
            if tag.says in _TELLING:
                draft.unread.append(tag.text)
                draft.telling |= tag.kind == "cue"
            if tag.kind in {"word", "quoted"} and tag.start and tag.text[:1].isupper():
                draft.names.append(tag.text)


def _unique(outputs: Iterable[Output]) -> list[Output]:
    return list(dict.fromkeys(outputs))


def _operator(text: str) -> Operator:
    operators: dict[str, Operator] = {">": ">", "<": "<", ">=": ">=", "<=": "<="}
    return operators[text]


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
