"""Questions over tables turned into SQL by rules, or refused with a reason."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import ValidationError

from tidemark.nlp.language_id import language_of
from tidemark.nlp.languages import Language
from tidemark.schema.tables import Table, TableLink, TableQuery, TableQuestion
from tidemark.tables.asking.completion import NotUnderstood, completed
from tidemark.tables.asking.conditions import Draft
from tidemark.tables.asking.doubts import has_doubt, names_nobody
from tidemark.tables.asking.existence import counted_once, with_counted_rows, without_repeats
from tidemark.tables.asking.explanation import explained
from tidemark.tables.asking.follow_up import (
    asks_for_every_row,
    changed,
    is_follow_up,
    leans_back,
    only_splits,
)
from tidemark.tables.asking.interpretation import Reader
from tidemark.tables.asking.joins import joined, with_guesses
from tidemark.tables.asking.linking import Vocabulary, link, tokens_of
from tidemark.tables.asking.other_matters import is_of_other_matters
from tidemark.tables.asking.query_shape import ColumnName, Order, Output, QueryShape
from tidemark.tables.asking.question_words import (
    belonging,
    outlined,
    role_of,
    skipped,
    uncalculated,
)
from tidemark.tables.asking.writing import Dialect, write_sql

LONGEST_QUESTION = 2_000  # characters
MOST_TABLES = 4  # to join: of the queries over more, none was right (benchmark/tables.py)
_EVERY = frozenset({"all", "alle"})
_COUNT = Output(function="count")
_NAMED = frozenset({"table", "column", "value", "part"})
_AMOUNTS = frozenset({"amount", "quantity", "hoeveelheid"})  # "the least amount of earnings"
_VERBAL = ("ing", "ed")
_SHORTEST_ORDER = 3  # letters of a misspelt "find"
_MOST_UNREAD = 0.34  # of the words that could be names


@dataclass(frozen=True)
class CannotWrite:
    """The reason that no query was written: a code, and the words concerned."""

    reason: str
    terms: tuple[str, ...] = ()


def write(
    question: str,
    tables: Sequence[Table],
    links: Sequence[TableLink] = (),
    previous: TableQuestion | None = None,
    *,
    language: Language = "en",
    today: dt.date | None = None,
    dialect: Dialect = "duckdb",
) -> TableQuery | CannotWrite:
    """Return the query that answers ``question`` over ``tables``, or why there is none.

    A follow-up changes the query of ``previous``.
    """
    if len(question) > LONGEST_QUESTION:
        return CannotWrite("too_long")
    if not tables:
        return CannotWrite("not_about_tables")
    said, follows = tokens_of(question), previous is not None
    if is_of_other_matters(question, said, language, follows=follows):
        return CannotWrite("other_matters")
    vocabulary = Vocabulary(tuple(tables), with_guesses(tables, links))
    before = _asked_before(previous, vocabulary)
    try:
        asked, reader = _read(question, vocabulary, language, before)
        if before is None and ("about" in reader.draft.says or _adds_to_before(reader)):
            return CannotWrite("nothing_to_change")  # "and in South?"
        path = joined(vocabulary, asked.tables, link=asked.link or _link_named(asked, vocabulary))
        if path is None or len(path) >= MOST_TABLES:
            return CannotWrite("no_way_to_join", asked.tables)
        is_again = _repeats(question, previous) or asks_for_every_row(reader.draft, reader)
        changes_nothing = asked == reader.previous and not is_again
        if changes_nothing or has_doubt(asked, path, reader):
            return CannotWrite("unsure", asked.tables)
        sql = write_sql(asked, path, vocabulary, dialect)
    except NotUnderstood as unclear:
        return CannotWrite(unclear.code, unclear.terms)
    used = dict.fromkeys(
        [*asked.tables, *(t for each in path for t in (each.table, each.of_table))]
    )
    return TableQuery(
        sql=sql,
        explanation=explained(asked, vocabulary, language),
        tables_used=tuple(used),
        asked=asked.model_copy(update={"language": language}).model_dump_json(
            exclude_defaults=True
        ),
        unread=_unread(reader),
    )


def _adds_to_before(reader: Reader) -> bool:
    """Return whether it begins or ends with "also", which adds to a question before."""
    return any(tag.says == "also" for tag in (*reader.tags[:1], *reader.tags[-1:]))


def _unread(reader: Reader) -> tuple[str, ...]:
    """Return the words of the question that name nothing and are no cue."""
    read = {at for tag in reader.tags if tag.kind != "word" for at in range(tag.start, tag.end)}
    return tuple(
        each.folded
        for at, each in enumerate(reader.tokens)
        if at not in read and each.kind == "word"
    )


def _link_named(asked: QueryShape, vocabulary: Vocabulary) -> str:
    """Return the joining column that is shown itself: "cities that have source airports"."""
    shown = {each.column for each in asked.outputs if each.column}
    links = (ColumnName(table=each.table, column=each.column) for each in vocabulary.links)
    return next((each.column for each in links if each in shown), "")


def _repeats(question: str, previous: TableQuestion | None) -> bool:
    """Return whether the question before is asked again in the same words."""
    return previous is not None and _words(question) == _words(previous.question)


def _words(question: str) -> list[str]:
    return question.casefold().strip(" ?!.").split()


def language_of_answer(asked: str, otherwise: Language) -> Language:
    """Return the language of the question that rules read as ``asked``, if they read one."""
    read = _shape_of(TableQuestion(question="", sql="", asked=asked))
    return read.language if read else otherwise


def language_asked_in(question: str, previous: TableQuestion | None) -> Language:
    """Return the language of ``question``, or that of ``previous`` if its words do not show it.

    >>> language_asked_in("En in mei?", TableQuestion(question="Hoeveel is het?", sql=""))
    'nl'
    """
    before = _shape_of(previous)
    otherwise = before.language if before else language_of(previous.question if previous else "")
    return language_of(question, otherwise=otherwise)


def asks_for_outline(question: str, language: Language) -> bool:
    """Return whether ``question`` asks which tables or columns there are.

    >>> asks_for_outline("What columns does sales have?", "en")
    True
    >>> asks_for_outline("Show all columns of sales", "en")
    False
    """
    words = [token.folded for token in tokens_of(question)]
    if _EVERY & set(words):
        return False  # of all columns the rows are asked for
    columns = outlined(language, "column_names")
    tables = outlined(language, "table_names")
    others = set(words) - skipped(language) - columns - tables
    if columns & set(words):
        return len(others) <= 1  # the name of a table
    return bool(tables & set(words)) and not others


def _read(
    question: str, vocabulary: Vocabulary, language: Language, before: QueryShape | None
) -> tuple[QueryShape, Reader]:
    """Return the query for ``question``, as a follow-up of ``before`` if it is one, and its reader.

    Raises:
        NotUnderstood: It is not about the tables, or no rule can read it.
    """
    reader = Reader(question, link(question, vocabulary, language), vocabulary, language, before)
    draft = reader.read()
    try:
        _check_read(draft, reader, before)
    except NotUnderstood:
        if before is None or leans_back(reader):
            raise
        return _read(question, vocabulary, language, None)  # it may stand alone
    if before and is_follow_up(draft, reader, before):
        asked = _settled(changed(before, draft, reader), vocabulary)
        if not names_nobody(asked, reader) or leans_back(reader):
            return asked, reader
    if before:  # read again, without what the question before would add
        return _read(question, vocabulary, language, None)
    if leans_back(reader) or _is_fragment(draft, reader):
        raise NotUnderstood("nothing_to_change")
    return _settled(completed(draft, reader), vocabulary), reader


def _is_fragment(draft: Draft, reader: Reader) -> bool:
    """Return whether it only narrows or groups what was asked before: "only for North"."""
    first = reader.tags[0].says if reader.tags else ""
    leans = first in {"only", "and"} or ("only" in draft.says and not reader.mentioned)
    return only_splits(reader) or (leans and not draft.outputs)


def _settled(asked: QueryShape, vocabulary: Vocabulary) -> QueryShape:
    """Return ``asked`` changed so that joins neither repeat rows nor count them twice."""
    asked = without_repeats(with_counted_rows(asked, vocabulary), vocabulary)
    outputs = [counted_once(each, asked.tables, vocabulary) for each in asked.outputs]
    if any(each.function == "count" and each != _COUNT for each in outputs):
        outputs = [each for each in outputs if each != _COUNT]
    orders = [_of_group(each, asked, vocabulary) for each in asked.orders]
    return asked.model_copy(update={"outputs": tuple(outputs), "orders": tuple(orders)})


def _of_group(order: Order, asked: QueryShape, vocabulary: Vocabulary) -> Order:
    """Return ``order`` by the group that its column refers to, or that refers to it."""
    if order.function or not order.column or order.column in asked.groups:
        return order
    for each in vocabulary.links:
        ends = [
            ColumnName(table=each.table, column=each.column),
            ColumnName(table=each.of_table, column=each.of_column),
        ]
        other = [end for end in ends if end != order.column and end in asked.groups]
        if order.column in ends and other:
            return order.model_copy(update={"column": other[0]})
    return order


def _check_read(draft: Draft, reader: Reader, previous: QueryShape | None) -> None:
    named = [tag for tag in reader.tags if tag.kind in {*_NAMED, "period"}]
    if not (any(tag.kind != "period" for tag in named) or reader.is_implied or previous):
        raise NotUnderstood("not_about_tables")
    strict = [each for each in draft.unread if each[:1].isdigit() or each in draft.names]
    strict += draft.unread if reader.is_implied else []
    strict += [each for each in draft.unread if each.casefold() in uncalculated(reader.language)]
    strict += _modifiers(draft, reader)
    strict += _of_one_table(draft, reader)
    known = len(named) + _does_to_others(reader)
    share = len(draft.unread) / max(known + len(draft.unread), 1)
    if strict or draft.telling or len(draft.unread) > 1 or share > _MOST_UNREAD:
        raise NotUnderstood("unread_words", draft.unread)


def _of_one_table(draft: Draft, reader: Reader) -> list[str]:
    """Return the unread words of a question about one table, where no verb joins it to others."""
    tables = {
        each.table
        for tag in reader.tags
        if tag.kind in _NAMED
        for each in (*tag.tables, *tag.targets)[:1]
    }
    if len(tables) > 1 or _does_to_others(reader):
        return []
    words = [tag.text for tag in reader.tags if tag.kind == "word" and tag.text in draft.unread]
    return [each for each in words if not _adds_nothing(each, reader)]


def _does_to_others(reader: Reader) -> bool:
    """Return whether a verb joins the rows before to those named: "those performing concerts"."""
    tags = reader.tags
    return any(
        before.says == "them"
        and verb.kind == "word"
        and after.kind == "table"
        and before.end == verb.start
        and verb.text.endswith(_VERBAL)
        and not {each.table for each in after.tables} & set(reader.context)
        and bool(reader.context)
        for before, verb, after in zip(tags, tags[1:], tags[2:], strict=False)
    )


def _adds_nothing(word: str, reader: Reader) -> bool:
    """Return whether an unread word leaves the meaning: "amount of", "leave", "Fin the city"."""
    folded = word.casefold()
    is_first = reader.tokens[0].text == word and len(word) >= _SHORTEST_ORDER
    is_cut = is_first and any(each[:-1] == folded for each in skipped(reader.language))
    adds_nothing = belonging(reader.language) | _AMOUNTS
    return is_cut or folded in adds_nothing or bool(role_of(folded, reader.language))


def _modifiers(draft: Draft, reader: Reader) -> list[str]:
    """Return the unread words that narrow what is asked for: "nut" in "nut products"."""
    pairs = zip(reader.tags, reader.tags[1:], strict=False)
    return [
        tag.text
        for tag, following in pairs
        if tag.text in draft.unread and following.kind == "column" and following.start == tag.end
    ]


def _asked_before(previous: TableQuestion | None, vocabulary: Vocabulary) -> QueryShape | None:
    """Return the query of the question before, if its tables still exist."""
    asked = _shape_of(previous)
    if asked is None or not set(asked.tables) <= set(vocabulary.by_name):
        return None
    return asked.model_copy(update={"language": "en"})  # as in a query that is being read


def _shape_of(previous: TableQuestion | None) -> QueryShape | None:
    if previous is None or not previous.asked:
        return None
    try:
        return QueryShape.model_validate_json(previous.asked)
    except ValidationError:
        return None
