"""The lines of an item: a date in words, without a day where a month or a year was named."""

import datetime as dt

import pytest

from tidemark.schema import Item
from tidemark.ui.chat.memory_items import item_lines


@pytest.mark.parametrize(
    ("text", "on", "line"),
    [
        ("We marry in May", "2027-05-01", "We marry in May (in May 2027)"),
        ("We marry on 1 May", "2027-05-01", "We marry on 1 May (on 1 May 2027)"),
        ("It is paid off in 12 months", "2027-11-01", "… in 12 months (in November 2027)"),
        ("We moved two years ago", "2024-01-01", "We moved two years ago (in 2024)"),
        ("The lease ends on Friday", "2027-05-07", "The lease ends on Friday (on 7 May 2027)"),
    ],
)
def test_a_period_is_shown_without_a_day(text: str, on: str, line: str) -> None:
    item = Item(text=text, message_ids=(1,), on=dt.date.fromisoformat(on))

    assert item_lines(item)[0] == line.replace("… in", "It is paid off in")
