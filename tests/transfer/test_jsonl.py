"""Conversation files are read whole or refused with their line; an export reads back the same."""

import datetime as dt
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidemark import sample
from tidemark.errors import ConversationNotFound, UnreadableTranscript
from tidemark.schema import Item, MessageMetadata, QueryUnderstanding, SessionMemory
from tidemark.schema.records import MessageRecord, SessionRecord, SummaryRecord, TurnRecord
from tidemark.transfer import jsonl
from tidemark.transfer.jsonl import Conversation, PlainMessage
from utils import TokenCounter

NOW = dt.datetime(2026, 3, 2, 18, 41, tzinfo=dt.UTC)
SECOND = dt.timedelta(seconds=1)

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


def plain(*messages: tuple[str, str]) -> Conversation:
    return Conversation.model_validate(
        {"messages": [{"role": role, "content": content} for role, content in messages]}
    )


def parse(text: str, source: str = "chat.jsonl") -> Conversation | SessionRecord:
    return jsonl.parse(text.encode(), source)


def refusal(raw: bytes, source: str = "chat.jsonl") -> tuple[int | None, str]:
    with pytest.raises(UnreadableTranscript) as refused:
        jsonl.parse(raw, source)
    assert str(refused.value).startswith(source)
    return refused.value.line, refused.value.why


def test_plain_lines_are_read_with_their_times() -> None:
    text = (
        '{"role": "user", "content": "Hello", "timestamp": "2026-03-02T19:41:00+01:00"}\n'
        '{"role": "assistant", "content": "Good evening", "timestamp": "2026-03-02T18:42:00"}\n'
        '{"role": "user", "content": " two\\nlines ", "name": "kept out"}\n'
    )
    assert parse(text) == Conversation(
        messages=(
            PlainMessage(role="user", content="Hello", timestamp=NOW),
            PlainMessage(
                role="assistant", content="Good evening", timestamp=NOW + dt.timedelta(minutes=1)
            ),
            PlainMessage(role="user", content=" two\nlines "),
        )
    )


@pytest.mark.parametrize(
    "raw",
    [
        b'{"role": "user", "content": "a"}\n{"role": "assistant", "content": "b"}',
        b'\xef\xbb\xbf{"role": "user", "content": "a"}\n{"role": "assistant", "content": "b"}\n',
        b'\r\n{"role": "user", "content": "a"}\r\n\r\n{"role": "assistant", "content": "b"}\r\n',
        b'[{"role": "user", "content": "a"},\n {"role": "assistant", "content": "b"}]',
        b'{"messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]}',
    ],
    ids=["bare", "byte order mark", "windows and blank lines", "one list", "one object"],
)
def test_however_it_is_laid_out_the_conversation_is_the_same(raw: bytes) -> None:
    assert jsonl.parse(raw, "chat.jsonl") == plain(("user", "a"), ("assistant", "b"))


def test_separators_inside_a_message_end_no_line() -> None:
    assert parse('{"role": "user", "content": "a\u2028b\x85c"}') == plain(("user", "a\u2028b\x85c"))


def test_what_no_database_can_hold_is_mended() -> None:
    assert parse('{"role": "user", "content": "a\\u0000b\\ud800"}') == plain(("user", "ab\ufffd"))


@pytest.mark.parametrize(
    ("raw", "line", "why"),
    [
        (b"", None, "the file is empty"),
        (b"\n \r\n", None, "the file is empty"),
        (b'\n{"content": "a"}', 2, '"role" is missing'),
        (b'{"role": "user"}', 1, '"content" is missing'),
        (b'{"role": "tool", "content": "a"}', 1, "\"role\" should be 'user' or 'assistant'"),
        (b'{"role": "user", "content": " \\n"}', 1, '"content" is empty'),
        (b'{"role": "user", "content": "\\u0000"}', 1, '"content" is empty'),
        (b'{"role": "user", "content": null}', 1, '"content" should be a valid string'),
        (
            b'{"role": "user", "content": "a", "timestamp": "soon"}',
            1,
            '"timestamp" should be a valid datetime or date, input is too short',
        ),
        (
            b'{"role": "user", "content": "a", "timestamp": "0001-01-01T00:00:00+05:00"}',
            1,
            '"timestamp" is out of range',
        ),
        (
            b'{"role": "user", "content": "a"}\n{"role": "user", ',
            2,
            "it is not JSON (expecting property name enclosed in double quotes, column 18)",
        ),
        (b'{"role": "user", "content": "a"}\n["a"]', 2, "it is not a JSON object"),
        (b'{"role": "user", "content": "a"}\n\xff\xfe', 2, "it is not UTF-8 text"),
        (b'{"type": "message"}', 1, '"role" is missing'),
        (b"[]", None, '"messages" is empty'),
        (b"[1]", None, '"messages[0]" should be an object'),
        (b'{"messages": [{"role": "user"}]}', None, '"messages[0].content" is missing'),
        (
            b'[{"role": "user", "content": "a", "time_anchor": "15 March"}]',
            None,
            "\"messages[0].time_anchor\" should be like 'March-15-2024', not '15 March'",
        ),
        (b'{"conversation": 1}', None, '"conversation" should be an object'),
        (
            b'{"conversation": {"speaker_a": "A", "speaker_b": "B",'
            b' "session_1": [{"speaker": "C", "text": "a"}]}}',
            None,
            "\"conversation\" has a third speaker, 'C'",
        ),
        (
            b'{"conversation": {"speaker_a": "A", "speaker_b": "B",'
            b' "session_1": [{"speaker": "A", "text": " "}]}}',
            None,
            '"conversation.sittings.session_1.turns[0]" has neither text nor caption',
        ),
        (
            b'{"conversation": {"speaker_a": "A", "speaker_b": "B", "session_1": [],'
            b' "session_1_date_time": "May"}}',
            None,
            '"conversation.sittings.session_1.date_time" should be like'
            " '1:56 pm on 8 May, 2023', not 'May'",
        ),
    ],
)
def test_a_bad_file_is_refused_with_its_line_and_its_fault(
    raw: bytes, line: int | None, why: str
) -> None:
    assert refusal(raw) == (line, why)


def test_a_broken_document_is_refused_with_its_line() -> None:
    raw = b'{\n  "messages": [\n    {"role" "user"}\n  ]\n}'
    assert refusal(raw, "chat.json") == (3, "it is not JSON (expecting ':' delimiter, column 13)")


def test_brackets_without_end_are_refused() -> None:
    line, why = refusal(b"[" * 100_000)
    assert (line, why[:14]) == (1, "it is not JSON")


@pytest.mark.parametrize("name", ["missing.jsonl", "."])
def test_a_file_that_cannot_be_opened_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UnreadableTranscript, match="cannot be read"):
        jsonl.read(tmp_path / name)


def test_two_people_become_user_and_assistant_sitting_by_sitting() -> None:
    assert parse(json.dumps([LOCOMO]), "locomo.json") == LOCOMO_READ


def test_of_several_conversations_the_one_named_is_read(tmp_path: Path) -> None:
    path = tmp_path / "locomo.json"
    path.write_text(json.dumps([{**LOCOMO, "sample_id": "conv-0"}, LOCOMO]), encoding="utf-8")
    assert jsonl.read(path, sample="conv-1") == LOCOMO_READ


@pytest.mark.parametrize("wanted", [None, "conv-9"])
def test_of_several_conversations_one_must_be_named(wanted: str | None) -> None:
    raw = json.dumps([LOCOMO, {**LOCOMO, "sample_id": "conv-2"}]).encode()
    with pytest.raises(ConversationNotFound, match=r"conv-1, conv-2\.") as refused:
        jsonl.parse(raw, "locomo.json", sample=wanted)
    assert refused.value.names == ("conv-1", "conv-2")


def test_anchors_date_what_follows_them() -> None:
    messages = [
        {"id": 0, "role": "user", "content": "a", "time_anchor": None},
        {"id": 1, "role": "user", "content": "b", "time_anchor": "March-15-2024"},
        {"id": 2, "role": "assistant", "content": "c", "time_anchor": None},
        {"id": 3, "role": "user", "content": "d", "time_anchor": "April-05-2024"},
    ]
    read = parse(json.dumps({"messages": messages, "questions": []}))
    assert isinstance(read, Conversation)
    assert [message.timestamp for message in read.messages] == [
        None,
        dt.datetime(2024, 3, 15, 12, 0, tzinfo=dt.UTC),
        dt.datetime(2024, 3, 15, 12, 1, tzinfo=dt.UTC),
        dt.datetime(2024, 4, 5, 12, 0, tzinfo=dt.UTC),
    ]


@pytest.mark.parametrize(
    ("known", "dated"),
    [
        ([None, None], [NOW, NOW + SECOND]),
        ([None, 60, None], [NOW + 60 * SECOND, NOW + 60 * SECOND, NOW + 61 * SECOND]),
        ([5, 9], [NOW + 5 * SECOND, NOW + 9 * SECOND]),
    ],
    ids=["none known", "one known", "all known"],
)
def test_every_message_gets_a_time(known: list[int | None], dated: list[dt.datetime]) -> None:
    messages = tuple(
        PlainMessage(role="user", content="a", timestamp=None if at is None else NOW + at * SECOND)
        for at in known
    )
    got = Conversation(messages=messages).dated(NOW)
    assert [message.timestamp for message in got.messages] == dated


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


def test_lines_of_one_shape_are_read_all_or_none() -> None:
    good = b'{"role": "user", "content": "a"}\n\n{"role": "user", "content": "b"}'
    read = jsonl.read_lines(PlainMessage, good, "asked")
    assert [message.content for message in read] == ["a", "b"]
    with pytest.raises(UnreadableTranscript, match='asked, line 3: "role" is missing'):
        jsonl.read_lines(
            PlainMessage, good.replace(b'"role": "user", "content": "b"', b""), "asked"
        )


def test_the_sample_is_a_plain_conversation_of_two_folds(counter: TokenCounter) -> None:
    read = jsonl.read(sample.ENGLISH.path)
    assert isinstance(read, Conversation)
    times = [message.timestamp for message in read.messages if message.timestamp]
    assert len(times) == len(read.messages)
    assert times == sorted(times)
    assert {message.role for message in read.messages[::2]} == {"user"}
    assert {message.role for message in read.messages[1::2]} == {"assistant"}
    tokens = sum(counter.count_message(said.role, said.content) for said in read.messages)
    assert 2 * 1200 < tokens < 3 * 1200
    assert "!" not in "".join(message.content for message in read.messages)


@pytest.mark.parametrize(
    ("sample_id", "messages"),
    [("conv-26", 419), ("conv-30", 369), ("conv-41", 663), ("conv-42", 629), ("conv-43", 680)],
)
def test_every_locomo_conversation_is_read(data_dir: Path, sample_id: str, messages: int) -> None:
    read = jsonl.read(data_dir / "locomo_dev.json", sample=sample_id)
    assert isinstance(read, Conversation)
    times = [message.timestamp for message in read.messages if message.timestamp]
    assert (len(read.messages), times) == (messages, sorted(times))


@pytest.mark.parametrize(
    ("number", "messages"), list(enumerate([188, 200, 194, 212, 238, 258, 260, 268], start=1))
)
def test_every_beam_conversation_is_read(data_dir: Path, number: int, messages: int) -> None:
    read = jsonl.read(data_dir / "beam_dev" / f"{number}.json")
    assert isinstance(read, Conversation)
    times = [message.timestamp for message in read.messages if message.timestamp]
    assert (len(read.messages), times) == (messages, sorted(times))
