"""Conversations as exported by ChatGPT, including branches.

Source: the data export of chatgpt.com, ``conversations.json``: a list of conversations, each with a
``mapping`` of nodes that name their ``parent`` and ``children``, and the ``current_node`` that was
seen last (https://help.openai.com/en/articles/7260999; described node by node in
github.com/mitkury/chatgpt-export-parser, docs/chatgpt-data-export-format.md).  Times are seconds
since 1970.  Tool calls, their results, thoughts and instructions are left out and counted.
"""

import datetime as dt
import re
from collections import Counter
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ValidationError

from tidemark.schema import Role
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

_CITATION = re.compile("\ue200.*?\ue201", re.DOTALL)  # only their own page can show it
_OMITTED: dict[str, OmissionReason] = {  # by content type
    "user_editable_context": "system",
    "model_editable_context": "system",
    "thoughts": "thought",
    "reasoning_recap": "thought",
    "execution_output": "tool",
    "tether_browsing_display": "tool",
    "tether_quote": "tool",
    "system_error": "tool",
}
_MEDIA = {  # by content type
    "image_asset_pointer": "image",
    "audio_asset_pointer": "recording",
    "real_time_user_audio_video_asset_pointer": "recording",
    "video_container_asset_pointer": "video",
}
_ROLES: dict[str, Role] = {"user": "user", "assistant": "assistant"}


def _seconds(value: object) -> dt.datetime | None:
    """Return seconds since 1970 as a time; None if the value is not valid."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return dt.datetime.fromtimestamp(value, dt.UTC)
    except (OverflowError, ValueError, OSError):
        return None


Timestamp = Annotated[dt.datetime | None, BeforeValidator(_seconds)]


class _Author(BaseModel):
    role: str = ""


class _Content(BaseModel):
    content_type: str = "text"
    parts: list[Any] | None = None
    text: str | None = None
    language: str | None = None


class _Message(BaseModel):
    author: _Author = _Author()
    create_time: Timestamp = None
    content: _Content | None = None
    recipient: str | None = None
    metadata: dict[str, Any] | None = None


class _Node(BaseModel):
    message: _Message | None = None
    parent: str | None = None
    children: list[str] | None = None


class _Conversation(BaseModel):
    id: str | None = None
    conversation_id: str | None = None
    title: str | None = None
    current_node: str | None = None
    mapping: dict[str, _Node]


def matches(value: object) -> bool:
    """Return whether ``value`` looks like a conversation of ChatGPT."""
    return isinstance(value, dict) and isinstance(value.get("mapping"), dict)


def parse(value: dict[str, Any]) -> Conversation | UnreadableConversation:
    """Return the conversation in ``value``, as far as it is text."""
    title = one_line(storable(str(value.get("title") or "")), TITLE_CHARS)
    try:
        found = _Conversation.model_validate(value)
    except ValidationError as error:
        return UnreadableConversation(
            title=title, why=ImportFault("invalid", detail=why_invalid(error))
        )
    left_out: Counter[OmissionReason] = Counter()
    rank = {
        child: at for node in found.mapping.values() for at, child in enumerate(node.children or ())
    }
    nodes = {
        key: TreeNode(parent=node.parent, message=_message(node.message, left_out))
        for key, node in sorted(found.mapping.items(), key=lambda each: rank.get(each[0], 0))
    }
    own_id = found.conversation_id or found.id
    return from_tree(
        nodes,
        found.current_node,
        left_out,
        title=title,
        session_id=derived_id("chatgpt", own_id, value),
    )


def _message(message: _Message | None, left_out: Counter[OmissionReason]) -> PlainMessage | None:
    if message is None or message.content is None:
        return None
    reason = _omission(message, message.content)
    if reason is not None:
        left_out[reason] += 1
        return None
    content = _text(message.content, left_out)
    if not content.strip():
        if message.author.role == "user":  # an empty one of the assistant is a tool call
            left_out["empty"] += 1
        return None
    role = _ROLES[message.author.role]
    return PlainMessage(role=role, content=content, timestamp=message.create_time)


def _omission(message: _Message, content: _Content) -> OmissionReason | None:
    """Return the reason to leave a message out; None if it is of the person or the assistant."""
    if message.author.role not in _ROLES:
        is_empty = not _text(content, Counter()).strip()
        return None if is_empty else "tool" if message.author.role == "tool" else "system"
    if content.content_type in _OMITTED:
        return _OMITTED[content.content_type]
    if message.recipient not in (None, "all"):
        return "tool"
    is_hidden = (message.metadata or {}).get("is_visually_hidden_from_conversation")
    return "hidden" if is_hidden else None


def _text(content: _Content, left_out: Counter[OmissionReason]) -> str:
    if content.content_type == "code" and content.text is not None:
        language = content.language if content.language not in (None, "unknown") else ""
        return storable(f"```{language}\n{content.text}\n```")
    parts = [_part(part, left_out) for part in content.parts or ()]
    if content.text is not None:
        parts.append(content.text)
    whole = "\n\n".join(part for part in parts if part)
    return storable(_CITATION.sub("", whole))


def _part(part: object, left_out: Counter[OmissionReason]) -> str:
    if isinstance(part, str):
        return part
    if not isinstance(part, dict):
        return ""
    transcript = part.get("text")
    if isinstance(transcript, str):  # of a recording
        return transcript
    kind = _MEDIA.get(str(part.get("content_type")))
    left_out["media"] += 1
    return f"[{kind or 'attachment'} not in the export]"
