"""Patches: made, applied and listed; every case of the published tests of RFC 6902."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from pydantic import JsonValue

from tests.documents.values import VALUES
from tidemark.documents import patches
from tidemark.documents.content import is_same
from tidemark.errors import ContentUnreadable, PatchRefused
from tidemark.i18n.code_texts import document_change_text
from tidemark.schema.documents import DocumentChange, Operation

RECORD: dict[str, Any] = {"inci": "WATER", "category": "OTHERS", "NOAEL": [{"value": 500}]}


@given(VALUES, VALUES)
def test_the_patch_between_two_contents_makes_the_second_of_the_first(
    before: JsonValue, after: JsonValue
) -> None:
    patch = patches.between(before, after)
    assert is_same(patches.applied(before, patch), after)
    assert bool(patch) != is_same(before, after)


def test_each_change_is_listed_with_the_value_before() -> None:
    patch = (
        {"op": "test", "path": "/inci", "value": "WATER"},
        {"op": "replace", "path": "/category", "value": "FRAGRANCE"},
        {"op": "add", "path": "/NOAEL/-", "value": {"value": 1000}},
        {"op": "remove", "path": "/NOAEL/0"},
        {"op": "move", "from": "/inci", "path": "/name"},
    )
    assert patches.changes(RECORD, patch) == (
        DocumentChange(path="/category", kind="changed", before="OTHERS", after="FRAGRANCE"),
        DocumentChange(path="/NOAEL/-", after={"value": 1000}, names=("NOAEL", 1)),
        DocumentChange(path="/NOAEL/0", kind="removed", before={"value": 500}, names=("NOAEL", 0)),
        DocumentChange(path="/name", kind="moved", after="WATER", moved_from="/inci"),
    )
    assert RECORD["category"] == "OTHERS"


@pytest.mark.parametrize(
    ("operation", "told"),
    [
        ({"op": "remove", "path": "/items/0"}, 'items: "tent" removed'),
        ({"op": "replace", "path": "/items/1", "value": "map"}, 'items: "lamp" → "map"'),
        ({"op": "add", "path": "/items/-", "value": "map"}, 'items: "map" added'),
        ({"op": "move", "from": "/items/0", "path": "/items/1"}, 'items: "tent" moved to no. 2'),
        ({"op": "replace", "path": "/days/0/cost", "value": 9}, "days › Monday › cost: 8 → 9"),
        ({"op": "replace", "path": "/days/1/cost", "value": 9}, "days › no. 2 › cost: 7 → 9"),
        ({"op": "replace", "path": "/per year/2024", "value": 2}, "per year › 2024: 1 → 2"),
    ],
)
def test_a_change_of_an_entry_is_told_by_its_name_or_place_and_never_by_its_index(
    operation: Operation, told: str
) -> None:
    content: JsonValue = {
        "items": ["tent", "lamp"],
        "days": [{"label": "Monday", "cost": 8}, {"cost": 7}],
        "per year": {"2024": 1},
    }
    (change,) = patches.changes(content, [operation])
    assert document_change_text(change, "en") == told


@pytest.mark.parametrize(
    ("operation", "reason"),
    [
        ({"op": "replace", "path": "/x/y", "value": 1}, "x"),
        ({"op": "test", "path": "/inci", "value": "OIL"}, "not equal"),
        ({"op": "add", "path": "/NOAEL/7", "value": 1}, "7|index|outside"),
        ({"op": "put", "path": "/inci", "value": 1}, "put"),
        ({"op": "add", "path": 5, "value": 1}, "path"),
        ({"op": "remove", "path": ""}, "whole document"),
    ],
)
def test_an_operation_that_cannot_be_applied_is_named_and_changes_nothing(
    operation: dict[str, Any], reason: str
) -> None:
    first = {"op": "replace", "path": "/category", "value": "FRAGRANCE"}
    with pytest.raises(PatchRefused, match=reason) as caught:
        patches.applied(RECORD, (first, operation))
    assert caught.value.number == 2
    assert RECORD["category"] == "OTHERS"


def test_a_patch_whose_content_would_pass_a_limit_is_refused() -> None:
    deeper = {"op": "copy", "from": "", "path": "/a"}
    with pytest.raises(ContentUnreadable):
        patches.applied({}, [deeper] * 64)


def test_the_published_cases_of_rfc_6902() -> None:
    data = os.environ.get("TIDEMARK_DATA")  # noqa: TID251 - where the data lies
    if not data:
        pytest.skip("TIDEMARK_DATA is unset")
    cases = json.loads((Path(data) / "documents/json_patch_tests.json").read_text())
    for case in cases:
        if case.get("disabled"):
            continue
        if "error" in case:
            with pytest.raises(PatchRefused):
                patches.applied(case["doc"], case["patch"])
        elif "expected" in case:
            assert is_same(patches.applied(case["doc"], case["patch"]), case["expected"]), case
