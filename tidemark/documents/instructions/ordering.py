"""Clauses that put the entries of a list in order: by a member, a kind of value, or backwards."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from pydantic import JsonValue

from tidemark.documents.instructions.changes import Change, NotApplied
from tidemark.documents.instructions.clause import NAME, NAMED, InstructionClause
from tidemark.documents.places import IDENTIFYING, phrase_of, pointer
from tidemark.documents.values import is_number
from tidemark.schema.documents import Operation

_ISO_DAY = re.compile(r"\d{4}-\d\d(?:-\d\d)?")
_MOST_MOVED = 100  # entries whose moves are told one by one
_MISSING = (2, 0.0, "")  # after all that are there


class _Order(NamedTuple):
    """An order in words: the list, the member, what kind of value it is, and the direction."""

    target: str
    key: str
    kind: str  # "day", "number", "text", "price", or empty where nothing tells
    is_down: bool
    is_single: bool  # of a single entry, which may be all that should move: "the newest visit"


def sort(clause: InstructionClause) -> Change:
    """Put a list in order, by the member that is named or the one of the kind."""
    order = _order_of(clause)
    around, key = _list_and_member(clause, order)
    outline = clause.outline
    entries = list(outline.inner(around))
    values = [_compared(outline.values[each], key) for each in entries]
    kinds = {value[0] for value in values if value != _MISSING}
    if len(kinds) != 1:
        raise NotApplied("value", clause.plain("target"), [outline.path(around)], known=1)
    present = [at for at, value in enumerate(values) if value != _MISSING]
    missing = [at for at, value in enumerate(values) if value == _MISSING]
    is_down = order.is_down
    if order.kind == "day" and kinds == {0}:  # "the oldest first", of numbers
        if not clause.cues.orders.age.search(f"{key}"):
            raise NotApplied("several", clause.plain("target"), [outline.path(around)])
        is_down = not is_down
    present.sort(key=lambda at: values[at], reverse=is_down)
    wanted = present + missing
    if order.is_single and wanted != [wanted[0], *sorted(wanted[1:])]:
        raise NotApplied("several", clause.plain("target"), [outline.path(around)])
    return _arranged(clause, around, wanted)


def reverse(clause: InstructionClause) -> Change:
    """Turn a list around."""
    around = _named_list(clause, clause.plain("target"))
    count = len(list(clause.outline.inner(around)))
    return _arranged(clause, around, list(reversed(range(count))))


def _order_of(clause: InstructionClause) -> _Order:
    """Return the order that a clause says.

    Raises:
        NotApplied: A clause that needs a word for an order has none.
    """
    cues, target = clause.cues.orders, clause.plain("target")
    told = clause.plain("order")
    opened = cues.in_order.match(told)
    if told and opened is None:
        raise NotApplied("not_there", told)
    order, rest = (opened[0], told[opened.end() :]) if opened else ("", "")
    said = f"{target}\n{order}\n{rest}"
    kind, is_down = "", False
    each = next((each for each in cues.kinds if each.pattern.search(said)), None)
    if each is not None:
        kind, is_down = each.kind, each.is_down
        said = each.pattern.sub(" ", said)
    elif clause.frame.value == "first":
        raise NotApplied("not_there", target)  # "put the milk first" moves it
    for pattern, way in ((cues.down, True), (cues.up, False)):
        if pattern.search(said):
            said, is_down, kind = pattern.sub(" ", said), way, kind or "number"
    target, _, rest = (part.strip(" ,") for part in said.split("\n"))
    target, *keys = cues.by.split(target, maxsplit=1)
    key = cues.by.sub("", f" {rest}").strip(" ,") or "".join(keys).strip(" ,")
    is_single = clause.frame.value == "first" and not _is_plural(clause, target)
    return _Order(target.strip(" ,"), key, kind, is_down, is_single)


def _is_plural(clause: InstructionClause, text: str) -> bool:
    """Return whether the noun is plural ("the newest items") or missing ("the newest")."""
    phrase = phrase_of(text, clause.cues)
    words = [*phrase.needed, *(each for each in phrase.extra if each in clause.cues.kinds)]
    return not words or bool(clause.cues.orders.plural.search(words[-1]))


def _named_list(clause: InstructionClause, text: str) -> int:
    return clause.one(text, NAMED, lambda node: isinstance(clause.outline.values[node], list))


def _list_and_member(clause: InstructionClause, order: _Order) -> tuple[int, str | None]:
    """Return the list that an order is about, and the member it goes by; None for its values."""
    outline, phrase = clause.outline, phrase_of(order.target, clause.cues)
    text = clause.plain("target")
    named = clause.reader.resolve_all(
        order.target, NAME, lambda node: isinstance(outline.values[node], list)
    )
    if phrase.needed or phrase.ordinals or len(named) == 1:
        around = _named_list(clause, order.target)
        return around, _member(clause, around, order)
    if not (order.key or order.kind):
        raise NotApplied("not_there", text)
    fitting: list[tuple[int, str | None]] = []
    for node, value in enumerate(outline.values):
        if isinstance(value, list) and len(value) > 1:
            try:
                fitting.append((node, _member(clause, node, order)))
            except NotApplied:
                continue
    if len(fitting) != 1:
        places = [outline.path(each) for each, _ in fitting]
        raise NotApplied("several" if places else "not_there", text, places)
    return fitting[0]


def _member(clause: InstructionClause, around: int, order: _Order) -> str | None:
    """Return the member by which the entries of a list are put in order."""
    outline = clause.outline
    entries = list(outline.inner(around))
    if len(entries) < 2:
        raise NotApplied("already", clause.plain("target"), [outline.path(around)])
    if not any(isinstance(outline.values[each], dict) for each in entries):
        if order.key and order.kind != "text" and not _is_of_value(clause, order.key):
            raise NotApplied("not_there", order.key)
        return None
    keys = _keys(clause, entries, order)
    if len(keys) == 1:
        return keys[0]
    first = next(each for each in entries if isinstance(outline.values[each], dict))
    places = [
        outline.path(each)
        for each in outline.inner(first)
        if not keys or outline.keys[each] in keys
    ]
    for path in clause.reader.chosen:
        if path[:-2] == outline.path(around) and path[-1] in [each[-1] for each in places]:
            return str(path[-1])
    raise NotApplied("not_there" if order.key and not keys else "several", _said(order), places)


def _said(order: _Order) -> str:
    return order.key or order.target


def _is_of_value(clause: InstructionClause, key: str) -> bool:
    """Return whether the words mean the values themselves: "by name", "by value"."""
    phrase = phrase_of(key, clause.cues)
    return not phrase.needed


def _keys(clause: InstructionClause, entries: Sequence[int], order: _Order) -> list[str]:
    """Return the members of entries that the words for an order fit."""
    outline, cues = clause.outline, clause.cues.orders
    held: dict[str, list[JsonValue]] = {}
    for each in entries:
        value = outline.values[each]
        if isinstance(value, dict):
            for key, one in value.items():
                held.setdefault(key, []).append(one)
    if order.key:
        named = list(_named_keys(clause, entries, order.key))
        if named or not _is_of_value(clause, order.key):
            return named
        identity = [key for key in IDENTIFYING if key in held] or [
            key for key, values in held.items() if _is_told_apart(values)
        ]
        return identity[:1] if cues.name.search(order.key) else []
    fits: dict[str, Callable[[str, list[JsonValue]], bool]] = {
        "day": lambda _, values: all(map(_is_day, values)),
        "number": lambda _, values: all(map(_is_number, values)),
        "price": lambda key, values: (
            all(map(_is_number, values)) and cues.price.search(key) is not None
        ),
        "text": lambda _, values: _is_told_apart(values),
    }
    if not order.kind:
        return []
    fit = fits[order.kind]
    return [
        key
        for key, values in held.items()
        if any(each is not None for each in values) and fit(key, values)
    ][: 1 if order.kind == "text" else None]


def _named_keys(clause: InstructionClause, entries: Sequence[int], text: str) -> Iterator[str]:
    """Yield the members of entries that ``text`` names best."""
    outline = clause.outline
    inner = {node for each in entries for node in outline.inner(each)}
    found = clause.reader.resolve_all(text, NAME, inner.__contains__)
    yield from dict.fromkeys(str(outline.keys[each]) for each in found)


def _is_told_apart(values: Sequence[JsonValue]) -> bool:
    """Return whether values are different texts, and no days."""
    texts = [each for each in values if isinstance(each, str) and not _ISO_DAY.fullmatch(each)]
    return len(texts) == len(values) and len(set(texts)) == len(texts)


def _is_day(value: JsonValue) -> bool:
    return value is None or (isinstance(value, str) and _ISO_DAY.fullmatch(value) is not None)


def _is_number(value: JsonValue) -> bool:
    return value is None or is_number(value)


def _compared(entry: JsonValue, key: str | None) -> tuple[int, float, str]:
    """Return what an entry is put in order by; values of two kinds begin with other numbers."""
    value = entry if key is None else entry.get(key) if isinstance(entry, dict) else None
    if isinstance(value, bool):
        return (0, float(value), "")
    if isinstance(value, int | float):
        return (0, float(value), "")
    return (1, 0.0, value.casefold()) if isinstance(value, str) and value else _MISSING


def _arranged(clause: InstructionClause, around: int, wanted: Sequence[int]) -> Change:
    """Return the change that puts the entries of a list in the order of their places ``wanted``."""
    path = clause.outline.path(around)
    if list(wanted) == sorted(wanted):
        raise NotApplied("already", clause.plain("target"), [path])
    if len(wanted) > _MOST_MOVED:
        held = clause.outline.values[around]
        assert isinstance(held, list)  # noqa: S101 - it was chosen so
        whole = {"op": "replace", "path": pointer(path), "value": [held[at] for at in wanted]}
        return Change((whole,), path)
    return Change(tuple(_moves(path, wanted)), path)


def _moves(path: Sequence[str | int], wanted: Sequence[int]) -> Iterator[Operation]:
    now = sorted(wanted)
    for at, entry in enumerate(wanted):
        source = now.index(entry)
        if source != at:
            now.insert(at, now.pop(source))
            yield {"op": "move", "from": pointer((*path, source)), "path": pointer((*path, at))}
