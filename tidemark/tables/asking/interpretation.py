"""Interprets the words of a question after linking: outputs, conditions, groups, order.

Steps run in a fixed order, and each marks the tags that it understood as used, so that the tags
left at the end were not understood.  Unknown words are never guessed at, but reported.
"""

from collections.abc import Iterable

from tidemark.nlp.stemming import stem
from tidemark.tables.asking.amounts import RANKING, AmountReader
from tidemark.tables.asking.conditions import COMPARING, Draft
from tidemark.tables.asking.linking import Tag, name_words
from tidemark.tables.asking.naming import WHOLE
from tidemark.tables.asking.query_shape import ColumnName, Function, Order, Output, Part
from tidemark.tables.asking.question_words import relating, role_of

_PARTS: dict[str, Part] = {
    "year": "year", "years": "year", "jaar": "year", "yearly": "year", "annual": "year",
    "month": "month", "months": "month", "maand": "month", "monthly": "month",
    "maandelijks": "month", "jaarlijks": "year", "day": "day", "dag": "day", "daily": "day",
}  # fmt: skip
# A word of these kinds must not be ignored: the answer would be to another question
_TELLING = frozenset({"word", "quoted", "number", "without", "not", "compare", "between", "like",
                      "starts", "ends", "super", "null", "notnull", "after", "period", "spent",
                      "relative"})  # fmt: skip
_SORT = frozenset({"sort", "order", "rank", "sorteer", "rangschik", "orden"})
_RANKS = frozenset({"rank", "rank the", "rangschik"})  # the largest first
_BY = frozenset({"by", "op", "of", "naar", "their", "volgens", "on"})
_SORTABLE = frozenset({"column", "count", "sum", "avg", "median", "max", "min"})
_THEIR = frozenset({"their", "its", "hun", "zijn"})  # "jobs with their maximum salary": of each
_RELATIVES = frozenset({"that", "die"})
_DEMONSTRATIVE = frozenset({"that", "this", "these", "those", "die", "dat", "deze", "dit"})
_HAVING = frozenset(
    "has have having had with whose gets get got earns earn earned pays paid heeft hebben had met "
    "did does done made makes wiens kreeg krijgt verdient betaalt".split()
)
_FUNCTIONS: dict[str, Function] = {
    "avg": "avg", "median": "median", "sum": "sum", "max": "max", "min": "min",
}  # fmt: skip


class Reader(AmountReader):
    """Reads the ``tags`` of one question, after ``previous``."""

    def read(self) -> Draft:
        """Return the parts of the question, with the words that were not understood."""
        draft = self.draft
        draft.says = {tag.says for tag in self.tags if tag.kind == "cue"}
        self._imply()
        self._joins()
        self._periods()
        self._compare()
        self._without()
        self._values()
        self._value_parts()
        self._quoted()
        self._flags()
        self._numbers()
        self._absences()
        self._roles()
        self._order()
        self._ranked_groups()
        self._groups()
        self._spending()
        self._superlatives()
        self._counts()
        self._functions()
        self._parts()
        self._outputs()
        self._years()
        self._rest()
        return draft

    def _joins(self) -> None:
        """Read "towns that have source ports" as those that this column refers to."""
        if len(self.tags) < 2:
            return
        before, tag = self.tags[-2:]
        having = self.tokens[tag.start - 1].folded in _HAVING
        if tag.kind != "column" or before.text not in _RELATIVES or not having:
            return
        ends = {(each.table, each.column) for each in self.vocabulary.links}
        found = [each for each in tag.targets if (each.table, each.column) in ends]
        if found and found[0] == tag.targets[0]:
            tag.used = True
            self.draft.link = found[0].column
            self.mentioned.append(found[0].table)

    # Order and groups

    def _order(self) -> None:
        draft = self.draft
        ordering = [at for at, tag in enumerate(self.tags) if tag.says == "order" and not tag.used]
        turning = [at for at, tag in enumerate(self.tags) if tag.says in {"desc", "asc"}]
        for at in turning:
            draft.direction = self.tags[at].says == "desc"
        if draft.direction is None and any(self.tags[at].text in _RANKS for at in ordering):
            draft.direction = True
        for at in (*ordering, *turning):
            self._use(at)
            place = self._ordered_by(at)
            if place is not None and not draft.orders:
                draft.orders.append(self._order_at(place, descending=bool(draft.direction)))
            elif self.tags[at].cue.concept and not draft.orders:
                self._order_by_concept(self.tags[at].cue.concept, descending=bool(draft.direction))
        if (ordering or turning) and not draft.orders:
            draft.says.add("ordered")

    def _order_by_concept(self, concept: str, *, descending: bool) -> None:
        """Read "oldest first": the order of the ages, or of the days of birth turned round."""
        name = self._concept(concept)
        if name is None and concept == "age":
            name, descending = self._concept("birthday"), not descending
        if name is not None:
            self.draft.orders.append(Order(column=name, descending=descending))

    def _ordered_by(self, at: int) -> int | None:
        """Return the position of the column to sort by: it follows "by", or the direction."""
        place = self._next(at, kinds=_SORTABLE, within=len(self.tags))
        if place == at + 1 and self.tags[at].says != "order":
            return place
        while place is not None:
            between = self.tokens[self.tags[at].start : self.tags[place].start]
            if any(token.folded in _BY for token in between):
                return place
            place = self._next(place, kinds=_SORTABLE, within=len(self.tags))
        return None

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

    def _ranked_groups(self) -> None:
        """Read "the top 2 regions by amount": sums by region where a region has several rows."""
        for at, tag in enumerate(self.tags):
            if tag.used or tag.says not in {"top", "super"} or tag.cue.concept:
                continue
            group = self._next(at, kinds={"column"}, within=2)
            if group is None or self._fits(self._column(group)):
                continue
            place = self._ranking_of(group)
            if place is None:
                continue
            limit = self._limit_near(at) or (None if tag.text in RANKING else 1)
            self._use(at, *range(group, place + 1))
            self._rank_groups(
                self._column(group),
                self._column(place),
                limit,
                descending=tag.cue.argument != "asc",
            )

    def _ranking_of(self, group: int) -> int | None:
        """Return the position of the numbers that the column at ``group`` is ranked "by"."""
        place = self._next(group, kinds={"column"}, within=2)
        if place is None or not self.is_numeric(self._column(place)):
            return None
        between = self.tokens[self.tags[group].end : self.tags[place].start]
        return place if any(token.folded in _BY for token in between) else None

    def _rank_groups(
        self, group: ColumnName, name: ColumnName, limit: int | None, *, descending: bool
    ) -> None:
        if self._repeats(group):
            self._group_by_sum(group, name, descending=descending, limit=limit)
            self.draft.outputs.append(Output(function="sum", column=name))
        else:
            self.draft.outputs += [Output(column=group), Output(column=name)]
            self.draft.orders.append(Order(column=name, descending=descending))
            self.draft.limit = limit

    def _groups(self) -> None:
        aggregates = {"count", "sum", "avg", "median", "max", "min", "super", "much", "common"}
        has_aggregate = bool(self.draft.says & aggregates)
        if before := self.previous:
            has_aggregate |= any(each.function for each in before.outputs)
            has_aggregate |= any(each.function for each in before.orders)
        for at, tag in enumerate(self.tags):
            if tag.says not in {"each", "by"} or tag.used:
                continue
            tag.used = True
            place = self._next(at, kinds={"column", "table", "word"})
            has_aggregate = has_aggregate or self._sums_by(at, place)
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

    def _sums_by(self, at: int, group: int | None) -> bool:
        """Read "the costs per reason" as sums of the amounts, where a reason has several rows."""
        named = self._previous(at, kinds={"column"}, within=2)
        if group is None or named is None or self.tags[at].says != "each" or self.context:
            return False
        if self.tags[group].kind != "column" or not self._repeats(self._column(group)):
            return False
        name = self._column(named)
        if self.tags[named].used or self.measure(name.table) != name:
            return False
        self._use(named)
        self.draft.outputs.append(Output(function="sum", column=name))
        return True

    def _is_passive(self, by: Tag) -> bool:
        """Return whether a "by" names an agent: "owned by"."""
        before = self.tokens[by.start - 1].folded if by.start else ""
        return before.endswith(("ed", "wn", "en", "ght")) and before not in {"sorted", "grouped"}

    @property
    def _has_function(self) -> bool:
        return bool(self.draft.says & {"count", "sum", "avg", "median"})

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
        descending = self.tags[at].cue.argument != "asc"
        if number is not None:
            self.draft.limit = int(self.tags[number].number or 1)
            self._use(at, number)
            if not self.draft.orders:
                self.draft.says.add("ordered")
                if self.draft.direction is None:
                    self.draft.direction = descending
            self._rank_by_amount(at, number, descending=descending)
            place = self._next(number, kinds={"column"}, within=3)
            end = self.tags[place].start if place is not None else 0
            by = any(each.folded in _BY for each in self.tokens[self.tags[number].end : end])
            is_next = place == number + 1 and self.is_numeric(self._column(place))
            if place is not None and (by or is_next):
                self.draft.orders.append(self._order_at(place, descending=descending))
            elif place == number + 1 == len(self.tags) - 1 and self.tags[at].text in RANKING:
                self.draft.unread.append("top")  # "the top 3 regions" does not say by what
                self.draft.telling = True
        elif at == len(self.tags) - 1 and self._ranks_groups_before(at):
            self._use(at)
            self.draft.direction = descending
            self.draft.says.add("ranked")
            self.draft.limit = 1

    def _ranks_groups_before(self, at: int) -> bool:
        """Return whether "the best" is of the groups before, by their only figure."""
        before = self.previous
        if before is None or not before.groups or not self.tags[at].text.endswith("best"):
            return False
        return len([each for each in before.outputs if each.function]) == 1

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
        function_at = self._next(at, kinds={"sum", "avg", "median"})
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
        fits = self.is_numeric(name) if self._is_most(at) else self._fits(name)
        if not fits and limit is None:
            return
        self._use(at, place, function_at)
        function: Function = "" if function_at is None else _FUNCTIONS[self.tags[function_at].says]
        self._superlative_of(at, name, limit, function, descending=descending)

    def _superlative_of(
        self, at: int, name: ColumnName, limit: int | None, function: Function, *, descending: bool
    ) -> None:
        group = None if function or limit else self._repeated_before(at)
        if group is not None:
            self._use(group)
            self._group_by_sum(self._column(group), name, descending=descending)
        elif function:
            self.draft.orders.append(Order(column=name, function=function, descending=descending))
            self.draft.limit = limit or 1
        elif limit is None and not self._ranks_rows(at):
            self.draft.outputs.append(Output(function="max" if descending else "min", column=name))
        else:
            self._rank(name, descending=descending, limit=limit)

    def _repeated_before(self, at: int) -> int | None:
        """Return the position of the table that "the most hours" are summed for."""
        place = self._previous(at, kinds={"column"}, within=2)
        if place is None or not self._is_most(at):
            return None
        name = self._column(place)
        return place if self._described(name).type == "text" and self._repeats(name) else None

    def _is_most(self, at: int) -> bool:
        """Return whether a superlative is of a quantity: "the most hours", not "the highest"."""
        return bool({"most", "least", "meeste", "minste"} & set(self.tags[at].text.split()))

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
        if concept == "price":
            name = self._price_of(at) or name or self._concept("amount", at)
        if name is None and concept == "age":
            name = self._concept("birthday", at)
            descending = not descending
        if name is not None:
            self._use(at)
            self._rank(name, descending=descending, limit=limit)

    def _is_counted(self, at: int, limit: int | None) -> bool:
        """Return whether "most concerts" counts concerts: not "the largest stadium"."""
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
        """Return whether a superlative selects rows ("which dog has the highest age")."""
        if self.asks_who:
            return True
        before = self.tags[:at]
        if self.tags[at].text.split()[-2:] in (["number", "of"], ["hoogste", "aantal"]):
            before = [tag for tag in before if tag.says != "them"]
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
            if place is not None and self._is_apart(at, place):
                place = None
            if place is None and tag.says == "much":
                self._amount_of_rows()
                continue
            if tag.says == "count" and (name := self._quantity_after(at)):
                self.draft.outputs.append(Output(function="sum", column=name))
                continue
            if place is None:
                self.draft.outputs.append(Output(function="count"))
                continue
            self._use(place, distinct_at)
            self._count_of(place, distinct=distinct_at is not None)

    def _is_apart(self, at: int, place: int) -> bool:
        """Return whether the name at ``place`` is not what is counted: "how much was the visit"."""
        if self.tags[at].says == "much" and self.tags[place].kind == "table":
            return True
        between = self.tags[at + 1 : place]
        return any(each.says in {"and", "comma", "each", "them"} for each in between)

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
        if not distinct and (table := self._referred_to(name, tag)):
            self.counted.append(table)
            self.draft.outputs.append(Output(function="count", table=table))
            return
        column = self._described(name)
        key = self.vocabulary.by_name[name.table].key
        if self.is_numeric(name) and name.column not in key and not distinct:
            asks_one = bool(self.draft.orders or self.draft.conditions) and not self._adds_up()
            asks_one |= self._is_one_before()
            function: Function = "" if asks_one else "sum"
            self.draft.outputs.append(Output(function=function, column=name))
            return
        if name.column in key and len(key) == 1 and column.distinct and not distinct:
            self.draft.outputs.append(Output(function="count", table=name.table))
            return
        distinct = distinct or self._repeats(name)
        self.draft.outputs.append(Output(function="count", column=name, distinct=distinct))

    def _is_one_before(self) -> bool:
        """Return whether the question before asked for one row: "how many units did it sell?"."""
        before = self.previous
        return before is not None and before.limit == 1 and not before.groups

    def _referred_to(self, name: ColumnName, tag: Tag) -> str:
        """Return the table whose rows a column refers to, if the table has its name: "channels"."""
        words = {stem(each, self.language) for each in tag.text.casefold().split()}
        for link in self.vocabulary.links:
            named = {stem(each, self.language) for each in name_words(link.of_table)}
            if (link.table, link.column) == (name.table, name.column) and words & named:
                return link.of_table
        return ""

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
        if place is not None and self._is_of_a_row(at, more):
            self._use(place)
            self._rank(self._column(place), descending=function == "max", limit=None)
            return
        if place is None and any(
            each.function in {"count", function} for each in self.draft.outputs
        ):
            return
        if place is None and (name := self._figure_before(at)):
            self.draft.outputs.extend(Output(function=each, column=name) for each in more)
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

    def _is_of_a_row(self, at: int, functions: list[Function]) -> bool:
        """Return whether a row is asked for: "which job has the maximum salary"."""
        if functions not in (["max"], ["min"]) or self.draft.says & {"each", "by"}:
            return False
        named = [tag for tag in self.tags[:at] if tag.kind in {"table", "column"}]
        start, end = named[-1].end if named else 0, self.tags[at].start
        between = {each.folded for each in self.tokens[start:end]}
        having = between & _HAVING and not between & _THEIR
        return self.asks_who or bool(named and having)

    def _figure_before(self, at: int) -> ColumnName | None:
        """Return the column of numbers that a question ends with: "what do they earn in total"."""
        place = self._previous(at, kinds={"column"}, within=2)
        if place is None or at != len(self.tags) - 1:
            return None
        if any(each.says != "them" for each in self.tags[place + 1 : at]):
            return None
        name = self._column(place)
        self._use(place if (is_figure := self._fits(name)) else None)
        return name if is_figure else None

    def _measure_after(self, at: int) -> ColumnName | None:
        """Return the column that is summed over rows: the amount of "total sales"."""
        place = self._next(at, kinds={"table"}, within=2)
        if place is None:
            return None
        table = self._table(self.tags[place])
        name = self.measure(table)
        self._use(place if name else None)
        return name

    def _years(self) -> None:
        """Group by year if several years are compared: "total sales in 2023 and 2024"."""
        if "or" in self.draft.says:
            return
        for each in self.draft.conditions:
            several = each.operator == "in" and each.column and self._is_by_year(each.column)
            if several and self.tokens[0].folded in COMPARING:
                self._sum_outputs()
            functions = any(output.function for output in self.draft.outputs)
            if several and functions and each.column and each.column not in self.draft.groups:
                self.draft.groups.append(each.column)

    def _sum_outputs(self) -> None:
        """Sum the only column shown, if it has numbers: "compare the amount of 2023 and 2024"."""
        outputs = self.draft.outputs
        name = outputs[0].column if len(outputs) == 1 else None
        if name and not outputs[0].function and self.is_numeric(name):
            self.draft.outputs = [Output(function="sum", column=name)]

    def _is_by_year(self, name: ColumnName) -> bool:
        return name.part == "year" or name == self._year()

    def _parts(self) -> None:
        """Read "by month" of a date if no column has that name."""
        for at, tag in enumerate(self.tags):
            if tag.kind == "word" and not tag.used and self.context:
                part = _PARTS.get(tag.text.casefold())
                day = self._date_column() if part else None
                if part and day:
                    tag.used = True
                    if [each.kind for each in self.tags[at + 1 : at + 2]] == ["number"]:
                        continue  # "only the year 2022"
                    self.draft.groups.append(day.model_copy(update={"part": part}))

    def _outputs(self) -> None:
        draft = self.draft
        plain = [(at, Output(column=c)) for at in self._places_shown() for c in self._columns(at)]
        named = [each for _, each in plain if not self._is_spent(each)]
        draft.outputs = [*_unique(named), *draft.outputs]
        draft.outputs += self._sorted_by()
        self._tables_as_outputs(plain)
        if "distinct" in draft.says:
            for tag in self.tags:
                if tag.says == "distinct" and not tag.used:
                    tag.used = True
                    draft.distinct = True
        if "all" in draft.says and not draft.outputs:
            draft.wants_all = True
        draft.outputs = draft.outputs or self._time_or_place()
        sorted_by = [each.column for each in draft.orders]
        if self.asks_who and all(o.column in sorted_by and not o.function for o in draft.outputs):
            columns = [each.column for each in draft.orders]
            columns += [each.column for each in draft.conditions]
            told = [each.table for each in columns if each]
            displays = filter(None, map(self._person, [*self.mentioned, *told]))
            draft.outputs = [Output(column=each) for each in list(displays)[:1]] or draft.outputs

    def _time_or_place(self) -> list[Output]:
        """Return the column that "when" asks for, or "where" with a direction: "going to"."""
        first = self.tokens[0].folded if self.tokens else ""
        if first in {"when", "wanneer"} and (day := self._concept("date")):
            return [Output(column=day)]
        roles = {role_of(each.folded, self.language) for each in self.tokens[1:]} - {""}
        if first not in {"where", "waar"} or not self.mentioned:
            return []
        table = self.vocabulary.by_name[self.mentioned[0]]
        named = [each.name for each in table.columns if roles & set(name_words(each.name))]
        return [Output(column=ColumnName(table=table.name, column=each)) for each in named]

    def _places_shown(self) -> list[int]:
        """Return the positions of the columns to show, and use all that are left."""
        left = [at for at, tag in enumerate(self.tags) if tag.kind == "column" and not tag.used]
        self._use(*left)
        named = [at for at in left if not (self._is_verb(at) or self._ends_name(at))]
        others = [at for at in named if not (self.context and self._refers_back(at))]
        return others or named

    def _ends_name(self, at: int) -> bool:
        """Return whether two parts of names are one: "cell phone" of a column cell_number."""
        before, tag = self.tags[at - 1] if at else self.tags[at], self.tags[at]
        if before.kind != "column" or before.end != tag.start:
            return False
        best = max(each.score for each in (*before.targets, *tag.targets))
        return best < WHOLE and before.targets[0].table == tag.targets[0].table

    def _refers_back(self, at: int) -> bool:
        """Return whether a column only says of which rows: "the release year of that song"."""
        before = self.tags[at - 1] if at else self.tags[at]
        is_next = before.says == "them" and before.end == self.tags[at].start
        if not is_next or before.text not in _DEMONSTRATIVE or not before.start:
            return False
        return self.tokens[before.start - 1].folded in relating(self.language)

    def _columns(self, at: int) -> list[ColumnName]:
        """Return the columns that a tag names: "names" means first and last names."""
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
    def is_joined(self) -> bool:
        """Return whether its conditions are on another table than the rows it asks for."""
        tables = {each.column.table for each in self.draft.conditions if each.column}
        return bool(self.mentioned) and bool(tables - {self.mentioned[0]})

    def _sorted_by(self) -> list[Output]:
        """Return the sort column of a question that only sorts, because people want to see it."""
        if not (self.draft.outputs and self.tokens[0].folded in _SORT) or self.context:
            return []
        columns = (Output(column=each.column) for each in self.draft.orders if not each.function)
        return [each for each in columns if each.column and each not in self.draft.outputs]

    def _tables_as_outputs(self, plain: list[tuple[int, Output]]) -> None:
        """Show the name column of a table named next to columns: "names and the courses"."""
        for at, tag in enumerate(self.tags):
            if tag.kind != "table" or tag.used or at < 1:
                continue
            beside = self.tags[at - 1].says == "and" and any(place < at for place, _ in plain)
            own = (
                bool(self.context) and self.tags[at - 1].text in _THEIR and at == len(self.tags) - 1
            )
            if not (beside or (own and self._table(tag) not in self.context)):
                continue
            table = self._table(tag)
            follows = at + 1 < len(self.tags) and self.tags[at + 1].kind == "column"
            if follows or any(o.column and o.column.table == table for _, o in plain):
                continue
            if name := self.display(table):
                self.draft.outputs.append(Output(column=name))

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
