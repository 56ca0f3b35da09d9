"""Two contents side by side: every line of each in order, changed ones next to each other."""

import pytest
from hypothesis import given
from pydantic import JsonValue

from tests.documents.values import VALUES
from tidemark.documents.content import shown
from tidemark.documents.side_by_side import LinePair, line_pairs


@given(VALUES, VALUES)
def test_each_side_is_whole_but_for_lines_that_both_have(one: JsonValue, other: JsonValue) -> None:
    for at, whole in enumerate((one, other)):
        lines = iter(shown(whole).splitlines())
        drawn = [pair[at + 1] for pair in line_pairs(one, other)]
        assert all(line in lines for line in drawn if line is not None)


def test_changed_lines_are_side_by_side_and_lines_between_changes_are_left_out() -> None:
    before: dict[str, JsonValue] = {"inci": "WATER", "list": [*range(20)], "category": "OTHERS"}
    found = line_pairs(before, {**before, "inci": "AQUA", "sources": []})
    changed = [(pair.before, pair.after) for pair in found if pair.kind == "changed"]
    assert changed == [
        ('  "inci": "WATER",', '  "inci": "AQUA",'),
        ('  "category": "OTHERS"', '  "category": "OTHERS",'),
        (None, '  "sources": []'),
    ]
    assert found.count(LinePair("left_out")) == 1
    assert line_pairs(before, before) == [LinePair("left_out")]


@pytest.mark.parametrize(
    ("before", "after", "marked"),
    [
        (["candles", "plates"], ["candles", "plates", "banner"], [(None, '"banner"')]),
        (["candles", "plates"], ["candles"], [('"plates"', None)]),
        (["candles", "plates"], ["plates"], [('"candles",', None)]),
        (["plates"], ["candles", "plates"], [(None, '"candles",')]),
        ([1, 2], [1, 2, 3, 4], [(None, "3,"), (None, "4")]),
        (['say "a": b'], ['say "a": b', "c"], [(None, '"c"')]),
        (["a"], ["b"], [('"a"', '"b"')]),
        ([[1], [2]], [[1]], [("[", None), ("2", None), ("]", None)]),
    ],
)
def test_an_entry_that_joins_or_leaves_a_list_is_the_only_one_marked(
    before: list[JsonValue], after: list[JsonValue], marked: list[tuple[str | None, str | None]]
) -> None:
    pairs = line_pairs({"items": before}, {"items": after})
    changed = [(each.before, each.after) for each in pairs if each.kind == "changed"]
    assert [tuple(line and line.strip() for line in each) for each in changed] == marked


def test_changes_far_apart_in_a_long_document_are_listed_as_those_changes_alone() -> None:
    before: list[JsonValue] = [
        {"id": number, "name": f"record {number}", "tags": []} for number in range(5000)
    ]
    after: list[JsonValue] = [*before[:10], {"id": "new"}, *before[10:4000], *before[4001:]]
    changed = [pair for pair in line_pairs(before, after) if pair.kind == "changed"]
    assert len(changed) == 3 + 5
