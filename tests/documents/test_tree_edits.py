"""Edits of a content drawn as a tree: the patch of each, and the types of what is typed."""

from typing import Any

import pytest
from pydantic import JsonValue

from tidemark.documents import patches
from tidemark.documents.tree_edits import TreeEdit, patch_of
from tidemark.errors import ContentUnreadable, NameTaken, NumberUnclear, PatchRefused
from tidemark.i18n.code_texts import document_change_text

CONTENT: dict[str, Any] = {
    "title": "Camp",
    "budget": 450,
    "rate": 1.0,
    "is_paid": False,
    "note": None,
    "items": ["tent", "lamp"],
    "scores": [7, 8.5],
    "flags": [True],
    "mixed": [1, "two"],
    "empty": [],
    "costs": {"bus": 12, "boat": 20},
    "guests": [
        {"name": "Ann", "age": 30, "comes": True, "phone": "06"},
        {"name": "Bo", "age": None, "comes": False, "phone": "07"},
    ],
    "a/b~c": "odd",
}
SCHEMA: dict[str, Any] = {
    "properties": {
        "note": {"type": "integer"},
        "empty": {"items": {"type": "number"}},
        "scores": {"items": {"type": "string"}},
        "is_new": {"type": "boolean"},
    }
}


def made(edit: TreeEdit, schema: JsonValue = None, language: str = "en") -> JsonValue:
    """Return the content after ``edit``."""
    patch = patch_of(CONTENT, edit, schema, language=language)
    assert len(patch) <= 1
    return patches.applied(CONTENT, patch)


@pytest.mark.parametrize(
    ("path", "text", "value"),
    [
        ("/title", "Camp Nord ", "Camp Nord"),
        ("/title", "12", "12"),
        ("/title", "true", "true"),
        ("/budget", " 500 ", 500),
        ("/budget", "500.0", 500.0),
        ("/budget", "-1.5e3", -1500.0),
        ("/budget", "12345678901234567890", 12345678901234567890),
        ("/budget", "0500", "0500"),
        ("/budget", "1,250", "1,250"),
        ("/budget", "NaN", "NaN"),
        ("/budget", "١٢", "١٢"),
        ("/budget", "about 500", "about 500"),
        ("/is_paid", "true", True),
        ("/is_paid", "null", None),
        ("/is_paid", "partly", "partly"),
        ("/note", "7", "7"),
        ("/guests/1/age", "41", 41),
        ("/guests/1/phone", "41", "41"),
        ("/a~1b~0c", "even", "even"),
    ],
)
def test_a_changed_value_keeps_its_type_if_the_text_reads_as_one(
    path: str, text: str, value: JsonValue
) -> None:
    after = patches.part(made(TreeEdit("change", path, text)), path)
    assert (after, type(after)) == (value, type(value))


@pytest.mark.parametrize(
    ("edit", "path", "value"),
    [
        (TreeEdit("add", "/items", "map"), "/items/2", "map"),
        (TreeEdit("add", "/items", "3"), "/items/2", "3"),
        (TreeEdit("add", "/items", "true"), "/items/2", "true"),
        (TreeEdit("add", "/scores", "9"), "/scores/2", 9),
        (TreeEdit("add", "/scores", "nine"), "/scores/2", "nine"),
        (TreeEdit("add", "/mixed", "9"), "/mixed/2", "9"),
        (TreeEdit("add", "/flags", "false"), "/flags/1", False),
        (TreeEdit("add", "/empty", "9"), "/empty/0", "9"),
        (TreeEdit("add", "/costs", "5", "train"), "/costs/train", 5),
        (TreeEdit("add", "/guests/1", "44", "size"), "/guests/1/size", "44"),
        (TreeEdit("add", "", "9", "c/d"), "/c~1d", "9"),
        (
            TreeEdit("add", "/guests", "Cas"),
            "/guests/2",
            {"name": "Cas", "age": None, "comes": False, "phone": ""},
        ),
    ],
)
def test_a_new_entry_has_the_type_of_those_beside_it(
    edit: TreeEdit, path: str, value: JsonValue
) -> None:
    after = patches.part(made(edit), path)
    assert (after, type(after)) == (value, type(value))


@pytest.mark.parametrize(
    ("edit", "path", "value"),
    [
        (TreeEdit("change", "/note", "7"), "/note", 7),
        (TreeEdit("add", "/empty", "9"), "/empty/0", 9),
        (TreeEdit("add", "/scores", "9"), "/scores/2", "9"),
        (TreeEdit("add", "", "true", "is_new"), "/is_new", True),
    ],
)
def test_the_schema_shows_the_type_where_nothing_is_yet(
    edit: TreeEdit, path: str, value: JsonValue
) -> None:
    assert patches.part(made(edit, SCHEMA), path) == value


@pytest.mark.parametrize(
    ("members", "entry"),
    [
        ({"age": {"type": "integer"}}, {"name": "Cas", "comes": False, "phone": ""}),
        ({"phone": {"enum": ["06", "07"]}}, {"name": "Cas", "age": None, "comes": False}),
        ({"age": {"$ref": "#/$defs/age"}}, {"name": "Cas", "comes": False, "phone": ""}),
    ],
    ids=["a number", "a choice", "by reference"],
)
def test_a_new_object_leaves_out_what_the_schema_does_not_let_be_empty(
    members: JsonValue, entry: JsonValue
) -> None:
    schema: JsonValue = {
        "properties": {"guests": {"items": {"properties": members}}},
        "$defs": {"age": {"type": "integer"}},
    }
    assert patches.part(made(TreeEdit("add", "/guests", "Cas"), schema), "/guests/2") == entry


@pytest.mark.parametrize(
    ("edit", "path", "value"),
    [
        (TreeEdit("change", "/budget", "2,5"), "/budget", 2.5),
        (TreeEdit("change", "/title", "2,5"), "/title", "2,5"),
        (TreeEdit("add", "/scores", "2,5"), "/scores/2", 2.5),
    ],
)
def test_a_number_has_a_decimal_comma_in_dutch_alone(
    edit: TreeEdit, path: str, value: JsonValue
) -> None:
    assert patches.part(made(edit, language="nl"), path) == value
    assert patches.part(made(edit), path) == "2,5"


@pytest.mark.parametrize(
    ("path", "text", "value"),
    [
        ("/budget", "1.250", 1250),
        ("/budget", "-12.500.000", -12_500_000),
        ("/budget", "1.250,50", 1250.5),
        ("/budget", "1250,50", 1250.5),
        ("/budget", "1,25", 1.25),
        ("/budget", "1,250", 1.25),
        ("/budget", "0.125", 0.125),
        ("/budget", "1.25", 1.25),
        ("/budget", "1.2500", 1.25),
        ("/budget", "1,250.50", "1,250.50"),
        ("/budget", "1.250.50", "1.250.50"),
        ("/rate", "1.250,00", 1250.0),
        ("/rate", "1.250.000", 1_250_000),
        ("/rate", "1.5", 1.5),
        ("/title", "1.250", "1.250"),
    ],
)
def test_a_number_is_read_as_dutch_people_write_it_on_a_dutch_page(
    path: str, text: str, value: JsonValue
) -> None:
    after = patches.part(made(TreeEdit("change", path, text), language="nl"), path)
    assert (after, type(after)) == (value, type(value))


@pytest.mark.parametrize(
    ("edit", "whole", "decimal"),
    [
        (TreeEdit("change", "/rate", "1.250"), "1250", "1,250"),
        (TreeEdit("change", "/rate", " -10.125 "), "-10125", "-10,125"),
        (TreeEdit("add", "/scores", "9.125"), "9125", "9,125"),
    ],
)
def test_a_number_that_can_be_a_thousand_times_another_is_asked_back(
    edit: TreeEdit, whole: str, decimal: str
) -> None:
    with pytest.raises(NumberUnclear) as caught:
        made(edit, language="nl")
    assert (caught.value.text, caught.value.whole, caught.value.decimal) == (
        edit.text.strip(),
        whole,
        decimal,
    )


@pytest.mark.parametrize(
    "edit",
    [
        TreeEdit("change", "/title", "Camp"),
        TreeEdit("change", "/rate", "1.0"),
        TreeEdit("rename", "/title", name="title "),
        TreeEdit("rename", "/title", name=" "),
    ],
)
def test_an_edit_that_changes_nothing_has_no_patch(edit: TreeEdit) -> None:
    assert patch_of(CONTENT, edit) == ()


@pytest.mark.parametrize(
    ("edit", "told"),
    [
        (TreeEdit("change", "/rate", "1"), "rate: 1.0 → 1"),
        (TreeEdit("remove", "/items/0"), 'items: "tent" removed'),
        (TreeEdit("add", "/items", "map"), 'items: "map" added'),
        (TreeEdit("rename", "/title", name="Name"), "Name: renamed from “title”"),
        (TreeEdit("rename", "/guests/0/phone", name="tel"), "guests › Ann › tel: renamed from"),
    ],
)
def test_an_edit_is_told_in_the_words_of_the_history(edit: TreeEdit, told: str) -> None:
    (change,) = patches.changes(CONTENT, patch_of(CONTENT, edit))
    assert document_change_text(change, "en").startswith(told)


@pytest.mark.parametrize(
    ("content", "edit", "after"),
    [
        ([], TreeEdit("add", "", "milk"), ["milk"]),
        ({}, TreeEdit("add", "", "milk", "first"), {"first": "milk"}),
        ("one", TreeEdit("change", "", "two"), "two"),
        ([{"n": 1}], TreeEdit("add", "", "two"), [{"n": 1}, "two"]),
        ({"a": {"b": 1}}, TreeEdit("remove", "/a/b"), {"a": {}}),
    ],
)
def test_the_outermost_value_is_edited_as_any_other(
    content: JsonValue, edit: TreeEdit, after: JsonValue
) -> None:
    assert patches.applied(content, patch_of(content, edit)) == after


def test_an_entry_of_the_outermost_list_is_told_by_its_place_counted_from_one() -> None:
    (change,) = patches.changes(["tent"], patch_of(["tent"], TreeEdit("add", "", "lamp")))
    assert document_change_text(change, "en") == 'no. 2: "lamp" added'


def test_a_name_that_exists_a_missing_place_and_a_number_without_end_are_refused() -> None:
    for edit in (
        TreeEdit("add", "/costs", "1", " bus "),
        TreeEdit("rename", "/costs/bus", name="boat"),
    ):
        with pytest.raises(NameTaken):
            patch_of(CONTENT, edit)
    for edit in (TreeEdit("change", "/items/9", "x"), TreeEdit("remove", "/nothing")):
        with pytest.raises(PatchRefused):
            patch_of(CONTENT, edit)
    with pytest.raises(ContentUnreadable):
        patch_of(CONTENT, TreeEdit("change", "/budget", "1e999"))
