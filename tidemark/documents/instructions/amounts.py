"""Clauses that raise, lower or multiply a number, or move a day."""

import datetime as dt
import re
from collections.abc import Sequence
from functools import partial

from pydantic import JsonValue

from tidemark.documents.entries import AMOUNT_KEYS
from tidemark.documents.instructions.changes import Cause, Change, NotApplied, joined, joined_new
from tidemark.documents.instructions.clause import NAME, NAMED, InstructionClause
from tidemark.documents.places import phrase_of
from tidemark.documents.values import Unclear, key_words

_TIMES = ("seconds", "minutes", "hours", "days", "weeks", "months", "years")
_CENTS = ("cent", "cents", "ct", "centen")


def change_amount(clause: InstructionClause) -> Change:
    """Raise or lower a number, or move a day."""
    text, by = clause.plain("target"), clause.plain("by")
    if clause.frame.value == "more" and by.casefold() in clause.cues.counting:
        by = f"{clause.cues.counting[by.casefold()]:g}"
    sign = 1 if clause.frame.kind == "amount_up" else -1
    dated = _shifted(clause, text, by, sign)
    if dated is not None:
        return dated
    if not (_is_amount(clause, by) or clause.cues.vague.search(by)):
        raise NotApplied("not_there", by)  # "the rent goes up for everybody"
    if _is_list_of_numbers(clause, text):
        raise NotApplied("not_there", text)  # "add 9090 to the ports"
    nodes = _numerics(clause, text, by)
    if clause.frame.value == "more":
        check_counted(clause, nodes, f"{text}: {by}")
    return joined([raised(clause, node, by, sign, text) for node in nodes])


def _is_list_of_numbers(clause: InstructionClause, text: str) -> bool:
    """Return whether ``text`` names a list of single values, and none of its entries."""
    outline = clause.outline
    if phrase_of(text, clause.cues).ordinals or clause.cues.every.search(text):
        return False
    found = clause.reader.resolve_all(
        text, NAME, lambda node: isinstance(outline.values[node], list)
    )
    return len(found) == 1 and all(map(outline.is_leaf, outline.inner(found[0])))


def check_counted(clause: InstructionClause, nodes: Sequence[int], told: str) -> None:
    """Refuse to count "one more butter" in grams."""
    for node in nodes:
        if any(each in clause.cues.units for each in clause.units_beside(node)):
            raise NotApplied("value", told, [clause.outline.path(node)], known=1)


def _is_amount(clause: InstructionClause, by: str) -> bool:
    words = [each.casefold() for each in re.findall(r"[^\W\d_]+", by)]
    if by.casefold() in clause.cues.shares:
        return True
    return bool(re.search(r"\d", by)) or any(each in clause.cues.counting for each in words)


def _numerics(clause: InstructionClause, text: str, by: str) -> list[int]:
    """Return the number that ``text`` names, or that of every entry."""
    try:
        return [_numeric(clause, text, by)]
    except NotApplied as error:
        nodes = clause.every(text, error)
        if not nodes and clause.frame.kind == "scale":
            nodes = _all_amounts(clause, text)
        if not nodes:
            raise
        return nodes


def _all_amounts(clause: InstructionClause, text: str) -> list[int]:
    """Return the amount of each entry of the only list that has them: "double everything"."""
    outline = clause.outline
    if not clause.cues.talk.everything.fullmatch(text.strip()):
        return []
    found: list[list[int]] = []
    for node, held in enumerate(outline.values):
        entries = list(outline.inner(node)) if isinstance(held, list) else []
        counted = [
            [
                each
                for each in outline.inner(one)
                if clause.written(each)
                or (clause.is_number(each) and outline.keys[each] in AMOUNT_KEYS)
            ]
            for one in entries
        ]
        if entries and all(len(one) == 1 for one in counted):
            found.append([one[0] for one in counted])
    return found[0] if len(found) == 1 else []


def raised(clause: InstructionClause, node: int, by: str, sign: int, text: str) -> Change:
    """Return the change that raises or lowers the number at ``node`` by an amount or a share."""
    old, path = clause.outline.values[node], clause.outline.path(node)
    amount = clause.written(node)
    try:
        value = _raised(clause, node, by, sign)
    except Unclear:
        raise NotApplied("value", f"{text}: {by}", [path], known=1, said=by) from None
    return clause.replaced(path, old, value if amount is None else amount.written(value), text)


def _raised(clause: InstructionClause, node: int, by: str, sign: int) -> int | float:
    """Return the number at ``node``, raised or lowered.

    Raises:
        Unclear: ``by`` is no such amount.
    """
    number, amount = _number(clause, node), clause.written(node)
    part = clause.cues.shares.get(by.casefold())
    if part is not None:
        return _rounded(number * (1 + sign * part))
    if not clause.cues.percent.search(by):
        return _rounded(number + sign * _amount(clause, node, by))
    if amount is not None and amount.unit == "%":
        raise Unclear  # 5 % less than 10 %: is that 5 % or 9.5 %?
    share = clause.values.number(clause.cues.percent.sub("", by)) / 100
    return _rounded(number * (1 + sign * share))


def _number(clause: InstructionClause, node: int) -> int | float:
    """Return the number at ``node``, without the unit of a text."""
    old, amount = clause.outline.values[node], clause.written(node)
    if amount is not None:
        return amount.number
    assert isinstance(old, int | float)  # noqa: S101 - it was chosen so
    return old


def _amount(clause: InstructionClause, node: int, by: str) -> float:
    """Return the number that ``by`` says; cents are hundredths of a price with a fraction.

    Raises:
        Unclear: It is none, cents of a price that may itself be in cents, or no money at all.
    """
    old, key = _number(clause, node), f"{clause.outline.keys[node]}"
    count, unit = clause.values.quantity(by)
    if (amount := clause.written(node)) is not None:
        named, units = unit.casefold(), clause.cues.units
        if named and units.get(named, named) != units.get(amount.unit, amount.unit):
            raise Unclear  # "2 kg more", of 500 g
        return count
    if unit.casefold() not in _CENTS and clause.is_foreign(node, unit):
        raise Unclear  # "the work takes 2 weeks longer", of its costs
    if unit.casefold() not in _CENTS:
        if not re.search(r"\d", by) and not _is_counted(clause, unit):
            raise Unclear  # "a tenner": how much is that?
        return clause.values.number(by, old, key)
    if not isinstance(old, float):
        raise Unclear
    return count / 100


def _is_counted(clause: InstructionClause, unit: str) -> bool:
    """Return whether all words after a number in words are units, or occur in the document."""
    words = phrase_of(unit, clause.cues).needed
    return all(
        each.casefold() in clause.cues.units or clause.outline.explained(each) for each in words
    )


def _numeric(clause: InstructionClause, text: str, by: str) -> int:
    if (costs := _costs_meant(clause, text, by)) is not None:
        return costs
    try:
        return clause.one(text, NAMED, clause.is_amount)
    except NotApplied as error:
        found = clause.reader.resolve_all(
            text, NAMED, lambda node: isinstance(clause.outline.values[node], dict)
        )
        around = {each[:-1] for each in error.places}
        is_of_one = error.cause == "several" and [clause.outline.path(each) for each in found] == [
            *around
        ]
        if len(found) != 1 or not (error.cause == "not_there" or is_of_one):
            raise
        return _amount_of(clause, found[0], text, by)


def _costs_meant(clause: InstructionClause, text: str, by: str) -> int | None:
    """Return the only price, if money is said of something that has none: "it" is not seats.

    Raises:
        NotApplied: There is no price, or there are several.
    """
    outline, last = clause.outline, clause.reader.last
    if not clause.cues.pronoun.fullmatch(text) or not clause.cues.talk.money.search(by):
        return None
    if last and (node := outline.at(last)) is not None and clause.is_price(node):
        return node
    prices = [each for each in range(1, len(outline.values)) if clause.is_price(each)]
    if len(prices) != 1:
        cause: Cause = "several" if prices else "not_there"
        raise NotApplied(cause, f"{text}: {by}", [outline.path(each) for each in prices])
    return prices[0]


def _amount_of(clause: InstructionClause, node: int, text: str, by: str) -> int:
    """Return the only number of a thing, its price, or its amount."""
    outline = clause.outline
    inner = [each for each in outline.inner(node) if clause.is_amount(each)]
    inner = [each for each in inner if not _is_of_time(clause, each, by)]
    if clause.frame.value == "price":
        inner = [each for each in inner if clause.cues.orders.price.search(f"{outline.keys[each]}")]
    elif len(inner) > 1 and not clause.cues.percent.search(by):
        amounts = [each for each in inner if outline.keys[each] in AMOUNT_KEYS]
        inner = amounts if len(amounts) == 1 else inner
    if len(inner) != 1:
        raise NotApplied(
            "several" if inner else "not_there",
            text,
            [clause.outline.path(each) for each in inner],
        )
    return inner[0]


def _is_of_time(clause: InstructionClause, node: int, by: str) -> bool:
    """Return whether an amount of time is said of a number of something else: of a progress."""
    try:
        _, unit = clause.values.quantity(by)
    except Unclear:
        return False
    units = clause.cues.units
    named = units.get(unit.casefold(), "")
    amount = clause.written(node)
    told = key_words(clause.outline.keys[node])
    told += [amount.unit.casefold()] if amount is not None else []
    if any(each in clause.cues.talk.durations for each in told):
        return False
    return named in _TIMES and named not in {units.get(each, each) for each in told}


def _shifted(clause: InstructionClause, text: str, by: str, sign: int) -> Change | None:
    """Return the change that shifts a date by days, weeks, months or years."""
    try:
        count, unit = clause.values.quantity(by)
    except Unclear:
        return None
    named = clause.cues.units.get(unit.casefold())
    if named not in ("days", "weeks", "months", "years") or not isinstance(count, int):
        return None
    changes = []
    for node in _days_named(clause, text):
        old, path = str(clause.outline.values[node]), clause.outline.path(node)
        new = later(old, sign * count, named)
        changes.append(partial(clause.replaced, path, old, new, text))
    return joined_new(changes) if changes else None


def _days_named(clause: InstructionClause, text: str) -> list[int]:
    """Return the days that ``text`` names: one, those of an entry, or all of a kind."""
    outline = clause.outline

    def is_such(node: int) -> bool:
        return _is_day(outline.values[node])

    try:
        return clause.many(text, NAMED, is_such)
    except NotApplied:
        pass
    found = clause.reader.resolve_all(text, NAMED, outline.is_entry)
    inner = [each for each in outline.inner(found[0]) if is_such(each)] if len(found) == 1 else []
    return inner if len(inner) == 1 else days_of_each(clause, text) or _all_days(clause, text)


def days_of_each(clause: InstructionClause, text: str) -> list[int]:
    """Return the only day of each entry of a list that is named whole: "all lessons"."""
    outline = clause.outline
    if clause.cues.every.search(text) is None:
        return []
    rest = clause.cues.every.sub(" ", text)
    found = clause.reader.resolve_all(
        rest, NAME, lambda node: isinstance(outline.values[node], list)
    )
    entries = list(outline.inner(found[0])) if len(found) == 1 else []
    inner = [
        [each for each in outline.inner(one) if _is_day(outline.values[each])] for one in entries
    ]
    return [one[0] for one in inner] if all(len(one) == 1 for one in inner) else []


def _all_days(clause: InstructionClause, text: str) -> list[int]:
    """Return all days of one object, or one of each entry of a list: "both dates"."""
    outline, said = clause.outline, clause.cues.every.search(text)
    rest = clause.cues.days.sub(" ", text)
    if said is None or rest == text:
        return []
    days = [node for node, value in enumerate(outline.values) if _is_day(value)]
    phrase = phrase_of(rest, clause.cues)
    days = outline.among(phrase, days) if phrase.needed else days
    around = {outline.parents[each] for each in days}
    lists = {outline.parents[each] for each in around if outline.is_entry(each)}
    keys = {outline.keys[each] for each in days}
    is_one = len(around) == 1 or (len(lists) == len(keys) == 1 and len(around) == len(days))
    is_counted = clause.cues.numbers.get(said[0].casefold(), len(days)) == len(days)
    return days if is_one and is_counted and len(days) > 1 else []


def scale(clause: InstructionClause) -> Change:
    """Multiply a number, or that of every entry."""
    text, factor = clause.plain("target"), _factor(clause)
    changes = []
    for node in _numerics(clause, text, ""):
        old, amount = clause.outline.values[node], clause.written(node)
        scaled = _rounded(_number(clause, node) * factor)
        value = scaled if amount is None else amount.written(scaled)
        changes.append(partial(clause.replaced, clause.outline.path(node), old, value, text))
    return joined_new(changes)


def _factor(clause: InstructionClause) -> float:
    """Return by what a number is multiplied: that of the frame, or the one that is said."""
    given = clause.frame.value
    if isinstance(given, float):
        return given
    try:
        said, unit = clause.values.quantity(clause.plain("by"))
    except Unclear:
        raise NotApplied("not_there", clause.plain("by")) from None
    if unit or not said:
        raise NotApplied("not_there", clause.plain("by"))
    return 1 / said if given == "down" else float(said)


def _rounded(value: float) -> int | float:
    value = round(value, 9)
    return int(value) if value == int(value) else value


def later(day: str, count: int, unit: str) -> str:
    """Return the day that is ``count`` units later, or earlier if it is negative."""
    on = dt.date.fromisoformat(day)
    if unit in ("days", "weeks"):
        return (on + dt.timedelta(days=count * (7 if unit == "weeks" else 1))).isoformat()
    months = on.year * 12 + on.month - 1 + count * (12 if unit == "years" else 1)
    year, month = divmod(months, 12)
    for last in (on.day, 30, 29, 28):
        if last <= on.day:
            try:
                return dt.date(year, month + 1, last).isoformat()
            except ValueError:
                continue
    return day


def _is_day(value: JsonValue) -> bool:
    return isinstance(value, str) and bool(re.fullmatch(r"\d{4}-\d\d-\d\d", value))
