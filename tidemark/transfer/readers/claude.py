"""Conversations as exported by Claude.

Source: the data export of claude.ai, ``conversations.json``: a list of conversations, each with
``chat_messages`` of a ``human`` and an ``assistant``; ``content`` holds blocks, of which only those
of type ``text`` are messages; ``attachments`` have their text as ``extracted_content``, ``files``
have none (https://support.claude.com/en/articles/9450526; its schema is described in
github.com/Sinity/polylogue, docs/providers/claude-ai.md).  If messages name their predecessor,
``parent_message_uuid``, the branches are kept.
"""

import datetime as dt
from collections import Counter
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, TypeAdapter, ValidationError

from tidemark.schema import Instant, Role
from tidemark.schema.reasons import ImportFault
from tidemark.schema.sessions import TITLE_CHARS
from tidemark.transfer.conversation import (
    Conversation,
    OmissionReason,
    PlainMessage,
    TreeNode,
    UnreadableConversation,
    derived_id,
    from_tree,
)
from tidemark.transfer.json_text import why_invalid
from utils import one_line, storable

_ROLES: dict[str, Role] = {"human": "user", "user": "user", "assistant": "assistant"}
_OMITTED: dict[str, OmissionReason] = {"thinking": "thought", "redacted_thinking": "thought"}
_TIME = TypeAdapter(Instant)


def _time(value: object) -> dt.datetime | None:
    """Return ``value`` as a time; None if it is not one."""
    try:
        return _TIME.validate_python(value) if isinstance(value, str) else None
    except ValidationError:
        return None


Timestamp = Annotated[dt.datetime | None, BeforeValidator(_time)]


class _Block(BaseModel):
    type: str = "text"
    text: str | None = None


class _Attachment(BaseModel):
    file_name: str | None = None
    extracted_content: str | None = None


class _Message(BaseModel):
    uuid: str | None = None
    parent_message_uuid: str | None = None
    sender: str = ""
    created_at: Timestamp = None
    text: str | None = None
    content: list[_Block] | None = None
    attachments: list[_Attachment] | None = None
    files: list[_Attachment] | None = None


class _Conversation(BaseModel):
    uuid: str | None = None
    name: str | None = None
    current_leaf_message_uuid: str | None = None
    chat_messages: list[_Message]


def matches(value: object) -> bool:
    """Return whether ``value`` looks like a conversation of Claude."""
    return isinstance(value, dict) and isinstance(value.get("chat_messages"), list)


def parse(value: dict[str, Any]) -> Conversation | UnreadableConversation:
    """Return the conversation in ``value``, as far as it is text."""
    title = one_line(storable(str(value.get("name") or "")), TITLE_CHARS)
    try:
        found = _Conversation.model_validate(value)
    except ValidationError as error:
        return UnreadableConversation(
            title=title, why=ImportFault("invalid", detail=why_invalid(error))
        )
    left_out: Counter[OmissionReason] = Counter()
    nodes: dict[str, TreeNode] = {}
    is_tree = any(message.parent_message_uuid for message in found.chat_messages)
    before: str | None = None
    for number, message in enumerate(found.chat_messages):
        key = message.uuid or str(number)
        parent = message.parent_message_uuid if is_tree else before
        nodes[key] = TreeNode(parent=parent, message=_message(message, left_out))
        before = key
    return from_tree(
        nodes,
        found.current_leaf_message_uuid or before,
        left_out,
        title=title,
        session_id=derived_id("claude", found.uuid, value),
    )


def _message(message: _Message, left_out: Counter[OmissionReason]) -> PlainMessage | None:
    role = _ROLES.get(message.sender)
    if role is None:
        left_out["system"] += 1
        return None
    content = "\n\n".join(part for part in _parts(message, left_out) if part.strip())
    if not content:
        left_out["empty"] += 1
        return None
    return PlainMessage(role=role, content=storable(content), timestamp=message.created_at)


def _parts(message: _Message, left_out: Counter[OmissionReason]) -> list[str]:
    parts = [block.text or "" for block in message.content or () if block.type == "text"]
    for block in message.content or ():
        if block.type != "text":
            left_out[_OMITTED.get(block.type, "tool")] += 1
    if not any(parts):
        parts = [message.text or ""]
    for attached in message.attachments or ():
        if attached.extracted_content:
            parts.append(f"[{_name(attached)}]\n{attached.extracted_content}")
        else:
            left_out["media"] += 1
            parts.append(f"[{_name(attached)} not in the export]")
    named = {attached.file_name for attached in message.attachments or ()}
    for file in message.files or ():
        if file.file_name not in named:
            left_out["media"] += 1
            parts.append(f"[{_name(file)} not in the export]")
    return parts


def _name(attached: _Attachment) -> str:
    return one_line(attached.file_name or "", TITLE_CHARS) or "attachment"
