"""A conversation of Claude has the words of its attachments, and its branches."""

from typing import Any

from tests.others import claude as export
from tidemark.transfer.conversation import Conversation
from tidemark.transfer.readers import claude


def conversation(value: dict[str, Any]) -> Conversation:
    found = claude.parse(value)
    assert isinstance(found, Conversation)
    return found


def said(found: Conversation) -> list[tuple[str, str]]:
    return [(message.role, message.content) for message in found.paths[found.current]]


def test_a_claude_conversation_has_its_attachments_words() -> None:
    one = export("Notes", ("human", "Sum this up"), ("assistant", "Short."), ("human", ""))
    first, second, _ = one["chat_messages"]
    first["attachments"] = [{"file_name": "a.txt", "extracted_content": "Long text"}]
    first["files"] = [{"file_name": "a.txt"}, {"file_name": "b.png"}]
    second["content"] = [
        {"type": "thinking", "thinking": "Hm"},
        {"type": "tool_use", "name": "x"},
        {"type": "text", "text": "Short."},
    ]
    found = conversation(one)
    assert said(found) == [
        ("user", "Sum this up\n\n[a.txt]\nLong text\n\n[b.png not in the export]"),
        ("assistant", "Short."),
    ]
    assert found.session_id == "claude_u-notes"
    assert dict(found.left_out) == {"media": 1, "thought": 1, "tool": 1, "empty": 1}


def test_a_claude_conversation_keeps_branches_where_it_names_them() -> None:
    one = export("Tree", ("human", "A"), ("assistant", "B"), ("assistant", "C"))
    for message, parent in zip(one["chat_messages"], (None, "m0", "m0"), strict=True):
        message["parent_message_uuid"] = parent or "00000000-0000-4000-8000-000000000000"
    found = conversation(one)
    assert [[at.content for at in path] for path in found.paths] == [["A", "B"], ["A", "C"]]
