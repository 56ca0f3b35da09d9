"""Three-way merging: one side's change stays, changes of both conflict, nothing is lost."""

from typing import Any

import pytest
from hypothesis import given
from pydantic import JsonValue

from tests.documents.values import VALUES
from tidemark.documents.content import is_same
from tidemark.documents.merging import merge
from tidemark.schema.documents import Conflict, Side


@given(VALUES, VALUES)
def test_a_change_of_one_side_only_is_taken_whole(base: JsonValue, changed: JsonValue) -> None:
    for ours, theirs in ((changed, base), (base, changed), (changed, changed)):
        merged = merge(base, ours, theirs)
        assert not merged.conflicts
        assert is_same(merged.content, changed)


@given(VALUES, VALUES, VALUES)
def test_both_sides_get_the_same_conflicts_in_either_order(
    base: JsonValue, ours: JsonValue, theirs: JsonValue
) -> None:
    mine, other = merge(base, ours, theirs), merge(base, theirs, ours)
    assert {each.path for each in mine.conflicts} == {each.path for each in other.conflicts}
    chosen: dict[str, Side] = {each.path: "theirs" for each in mine.conflicts}
    settled = merge(base, ours, theirs, chosen)
    assert not settled.conflicts
    if any(not each.path for each in mine.conflicts):
        assert is_same(settled.content, theirs) or isinstance(theirs, list)


RECORD: dict[str, Any] = {"inci": "WATER", "sources": ["a", "b"], "NOAEL": [{"id": 1, "value": 5}]}


@pytest.mark.parametrize(
    ("ours", "theirs", "expected"),
    [
        (
            {**RECORD, "inci": "AQUA"},
            {**RECORD, "category": "OTHERS"},
            {**RECORD, "inci": "AQUA", "category": "OTHERS"},
        ),
        (
            {**RECORD, "sources": ["new", "a", "b"]},
            {**RECORD, "sources": ["a", "b", "c"]},
            {**RECORD, "sources": ["new", "a", "b", "c"]},
        ),
        (
            {**RECORD, "NOAEL": [{"id": 1, "value": 6}]},
            {**RECORD, "NOAEL": [{"id": 0}, {"id": 1, "value": 5, "unit": "mg"}]},
            {**RECORD, "NOAEL": [{"id": 0}, {"id": 1, "value": 6, "unit": "mg"}]},
        ),
        (
            {**RECORD, "NOAEL": [{"id": 1, "value": 5}, {"id": 2}]},
            {**RECORD, "NOAEL": [{"id": 1, "value": 5}, {"id": 3}]},
            {**RECORD, "NOAEL": [{"id": 1, "value": 5}, {"id": 2}, {"id": 3}]},
        ),
    ],
)
def test_changes_of_different_places_are_merged(
    ours: JsonValue, theirs: JsonValue, expected: JsonValue
) -> None:
    merged = merge(RECORD, ours, theirs)
    assert not merged.conflicts
    assert is_same(merged.content, expected), merged.content


def test_a_place_that_both_changed_is_a_conflict_until_a_side_is_chosen() -> None:
    ours: JsonValue = {"inci": "OIL", "sources": ["a", "c"], "NOAEL": []}
    theirs = {**RECORD, "inci": "WAX", "sources": ["a", "d"], "NOAEL": [{"id": 1, "value": 9}]}

    merged = merge(RECORD, ours, theirs)
    assert merged.conflicts == (
        Conflict(path="/inci", base="WATER", ours="OIL", theirs="WAX"),
        Conflict(path="/sources", base=["a", "b"], ours=["a", "c"], theirs=["a", "d"]),
        Conflict(path="/NOAEL/id=1", base={"id": 1, "value": 5}, theirs={"id": 1, "value": 9}),
    )
    assert merged.content == ours

    settled = merge(
        RECORD, ours, theirs, {"/inci": "theirs", "/sources": "both", "/NOAEL/id=1": "theirs"}
    )
    assert not settled.conflicts
    assert settled.content == {
        "inci": "WAX",
        "sources": ["a", "c", "d"],
        "NOAEL": [{"id": 1, "value": 9}],
    }


@pytest.mark.slow
def test_long_lists_of_one_value_are_merged_at_once() -> None:
    zeros: list[JsonValue] = [0] * 50_000
    merged = merge(zeros, [1, *zeros], [*zeros, 2])
    assert not merged.conflicts
    assert merged.content == [1, *zeros, 2]
    assert len(merge(zeros, [1, *zeros[1:-1], 1], [2] * 50_000).conflicts) == 1
