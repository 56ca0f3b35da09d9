"""Conversations of the BEAM data set, and plain ones in one list.

Source: https://github.com/mohammadtavakoli78/BEAM: ``{"messages": [{"role", "content"}, …]}``, some
with a ``time_anchor``.  A bare list of such messages is read too.
"""

import datetime as dt
from typing import Annotated, Any

from pydantic import BaseModel

from tidemark.transfer.conversation import Conversation, PlainMessage
from tidemark.transfer.json_text import validated
from tidemark.transfer.readers.date_format import date_like

_MESSAGE_INTERVAL = dt.timedelta(minutes=1)  # a file dates only the anchors
_NOON = 12  # o'clock: so a date stays the same date in nearly every time zone


class _Message(PlainMessage):
    time_anchor: Annotated[dt.datetime | None, date_like("%B-%d-%Y", "March-15-2024")] = None


class _Document(BaseModel):
    messages: tuple[_Message, ...]


def matches(document: list[Any] | dict[str, Any]) -> bool:
    """Return whether ``document`` looks like a conversation of BEAM, or a list of messages."""
    return isinstance(document, list) or "messages" in document


def parse(document: list[Any] | dict[str, Any], source: str) -> Conversation:
    """Return the conversation of ``document``, dated a minute apart from each anchor on.

    Raises:
        UnreadableTranscript: It is not one; names ``source`` and the fault.
    """
    value = {"messages": document} if isinstance(document, list) else document
    messages = []
    at: dt.datetime | None = None
    for message in validated(_Document, value, source).messages:
        anchor = message.time_anchor and message.time_anchor.replace(hour=_NOON)
        at = message.timestamp or anchor or (at and at + _MESSAGE_INTERVAL)
        messages.append({"role": message.role, "content": message.content, "timestamp": at})
    return validated(Conversation, {"messages": messages}, source)
