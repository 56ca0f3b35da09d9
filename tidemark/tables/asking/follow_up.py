"""Follow-up questions: changes the query of the question before, "what about 2023?"."""

from collections.abc import Iterator, Sequence

from tidemark.tables.asking.completion import NotUnderstood
from tidemark.tables.asking.conditions import Draft
from tidemark.tables.asking.interpretation import Reader
from tidemark.tables.asking.joins import links_between
from tidemark.tables.asking.linking import Tag, name_words
from tidemark.tables.asking.query_shape import ColumnName, Condition, Order, Output, QueryShape
from tidemark.tables.asking.question_words import cues, holders

_NEW_LIMIT = 1
_SPLITTING = 2  # tags: "per month"
_ASKING = frozenset({"which", "who", "what", "welke", "welk", "wie", "wat"})
_CHOOSING = frozenset({"which", "who", "welke", "welk", "wie"})
_RELATIVE = frozenset({"that", "die", "dat"})
_COUNT = Output(function="count")
_SPANS = {"year": 4, "month": 7}  # characters of a date in ISO 8601 that are the same all along
_SETS = frozenset({"both", "zowel", "allebei", "beide"})
_WHOLE = frozenset({"all", "every", "alle", "elke", "whole", "hele", "full"})
_SPLIT = frozenset({"it", "that", "this", "them", "dat", "het", "ze"})
_CHOICES = frozenset({"which one", "which ones", "the one", "the ones", "welke daarvan"})
_LISTS, _ON = frozenset({"this list", "the list", "de lijst"}), frozenset({"on", "in", "op"})
_ONE = frozenset({"it", "its", "he", "she", "his", "her", "they", "their", "hij", "zijn", "ze"})
_BEING = frozenset({"is", "are", "was", "were", "zijn", "waren"})
_SUBJECTS = frozenset({"they", "ze", "zij"})  # "the ids and which courses they are for"
_LONE = frozenset({"it", "its", "this", "the one", "such", "hiervan", "ervan", "daarvan"})


def is_follow_up(draft: Draft, reader: Reader, previous: QueryShape) -> bool:
    """Return whether a question depends on the one before."""
    whole = bool(reader.mentioned and draft.outputs and (draft.orders or draft.conditions))
    if "about" in draft.says or ("also" in draft.says and not whole):
        return True
    if "only" in draft.says and not whole:
        return True
    if any(_pronouns(reader)) or _ends_with_pronoun(reader):
        return True
    if any(each.function not in {"", "count"} and not each.column for each in draft.outputs):
        return True
    if not draft.outputs and (draft.groups or reader.group_tables):
        return True
    if _picks_group(draft, previous) and set(reader.mentioned) <= set(previous.tables):
        return True
    first = reader.tags[0].says if reader.tags else ""
    if first == "and" and not draft.outputs:
        return True
    if not reader.mentioned:
        if _is_whole(draft, reader, previous):
            return False
        used = {o.column.table for o in draft.outputs if o.column}
        used |= {each.column.table for each in draft.conditions if each.column}
        return used <= set(previous.tables) or not draft.outputs
    return False


def _picks_group(draft: Draft, previous: QueryShape) -> bool:
    """Return whether it asks for the first of the groups before: "which region is the best?"."""
    groups = {Output(column=each) for each in previous.groups}
    return "ranked" in draft.says and bool(groups) and set(draft.outputs) <= groups


def _is_whole(draft: Draft, reader: Reader, previous: QueryShape) -> bool:
    """Return whether it is complete: "the age of Ann", "revenue per shop", not "and the age".

    It is also if it asks for the figure before in full: "what was the total revenue?".
    """
    leans = draft.says & {"also", "about", "only", "and"} or any(_pronouns(reader))
    parts = draft.conditions or draft.groups
    is_figure = all(each.function and each.column for each in draft.outputs)
    is_same = is_figure and tuple(draft.outputs) == previous.outputs and not draft.orders
    return bool(draft.outputs and not leans and (parts or is_same))


def leans_back(reader: Reader) -> bool:
    """Return whether a question cannot be read by itself: "what are their names?"."""
    return any(_pronouns(reader)) or _ends_with_pronoun(reader) or _splits_before(reader)


def _splits_before(reader: Reader) -> bool:
    """Return whether it groups the question before: "break it down by month"."""
    splits = (set(tag.text.split()) for tag in reader.tags if tag.says == "each")
    return any(words & _SPLIT for words in splits)


def _ends_with_pronoun(reader: Reader) -> bool:
    """Return whether it ends with a Dutch pronoun: "hoeveel leden heeft die?"."""
    return bool(reader.tokens) and reader.tokens[-1].folded in {"die", "dat"}


def _pronouns(reader: Reader) -> Iterator[Tag]:
    """Yield the words that refer to the rows of the question before."""
    for at, tag in enumerate(reader.tags):
        if tag.says == "them" and _points_back(reader, at):
            yield tag


def _points_back(reader: Reader, at: int) -> bool:
    """Return whether a pronoun means those rows: not "teachers and the courses they teach"."""
    tags = reader.tags
    if _is_relative(reader, at) or (reader.asks_who and tags[at].start == 0):
        return False
    if _means_each(reader, at) or (reader.previous is None and _points_inside(reader, at)):
        return False
    if (
        at + 1 < len(tags)
        and tags[at + 1].kind == "table"
        and tags[at + 1].start <= tags[at].end + 1
    ):
        return True
    return tags[at].text in _LONE or not any(tag.kind == "table" for tag in tags[:at])


def _means_each(reader: Reader, at: int) -> bool:
    """Return whether a pronoun means each row named: "for each farm, how many does it have?"."""
    named = zip(reader.tags[:at], reader.tags[1:at], strict=False)
    is_named = any(each.says == "each" and after.kind == "table" for each, after in named)
    return is_named and reader.tags[at].text in _ONE


def _points_inside(reader: Reader, at: int) -> bool:
    """Return whether a pronoun without a question before means what its own question names.

    "The flights in this table", "which one is the oldest dog?", "list the courses. Sort them".
    """
    tags, tag = reader.tags, reader.tags[at]
    after = reader.tokens[tag.end].folded if tag.end < len(reader.tokens) else ""
    before = reader.tokens[tag.start - 1].folded if tag.start else ""
    if after in holders(reader.language) or (tag.text in _LISTS and before in _ON):
        return True
    if tag.start == 0 and tag.text in _CHOICES:
        return after in _BEING and any(each.kind == "table" for each in tags)
    named = [each for each in tags[:at] if each.kind in {"table", "column"}]
    if not named:
        return False
    is_after_rows = named[-1].kind == "table" and reader.is_parted(named[-1].end, tag.start)
    return tag.text in _SUBJECTS or is_after_rows


def _is_relative(reader: Reader, at: int) -> bool:
    """Return whether a "that" begins a clause about the name before it: "people that are old"."""
    before, tag = reader.tags[at - 1] if at else None, reader.tags[at]
    if before is None or tag.text not in _RELATIVE or before.end != tag.start:
        return False
    after = reader.tags[at + 1 :]
    if len(after) == 1 and after[0].kind in {"table", "column"} and after[0].start == tag.end:
        return False  # "who manages that region?"
    is_figure = before.says in {"sum", "much"} and bool(after)  # "the total that is not paid"
    return before.kind in {"table", "column", "value"} or is_figure


def only_splits(reader: Reader) -> bool:
    """Return whether the question only names a group: "per month"."""
    return [tag.text for tag in reader.tags[:1]] == ["per"] and len(reader.tags) == _SPLITTING


def asks_for_every_row(draft: Draft, reader: Reader) -> bool:
    """Return whether nothing is asked but all rows, without a condition: "show all rows"."""
    parts = draft.outputs or draft.conditions or draft.groups or draft.orders or reader.group_tables
    is_whole = any(token.folded in _WHOLE for token in reader.tokens)
    return "all" in draft.says and is_whole and not (parts or draft.limit or "count" in draft.says)


def changed(previous: QueryShape, draft: Draft, reader: Reader) -> QueryShape:
    """Return ``previous`` with the parts of ``draft`` added or replaced.

    Raises:
        NotUnderstood: No part of the draft fits in.
    """
    _check_sets(previous, draft, reader)
    if asks_for_every_row(draft, reader):
        return QueryShape(tables=previous.tables, outputs=(Output(),))
    if other := _of_other_rows(previous, draft, reader):
        return other
    if only_splits(reader) and not (draft.groups or reader.group_tables):
        raise NotUnderstood("nothing_to_change")  # "per country", after a list of rows
    replaces = bool(draft.says & {"about", "only"}) or "them" not in draft.says
    draft.conditions = [_of_groups(each, previous) for each in draft.conditions]
    if "only" in draft.says and set(draft.outputs) <= set(previous.outputs):
        draft.outputs = []  # "only cities with more than two" still shows what was shown
    if _picks_group(draft, previous):
        draft.outputs = []
    if _asks_for_counted_rows(previous, draft, reader):
        draft.outputs = [_counted_row(previous, reader)]
    conditions = _conditions(previous, draft, reader, replaces=replaces)
    conditions = [
        each
        for each in conditions
        if not (_fills_one_group(each, draft.groups) or _is_ranked_instead(each, draft))
    ]
    _turn_function(previous, draft)
    outputs, groups = _outputs(previous, draft, reader)
    outputs = [_named_row(each, previous, draft, reader) for each in outputs]
    orders, limit = _orders(previous, draft, reader, outputs)
    counting = any(each.function for each in draft.outputs) and not draft.groups
    if counting and not draft.orders and (limit is None or limit == _NEW_LIMIT or orders):
        orders = orders if groups or (limit and draft.direction is not None) else ()
        limit = limit if orders else None
    if not (draft.outputs or draft.conditions or draft.groups or reader.group_tables
            or draft.orders or draft.limit or draft.distinct or draft.direction is not None
            or draft.says & {"ordered", "ranked", "all"}):  # fmt: skip
        raise NotUnderstood("nothing_to_change")
    groups = _grouped(previous, draft, reader, outputs, groups, conditions, orders)
    tables = _keep(previous, draft, outputs, conditions, groups, orders)
    return previous.model_copy(
        update={
            "tables": tuple(dict.fromkeys(each for each in tables if each)),
            "outputs": tuple(dict.fromkeys(outputs)),
            "conditions": tuple(conditions),
            "groups": tuple(dict.fromkeys(groups)),
            "orders": tuple(orders),
            "limit": limit,
            "link": draft.link or previous.link,
            "distinct": draft.distinct or (previous.distinct and not draft.outputs),
        }
    )


def _of_other_rows(previous: QueryShape, draft: Draft, reader: Reader) -> QueryShape | None:
    """Return the query before of another table, "what about the owners?", if it chooses none."""
    names_more = draft.outputs or draft.conditions or draft.groups or draft.orders or draft.limit
    chooses = previous.conditions or previous.groups or previous.orders or previous.limit
    if names_more or chooses or "about" not in draft.says or len(reader.mentioned) != 1:
        return None
    (table,) = reader.mentioned
    named = {each.name for each in reader.vocabulary.by_name[table].columns}
    shown = [each.column.column for each in previous.outputs if each.column]
    if table in previous.tables or len(previous.tables) != 1 or not named.issuperset(shown):
        return None
    outputs = [
        each.model_copy(
            update={
                "table": table if each.table else "",
                "column": each.column and each.column.model_copy(update={"table": table}),
            }
        )
        for each in previous.outputs
    ]
    return previous.model_copy(update={"tables": (table,), "outputs": tuple(outputs)})


def _check_sets(previous: QueryShape, draft: Draft, reader: Reader) -> None:
    """Refuse what needs two sets of rows, or two joins to one table, in one query.

    Raises:
        NotUnderstood: It does.
    """
    if any(token.folded in _SETS for token in reader.tokens):
        raise NotUnderstood("unread_words", ("both",))
    if draft.link and previous.link and draft.link != previous.link:
        raise NotUnderstood("unsure", previous.tables)


def _asks_for_counted_rows(previous: QueryShape, draft: Draft, reader: Reader) -> bool:
    """Return whether it asks which rows were counted: "who are they?", after "how many"."""
    first = reader.tokens[0].folded if reader.tokens else ""
    asks_else = bool(draft.outputs or draft.groups or draft.orders or draft.limit)
    asks_else |= bool(draft.conditions) and first not in _CHOOSING
    counts = bool(previous.outputs) and all(each.function == "count" for each in previous.outputs)
    return first in _ASKING and counts and not previous.groups and not asks_else


def _named_row(output: Output, previous: QueryShape, draft: Draft, reader: Reader) -> Output:
    """Return the name of a row in place of all its columns, where others are counted for it."""
    functions = {each.function for each in draft.conditions}
    counts = "count" in functions | {each.function for each in draft.orders}
    is_row = not output.column and not output.function
    if not (counts and is_row) or len(previous.tables) > 1:
        return output
    name = reader.display(output.table or previous.tables[0])
    return Output(column=name) if name else output


def _counted_row(previous: QueryShape, reader: Reader) -> Output:
    counted = previous.outputs[0]
    table = counted.column.table if counted.column else counted.table or previous.tables[0]
    name = reader.display(table) if reader.asks_who else None
    return Output(column=name) if name else Output(table=table)


def _turn_function(previous: QueryShape, draft: Draft) -> None:
    """Read "and the lowest?" after one value as its minimum, not as an order of one row."""
    alone = all(each.function and each.column for each in previous.outputs)
    asks_one = alone and not draft.outputs and not draft.groups
    if "ranked" in draft.says and asks_one and draft.direction is not None:
        draft.outputs = [Output(function="max" if draft.direction else "min")]
        draft.direction = draft.limit = None
        draft.says -= {"ranked", "ordered"}


def _in_conditions(previous: QueryShape, conditions: list[Condition]) -> set[str]:
    """Return the tables of which rows must be absent, or now exist, so that they are not joined."""
    return {
        each.table
        for each in conditions
        if each.operator == "without"
        or (each.operator == "with" and each not in previous.conditions)
    }


def _keep(
    previous: QueryShape,
    draft: Draft,
    outputs: list[Output],
    conditions: list[Condition],
    groups: list[ColumnName],
    orders: tuple[Order, ...],
) -> list[str]:
    named = [each.column.table if each.column else each.table for each in outputs]
    named += [each.column.table if each.column else each.table for each in conditions]
    named += [each.table for each in groups]
    named += [each.column.table if each.column else each.table for each in orders]
    shown = {each.column.table for each in previous.outputs if each.column and not each.function}
    elsewhere = {each.column.table for each in previous.conditions if each.column}
    elsewhere |= {each.column.table for each in previous.orders if each.column}
    replaced = (
        shown - elsewhere - {previous.tables[0]} if outputs != list(previous.outputs) else set()
    )
    there = _in_conditions(previous, conditions)
    new = [each for each in draft.tables if each not in there]
    kept = [*(each for each in previous.tables if each not in replaced | there), *new]
    only_shown = len(previous.tables) == 1 and previous.tables[0] in shown and any(named)
    if (
        only_shown
        and previous.tables[0] not in elsewhere
        and not any(o == Output() for o in outputs)
    ):
        kept = new
    return [*named, *kept]


def _grouped(
    previous: QueryShape,
    draft: Draft,
    reader: Reader,
    outputs: list[Output],
    groups: list[ColumnName],
    conditions: list[Condition],
    orders: tuple[Order, ...],
) -> list[ColumnName]:
    """Return the groups, adding those for a count of rows for each row before."""
    counts = any(each.function for each in conditions)
    counts |= any(each.function and not each.column for each in orders)
    shown = _plain(outputs)
    if not counts or groups or not shown:
        return groups
    entity = shown[0].table
    is_told = entity in reader.counted or reader.is_of_values(shown[0])
    key = [] if is_told else reader.vocabulary.by_name[entity].key
    return [*(ColumnName(table=entity, column=each) for each in key), *shown]


def _conditions(
    previous: QueryShape, draft: Draft, reader: Reader, *, replaces: bool
) -> list[Condition]:
    kept = list(previous.conditions)
    adds = _adds_rows(draft, reader)
    for new in draft.conditions:
        if adds and (wider := [_widened(each, new) for each in kept]) != kept:
            kept = wider
            continue
        if replaces and (changed := [_with_inner(each, new) for each in kept]) != kept:
            kept = changed
            continue
        if new.operator in {"with", "without"} and (replaces or _is_bare(new)):
            kept = [each for each in kept if not _tables_there(each) & _tables_there(new)]
        if "about" in draft.says and len(kept) == len(draft.conditions) == 1:
            kept = [] if _are_alike(kept[0], new, reader) else kept
        same = [each for each in kept if _about(each) == _about(new)]
        if same and {"also", "them"} <= draft.says and new.operator == same[0].operator:
            kept = _both_exist(kept, new, previous, reader)
            continue
        if same and (replaces or new.operator == same[0].operator or new.operator == "="):
            at = kept.index(same[0])
            kept = [each for each in kept if each not in same]
            kept.insert(at, new)
        else:
            kept.append(new)
    return kept


def _adds_rows(draft: Draft, reader: Reader) -> bool:
    """Return whether it asks for more rows: "also show those in Gouda", not "which also"."""
    first = next(iter(reader.tags), None)
    asks = reader.tokens[0].folded in _ASKING or (first is not None and first.says == "them")
    return "also" in draft.says and not (draft.outputs or asks)


def _widened(condition: Condition, new: Condition) -> Condition:
    """Return a condition, or the one in it, that ``new`` rows meet as well."""
    if condition.operator == "with":
        inner = tuple(_widened(each, new) for each in condition.inner)
        return condition.model_copy(update={"inner": inner})
    equals = {condition.operator, new.operator} <= {"=", "in"}
    if not equals or condition.function or condition.column != new.column:
        return condition
    values = tuple(dict.fromkeys((*condition.values, *new.values)))
    return Condition(column=new.column, operator="in", values=values)


def _both_exist(
    kept: list[Condition], new: Condition, previous: QueryShape, reader: Reader
) -> list[Condition]:
    """Return conditions that other rows of each kind exist: "which also have one in 2015?".

    Raises:
        NotUnderstood: One row would have to meet both, "which of them are also in Gouda?".
    """
    entity, table = _table_shown(previous), new.column.table if new.column else ""
    links = links_between(reader.vocabulary, entity, table)
    is_other = entity and table and entity != table and len(links) == 1
    if not is_other or links[0].table != table or previous.groups:
        raise NotUnderstood("unsure")
    key = ColumnName(table=entity, column=links[0].of_column)
    there = [each for each in kept if each.column and each.column.table == table]
    exist = [
        Condition(operator="with", table=table, column=key, inner=tuple(inner))
        for inner in (there, [new])
    ]
    return [*(each for each in kept if each not in there), *exist]


def _fills_one_group(condition: Condition, groups: Sequence[ColumnName]) -> bool:
    """Return whether all its rows are of one group: "the best month?", after "in December"."""
    column = condition.column
    if column is None or condition.operator != "between":
        return False
    parts = (each.part for each in groups if each.model_copy(update={"part": ""}) == column)
    first, last = map(str, condition.values)
    return any(first[: _SPANS[part]] == last[: _SPANS[part]] for part in parts if part in _SPANS)


def _is_ranked_instead(condition: Condition, draft: Draft) -> bool:
    """Return whether it limits what is now ranked by: "what about the one with the most dogs?"."""
    if "about" not in draft.says or condition in draft.conditions:
        return False
    return any(
        each.function == condition.function != ""
        and each.table == condition.table
        and each.column == condition.column
        for each in draft.orders
    )


def _of_groups(condition: Condition, previous: QueryShape) -> Condition:
    """Return a condition on a summed or averaged column as one on the groups before."""
    is_limit = condition.values and condition.operator in {"<", "<=", ">", ">="}
    if not previous.groups or not is_limit:
        return condition
    for each in previous.outputs:
        if each.function and each.column and each.column == condition.column:
            return condition.model_copy(
                update={"function": each.function, "table": each.column.table}
            )
    return condition


def _are_alike(old: Condition, new: Condition, reader: Reader) -> bool:
    """Return whether one replaces the other: a state a city, both texts of one table."""
    if not (old.column and new.column) or old.function or new.function:
        return False
    if new.operator == "without":
        return old.column.table == new.column.table
    columns = (old.column, new.column)
    texts = not any(reader.is_numeric(each) or reader.is_date(each) for each in columns)
    is_text = old.operator in {"=", "like"} and new.operator in {"=", "like"} and texts
    return is_text and old.column.table == new.column.table


def _tables_there(condition: Condition) -> frozenset[str]:
    """Return the tables whose rows must exist, or must not."""
    if condition.operator not in {"with", "without"}:
        return frozenset()
    return frozenset({condition.table}).union(*map(_tables_there, condition.inner))


def _is_bare(condition: Condition) -> bool:
    """Return whether it asks for any row of another table, without a condition on it."""
    return not condition.column or all(
        each.operator in {"with", "without"} and _is_bare(each) for each in condition.inner
    )


def _with_inner(condition: Condition, new: Condition) -> Condition:
    """Return a condition of existence with ``new`` in place of its condition on that column."""
    if condition.operator != "with" or not new.column or new.function:
        return condition
    inner = tuple(
        new if each.column == new.column and not each.inner else _with_inner(each, new)
        for each in condition.inner
    )
    return condition.model_copy(update={"inner": inner})


def _about(condition: Condition) -> tuple[object, ...]:
    """Return the subject of a condition: two conditions on one subject exclude each other."""
    column = condition.column
    place = (column.table, column.column) if column else ()
    return (place, condition.function, condition.table, condition.operator == "without")


def _outputs(
    previous: QueryShape, draft: Draft, reader: Reader
) -> tuple[list[Output], list[ColumnName]]:
    old, groups = list(previous.outputs), list(previous.groups)
    new = [_with_column(each, previous, reader) for each in draft.outputs]
    new = [_totalled(each, previous, reader) for each in new]
    if "group_shown" in draft.says:
        return new, list(draft.groups)
    if draft.groups or reader.group_tables:
        return _regrouped(previous, draft, reader, new)
    if draft.wants_all:
        return [Output()], []
    if not new and _picks_rows(draft, reader) and _plain(old):
        return [each for each in old if not each.function], groups
    if not new and _picks_one_of_counted(old, draft, reader):
        return [Output()], []
    if not new:
        return old, groups
    if all(each.function for each in new) and (counted := _counted(previous, draft, reader, new)):
        return counted
    if same := _same_functions(previous, draft, reader, new):
        return same, groups
    if "also" in draft.says:
        both = [each for each in old if each != Output()] + new
        mixed = len({bool(each.function) for each in both}) == 2
        return both, [*groups, *_plain(both)] if mixed else groups
    return _replaced(previous, new, of_them="them" in draft.says)


def _totalled(output: Output, previous: QueryShape, reader: Reader) -> Output:
    """Return a column with "total" in its name as its sum, after a figure of several rows."""
    if output.function or not output.column or not reader.is_numeric(output.column):
        return output
    first = cues(reader.language).get(name_words(output.column.column)[:1])
    figures = bool(previous.outputs) and all(each.function for each in previous.outputs)
    is_total = figures and not previous.groups and first is not None and first.kind == "sum"
    return output.model_copy(update={"function": "sum"}) if is_total else output


def _same_functions(
    previous: QueryShape, draft: Draft, reader: Reader, new: list[Output]
) -> list[Output]:
    """Return the functions before, of other columns: "and their weights?" after an average age."""
    goes_on = "about" in draft.says or (reader.tags and reader.tags[0].says == "and")
    functions = [each for each in previous.outputs if each.function]
    if not goes_on or not functions or not all(each.column for each in functions):
        return []
    is_count = all(each.function == "count" for each in functions)
    if not all(o.column and not o.function and (is_count or reader.is_numeric(o.column))
               for o in new):  # fmt: skip
        return []
    shown = [each for each in previous.outputs if not each.function]
    kinds = dict.fromkeys((each.function, each.distinct) for each in functions)
    applied = [
        Output(function=function, column=each.column, distinct=distinct)
        for each in new
        for function, distinct in kinds
    ]
    return [*shown, *applied]


def _picks_rows(draft: Draft, reader: Reader) -> bool:
    """Return whether it selects among the rows before: "which of them have the most?"."""
    first = reader.tokens[:1] and reader.tokens[0].folded
    picks = any(each.function for each in draft.conditions) or bool(draft.orders)
    picks = picks or "ranked" in draft.says
    return picks and first in _ASKING


def _picks_one_of_counted(old: list[Output], draft: Draft, reader: Reader) -> bool:
    """Return whether it asks for one of the rows counted before: "which one is the oldest?"."""
    is_count = all(each.function == "count" for each in old)
    by_column = any(each.column and not each.function for each in draft.orders)
    return is_count and by_column and _picks_rows(draft, reader)


def _counted(
    previous: QueryShape, draft: Draft, reader: Reader, new: list[Output]
) -> tuple[list[Output], list[ColumnName]] | None:
    """Return the count of the rows before, or of others for each of them, if it asks for one."""
    old, groups = list(previous.outputs), list(previous.groups)
    is_of_each = "also" in draft.says and (reader.counted or (_plain(old) and new == [_COUNT]))
    if {"each", "them"} <= draft.says or is_of_each:
        shown = _plain(old)
        entity = shown[0].table if shown else previous.tables[0]
        is_told = entity in reader.counted or bool(shown and reader.is_of_values(shown[0]))
        key = [] if is_told else reader.vocabulary.by_name[entity].key
        of_row = [ColumnName(table=entity, column=each) for each in key]
        return [*(each for each in old if not each.function), *new], [*of_row, *shown]
    if len(new) > 1 or new[0].function != "count" or new[0].column:
        return None
    if new[0].table and new[0].table not in previous.tables:
        return new, []
    if groups and not draft.orders and not reader.counted:
        return _counted_groups(old, groups)
    if previous.limit == 1 and groups and not draft.conditions and not draft.orders:
        return [Output(function="count")], groups
    if previous.distinct and len(old) == 1 and old[0].column:
        return [Output(function="count", column=old[0].column, distinct=True)], []
    return [Output(function="count", table=_table_shown(previous))], []


def _table_shown(previous: QueryShape) -> str:
    """Return the only table whose rows ``previous`` shows; empty if there are more."""
    if previous.outputs == (Output(),):
        return previous.tables[0] if len(previous.tables) == 1 else ""
    shown = {each.column.table if each.column else each.table for each in previous.outputs}
    return shown.pop() if len(shown) == 1 else ""


def _replaced(
    previous: QueryShape, new: list[Output], *, of_them: bool
) -> tuple[list[Output], list[ColumnName]]:
    """Return ``new`` outputs in place of those before, with the same groups if they fit."""
    groups = list(previous.groups)
    functions = [each for each in previous.outputs if each.function]
    new_functions = [each for each in new if each.function]
    if new_functions and len(new_functions) < len(new):
        return new, _plain(new)
    if new_functions:
        is_picked = previous.limit is not None and any(o.function for o in previous.orders)
        if groups and (functions or (of_them and is_picked)):
            shown = [each for each in previous.outputs if not each.function]
            return [*shown, *new], groups
        return new, []
    by_group = any(each.function for each in previous.orders)
    by_group |= any(each.function for each in previous.conditions)
    if groups and by_group:
        return new, [*groups, *(each for each in _plain(new) if each not in groups)]
    return new, []


def _regrouped(
    previous: QueryShape, draft: Draft, reader: Reader, new: list[Output]
) -> tuple[list[Output], list[ColumnName]]:
    """Return the aggregates by other groups, or by additional ones: "and by month?"."""
    asked = [each for each in new if each.function]
    asked = asked or [each for each in previous.outputs if each.function]
    asked = asked or [
        Output(function=each.function, column=each.column, table=each.table)
        for each in previous.orders
        if each.function
    ]
    columns = list(draft.groups)
    for table in reader.group_tables:
        display = reader.display(table)
        key = reader.vocabulary.by_name[table].key
        of_row = [ColumnName(table=table, column=each) for each in key]
        columns.extend([display] if display else of_row)
    if "also" in draft.says:
        columns = [*previous.groups, *columns]
    shown = [Output(column=each) for each in columns]
    return [*shown, *(asked or [Output(function="count")])], columns


def _plain(outputs: list[Output]) -> list[ColumnName]:
    return [each.column for each in outputs if each.column and not each.function]


def _counted_groups(
    old: list[Output], groups: list[ColumnName]
) -> tuple[list[Output], list[ColumnName]]:
    shown = [each for each in old if not each.function]
    return [*shown, Output(function="count")], groups


def _with_column(output: Output, previous: QueryShape, reader: Reader) -> Output:
    """Return an aggregate without a column, with the column of the question before."""
    if output.column or output.function in {"", "count"}:
        return output
    options = [
        *(each.column for each in previous.outputs if each.column and each.function),
        *(
            each.column
            for each in previous.outputs
            if each.column and reader.is_numeric(each.column)
        ),
        *(each.column for each in previous.orders if each.column),
    ]
    if not options:
        raise NotUnderstood("nothing_to_change")
    return output.model_copy(update={"column": options[0]})


def _orders(
    previous: QueryShape, draft: Draft, reader: Reader, outputs: list[Output]
) -> tuple[tuple[Order, ...], int | None]:
    if draft.orders:
        return tuple(draft.orders), draft.limit
    if draft.groups and "top" in draft.says:  # "what was the best month?"
        return (_rank_by(outputs, reader, descending=True),), draft.limit or 1
    if draft.direction is not None or draft.says & {"ordered", "ranked"}:
        descending = bool(draft.direction)
        if previous.orders:
            base = previous.orders[0].model_copy(update={"descending": descending})
        else:
            base = _rank_by([*previous.outputs, *outputs], reader, descending=descending)
        return (base,), draft.limit
    if draft.limit is not None:
        return previous.orders, draft.limit
    regroups = bool(draft.groups or reader.group_tables) and "also" not in draft.says
    if regroups and previous.limit is not None and not _shows_figure(previous):
        return (), None  # "and per month?", after the best product
    if previous.limit == 1 and draft.conditions and not draft.outputs and "them" in draft.says:
        return (), None
    return previous.orders, previous.limit


def _shows_figure(previous: QueryShape) -> bool:
    """Return whether a figure is shown, and not only ordered by."""
    return any(each.function for each in previous.outputs)


def _rank_by(outputs: list[Output], reader: Reader, *, descending: bool) -> Order:
    functions = [each for each in outputs if each.function]
    numeric = [each for each in outputs if each.column and reader.is_numeric(each.column)]
    is_ranked = "ranked" in reader.draft.says  # by a number: no text is the highest
    for each in (*functions, *(numeric if is_ranked else outputs)):
        if each.column or each.function:
            return Order(
                column=each.column, function=each.function, descending=descending,
                table=each.table,
            )  # fmt: skip
    raise NotUnderstood("nothing_to_change")
