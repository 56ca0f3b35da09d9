"""Conditions of a question: comparisons, values, quotations, numbers, and rows that are absent."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field

from tidemark.nlp.languages import Language
from tidemark.tables.asking.joins import bridge_between, key_of, links_between, role_words
from tidemark.tables.asking.linking import Tag, Target, Vocabulary, flag_value, name_words
from tidemark.tables.asking.naming import NamedWords
from tidemark.tables.asking.periods import FIRST_YEAR, LAST_YEAR
from tidemark.tables.asking.query_shape import (
    ColumnName,
    Condition,
    Function,
    Operator,
    Order,
    Output,
    QueryShape,
)
from tidemark.tables.asking.question_words import having, paying, role_of, time_units
from tidemark.tables.cells import truth

COMPARING = frozenset({"compare", "vergelijk"})
_WHICH = frozenset({"which", "welke", "welk"})
_STILL_TO_BE = tuple(
    frozenset(each.split())
    for each in ("still to", "have to", "has to", "nog te", "nog moet", "nog moeten")
)
_PAST = frozenset({"did", "had"})  # "how much did I have to pay"
_NEAR_BEFORE = 5  # words
_FIRST_DATED = 1000  # a year that "before" and "after" name, of four digits
_EQUALS = frozenset({"is", "equals", "equal", "to", "gelijk", "aan"})
_AFTER_TRUTH = frozenset({"is", "zijn", "and", "en", "or", "of", "per", "by", "for", "in", "voor"})
_OF = frozenset({"of", "van"})
_DEMONSTRATIVE = frozenset({"these", "those", "deze", "die"})
_NUMBERING = frozenset({"id", "number", "code"})
_SMALL = frozenset({"and", "not", "also", "only", "about"})  # before "full time" alone


@dataclass
class Draft:
    """The parts of a question that were read so far."""

    outputs: list[Output] = field(default_factory=list)
    conditions: list[Condition] = field(default_factory=list)
    groups: list[ColumnName] = field(default_factory=list)
    orders: list[Order] = field(default_factory=list)
    limit: int | None = None
    distinct: bool = False
    tables: list[str] = field(default_factory=list)  # mentioned, and not yet used for anything else
    says: set[str] = field(default_factory=set)  # kinds of cues
    direction: bool | None = None  # of an order without a named column: descending?
    function: Function = ""  # an aggregate without a named column
    unread: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)  # of the unread words
    link: str = ""
    wants_all: bool = False
    telling: bool = False  # whether an unread word changes the meaning of the question


class ConditionReader(NamedWords):
    """Reads conditions into a ``draft``, and marks their words as used."""

    def __init__(
        self,
        question: str,
        tags: Sequence[Tag],
        vocabulary: Vocabulary,
        language: Language,
        previous: QueryShape | None = None,
    ) -> None:
        super().__init__(question, tags, vocabulary, language, previous)
        self.draft = Draft()
        self.group_tables: list[str] = []
        self.counted: list[str] = []
        self.paid: ColumnName | None = None  # "paid" or "unpaid", among the conditions
        self.is_implied = False  # whether the question names no table
        self.absent: list[tuple[str, str]] = []  # tables, each with the table that lacks rows

    def _compare(self) -> None:
        for at, tag in enumerate(self.tags):
            if tag.used:
                continue
            if tag.says == "between":
                self._between(at)
            elif tag.says == "compare":
                self._use(at if tag.text == "voor" and self._is_before_a_name(at) else None)
                self._comparison(at, tag.cue.argument, tag.cue.concept)
            elif tag.says == "after" and at and self.tags[at - 1].kind == "number":
                self._comparison(at - 2, tag.cue.argument, "", number_at=at - 1, end=at)
                tag.used = self.tags[at - 1].used
            elif tag.says == "after" and self._next(at, kinds={"number"}) is not None:
                self._comparison(at, tag.cue.argument.removesuffix("="), "")  # "and above 7?"

    def _periods(self) -> None:
        """Read days and months, "in April", "after 1 May 2026"; not "between 3 and 9 March"."""
        for at, tag in enumerate(self.tags):
            if tag.kind != "period" or tag.used or tag.period is None:
                continue
            column = self._day_near(at)
            days = column and self._days(tag, column)
            if column is None or not days:
                continue
            first, last = days
            before = self.tags[at - 1] if at else tag
            second = self._next(at + 1, kinds={"period"})
            if before.says == "between":
                until = self._days(self.tags[second], column) if second is not None else None
                if until is None:
                    continue
                self._use(at - 1, at + 1, second)
                last = until[1]
            elif before.says == "compare":
                self._use(at, at - 1)
                operator = _operator(before.cue.argument)
                day = last if operator in {">", "<="} else first
                self._compare_day(column, operator, day)
                continue
            self._use(at)
            values = (first.isoformat(), last.isoformat())
            self.draft.conditions.append(
                Condition(column=column, operator="between", values=values)
            )

    def _compare_day(self, column: ColumnName, operator: Operator, day: dt.date) -> None:
        self.draft.conditions.append(
            Condition(column=column, operator=operator, values=(day.isoformat(),))
        )

    def _day_near(self, at: int) -> ColumnName | None:
        """Return the column of days that a period is about; moments are compared by their day."""
        named = self._previous(at, kinds={"column"}, within=3)
        column = self._column(named) if named is not None else None
        if column is None or not self.is_date(column):
            column = self._concept("date", at)
        else:
            self._use(named)
        if column is None or not self._described(column).is_temporal:
            return None
        if self._described(column).type == "timestamp":
            return column.model_copy(update={"part": "day"})
        return column

    def _days(self, tag: Tag, column: ColumnName) -> tuple[dt.date, dt.date] | None:
        described = self._described(column)
        return tag.period.days(described.lowest, described.highest) if tag.period else None

    def _value_parts(self) -> None:
        """Read words that are part of a value: "what did the hotel cost", of "Hotel Lisbon"."""
        for at, tag in enumerate(self.tags):
            if tag.kind == "part" and not tag.used:
                tag.used = True
                (target,) = tag.targets
                column = target.name
                negated = self._negated(at)
                self.draft.conditions.append(
                    Condition(
                        column=column,
                        operator="not like" if negated else "like",
                        values=(target.value,),
                    )
                )

    def _between(self, at: int) -> None:
        first = self._next(at, kinds={"number"}, within=2)
        second = None if first is None else self._next(first, kinds={"number"}, within=2)
        if first is None or second is None:
            return
        low, high = self.tags[first].number, self.tags[second].number
        if low is None or high is None:
            return
        counted = self._next(second, kinds={"table"})
        if counted is not None and self._previous(at, kinds={"column"}) is None:
            self._use(counted, *range(at, second + 1))
            table = self._table(self.tags[counted])
            self._having(">=", low, table)
            self._having("<=", high, table)
        elif column := self._compared_column(at, first, ""):
            self._use(*range(at, second + 1))
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
        is_year = self._is_year_at(number_at) and self._concept("date") is not None
        counted_before = before and self._is_number_of(before - 1) and not (is_year or concept)
        if before and counted_before and self.tags[before].tables:
            self._use(max(at, 0), number_at, before, before - 1)
            self._having(operator, number, self._table(self.tags[before]))
            return
        if not (concept or is_year) and (again := self._compared_again(operator, number)):
            self._use(max(at, 0), number_at)
            self.draft.conditions.append(again)
            return
        is_cost = at > 0 and not concept and self.tags[at - 1].says == "spent"
        column = self._cost_column(at) if is_cost else None
        column = column or self._compared_column(at, number_at, concept)
        if column is None:
            return
        is_cue = at >= 0 and self.tags[at].says in {"compare", "after"}
        self._use(number_at, at if is_cue else None)
        column = self._by_year(column, operator, number)
        self.draft.conditions.append(
            Condition(column=column, operator=_operator(operator), values=(number,))
        )

    def _by_year(self, column: ColumnName, operator: str, number: float) -> ColumnName:
        """Return the year of a column of dates, if it is past a year: "after 2018" is from 2019."""
        is_past = operator in {">", "<="} and FIRST_YEAR <= number <= LAST_YEAR
        if is_past and self.is_date(column):
            return column.model_copy(update={"part": "year"})
        return column

    def _compared_again(self, operator: str, number: float) -> Condition | None:
        """Read "more than 10?", without a column, about what the question before compared.

        After one figure for each group it is about that figure.
        """
        named = (self._column(i) for i, tag in enumerate(self.tags) if tag.kind == "column")
        before = self.previous
        if before is None or any(tag.kind == "table" for tag in self.tags):
            return None
        if any(self._fits(each) for each in named):
            return None
        figures = [each for each in before.outputs if each.function]
        if before.groups and len(figures) == 1:
            (figure,) = figures
            return Condition(
                column=figure.column,
                operator=_operator(operator),
                values=(number,),
                function=figure.function,
                table=figure.column.table if figure.column else figure.table,
            )
        compared = [each for each in before.conditions if each.operator in {"<", "<=", ">", ">="}]
        if len(compared) != 1 or compared[0].compared_with:
            return None
        return compared[0].model_copy(update={"operator": _operator(operator), "values": (number,)})

    def _cost_column(self, at: int) -> ColumnName | None:
        """Return the column of prices of the rows before "cost more than 5"."""
        place = self._previous(at, kinds={"table", "column"}, within=3)
        if place is None:
            return None
        tag = self.tags[place]
        return self.measure(self._table(tag) if tag.kind == "table" else self._column(place).table)

    def _is_before_a_name(self, at: int) -> bool:
        """Return whether the Dutch "voor" means "for" here, and not "before"."""
        return self._next(at, kinds={"value", "part", "column", "table", "each"}) is not None

    def _is_number_of(self, at: int) -> bool:
        tag = self.tags[at]
        return tag.says == "count" and any(each in tag.text for each in ("number", "aantal"))

    def _counts_rows(self, at: int) -> bool:
        tag = self.tags[at]
        return bool(tag.tables) and tag.kind == "table"

    def _having(self, operator: str, number: float, table: str) -> None:
        self.counted.append(table)
        self.draft.conditions.append(
            Condition(operator=_operator(operator), values=(number,), function="count", table=table)
        )

    def _compared_column(self, at: int, number_at: int, concept: str) -> ColumnName | None:
        """Return the column that is compared with a number, and mark its words as used."""
        between = self._next(at, kinds={"column"}, within=max(number_at - at - 1, 0))
        after = self._next(number_at, kinds={"column"})
        before = self._previous(number_at if at < 0 else at + (at < number_at - 1 and 0),
                                kinds={"column"}, within=3)  # fmt: skip
        for index in (between, after, before):
            is_moment = concept == "date" and index == at - 1
            if index is None or (concept and index == before and not is_moment):
                continue
            fit = [
                each for each in self.tags[index].targets if self._compares(each.name, number_at)
            ]
            if index == before and index is not None:
                gap = self.tags[index + 1 : max(at, number_at - 1)]
                if any(each.says in {"and", "comma", "compare"} for each in gap):
                    continue
            if fit:
                self.tags[index].used = True
                return self._best(fit, self._owners(index))
        if concept:
            return self._compared_concept(concept, at, number_at, before)
        if self._is_year_at(number_at) and (found := self._concept("date", at)):
            return found
        concepts = ("age",) if self._is_duration(number_at) else ("age", "amount", "price")
        return next(filter(None, map(self._concept, concepts)), None)

    def _compared_concept(
        self, concept: str, at: int, number_at: int, before: int | None
    ) -> ColumnName | None:
        """Return the column of a ``concept``, if the number may be one of its values."""
        found = self._concept(concept, at)
        if found and concept == "date" and not self._may_date(found, number_at):
            return None
        if found and before is not None and self._column(before) == found:
            self._use(before)
        return found

    def _compares(self, name: ColumnName, number_at: int) -> bool:
        """Return whether a column may be compared with a number: one of days only with a year."""
        return self._is_year_at(number_at) if self.is_date(name) else self.is_numeric(name)

    def _is_year_at(self, at: int) -> bool:
        number = self.tags[at].number or 0.0
        return FIRST_YEAR <= number <= LAST_YEAR and not self._is_duration(at)

    def _may_date(self, name: ColumnName, number_at: int) -> bool:
        """Return whether "after" a number may be a year of a column: "after 1815"."""
        number = self.tags[number_at].number or 0.0
        is_year = not self.is_date(name) or _FIRST_DATED <= number <= LAST_YEAR
        return is_year and not self._is_duration(number_at)

    def _is_duration(self, at: int) -> bool:
        """Return whether a unit of time follows a number: "after 40 days"."""
        end = self.tags[at].end
        following = self.tokens[end].folded if end < len(self.tokens) else ""
        return following in time_units(self.language)

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

    def _without(self) -> None:
        for at, tag in enumerate(self.tags):
            if tag.used or tag.says not in {"without", "not"}:
                continue
            place = self._absent_after(at)
            if place is None:
                self._without_value(at)
                continue
            table = self._table(self.tags[place])
            named = [self._column(i).table for i, t in enumerate(self.tags) if t.kind == "column"]
            others = [each for each in (*self.mentioned, *named, *self.context) if each != table]
            subject = next((o for o in others if links_between(self.vocabulary, o, table)), None)
            bridged = [(o, b) for o in others if (b := bridge_between(self.vocabulary, o, table))]
            if subject is None and not bridged:
                continue
            if subject is None:
                subject = bridged[0][0]
            self._use(at, place)
            self.mentioned = [each for each in self.mentioned if each != table]
            self.absent.append((subject, table))

    def _absent_after(self, at: int) -> int | None:
        """Return the position of the missing table: not "publish" in "who publish no books"."""
        place = self._next(at, kinds={"table"}, within=3)
        if place is not None and self._table(self.tags[place]) in self.mentioned[:1]:
            after = self._next(place, kinds={"table"}, within=2)
            return place if after is None else after
        return place

    def _without_value(self, at: int) -> None:
        """Read "students without a dog", where dogs are rows of another table."""
        place = self._next(at, kinds={"value"})
        subject = next(iter((*self.mentioned, *self.context)), None)
        if place is None or subject is None or self.tags[at].says != "without":
            return
        tables = {each.table for each in self.tags[place].targets}
        table = next(iter(tables)) if len(tables) == 1 else subject
        if table == subject:
            return
        links = links_between(self.vocabulary, subject, table)
        refers = any(each.table == subject for each in links)
        if not refers and (links or bridge_between(self.vocabulary, subject, table)):
            self._use(at)
            self.absent.append((subject, table))

    def _absences(self) -> None:
        """Move the conditions on missing rows into them: "no ships lost in the Channel"."""
        for subject, absent_table in self.absent:
            table = absent_table
            inner = [
                each
                for each in self.draft.conditions
                if each.column and each.column.table == table and not each.function
            ]
            kept = [each for each in self.draft.conditions if each not in inner]
            bridge = bridge_between(self.vocabulary, subject, table)
            if bridge and not links_between(self.vocabulary, subject, table):
                there = Condition(
                    operator="with",
                    table=table,
                    column=key_of(self.vocabulary, bridge, table),
                    inner=tuple(inner),
                )
                table, inner = bridge, [there]
            key = key_of(self.vocabulary, subject, table)
            absent = Condition(operator="without", table=table, column=key, inner=tuple(inner))
            self.draft.conditions = [*kept, absent]

    def _values(self) -> None:
        for at, tag in enumerate(self.tags):
            if tag.kind != "value" or tag.used or self._is_pattern(at):
                continue
            column, text = self._column_of_value(at)
            tag.used = True
            negated = self._negated(at)
            self._equal(column, text, negated=negated)
            self._choose_link(column.table, tag.start)

    def _is_pattern(self, at: int) -> bool:
        """Return whether a value is a part to look for: "with the letter 'w'"."""
        before = self.tags[at - 1] if at else self.tags[at]
        return before.says in {"like", "starts", "ends"} and before.end == self.tags[at].start

    def _choose_link(self, table: str, start: int) -> None:
        """Choose between two links to ``table`` by the words before its value: "flying to"."""
        named = [each.table for tag in self.tags if tag.kind == "column" for each in tag.targets]
        for other in (*self.mentioned, *self.context, *named):
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
        ends = at == len(self.tags) - 1 and bool(self.mentioned)
        if ends or self._next(at, kinds={"table", "super", "compare", "count"}) is not None:
            self._use(at)  # "which herd contains the most cows", "how many do they contain"
            return
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
        """Read columns of yes and no: "which are paid", "not paid", "unpaid", "yet to be paid"."""
        for at, tag in enumerate(self.tags):
            if tag.kind != "column" or tag.used:
                continue
            name = self._column(at)
            if flag_value(self.vocabulary, name, wanted=True) is None:
                continue
            told = self._truth_after(at)
            if self.tokens[tag.end : tag.end + 1] and self.tokens[tag.end].folded in _OF:
                continue  # "the gender of these dogs" is shown
            is_denied = tag.is_opposite or self._negated(at) or self._is_still_to_be(at)
            is_denied ^= told is False
            if is_denied or told is not None or self._is_said_of_rows(at):
                tag.used = True
                self._set_flag(name, wanted=not is_denied)
                if tag.text.casefold().endswith(paying()):
                    self.paid = name

    def _set_flag(self, name: ColumnName, *, wanted: bool) -> None:
        """Require yes (or no) of a column."""
        value = flag_value(self.vocabulary, name, wanted=wanted)
        if self._described(name).type == "boolean":
            self.draft.conditions.append(
                Condition(column=name, operator="true" if wanted else "false")
            )
        elif value is not None:
            self._equal(name, value)

    def _truth_after(self, at: int) -> bool | None:
        """Return the yes or no that follows a column: "paid is no", "betaald = ja"."""
        folded = [each.folded for each in self.tokens]
        place = self.tags[at].end
        while place < len(folded) and folded[place] in _EQUALS:
            place += 1
        word = folded[place] if place < len(folded) else ""
        told = truth(word) if len(word) > 1 else None
        if told is None:
            return None
        if folded[place + 1 : place + 2] and folded[place + 1] not in _AFTER_TRUTH:
            return None  # "who paid no fee"
        for tag in self.tags:
            tag.used |= tag.start <= place < tag.end
        return told

    def _is_still_to_be(self, at: int) -> bool:
        """Return whether it is not yet so: "still to be paid", "nog te betalen"."""
        start = self.tags[at].start
        words = [each.folded for each in self.tokens[max(start - _NEAR_BEFORE, 0) : start]]
        is_still = words[-2:] == ["to", "be"] or any(each <= {*words} for each in _STILL_TO_BE)
        return is_still and _PAST.isdisjoint(words)

    def _is_said_of_rows(self, at: int) -> bool:
        """Return whether a column of yes and no tells which rows: it is not one of their values.

        It stands beside their name, alone, after "which", after another ("sent but not paid"), or
        where figures are asked for, which it has none of.
        """
        near = [self.tags[each] for each in (at - 1, at + 1) if 0 <= each < len(self.tags)]
        if any(each.says in {"each", "by"} for each in near[: 1 if at else 0]):
            return False
        is_figure = bool(self.draft.says & {"sum", "much", "avg", "median", "count"})
        before = [each for each in self.tags[:at] if each.says not in _SMALL]
        is_which = len(before) == 1 and self.tokens[0].folded in _WHICH
        is_next = bool(before) and before[-1].kind == "column" and before[-1].used
        is_beside = any(each.kind == "table" for each in near)
        return not before or is_figure or is_which or is_next or is_beside

    def _numbers(self) -> None:
        for at, tag in enumerate(self.tags):
            if at and tag.text == "one" and self.tags[at - 1].kind == "value":
                tag.used = True  # "and the blue one?"
            elif tag.kind == "number" and not tag.used and not self._is_limit(at):
                self._number_at(at, tag.number or 0.0)

    def _number_at(self, at: int, number: float) -> None:
        """Read "6 years old", "in 2023", "flight number 28", "32 or 33"."""
        aged = self._next(at, kinds={"aged"})
        if aged is not None and (age := self._concept("age", at)):
            self._use(at, aged)
            self._equal(age, number, negated=self._negated(at))
            return
        year = self._year() if self._is_year_at(at) else None
        place = self._column_before(at)
        if year is not None and (place is None or self._is_year(at, place, number)):
            if not self._again(at, number):
                self._equal(year, number, negated=self._negated(at))
            self._use(at)
        elif place is not None and self._compares(name := self._column(place), at):
            self._use(at, place)
            self._equal(name, number, negated=self._negated(place))
        elif self._again(at, number):
            self._use(at)
        elif named := self._numbered(at):
            self._use(at, place)
            self._equal(*named, negated=self._negated(at))
        else:
            self._count_at(at, number)

    def _numbered(self, at: int) -> tuple[ColumnName, str | float] | None:
        """Return the column and the value of a number after a name: "tag 225", "flight 28".

        The column has it as text, or is the number or the key of the rows that are named.
        """
        before, number = self.tags[at - 1] if at else self.tags[at], self.tags[at]
        written = [
            each for each in before.targets if number.text in self._described(each.name).samples
        ]
        if before.kind == "column" and written:
            return self._best(written, self._owners(at - 1)), number.text
        if before.kind != "table" or before.end != number.start:
            return None
        table = self.vocabulary.by_name[self._table(before)]
        named = [
            each.name
            for each in table.columns
            if role_words(each.name) > role_words(table.name)
            and name_words(each.name)[-1] in _NUMBERING
        ]
        column = next(iter([*named, *table.key]), "")
        name = ColumnName(table=table.name, column=column)
        is_own = column and (named or len(table.key) == 1) and self.is_numeric(name)
        return (name, number.number or 0.0) if is_own else None

    def _roles(self) -> None:
        """Use words such as "leave" and "arriving" that choose a column or a joining one."""
        for at, tag in enumerate(self.tags):
            role = role_of(tag.text.casefold(), self.language) if tag.kind == "word" else ""
            if not role or tag.used:
                continue
            place = self._next(at, kinds={"table"})
            if place is not None:
                self._choose_link(self._table(self.tags[place]), self.tags[place].start)
            columns = [each.column.column for each in self.draft.conditions if each.column]
            tag.used = any(role in name_words(each) for each in (*columns, self.draft.link))
        self.tags = [tag for tag in self.tags if not (tag.kind == "word" and tag.used)]

    def _count_at(self, at: int, number: float) -> None:
        """Read "who have two dogs" or "did only one visit": a number of other rows."""
        place = self._next(at, kinds={"table"})
        tag = self.tags[at]
        before = self.tokens[tag.start - 1].folded if tag.start else ""
        if before in _DEMONSTRATIVE and self.context:
            self._use(at)  # "those 12 farms" are those, whatever their number
            return
        if place is None or before not in having(self.language):
            return
        table = self._table(self.tags[place])
        others = {*self.mentioned, *self.context, *self.sure} - {table}
        if not any(links_between(self.vocabulary, each, table) for each in others):
            return
        only = self._previous(at, kinds={"only"})
        self._use(at, place, only)
        if only is not None and [each.says for each in self.tags].count("only") == 1:
            self.draft.says.discard("only")
        self._having("=", number, table)

    def _column_before(self, at: int) -> int | None:
        place = self._previous(at, kinds={"column"}, within=2)
        if place == at - 2 and self.tags[at - 1].says not in {"or", "comma", "and"}:
            return None
        return place

    def _is_year(self, at: int, place: int, number: float) -> bool:
        """Return whether a number is a year, and no value of the column at ``place`` before it.

        A word makes it one ("amount in 2023"), a total before the column does ("total amount 2023
        versus 2024"), and so does a column of words, or of numbers that are all smaller or larger.
        """
        tag = self.tags[at]
        before = self.tokens[tag.start - 1].folded if tag.start else ""
        if self.tokens[0].folded in COMPARING:
            return True
        if before in {"in", "for", "from", "during", "voor", "uit", "over"}:
            return True
        name = self._column(place)
        if not self._fits(name):
            return place == at - 2
        is_total = place > 0 and self.tags[place - 1].says in {"sum", "avg", "median"}
        return self.is_numeric(name) and (is_total or self._is_out_of_range(name, number))

    def _is_out_of_range(self, name: ColumnName, number: float) -> bool:
        column = self._described(name)
        try:
            return not float(column.lowest) <= number <= float(column.highest)
        except ValueError:  # not known
            return False

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


def _operator(text: str) -> Operator:
    operators: dict[str, Operator] = {"=": "=", ">": ">", "<": "<", ">=": ">=", "<=": "<="}
    return operators[text]
