"""Three-way merging of documents: combines the changes of both sides, and lists conflicts.

A place that only one side changed takes that side's value.  Elements of a list are matched by an
identifying member if all have one; other lists are merged like lines of a text (diff3).  A conflict
is never resolved here: the caller chooses a side for each.

Source:
    S. Khanna, K. Kunal, B. Pierce, A Formal Investigation of Diff3, 2007.
"""

from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from itertools import groupby
from typing import Any, NamedTuple

from pydantic import JsonValue

from tidemark.documents.content import is_same, written
from tidemark.schema.documents import Conflict, Merged, Side

_NAMES = "id", "key", "uuid", "code", "name", "title"  # members that identify elements
_MOST_COMPARED = 4_000_000  # pairs of elements; anything longer is one edit


class _Missing:
    """Stands for a missing value."""


_MISSING = _Missing()
_Value = Any  # JsonValue | _Missing


def merge(
    base: JsonValue, ours: JsonValue, theirs: JsonValue, choices: Mapping[str, Side] | None = None
) -> Merged:
    """Merge the changes that ``ours`` and ``theirs`` made to ``base``.

    ``choices`` resolve conflicts, by their paths; the others are in the result.
    """
    merger = _Merger(choices or {})
    content = merger.merge("", base, ours, theirs)
    return Merged(content=_or_none(content), conflicts=tuple(merger.conflicts))


class _Merger:
    def __init__(self, choices: Mapping[str, Side]) -> None:
        self.choices = choices
        self.conflicts: list[Conflict] = []

    def merge(self, path: str, base: _Value, ours: _Value, theirs: _Value) -> _Value:
        """Return the merged value of one place."""
        if is_same(ours, theirs) or is_same(base, theirs):
            return ours
        if is_same(base, ours):
            return theirs
        if isinstance(ours, dict) and isinstance(theirs, dict):
            return self._objects(path, base if isinstance(base, dict) else {}, ours, theirs)
        if isinstance(ours, list) and isinstance(theirs, list):
            return self._lists(path, base if isinstance(base, list) else [], ours, theirs)
        return theirs if self._side(path, base, ours, theirs) == "theirs" else ours

    def _objects(
        self,
        path: str,
        base: Mapping[str, _Value],
        ours: Mapping[str, _Value],
        theirs: Mapping[str, _Value],
    ) -> dict[str, JsonValue]:
        names = dict.fromkeys((*ours, *(name for name in theirs if name not in ours)))
        merged = {
            name: self.merge(
                f"{path}/{_escaped(name)}",
                base.get(name, _MISSING),
                ours.get(name, _MISSING),
                theirs.get(name, _MISSING),
            )
            for name in names
        }
        return {name: value for name, value in merged.items() if value is not _MISSING}

    def _lists(
        self, path: str, base: list[_Value], ours: list[_Value], theirs: list[_Value]
    ) -> list[JsonValue]:
        name = _identity(base, ours, theirs)
        if name is None:
            return self._sequences(path, base, ours, theirs)
        held = [{written(each[name]): each for each in side} for side in (base, ours, theirs)]
        merged = {
            key: self.merge(
                f"{path}/{name}={_escaped(key)}", *(side.get(key, _MISSING) for side in held)
            )
            for key in _in_order(*(list(side) for side in held))
        }
        return [value for value in merged.values() if value is not _MISSING]

    def _sequences(
        self, path: str, base: list[_Value], ours: list[_Value], theirs: list[_Value]
    ) -> list[JsonValue]:
        stretches = tuple(_stretches(base, ours, theirs))
        side: Side = "ours"
        if any(each.is_conflict for each in stretches):
            side = self._side(path, base, ours, theirs)
        merged: list[JsonValue] = []
        for each in stretches:
            if not each.is_conflict or side == "ours":
                merged += each.ours
            elif side == "theirs":
                merged += each.theirs
            else:
                new = [one for one in each.theirs if not any(is_same(one, o) for o in each.ours)]
                merged += [*each.ours, *new]
        return merged

    def _side(self, path: str, base: _Value, ours: _Value, theirs: _Value) -> Side:
        if path not in self.choices:
            values = {"base": _or_none(base), "ours": _or_none(ours), "theirs": _or_none(theirs)}
            self.conflicts.append(Conflict(path=path, **values))
        return self.choices.get(path, "ours")


class _Stretch(NamedTuple):
    """A stretch of two lists: ``ours`` is merged, unless it is a conflict."""

    ours: list[_Value]
    theirs: list[_Value]
    is_conflict: bool


class _Edit(NamedTuple):
    """A replacement of the elements ``start`` to ``end`` of the base by ``new``."""

    start: int
    end: int
    new: list[_Value]
    is_ours: bool


def _stretches(base: list[_Value], ours: list[_Value], theirs: list[_Value]) -> Iterator[_Stretch]:
    """Yield the stretches of a merged list, in order."""
    edits = sorted(
        (*_edits(base, ours, is_ours=True), *_edits(base, theirs, is_ours=False)),
        key=lambda edit: (edit.start, edit.end),
    )
    at = 0
    for start, end, group in _touching(edits):
        yield _Stretch(base[at:start], [], is_conflict=False)
        mine, other = (
            _replaced(base, start, end, [edit for edit in group if edit.is_ours == is_ours])
            for is_ours in (True, False)
        )
        sides = {edit.is_ours for edit in group}
        if len(sides) == 1 or is_same(mine, other):
            yield _Stretch(mine if True in sides else other, [], is_conflict=False)
        else:
            yield _Stretch(mine, other, is_conflict=True)
        at = end
    yield _Stretch(base[at:], [], is_conflict=False)


def _edits(base: list[_Value], side: list[_Value], *, is_ours: bool) -> Iterator[_Edit]:
    one, other = [*map(_hashable, base)], [*map(_hashable, side)]
    first = _same(one, other)
    last = min(_same(one[::-1], other[::-1]), min(len(one), len(other)) - first)
    one, other = one[first : len(one) - last], other[first : len(other) - last]
    if len(one) * len(other) > _MOST_COMPARED:
        yield _Edit(first, len(base) - last, side[first : len(side) - last], is_ours)
        return
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    for kind, start, end, new_start, new_end in matcher.get_opcodes():
        if kind != "equal":
            new = side[first + new_start : first + new_end]
            yield _Edit(first + start, first + end, new, is_ours)


def _same(one: list[str], other: list[str]) -> int:
    """Count how many elements at the beginning are the same."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _touching(edits: list[_Edit]) -> Iterator[tuple[int, int, list[_Edit]]]:
    """Yield stretches of the base with their edits; edits that touch share a stretch."""
    ends: list[int] = []
    numbers = []
    furthest = -1
    for edit in edits:
        if edit.start > furthest:
            ends.append(edit.end)
        furthest = ends[-1] = max(ends[-1], edit.end)
        numbers.append(len(ends) - 1)
    for number, found in groupby(zip(numbers, edits, strict=True), key=lambda pair: pair[0]):
        group = [edit for _, edit in found]
        yield group[0].start, ends[number], group


def _replaced(base: list[_Value], start: int, end: int, edits: list[_Edit]) -> list[_Value]:
    made, at = [], start
    for edit in edits:
        made += [*base[at : edit.start], *edit.new]
        at = edit.end
    return made + base[at:end]


def _in_order(base: list[str], ours: list[str], theirs: list[str]) -> list[str]:
    """Return all keys, in our order; or in theirs, if only they changed it."""
    both = set(ours) & set(theirs)
    is_moved_by_us = [key for key in ours if key in both and key in base] != [
        key for key in base if key in both
    ]
    first, second = (ours, theirs) if is_moved_by_us else (theirs, ours)
    order = list(first)
    known = set(order)
    for at, key in enumerate(second):
        if key not in known:
            order.insert(order.index(second[at - 1]) + 1 if at else 0, key)
            known.add(key)
    return order


def _identity(*lists: list[_Value]) -> str | None:
    """Return the member whose value identifies the elements of all lists."""
    return next((name for name in _NAMES if all(_identifies(name, each) for each in lists)), None)


def _identifies(name: str, values: list[_Value]) -> bool:
    if not all(isinstance(each, dict) and isinstance(each.get(name), str | int) for each in values):
        return False
    return len({written(each[name]) for each in values}) == len(values)


def _hashable(value: _Value) -> str:
    return written(_sorted(value))


def _sorted(value: _Value) -> _Value:
    if isinstance(value, dict):
        return {name: _sorted(value[name]) for name in sorted(value)}
    return [*map(_sorted, value)] if isinstance(value, list) else value


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")


def _or_none(value: _Value) -> JsonValue:
    return None if value is _MISSING else value
