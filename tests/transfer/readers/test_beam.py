"""A conversation of BEAM is dated from its anchors on."""

import datetime as dt
from pathlib import Path

import pytest

from tidemark.transfer.conversation import Conversation
from tidemark.transfer.readers import beam, formats


def test_anchors_date_what_follows_them() -> None:
    messages = [
        {"id": 0, "role": "user", "content": "a", "time_anchor": None},
        {"id": 1, "role": "user", "content": "b", "time_anchor": "March-15-2024"},
        {"id": 2, "role": "assistant", "content": "c", "time_anchor": None},
        {"id": 3, "role": "user", "content": "d", "time_anchor": "April-05-2024"},
    ]
    read = beam.parse({"messages": messages, "questions": []}, "beam.json")
    assert [message.timestamp for message in read.messages] == [
        None,
        dt.datetime(2024, 3, 15, 12, 0, tzinfo=dt.UTC),
        dt.datetime(2024, 3, 15, 12, 1, tzinfo=dt.UTC),
        dt.datetime(2024, 4, 5, 12, 0, tzinfo=dt.UTC),
    ]


@pytest.mark.parametrize(
    ("number", "messages"), list(enumerate([188, 200, 194, 212, 238, 258, 260, 268], start=1))
)
def test_every_beam_conversation_is_read(data_dir: Path, number: int, messages: int) -> None:
    read = formats.read(data_dir / "beam_dev" / f"{number}.json")
    assert isinstance(read, Conversation)
    times = [message.timestamp for message in read.messages if message.timestamp]
    assert (len(read.messages), times) == (messages, sorted(times))
