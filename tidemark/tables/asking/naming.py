"""Finds the column, table or concept that a name in a question means in its context."""

from collections.abc import Iterable, Sequence
from functools import cached_property

from tidemark.nlp.languages import Language
from tidemark.schema.tables import Column
from tidemark.tables.asking.joins import joinable, role_words
from tidemark.tables.asking.linking import (
    QuestionWord,
    Tag,
    Target,
    Vocabulary,
    name_words,
    plainly_joined,
    tokens_of,
)
from tidemark.tables.asking.query_shape import ColumnName, QueryShape, within
from tidemark.tables.asking.question_words import role_of

# Added to a score of at most 1
_IN_OWNER, _IN_MENTIONED, _IN_CONTEXT, _IN_SETTLED = 0.45, 0.35, 0.3, 0.2
_BESIDE_MENTIONED = 0.05  # less than anything that is said: a link to a mentioned table
_NOT_JOINED = 0.2
_BY_TABLE = 0.5
_THEIR = frozenset({"their", "its", "his", "her", "hun", "zijn", "haar"})
_NEAR_WORDS = 5
WHOLE = 0.8
_PEOPLE = ("person", "customer", "employee", "member", "student", "teacher", "author")
_BEFORE_ROWS = frozenset({"and", "all", "each", "super", "distinct", "value", "number"})


class NamedWords:
    """The ``tags`` of one question, asked after ``previous``, with the columns that they name."""

    def __init__(
        self,
        question: str,
        tags: Sequence[Tag],
        vocabulary: Vocabulary,
        language: Language,
        previous: QueryShape | None = None,
    ) -> None:
        self.question = plainly_joined(question)
        self.tokens: list[QuestionWord] = tokens_of(question)
        self.tags = list(tags)
        self.vocabulary = vocabulary
        self.language = language
        self.previous = previous
        self.context = previous.tables if previous else ()
        self.mentioned = self._mentioned()
        self.settled: set[str] = set()  # the tables of the columns chosen so far

    def is_parted(self, first: int, last: int) -> bool:
        """Return whether a sentence ends between the tokens ``first`` and ``last``."""
        text = self.question[self.tokens[first - 1].start : self.tokens[last].start]
        return any(each in text for each in (". ", "? ", "! "))

    @property
    def asks_who(self) -> bool:
        """Return whether the question asks for people."""
        return bool(self.tokens) and self.tokens[0].folded in {"who", "wie"}

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
        """All tables that this question, or the one before, mentions."""
        return frozenset({*self.mentioned, *self.context, *self.sure})

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
        """Return the tables that the words next to a column name as its owners."""
        tag = self.tags[at]
        if at and self.tags[at - 1].text in _THEIR:
            own = self.mentioned[:1] if at > 1 else []
            return own or self._shown_before()
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

    def _shown_before(self) -> list[str]:
        """Return the tables whose rows the question before asked for."""
        before = self.previous.outputs if self.previous else ()
        shown = [each.column.table if each.column else each.table for each in before]
        return list(dict.fromkeys(filter(None, shown))) or list(self.context[:1])

    def _column(self, at: int) -> ColumnName:
        """Return the column that the tag ``at`` names, judged by its words and their context."""
        tag = self.tags[at]
        if shown := self._id_shown(tag):
            return shown
        owners = self._owners(at)
        if owners and self._names_rows(at) and not self._has_whole(tag, owners[0]):
            display = self.display(owners[0])
            if display:
                return display
        return self._best(tag.targets, owners)

    def _id_shown(self, tag: Tag) -> ColumnName | None:
        """Return the only id that the question before shows, if "id" alone is named."""
        before = self.previous.outputs if self.previous else ()
        ids = [o.column for o in before if o.column and "id" in name_words(o.column.column)]
        return ids[0] if tag.text in {"id", "ids"} and len(ids) == 1 else None

    def _names_rows(self, at: int) -> bool:
        """Return whether the tag is the word "name" alone."""
        return self.tags[at].text in {"name", "names", "naam", "namen"}

    def _has_whole(self, tag: Tag, table: str) -> bool:
        return any(each.table == table and each.score >= WHOLE for each in tag.targets)

    def _best(self, targets: Iterable[Target], owners: Sequence[str] = ()) -> ColumnName:
        beside = {
            end
            for each in self.vocabulary.links
            for end in (each.table, each.of_table)
            if {each.table, each.of_table} & set(self.mentioned)
        }

        reach = joinable(self.vocabulary, self.mentioned)

        def weight(target: Target) -> float:
            return (
                target.score
                + _IN_OWNER * (target.table in owners)
                + _IN_MENTIONED * (target.table in self.mentioned)
                + _IN_CONTEXT * (target.table in self.context)
                + _IN_SETTLED * (target.table in self.settled)
                + _IN_CONTEXT * (target.table in self.sure)
                - _IN_CONTEXT * bool(self.sure and target.table not in self.at_hand)
                + _BESIDE_MENTIONED * (target.table in beside)
                - _NOT_JOINED * bool(reach and target.table not in reach)
                - 0.01 * (target.table in self.context and self.context.index(target.table))
                + 0.02 * self._is_own(target)
                + _BY_TABLE * self._is_called_by_table(target)
            )

        best = max(targets, key=weight)
        self.settled.add(best.table)
        return best.name

    def _is_called_by_table(self, target: Target) -> bool:
        """Return whether a column's name includes that of its table: "age" is pet_age of pets."""
        if target.score >= WHOLE or target.table not in {*self.at_hand, *self.settled}:
            return False
        words, table = role_words(target.column), role_words(target.table)
        return table < words

    def _is_own(self, target: Target) -> bool:
        """Return whether the column is no reference to another table."""
        return not any(
            each.table == target.table and each.column == target.column
            for each in self.vocabulary.links
        )

    def _described(self, name: ColumnName) -> Column:
        return self.vocabulary.by_name[name.table].column(name.column)

    def is_numeric(self, name: ColumnName) -> bool:
        """Return whether the column contains numbers, perhaps stored as text."""
        column = self._described(name)
        if column.type in {"integer", "number"}:
            return True
        return (
            column.type == "text"
            and bool(column.samples)
            and all(_is_number(each) for each in column.samples if each.strip())
        )

    def is_date(self, name: ColumnName) -> bool:
        """Return whether the column contains days or moments."""
        return self._described(name).type in {"date", "timestamp"}

    def _concept(self, concept: str, at: int | None = None) -> ColumnName | None:
        """Return the column for ``concept`` in the mentioned tables, nearest to ``at``."""
        near = [] if at is None else self._tables_near(at)
        if not near and (compared := self._compared_before(concept)):
            return compared
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
                if self.is_numeric(name := target.name) or self.is_date(name)
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

    def _compared_before(self, concept: str) -> ColumnName | None:
        """Return the column of ``concept`` that the question before limits: "and under 20?"."""
        before = self.previous.conditions if self.previous else ()
        names = [each.column for each in within(before) if each.column and each.values]
        targets = self.vocabulary.column_of_concept(concept, [each.table for each in names])
        fit = {(each.table, each.column) for each in targets}
        return next((each for each in names if (each.table, each.column) in fit), None)

    def _tables_near(self, at: int) -> list[str]:
        """Return the table named just after ``at``, or else the one before it."""
        after = [tag for tag in self.tags[at + 1 : at + 3] if tag.kind == "table"]
        before = [tag for tag in reversed(self.tags[: max(at, 0)]) if tag.kind == "table"]
        return [self._table(tag) for tag in (after or before)[:1]]

    def _next(self, at: int, *, kinds: Iterable[str], within: int = 1) -> int | None:
        """Return the first unused tag of ``kinds`` after ``at``, at most ``within`` further."""
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

    def _use(self, *places: int | None) -> None:
        for place in places:
            if place is not None:
                self.tags[place].used = True

    def _fits(self, name: ColumnName) -> bool:
        return self.is_numeric(name) or self.is_date(name)

    def _has_role(self, target: Target, start: int) -> bool:
        """Return whether the words before ``start`` choose this column: "departing from"."""
        words = name_words(target.column)
        for token in reversed(self.tokens[max(start - _NEAR_WORDS, 0) : start]):
            if role := role_of(token.folded, self.language):
                return role in words
        return False

    def _is_verb(self, at: int) -> bool:
        """Return whether a part of a column's name is a verb here: "who were awarded"."""
        tag = self.tags[at]
        best = max((each.score for each in tag.targets), default=1.0)
        is_form = tag.text.endswith(("ed", "ing")) and " " not in tag.text
        if is_form and at + 1 < len(self.tags) and self.tags[at + 1].says == "by":
            return True
        if best >= WHOLE - 0.2 or not at:
            return False
        return is_form or self._joins_tables(at)

    def _joins_tables(self, at: int) -> bool:
        """Return whether a word between tables is a verb: "publishers that print novels"."""
        tag = self.tags[at]
        is_head = any(role_words(tag.text) & {_stem_of_head(each.column)} for each in tag.targets)
        after = self.tags[at + 1].kind if at + 1 < len(self.tags) else ""
        before = any(each.kind == "table" for each in self.tags[:at])
        return " " not in tag.text and not is_head and before and after == "table"

    def display(self, table: str) -> ColumnName | None:
        """Return the column that identifies a row of ``table`` to people: its name or title."""
        described = self.vocabulary.by_name[table]
        if self.asks_who and (people := self._people(table)):
            return people
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

    def _people(self, table: str) -> ColumnName | None:
        """Return the only column of ``table`` that is named after people: its customers."""
        found = {
            each.column
            for concept in _PEOPLE
            for each in self.vocabulary.column_of_concept(concept, [table])
            if each.score >= WHOLE and self._described(each.name).type == "text"
        }
        return ColumnName(table=table, column=found.pop()) if len(found) == 1 else None

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

    def _person(self, table: str) -> ColumnName | None:
        """Return the name of the person in a row of ``table``, or of the row that it refers to."""
        others = [each.of_table for each in self.vocabulary.links if each.table == table]
        return next(filter(None, map(self.display, [table, *others])), None)

    def _date_column(self) -> ColumnName | None:
        for tables in (self.mentioned, self.context, [t.name for t in self.vocabulary.tables]):
            for table in tables:
                for column in self.vocabulary.by_name[table].columns:
                    if column.type in {"date", "timestamp"}:
                        return ColumnName(table=table, column=column.name)
        return None


def _stem_of_head(column: str) -> str:
    """Return the stem of the last word of a column's name, which names its content."""
    return next(iter(role_words(name_words(column)[-1])))


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
