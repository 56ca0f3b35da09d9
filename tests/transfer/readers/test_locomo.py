"""A sample of LoCoMo is two people, one as the user, session by session."""

import datetime as dt
from pathlib import Path

import pytest

from tests.others import written
from tidemark.errors import ConversationNotFound
from tidemark.transfer.conversation import Conversation, PlainMessage
from tidemark.transfer.readers import formats, locomo

LOCOMO = {
    "sample_id": "conv-1",
    "conversation": {
        "speaker_a": "Ann",
        "speaker_b": "Ben",
        "session_10_date_time": "12:05 am on 9 June, 2023",
        "session_10": [{"speaker": "Ben", "dia_id": "D10:1", "text": "Back again."}],
        "session_2_date_time": "1:56 pm on 8 May, 2023",
        "session_2": [
            {"speaker": "Ann", "dia_id": "D2:1", "text": "Look.", "blip_caption": "a red kite"},
            {"speaker": "Ben", "dia_id": "D2:2", "text": "", "blip_caption": "a lake"},
        ],
        "session_3_date_time": "1:00 pm on 1 June, 2023",
    },
    "qa": [],
}


LOCOMO_READ = Conversation(
    title="Ann and Ben",
    name="conv-1",
    messages=(
        PlainMessage(
            role="user",
            content="Ann: Look. [shares a red kite]",
            timestamp=dt.datetime(2023, 5, 8, 13, 56, tzinfo=dt.UTC),
        ),
        PlainMessage(
            role="assistant",
            content="Ben: [shares a lake]",
            timestamp=dt.datetime(2023, 5, 8, 13, 57, tzinfo=dt.UTC),
        ),
        PlainMessage(
            role="assistant",
            content="Ben: Back again.",
            timestamp=dt.datetime(2023, 6, 9, 0, 5, tzinfo=dt.UTC),
        ),
    ),
)


def test_two_people_become_user_and_assistant_sitting_by_sitting() -> None:
    assert list(locomo.parse([LOCOMO], "locomo.json")) == [LOCOMO_READ]


@pytest.fixture
def several(tmp_path: Path) -> Path:
    return written(tmp_path / "locomo.json", [LOCOMO, {**LOCOMO, "sample_id": "conv-2"}])


def test_of_several_conversations_the_one_named_is_read(several: Path) -> None:
    assert formats.read(several, name="conv-1") == LOCOMO_READ


@pytest.mark.parametrize("wanted", [None, "conv-9"])
def test_of_several_conversations_one_must_be_named(several: Path, wanted: str | None) -> None:
    with pytest.raises(ConversationNotFound, match=r"conv-1, conv-2\.") as refused:
        formats.read(several, name=wanted)
    assert refused.value.names == ("conv-1", "conv-2")


@pytest.mark.parametrize(
    ("sample_id", "messages"),
    [("conv-26", 419), ("conv-30", 369), ("conv-41", 663), ("conv-42", 629), ("conv-43", 680)],
)
def test_every_locomo_conversation_is_read(data_dir: Path, sample_id: str, messages: int) -> None:
    read = formats.read(data_dir / "locomo_dev.json", name=sample_id)
    assert isinstance(read, Conversation)
    times = [message.timestamp for message in read.messages if message.timestamp]
    assert (len(read.messages), times) == (messages, sorted(times))
