"""Passages of messages as plain text, whatever is in them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidemark.ui.sidebar.plain_passage import plain

SIGNS = st.text(alphabet="|*_`#-,;\n ab1.[]()\\~=>", max_size=200)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("You told me:\n- “August”\n- “a budget”", "You told me: · “August” · “a budget”"),
        ("## Plan\n\nThe *night* train, **260** euros", "Plan The night train, 260 euros"),
        ("5*3 = 15, snake_case_name and a | b", "5*3 = 15, snake_case_name and a | b"),
        ("1,200 and 3,400 and 5,600 euros", "1,200 and 3,400 and 5,600 euros"),
        (
            "Look\n\n```file a.csv\nid,city,due\n7,Delft,2024-03-02,640.00\n```",
            "Look a.csv: id, city, due · 7, Delft, 2024-03-02, 640.00",
        ),
        ("| For | Euros |\n|--|--:|\n| Train | 260 |", "For, Euros · Train, 260"),
        ("see [the page](https://example.org) and ![a boat](a.png)", "see the page and a boat"),
    ],
)
def test_a_passage_has_no_signs_of_markdown_and_csv(text: str, shown: str) -> None:
    assert plain(text)[0] == shown


@given(SIGNS, st.data())
def test_marks_stay_in_order_and_on_the_same_words(text: str, data: st.DataObject) -> None:
    places = st.integers(0, len(text))
    ends = sorted(data.draw(st.lists(places, max_size=6)))
    marks = [(first, last) for first, last in zip(ends[::2], ends[1::2], strict=False)]
    shown, moved = plain(text, marks)
    assert "\n" not in shown
    flat = [place for mark in moved for place in mark]
    assert flat == sorted(flat)
    assert all(0 <= place <= len(shown) for place in flat)
    if "](" not in text and "```" not in text and "~~~" not in text:  # addresses and fences go
        words = {text[first:last] for first, last in marks if text[first:last].isalnum()}
        assert words <= {shown[first:last] for first, last in moved}
