"""Clauses that raise, lower or multiply a number, or move a day."""

import datetime as dt
import re

from pydantic import JsonValue

from tidemark.documents.instructions.changes import Change, NotApplied, joined
from tidemark.documents.instructions.clause import NAMED, InstructionClause
from tidemark.documents.values import Unclear


def change_amount(clause: InstructionClause) -> Change:
    """Raise or lower a number, or move a day."""
    text, by = clause.plain("target"), clause.plain("by")
    sign = 1 if clause.frame.kind == "amount_up" else -1
    dated = _shifted(clause, text, by, sign)
    if dated is not None:
        return dated
    try:
        nodes = [_numeric(clause, text)]
    except NotApplied as error:
        if not (nodes := clause.every(text, error)):
            raise
    return joined([raised(clause, node, by, sign, text) for node in nodes])


def raised(clause: InstructionClause, node: int, by: str, sign: int, text: str) -> Change:
    """Return the change that raises or lowers the number at ``node`` by an amount or a share."""
    old, path = clause.outline.values[node], clause.outline.path(node)
    assert isinstance(old, int | float)  # noqa: S101 - it was chosen so
    try:
        if clause.cues.percent.search(by):
            share = clause.values.number(clause.cues.percent.sub("", by)) / 100
            value = _rounded(old * (1 + sign * share), old)
        else:
            value = _rounded(old + sign * clause.values.number(by, old, f"{path[-1]}"), old)
    except Unclear:
        raise NotApplied("value", f"{text}: {by}", [path], known=1, said=by) from None
    return clause.replaced(path, old, value, text)


def _numeric(clause: InstructionClause, text: str) -> int:
    try:
        return clause.one(text, NAMED, clause.is_number)
    except NotApplied as error:
        found = clause.reader.resolve_all(
            text, NAMED, lambda node: isinstance(clause.outline.values[node], dict)
        )
        if error.cause != "not_there" or len(found) != 1:
            raise
        return _amount_of(clause, found[0], text)


def _amount_of(clause: InstructionClause, node: int, text: str) -> int:
    """Return the only number of a thing, or the one that the unit identifies."""
    inner = [each for each in clause.outline.inner(node) if clause.is_number(each)]
    if len(inner) != 1:
        raise NotApplied(
            "several" if inner else "not_there",
            text,
            [clause.outline.path(each) for each in inner],
        )
    return inner[0]


def _shifted(clause: InstructionClause, text: str, by: str, sign: int) -> Change | None:
    """Return the change that shifts a date by days, weeks, months or years."""
    try:
        count, unit = clause.values.quantity(by)
    except Unclear:
        return None
    named = clause.cues.units.get(unit.casefold())
    if named not in ("days", "weeks", "months", "years") or not isinstance(count, int):
        return None
    nodes = clause.reader.resolve_all(
        text, NAMED, lambda node: _is_day(clause.outline.values[node])
    )
    if len(nodes) != 1:
        return None
    old = str(clause.outline.values[nodes[0]])
    return clause.replaced(
        clause.outline.path(nodes[0]), old, _later(old, sign * count, named), text
    )


def scale(clause: InstructionClause) -> Change:
    """Multiply a number."""
    text = clause.plain("target")
    node = _numeric(clause, text)
    old, factor = clause.outline.values[node], clause.frame.value
    assert isinstance(old, int | float)  # noqa: S101 - it was chosen so
    assert isinstance(factor, float)  # noqa: S101 - so are those of frames
    return clause.replaced(clause.outline.path(node), old, _rounded(old * factor, old), text)


def _rounded(value: float, old: float) -> int | float:
    value = round(value, 9)
    return int(value) if isinstance(old, int) and value == int(value) else value


def _later(day: str, count: int, unit: str) -> str:
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
