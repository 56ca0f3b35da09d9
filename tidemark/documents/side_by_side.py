"""Two contents side by side, line by line, without the unchanged lines between changes.

Lines that each side has once and in the same order are anchors; the lines between two anchors are
compared separately.  So the time grows with the length of a document only.  The comma behind the
last entry of a list, which another entry after it brings, is no difference.

Source:
    B. Cohen, Patience Diff, 2003: the longest rising sequence of lines unique in both.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise, zip_longest
from typing import Literal, NamedTuple

from pydantic import JsonValue

from tidemark.documents.content import shown

_MEMBER = re.compile(r'\s*"(?:[^"\\]|\\.)*": ')
_AROUND = 3  # lines kept before and after a change
_MOST_COMPARED = 1_000_000  # pairs of lines between two anchors; anything longer is one change


class LinePair(NamedTuple):
    """A line of each side; None if a side has none.

    A pair that is ``left_out`` stands for lines that both have.
    """

    kind: Literal["same", "changed", "left_out"]
    before: str | None = None
    after: str | None = None


class _Run(NamedTuple):
    """Lines ``start`` to ``end`` of one side next to those of the other."""

    kind: Literal["same", "changed"]
    start: int
    end: int
    other_start: int
    other_end: int


def line_pairs(before: JsonValue, after: JsonValue) -> list[LinePair]:
    """Return the lines of two contents side by side: changed ones, and three around each.

    >>> [(pair.before, pair.after) for pair in line_pairs({"a": 1}, {"a": 2})]
    [('{', '{'), ('  "a": 1', '  "a": 2'), ('}', '}')]
    """
    one, other = shown(before).splitlines(), shown(after).splitlines()
    runs = list(_joined(_runs([*map(_without_comma, one)], [*map(_without_comma, other)])))
    found: list[LinePair] = []
    for at, run in enumerate(runs):
        lines, beside = one[run.start : run.end], other[run.other_start : run.other_end]
        if run.kind == "same":
            pairs = list(zip(lines, beside, strict=True))
            found += _near(pairs, is_first=at == 0, is_last=at == len(runs) - 1)
        else:
            found += (LinePair("changed", *pair) for pair in zip_longest(lines, beside))
    return found


def _without_comma(line: str) -> str:
    """Return an entry of a list without the comma behind it, any other line as it is."""
    return line if _MEMBER.match(line) else line.removesuffix(",")


def _near(pairs: Sequence[tuple[str, str]], *, is_first: bool, is_last: bool) -> Iterator[LinePair]:
    """Yield the lines near the change before them, and near the one after them."""
    after = 0 if is_first else _AROUND
    before = len(pairs) - (0 if is_last else _AROUND)
    if after >= before:
        yield from (LinePair("same", *pair) for pair in pairs)
        return
    yield from (LinePair("same", *pair) for pair in pairs[:after])
    yield LinePair("left_out")
    yield from (LinePair("same", *pair) for pair in pairs[before:])


def _joined(runs: Iterator[_Run]) -> Iterator[_Run]:
    """Yield ``runs``, joining consecutive ones of the same kind."""
    held: _Run | None = None
    for run in runs:
        if held is not None and held.kind == run.kind:
            held = held._replace(end=run.end, other_end=run.other_end)
            continue
        if held is not None:
            yield held
        held = run
    if held is not None:
        yield held


def _runs(one: Sequence[str], other: Sequence[str]) -> Iterator[_Run]:
    meetings = [(-1, -1), *_meetings(one, other), (len(one), len(other))]
    for (start, other_start), (end, other_end) in pairwise(meetings):
        yield from _between(one, other, (start + 1, end, other_start + 1, other_end))
        if end < len(one):
            yield _Run("same", end, end + 1, other_end, other_end + 1)


def _between(
    one: Sequence[str], other: Sequence[str], place: tuple[int, int, int, int]
) -> Iterator[_Run]:
    start, end, other_start, other_end = place
    lines, other_lines = one[start:end], other[other_start:other_end]
    if lines == other_lines:
        if lines:
            yield _Run("same", *place)
        return
    if len(lines) * len(other_lines) > _MOST_COMPARED:
        yield _Run("changed", *place)
        return
    matcher = SequenceMatcher(None, lines, other_lines, autojunk=False)
    for kind, *at in matcher.get_opcodes():
        moved = start + at[0], start + at[1], other_start + at[2], other_start + at[3]
        yield _Run("same" if kind == "equal" else "changed", *moved)


def _meetings(one: Sequence[str], other: Sequence[str]) -> list[tuple[int, int]]:
    """Return the anchors: the places of lines unique in both, as many as are in order."""
    counts, other_counts = Counter(one), Counter(other)
    places = {line: at for at, line in enumerate(other) if other_counts[line] == 1}
    found = [
        (at, places[line]) for at, line in enumerate(one) if counts[line] == 1 and line in places
    ]
    ends: list[int] = []  # the lowest place at which a sequence of each length ends
    last: list[int] = []  # the index in ``found`` of that place
    before: list[int] = []  # for each of ``found``, the index of the one before it
    for number, (_, place) in enumerate(found):
        length = bisect_left(ends, place)
        ends[length : length + 1] = [place]
        last[length : length + 1] = [number]
        before.append(last[length - 1] if length else -1)
    rising: list[tuple[int, int]] = []
    number = last[-1] if last else -1
    while number >= 0:
        rising.append(found[number])
        number = before[number]
    return rising[::-1]
