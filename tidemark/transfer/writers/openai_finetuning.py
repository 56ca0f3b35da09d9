"""Conversations as examples to train a model with, in OpenAI's chat form: JSON lines.

Source: platform.openai.com/docs/guides/supervised-fine-tuning: each line is an example,
``{"messages": [{"role", "content"}]}``, that ends with what the assistant should say.  Only whole
exchanges are in it: a question and the reply that stands; of a chat with branches the one looked at
last.
"""

import json
from collections.abc import Iterator

from tidemark.schema.records import SessionRecord


def write(record: SessionRecord) -> Iterator[str]:
    """Yield the line that ``record`` makes, without its end; none where nobody answered."""
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
