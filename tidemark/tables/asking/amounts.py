"""Amounts in questions that do not name their column: money spent, the price of something."""

from tidemark.tables.asking.conditions import ConditionReader
from tidemark.tables.asking.linking import flag_value, name_words
from tidemark.tables.asking.query_shape import ColumnName, Order, Output
from tidemark.tables.asking.question_words import paying

RANKING = frozenset({"top", "bottom", "onderste"})  # unlike "first", "any" and "best"
_DIFFERING = frozenset({"more", "less", "difference", "meer", "minder", "verschil"})
_NAMES = frozenset({"name", "title", "naam", "titel"})


class AmountReader(ConditionReader):
    """Reads the amounts in a question into the ``draft``."""

    def _imply(self) -> None:
        """Choose the table of amounts if the question names none: "how much did I spend in May"."""
        if any(tag.kind in {"table", "column", "value", "part"} for tag in self.tags):
            return
        if self.asks_who and any(tag.cue.argument == "wage" for tag in self.tags):
            return
        if "spent" in self.draft.says and not self.context and (table := self._table_of_amounts()):
            self.mentioned = [table]
            self.is_implied = True

    def _table_of_amounts(self) -> str | None:
        """Return the only table with a column of amounts, or else of prices."""
        for concept in ("amount", "total", "price"):
            tables = {
                target.table
                for target in self.vocabulary.column_of_concept(concept, self.vocabulary.by_name)
                if self.is_numeric(target.name)
            }
            if tables:
                return tables.pop() if len(tables) == 1 else None
        return None

    def _spending(self) -> None:
        """Read "how much did I spend on food", "what did the hotel cost", "which cost under 50"."""
        for at, tag in enumerate(self.tags):
            if tag.says != "spent" or tag.used or self._compares_sums():
                continue
            compared = any(
                each.column
                and each.operator in {"<", ">", "<=", ">=", "between"}
                and self.is_numeric(each.column)
                for each in self.draft.conditions
            )
            if {"count", "distinct"} <= self.draft.says:
                self._use(at)  # "how many different products do we sell"
                continue
            if self._earns_most(at):
                continue
            name = self._spent_column(at)
            if name is None and not compared:
                continue
            self._use(at)
            if name and not compared:
                self._spent(at, name)
        if self.paid and not (self.draft.outputs or self.mentioned) and self._asks_how_much():
            self._total_paid(self.paid)

    def _asks_how_much(self) -> bool:
        """Return whether an amount is asked for, of no column that is named."""
        asks = bool(self.draft.says & {"much", "count", "sum"}) or self._asks_what()
        counts_rows = {"count", "all"} <= self.draft.says  # "how many rows"
        return (
            asks
            and not counts_rows
            and not any(tag.kind == "column" and not tag.used for tag in self.tags)
        )

    def _total_paid(self, paid: ColumnName) -> None:
        """Read "how much has he paid" or "how much is unpaid": the sum of those rows."""
        if name := self.measure(paid.table):
            for tag in self.tags:
                tag.used |= tag.says in {"much", "count", "sum"}
            self.draft.outputs.append(Output(function="sum", column=name))

    def _of_paid(self, at: int, table: str) -> None:
        """Count what was paid alone, where a column tells it: "what did they pay in total".

        For "what do they still have to pay", count the rest.
        """
        for column in self.vocabulary.by_name[table].columns:
            name = ColumnName(table=table, column=column.name)
            is_paid = any(word in paying() for word in name_words(column.name))
            if is_paid and flag_value(self.vocabulary, name, wanted=True) is not None:
                self._set_flag(name, wanted=not self._is_still_to_be(at))

    def _earns_most(self, at: int) -> bool:
        """Read "who earns the most?" as the row with the highest salary, if one table has any."""
        tag, ranks = self.tags[at], self._next(at, kinds={"super"})
        if tag.cue.argument != "wage" or ranks is None or not self.asks_who:
            return False
        found = self.vocabulary.column_of_concept("salary", self.mentioned or self.context)
        found = found or self.vocabulary.column_of_concept("salary", self.vocabulary.by_name)
        names = [each.name for each in found if self.is_numeric(each.name)]
        if len(names) != 1:
            return False
        self._use(at, ranks)
        descending = self.tags[ranks].cue.argument != "asc"
        self.draft.orders.append(Order(column=names[0], descending=descending))
        self.draft.limit = 1
        self.is_implied = True
        return True

    def _compares_sums(self) -> bool:
        """Return whether it asks for a difference or a mean of sums, which no query can express."""
        words = {tag.text.casefold() for tag in self.tags if tag.kind == "word"}
        return bool(words & _DIFFERING) or bool(self.draft.says & {"avg", "median"})

    def _spent_column(self, at: int) -> ColumnName | None:
        """Return the column of spending: named after "how much", or else the one of amounts."""
        for place, tag in enumerate(self.tags[:at]):
            if tag.says in {"count", "much"} and not tag.used:
                named = self._next(place, kinds={"column"})
                if named is not None and self.is_numeric(name := self._column(named)):
                    self._use(named)
                    return name
        rows = [each.column.table for each in self.draft.conditions if each.column]
        columns = [self._column(i).table for i, t in enumerate(self.tags) if t.kind == "column"]
        tables = [*rows, *self.mentioned, *columns, *self.context]
        if not tables:
            return None
        counts = self.tags[at].cue.argument == "sale" and "count" in self.draft.says
        return self._quantity(tables[0]) if counts else self.measure(tables[0])

    def _quantity(self, table: str) -> ColumnName | None:
        """Return the column of how many pieces were sold: "how many lamps did we sell"."""
        found = self.vocabulary.column_of_concept("quantity", [table])
        names = [ColumnName(table=table, column=each.column) for each in found]
        return next((each for each in names if self.is_numeric(each)), None)

    def _spent(self, at: int, name: ColumnName) -> None:
        ranks = self._next(at, kinds={"super", "top"}, within=2)
        ranks = self._previous(at, kinds={"super"}) if ranks is None else ranks
        group = self._previous(at, kinds={"column"}, within=2)
        if ranks is not None and group is not None and not self.tags[ranks].cue.concept:
            ranked = self._next(ranks, kinds={"column"}, within=1)  # "sold the most units"
            if ranked is not None and self.is_numeric(self._column(ranked)):
                self._use(ranked)
                name = self._column(ranked)
            descending = self.tags[ranks].cue.argument != "asc"
            self._use(ranks, group)
            self._group_by_sum(self._column(group), name, descending=descending)
        elif ranks is None and (
            self.draft.says & {"much", "count", "sum"}
            or (self._asks_what() and self.tags[at].cue.argument not in {"sale", "wage"})
        ):
            for tag in self.tags:
                tag.used |= tag.says in {"much", "count", "sum"}
            if self.tags[at].cue.argument == "cost":
                self._show_amount(name)
            else:
                self.draft.outputs.append(Output(function="sum", column=name))
            if self.tags[at].cue.argument == "paid" and self.paid is None:
                self._of_paid(at, name.table)

    def _is_spent(self, output: Output) -> bool:
        """Return whether its amounts are summed already: the fines of "what we paid in fines"."""
        total = output.model_copy(update={"function": "sum"})
        return "spent" in self.draft.says and total in self.draft.outputs

    def _asks_what(self) -> bool:
        return bool(self.tokens) and self.tokens[0].folded in {"what", "wat"}

    def _rank_by_amount(self, at: int, number: int, *, descending: bool) -> None:
        """Rank the rows of "the top 3 expenses" by amount; "the first 3" are not ranked."""
        place = self._next(number, kinds={"table"})
        last = len(self.tags) - 1
        if self.tags[at].text not in RANKING or place is None or self.draft.orders or place < last:
            return
        if name := self.measure(self._table(self.tags[place])):
            self.draft.orders.append(Order(column=name, descending=descending))

    def _group_by_sum(
        self, group: ColumnName, name: ColumnName, *, descending: bool, limit: int | None = 1
    ) -> None:
        self.draft.outputs.append(Output(column=group))
        self.draft.groups.append(group)
        self.draft.orders.append(Order(column=name, function="sum", descending=descending))
        self.draft.limit = limit
        self.draft.says.add("group_shown")

    def _amount_of_rows(self) -> None:
        """Read "how much was the chair": the amount of the rows that are named."""
        rows = [each.column for each in self.draft.conditions if each.column and not each.function]
        name = self.measure(rows[0].table) if rows and not self.draft.outputs else None
        if name and not any(each.kind == "column" and not each.used for each in self.tags):
            self._show_amount(name)

    def _show_amount(self, name: ColumnName) -> None:
        """Show ``name`` of the rows: summed, or one by one after a match of part of a value.

        "The rent" matches "Rent January" and "Rent May", whose column is shown as well.
        """
        held = [each.column for each in self.draft.conditions if each.operator == "like"]
        if held:
            self.draft.outputs.extend(Output(column=each) for each in [*held, name] if each)
        else:
            self.draft.outputs.append(Output(function="sum", column=name))

    def _quantity_after(self, at: int) -> ColumnName | None:
        """Return the column with the quantity of a row: the pieces of "how many roses"."""
        after = self.tags[at + 1] if at + 1 < len(self.tags) else self.tags[at]
        if after.kind not in {"value", "part"} or len({each.table for each in after.targets}) > 1:
            return None
        numeric = {
            name
            for concept in ("quantity", "stock")
            for each in self.vocabulary.column_of_concept(concept, [after.targets[0].table])
            if self.is_numeric(name := each.name)
        }
        return numeric.pop() if len(numeric) == 1 else None

    def _price_of(self, at: int) -> ColumnName | None:
        """Return the column that ranks "the most expensive item", in the table that has items."""
        place = self._next(at, kinds={"column"})
        tables = {each.table for each in self.tags[place].targets} if place is not None else ()
        return self.measure(*tables) if len(tables) == 1 else None

    def _repeats(self, name: ColumnName) -> bool:
        """Return whether a value of the column occurs in more than one row."""
        column = self._described(name)
        return 0 < column.distinct < self.vocabulary.by_name[name.table].rows - column.empty

    def is_of_values(self, name: ColumnName) -> bool:
        """Return whether values of a column are meant, and not the rows of its table.

        "Which city has the most flights?" counts those of a city, whose airports are not named.
        """
        is_named = name.table in self.mentioned or bool(_NAMES & {*name_words(name.column)})
        return not is_named and self._repeats(name)

    def _adds_up(self) -> bool:
        """Return whether several rows may remain to sum: of a period, or of a frequent value."""
        return (
            bool(self.draft.conditions)
            and not self.draft.orders
            and all(
                each.column is not None
                and (
                    self.is_date(each.column)
                    or (each.operator == "=" and self._repeats(each.column))
                )
                for each in self.draft.conditions
            )
        )
