"""Contents of documents: valid JSON, invalid JSON, and the limits."""

import pytest

from tidemark.documents import content
from tidemark.errors import ContentUnreadable


@pytest.mark.parametrize(
    ("text", "why", "line"),
    [
        ('{\n "a": 1,\n}', "not_json", 3),
        ("", "not_json", 1),
        ('{"a": 1, "b": {"c": 1, "c": 2}}', "twice", 0),
        ("[NaN]", "not_a_value", 0),
        ("[1e999]", "not_a_value", 0),
        ("1" * 5_000, "not_json", 0),
        (b"\xff\xfe", "not_json", 0),
        ("[" * 70 + "]" * 70, "too_deep", 0),
        ("[" * 100_000, "too_deep", 0),
        ("[" + "0," * content.MOST_VALUES + "0]", "too_many", 0),
        ('"' + "x" * content.MOST_BYTES + '"', "too_large", 0),
    ],
)
def test_invalid_content_is_refused_with_the_reason_and_the_line(
    text: str | bytes, why: str, line: int
) -> None:
    with pytest.raises(ContentUnreadable) as caught:
        content.read(text)
    assert (caught.value.why, caught.value.line) == (why, line)


def test_a_content_is_a_copy_with_its_names_in_order() -> None:
    value = {"b": [1, 1.0, True, None, "é\u0000\ud800"], "a": {}}
    copy = content.checked(value)
    assert content.is_same(copy, value)
    assert content.written(copy).startswith('{"b":[1,1.0,true,null,"\\u00e9')
    value["b"] = []
    assert content.read(content.written(copy)) == copy


def test_a_value_that_json_does_not_allow_is_refused() -> None:
    circle: list[object] = []
    circle.append(circle)
    for value in ({1: "a"}, [{1, 2}], (1,), circle, float("inf"), 10**5_000, b"x"):
        with pytest.raises(ContentUnreadable):
            content.checked(value)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (True, 1, False),
        (1, 1.0, False),
        (None, False, False),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, True),
        ([1, 2], [2, 1], False),
        ({"a": None}, {}, False),
    ],
)
def test_two_contents_are_the_same_json_or_not(
    one: object, other: object, *, expected: bool
) -> None:
    assert content.is_same(one, other) == expected
