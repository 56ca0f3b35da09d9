"""Files are recognised by what they hold, and read whole or refused with line and fault."""

import datetime as dt
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.others import BRANCHED, PLAIN, TALKED, packed, written
from tidemark import sample
from tidemark.errors import UnreadableTranscript
from tidemark.schema.records import SessionRecord
from tidemark.transfer.conversation import (
    Conversation,
    ParsedConversation,
    PlainMessage,
    UnreadableConversation,
)
from tidemark.transfer.readers import formats
from utils import TokenCounter

NOW = dt.datetime(2026, 3, 2, 18, 41, tzinfo=dt.UTC)


def parsed(path: Path) -> list[ParsedConversation]:
    with formats.opened(path) as file:
        return list(file.conversations())


def parse(text: str, source: str = "chat.jsonl") -> Conversation | SessionRecord:
    (found,) = formats.parse(text.encode(), source)
    return found


def plain(*messages: tuple[str, str]) -> Conversation:
    return Conversation.model_validate(
        {"messages": [{"role": role, "content": content} for role, content in messages]}
    )


def refusal(raw: bytes, source: str = "chat.jsonl") -> tuple[int | None, str]:
    with pytest.raises(UnreadableTranscript) as refused:
        list(formats.parse(raw, source))
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
    assert parse(raw.decode()) == plain(("user", "a"), ("assistant", "b"))


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
        formats.read(tmp_path / name)


def test_the_sample_is_a_plain_conversation_of_two_folds(counter: TokenCounter) -> None:
    read = formats.read(sample.ENGLISH.path)
    assert isinstance(read, Conversation)
    times = [message.timestamp for message in read.messages if message.timestamp]
    assert len(times) == len(read.messages)
    assert times == sorted(times)
    assert {message.role for message in read.messages[::2]} == {"user"}
    assert {message.role for message in read.messages[1::2]} == {"assistant"}
    tokens = sum(counter.count_message(said.role, said.content) for said in read.messages)
    assert 2 * 1200 < tokens < 3 * 1200
    assert "!" not in "".join(message.content for message in read.messages)


def test_a_conversation_of_an_unknown_shape_is_told_and_the_others_are_read(
    tmp_path: Path,
) -> None:
    broken = {**PLAIN, "mapping": {"q": {"message": {"author": 3}}}}
    found = parsed(written(tmp_path / "c.json", [PLAIN, broken, 5]))
    assert [type(each) for each in found] == [
        Conversation,
        UnreadableConversation,
        UnreadableConversation,
    ]


@pytest.mark.parametrize(
    ("value", "titles"),
    [
        ([PLAIN, TALKED], ["Bread"]),
        (PLAIN, ["Bread"]),
        ([TALKED], ["A cake"]),
        (TALKED, ["A cake"]),
    ],
)
def test_a_file_is_known_by_what_it_holds(tmp_path: Path, value: object, titles: list[str]) -> None:
    found = parsed(written(tmp_path / "photo.png", value))
    assert [each.title for each in found if isinstance(each, Conversation)] == titles


def test_a_mark_of_byte_order_is_no_matter(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text(json.dumps([PLAIN]), encoding="utf-8-sig")
    assert len(parsed(path)) == 1


def test_an_export_is_read_from_within_its_zip_file(tmp_path: Path) -> None:
    path = packed(
        tmp_path / "export.zip",
        conversations__json=[PLAIN, BRANCHED],
        user__json={"email": "somebody"},
        message_feedback__json=[],
        chat__html="<html>",
    )
    with formats.opened(path) as file:
        assert len(list(file.conversations())) == 2
        assert file.passed_over == 3


def test_a_plain_file_has_the_same_id_each_time(tmp_path: Path) -> None:
    one, two = (parsed(sample.ENGLISH.path)[0] for _ in range(2))
    assert one == two


def zip_of(path: Path, name: str, text: bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, text)
    return path


def cut(path: Path) -> Path:
    zip_of(path, "conversations.json", json.dumps([BRANCHED] * 50).encode())
    raw = bytearray(path.read_bytes())
    raw[200:260] = bytes(60)
    path.write_bytes(raw)
    return path


def encrypted(path: Path) -> Path:
    zip_of(path, "conversations.json", b"[]")
    raw = path.read_bytes()
    at = raw.index(b"PK\x01\x02") + 8
    path.write_bytes(raw[:at] + b"\x01" + raw[at + 1 :])
    return path


@pytest.mark.parametrize(
    ("lay_down", "why"),
    [
        (lambda path: path, "cannot be read (No such file or directory)"),
        (lambda path: written(path, []), "is empty"),
        (lambda path: zip_of(path, "/etc/c.json", b"[]"), "lie outside it, '/etc/c.json'"),
        (lambda path: zip_of(path, "../c.json", b"[]"), "lie outside it, '../c.json'"),
        (lambda path: zip_of(path, "C:\\c.json", b"[]"), "lie outside it, 'C:"),
        (lambda path: zip_of(path, "a.json", bytes(120 * 2**20)), "would unpack to"),
        (lambda path: zip_of(path, "a.txt", b"Dear all,"), "holds no conversations we can read"),
        (cut, "the zip file is damaged"),
        (encrypted, "is encrypted"),
    ],
    ids=["gone", "empty", "absolute", "above", "drive", "bomb", "letter", "cut", "encrypted"],
)
def test_a_file_that_is_not_to_be_trusted_is_refused(
    tmp_path: Path, lay_down: Callable[[Path], Path], why: str
) -> None:
    with pytest.raises(UnreadableTranscript, match="Nothing of it was used") as refused:
        parsed(lay_down(tmp_path / "c.zip"))
    assert why in str(refused.value)


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (json.dumps([PLAIN]).encode("utf-16"), "not UTF-8"),
        (json.dumps([PLAIN, PLAIN]).encode()[:-40], "not JSON"),
        (b'[{"mapping": {}}, ' + b"[" * 100_000, "not JSON"),
        (b"[" * 100_000 + b"]" * 100_000, "not JSON"),
        (b'[{"mapping": {}}, "\xff"]', "not UTF-8"),
        (b'{"role": "user", "content": "' + b"a" * 10_000_000, "not JSON"),
    ],
    ids=["utf-16", "cut", "nested after", "nested", "wrong bytes", "huge line"],
)
def test_a_broken_file_is_refused_whole(tmp_path: Path, raw: bytes, why: str) -> None:
    path = tmp_path / "c.json"
    path.write_bytes(raw)
    with pytest.raises(UnreadableTranscript) as refused:
        parsed(path)
    assert why in str(refused.value)
