"""Our own export reads back as it was, or is refused with its line."""

import datetime as dt
import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidemark.errors import UnreadableTranscript
from tidemark.schema import Item, MessageMetadata, QueryUnderstanding, SessionMemory
from tidemark.schema.records import MessageRecord, SessionRecord, SummaryRecord, TurnRecord
from tidemark.transfer import jsonl
from tidemark.transfer.conversation import Conversation
from tidemark.transfer.readers import formats

NOW = dt.datetime(2026, 3, 2, 18, 41, tzinfo=dt.UTC)
SECOND = dt.timedelta(seconds=1)


def parse(text: str, source: str = "chat.jsonl") -> Conversation | SessionRecord:
    (found,) = formats.parse(text.encode(), source)
    return found


def refusal(raw: bytes, source: str = "chat.jsonl") -> tuple[int | None, str]:
    with pytest.raises(UnreadableTranscript) as refused:
        list(formats.parse(raw, source))
    assert str(refused.value).startswith(source)
    return refused.value.line, refused.value.why


RECORD = SessionRecord(
    session_id="session_20260302_184100",
    title="A lake — für Ruth",
    created_at=NOW,
    updated_at=NOW + 9 * SECOND,
    messages=(
        MessageRecord(
            position=0,
            role="user",
            content="We must stay under 2,800 euros.\n\u2028",
            timestamp=NOW,
            token_count=15,
            metadata=MessageMetadata(
                query_analysis=QueryUnderstanding(rewritten_query="Plan it."),
                timings_ms={"context": 0.1, "ambiguity": 2.0},
                view_tokens=15,
            ),
            is_summarized=True,
            summary=0,
        ),
        MessageRecord(
            position=1,
            role="assistant",
            content="Noted.",
            timestamp=NOW + SECOND,
            token_count=7,
            metadata=MessageMetadata(engine="builtin", partial="stopped"),
            is_retired=True,
        ),
    ),
    summaries=(
        SummaryRecord(
            memory=SessionMemory(
                key_facts=(
                    Item(text="under 2,800 euros", message_ids=(0,), on=dt.date(2026, 6, 13)),
                )
            ),
            timestamp=NOW,
            from_message_index=0,
            to_message_index=0,
            created_at=NOW,
            token_count=9,
        ),
    ),
    turns=(
        TurnRecord(question=0, reply=1, status="stopped", owner="here/1", heartbeat=NOW + SECOND),
    ),
)


def exported(record: SessionRecord) -> str:
    return "".join(f"{line}\n" for line in jsonl.write(record))


def test_an_export_is_one_line_for_each_thing_kept() -> None:
    lines = [json.loads(line) for line in jsonl.write(RECORD)]
    assert [line["type"] for line in lines] == ["session", "message", "message", "summary", "turn"]
    assert lines[0] == {
        "type": "session",
        "session_id": "session_20260302_184100",
        "title": "A lake — für Ruth",
        "created_at": "2026-03-02T18:41:00Z",
        "updated_at": "2026-03-02T18:41:09Z",
    }
    assert lines[2] == {
        "type": "message",
        "position": 1,
        "role": "assistant",
        "content": "Noted.",
        "timestamp": "2026-03-02T18:41:01Z",
        "token_count": 7,
        "metadata": {"engine": "builtin", "partial": "stopped"},
        "is_summarized": False,
        "is_retired": True,
        "summary": None,
        "is_pinned": False,
        "is_single": False,
        "pictures": [],
    }


def test_an_export_reads_back_as_what_it_was() -> None:
    assert parse(exported(RECORD)) == RECORD


def test_an_export_of_an_empty_session_reads_back() -> None:
    empty = SessionRecord(session_id="s", title="", created_at=NOW, updated_at=NOW)
    assert parse(exported(empty)) == empty


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["user", "assistant"]),
            st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1),
            st.datetimes(timezones=st.just(dt.UTC)),
            st.dictionaries(st.text("abc"), st.floats(0, 1e6)),
        )
    )
)
def test_whatever_was_said_exports_and_reads_back_to_the_byte(
    said: list[tuple[str, str, dt.datetime, dict[str, float]]],
) -> None:
    record = SessionRecord.model_validate(
        {
            "session_id": "s",
            "title": "t",
            "created_at": NOW,
            "updated_at": NOW,
            "messages": [
                {
                    "position": position,
                    "role": role,
                    "content": content,
                    "timestamp": at,
                    "token_count": 1,
                    "metadata": {"timings_ms": timings},
                }
                for position, (role, content, at, timings) in enumerate(said)
            ],
        }
    )
    read = parse(exported(record))
    assert isinstance(read, SessionRecord)
    assert (read, exported(read)) == (record, exported(record))


def without(key: str) -> Callable[[dict[str, object]], object]:
    return lambda line: line.pop(key)


def having(**changed: object) -> Callable[[dict[str, object]], object]:
    return lambda line: line.update(changed)


@pytest.mark.parametrize(
    ("at", "change", "line", "why"),
    [
        (0, without("title"), None, '"title" is missing'),
        (1, having(type="note"), 2, "\"type\" is 'note', not one of message, summary, turn"),
        (1, without("type"), 2, "\"type\" is 'None', not one of message, summary, turn"),
        (1, having(is_retired="perhaps"), 2, None),
        (2, having(colour="blue"), 3, '"colour" is not a key we know'),
        (1, having(token_count=-1), 2, '"token_count" should be greater than or equal to 0'),
        (1, having(timestamp="0001-01-01T00:00:00+05:00"), 2, '"timestamp" is out of range'),
        (2, having(position=7), None, "messages stand in order of position, counted from 0"),
        (3, having(to_message_index=9), None, "a summary covers messages that are not there"),
        (4, having(question=9), None, "the question of a turn is not there"),
    ],
)
def test_an_export_changed_by_hand_is_refused_where_it_is_wrong(
    at: int, change: Callable[[dict[str, object]], object], line: int | None, why: str | None
) -> None:
    lines = [json.loads(text) for text in jsonl.write(RECORD)]
    change(lines[at])
    found_line, found_why = refusal("\n".join(json.dumps(value) for value in lines).encode())
    assert found_line == line
    assert why is None or found_why == why


def test_a_time_without_a_zone_in_an_export_is_utc() -> None:
    assert parse(exported(RECORD).replace("18:41:00Z", "18:41:00")) == RECORD
