"""Two contents side by side, line by line, with what lies between two changes left out."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Literal, NamedTuple

from pydantic import JsonValue

from tidemark.documents.content import shown

_AROUND = 3  # lines kept before and after a change
_MOST_COMPARED = 4_000_000  # pairs of lines; what is longer is one change


class LinePair(NamedTuple):
    """A line of each side; None where a side has none.

    A pair that is ``left_out`` stands for lines that both have.
    """

    kind: Literal["same", "changed", "left_out"]
    before: str | None = None
    after: str | None = None


def line_pairs(before: JsonValue, after: JsonValue) -> list[LinePair]:
    """Return the lines of two contents beside each other: changed ones, and three around each.

    >>> [(pair.before, pair.after) for pair in line_pairs({"a": 1}, {"a": 2})]
    [('{', '{'), ('  "a": 1', '  "a": 2'), ('}', '}')]
    """
    pairs = list(_all_pairs(shown(before).splitlines(), shown(after).splitlines()))
    near = _near_a_change(pairs)
    found: list[LinePair] = []
    for at, pair in enumerate(pairs):
        if at in near:
            found.append(pair)
        elif not found or found[-1].kind != "left_out":
            found.append(LinePair("left_out"))
    return found


def _near_a_change(pairs: Sequence[LinePair]) -> set[int]:
    changed = (at for at, pair in enumerate(pairs) if pair.kind == "changed")
    return {near for at in changed for near in range(at - _AROUND, at + _AROUND + 1)}


def _all_pairs(one: Sequence[str], other: Sequence[str]) -> Iterator[LinePair]:
    first = _same_from_the_start(one, other)
    last = _same_from_the_start(one[first:][::-1], other[first:][::-1])
    yield from (LinePair("same", line, line) for line in one[:first])
    one_middle, other_middle = one[first : len(one) - last], other[first : len(other) - last]
    for kind, start, end, other_start, other_end in _opcodes(one_middle, other_middle):
        beside = zip_longest(one_middle[start:end], other_middle[other_start:other_end])
        yield from (LinePair("same" if kind == "equal" else "changed", *pair) for pair in beside)
    yield from (LinePair("same", line, line) for line in one[len(one) - last :])


def _opcodes(one: Sequence[str], other: Sequence[str]) -> list[tuple[str, int, int, int, int]]:
    if len(one) * len(other) > _MOST_COMPARED:
        return [("replace", 0, len(one), 0, len(other))]
    return list(SequenceMatcher(None, one, other, autojunk=False).get_opcodes())


def _same_from_the_start(one: Sequence[str], other: Sequence[str]) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
