"""Files of other programs are told apart by what they hold, and read whole or refused."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.others import BRANCHED, BRANCHES, PLAIN, TALKED, chatgpt, claude, packed, written
from tidemark import sample
from tidemark.errors import UnreadableTranscript
from tidemark.transfer.conversation_tree import MOST_WAYS, Given, Talk, Unreadable
from tidemark.transfer.readers import files


def given(path: Path) -> list[Given]:
    with files.opened(path) as source:
        return list(source.given())


def talk(tmp_path: Path, value: object) -> Talk:
    (found,) = given(written(tmp_path / "some.txt", [value]))
    assert isinstance(found, Talk)
    return found


def said(found: Talk) -> list[tuple[str, str]]:
    return [(message.role, message.content) for message in found.paths[found.looked]]


def node(found: dict[str, Any], key: str) -> dict[str, Any]:
    message: dict[str, Any] = found["mapping"][key]["message"]
    return message


def test_every_branch_of_a_chatgpt_conversation_is_kept_in_order(tmp_path: Path) -> None:
    found = talk(tmp_path, BRANCHED)
    assert tuple([message.content for message in path] for path in found.paths) == BRANCHES
    assert [(way.of, way.shared) for way in found.ways] == [(0, 2), (1, 3)]
    assert (found.session_id, found.conversation.title) == ("chatgpt_c-a-trip", "A trip")
    assert (found.looked, dict(found.left_out)) == (2, {})


def test_what_is_no_message_of_the_two_is_left_out_and_counted(tmp_path: Path) -> None:
    odd = chatgpt(
        "Odd",
        {
            "s": (None, "system", "You are kind."),
            "e": ("s", "user", "My profile"),
            "q": ("e", "user", "Draw a cat"),
            "c": ("q", "assistant", '{"prompt": "cat"}'),
            "t": ("c", "tool", "done"),
            "h": ("t", "user", "unseen"),
            "r": ("h", "assistant", "hm"),
            "v": ("r", "user", "  "),
            "a": ("v", "assistant", "Here\ue200cite\ue202turn0\ue201 it is."),
        },
        "a",
    )
    node(odd, "e")["content"]["content_type"] = "user_editable_context"
    node(odd, "q")["content"] = {
        "content_type": "multimodal_text",
        "parts": [
            {"content_type": "image_asset_pointer", "asset_pointer": "file://1"},
            {"content_type": "audio_transcription", "text": "Draw a cat"},
        ],
    }
    node(odd, "c")["recipient"] = "dalle.text2im"
    node(odd, "h")["metadata"] = {"is_visually_hidden_from_conversation": True}
    node(odd, "r")["content"] = {"content_type": "thoughts", "thoughts": []}
    found = talk(tmp_path, odd)
    assert said(found) == [
        ("user", "[image not in the export]\n\nDraw a cat"),
        ("assistant", "Here it is."),
    ]
    assert dict(found.left_out) == {
        "system": 2,
        "media": 1,
        "tool": 2,
        "hidden": 1,
        "thought": 1,
        "empty": 1,
    }


def test_code_that_was_said_stays_code(tmp_path: Path) -> None:
    one = json.loads(json.dumps(PLAIN))
    node(one, "a")["content"] = {"content_type": "code", "language": "python", "text": "1 + 1"}
    assert said(talk(tmp_path, one))[1] == ("assistant", "```python\n1 + 1\n```")


def test_a_conversation_in_a_circle_is_read_as_far_as_it_begins(tmp_path: Path) -> None:
    one = json.loads(json.dumps(BRANCHED))
    one["mapping"]["a1"]["parent"] = "a2"
    found = talk(tmp_path, one)
    assert said(found) == [("user", "Where shall we go?")]
    assert dict(found.left_out) == {"unconnected": 6}


def test_times_that_are_none_are_not_known(tmp_path: Path) -> None:
    one = json.loads(json.dumps(PLAIN))
    node(one, "q")["create_time"], node(one, "a")["create_time"] = None, 1e300
    assert [at.timestamp for at in talk(tmp_path, one).conversation.messages] == [None, None]


def test_more_branches_than_a_person_makes_are_left_out(tmp_path: Path) -> None:
    tree: dict[str, tuple[str | None, str, str]] = {"q": (None, "user", "Again")}
    tree |= {f"a{at}": ("q", "assistant", f"{at}") for at in range(MOST_WAYS + 1)}
    (found,) = given(written(tmp_path / "c.json", [chatgpt("Often", tree, "a0")]))
    assert isinstance(found, Unreadable)
    assert (found.title, found.why) == ("Often", "it has 501 branches, more than 500")


def test_a_claude_conversation_has_its_attachments_words(tmp_path: Path) -> None:
    one = claude("Notes", ("human", "Sum this up"), ("assistant", "Short."), ("human", ""))
    first, second, _ = one["chat_messages"]
    first["attachments"] = [{"file_name": "a.txt", "extracted_content": "Long text"}]
    first["files"] = [{"file_name": "a.txt"}, {"file_name": "b.png"}]
    second["content"] = [
        {"type": "thinking", "thinking": "Hm"},
        {"type": "tool_use", "name": "x"},
        {"type": "text", "text": "Short."},
    ]
    found = talk(tmp_path, one)
    assert said(found) == [
        ("user", "Sum this up\n\n[a.txt]\nLong text\n\n[b.png not in the export]"),
        ("assistant", "Short."),
    ]
    assert found.session_id == "claude_u-notes"
    assert dict(found.left_out) == {"media": 1, "thought": 1, "tool": 1, "empty": 1}


def test_a_claude_conversation_keeps_branches_where_it_names_them(tmp_path: Path) -> None:
    one = claude("Tree", ("human", "A"), ("assistant", "B"), ("assistant", "C"))
    for message, parent in zip(one["chat_messages"], (None, "m0", "m0"), strict=True):
        message["parent_message_uuid"] = parent or "00000000-0000-4000-8000-000000000000"
    found = talk(tmp_path, one)
    assert [[at.content for at in path] for path in found.paths] == [["A", "B"], ["A", "C"]]


def test_a_conversation_of_an_unknown_shape_is_told_and_the_others_are_read(
    tmp_path: Path,
) -> None:
    broken = {**PLAIN, "mapping": {"q": {"message": {"author": 3}}}}
    found = given(written(tmp_path / "c.json", [PLAIN, broken, 5]))
    assert [type(each) for each in found] == [Talk, Unreadable, Unreadable]


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
    found = given(written(tmp_path / "photo.png", value))
    assert [each.conversation.title for each in found if isinstance(each, Talk)] == titles


def test_a_mark_of_byte_order_is_no_matter(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text(json.dumps([PLAIN]), encoding="utf-8-sig")
    assert len(given(path)) == 1


def test_an_export_is_read_from_within_its_zip_file(tmp_path: Path) -> None:
    path = packed(
        tmp_path / "export.zip",
        conversations__json=[PLAIN, BRANCHED],
        user__json={"email": "somebody"},
        message_feedback__json=[],
        chat__html="<html>",
    )
    with files.opened(path) as source:
        assert len(list(source.given())) == 2
        assert source.passed_over == 3


def test_a_plain_file_has_the_same_id_each_time(tmp_path: Path) -> None:
    one, two = (given(sample.ENGLISH.path)[0] for _ in range(2))
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
        given(lay_down(tmp_path / "c.zip"))
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
        given(path)
    assert why in str(refused.value)
