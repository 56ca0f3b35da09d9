"""Training examples in the JSON lines of OpenAI's chat fine-tuning, one per conversation.

Source: platform.openai.com/docs/guides/supervised-fine-tuning: each line is an example,
``{"messages": [{"role", "content"}]}``, that ends with the expected answer of the assistant.  Only
complete exchanges are included, with the current reply to each question; of several branches, only
the one opened last.
"""

import json
from collections.abc import Iterator

from tidemark.schema.records import SessionRecord


def write(record: SessionRecord) -> Iterator[str]:
    """Yield the line of ``record``, without its end; nothing if no question was answered."""
    listed = record.listed
    cut = {turn.reply for turn in listed.turns if turn.status != "done"}
    example: list[dict[str, str]] = []
    question = ""
    replies: list[str] = []
    for message in (*listed.messages, None):
        if message is None or message.role == "user":
            if question and replies:
                reply = "\n\n".join(replies)
                example.append({"role": "user", "content": question})
                example.append({"role": "assistant", "content": reply})
            question, replies = message.content if message else "", []
        elif not message.is_retired and message.position not in cut:
            replies.append(message.content)
    if example:
        yield json.dumps({"messages": example}, ensure_ascii=False)
